"""Arrays in a folder of files that are mapped when they are wanted, with a note about them.

    models/graph/about.json       what they were made from, and the length and checksum of each
    models/graph/out_ends.npy     an array as numpy keeps it

The folder is written aside and gets its name when it is whole; the one before is gone then. Whoever
has it open keeps what it has mapped.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from auslese.system.durable_files import (
    publish_folder,
    sync_file,
    sync_folder,
    written_aside,
)
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.file_pieces import checksum_of
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json

ABOUT = "about.json"
VERIFIED_BYTES = 1 << 28
"""So much is read to verify arrays before they are mapped: at 2 to 5 GB a second, a tenth of one
second at most. Larger ones, of some million pages, are verified by stages and `auslese check`."""

Arrays = Mapping[str, NDArray[np.generic]]


def write_arrays(folder: Path, arrays: Arrays, note: Mapping[str, Any]) -> None:
    """Put these arrays in the place of those that are there."""
    with written_aside(folder) as aside:
        rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        files: dict[str, Any] = {}
        for name, array in arrays.items():
            path = aside / f"{name}.npy"
            save_array(path, array)
            files[name] = {"bytes": path.stat().st_size, "checksum": checksum_of(path)}
        (aside / ABOUT).write_text(sealed_json({"note": dict(note), "files": files}))
        sync_file(aside / ABOUT)
        sync_folder(aside)
        publish_folder(aside, folder)


class _WriteOnly:
    """A file of which numpy knows `write` alone: else it writes past us, and a full disk has no
    number in its error."""

    def __init__(self, file: BinaryIO) -> None:
        self.write = file.write


def save_array(path: Path, array: NDArray[np.generic]) -> None:
    """Write one array; its bytes are on the disk when this returns."""
    with path.open("wb") as file:
        np.save(_WriteOnly(file), array, allow_pickle=False)
    sync_file(path)


def note_of(folder: Path) -> dict[str, Any]:
    """What was noted about the arrays in this folder; nothing if there are none, or it is lost."""
    try:
        note: dict[str, Any] = _about(folder).get("note", {})
    except DamagedFileError:
        return {}
    return note


def map_arrays(folder: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays in this folder, mapped; none if one of them is missing.

    DamagedFileError if one is not as it was written; that is looked at before unless they are many.
    """
    about = _about(folder)
    files = about.get("files", {})
    if any(not (folder / f"{name}.npy").is_file() for name in files):
        return {}
    is_small = sum(each["bytes"] for each in files.values()) <= VERIFIED_BYTES
    for name in _damaged(folder, files) if is_small else _cut(folder, files):
        if _about(folder) != about:  # another one has just taken its place
            return {}
        raise DamagedFileError(folder / f"{name}.npy")
    return {name: _mapped(folder / f"{name}.npy") for name in files}


def damaged_files(folder: Path) -> list[str]:
    """The names of files that are not as they were written; it reads all of them."""
    try:
        return [f"{name}.npy" for name in _damaged(folder, _about(folder).get("files", {}))]
    except DamagedFileError:
        return [ABOUT]


def array_files(folder: Path) -> list[Path]:
    """The files of all arrays in this folder; DamagedFileError if that is not known."""
    return [folder / f"{name}.npy" for name in _about(folder).get("files", {})]


def _damaged(folder: Path, files: Mapping[str, Any]) -> Iterator[str]:
    cut = set(_cut(folder, files))
    for name, each in files.items():
        if name in cut or checksum_of(folder / f"{name}.npy") != each["checksum"]:
            yield name


def _cut(folder: Path, files: Mapping[str, Any]) -> Iterator[str]:
    return (name for name, each in files.items() if _length(folder, name) != each["bytes"])


def _about(folder: Path) -> dict[str, Any]:
    try:
        return read_sealed_json(folder / ABOUT)
    except FileNotFoundError:
        return {}


def _length(folder: Path, name: str) -> int:
    path = folder / f"{name}.npy"
    return path.stat().st_size if path.is_file() else -1


def _mapped(path: Path) -> NDArray[np.generic]:
    array: NDArray[np.generic] = np.load(path, mmap_mode="r", allow_pickle=False)
    # A plain array over the mapped bytes: numpy asks a memmap at every step whether it is one.
    return np.asarray(array)
