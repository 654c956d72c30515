"""Type and size by the first bytes, and files that lie, break off or would fill the memory."""

import random

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


@pytest.mark.parametrize(
    ("body", "problem"),
    [
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
