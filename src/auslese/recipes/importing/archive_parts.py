"""The archives in a file in which every record can be reached by itself: WARC, ARC, WACZ.

A WACZ file keeps its archives as they are, so they are parts of it. What is packed as a whole, or
comes through a pipe, is read from its front (`warc_files`).
"""

import io
import os
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, cast
from zipfile import BadZipFile, ZipFile, ZipInfo

from isal import isal_zlib

from auslese.recipes.importing.archive_heads import ARC_START, WARC_START
from auslese.recipes.importing.input_files import GZIP, PACKED_BADLY

WARC_ENDS = (".warc", ".warc.gz", ".arc", ".arc.gz")
WACZ = ".wacz"
ZIP_START = b"PK\x03\x04"
ENCRYPTED = 1  # in the flags of a member
MISLEADING_TYPES = (ValueError, OverflowError, RuntimeError, struct.error)
"""What the library may raise where a directory does not fit its file."""
LOCAL_HEAD = 30  # bytes before the names of a member: APPNOTE of ZIP, 4.3.7
NAME_LENGTHS = struct.Struct("<HH")
NAMES_AT = 26
GZIP_WBITS = 31  # zlib's way to say: with gzip header and trailer
GLANCE_BYTES = 1 << 12
DEEPEST = 2  # a WACZ file of WACZ files; there is nothing behind


class ArchivePart(NamedTuple):
    """An archive, or where it lies in a file."""

    path: Path
    begin: int
    end: int
    shown: str
    is_packed: bool

    def open(self) -> IO[bytes]:
        """The file, at the beginning of the part."""
        file = self.path.open("rb")
        file.seek(self.begin)
        return file


def archive_parts(path: Path, shown: str) -> list[ArchivePart]:
    """The archives in a file; none if it has none that can be read record by record."""
    if not path.is_file():
        return []
    with path.open("rb") as raw:
        size = os.fstat(raw.fileno()).st_size
        start = raw.read(len(ZIP_START))
        raw.seek(0)
        if start.startswith(ZIP_START):
            whole = FilePart(raw, 0, size)
            is_wacz = path.suffix.lower() == WACZ and _can_be_reached(whole)
            return list(_parts_of_zip(path, whole, shown)) if is_wacz else []
        beginning = raw.read(GLANCE_BYTES)
    if start.startswith(GZIP):
        beginning = _unpacked(beginning)
    if not beginning.startswith((*WARC_START, ARC_START)):
        return []
    return [ArchivePart(path, 0, size, shown, start.startswith(GZIP))]


def _unpacked(start: bytes) -> bytes:
    """The first bytes of a packed file; none if it is damaged so early."""
    try:
        return isal_zlib.decompressobj(GZIP_WBITS).decompress(start, GLANCE_BYTES)
    except PACKED_BADLY:
        return b""


class FilePart(io.RawIOBase):
    """A stretch of a file, as a file."""

    def __init__(self, raw: IO[bytes], begin: int, end: int) -> None:
        """From one byte to another."""
        super().__init__()
        self.raw = raw
        self.begin = begin
        self.end = end
        self._at = begin

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """It can be read from anywhere."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to a byte of the part."""
        origin = {os.SEEK_SET: self.begin, os.SEEK_CUR: self._at, os.SEEK_END: self.end}[whence]
        if origin + offset < self.begin:
            raise ValueError("before the beginning of the part")
        self._at = origin + offset
        return self._at - self.begin

    def readinto(self, buffer: Any) -> int:
        """Read what comes next."""
        self.raw.seek(self._at)
        data = self.raw.read(max(0, min(len(buffer), self.end - self._at)))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


def _parts_of_zip(path: Path, part: FilePart, shown: str, depth: int = 1) -> Iterator[ArchivePart]:
    """The archives in a WACZ file, if none is packed once more; in those within it, too."""
    with as_zip(part) as packed:
        for member in archives_in(packed):
            begin = part.begin + _begin_of(part, member)
            end = begin + member.compress_size
            if end > part.end:
                raise BadZipFile(f"{member.filename} ends behind the file")
            name, inside = f"{shown}/{member.filename}", FilePart(part.raw, begin, end)
            if not is_wacz_member(member):
                yield ArchivePart(path, begin, end, name, _is_packed(inside))
            elif depth < DEEPEST and _can_be_reached(inside):
                yield from _parts_of_zip(path, inside, name, depth + 1)


def _is_packed(part: FilePart) -> bool:
    part.seek(0)
    return part.read(len(GZIP)) == GZIP


def archives_in(packed: ZipFile) -> list[ZipInfo]:
    """The archives in a WACZ file, and the WACZ files in it."""
    return [member for member in packed.infolist() if _is_archive(member.filename)]


def _is_archive(name: str) -> bool:
    lowered = name.lower()
    return lowered.endswith(WACZ) or (name.startswith("archive/") and lowered.endswith(WARC_ENDS))


def is_wacz_member(member: ZipInfo) -> bool:
    """Whether it is a WACZ file itself."""
    return member.filename.lower().endswith(WACZ)


def _lies_plain(member: ZipInfo) -> bool:
    """Whether its bytes stand in the file as they are."""
    return member.compress_type == zipfile.ZIP_STORED and not member.flag_bits & ENCRYPTED


def _can_be_reached(part: FilePart) -> bool:
    """Whether the archives in a WACZ file lie in it as they are, and not over each other."""
    with as_zip(part) as packed:
        members = archives_in(packed)
    sizes = sum(member.compress_size for member in members)
    return bool(members) and all(map(_lies_plain, members)) and sizes <= part.end - part.begin


def _begin_of(part: FilePart, member: ZipInfo) -> int:
    """Where the bytes of a member begin."""
    try:
        part.seek(member.header_offset + NAMES_AT)
    except ValueError as error:
        raise BadZipFile(str(error)) from error
    lengths = part.read(NAME_LENGTHS.size)
    if len(lengths) < NAME_LENGTHS.size:
        raise BadZipFile("its directory leads behind its end")
    names, extras = NAME_LENGTHS.unpack(lengths)
    return member.header_offset + LOCAL_HEAD + int(names) + int(extras)


def as_zip(file: IO[bytes] | FilePart) -> ZipFile:
    """An open ZIP file."""
    try:
        return ZipFile(cast(Any, file))
    except MISLEADING_TYPES as error:
        raise BadZipFile(str(error)) from error
