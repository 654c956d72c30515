"""Looks through all files of a collection and says of each whether it is as it was written."""

from collections.abc import Callable, Iterator
from collections.abc import Collection as AnyOf
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.search.index.answer_arrays import KEYS, SPELLING
from auslese.search.index.index_checksums import DIGESTS, META, damaged_files, segment_files
from auslese.search.index.index_generation import NOTE, current_generation, verify_note
from auslese.store.annotation_book import round_journals
from auslese.store.archive import cdxj
from auslese.store.archive.archive_check import BrokenRecord, SegmentReport, check_segment
from auslese.store.collection import Collection
from auslese.store.people_book import FILE as PEOPLE
from auslese.store.rating_book import FILE as RATINGS
from auslese.store.records.record_journal import FILE as RECORDS
from auslese.store.sealed_journal import damaged_lines
from auslese.store.sketch_folder import SketchFolder, verify_sealed
from auslese.store.tables.query_sources import verify_whole
from auslese.store.tables.relevance_table import APPLIED, RELEVANCE
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segments_of
from auslese.store.template_file import FILE as TEMPLATES
from auslese.store.template_file import verify_templates
from auslese.system import array_folder
from auslese.system.sealed_files import BrokenSealError, SealedFile
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import read_sealed_json

LAYERS = "*.layer"


class FileClass(StrEnum):
    """What a file is for."""

    ARCHIVE = "archive"
    FRONTIER = "frontier"
    TABLES = "tables"
    MODELS = "models"
    SKETCHES = "sketches"
    INDEX = "index"
    RATINGS = "ratings"


class FileState(StrEnum):
    """What was found of a file."""

    SOUND = "sound"
    UNSEALED = "unsealed"  # it can be read, but has no checksum yet
    DAMAGED = "damaged"


class CheckedFile(NamedTuple):
    """What was found of one file."""

    path: Path
    kind: FileClass
    state: FileState
    problem: str = ""
    lost: tuple[str, ...] = ()
    """URLs of which it held the only copy."""


@dataclass
class CheckReport:
    """What was found of a collection."""

    files: list[CheckedFile] = field(default_factory=list)
    bytes_read: int = 0
    unscored: int = 0
    """Pages whose rows were made again, but for the score by the focus of their crawl."""

    @property
    def damaged(self) -> list[CheckedFile]:
        """The files that are not as they were written."""
        return [file for file in self.files if file.state is FileState.DAMAGED]

    def as_json(self) -> dict[str, Any]:
        """What `check --json` prints of it."""
        damaged = [
            {"file": str(file.path), "problem": file.problem, "lost": list(file.lost)}
            for file in self.damaged
        ]
        return {
            "bytes": self.bytes_read,
            "classes": self.counts(),
            "damaged": damaged,
            "unscored": self.unscored,
        }

    def counts(self) -> dict[str, dict[str, int]]:
        """How many files of each class are in which state."""
        return {
            kind.value: {
                state.value: sum(file.kind is kind and file.state is state for file in self.files)
                for state in FileState
            }
            for kind in FileClass
        }


Advance = Callable[[int], None]
"""Hears how many bytes were read since it last heard."""


def check_collection(
    collection: Collection,
    show: Callable[[int, int], None] = lambda done, of: None,
    kinds: AnyOf[FileClass] = tuple(FileClass),
) -> CheckReport:
    """Read all files, or those of some classes; `show` hears how many bytes of all are read."""
    report, total = CheckReport(), bytes_of(collection)

    def advance(number: int) -> None:
        report.bytes_read += number
        show(report.bytes_read, total)

    for kind, check in CHECKS.items():
        if kind in kinds:
            report.files += check(collection, advance)
    return report


def bytes_of(collection: Collection) -> int:
    """How many bytes all files have that are looked at."""
    folders = (collection.archive, collection.tables, collection.models, collection.index)
    sketches = SketchFolder(collection.path).path
    files = [path for folder in (*folders, sketches) for path in folder.rglob("*")]
    return sum(path.stat().st_size for path in (*files, collection.frontier) if path.is_file())


def _checked(
    path: Path, kind: FileClass, verify: Callable[[Path], bool], advance: Advance
) -> CheckedFile:
    """What `verify` finds: whether there is a checksum; or damage."""
    try:
        state, problem = (FileState.SOUND if verify(path) else FileState.UNSEALED), ""
    except DamagedFileError as damage:
        # What is to be named is the file itself, or one that lies beside it as its seal.
        path, state, problem = damage.path, FileState.DAMAGED, damage.problem
    advance(path.stat().st_size if path.exists() else 0)
    return CheckedFile(path, kind, state, problem)


