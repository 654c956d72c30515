"""Small notes in JSON that know whether they are as they were written."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xxhash import xxh3_64_hexdigest

from auslese.system.seals.damaged_file import DamagedFileError

SEAL = "seal"


def sealed_json(note: Mapping[str, Any]) -> str:
    """The note as text, with a checksum of the rest of it."""
    return json.dumps({**note, SEAL: _seal_of(note)}, indent=1)


def read_sealed_json(path: Path) -> dict[str, Any]:
    """The note in a file; DamagedFileError if it is not as it was written.

    One from before there were seals has none.
    """
    try:
        note = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise DamagedFileError(path) from error
    if not isinstance(note, dict):
        raise DamagedFileError(path)
    # It is written last, and known by what it is, too: its name may be damaged.
    name, seal = note.popitem() if note else ("", None)
    is_right = seal == _seal_of(note)
    if (name == SEAL) != is_right:
        raise DamagedFileError(path)
    return note if is_right else note | {name: seal}


def has_seal(path: Path) -> bool:
    """Whether a note has a checksum at all."""
    return SEAL in json.loads(path.read_text("utf-8"))


def _seal_of(note: Mapping[str, Any]) -> str:
    return xxh3_64_hexdigest(json.dumps(note, sort_keys=True).encode())
