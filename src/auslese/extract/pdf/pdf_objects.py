"""The objects of a PDF as text, and its streams as they are, found without believing its tables."""

import re
import zlib
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from auslese.extract.pdf.pdf_links import STREAM

HEADER = re.compile(rb"(?<!\d)(\d{1,10})\s++\d++\s*+obj\b")
FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
FIRST = re.compile(rb"/First\s++(\d{1,9})\b")
ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
DIGITS = 10  # of a number of an object
ZLIB = b"x"  # how nearly everything begins that zlib packs: RFC 1950, windows of 32 KB


class PdfStream(NamedTuple):
    """A stream, with the number and the dictionary of its object."""

    number: int
    dictionary: bytes
    packed: memoryview

    @property
    def depth(self) -> int:
        """How often it is packed; what it says, or once if it looks so."""
        filters = len(FLATE.findall(self.dictionary))
        return filters or int(bytes(self.packed[:1]) == ZLIB)

    def unpacked(self, room: int) -> bytes | memoryview:
        """What comes out at the end, `room` bytes at most on each stage."""
        content: bytes | memoryview = self.packed
        for _ in range(self.depth):
            try:
                content = zlib.decompressobj().decompress(content, room)
            except zlib.error:
                return b""
        return content


class PdfObjects(NamedTuple):
    """What is in a file; an object that is written twice has both texts."""

    texts: dict[int, bytearray]
    streams: list[PdfStream]


def objects_of(body: bytes) -> PdfObjects:
    """All objects that stand in the open."""
    objects, view, place = PdfObjects({}, []), memoryview(body), 0
    while found := STREAM.search(body, place):
        number, dictionary = _take_texts(body[place : found.start() + 2], objects)
        end = body.find(b"endstream", found.end())
        end = end if end >= 0 else len(body)
        objects.streams.append(PdfStream(number, dictionary, view[found.end() : end]))
        place = end
    _take_texts(body[place:], objects)
    return objects


def _take_texts(gap: bytes, objects: PdfObjects) -> tuple[int, bytes]:
    """Keep the objects between two streams; gives the last, to which the next stream belongs."""
    number, begin = -1, 0
    for found in HEADER.finditer(gap):
        _keep(number, gap[begin : found.start()], objects)
        number, begin = int(found[1]), found.end()
    _keep(number, gap[begin:], objects)
    return number, gap[begin:]


def _keep(number: int, text: bytes, objects: PdfObjects) -> None:
    if number >= 0:
        objects.texts.setdefault(number, bytearray()).extend(plain_names(text))


def take_packed(dictionary: bytes, content: bytes, objects: PdfObjects) -> None:
    """Keep the objects of an object stream: ISO 32000-1, 7.5.7."""
    first = FIRST.search(dictionary)
    begin = int(first[1]) if first else 0
    head = content[:begin].split()
    places = sorted(_pairs(head), key=itemgetter(1))  # so that no text is taken twice
    ends = [place for _, place in places[1:]] + [len(content)]
    for (number, place), end in zip(places, ends, strict=True):
        _keep(number, content[begin + place : begin + end], objects)


def _pairs(head: list[bytes]) -> Iterator[tuple[int, int]]:
    for number, place in zip(head[::2], head[1::2], strict=False):
        if not (number.isdigit() and place.isdigit() and max(len(number), len(place)) <= DIGITS):
            return
        yield int(number), int(place)


def plain_names(text: bytes) -> bytes:
    """The text with names as they are meant: `/X#31` is `/X1`."""
    return ESCAPE.sub(lambda found: bytes([int(found[1], 16)]), text) if b"#" in text else text
