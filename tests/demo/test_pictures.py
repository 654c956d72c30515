"""Pictures are real PNG files of the size that was asked for."""

import struct
import zlib

import pytest

from auslese.demo.demo_pictures import draw
from auslese.demo.world import THEMES


def chunks(data: bytes) -> dict[bytes, bytes]:
    """The parts of a PNG file by name, each with its checksum confirmed."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts, place = {}, 8
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        check = data[place + 8 + length : place + 12 + length]
        assert struct.unpack(">I", check)[0] == zlib.crc32(kind + body)
        parts[kind] = body
        place += 12 + length
    return parts


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(640, 480), (176, 132), (64, 64)])
def test_every_motif_can_be_drawn_in_every_size(theme: str, size: tuple[int, int]) -> None:
    parts = chunks(draw(theme, "test", size))
    pixels = zlib.decompress(parts[b"IDAT"])

    assert struct.unpack(">II", parts[b"IHDR"][:8]) == size
    assert len(pixels) == size[1] * (size[0] + 1)
    assert max(pixels) < len(parts[b"PLTE"]) / 3
    assert len(set(pixels)) >= 5


def test_the_same_key_gives_the_same_picture_and_another_key_another() -> None:
    assert draw("bees", "a", (64, 48)) == draw("bees", "a", (64, 48))
    assert draw("bees", "a", (64, 48)) != draw("bees", "b", (64, 48))
