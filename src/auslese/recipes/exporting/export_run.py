"""An export from beginning to end: what it is to be, where it goes, what came of it."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from auslese.recipes.exporting.export_formats import ExportOptions, ExportSummary, Write
from auslese.recipes.exporting.format_entry import FormatEntry
from auslese.recipes.exporting.format_list import FORMATS, format_of
from auslese.recipes.exporting.placed_files import (
    FolderChecksums,
    require_writable_file,
    sha256_of,
    write_checksum,
    write_checksums,
    write_file,
    write_folder,
)
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection


class ExportPlace(NamedTuple):
    """Where an export goes."""

    path: Path
    is_folder: bool
    force: bool = False
    """Whether what is there may be replaced."""
    checksums: bool = False
    """Whether checksums are wanted where they are not written anyway."""


class ExportOutcome(NamedTuple):
    """What was written, and where."""

    summary: ExportSummary
    place: ExportPlace | None = None
    """None: a stream."""
    sums: FolderChecksums | None = None
    """Of a folder, where they were written."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        told = self.summary.as_json()
        if self.place:
            told["to"] = str(self.place.path)
        if self.sums:
            told["checksums"] = self.sums._asdict()
        if self.place and not self.place.is_folder:
            told["sha256"] = sha256_of(self.place.path)
        return told


def place_for(name: str, form: str, target: str, *, force: bool, checksums: bool) -> ExportPlace:
    """Whether a target is a file or a folder; SettingsError if the format cannot be that."""
    entry, path = FORMATS[name], Path(target)
    wants_folder = path.is_dir() or target.endswith("/")
    if entry.needs_folder(form):
        is_folder = True
    elif wants_folder or path.exists():
        is_folder = wants_folder
    else:
        is_folder = entry.is_usually_folder and not path.suffix
    return ExportPlace(path, is_folder, force, checksums)


def require_fitting(name: str, options: ExportOptions) -> None:
    """SettingsError if a format does not go with the other options."""
    entry = FORMATS[name]
    if not entry.allows(options.profile):
        fitting = ", ".join(each for each in FORMATS if FORMATS[each].allows(options.profile))
        raise SettingsError(
            f"{name} has no form for the profile {options.profile}; there are {fitting}"
        )


def export_to_stream(
    collection: Collection, name: str, write: Write, options: ExportOptions
) -> ExportOutcome:
    """Write an export piece by piece; SettingsError if it is several files."""
    require_fitting(name, options)
    _require_single(name, FORMATS[name], options.form)
    return ExportOutcome(format_of(name).to_stream(collection, write, options))


def export_to_place(
    collection: Collection, name: str, place: ExportPlace, options: ExportOptions
) -> ExportOutcome:
    """Write an export into a file or folder."""
    require_fitting(name, options)
    if not place.is_folder:
        return _to_file(collection, name, place, options)
    if FORMATS[name].goes_on:
        return _into_folder(collection, name, place, options)
    done: list[ExportSummary] = []
    sums = write_folder(
        place.path,
        lambda folder: done.append(format_of(name).to_folder(collection, folder, options)),
        place.force,
    )
    return ExportOutcome(done[0], place, sums)


def _to_file(
    collection: Collection, name: str, place: ExportPlace, options: ExportOptions
) -> ExportOutcome:
    _require_single(name, FORMATS[name], options.form)
    require_writable_file(place.path, place.force)
    done: list[ExportSummary] = []
    write_file(
        place.path,
        lambda write: done.append(format_of(name).to_stream(collection, write, options)),
        place.force,
    )
    if place.checksums:
        write_checksum(place.path)
    return ExportOutcome(done[0], place)


def _into_folder(
    collection: Collection, name: str, place: ExportPlace, options: ExportOptions
) -> ExportOutcome:
    """Let a format replace its files in a folder, or go on there."""
    if place.path.exists() and not place.path.is_dir():
        raise SettingsError(f"{place.path} is a file; expected the name of a folder")
    is_new = not place.path.exists()
    place.path.mkdir(parents=True, exist_ok=True)
    try:
        summary = format_of(name).to_folder(collection, place.path, options)
    except BaseException:
        if is_new:
            with suppress(OSError):  # something has come into it: that stays, to go on there
                place.path.rmdir()
        raise
    sums = write_checksums(place.path, place.path) if place.checksums else None
    return ExportOutcome(summary, place, sums)


def _require_single(name: str, entry: FormatEntry, form: str) -> None:
    if entry.needs_folder(form):
        what = f"{name} --form {form}" if form and not entry.is_folder else name
        raise SettingsError(f"{what} is several files: --to FOLDER/ says where to")
