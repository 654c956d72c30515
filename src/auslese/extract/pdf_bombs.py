"""How much does a PDF unpack to? Asked before the real reader is let near it.

The reader unpacks whatever it is given, in its own memory. A stream of 10 KB may hold 10 MB, and
one packed twice 10 GB; so every stream that might be large is unpacked here first, within bounds.
"""

import re
import zlib
from collections.abc import Iterator

from auslese.extract.pdf import LONGEST_DICTIONARY, STREAM

MOST_UNPACKED = 64 << 20  # bytes; the most of 291 real files, in 1,600 pages, was 34 MB
HARMLESS = 1 << 10  # bytes of a packed stream that cannot hold more than the thousandfold
MOST_HARMLESS = 10_000  # of them that are not looked at
# A stream that is so much longer than it seems says one thing a million times; the densest of
# those files had 23. PDFium may need a hundred bytes and more for each command.
DENSE, DENSE_SIZE = 150, 1 << 20
DEEPEST = 2  # packed within packed; nobody does it oftener
FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
PICTURE = re.compile(rb"/Subtype\s*/Image\b")


def unpacks_to_too_much(body: bytes) -> bool:
    """Whether the packed streams of a PDF, pictures aside, hold more than we can take."""
    room, small = MOST_UNPACKED, 0
    for dictionary, packed in _streams(body):
        depth = len(FLATE.findall(dictionary))
        if not depth or PICTURE.search(dictionary):
            continue
        if depth > DEEPEST:
            return True
        small += 1
        if depth == 1 and len(packed) < HARMLESS and small < MOST_HARMLESS:
            continue
        size = _unpacked_size(packed, depth, room)
        room -= size
        if room <= 0 or size > max(DENSE * len(packed), DENSE_SIZE):
            return True
    return False


def _streams(body: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """The dictionary of each stream, and its content as it is."""
    view, place = memoryview(body), 0
    while found := STREAM.search(body, place):
        begin = max(place, found.start() - LONGEST_DICTIONARY)
        end = body.find(b"endstream", found.end())
        end = end if end >= 0 else len(body)
        yield body[begin : found.start()].rpartition(b" obj")[2], view[found.end() : end]
        place = end


def _unpacked_size(packed: memoryview, depth: int, room: int) -> int:
    """How many bytes come out at the end, `room` at most on each stage."""
    content: bytes | memoryview = packed
    for _ in range(depth):
        try:
            content = zlib.decompressobj().decompress(content, room)
        except zlib.error:
            return 0
    return len(content)