def _archive(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    for path in sorted(collection.archive.glob("*.warc.gz")):
        found = check_segment(path, advance)
        yield _checked_segment(path, found)
        if not found.is_growing:
            index = cdxj.sorted_path(path)
            state = FileState.SOUND if found.is_index_whole else FileState.DAMAGED
            yield CheckedFile(index, FileClass.ARCHIVE, state)


def _checked_segment(path: Path, found: SegmentReport) -> CheckedFile:
    size = path.stat().st_size
    broken = [each for each in found.broken if not (found.is_growing and _is_last(each, size))]
    if not broken:
        return CheckedFile(path, FileClass.ARCHIVE, FileState.SOUND)
    problem = ", ".join(f"at byte {each.offset}: {each.problem}" for each in broken)
    lost = tuple(each.url for each in broken if each.url)
    return CheckedFile(path, FileClass.ARCHIVE, FileState.DAMAGED, problem, lost)


def _is_last(record: BrokenRecord, size: int) -> bool:
    """Whether a broken record reaches to the end of what is being written."""
    return record.offset + record.length >= size


def _frontier(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    if collection.frontier.exists():
        reader = frontier_of(collection).reader()
        yield _checked(
            collection.frontier, FileClass.FRONTIER, lambda path: reader.verify(), advance
        )


def _tables(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    for name in TABLES:
        for path in segments_of(collection.tables, name):
            yield _checked(path, FileClass.TABLES, verify_whole, advance)


def _models(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    for about in sorted(collection.models.rglob(array_folder.ABOUT)):
        yield from _arrays(about.parent, FileClass.MODELS, advance)
    applied = collection.models / RELEVANCE / APPLIED
    if applied.exists():
        yield _checked(
            applied, FileClass.MODELS, lambda path: bool(read_sealed_json(path)), advance
        )
    templates = collection.models / TEMPLATES
    if templates.exists():
        yield _checked(templates, FileClass.MODELS, verify_templates, advance)


def _ratings(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    books = [collection.path / name for name in (RATINGS, PEOPLE, RECORDS)]
    for path in [*filter(Path.exists, books), *round_journals(collection.path)]:
        bad = damaged_lines(path)
        state = FileState.DAMAGED if bad else FileState.SOUND
        problem = f"lines {', '.join(map(str, bad))}" if bad else ""
        advance(path.stat().st_size)
        yield CheckedFile(path, FileClass.RATINGS, state, problem)


def _arrays(folder: Path, kind: FileClass, advance: Advance) -> Iterator[CheckedFile]:
    damaged = set(array_folder.damaged_files(folder))
    names = {path.name for path in folder.glob("*.npy")} | {array_folder.ABOUT} | damaged
    for name in sorted(names):
        state = FileState.DAMAGED if name in damaged else FileState.SOUND
        yield CheckedFile(folder / name, kind, state)
        advance((folder / name).stat().st_size if (folder / name).exists() else 0)


def _sketches(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    folder = SketchFolder(collection.path)
    for path in folder.sealed_files():
        yield _checked(path, FileClass.SKETCHES, verify_sealed, advance)
    for path in sorted(folder.index.glob(LAYERS)):
        yield _checked(path, FileClass.SKETCHES, _verify_layer, advance)


def _verify_layer(path: Path) -> bool:
    try:
        for damage in SealedFile(path).damages():
            raise DamagedFileError(path, damage.removeprefix(f"{path}: "))
    except BrokenSealError as error:
        raise DamagedFileError(path, str(error).removeprefix(f"{path}: ")) from error
    return True


def _index(collection: Collection, advance: Advance) -> Iterator[CheckedFile]:
    note = collection.index / NOTE
    if not note.exists():
        return
    yield _checked(note, FileClass.INDEX, lambda path: verify_note(path.parent), advance)
    try:
        there = current_generation(collection.index)
    except DamagedFileError:
        return
    if there is None:
        return
    damaged = set(damaged_files(there.folder, there.note))
    for path in [*(there.folder / name for name in (META, DIGESTS)), *segment_files(there.folder)]:
        state = FileState.DAMAGED if path.name in damaged else FileState.SOUND
        yield CheckedFile(path, FileClass.INDEX, state)
        advance(path.stat().st_size if path.exists() else 0)
    for part in (KEYS, SPELLING):
        yield from _arrays(there.folder / str(there.note[part]), FileClass.INDEX, advance)


CHECKS = {
    FileClass.ARCHIVE: _archive,
    FileClass.FRONTIER: _frontier,
    FileClass.TABLES: _tables,
    FileClass.MODELS: _models,
    FileClass.SKETCHES: _sketches,
    FileClass.INDEX: _index,
    FileClass.RATINGS: _ratings,
}
