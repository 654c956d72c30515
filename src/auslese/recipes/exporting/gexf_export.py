"""The link graph of a collection, brought into a file for others."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import Graph
from auslese.export.gexf import GraphNode, gexf_lines
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.links.graph_folder import open_graph
from auslese.recipes.pages.page_filter import pages_query
from auslese.records.url import Url, host_of
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import all_pages, numbers_of_pages
from auslese.store.tables.sql_views import connect
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural

FILE = "links.gexf"
NODES_AT_ONCE = 100_000


class GraphExportSummary(NamedTuple):
    """What was written."""

    pages: int
    links: int

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"{plural(self.pages, 'page')}, {plural(self.links, 'link')}"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> GraphExportSummary:
    """Write the graph as a file, as a whole or not at all."""
    part = _wanted_part(collection, options)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, _pieces(collection, part))
    return part.summary()


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> GraphExportSummary:
    """Write the same piece by piece."""
    part = _wanted_part(collection, options)
    for piece in _pieces(collection, part):
        write(piece)
    return part.summary()


class _GraphPart(NamedTuple):
    """The graph, and which of its nodes are wanted; links need both ends."""

    graph: Graph
    is_wanted: NDArray[np.bool_]

    def links(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32]]]:
        """Sources and targets of links between wanted nodes, some at a time."""
        for begin in range(0, len(self.graph), NODES_AT_ONCE):
            nodes = np.arange(begin, min(begin + NODES_AT_ONCE, len(self.graph)))
            nodes = nodes[self.is_wanted[nodes]]
            targets = self.graph.out.ends[self.graph.out.places_of(nodes)]
            sources = np.repeat(nodes, self.graph.out.counts_of(nodes))
            kept = self.is_wanted[targets]
            yield sources[kept], targets[kept]

    def summary(self) -> GraphExportSummary:
        """How much of it is wanted."""
        links = sum(len(sources) for sources, _ in self.links())
        return GraphExportSummary(int(np.count_nonzero(self.is_wanted)), links)


def _wanted_part(collection: Collection, options: ExportOptions) -> _GraphPart:
    graph = open_graph(collection)
    is_wanted = np.full(len(graph), not options.where.strip())
    if options.where.strip():
        with connect(collection) as tables:
            is_wanted[numbers_of_pages(tables, pages_query(options.where, tables))] = True
    return _GraphPart(graph, is_wanted)


def _pieces(collection: Collection, part: _GraphPart) -> Iterator[bytes]:
    lines = gexf_lines(_nodes(collection, part), _links(part))
    return (line.encode() for line in lines)


def _nodes(collection: Collection, part: _GraphPart) -> Iterator[GraphNode]:
    with connect(collection) as tables:
        for page in all_pages(tables):
            if not part.is_wanted[page.number]:
                continue
            label = page.title or page.description or page.url
            host = host_of(Url(page.url))
            yield GraphNode(page.number, page.url, host, label, page.rank, page.is_fetched)


def _links(part: _GraphPart) -> Iterator[tuple[int, int]]:
    for sources, targets in part.links():
        yield from zip(sources.tolist(), targets.tolist(), strict=True)
