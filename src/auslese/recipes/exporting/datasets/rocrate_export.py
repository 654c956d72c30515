"""RO-Crate: what describes an exported folder with all its files, or the collection itself."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from auslese import __version__
from auslese.export.datasets.crate_metadata import (
    METADATA_FILE,
    CrateFacts,
    CrateFile,
    CrateFolder,
    crate_pieces,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.passports.citation import citation_of
from auslese.recipes.exporting.placed_files import files_in, sha256_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural


class CrateExportSummary(NamedTuple):
    """What was described."""

    files: int
    bytes: int

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return self._asdict()

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        return f"{plural(self.files, 'file')} described, {plural(self.bytes, 'byte')}"


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> CrateExportSummary:
    """Describe all files of a folder in it; its own description of before is replaced.

    The files of the collection itself go without checksums: they change while it lives.
    SettingsError if there is nothing to describe.
    """
    if not any(files_in(folder)):
        raise SettingsError(f"{folder} has no files to describe; another export makes some")
    is_own = folder.resolve() == collection.path.resolve()
    parts = _Parts(folder, with_digests=not is_own)
    write_whole(folder / METADATA_FILE, _pieces(collection, parts))
    return parts.summary()


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> CrateExportSummary:
    """Describe the collection itself."""
    parts = _Parts(collection.path, with_digests=False)
    for piece in _pieces(collection, parts):
        write(piece)
    return parts.summary()


def _pieces(collection: Collection, parts: "_Parts") -> Iterator[bytes]:
    settings = settings_of(collection)
    name = settings.presence.name or collection.path.resolve().name
    with connect(collection) as tables:
        citation = citation_of(collection, tables).text
    about = settings.passport.about or citation
    now = datetime.now(UTC).replace(microsecond=0)
    facts = CrateFacts(name, about, now, __version__, settings.passport.licence, citation)
    return crate_pieces(facts, parts, parts.root())


class _Parts:
    """The files and folders of a folder in order; they are counted on the way."""

    def __init__(self, folder: Path, *, with_digests: bool) -> None:
        self._folder = folder
        self._with_digests = with_digests
        self._files = self._bytes = 0

    def summary(self) -> CrateExportSummary:
        """What was given."""
        return CrateExportSummary(self._files, self._bytes)

    def root(self) -> list[str]:
        """What lies on top."""
        return next(self._walk())[1]

    def __iter__(self) -> Iterator[CrateFile | CrateFolder]:
        for place, names in self._walk():
            if place:
                yield CrateFolder(place, names)
            yield from (self._file(name) for name in names if not name.endswith("/"))

    def _file(self, name: str) -> CrateFile:
        path = self._folder / name
        size = path.stat().st_size
        self._files, self._bytes = self._files + 1, self._bytes + size
        return CrateFile(name, size, sha256_of(path) if self._with_digests else "")

    def _walk(self) -> Iterator[tuple[str, list[str]]]:
        """Each folder by its path, and the paths of what lies in it, folders with a slash.

        What is hidden, and links to other places, are no part of it.
        """
        for place, folders, names in os.walk(self._folder):
            base = "" if Path(place) == self._folder else f"{self._relative(place)}/"
            kept = sorted(each for each in folders if _is_own(place, each))
            folders[:] = kept
            files = sorted(
                each
                for each in names
                if _is_own(place, each) and Path(place, each).is_file() and each != METADATA_FILE
            )
            yield base, [f"{base}{each}/" for each in kept] + [f"{base}{each}" for each in files]

    def _relative(self, place: str) -> str:
        return Path(place).relative_to(self._folder).as_posix()


def _is_own(place: str, name: str) -> bool:
    return not name.startswith(".") and not Path(place, name).is_symlink()
