"""Open an index to read it, also where nothing may be written: no lock can be had there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import tantivy

READERS_LOCK = ".tantivy-meta.lock"
"""Readers hold it while they open the files of an index, so that no writer removes one then."""
TRIES = 5
"""Without the lock its owner may change the index just then: a change takes milliseconds."""


def opened_index(folder: Path) -> tantivy.Index:
    """The index in a folder, ready to be asked."""
    if _is_lockable(folder):
        return _opened(folder)
    for _ in range(TRIES - 1):
        try:
            return _opened_by_links(folder)
        except ValueError:  # a file has gone, or one is new
            continue
    return _opened_by_links(folder)


def _is_lockable(folder: Path) -> bool:
    lock = folder / READERS_LOCK
    return os.access(lock if lock.exists() else folder, os.W_OK)


def _opened_by_links(folder: Path) -> tantivy.Index:
    """Open it in a folder of our own, with links to its files and a lock of its own.

    The links are needed only until the index is open: from then on its files lie in memory.
    """
    with _private_folder() as private:
        for file in folder.iterdir():
            if file.is_file() and file.name != READERS_LOCK:
                (private / file.name).symlink_to(file.absolute())
        return _opened(private)


@contextmanager
def _private_folder() -> Iterator[Path]:
    """A folder that is gone afterwards.

    A thread of the index locks it once more when it first looks for changes; if that happens while
    the folder is being removed, the new lock has to be removed, too.
    """
    private = Path(mkdtemp(prefix="auslese-index-"))
    try:
        yield private
    finally:
        for _ in range(TRIES):
            rmtree(private, ignore_errors=True)
            if not private.exists():
                break


def _opened(folder: Path) -> tantivy.Index:
    index = tantivy.Index.open(str(folder))
    index.reload()
    return index
