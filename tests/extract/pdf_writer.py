"""Writes small PDF files: lines of text at given places, links, data about the document."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 595, 842  # A4 in points
LEFT, TOP, LEADING = 60, 780, 14
FONTS = {"F1": b"Helvetica", "F2": b"Helvetica-Bold", "F3": b"Courier"}
# What the standard pads passwords with: ISO 32000-1, 7.6.3.3, algorithm 2.
PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
OBJECTS_PER_PAGE = 2


class Line(NamedTuple):
    """A line of text and where it stands."""

    x: float
    y: float
    text: str
    size: float = 10
    font: str = "F1"


class Link(NamedTuple):
    """An area that leads elsewhere."""

    area: tuple[float, float, float, float]
    uri: str


class Leaf(NamedTuple):
    """One page."""

    lines: Sequence[Line]
    links: Sequence[Link] = ()


def flow(
    texts: Sequence[str], left: float = LEFT, top: float = TOP, leading: float = LEADING
) -> list[Line]:
    """Lines one below the other; an empty text leaves a gap of one more line."""
    return [Line(left, top - leading * place, text) for place, text in enumerate(texts) if text]


def pdf_file(
    leaves: Sequence[Leaf],
    info: Mapping[str, str] | None = None,
    catalog: bytes = b"",
    password: str | None = None,
) -> bytes:
    """A PDF of these pages; a password, even an empty one, encrypts it by RC4 with 40 bits."""
    key, lock = _lock(password) if password is not None else (b"", b"")
    fonts = b"".join(
        b"/%b <</Type/Font/Subtype/Type1/BaseFont/%b/Encoding/WinAnsiEncoding>>"
        % (name.encode(), font)
        for name, font in FONTS.items()
    )
    first = 3
    kids = b" ".join(b"%d 0 R" % (first + OBJECTS_PER_PAGE * place) for place in range(len(leaves)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%b>>" % catalog,
        b"<</Type/Pages/Kids[%b]/Count %d/MediaBox[0 0 %d %d]/Resources<</Font<<%b>>>>>>"
        % (kids, len(leaves), WIDTH, HEIGHT, fonts),
    ]
    for leaf in leaves:
        number = len(objects) + 2
        content = _content(leaf)
        content = rc4(_object_key(key, number), content) if key else content
        objects += [_page(leaf, number), stream(b"", content)]
    number = len(objects) + 1
    objects.append(_info(info or {}, _object_key(key, number) if key else b""))
    return _assembled(objects, lock)


def stream(dictionary: bytes, content: bytes) -> bytes:
    """An object with this content."""
    return b"<<%b/Length %d>>\nstream\n%b\nendstream" % (dictionary, len(content), content)


def string(text: str) -> bytes:
    """A text in the letters of western Europe, as content streams have it."""
    raw = text.encode("cp1252", "replace")
    for sign in (b"\\", b"(", b")"):
        raw = raw.replace(sign, b"\\" + sign)
    return b"(" + raw + b")"


def _content(leaf: Leaf) -> bytes:
    return b"\n".join(
        b"BT /%b %g Tf %g %g Td %b Tj ET"
        % (line.font.encode(), line.size, line.x, line.y, string(line.text))
        for line in leaf.lines
    )


def _page(leaf: Leaf, content: int) -> bytes:
    links = b"".join(
        b"<</Type/Annot/Subtype/Link/Rect[%g %g %g %g]/A<</S/URI/URI%b>>>>"
        % (*link.area, string(link.uri))
        for link in leaf.links
    )
    return b"<</Type/Page/Parent 2 0 R/Contents %d 0 R/Annots[%b]>>" % (content, links)


def _info(info: Mapping[str, str], key: bytes) -> bytes:
    return b"<<%b>>" % b"".join(
        b"/%b <%b>" % (name.encode(), (rc4(key, raw) if key else raw).hex().encode())
        for name, value in info.items()
        for raw in [b"\xfe\xff" + value.encode("utf-16-be")]
    )


def _assembled(objects: Sequence[bytes], lock: bytes) -> bytes:
    """The file with the table of places; the last object is the data about the document."""
    out, places = bytearray(b"%PDF-1.4\n%\xe4\xf6\xfc\xdf\n"), []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, item)
    start, count = len(out), len(objects)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (count + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R%b>>\n" % (count + 1, count, lock)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


# -- encryption: ISO 32000-1, 7.6.3, revision 2 ---------------------------------------------------


def _lock(password: str) -> tuple[bytes, bytes]:
    """The key of a document, and the entries of its trailer that say how it is locked."""
    padded = (password.encode("latin-1") + PADDING)[:32]
    owner = rc4(hashlib.md5(padded).digest()[:5], padded)
    rights, name = (0xFFFFFFFC).to_bytes(4, "little"), b"0123456789abcdef"
    key = hashlib.md5(padded + owner + rights + name).digest()[:5]
    user = rc4(key, PADDING)
    entries = b"/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<%b>/U<%b>>>/ID[<%b><%b>]"
    return key, entries % tuple(part.hex().encode() for part in (owner, user, name, name))


def _object_key(key: bytes, number: int) -> bytes:
    return hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]


def rc4(key: bytes, data: bytes) -> bytes:
    """The same function locks and unlocks."""
    state, other = list(range(256)), 0
    for place in range(256):
        other = (other + state[place] + key[place % len(key)]) % 256
        state[place], state[other] = state[other], state[place]
    out, place, other = bytearray(), 0, 0
    for byte in data:
        place = (place + 1) % 256
        other = (other + state[place]) % 256
        state[place], state[other] = state[other], state[place]
        out.append(byte ^ state[(state[place] + state[other]) % 256])
    return bytes(out)
