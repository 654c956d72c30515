"""What is in a file? Its first bytes tell, and where they do not, its name."""

import mimetypes
import os
import struct
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.sniff import true_type
from auslese.recipes.importing.input_files import STDIN, Input
from auslese.recipes.importing.json_documents import (
    ImportOrigin,
    RefusedDocument,
    arrival_of,
    read_lines,
)
from auslese.recipes.importing.made_urls import host_for, stem_of, url_for
from auslese.recipes.importing.warc_files import ARC_START, WARC_START, read_arc, read_warc

LINES = frozenset((".jsonl", ".ndjson", ".json"))
PACKED = frozenset((".gz", ".zst"))
ENCRYPTED = 1  # in the flags of a member
PLAINLY_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others are unpacked without any bound: some hundred kilobytes may fill the memory."""
MISLEADING_TYPES = (ValueError, OverflowError, RuntimeError, struct.error)
"""What the library may raise where a directory does not fit its file."""
ZIP_START, WACZ = b"PK\x03\x04", ".wacz"
INDEX_ENDS = frozenset((".cdx", ".cdxj", ".idx"))  # of archives: what they name is there anyway
WARC_ENDS = (".warc", ".warc.gz", ".arc", ".arc.gz")


class ImportFile(NamedTuple):
    """A file to import."""

    path: Path
    folder: Path | None = None
    """The folder that was named, if the file was not."""

    @property
    def name(self) -> str:
        """What a page in it is called."""
        if self.folder is None:
            return displayed_name(Path(self.path.name))
        return displayed_name(self.path.relative_to(self.folder))

    @property
    def shown(self) -> str:
        """What the file is called to people."""
        return displayed_name(self.path)

    @property
    def leads_outside(self) -> bool:
        """Whether it is a link out of the folder that was named: what lies there was not meant."""
        if self.folder is None or not self.path.is_symlink():
            return False
        return not self.path.resolve().is_relative_to(self.folder.resolve())

    def host(self, called: str, *, is_list: bool) -> str:
        """The host of documents without a URL: named after the file if it is a list of them."""
        if called:
            return host_for(called)
        if self.path == STDIN:
            return host_for("stdin")
        if is_list:
            return host_for(stem_of(self.path))
        return host_for((self.folder or self.path.parent).resolve().name)


def displayed_name(path: Path) -> str:
    """The path as a text; bytes that are no letters, as systems allow them, are spelled out."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def places_of(paths: Iterable[Path]) -> Iterator[ImportFile]:
    """The files, and those in the folders, in the order of their names; hidden ones are left out.

    Links to other folders are not followed: they may lead round in a circle.
    """
    for path in paths:
        if path == STDIN or not path.is_dir():
            yield ImportFile(path)
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in files if not name.startswith(".")):
                if (file := Path(folder, name)).is_file():
                    yield ImportFile(file, path)


def documents_in(
    place: ImportFile, file: Input, called: str, longest: int
) -> Iterator[Arrival | RefusedDocument]:
    """The documents of an open file, whatever it is."""
    if place.leads_outside:
        return iter([RefusedDocument(place.shown, "link", "it leads out of the folder")])
    start, suffix = file.beginning(), _suffix_of(place.path)
    origin = ImportOrigin(place.shown, place.host(called, is_list=True), longest)
    if start.startswith(WARC_START):
        return read_warc(file, origin)
    if start.startswith(ARC_START):
        return read_arc(file, origin)
    if start.startswith(ZIP_START) and suffix == WACZ:
        return _read_wacz(place.path, origin)
    if place.path == STDIN or suffix in LINES:
        return read_lines(file, origin)
    if suffix in INDEX_ENDS:
        return iter([RefusedDocument(origin.source, "index", "of an archive")])
    return iter([_page(place, file, called, longest)])


def _suffix_of(path: Path) -> str:
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix in PACKED else suffix


def _page(place: ImportFile, file: Input, called: str, longest: int) -> Arrival | RefusedDocument:
    """A file that is a page itself."""
    body = file.stream.read(longest + 1)
    if len(body) > longest:
        return RefusedDocument(place.shown, "too_large", f"longer than {longest:,} bytes")
    guessed, _ = mimetypes.guess_type(place.path.name)
    url = url_for(place.host(called, is_list=False), place.name)
    content_type = guessed or true_type(body, "")
    return arrival_of(url, body, content_type, place.shown, place.name)


def _read_wacz(path: Path, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The pages of a WACZ file: a ZIP file with WARC files in its folder `archive`."""
    with _as_zip(path) as packed:
        for member in packed.infolist():
            name = member.filename
            if not (name.startswith("archive/") and name.lower().endswith(WARC_ENDS)):
                continue
            inside = origin._replace(source=f"{origin.source}/{name}")
            if member.flag_bits & ENCRYPTED:
                yield RefusedDocument(inside.source, "damaged", "encrypted")
                continue
            if member.compress_type not in PLAINLY_PACKED:
                yield RefusedDocument(
                    inside.source, "damaged", "packed by a method that no WACZ file has"
                )
                continue
            with _opened(packed, member) as raw:
                inner = Input(raw, 0)
                is_arc = inner.beginning().startswith(ARC_START)
                yield from (read_arc if is_arc else read_warc)(inner, inside)


def _as_zip(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except MISLEADING_TYPES as error:
        raise zipfile.BadZipFile(str(error)) from error


def _opened(packed: zipfile.ZipFile, member: zipfile.ZipInfo) -> IO[bytes]:
    try:
        return packed.open(member)
    except MISLEADING_TYPES as error:
        raise zipfile.BadZipFile(str(error)) from error
