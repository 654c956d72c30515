"""Where does a PDF point? The URI actions of its links, found without drawing a single page.

A PDF is a row of objects; newer ones keep most of them packed, in object streams. Links are
plain text in either place, so we unpack object streams alone, as much as we can afford, and leave
pages, fonts and pictures closed: they are what makes reading a PDF dear, and dangerous.
"""

import re
import zlib
from collections.abc import Iterator

MOST_UNPACKED = 32 << 20  # bytes in all; a thousand pages of a book have a tenth of it
MOST_LINKS = 5_000
LONGEST_URI = 4_000
LONGEST_DICTIONARY = 2_000  # bytes before the word `stream` that say what is in it

STREAM = re.compile(rb">>\s*+stream\r?\n")
# A string may hold brackets in pairs; deeper than one level no address has them.
URI = re.compile(
    rb"/URI\s*+(?:\(((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+)\)|<([0-9A-Fa-f\s]*+)>)", re.DOTALL
)
ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|[\r\n])|(.))", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
WWW = re.compile(r"www\.[^/\s]+\.", re.IGNORECASE)


def pdf_uris(body: bytes) -> Iterator[str]:
    """The addresses as written; none if the PDF is encrypted, those that can be found if broken."""
    plain, packed = _plain_and_packed(body)
    if any(b"/Encrypt" in piece for piece in plain):
        return
    count = 0
    for piece in (*plain, *_unpacked(packed)):
        for found in URI.finditer(piece):
            count += 1
            if count > MOST_LINKS:
                return
            yield _address(_string(found))


def _plain_and_packed(body: bytes) -> tuple[list[bytes], list[bytes]]:
    """What stands between the streams, and the object streams as they are."""
    plain, packed, place = [], [], 0
    while found := STREAM.search(body, place):
        plain.append(body[place : found.start() + 2])
        end = body.find(b"endstream", found.end())
        end = end if end >= 0 else len(body)
        dictionary = body[max(place, found.start() - LONGEST_DICTIONARY) : found.start()]
        # The last object before the stream is its own.
        if b"/ObjStm" in dictionary.rpartition(b" obj")[2]:
            packed.append(body[found.end() : end])
        place = end
    plain.append(body[place:])
    return plain, packed


def _unpacked(packed: list[bytes]) -> Iterator[bytes]:
    room = MOST_UNPACKED
    for stream in packed:
        if room <= 0:
            return
        try:
            text = zlib.decompressobj().decompress(stream, room)
        except zlib.error:
            continue  # broken, or packed in a way that object streams never are
        room -= len(text)
        yield text


def _string(found: re.Match[bytes]) -> bytes:
    """The bytes that a string of a PDF stands for."""
    if found[2] is not None:
        digits = b"".join(found[2].split())[:LONGEST_URI]
        return bytes.fromhex(digits[: len(digits) // 2 * 2].decode("ascii"))
    return ESCAPE.sub(_unescaped, found[1][:LONGEST_URI])


def _unescaped(found: re.Match[bytes]) -> bytes:
    if found[1]:
        return bytes([int(found[1], 8) & 0xFF])
    return b"" if found[2] else ESCAPED.get(found[3], found[3])


def _address(string: bytes) -> str:
    """The text of an address."""
    if string.startswith(b"\xfe\xff"):
        text = string[2:].decode("utf-16-be", "replace")
    else:
        text = string.decode("utf-8", "replace")
    return with_scheme(text)


def with_scheme(text: str) -> str:
    """The address with the scheme that people leave out, as on paper."""
    return f"http://{text}" if WWW.match(text) else text
