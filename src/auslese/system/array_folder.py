"""Arrays in a folder of files that are mapped when they are wanted, with a note about them.

    models/graph/about.json       what they were made from, and the length and checksum of each
    models/graph/out_ends.npy     an array as numpy keeps it

The folder is written aside and gets its name when it is whole; the one before is gone then. Whoever
has it open keeps what it has mapped.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64

from auslese.system.durable_files import sync_file, sync_folder, temporary_of

ABOUT = "about.json"
READ_BYTES = 1 << 22

Arrays = Mapping[str, NDArray[np.generic]]


def write_arrays(folder: Path, arrays: Arrays, note: Mapping[str, Any]) -> None:
    """Put these arrays in the place of those that are there."""
    aside = temporary_of(folder)
    rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    files: dict[str, Any] = {}
    for name, array in arrays.items():
        path = aside / f"{name}.npy"
        np.save(path, array, allow_pickle=False)
        sync_file(path)
        files[name] = {"bytes": path.stat().st_size, "checksum": checksum_of(path)}
    (aside / ABOUT).write_text(json.dumps({"note": dict(note), "files": files}, indent=1))
    sync_file(aside / ABOUT)
    sync_folder(aside)
    rmtree(folder, ignore_errors=True)
    aside.replace(folder)
    sync_folder(folder.parent)


def note_of(folder: Path) -> dict[str, Any]:
    """What was noted about the arrays in this folder; nothing if there are none."""
    note: dict[str, Any] = _about(folder).get("note", {})
    return note


def map_arrays(folder: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays in this folder, mapped; none if one of them is missing or cut."""
    files = _about(folder).get("files", {})
    if any(_length(folder, name) != each["bytes"] for name, each in files.items()):
        return {}
    return {name: _mapped(folder / f"{name}.npy") for name in files}


def damaged_files(folder: Path) -> list[str]:
    """The names of arrays that are not as they were written; it reads all of them."""
    return [
        name
        for name, each in _about(folder).get("files", {}).items()
        if _length(folder, name) != each["bytes"]
        or checksum_of(folder / f"{name}.npy") != each["checksum"]
    ]


def checksum_of(path: Path) -> str:
    """The XXH3 of a file, hexadecimal."""
    digest = xxh3_64()
    with path.open("rb") as file:
        while block := file.read(READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _about(folder: Path) -> dict[str, Any]:
    try:
        about = json.loads((folder / ABOUT).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return about if isinstance(about, dict) else {}


def _length(folder: Path, name: str) -> int:
    path = folder / f"{name}.npy"
    return path.stat().st_size if path.is_file() else -1


def _mapped(path: Path) -> NDArray[np.generic]:
    array: NDArray[np.generic] = np.load(path, mmap_mode="r", allow_pickle=False)
    # A plain array over the mapped bytes: numpy asks a memmap at every step whether it is one.
    return np.asarray(array)
