"""Whatever path a person gives: one line that says what is wrong with it, and no traceback."""

import errno
import sqlite3
from pathlib import Path

import pytest
from tests.running import auslese

from auslese.cli.path_troubles import path_trouble
from auslese.system.unwritable import Remedy, remedy_for


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(errno.ENOENT, "", "/proc/x"), "/proc/x: there is no such file or fold"),
        (NotADirectoryError(errno.ENOTDIR, "", "a/b"), "a/b: part of this path is a file"),
        (PermissionError(errno.EACCES, "", b"/root/\xff"), "/root/\ufffd: you may not read or"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full (No space left"),
        (OSError(errno.ENOSPC, "No space left", "x"), "the disk is full (x: No space left"),
        (OSError(errno.EMFILE, "Too many open files"), "this machine lets us open no more files"),
        (BlockingIOError(errno.EAGAIN, "x"), "this machine lets us start no more processes"),
        (RuntimeError("can't start new thread"), "this machine lets us start no more processes"),
        (MemoryError(), "memory is used up (MemoryError)"),
        (OSError(errno.EXDEV, "Invalid cross-device link", "x"), "x: Invalid cross-device link"),
        (sqlite3.DatabaseError("malformed"), "a database of the collection cannot be read or"),
        (OSError(errno.EINVAL, "Invalid argument"), ""),
        (RuntimeError("Symlink loop from '/a'"), "'/a': its links lead in a circle"),
        (RuntimeError("a bug"), ""),
        (ValueError("a bug"), ""),
    ],
)
def test_the_true_reason_stands_in_one_line(error: Exception, words: str) -> None:
    told = path_trouble(error)

    assert told.startswith(words)
    assert bool(told) == bool(words)


def test_the_remedy_fits_the_reason() -> None:
    errors = [OSError(number, "") for number in (errno.EACCES, errno.EROFS, errno.ENOSPC)]

    assert list(map(remedy_for, errors)) == [
        Remedy.RIGHT,
        Remedy.WRITABLE,
        Remedy.ROOM,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["new", "go", "import", "status", "crawl"])
@pytest.mark.parametrize("place", ["/proc/x", "file/below", "circle"])
def test_no_path_brings_a_traceback(tmp_path: Path, command: str, place: str) -> None:
    (tmp_path / "file").write_text("words")
    (tmp_path / "circle").symlink_to("circle")
    folder = place if place.startswith("/") else tmp_path / place
    words = {
        "new": ("new", folder, "--start", "http://127.0.0.1/"),
        "go": ("go", "http://127.0.0.1:1/", "--into", folder),
        "import": ("import", folder, tmp_path / "file"),
    }.get(command, (command, folder))

    told = auslese(*words, code=3 if command in ("status", "crawl") else 1)

    assert "Traceback" not in told.stderr
    assert str(folder) in told.stderr.splitlines()[-1]
