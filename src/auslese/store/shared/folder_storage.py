"""Shared storage in a folder: of this machine, or of a file server that all machines have mounted.

An object is a file. It is written aside, synced, and gets its name in one step: by a rename where
it may replace another, by a hard link where it may not, for a link fails if the name is taken. What
looks before it leaps (`replace`) holds a lock meanwhile, and so does everything that gives or takes
a name; the lock goes with the process that has it.
"""

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EMLINK, ENOTSUP, EPERM
from hashlib import sha256
from pathlib import Path

from auslese.store.shared.shared_storage import (
    PATIENCE,
    MissingObjectError,
    ObjectEntry,
    StorageError,
    StoredObject,
    require_key,
)
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import TEMPORARY, remove_aside, sync_file, sync_folder
from auslese.wording.fleet.storage_sentences import StorageProblem

LOCK_NAME = ".lock"
RETRY_SECONDS = 0.01  # who holds the lock renames one file and syncs one folder
NO_LINK = frozenset({EPERM, EMLINK, ENOTSUP})


class FolderStorage:
    """Objects as files below a folder."""

    def __init__(self, folder: Path, patience: float = PATIENCE) -> None:
        """Keep them here; the folder is there already, for it may be a disk to be mounted."""
        if not folder.is_dir():
            raise StorageError(StorageProblem.NO_FOLDER.of(path=folder))
        self._folder = folder
        self._patience = patience

    @property
    def url(self) -> str:
        """Where this is, for people."""
        return self._folder.absolute().as_uri()

    def put(self, key: str, content: bytes | Path) -> None:
        """Keep an object, in place of an earlier one."""
        path = self._path(key)
        with self._written_aside(path, content) as aside, self._held():
            aside.replace(path)
            sync_folder(path.parent)

    def create(self, key: str, content: bytes) -> bool:
        """Keep an object if there is none, or one that says the same."""
        path = self._path(key)
        with self._written_aside(path, content) as aside, self._held():
            is_ours = _linked(aside, path) or path.read_bytes() == content
            sync_folder(path.parent)  # also of a name that a killed writer gave
            return is_ours

    def replace(self, key: str, content: bytes, version: str) -> bool:
        """Keep an object in place of the one of this version."""
        path = self._path(key)
        with self._written_aside(path, content) as aside, self._held():
            there = path.read_bytes() if path.exists() else None
            if there is not None and _version_of(there) == version:
                aside.replace(path)
                there = content
            sync_folder(path.parent)
            return there == content

    def get(self, key: str) -> StoredObject:
        """The whole object."""
        try:
            content = self._path(key).read_bytes()
        except FileNotFoundError:
            raise self._missing(key) from None
        return StoredObject(content, _version_of(content))

    def get_range(self, key: str, begin: int, size: int) -> bytes:
        """Bytes of an object."""
        try:
            with self._path(key).open("rb") as file:
                return os.pread(file.fileno(), size, begin)
        except FileNotFoundError:
            raise self._missing(key) from None

    def entries(self, folder: str, after: str = "") -> list[ObjectEntry]:
        """All objects below a folder, by key."""
        return sorted(entry for entry in self._files(require_key(folder)) if entry.key > after)

    def delete(self, key: str) -> None:
        """Remove an object; its folder stays, as somebody may be about to write there."""
        path = self._path(key)
        with reporting_if_unwritable(self._folder), self._held():
            if path.exists():
                path.unlink()
                sync_folder(path.parent)

    def remove_unfinished(self, before: float) -> int:
        """Remove what killed writers left half written."""
        removed = 0
        for path in self._folder.rglob(f".*{TEMPORARY}"):
            if path.stat().st_mtime < before:
                path.unlink(missing_ok=True)
                removed += 1
        return removed

    def _path(self, key: str) -> Path:
        return self._folder / require_key(key)

    def _files(self, folder: str) -> Iterator[ObjectEntry]:
        for place, _, names in os.walk(self._folder / folder):
            for path in (Path(place, name) for name in names if not name.startswith(".")):
                with suppress(FileNotFoundError):  # deleted meanwhile
                    about = path.stat()
                    key = str(path.relative_to(self._folder))
                    yield ObjectEntry(key, about.st_size, about.st_mtime)

    def _missing(self, key: str) -> MissingObjectError:
        return MissingObjectError(StorageProblem.MISSING.of(key=key, url=self.url))

    @contextmanager
    def _written_aside(self, path: Path, content: bytes | Path) -> Iterator[Path]:
        """The content under another name, safe on the disk; nothing is left of it afterwards."""
        with reporting_if_unwritable(self._folder):
            self._make_folder(path.parent)
            aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}{TEMPORARY}")
            try:
                if isinstance(content, Path):
                    shutil.copyfile(content, aside)
                else:
                    aside.write_bytes(content)
                sync_file(aside)
                yield aside
            finally:
                remove_aside(aside)

    def _make_folder(self, folder: Path) -> None:
        """Make a folder whose name survives a power cut, and those above it."""
        if folder.is_dir():
            return
        self._make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold all names below the folder for ourselves."""
        path = self._folder / LOCK_NAME
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            deadline = time.monotonic() + self._patience
            while not _is_locked(descriptor):
                if time.monotonic() > deadline:
                    problem = StorageProblem.LOCKED.of(path=path, seconds=self._patience)
                    raise StorageError(problem)
                time.sleep(RETRY_SECONDS)
            yield
        finally:
            os.close(descriptor)


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _linked(aside: Path, path: Path) -> bool:
    """Give a file a second name if that is free; a file server may do it and lose the answer."""
    try:
        path.hardlink_to(aside)
    except FileExistsError:
        return path.samefile(aside)
    except OSError as error:
        if error.errno not in NO_LINK:
            raise
        raise StorageError(StorageProblem.NO_LINKS.of(path=path.parent)) from error
    return True


def _version_of(content: bytes) -> str:
    """A mark that changes with the content, whatever the clock of the disk says."""
    return sha256(content).hexdigest()
