"""A folder held by one command at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auslese.records.errors import AusleseError, LockedError

LOCK = ".lock"


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold a folder, made if need be; LockedError if another command works there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as problem:
        raise AusleseError(f"{folder} cannot be used: {problem.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LockedError(f"another command works in {folder}") from None
        yield
    finally:
        os.close(descriptor)
