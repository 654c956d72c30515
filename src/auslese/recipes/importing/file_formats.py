"""What is in a file? Its first bytes tell, and where they do not, its name."""

import mimetypes
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.sniff import true_type
from auslese.recipes.importing.archive_heads import ARC_START, WARC_START
from auslese.recipes.importing.archive_parts import (
    ENCRYPTED,
    MISLEADING_TYPES,
    WACZ,
    ZIP_START,
    archives_in,
    as_zip,
    is_wacz_member,
)
from auslese.recipes.importing.auslese_xml_reader import is_document_xml, read_document_xml
from auslese.recipes.importing.input_files import STDIN, Input
from auslese.recipes.importing.json_documents import (
    ImportOrigin,
    RefusedDocument,
    arrival_of,
    read_lines,
)
from auslese.recipes.importing.made_urls import host_for, stem_of, url_for
from auslese.recipes.importing.mirror_folder import MirroredFile, MirrorFolder
from auslese.recipes.importing.parquet_documents import PARQUET_START, read_parquet
from auslese.recipes.importing.separated_values import (
    SEPARATED_ENDS,
    has_known_head,
    read_separated,
)
from auslese.recipes.importing.warc_files import read_archive

LINES = frozenset((".jsonl", ".ndjson", ".json"))
PACKED = frozenset((".gz", ".zst"))
PLAINLY_PACKED = (ZIP_STORED, ZIP_DEFLATED)
"""Others are unpacked without any bound: some hundred kilobytes may fill the memory."""
JSON_OBJECT = (b'{"', b'\xef\xbb\xbf{"')
ListReader = Callable[[Input, ImportOrigin], Iterator[Arrival | RefusedDocument]]
INDEXES = frozenset(("SHA256SUMS",))  # of folders that were exported
INDEX_ENDS = frozenset((".cdx", ".cdxj", ".idx"))  # of archives: what they name is there anyway


class ImportFile(NamedTuple):
    """A file to import."""

    path: Path
    folder: Path | None = None
    """The folder that was named, if the file was not."""
    mirror: MirrorFolder | None = None
    """The mirror that it belongs to, if it does."""
    mirrored: MirroredFile | None = None
    """What the mirror says of it."""

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
        if self.folder is None or not (self.path.is_symlink() or self.mirrored):
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
        elif MirrorFolder.is_one(path):
            yield from _mirrored(path)
        else:
            yield from _files_in(path)


def _mirrored(path: Path) -> Iterator[ImportFile]:
    mirror = MirrorFolder(path)
    for mirrored in mirror.files():
        yield ImportFile(path / mirrored.file, path, mirror, mirrored)


def _files_in(path: Path) -> Iterator[ImportFile]:
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
    start, suffix = file.beginning(), suffix_of(place.path)
    origin = ImportOrigin(place.shown, place.host(called, is_list=True), longest)
    if place.mirrored is not None:
        return iter([_page(place, file, called, longest)])
    if start.startswith(ZIP_START) and suffix == WACZ:
        return _read_wacz(place.path, origin)
    if start.startswith(PARQUET_START) and place.path.is_file():
        return read_parquet(place.path, origin)
    if suffix in INDEX_ENDS or place.path.name in INDEXES:
        return iter([RefusedDocument(origin.source, "index", "of an archive or a folder")])
    if read := _reader_of_lists(place, start, suffix):
        return read(file, origin)
    return iter([_page(place, file, called, longest)])


def _reader_of_lists(place: ImportFile, start: bytes, suffix: str) -> ListReader | None:
    """What reads a file with many documents; None if it is a page itself."""
    if start.startswith((*WARC_START, ARC_START)):
        return read_archive
    if is_document_xml(start):
        return read_document_xml
    if start.lstrip().startswith(JSON_OBJECT):
        return read_lines if place.path == STDIN or suffix in LINES | SEPARATED_ENDS else None
    if suffix in SEPARATED_ENDS or (place.path == STDIN and has_known_head(start)):
        return read_separated
    return read_lines if place.path == STDIN or suffix in LINES else None


def suffix_of(path: Path) -> str:
    """How the name of a file ends, but for how it is packed."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix in PACKED else suffix


def _page(place: ImportFile, file: Input, called: str, longest: int) -> Arrival | RefusedDocument:
    """A file that is a page itself."""
    body = file.stream.read(longest + 1)
    if len(body) > longest:
        return RefusedDocument(place.shown, "too_large", f"longer than {longest:,} bytes")
    if place.mirror is not None and place.mirrored is not None:
        return place.mirror.page(place.mirrored, body, place.shown)
    guessed, _ = mimetypes.guess_type(place.path.name)
    url = url_for(place.host(called, is_list=False), place.name)
    content_type = guessed or true_type(body, "")
    return arrival_of(url, body, content_type, place.shown, place.name)


def _read_wacz(path: Path, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The pages of a WACZ file: a ZIP file with WARC files in its folder `archive`."""
    with path.open("rb") as raw, as_zip(raw) as packed:
        for member in archives_in(packed):
            inside = origin._replace(source=f"{origin.source}/{member.filename}")
            if problem := _problem_of(member):
                yield RefusedDocument(inside.source, "damaged", problem)
                continue
            with _opened(packed, member) as file:
                yield from read_archive(Input(file, 0), inside)


def _problem_of(member: ZipInfo) -> str:
    """Why this archive in a WACZ file is not read; empty if it is."""
    if member.flag_bits & ENCRYPTED:
        return "encrypted"
    if member.compress_type not in PLAINLY_PACKED:
        return "packed by a method that no WACZ file has"
    return "a WACZ file within one that is packed" if is_wacz_member(member) else ""


def _opened(packed: ZipFile, member: ZipInfo) -> IO[bytes]:
    try:
        return packed.open(member)
    except MISLEADING_TYPES as error:
        raise BadZipFile(str(error)) from error
