"""Random walks over the link graph of a collection, and the in-links that it knows.

Pages that were never fetched have links that nobody knows; they are dead ends here.
"""

from collections.abc import Callable, Sequence

import numpy as np

from auslese.recipes.links.link_arrays import LinkArrays, mark_of_graph, open_links
from auslese.recipes.walks.stored_walks import (
    WalkPlan,
    keep_plan,
    keep_walks,
    lock_walks,
    read_walks,
)
from auslese.records.errors import NotFoundError
from auslese.records.url import Url, key_of
from auslese.sample.random_walk import (
    DeadEnd,
    MovedPage,
    NeighbourLookup,
    Neighbours,
    Walk,
    walk_on,
)
from auslese.store.collection import Collection
from auslese.wording.problem_sentences import PageProblem

MOVES_AT_ONCE = 200_000  # a third of a second; then a signal is heard
KEEP_MOVES = 2_000_000  # a few seconds of work are lost by a kill
NOT_FETCHED = DeadEnd("not fetched")
UNKNOWN = DeadEnd("unknown")


def links_of(collection: Collection) -> LinkArrays:
    """The link graph; NotFoundError if there is none."""
    arrays = open_links(collection)
    if arrays is None or not len(arrays.graph):
        command = f"auslese analyse {collection.path} graph"
        raise NotFoundError(PageProblem.NO_GRAPH.of(command=command))
    return arrays


class GraphWeb:
    """A stored link graph, to be walked on."""

    def __init__(self, arrays: LinkArrays) -> None:
        """Nothing has been asked yet."""
        self._arrays = arrays
        self._numbers: dict[str, int] = {}

    def neighbours(self, url: str) -> NeighbourLookup:
        """What is around a page, as far as it was fetched."""
        number = self._number(url)
        if number is None:
            return UNKNOWN
        name = self._arrays.urls.text(number)
        if name != url:
            return MovedPage(name)
        graph = self._arrays.graph
        if not graph.nodes.fetched[number]:
            return NOT_FETCHED
        return Neighbours(self._named(graph.out.of(number)), self._named(graph.into.of(number)))

    def into(self, url: str) -> Sequence[str]:
        """The pages that link to this one."""
        number = self._number(url)
        return () if number is None else self._named(self._arrays.graph.into.of(number))

    def best(self) -> str:
        """The fetched page with the highest rank: from there most can be reached."""
        ranks = np.where(self._arrays.graph.nodes.fetched, self._arrays.ranks, 0)
        return self._arrays.urls.text(int(np.argmax(ranks)))

    def _number(self, url: str) -> int | None:
        number = self._numbers.get(url)
        if number is None:
            found = self._arrays.numbers_of([key_of(Url(url))])
            number = int(found[0]) if len(found) else None
        return number

    def _named(self, numbers: np.ndarray[tuple[int], np.dtype[np.int32]]) -> list[str]:
        urls = [self._arrays.urls.text(number) for number in numbers.tolist()]
        self._numbers.update(zip(urls, numbers.tolist(), strict=True))
        return urls


def incoming_links(collection: Collection) -> Callable[[str], Sequence[str]]:
    """What a collection knows to lead to a page."""
    return GraphWeb(links_of(collection)).into


def walk_graph(
    collection: Collection,
    plan: WalkPlan,
    steps: int,
    stopped: Callable[[], str],
    progress: Callable[[int, int], None],
) -> tuple[list[Walk], str]:
    """Walk until every walk has made so many moves; the walks, and why it ended.

    Walks on the same graph go on where they stopped; on another one they begin anew.
    """
    with lock_walks(collection):
        keep_plan(collection, plan)
        mark = str(mark_of_graph(collection))
        walks = read_walks(collection, mark) or plan.new_walks()
        web, ending, kept = GraphWeb(links_of(collection)), "", 0
        done = 0
        for walk in walks:
            while walk.moves < steps and not walk.is_stuck and not (ending := stopped()):
                walk_on(walk, web, min(steps, walk.moves + MOVES_AT_ONCE))
                progress(done + walk.moves, steps * len(walks))
                if (done + walk.moves) // KEEP_MOVES > kept:
                    kept = (done + walk.moves) // KEEP_MOVES
                    keep_walks(collection, walks, mark)
            done += walk.moves
        keep_walks(collection, walks, mark)
    return walks, ending or "finished"
