"""The index of what was archived of the chosen pages: CDXJ, sorted, for pywb and its kin."""

from collections.abc import Iterator
from pathlib import Path

from auslese.export.archives.spilled_lines import SpilledLines
from auslese.recipes.exporting.archives.archive_source import (
    ArchiveExportSummary,
    ArchiveSource,
    archive_source,
)
from auslese.recipes.exporting.archives.capture_plan import SegmentPart
from auslese.recipes.exporting.archives.warc_export import INDEX
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.store.archive.segment_captures import indexed_captures
from auslese.store.collection import Collection


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> ArchiveExportSummary:
    """Write the lines that lead into the archive of the collection, where it lies."""
    written = captures = 0
    with archive_source(collection, options) as source, SpilledLines() as lines:
        for part in source.parts(options.form):
            for line in _lines(source, part):
                lines.add(line)
        for line in lines:
            write(line)
            written, captures = written + len(line), captures + 1
        pages, left_out = source.choice.leaving, source.choice.left_out
    return ArchiveExportSummary(pages, captures, written, left_out)


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> ArchiveExportSummary:
    """The same as a file."""
    with (folder / INDEX).open("xb") as file:
        return to_stream(collection, file.write, options)


def _lines(source: ArchiveSource, part: SegmentPart) -> Iterator[bytes]:
    """The lines of a segment that lead to what leaves; its file as seen from the collection."""
    wanted = part.begins_leaving()
    own = part.segment.parent == source.collection.archive
    folder = part.segment.parent.relative_to(source.collection.path)
    for capture in indexed_captures(part.segment):
        entry = capture.entry
        if wanted is None or entry.capture.offset in wanted:
            name = entry.filename if own else str(folder / entry.filename)
            yield capture.line_for(name, entry.capture.offset)
