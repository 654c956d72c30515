"""What was archived of the chosen pages as WARC 1.1: one file, or files of a size and an index."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from auslese.export.archives.spilled_lines import SpilledLines
from auslese.recipes.exporting.archives.archive_source import (
    ArchiveExportSummary,
    ArchiveSource,
    archive_source,
)
from auslese.recipes.exporting.archives.warc_volumes import (
    OpenVolume,
    VolumeSettings,
    WarcVolumes,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.store.collection import Collection

INDEX = "index.cdxj"


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> ArchiveExportSummary:
    """Write one WARC file."""

    @contextmanager
    def open_volume(name: str) -> Iterator[Write]:
        yield write

    with archive_source(collection, options) as source:
        return write_volumes(source, open_volume, VolumeSettings(source.context, None))


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> ArchiveExportSummary:
    """Write WARC files of at most `size` bytes, and one index of all."""

    @contextmanager
    def open_volume(name: str) -> Iterator[Write]:
        with (folder / name).open("xb") as file:
            yield file.write

    with archive_source(collection, options) as source, SpilledLines() as lines:
        settings = VolumeSettings(source.context, options.size)
        summary = write_volumes(source, open_volume, settings, lines.add)
        with (folder / INDEX).open("xb") as index:
            index.writelines(lines)
    return summary._replace(files=summary.files + 1)


def write_volumes(
    source: ArchiveSource,
    open_volume: OpenVolume,
    settings: VolumeSettings,
    note_line: Callable[[bytes], None] | None = None,
) -> ArchiveExportSummary:
    """Write the files; `note_line` hears the lines of their index, in no order."""
    parts = source.parts(settings.context.form)
    total = sum(stretch.length for part in parts for stretch in part.stretches) or 1
    with WarcVolumes(open_volume, settings) as volumes:
        for part in parts:
            placed = volumes.add(part)
            if note_line is not None:
                for line in volumes.lines_of(part, placed):
                    note_line(line)
            source.progress(min(volumes.bytes / total, 1.0))
    pages, left_out = source.choice.leaving, source.choice.left_out
    return ArchiveExportSummary(
        pages, volumes.captures, volumes.bytes, left_out, volumes.filled, volumes.volumes
    )
