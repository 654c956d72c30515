"""Sketches: alike for pages that say the same, unlike for pages that do not."""

import time
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.page_sketch import sketch_of
from auslese.records.url import Url

URL = Url("http://a.de/")
TEXT = b"the quick brown fox jumps over the lazy dog while seven wizards brew an odd potion "


def apart(one: bytes, two: bytes, url: Url = URL) -> int:
    return (sketch_of(url, one) ^ sketch_of(url, two)).bit_count()


def test_pages_that_differ_in_numbers_scripts_and_markup_are_the_same() -> None:
    one = b"<script>token = 'abcdef'</script><p class=a>" + TEXT + b"on page 12</p>"
    two = b"<SCRIPT>token = 'zyxwvu'</SCRIPT><div>" + TEXT + b"on page 3,456</div>"

    assert apart(one, two) == 0


def test_a_page_that_repeats_the_words_of_its_url_is_the_same_as_the_next() -> None:
    def page(word: str) -> int:
        said = TEXT + f"nothing for {word}".encode()
        return sketch_of(Url(f"http://a.de/?q={quote(word)}"), said)

    assert page("apple") == page("banana") == page("käse")


def test_other_texts_have_other_sketches() -> None:
    other = b"a slow grey cat sleeps under some busy table as eight dwarfs cook plain soup outside "

    assert apart(TEXT, other) > 10


def test_a_menu_of_one_word_does_not_outweigh_the_text() -> None:
    menu = b"more " * 200
    other = b"a slow grey cat sleeps under some busy table as eight dwarfs cook plain soup outside "

    assert apart(TEXT + menu, other + menu) > 10


def test_pages_with_another_picture_are_not_the_same() -> None:
    one, two = (TEXT + b'<img alt=x src="/scan/%d.jpg">' % n for n in (1, 2))

    assert apart(one, two) > 3


def test_pages_without_words_are_told_apart_by_their_bytes() -> None:
    assert apart("書".encode("utf-16"), "物".encode("utf-16")) > 3
    assert apart(b"", b"") == 0
    assert sketch_of(URL, b"") != 0


@given(st.binary(max_size=300))
def test_any_bytes_have_a_sketch_of_64_bits(body: bytes) -> None:
    assert 0 < sketch_of(URL, body) < 2**64


@pytest.mark.parametrize(
    "body",
    [
        b"<script" * 100_000,
        b"<img " * 100_000,
        b"<img" + b" src=" * 100_000,
        b"<" * 500_000,
        b"a b " * 100_000,
    ],
)
def test_a_hostile_page_costs_little(body: bytes) -> None:
    begin = time.process_time()
    sketch_of(URL, body)

    assert time.process_time() - begin < 2.0
