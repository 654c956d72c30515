"""Is it the disk that takes nothing more, and what would help?"""

import errno
import sqlite3
from enum import StrEnum

from auslese.system.exhausted import SQLITE_FAMILY, Resource, exhausted_resource, has_descriptors

# Beside a full disk, which `system.exhausted` knows in the words of all libraries.
DISK_ERRORS = frozenset({errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM})
NO_RIGHT = frozenset({errno.EACCES, errno.EPERM})
SQLITE_ERRORS = frozenset(
    {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
)
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of a file that is not whole."""


class Remedy(StrEnum):
    """What is to be done about a place that cannot be written."""

    ROOM = "room"
    RIGHT = "right"
    WRITABLE = "writable"


def is_of_the_disk(error: BaseException) -> bool:
    """Whether the disk is at fault, and not the program."""
    if exhausted_resource(error) is Resource.DISK:
        return True
    if isinstance(error, OSError):
        return error.errno in DISK_ERRORS
    code = _sqlite_code(error)
    if code == sqlite3.SQLITE_CANTOPEN and not has_descriptors():
        return False
    return code in SQLITE_ERRORS


def _sqlite_code(error: BaseException) -> int:
    if not isinstance(error, sqlite3.OperationalError):
        return 0
    return int(getattr(error, "sqlite_errorcode", 0)) & SQLITE_FAMILY


def remedy_for(error: BaseException) -> Remedy:
    """What is to be done about it."""
    if isinstance(error, OSError) and error.errno in NO_RIGHT:
        return Remedy.RIGHT
    read_only = isinstance(error, OSError) and error.errno == errno.EROFS
    if read_only or _sqlite_code(error) == sqlite3.SQLITE_READONLY:
        return Remedy.WRITABLE
    return Remedy.ROOM


def reason_of(error: BaseException) -> str:
    """The reason in the words of the system, in one line."""
    words = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return " ".join(words.split())
