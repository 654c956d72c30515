"""Where exports end: files and folders that are there as a whole, or not at all.

A file is written beside its place and gets its name when it is complete. So does a folder; where
one is there already, its files are written into a hidden folder in it and moved one by one, and the
list of their checksums comes last.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from auslese.records.errors import SettingsError
from auslese.system.durable_files import (
    publish,
    publish_folder,
    remove_aside,
    sync_file,
    sync_folder,
    temporary_of,
    written_aside,
)

CHECKSUMS = "SHA256SUMS"
"""As `sha256sum --check` reads it: a digest, two blanks, the name of a file."""
BESIDE = ".sha256"
UNFINISHED = ".auslese-export.tmp"
"""A folder in a folder that is there, until all is complete."""
FEW_FILES = 100  # synced one by one; more of them together with all that the disk waits for
FORCE = "--force replaces it"


class FolderChecksums(NamedTuple):
    """What is said of the files of a folder."""

    files: int
    bytes: int
    sha256: str
    """Of the list of their checksums, which stands for all of them."""


def write_file(path: Path, fill: Callable[[Callable[[bytes], object]], None], force: bool) -> None:
    """Let `fill` write a file; it is there when this returns, and nothing of it if it fails."""
    require_writable_file(path, force)
    with _called(path), written_aside(path) as aside:
        with aside.open("wb") as file:
            fill(file.write)
        publish(aside, path)


def require_writable_file(path: Path, force: bool) -> None:
    """SettingsError if no file may be written there."""
    if not (path.exists() or path.is_symlink()):
        return
    if path.exists() and not path.is_file():
        raise SettingsError(
            f"{path} is no ordinary file; without --to all goes to stdout, which can lead there"
        )
    if not force:
        raise SettingsError(f"{path} is there already; {FORCE}")


def write_folder(folder: Path, fill: Callable[[Path], None], force: bool) -> FolderChecksums:
    """Let `fill` write into an empty folder, and put that in its place with its checksums."""
    if not folder.is_dir():
        if folder.exists() or folder.is_symlink():
            raise SettingsError(f"{folder} is a file; expected the name of a folder")
        with _called(folder), _new_folder(temporary_of(folder), parents=True) as aside:
            fill(aside)
            sums = write_checksums(aside, aside)
            publish_folder(aside, folder)
        return sums
    if not force and any(folder.iterdir()):
        raise SettingsError(f"{folder} is a folder with something in it; --force writes there")
    with _called(folder), _new_folder(folder / UNFINISHED) as aside:
        fill(aside)
        sums = write_checksums(aside, aside)
        _remove_former(folder, aside)
        _move_all(aside, folder)
    return sums


@contextmanager
def _new_folder(aside: Path, *, parents: bool = False) -> Iterator[Path]:
    """An empty folder that is gone afterwards, unless it got another name."""
    remove_aside(aside)
    try:
        aside.mkdir(parents=parents)
        yield aside
    finally:
        remove_aside(aside)


def write_checksums(folder: Path, target: Path) -> FolderChecksums:
    """Write the checksums of all files of a folder into a list; all are on the disk then."""
    files = size = 0
    path = target / CHECKSUMS
    with path.open("w", encoding="utf-8", errors="surrogateescape") as sums:
        for file in files_in(folder):
            if file == path:
                continue
            files, size = files + 1, size + file.stat().st_size
            sums.write(f"{sha256_of(file)}  {file.relative_to(folder).as_posix()}\n")
            if files <= FEW_FILES:
                sync_file(file)
    if files > FEW_FILES:
        os.sync()
    sync_file(path)
    return FolderChecksums(files, size, sha256_of(path))


def write_checksum(path: Path) -> str:
    """Write the checksum of a file beside it, and return it."""
    digest = sha256_of(path)
    beside = path.with_name(f"{path.name}{BESIDE}")
    beside.write_text(f"{digest}  {path.name}\n", "utf-8")
    return digest


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def files_in(folder: Path) -> Iterator[Path]:
    """All ordinary files below a folder in order, without hidden ones on top."""
    for place, folders, names in os.walk(folder):
        is_top = Path(place) == folder
        folders[:] = sorted(each for each in folders if not (is_top and each.startswith(".")))
        for name in sorted(names):
            if not (is_top and name.startswith(".")) and (path := Path(place, name)).is_file():
                yield path


def _remove_former(folder: Path, aside: Path) -> None:
    """Remove what an earlier export left there and this one does not write anew.

    A page that may not leave any more must not stay in a folder that says it is of today.
    """
    sums = folder / CHECKSUMS
    if not sums.is_file():
        return
    with sums.open(encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            name = PurePosixPath(line.rstrip("\n").partition("  ")[2])
            former = folder / name
            is_ours = name.parts and not (aside / name).exists() and _lies_below(folder, former)
            if is_ours and former.is_file():
                former.unlink()


def _lies_below(folder: Path, path: Path) -> bool:
    """Whether this is the name of something in the folder, and no link leads out of it."""
    place = path.parent.resolve() / path.name
    return (
        ".." not in path.parts and place.is_relative_to(folder.resolve()) and not path.is_symlink()
    )


def _move_all(aside: Path, folder: Path) -> None:
    """Give all files their places; the list of their checksums is the last."""
    sums = aside / CHECKSUMS
    for file in files_in(aside):
        if file != sums:
            place = folder / file.relative_to(aside)
            if not _lies_below(folder, place):
                raise SettingsError(
                    f"{place} is a link, or a link leads there; nothing is replaced"
                )
            place.parent.mkdir(parents=True, exist_ok=True)
            file.replace(place)
    sums.replace(folder / CHECKSUMS)
    sync_folder(folder)


@contextmanager
def _called(path: Path) -> Iterator[None]:
    """Name this path in errors of the system, for nobody knows the hidden names."""
    try:
        yield
    except OSError as error:
        hidden = error.filename is None or str(error.filename).startswith(
            (str(temporary_of(path)), str(path / UNFINISHED))
        )
        if not hidden or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
