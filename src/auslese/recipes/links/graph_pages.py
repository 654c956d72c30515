"""The pages of the link graph with what they are called and what they are to the collection today.

If the graph was made from the tables as they are now, all of that lies beside it in arrays; tables
are asked only if something has changed since: that takes a quarter of a second longer.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.recipes.links.graph_folder import is_of_today
from auslese.recipes.links.link_arrays import LinkArrays, NodePages, opened_links
from auslese.records.page_standing import NO_ANSWERS
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import STANDINGS, LinkedPage, pages_numbered, standings_of
from auslese.store.tables.sql_views import connect

IS_NO_ANSWER = np.array([standing in NO_ANSWERS for standing in STANDINGS])


class GraphPages(NamedTuple):
    """The graph of a collection, open to be asked for pages."""

    links: LinkArrays
    standings: NDArray[np.uint8]
    """What each node is to the collection: places in `STANDINGS`, of which the first is living."""
    pages_of: Callable[[Iterable[int]], dict[int, LinkedPage]]
    """Pages by their numbers."""

    def living_first(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """These pages in their order: living ones, then others, without what is no answer."""
        numbers = numbers[~IS_NO_ANSWER[self.standings[numbers]]]
        is_below = self.standings[numbers] > 0
        return np.concatenate([numbers[~is_below], numbers[is_below]])


@contextmanager
def graph_pages(collection: Collection) -> Iterator[GraphPages]:
    """The pages of the graph; NotFoundError if it was not made yet."""
    of_today = is_of_today(collection)  # first: one that takes its place right now is newer
    links = opened_links(collection)
    if links.node_pages is not None and of_today:
        yield _from_arrays(links, links.node_pages)
        return
    with connect(collection) as tables:
        standings = standings_of(tables, len(links.graph))
        yield GraphPages(links, standings, lambda pages: pages_numbered(tables, pages, standings))


def _from_arrays(links: LinkArrays, node_pages: NodePages) -> GraphPages:
    titles, standings = node_pages

    def pages_of(numbers: Iterable[int]) -> dict[int, LinkedPage]:
        return {
            number: links.page(number, titles.text(number))._replace(
                standing=STANDINGS[standings[number]]
            )
            for number in map(int, numbers)
        }

    return GraphPages(links, standings, pages_of)
