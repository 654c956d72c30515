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
SQLITE_ERRORS = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
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
            f" make room and {then}"
        ) from error


def is_of_the_disk(error: OSError | sqlite3.OperationalError) -> bool:
    """Whether the disk is at fault, and not the program."""
    if isinstance(error, OSError):
        return error.errno in DISK_ERRORS
    return error.sqlite_errorcode & PRIMARY in SQLITE_ERRORS


def reason_of(error: OSError | sqlite3.OperationalError) -> str:
    """The reason in the words of the system."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
