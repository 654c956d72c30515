"""Files that survive a crash: append and sync, or write aside and rename."""

import ctypes
import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FLUSH_BYTES = 1 << 18  # 256 KiB: some fifty pages per system call, and little lost memory
TEMPORARY = ".tmp"
AT_HERE, EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of renameat2(2)

FAILED = "an earlier write failed, so nobody knows where it ends"
CLOSED = "it is closed"


class AppendFile:
    """A new file that only grows; its length is known without asking the disk.

    After a failed write (disk full) it takes nothing more: where it ends is then unknown, and
    only cutting it to a length that was synced before makes it whole again.
    """

    def __init__(self, path: Path, mode: int = 0o644) -> None:
        """Make it; `mode` says who may read it, as far as the umask allows."""
        self.path = path
        self.length = 0
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._refusal = ""

    def append(self, data: bytes) -> None:
        """Take these bytes; they are safe after the next `sync`."""
        self._check()
        self._waiting.append(data)
        self._waiting_bytes += len(data)
        self.length += len(data)
        if self._waiting_bytes >= FLUSH_BYTES:
            self._flush()

    def sync(self) -> None:
        """Return when everything appended so far is on the disk."""
        self._check()
        self._flush()
        with self._failing_for_good():
            os.fdatasync(self._fd)

    def close(self) -> None:
        """Give the file back; what was not synced may be lost."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
            self._refusal = self._refusal or CLOSED

    def _flush(self) -> None:
        rest = memoryview(b"".join(self._waiting))
        self._waiting.clear()
        self._waiting_bytes = 0
        with self._failing_for_good():
            while rest:  # a disk that fills up takes the first part of a write
                rest = rest[os.write(self._fd, rest) :]

    @contextmanager
    def _failing_for_good(self) -> Iterator[None]:
        """Remember a failure: after it a second sync that succeeds proves nothing."""
        try:
            yield
        except OSError:
            self._refusal = FAILED
            raise

    def _check(self) -> None:
        if self._refusal:
            raise OSError(errno.EIO, self._refusal, str(self.path))


def temporary_of(path: Path) -> Path:
    """Return the name under which a file is written before it gets its own.

    The dot in front hides it from `*.parquet`, `*.cdxj` and their like.
    """
    return path.with_name(f".{path.name}{TEMPORARY}")


def write_whole(path: Path, chunks: Iterable[bytes], like: Path | None = None) -> None:
    """Leave either the old file or the whole new one, also after a power cut.

    Who may read it is as it was, or as with the file that it is to be `like`.
    """
    model = like or path
    with written_aside(path) as aside:
        with aside.open("wb") as file:
            if model.exists():
                aside.chmod(stat.S_IMODE(model.stat().st_mode))  # before anything stands in it
            file.writelines(chunks)
        publish(aside, path)


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """The name under which to write; whatever fails, nothing is left under it.

    On a full disk what is half written is in the way of everything else.
    """
    aside = temporary_of(path)
    try:
        yield aside
    except BaseException:
        remove_aside(aside)
        raise


def remove_aside(aside: Path) -> None:
    """Remove what was half written, file or folder, if it is there and can be."""
    with suppress(OSError):
        if aside.is_dir():
            shutil.rmtree(aside)
        else:
            aside.unlink(missing_ok=True)


def publish(aside: Path, path: Path) -> None:
    """Give a finished file its name, once its bytes are safe."""
    sync_file(aside)
    aside.replace(path)
    sync_folder(path.parent)


def publish_folder(aside: Path, folder: Path) -> None:
    """Put a finished folder in the place of the one before, in one step.

    Names of folders cannot be replaced, only exchanged. Where a file system cannot do that either,
    a crash between two steps leaves the old one under a hidden name.
    """
    if not folder.exists():
        aside.rename(folder)
    elif not _exchange(aside, folder):
        before = folder.with_name(f".{folder.name}.old")
        shutil.rmtree(before, ignore_errors=True)
        folder.rename(before)
        aside.rename(folder)
        shutil.rmtree(before, ignore_errors=True)
    sync_folder(folder.parent)
    shutil.rmtree(aside, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Let two names change places; False where that is not possible."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    names = (AT_HERE, os.fsencode(one), AT_HERE, os.fsencode(other))
    return bool(rename(*names, EXCHANGE) == 0)


def sync_file(path: Path) -> None:
    """Return when the bytes of this file are on the disk."""
    _fsync(path, os.O_RDONLY)


def sync_folder(path: Path) -> None:
    """Return when the names in this folder are on the disk."""
    _fsync(path, os.O_RDONLY | os.O_DIRECTORY)


def _fsync(path: Path, flags: int) -> None:
    fd = os.open(path, flags)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
