"""Which generation of the full-text index counts; told without opening it."""

from pathlib import Path
from typing import Any, NamedTuple

from auslese.records.errors import NotFoundError
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import has_seal, read_sealed_json
from auslese.wording.problem_sentences import PageProblem

FORMAT = 8  # of terms and fields; an index of another one is made anew
NOTE = "current.json"


class IndexGeneration(NamedTuple):
    """An index as it was left."""

    folder: Path
    note: dict[str, Any]
    """Its `number` and `format`, how many `pages` it has, and how often it was `changed`."""


def current_generation(folder: Path) -> IndexGeneration | None:
    """The index that counts; none if there is none of this version.

    DamagedFileError if its note is not as it was written.
    """
    try:
        note = read_sealed_json(folder / NOTE)
        place = folder / f"{int(note['number']):06}"
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedFileError(folder / NOTE) from error
    is_there = note.get("format") == FORMAT and place.is_dir()
    return IndexGeneration(place, note) if is_there else None


def verify_note(folder: Path) -> bool:
    """Whether the note of an index has a seal; DamagedFileError if it is damaged."""
    current_generation(folder)
    return has_seal(folder / NOTE)


def has_older_index(folder: Path) -> bool:
    """Whether there is an index with terms or fields of another version, which nobody can ask."""
    try:
        return bool(read_sealed_json(folder / NOTE).get("format") != FORMAT)
    except FileNotFoundError:
        return False


def mark_of_index(folder: Path) -> tuple[int, int]:
    """Another one says that the index has changed, or is gone."""
    try:
        note = (folder / NOTE).stat()
    except FileNotFoundError:
        return 0, 0
    return note.st_mtime_ns, note.st_ino


def index_command(folder: Path) -> str:
    """What makes the index in a folder; parts of one lie together in a folder of the collection."""
    if folder.parent.name == "shards":
        return f"auslese index {folder.parent.parent} --shards {folder.name.rpartition('-')[2]}"
    return f"auslese index {folder.parent}"


def required_generation(folder: Path) -> IndexGeneration:
    """The index that counts; NotFoundError if there is none."""
    if (found := current_generation(folder)) is None:
        problem = PageProblem.OLDER_INDEX if has_older_index(folder) else PageProblem.NO_INDEX
        raise NotFoundError(problem.of(command=index_command(folder)))
    return found
