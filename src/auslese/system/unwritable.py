"""What to tell when the disk takes nothing more: a sentence instead of a traceback."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auslese.records.errors import AusleseError

DISK_ERRORS = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM}
)
NO_RIGHT = frozenset({errno.EACCES, errno.EPERM})
SQLITE_ERRORS = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of a file that is not whole."""
PRIMARY = 0xFF  # the low byte of an error number says which family it is of: sqlite.org/rescode


class UnwritableError(AusleseError):
    """A collection cannot be written: no space, no right, a broken disk."""


@contextmanager
def reporting_if_unwritable(folder: Path, then: str = "start the crawl again") -> Iterator[None]:
    """End what is done inside with words for a person if the disk takes nothing more.

    `then` is what she is to do when there is room.
    """
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        if not is_of_the_disk(error):
            raise
        raise UnwritableError(
            f"{folder} cannot be written ({reason_of(error)}); nothing recorded is lost:"
            f" {remedy_for(error)} and {then}"
        ) from error


def is_of_the_disk(error: OSError | sqlite3.OperationalError) -> bool:
    """Whether the disk is at fault, and not the program."""
    if isinstance(error, OSError):
        return error.errno in DISK_ERRORS
    return error.sqlite_errorcode & PRIMARY in SQLITE_ERRORS


def remedy_for(error: OSError | sqlite3.OperationalError) -> str:
    """What is to be done about it."""
    if isinstance(error, OSError):
        if error.errno in NO_RIGHT:
            return "get the right to write there"
        return "make it writable" if error.errno == errno.EROFS else "make room"
    code = error.sqlite_errorcode & PRIMARY
    return "make it writable" if code == sqlite3.SQLITE_READONLY else "make room"


def reason_of(error: OSError | sqlite3.OperationalError) -> str:
    """The reason in the words of the system."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
