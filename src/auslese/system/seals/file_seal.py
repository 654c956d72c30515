"""A checksum beside a file that changes, for the times when nobody writes it.

    frontier.db        a database
    frontier.db.seal   its length and its XXH3; not there while somebody may write it

Databases have no checksums of their own. Whoever is about to write breaks the seal first, and seals
the file when it is done; after a kill there is none, and then only the database itself can tell
whether it is whole.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from auslese.system.durable_files import sync_folder, write_whole
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.file_pieces import checksum_of
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json

VERIFIED_BYTES = 1 << 28
"""Files up to this length are verified whenever they are opened to look something up: a tenth of a
second at most. Longer ones are verified before they are written, and by `auslese check`."""

_VERIFIED: dict[str, tuple[int, ...]] = {}
"""The state in which a file was found sound by this process."""


def seal_of(path: Path) -> Path:
    """Where the seal of a file lies."""
    return path.with_name(f"{path.name}.seal")


def seal_file(path: Path) -> None:
    """Seal a file that nobody writes any more; a disk that takes no seal does no harm."""
    with suppress(OSError):
        note = {"bytes": path.stat().st_size, "checksum": checksum_of(path)}
        write_whole(seal_of(path), [sealed_json(note).encode()])


def break_seal(path: Path) -> None:
    """Take the seal away before the first byte is changed, also for a power cut."""
    seal = seal_of(path)
    if seal.exists():
        seal.unlink()
        sync_folder(seal.parent)


def verify_file(path: Path, most_bytes: int | None = VERIFIED_BYTES) -> None:
    """Raise DamagedFileError if a sealed file is not as it was written.

    One that is longer than `most_bytes` is not looked at; None looks at all.
    """
    note = _note_of(path)
    if not note or (most_bytes is not None and note["bytes"] > most_bytes):
        return
    state = _state_of(path)
    if _VERIFIED.get(str(path)) == state:
        return
    if path.stat().st_size != note["bytes"] or checksum_of(path) != note["checksum"]:
        if _note_of(path) != note:  # somebody has just begun to write
            return
        raise DamagedFileError(path)
    _VERIFIED[str(path)] = state


def _note_of(path: Path) -> dict[str, Any]:
    try:
        return read_sealed_json(seal_of(path))
    except FileNotFoundError:
        return {}


def _state_of(path: Path) -> tuple[int, ...]:
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
