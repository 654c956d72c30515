"""The link graph of a collection as GraphML, brought into a file for others."""

from collections.abc import Iterator
from pathlib import Path

from auslese.export.graphs.graphml_files import graphml_lines
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.graphs.exported_graph import (
    ExportedGraph,
    GraphExportSummary,
    exported_graph,
)
from auslese.store.collection import Collection

FILE = "links.graphml"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> GraphExportSummary:
    """Write the graph as a file of the folder."""
    part = exported_graph(collection, options)
    with (folder / FILE).open("xb") as file:
        file.writelines(_pieces(part))
    return part.summary()


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> GraphExportSummary:
    """Write the same piece by piece."""
    part = exported_graph(collection, options)
    for piece in _pieces(part):
        write(piece)
    return part.summary()


def _pieces(part: ExportedGraph) -> Iterator[bytes]:
    lines = graphml_lines(part.collection.path.resolve().name, part.nodes(), part.links())
    return (line.encode("utf-8", "replace") for line in lines)
