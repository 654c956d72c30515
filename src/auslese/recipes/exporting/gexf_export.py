"""The link graph of a collection as GEXF, brought into a file for others."""

from collections.abc import Iterator
from pathlib import Path

from auslese.export.gexf import gexf_lines
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.graphs.exported_graph import (
    ExportedGraph,
    GraphExportSummary,
    exported_graph,
)
from auslese.store.collection import Collection
from auslese.system.durable_files import write_whole

FILE = "links.gexf"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> GraphExportSummary:
    """Write the graph as a file, as a whole or not at all."""
    part = exported_graph(collection, options)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, _pieces(part))
    return part.summary()


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> GraphExportSummary:
    """Write the same piece by piece."""
    part = exported_graph(collection, options)
    for piece in _pieces(part):
        write(piece)
    return part.summary()


def _pieces(part: ExportedGraph) -> Iterator[bytes]:
    return (line.encode("utf-8", "replace") for line in gexf_lines(part.nodes(), part.links()))
