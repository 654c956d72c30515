"""One WARC record as one gzip member: packed, or with a body that is packed already."""

import struct
from collections.abc import Callable, Iterator
from typing import IO

from isal import isal_zlib

LEVEL = 1  # of ISA-L: a seventh of the time of zlib's 6 for 8 % more bytes: docs/methods/archive.md
GZIP_WBITS = 31  # zlib's way to say: with gzip header and trailer
RAW_WBITS = -15  # zlib's way to say: with neither
# Magic, deflate, no flags, no time, no extra flags, system unknown: RFC 1952, section 2.3.
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
STORED_BYTES = 0xFFFF  # most that one stored block can hold: RFC 1951, section 3.2.4
GLANCE_BYTES = 1 << 10  # of a file at a time; the record of a request is shorter
READ_BYTES = 1 << 14
RECORD_END = b"\r\n\r\n"


class BrokenMemberError(ValueError):
    """These bytes are not one whole gzip member."""

    def __init__(self, problem: str, offset: int = 0) -> None:
        """Say what is wrong, and where in its file the member begins, if that is known."""
        super().__init__(problem)
        self.offset = offset


def packed_member(head: bytes, body: bytes) -> bytes:
    """Return head, body and record end, compressed."""
    return isal_zlib.compress(b"".join((head, body, RECORD_END)), LEVEL, GZIP_WBITS)


def stored_member(head: bytes, body: bytes) -> bytes:
    """Return the same with only the head compressed: a third of the time if the body is gzip."""
    squeeze = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, RAW_WBITS)
    tail = body + RECORD_END
    crc = isal_zlib.crc32(tail, isal_zlib.crc32(head))
    length = (len(head) + len(tail)) & 0xFFFFFFFF  # gzip counts modulo 2^32
    return b"".join(
        (
            GZIP_HEADER,
            squeeze.compress(head),
            squeeze.flush(isal_zlib.Z_SYNC_FLUSH),  # ends on a whole byte, so blocks can follow
            *_stored_blocks(tail),
            struct.pack("<II", crc, length),
        )
    )


def unpacked_member(member: bytes) -> bytes:
    """Return the record inside a member."""
    try:
        return isal_zlib.decompress(member, GZIP_WBITS)
    except isal_zlib.error as error:  # type: ignore[misc]  # the stub takes the class for a value
        raise BrokenMemberError(str(error)) from error


def following_records(
    file: IO[bytes], most: int, wanted: Callable[[bytes], bool] = lambda beginning: True
) -> Iterator[bytes]:
    """Give the next records of a file, at most so many; none from where it ends.

    `wanted` is asked about the first kilobyte of each: at a no, nothing more is unpacked.
    """
    rest = b""
    for _ in range(most):
        squeeze = isal_zlib.decompressobj(GZIP_WBITS)
        record, is_wanted, begin = bytearray(), False, file.tell() - len(rest)
        try:
            while not squeeze.eof:
                rest = rest or file.read(GLANCE_BYTES)
                if not rest:
                    return
                record += squeeze.decompress(rest)
                rest = squeeze.unused_data
                if not is_wanted and (squeeze.eof or len(record) >= GLANCE_BYTES):
                    is_wanted = wanted(bytes(record[:GLANCE_BYTES]))
                    if not is_wanted:
                        return
        except isal_zlib.error as error:  # type: ignore[misc]  # the stub takes it for a value
            raise BrokenMemberError(str(error), begin) from error
        yield bytes(record)


def _stored_blocks(data: bytes) -> list[bytes]:
    blocks: list[bytes] = []
    for start in range(0, len(data), STORED_BYTES):
        piece = data[start : start + STORED_BYTES]
        is_last = start + STORED_BYTES >= len(data)
        blocks += (struct.pack("<BHH", is_last, len(piece), len(piece) ^ 0xFFFF), piece)
    return blocks


def member_at(file: IO[bytes], offset: int) -> tuple[bytes, int]:
    """The record of the member that begins here, and the length of the member."""
    file.seek(offset)
    squeeze, record, length = isal_zlib.decompressobj(GZIP_WBITS), bytearray(), 0
    try:
        while not squeeze.eof and (some := file.read(READ_BYTES)):
            record += squeeze.decompress(some)
            length += len(some)
    except isal_zlib.error as error:  # type: ignore[misc]  # the stub takes the class for a value
        raise BrokenMemberError(str(error)) from error
    if not squeeze.eof:
        raise BrokenMemberError("it ends too early")
    return bytes(record), length - len(squeeze.unused_data)
