"""One record of an archive, from the byte at which it begins; few files are open at a time."""

import io
import re
from collections import OrderedDict
from pathlib import Path
from typing import IO, NamedTuple

from isal import isal_zlib

from auslese.recipes.importing.archive_heads import LONGEST_LINE, ArchiveHead, read_head
from auslese.recipes.importing.archive_parts import ArchivePart
from auslese.recipes.importing.foreign_exchanges import HEADER_END, LONGEST_HEADER, STATUS
from auslese.recipes.importing.input_files import PACKED_BADLY
from auslese.recipes.importing.member_scan import GZIP_WBITS, READ_BYTES

OPEN_FILES = 16
BODY_LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*(\d{1,15})[ \t\r\n]", re.I)


class ReadRecord(NamedTuple):
    """A record with its block, of which less may be there than its head says."""

    head: ArchiveHead
    block: bytes

    @property
    def is_whole(self) -> bool:
        """Whether all of its block is there, or at least all of the body in it."""
        if len(self.block) >= self.head.length >= 0:
            return True
        length = BODY_LENGTH.search(self.http_header)
        return length is not None and len(self.http_body) >= int(length[1]) > 0

    @property
    def http_header(self) -> bytes:
        """The header of the answer in it, with the empty line; empty if there is none."""
        end = HEADER_END.search(self.block, 0, LONGEST_HEADER)
        return self.block[: end.end()] if end else b""

    @property
    def http_body(self) -> bytes:
        """What stands behind that."""
        return self.block[len(self.http_header) :]

    @property
    def http_status(self) -> int:
        """The status of the answer in it; 0 if there is none."""
        status = STATUS.match(self.block)
        return int(status[1]) if status else 0


class RecordFiles:
    """Reads records here and there."""

    def __init__(self, longest: int) -> None:
        """No more of a record than that of a page with so many bytes."""
        self._most = longest + 2 * LONGEST_HEADER
        self._files: OrderedDict[Path, IO[bytes]] = OrderedDict()

    def read(self, part: ArchivePart, offset: int) -> ReadRecord | None:
        """The record that begins here; None if none does."""
        file = self._opened(part.path)
        file.seek(offset)
        try:
            record = self._unpacked(file, part.end) if part.is_packed else file.read(self._most)
        except PACKED_BADLY:
            return None
        stream = io.BytesIO(record)
        head = read_head(stream.readline(LONGEST_LINE), stream)
        if head is None:
            return None
        return ReadRecord(head, record[head.size : head.size + max(head.length, 0)])

    def close(self) -> None:
        """Close all files."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _unpacked(self, file: IO[bytes], end: int) -> bytes:
        squeeze, record = isal_zlib.decompressobj(GZIP_WBITS), bytearray()
        while not squeeze.eof and len(record) < self._most:
            left = max(0, min(READ_BYTES, end - file.tell()))
            data = squeeze.unconsumed_tail or file.read(left)
            if not data:
                break
            record += squeeze.decompress(data, self._most)
        return bytes(record)

    def _opened(self, path: Path) -> IO[bytes]:
        file = self._files.pop(path, None) or path.open("rb", READ_BYTES)
        self._files[path] = file
        while len(self._files) > OPEN_FILES:
            self._files.popitem(last=False)[1].close()
        return file
