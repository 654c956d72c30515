"""The link graph of a collection, brought into a file for others."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from auslese.analyse.graph.link_graph import Graph
from auslese.export.gexf import GraphNode, gexf_lines
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.links.graph_folder import open_graph
from auslese.records.url import Url, host_of
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import all_pages
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
    graph = open_graph(collection)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, _pieces(collection, graph))
    return GraphExportSummary(len(graph), graph.links)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> GraphExportSummary:
    """Write the same piece by piece."""
    graph = open_graph(collection)
    for piece in _pieces(collection, graph):
        write(piece)
    return GraphExportSummary(len(graph), graph.links)


def _pieces(collection: Collection, graph: Graph) -> Iterator[bytes]:
    return (line.encode() for line in gexf_lines(_nodes(collection), _links(graph)))


def _nodes(collection: Collection) -> Iterator[GraphNode]:
    with connect(collection) as tables:
        for page in all_pages(tables):
            label = page.title or page.description or page.url
            host = host_of(Url(page.url))
            yield GraphNode(page.number, page.url, host, label, page.rank, page.is_fetched)


def _links(graph: Graph) -> Iterator[tuple[int, int]]:
    for begin in range(0, len(graph), NODES_AT_ONCE):
        nodes = np.arange(begin, min(begin + NODES_AT_ONCE, len(graph)))
        sources = np.repeat(nodes, graph.out.counts_of(nodes)).tolist()
        targets = graph.out.ends[graph.out.places_of(nodes)].tolist()
        yield from zip(sources, targets, strict=True)
