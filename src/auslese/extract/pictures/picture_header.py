"""What kind of picture is it, and how large, by its first bytes alone?

Nothing is decoded, so a picture that would fill the memory costs no more than any other. Whatever
a server or a page says about type and size is not asked.
"""

import re
import struct
from collections.abc import Callable
from typing import NamedTuple

JPEG, PNG, GIF = "image/jpeg", "image/png", "image/gif"
WEBP, BMP, AVIF, HEIC, TIFF = "image/webp", "image/bmp", "image/avif", "image/heic", "image/tiff"
SVG = "image/svg+xml"
KNOWN = (JPEG, PNG, GIF, WEBP, BMP, AVIF, HEIC, TIFF)
"""Types that are told by their first bytes."""

LOOK = 4096  # for an <svg> behind a prologue
SVG_START = re.compile(rb"\s*+(?:\xef\xbb\xbf)?(?:<\?xml(?>.*?\?>)|<!--(?>.*?-->)|<!doctype svg"
                       rb"[^<>]*+>|\s)*+<svg[\s>/]", re.IGNORECASE | re.DOTALL)  # fmt: skip
AVIF_BRANDS = frozenset({b"avif", b"avis"})
HEIF_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1", b"heim", b"heis"})
MOST_MARKERS = 1_000  # of a JPEG before its size; cameras write some twenty
MOST_BYTES_OF_BOXES = 1 << 20  # in which a HEIF file tells its size
# JPEG: what starts a frame, whatever its coding, and what has no length behind it.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
OS2_HEADER = 12  # bytes of the first header of bitmaps, in which sizes have 16 bits
LOSSLESS = 0x2F  # with which the data of a lossless WebP begin
BARE = frozenset({0x01, *range(0xD0, 0xD8)})
FILLED_MARKER = re.compile(rb"\xff++([^\xff])", re.DOTALL)
START_OF_SCAN, END_OF_IMAGE = 0xDA, 0xD9


class PictureHeader(NamedTuple):
    """What the first bytes say."""

    media_type: str
    width: int = 0
    """In pixels; 0 if the bytes break off before they say it."""
    height: int = 0


def picture_header(body: bytes) -> PictureHeader | None:
    """The type and size of a picture; None if it is none that we know."""
    for signature, media_type, size in SIGNATURES:
        if body.startswith(signature):
            return PictureHeader(media_type, *_size_by(size, body))
    if body[:2] == b"BM" and body[6:10] == bytes(4):  # four that are kept free; texts have letters
        return PictureHeader(BMP, *_size_by(_bmp_size, body))
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return PictureHeader(WEBP, *_size_by(_webp_size, body))
    if body[4:8] == b"ftyp" and (media_type := _brand(body)):
        return PictureHeader(media_type, *_size_by(_heif_size, body))
    return PictureHeader(SVG) if SVG_START.match(body[:LOOK]) else None


def _size_by(size: "SizeReader", body: bytes) -> tuple[int, int]:
    try:
        return size(body)
    except (struct.error, IndexError):
        return 0, 0


def _png_size(body: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", body, 16)
    return (width, height) if body[12:16] in (b"IHDR", b"CgBI") else (0, 0)


def _gif_size(body: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", body, 6)
    return width, height


def _bmp_size(body: bytes) -> tuple[int, int]:
    (header,) = struct.unpack_from("<I", body, 14)
    if header == OS2_HEADER:
        width, height = struct.unpack_from("<HH", body, 18)
    else:
        width, height = struct.unpack_from("<ii", body, 18)  # upside down if it is negative
    return abs(width), abs(height)


def _jpeg_size(body: bytes) -> tuple[int, int]:
    """From the first frame header, past what cameras and programs write before it."""
    at = 2
    for _ in range(MOST_MARKERS):
        at = body.find(b"\xff", at, at + LOOK)
        found = FILLED_MARKER.match(body, at) if at >= 0 else None
        if found is None:
            return 0, 0
        marker, at = found[1][0], found.end()
        if marker in FRAMES:
            height, width = struct.unpack_from(">HH", body, at + 3)
            return width, height
        if marker in (START_OF_SCAN, END_OF_IMAGE):
            return 0, 0
        if marker not in BARE:
            at += struct.unpack_from(">H", body, at)[0]
    return 0, 0


def _webp_size(body: bytes) -> tuple[int, int]:
    kind = body[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[24:27], "little"), 1 + int.from_bytes(body[27:30], "little")
    if kind == b"VP8L" and body[20] == LOSSLESS:
        (bits,) = struct.unpack_from("<I", body, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and body[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", body, 26)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


def _brand(body: bytes) -> str:
    length = min(int.from_bytes(body[:4], "big"), LOOK)
    brands = {body[at : at + 4] for at in (8, *range(16, length, 4))}
    if brands & AVIF_BRANDS:
        return AVIF
    return HEIC if brands & HEIF_BRANDS else ""


def _heif_size(body: bytes) -> tuple[int, int]:
    """The largest of the sizes that its boxes name: tiles and thumbnails have smaller ones."""
    sizes = [
        struct.unpack_from(">II", body, found.end() + 4)
        for found in re.finditer(b"ispe", body[:MOST_BYTES_OF_BOXES])
        if found.end() + 12 <= len(body)
    ]
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _unread_size(body: bytes) -> tuple[int, int]:
    """A TIFF tells its size anywhere; whoever decodes it finds it."""
    return 0, 0


SizeReader = Callable[[bytes], tuple[int, int]]
SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", PNG, _png_size),
    (b"\xff\xd8\xff", JPEG, _jpeg_size),
    (b"GIF87a", GIF, _gif_size),
    (b"GIF89a", GIF, _gif_size),
    (b"II*\0", TIFF, _unread_size),
    (b"MM\0*", TIFF, _unread_size),
)
