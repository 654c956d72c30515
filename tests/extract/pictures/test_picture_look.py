"""Type and size by the first bytes, and files that lie, break off or would fill the memory."""

import gzip
import random
import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.picture_web import bomb, file_of, moving, picture

from auslese.extract.pictures.picture_header import PictureHeader, picture_header
from auslese.extract.pictures.picture_look import PictureBounds, PictureProblem, look_at

BOUNDS = PictureBounds()
FORMS = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "BMP": "image/bmp",
    "AVIF": "image/avif",
}


@pytest.mark.parametrize("form", FORMS)
def test_type_and_size_stand_in_the_first_bytes(form: str) -> None:
    body = file_of(picture(1, 701, 523), form)

    assert picture_header(body) == PictureHeader(FORMS[form], 701, 523)
    assert look_at(body, BOUNDS)[:1] == ("",)
    assert picture_header(body[: len(body) // 2]) == PictureHeader(FORMS[form], 701, 523)


def test_further_codings_of_known_types() -> None:
    grey = picture(1).convert("L")
    assert picture_header(file_of(picture(1), "WEBP", lossless=True)) == ("image/webp", 640, 480)
    assert picture_header(file_of(picture(1), "JPEG", progressive=True)) == ("image/jpeg", 640, 480)
    assert look_at(file_of(grey, "TIFF"), BOUNDS)[2:6] == ("image/tiff", 640, 480, "L")
    exif = Image.Exif()
    exif[0x8298] = "CC0 Somebody"
    tagged = file_of(picture(1), "JPEG", exif=exif, comment=b"x" * 60_000)
    assert picture_header(tagged) == ("image/jpeg", 640, 480)
    assert look_at(tagged, BOUNDS).notice == "CC0 Somebody"


def tiff(width: int, height: int) -> bytes:
    """A TIFF of few bytes that says it is so large; its size stands behind its first bytes."""
    tags = {256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: 8, 278: height, 279: 64}
    entries = [struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags.items()]
    folder = struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4)
    return b"II*\0" + struct.pack("<I", 8) + folder


def gif(screen: tuple[int, int], frame: tuple[int, int]) -> bytes:
    """A GIF whose frame is of another size than its screen."""
    head = b"GIF89a" + struct.pack("<HHBBB", *screen, 0x80, 0, 0) + bytes((0, 0, 0, 255, 255, 255))
    return head + b"," + struct.pack("<HHHHB", 0, 0, *frame, 0) + b"\x02\x02\x4c\x01\x00;"


def png_with(kind: bytes, data: bytes) -> bytes:
    """A good PNG with one more chunk behind its header."""
    chunk = struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    body = file_of(picture(1), "PNG")
    return body[:33] + chunk + body[33:]


def frames(form: str) -> bytes:
    """Two frames in one file."""
    one, two = picture(1).copy(), picture(2).copy()  # Pillow notes at a picture how it was written
    return file_of(one, form, save_all=True, append_images=[two])


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (file_of(picture(1, 1, 1), "PNG"), "too_small"),
        (file_of(picture(1, 1, 1), "GIF"), "too_small"),
        (bomb(2**31 - 1, 2**31 - 1), "too_large"),
        (bomb(0, 0), "broken"),
        (tiff(60_000, 60_000), "too_large"),
        (tiff(100, 100), "too_small"),
        (tiff(640, 480), "broken"),
        (gif((640, 480), (60_000, 60_000)), "too_large"),
        (gif((60_000, 60_000), (640, 480)), "too_large"),
        (gif((640, 480), (640, 480))[:-4], "broken"),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 640, -(2**31)) + bytes(40), "too_large"),
        (png_with(b"zTXt", b"x\0\0" + zlib.compress(bytes(5_000_000))), "broken"),
        (frames("PNG"), "animated"),
        (frames("WEBP"), "animated"),
        (file_of(picture(1), "WEBP")[:-900], "broken"),
        (file_of(picture(1), "AVIF")[:-900], "broken"),
        (file_of(picture(1), "BMP")[:-900], "broken"),
        (gzip.compress(b"<svg xmlns='http://www.w3.org/2000/svg'/>", mtime=0), "not_picture"),
        (b"\xef\xbb\xbf<!DOCTYPE svg PUBLIC 'x' 'http://a.example/x.dtd'><svg/>", "svg"),
        (b"%PDF-1.7 \x89PNG", "not_picture"),
        (b"", "not_picture"),
        (b"<html><img>", "not_picture"),
        (b"BMW and other cars", "not_picture"),
        (b"<?xml version='1.0'?>\n<!-- a -->\n<svg width='9'><script>x</script></svg>", "svg"),
        (bomb(60_000, 60_000), "too_large"),
        (bomb(9_601, 400), "too_large"),
        (bomb(5_000, 5_000), "broken"),
        (bomb(511, 384), "too_small"),
        (moving(), "animated"),
        (file_of(picture(1), "JPEG")[:3_000], "broken"),
        (file_of(picture(1), "PNG")[:500], "broken"),
        (b"\xff\xd8\xff\xe0", "broken"),
    ],
)  # fmt: skip
def test_what_is_no_good_picture_has_a_typed_problem(body: bytes, problem: str) -> None:
    assert look_at(body, BOUNDS).problem == problem


