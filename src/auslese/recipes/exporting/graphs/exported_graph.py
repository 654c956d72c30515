"""The part of the link graph that leaves the house: its pages and the links between them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import Graph
from auslese.export.gexf import GraphNode
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.page_format import left_out_lines
from auslese.recipes.links.graph_folder import open_graph
from auslese.recipes.pages.page_filter import pages_query
from auslese.recipes.rights.permitted_pages import permitted_pages
from auslese.records.url import Url, host_of
from auslese.store.collection import Collection
from auslese.store.exports.page_relations import FETCHED_IDS
from auslese.store.lookups.linked_pages import all_pages, numbers_of_pages
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural

NODES_AT_ONCE = 100_000


class GraphExportSummary(NamedTuple):
    """What was written."""

    pages: int
    links: int
    left_out: Mapping[str, int]
    """Pages that stay here, by reason."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict() | {"left_out": dict(self.left_out)}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        written = f"{plural(self.pages, 'page')}, {plural(self.links, 'link')}"
        return "\n".join([written, *left_out_lines(self.left_out, options)])


class ExportedGraph(NamedTuple):
    """The graph, and which of its nodes are wanted; links need both ends."""

    collection: Collection
    graph: Graph
    is_wanted: NDArray[np.bool_]
    left_out: Mapping[str, int]

    def nodes(self) -> Iterator[GraphNode]:
        """The pages, few of them in memory."""
        with connect(self.collection) as tables:
            for page in all_pages(tables):
                if self.is_wanted[page.number]:
                    label = page.title or page.description or page.url
                    host = host_of(Url(page.url))
                    yield GraphNode(page.number, page.url, host, label, page.rank, page.is_fetched)

    def links(self) -> Iterator[tuple[int, int]]:
        """Numbers of source and target of each link."""
        for sources, targets in self._link_arrays():
            yield from zip(sources.tolist(), targets.tolist(), strict=True)

    def _link_arrays(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32]]]:
        for begin in range(0, len(self.graph), NODES_AT_ONCE):
            nodes = np.arange(begin, min(begin + NODES_AT_ONCE, len(self.graph)))
            nodes = nodes[self.is_wanted[nodes]]
            targets = self.graph.out.ends[self.graph.out.places_of(nodes)]
            sources = np.repeat(nodes, self.graph.out.counts_of(nodes))
            kept = self.is_wanted[targets]
            yield sources[kept], targets[kept]

    def summary(self) -> GraphExportSummary:
        """How much of it is wanted."""
        links = sum(len(sources) for sources, _ in self._link_arrays())
        return GraphExportSummary(int(np.count_nonzero(self.is_wanted)), links, self.left_out)


def exported_graph(collection: Collection, options: ExportOptions) -> ExportedGraph:
    """The wanted part; NotFoundError if there is no graph yet.

    Pages that only links know have said nothing of their rights; they are in unless conditions
    choose pages.
    """
    graph = open_graph(collection)
    where = options.where.strip()
    is_wanted = np.full(len(graph), not where)
    with connect(collection) as tables:
        chosen = pages_query(where, tables) if where else ""
        permitted = permitted_pages(tables, options.profile, options.use, chosen)
        if not where:
            is_wanted[numbers_of_pages(tables, FETCHED_IDS)] = False
        is_wanted[numbers_of_pages(tables, permitted.query)] = True
    return ExportedGraph(collection, graph, is_wanted, permitted.left_out)
