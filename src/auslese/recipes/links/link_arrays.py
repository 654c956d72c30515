"""All that the link graph has as arrays, open to be asked: no table is needed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import Graph, Numbers, from_arrays
from auslese.analyse.graph.link_names import LinkNames, names_from_arrays
from auslese.analyse.graph.node_description import description_of
from auslese.analyse.graph.page_likeness import PageWords
from auslese.recipes.links.graph_folder import FOLDER, FORMAT, NO_GRAPH
from auslese.records.errors import NotFoundError
from auslese.records.page_standing import PageStanding
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import LinkedPage
from auslese.system.array_folder import ABOUT, map_arrays, note_of
from auslese.system.packed_texts import PackedTexts

BEST_RANK = 100.0

Titles = Callable[[list[int]], dict[int, str]]
"""The titles of pages by their ids, of those that have one."""


class NodePages(NamedTuple):
    """What the tables said of all nodes when the graph was made."""

    titles: PackedTexts
    standings: NDArray[np.uint8]
    """Places in `STANDINGS`."""


class LinkArrays(NamedTuple):
    """The graph, and what its pages are called."""

    graph: Graph
    names: LinkNames
    urls: PackedTexts
    ranks: NDArray[np.float32]
    words: PageWords
    highest: float
    """Of all ranks."""
    sorted_ids: NDArray[np.int64]
    """Of all nodes, in the order of `graph.by_id`."""
    node_pages: NodePages | None = None
    """None in a graph from before they were kept."""

    def numbers_of(self, ids: Sequence[int]) -> Numbers:
        """The nodes with these ids, as the graph finds them; at once if it has them all."""
        wanted = np.array(ids, np.int64)
        last = len(self.sorted_ids) - 1
        if last < 0:
            return np.empty(0, np.int32)
        places = np.minimum(np.searchsorted(self.sorted_ids, wanted), last)
        if (self.sorted_ids[places] == wanted).all():
            return self.graph.by_id[places]
        return self.graph.numbers_of(ids)

    def urls_of(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The URLs of these nodes."""
        return tuple(self.urls.text(int(number)) for number in numbers)

    def pages(self, numbers: Iterable[int], titles: Titles) -> dict[int, LinkedPage]:
        """These nodes, as answers tell them."""
        wanted = [int(number) for number in numbers]
        ids = self.graph.nodes.ids[wanted].tolist() if wanted else []
        named = titles(ids)
        return {
            number: self.page(number, named.get(page, ""))
            for number, page in zip(wanted, ids, strict=True)
        }

    def page(self, number: int, title: str) -> LinkedPage:
        """A node, as answers tell it that know no more than whether it was fetched."""
        graph = self.graph
        linking, fetched = graph.into.of(number), bool(graph.nodes.fetched[number])
        return LinkedPage(
            number=number,
            url=self.urls.text(number),
            rank=float(self.ranks[number]) / self.highest * BEST_RANK,
            inlinks=len(linking),
            linking_hosts=_runs(graph.nodes.hosts[linking]),
            outlinks=len(graph.out.of(number)),
            description=description_of(self.names.of(number)),
            is_fetched=fetched,
            title=title,
            standing=PageStanding.LIVING if fetched else PageStanding.UNFETCHED,
        )


def _runs(hosts: NDArray[np.int32]) -> int:
    """How many hosts there are; pages of a host have numbers side by side."""
    return int(np.count_nonzero(hosts[1:] != hosts[:-1])) + bool(len(hosts))


def mark_of_graph(collection: Collection) -> tuple[int, int]:
    """Another one says that the graph has been made anew."""
    try:
        about = (collection.models / FOLDER / ABOUT).stat()
    except FileNotFoundError:
        return 0, 0
    return about.st_mtime_ns, about.st_ino


def open_links(collection: Collection) -> LinkArrays | None:
    """The graph with its names; None if there is none of this version."""
    folder = collection.models / FOLDER
    try:
        arrays = map_arrays(folder)
    except (OSError, ValueError):  # damaged, or just taken away by a newer one
        return None
    if not arrays or note_of(folder).get("format") != FORMAT:
        return None
    ranks = arrays["ranks"].view(np.float32)
    return LinkArrays(
        from_arrays(arrays),
        names_from_arrays(arrays),
        PackedTexts(arrays["url_letters"].view(np.uint8), arrays["url_starts"].view(np.int64)),
        ranks,
        PageWords(arrays["word_starts"].view(np.int64), arrays["words"].view(np.int32)),
        float(ranks.max(initial=1e-30)),
        arrays["sorted_ids"].view(np.int64),
        _node_pages(arrays),
    )


def node_pages_as_arrays(pages: NodePages) -> dict[str, NDArray[np.generic]]:
    """What `open_links` finds again."""
    return {
        "title_letters": pages.titles.letters,
        "title_starts": pages.titles.starts,
        "standings": pages.standings,
    }


def _node_pages(arrays: Mapping[str, NDArray[np.generic]]) -> NodePages | None:
    if "standings" not in arrays:
        return None
    letters, starts = (arrays[f"title_{name}"] for name in ("letters", "starts"))
    titles = PackedTexts(letters.view(np.uint8), starts.view(np.int64))
    return NodePages(titles, arrays["standings"].view(np.uint8))


def opened_links(collection: Collection) -> LinkArrays:
    """The graph with its names; NotFoundError if it was not made yet."""
    if (found := open_links(collection)) is None:
        raise NotFoundError(NO_GRAPH)
    return found
