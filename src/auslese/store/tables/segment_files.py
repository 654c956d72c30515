"""Which files does a table consist of, and which of them are dropped?

By itself, so that whoever asks the tables in SQL need not import Arrow, which writes them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from auslese.system.durable_files import sync_folder, temporary_of

SEGMENT_NAME = re.compile(r"(\d{6,})\.parquet")
SNAPSHOT = 1  # the number of the only segment of a table that is always replaced as a whole


def segments_of(folder: Path, name: str) -> list[Path]:
    """Return the files of a table, oldest first."""
    return [path for _, path in _numbered(folder / name)]


def numbers_of(folder: Path, name: str) -> list[int]:
    """Return the numbers of the segments of a table, in order."""
    return [number for number, _ in _numbered(folder / name)]


def segment_path(folder: Path, name: str, number: int) -> Path:
    """Return where the n-th segment of a table lies."""
    return folder / name / f"{number:06}.parquet"


def drop_segments_from(folder: Path, name: str, number: int) -> list[Path]:
    """Return the segments removed: those with this number or a higher one, and unfinished ones.

    After a crash the recorded next number decides which segments count.
    """
    place = folder / name
    if not place.exists():
        return []
    drop_unfinished(folder, name)
    dropped = [path for found, path in _numbered(place) if found >= number]
    for path in dropped:
        path.unlink()
    sync_folder(place)
    return dropped


def drop_unfinished(folder: Path, name: str) -> None:
    """Remove what a kill left half written."""
    for unfinished in (folder / name).glob(temporary_of(Path("*")).name):
        unfinished.unlink()


def drop_segment(folder: Path, name: str, number: int) -> None:
    """Remove the n-th segment for good, if it is there; it need not be."""
    path = segment_path(folder, name, number)
    if path.exists():
        path.unlink()
        sync_folder(path.parent)


def literal_pattern(path: Path) -> str:
    """A pattern of DuckDB that fits this path alone."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))


def _numbered(place: Path) -> Iterator[tuple[int, Path]]:
    found = [(SEGMENT_NAME.fullmatch(path.name), path) for path in place.glob("*.parquet")]
    yield from sorted((int(match[1]), path) for match, path in found if match)
