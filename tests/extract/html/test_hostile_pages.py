"""Pages made to take all time or all memory are read as far as they can be in good time."""

import pytest

from auslese.extract.html.html_page import read_html
from auslese.extract.html.link_harvest import MOST_TARGETS, MOST_URL_LETTERS
from auslese.extract.html.reading_bounds import MOST_TAGS
from auslese.extract.sniff import true_type
from auslese.records.reading import Reading
from auslese.records.url import Url

URL = Url("http://a.example/dir/page")
LETTERS = "<html lang=de><title>Grüße</title><base href=/q/><a href=x>y</a>"


def read(html: str) -> Reading:
    return read_html(URL, html.encode(), "text/html", "utf-8")


def test_a_page_nested_without_end_is_read_to_where_its_tags_are_too_many() -> None:
    reading = read("<title>deep</title><a href=x>" + "<i>" * MOST_TAGS + "<a href=y>")

    assert reading.title == "deep"
    assert reading.links.urls == ["http://a.example/dir/x"]


def test_a_page_with_as_many_tags_as_we_read_is_read_to_its_end() -> None:
    reading = read("<br>" * (MOST_TAGS - 1) + "<a href=x>")

    assert reading.links.urls == ["http://a.example/dir/x"]


def test_a_long_base_does_not_make_a_short_page_long() -> None:
    base = "b" * 100_000
    reading = read(f"<base href=/{base}/>" + "".join(f"<a href={n}>" for n in range(MOST_TARGETS)))

    assert sum(map(len, reading.links.urls)) < MOST_URL_LETTERS + 2 * len(base)
    assert len(reading.links) + reading.skipped == MOST_TARGETS


def test_the_words_of_links_within_links_are_not_read_again_and_again() -> None:
    words = "some words " * 10_000
    reading = read("<a href=x><object>" * 1000 + words)

    assert reading.links[0].anchor.startswith("some words some words")
    assert reading.links[999].anchor == ""
    assert len(reading.links) == 1000


@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1"])
@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_what_the_bytes_show_counts_more_than_what_the_server_says(
    charset: str, declared: str
) -> None:
    reading = read_html(URL, LETTERS.encode(charset), "text/html", declared)

    assert (reading.title, reading.language) == ("Grüße", "de")
    assert reading.links.urls == ["http://a.example/q/x"]


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_page_that_nobody_calls_a_page_is_recognised_in_every_charset(charset: str) -> None:
    assert true_type(LETTERS.encode(charset), "") == "text/html"


@pytest.mark.parametrize("declared", ["", "text/html"])
def test_a_page_with_broken_bytes_in_it_is_still_a_page(declared: str) -> None:
    assert true_type(b"<!doctype html><p>zero \x00\x01\x02 bytes", declared) == "text/html"


def test_zeros_alone_are_no_text() -> None:
    assert true_type(bytes(2000), "text/html") == "application/octet-stream"