def test_photographs_with_a_second_picture_inside_do_not_move() -> None:
    """Cameras put previews and depth maps behind the picture (MPO); pages of a TIFF stand still."""
    for form in ("MPO", "TIFF"):
        seen = look_at(frames(form), BOUNDS)
        assert (seen.problem, seen.is_animated, seen.width) == ("", False, 640)


@pytest.mark.parametrize(
    ("mode", "form"),
    [
        ("CMYK", "JPEG"), ("L", "JPEG"), ("P", "PNG"), ("1", "PNG"), ("RGBA", "PNG"), ("LA", "PNG"),
        ("I;16", "PNG"), ("CMYK", "TIFF"), ("F", "TIFF"),
    ],
)  # fmt: skip
def test_every_way_to_write_colours_can_be_looked_at(mode: str, form: str) -> None:
    seen = look_at(file_of(picture(1).convert("L").convert(mode), form), BOUNDS)

    assert (seen.problem, seen.mode) == ("", mode)


def test_bounds_are_those_of_the_seed_unless_told() -> None:
    assert BOUNDS.problem_of(512, 384) is None
    assert BOUNDS.problem_of(9600, 7200) is None
    assert BOUNDS.problem_of(512, 383) is PictureProblem.TOO_SMALL
    assert BOUNDS.problem_of(9600, 7201) is PictureProblem.TOO_LARGE


def test_alike_pictures_have_alike_hashes_and_flat_ones_none() -> None:
    first = look_at(file_of(picture(1), "PNG"), BOUNDS).looks
    smaller = look_at(file_of(picture(1, 560, 420), "JPEG", quality=40), BOUNDS).looks
    other = look_at(file_of(picture(2), "PNG"), BOUNDS).looks
    flat = look_at(file_of(Image.new("RGB", (640, 480), "red"), "PNG"), BOUNDS).looks

    assert first is not None
    assert smaller is not None
    assert other is not None
    assert _differing(first, smaller) <= 3
    assert _differing(first, other) > 15
    assert flat is None


def _differing(one: int, two: int) -> int:
    return ((one ^ two) & (1 << 64) - 1).bit_count()


GOOD = [file_of(picture(1, 600, 400), form) for form in ("PNG", "JPEG", "GIF", "WEBP")]


@settings(max_examples=60)
@given(st.sampled_from(GOOD), st.integers(0, 2**32))
def test_nothing_that_is_broken_raises(body: bytes, seed: int) -> None:
    dice = random.Random(seed)
    damaged = bytearray(body[: dice.randrange(1, len(body) + 1)])
    for _ in range(dice.randrange(8)):
        damaged[dice.randrange(len(damaged))] = dice.randrange(256)

    assert isinstance(look_at(bytes(damaged), BOUNDS).problem, str)
