"""Where does each record of an archive begin? In plain files, and in those packed record by record.

What is damaged is passed over: the next whole record is looked for behind it.
"""

import io
from collections.abc import Iterator
from typing import IO, NamedTuple

from isal import isal_zlib

from auslese.recipes.importing.archive_heads import (
    LARGEST_RECORD,
    LONGEST_LINE,
    ArchiveHead,
    read_head,
)
from auslese.recipes.importing.input_files import PACKED_BADLY

GZIP_WBITS = 31  # zlib's way to say: with gzip header and trailer
GZIP_START = b"\x1f\x8b\x08"
READ_BYTES = 1 << 15
PLAIN_BYTES = 1 << 18  # unpacked at a time
BEGINNING_BYTES = 1 << 17  # of a record, to find its head in; longer ones are told as damaged
SLACK_BYTES = 64  # behind a record: two line ends, or some more; no record is so short
MOST_SEARCHES = 1_000  # for a record behind a damage: more are no archive
MOST_BETWEEN = 1 << 26  # bytes without a record, as in `warc_files`


class NotByRecordError(Exception):
    """The file is packed as a whole, so no record can be reached but by all before it."""


class FoundRecord(NamedTuple):
    """A record and where it begins; or a damage, which has no head."""

    offset: int
    head: ArchiveHead | None
    problem: str = ""


class _Member(NamedTuple):
    beginning: bytes
    length: int
    """Bytes unpacked."""


def packed_records(file: IO[bytes], end: int) -> Iterator[FoundRecord]:
    """The records of a file in which each is a gzip member of its own, up to a byte."""
    members = _MemberReader(file, end)
    searches = 0
    while (offset := members.offset) < end:
        try:
            member = members.read()
            found = _record_in(offset, member)
        except (PACKED_BADLY, EOFError) as error:
            searches += 1
            yield FoundRecord(offset, None, str(error) or "it cannot be unpacked")
            if searches > MOST_SEARCHES or not members.search():
                return
            continue
        if found is not None:
            yield found


def _record_in(offset: int, member: _Member) -> FoundRecord | None:
    """The one record of a member; None if it holds only white space."""
    stream = io.BytesIO(member.beginning)
    head = read_head(stream.readline(LONGEST_LINE), stream)
    if head is None:
        if not member.beginning.strip():
            return None
        return FoundRecord(offset, None, "no record begins here")
    if head.length >= 0:
        end = head.size + head.length
        if member.length > end + SLACK_BYTES or member.beginning[end:].strip():
            raise NotByRecordError
    return FoundRecord(offset, head)


class _MemberReader:
    """Reads one gzip member after the other; of each only the beginning is kept."""

    def __init__(self, file: IO[bytes], end: int) -> None:
        self._file = file
        self._end = end
        self._rest = b""
        self.offset = file.tell()

    def read(self) -> _Member:
        """The next member. If it is damaged, the offset stays where it is."""
        squeeze = isal_zlib.decompressobj(GZIP_WBITS)
        beginning, length, most = bytearray(), 0, 0
        while not squeeze.eof:
            if not self._more():
                raise EOFError("the file ends within the record")
            plain = squeeze.decompress(self._rest, PLAIN_BYTES)
            self._rest = squeeze.unused_data if squeeze.eof else squeeze.unconsumed_tail
            length += len(plain)
            if len(beginning) < BEGINNING_BYTES:
                beginning += plain[: BEGINNING_BYTES - len(beginning)]
            if not most and len(beginning) == BEGINNING_BYTES:
                most = _longest_of(bytes(beginning))
            if most and length > most:
                raise NotByRecordError
        self.offset = self._file.tell() - len(self._rest)
        return _Member(bytes(beginning), length)

    def _more(self) -> bytes:
        if not self._rest:
            self._rest = self._file.read(max(0, min(READ_BYTES, self._end - self._file.tell())))
        return self._rest

    def search(self) -> bool:
        """Go to where a member may begin behind the damaged one; False if there is none."""
        self._file.seek(self.offset + 1)
        window, begin = b"", self.offset + 1
        while part := self._file.read(max(0, min(READ_BYTES, self._end - self._file.tell()))):
            window += part
            place = window.find(GZIP_START)
            if place >= 0:
                self.offset = begin + place
                self._file.seek(self.offset)
                self._rest = b""
                return True
            kept = window[-len(GZIP_START) :]
            begin += len(window) - len(kept)
            window = kept
        return False


def _longest_of(beginning: bytes) -> int:
    """How long a member can be that begins so: its record and a little."""
    stream = io.BytesIO(beginning)
    head = read_head(stream.readline(LONGEST_LINE), stream)
    if head is None:
        return BEGINNING_BYTES
    is_told = 0 <= head.length <= LARGEST_RECORD
    return head.size + head.length + SLACK_BYTES if is_told else MOST_BETWEEN


def plain_records(file: IO[bytes], end: int) -> Iterator[FoundRecord]:
    """The records of a file that is not packed, up to a byte."""
    between = 0
    while (offset := file.tell()) < end and (line := file.readline(LONGEST_LINE)):
        head = read_head(line, file)
        if head is None:
            between += len(line)
            if between > MOST_BETWEEN:
                yield FoundRecord(offset, None, "no record for a long stretch")
                return
            continue
        between = 0
        yield FoundRecord(offset, head)
        file.seek(offset + head.size + max(head.length, 0))
