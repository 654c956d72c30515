"""Is something of this machine used up? The one place that knows, whoever raised the error.

Files, memory, threads and the disk are ours: a host or a page is never to blame for them. SQLite,
DuckDB, Arrow and tantivy have numbers, classes or only words of their own for the same things.
"""

import errno
import os
import resource
import socket
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

MOST_DESCRIPTORS = 1024
"""More are not asked for: `select`, on which libcurl waits for us, knows no higher number."""
OWN_DESCRIPTORS = Path("/proc/self/fd")


class Resource(StrEnum):
    """What a machine can run out of."""

    FILES = "files"
    MEMORY = "memory"
    THREADS = "threads"
    DISK = "disk"
    PROCESSOR = "processor"


NUMBERS = {
    errno.EMFILE: Resource.FILES,
    errno.ENFILE: Resource.FILES,
    errno.ENOMEM: Resource.MEMORY,
    errno.ENOBUFS: Resource.MEMORY,
    errno.EAGAIN: Resource.THREADS,  # of fork and clone; who waits for data takes it as that
    errno.ENOSPC: Resource.DISK,
    errno.EDQUOT: Resource.DISK,
    errno.EFBIG: Resource.DISK,
}
SQLITE = "sqlite3"  # by its name, and its numbers as they are: who speaks SQL stands further up
SQLITE_NUMBERS = {13: Resource.DISK, 7: Resource.MEMORY}  # SQLITE_FULL, SQLITE_NOMEM
SQLITE_FAMILY = 0xFF  # the low byte of an error number says its family: sqlite.org/rescode
# What libraries say that hand on the words of the system, or their own, but no number.
PHRASES = {
    "no space left on device": Resource.DISK,
    "disk quota exceeded": Resource.DISK,
    "file too large": Resource.DISK,
    "too many open files": Resource.FILES,
    "cannot allocate memory": Resource.MEMORY,
    "can't start new thread": Resource.THREADS,
    "failed to spawn thread": Resource.THREADS,
    "resource temporarily unavailable": Resource.THREADS,
}
# Of these a message is read: others may quote a page of the web.
WORDY = ("duckdb", "_duckdb", "pyarrow", "tantivy")
WORDY_CLASSES = (OSError, RuntimeError, ValueError)
OUT_OF_MEMORY = "OutOfMemoryException"  # DuckDB's, by its name: the store alone knows DuckDB
LONGEST_MESSAGE = 2_000


def exhausted_resource(error: BaseException) -> Resource | None:
    """What is used up, if that is why this was raised; None if it is something else."""
    return next(filter(None, map(_resource_of, _causes(error))), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what it was raised from; what was at hand by chance does not count."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__


def _resource_of(error: BaseException) -> Resource | None:
    if isinstance(error, MemoryError) or type(error).__name__ == OUT_OF_MEMORY:
        return Resource.MEMORY
    if type(error).__module__ == SQLITE:
        number = getattr(error, "sqlite_errorcode", 0) & SQLITE_FAMILY
        return SQLITE_NUMBERS.get(number)
    if isinstance(error, socket.gaierror):  # its numbers are others
        return Resource.MEMORY if error.errno == socket.EAI_MEMORY else None
    if isinstance(error, OSError) and error.errno:
        return NUMBERS.get(error.errno)
    if isinstance(error, WORDY_CLASSES) or type(error).__module__.startswith(WORDY):
        return _resource_in(str(error))
    return None


def _resource_in(message: str) -> Resource | None:
    words = message[:LONGEST_MESSAGE].lower()
    return next((known for phrase, known in PHRASES.items() if phrase in words), None)


def resource_of_number(number: int) -> Resource | None:
    """What is used up when the system answers with this number; None if it is something else."""
    return NUMBERS.get(number) if number != errno.EAGAIN else None


def has_descriptors() -> bool:
    """Whether another file can be opened now."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC))
    except OSError as error:
        return exhausted_resource(error) is not Resource.FILES
    return True


def raise_descriptor_limit() -> int:
    """Let this process open as many files as it may and can use; how many these are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def free_descriptors() -> int:
    """How many more files this process may open now."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)
    return most - len(list(OWN_DESCRIPTORS.iterdir()))


def free_bytes(folder: Path) -> int:
    """Bytes that may still be written to the disk of this folder, by who is not root."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
