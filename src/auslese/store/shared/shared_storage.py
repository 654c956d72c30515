"""Objects that several machines share: kept whole, found by key, replaced only knowingly.

    open_storage("file:///mnt/shared")   a folder that all machines have mounted   folder_storage
    open_storage("s3://bucket/prefix")   a bucket of Amazon's or of another S3     bucket_storage

Both keep one protocol, and one class of tests holds them to it. A reader sees a whole object or
none, at any moment and after any kill. Who needs a decision between machines makes it by `create`
or `replace`: of several that try at once exactly one gets through.
"""

import re
from pathlib import Path
from typing import NamedTuple, Protocol

from auslese.records.errors import AusleseError

KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.=-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.=-]*)*")
PATIENCE = 45.0
"""Seconds that one call may wait for storage that is being restarted.

Less than the minute after which a silent worker counts as hung (`crawl.worker.coordinator`).
"""


class StorageError(AusleseError):
    """Shared storage does not do what it should; the message says what to do."""


class MissingObjectError(StorageError):
    """There is no object of this key."""


class StoredObject(NamedTuple):
    """A whole object, and a mark that changes with it."""

    content: bytes
    version: str


class ObjectEntry(NamedTuple):
    """An object as a list names it."""

    key: str
    size: int
    changed_at: float
    """When it was written, in seconds since 1970 by the clock of the storage."""


class SharedStorage(Protocol):
    """Where objects are kept; keys are names with slashes, of letters, digits and `_.=-`."""

    @property
    def url(self) -> str:
        """Where this is, for people."""
        ...

    def put(self, key: str, content: bytes | Path) -> None:
        """Keep an object, in place of an earlier one; it is safe when this returns."""
        ...

    def create(self, key: str, content: bytes) -> bool:
        """Keep an object if there is none; False if there is one that says something else.

        True also for one that says the same: who repeats itself after a crash is not refused.
        """
        ...

    def replace(self, key: str, content: bytes, version: str) -> bool:
        """Keep an object in place of the one of this version; False if that is not there any more.

        True also if there is one that says the same.
        """
        ...

    def get(self, key: str) -> StoredObject:
        """The whole object; MissingObjectError if there is none."""
        ...

    def get_range(self, key: str, begin: int, size: int) -> bytes:
        """Bytes of an object, as many of them as there are."""
        ...

    def entries(self, folder: str, after: str = "") -> list[ObjectEntry]:
        """All objects whose keys begin with `folder/`, by key; with `after`, only those behind."""
        ...

    def delete(self, key: str) -> None:
        """Remove an object; it need not be there."""
        ...

    def remove_unfinished(self, before: float) -> int:
        """Remove what killed writers left half written before this moment of its own clock."""
        ...


def require_key(key: str) -> str:
    """The key, if it is one; all that we make are."""
    if not KEY.fullmatch(key):
        raise ValueError(f"{key!r} is no key of an object")
    return key
