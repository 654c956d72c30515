"""The archives of a collection on their way out: what leaves of each segment, with counts."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from auslese import __version__
from auslese.recipes.exporting.archives.capture_choice import CaptureChoice, chosen_captures
from auslese.recipes.exporting.archives.capture_plan import (
    Mask,
    SegmentPart,
    last_captures,
    planned_parts,
    whole_part,
)
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.page_format import NOTHING_FITS, left_out_lines
from auslese.records.exported_page import ExportContext
from auslese.store.archive.segment_captures import (
    SegmentCaptures,
    is_growing,
    segment_captures,
    segments_in,
)
from auslese.store.collection import Collection
from auslese.store.exports import archive_lookups
from auslese.store.exports.bounded_tables import bounded_tables
from auslese.store.tables.sql_views import Connection
from auslese.wording.figures import plural

ALL, LAST = "all", "last"
"""Every capture of a page, or what it says today."""


class ArchiveExportSummary(NamedTuple):
    """What was written."""

    pages: int
    captures: int
    bytes: int
    left_out: Mapping[str, int]
    """Pages that stay here, by reason."""
    filled: int = 0
    """Revisits that were written as responses, because what they point to stays here."""
    files: int = 1

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict() | {"left_out": dict(self.left_out)}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        written = (
            f"{plural(self.captures, 'capture')} of {plural(self.pages, 'page')},"
            f" {plural(self.bytes, 'byte')}"
        )
        if not self.pages:
            return "\n".join([NOTHING_FITS, *left_out_lines(self.left_out, options)])
        filled = f"; {plural(self.filled, 'revisit')} with the body" if self.filled else ""
        return "\n".join([written + filled, *left_out_lines(self.left_out, options)])


class ArchiveSource:
    """The chosen captures of a collection, for as long as its tables are open."""

    def __init__(
        self,
        collection: Collection,
        tables: Connection,
        choice: CaptureChoice,
        options: ExportOptions,
    ) -> None:
        """Made by `archive_source`."""
        self.collection, self.tables, self.choice = collection, tables, choice
        self._options = options
        self.context = ExportContext(
            collection.path.resolve().name,
            datetime.now(UTC).replace(microsecond=0),
            __version__,
            options.where,
            options.profile,
            options.use,
            options.form,
        )

    def parts(self, form: str) -> list[SegmentPart]:
        """What leaves of each segment of all archives."""
        segments = list(self._segments())
        if form == LAST or not self.choice.is_all:
            return self._chosen_parts(segments, form)
        growing = [segment for segment in segments if is_growing(segment)]
        whole = [whole_part(segment) for segment in segments if segment not in growing]
        return [*whole, *self._chosen_parts(growing, form)]

    def _chosen_parts(self, segments: list[Path], form: str) -> list[SegmentPart]:
        found = [segment_captures(segment) for segment in segments]
        masks = [self.choice.mask(captures) for captures in found]
        if form == LAST:
            masks = last_captures(found, masks, _PagePlaces(self.tables))
        return planned_parts(found, masks)

    def progress(self, share: float) -> None:
        """Tell who waits how much is done, from 0 to 1."""
        pages = self.choice.leaving
        self._options.progress(round(pages * share), pages)

    def _segments(self) -> Iterator[Path]:
        archives = [self.collection.path / each for each in _archives(self.tables)]
        for folder in dict.fromkeys([self.collection.archive, *archives]):
            yield from segments_in(folder)


def _archives(tables: Connection) -> list[str]:
    return archive_lookups.archives_of_pictures(tables)


class _PagePlaces:
    """Which captures are of chosen pages, and which lie where a page of today does."""

    def __init__(self, tables: Connection) -> None:
        self._keys, self._offsets = list[int](), dict[str, list[int]]()
        for key, segment, offset in archive_lookups.page_places(tables):
            self._keys.append(key)
            self._offsets.setdefault(segment, []).append(offset)

    def __call__(self, captures: SegmentCaptures) -> tuple[Mask, Mask]:
        offsets = self._offsets.get(captures.segment.name, [])
        return np.isin(captures.keys, self._keys), np.isin(captures.begins, offsets)


@contextmanager
def archive_source(
    collection: Collection, options: ExportOptions, *, with_ids: bool = False
) -> Iterator[ArchiveSource]:
    """Choose what leaves; SettingsError says what cannot be asked so.

    With ids for those who ask which pages these are.
    """
    with bounded_tables(collection) as tables:
        with_ids = with_ids or options.form == LAST
        choice = chosen_captures(collection, tables, options, with_ids=with_ids)
        yield ArchiveSource(collection, tables, choice, options)
