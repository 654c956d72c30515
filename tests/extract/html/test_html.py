"""An HTML page as the crawl sees it: links, title, language, charset."""

from pathlib import Path

import pytest

from auslese.extract.charset.charset_detection import decode_text
from auslese.extract.html.html_page import LONGEST_TITLE, read_html
from auslese.extract.html.link_harvest import LONGEST_ANCHOR, MOST_TARGETS
from auslese.records.reading import Reading
from auslese.records.url import Url

CASES = Path(__file__).parents[1] / "cases" / "links.tsv"
URL = Url("http://a.example/dir/page")


def read_cases() -> list[tuple[str, list[str], int]]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [
        (html, [] if links == "-" else links.split(" "), int(skipped))
        for html, links, skipped in rows
    ]


def read(html: str) -> Reading:
    return read_html(URL, html.encode(), "text/html", "utf-8")


@pytest.mark.parametrize(("html", "links", "skipped"), read_cases())
def test_links_are_found_and_made_whole(html: str, links: list[str], skipped: int) -> None:
    reading = read(html)

    assert reading.links.urls == links
    assert reading.skipped == skipped


def test_a_link_keeps_its_words_and_its_relation() -> None:
    link = read('<a href=x rel="nofollow me"> two\n  <b>words</b></a>').links[0]

    assert (link.anchor, link.rel) == ("two words", "nofollow me")


def test_titles_and_anchors_have_an_end() -> None:
    reading = read(f"<title>{'t' * 5000}</title><a href=x>{'a' * 5000}</a>")

    assert len(reading.title) == LONGEST_TITLE
    assert len(reading.links[0].anchor) == LONGEST_ANCHOR


def test_a_page_of_countless_links_is_not_followed_for_ever() -> None:
    reading = read("".join(f"<a href={n}>" for n in range(MOST_TARGETS + 10)))

    assert len(reading.links) == MOST_TARGETS
    assert (reading.skipped, reading.left_out) == (10, 10)


def test_an_address_that_is_linked_again_and_again_costs_no_other_its_place() -> None:
    anchors = "".join(f"<a href={n}#part>" for _ in range(3) for n in range(4_000))

    reading = read(f"{anchors}<a href=last>")

    assert len(reading.links) == 3 * 4_000 + 1
    assert reading.links.urls[-1].endswith("/last")
    assert (reading.skipped, reading.left_out) == (0, 0)


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> Two\n words </title>", "Two words"),
        ("<title>A &amp; B</title>", "A & B"),
        ("<title>first</title><title>second</title>", "first"),
        ("<p>none", ""),
        ("<title>never closed", "never closed"),
    ],
)
def test_the_title_is_one_line(html: str, title: str) -> None:
    assert read(html).title == title


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<html lang="de-AT">', "de-AT"),
        ("<html><body lang=de>", ""),
        (f"<html lang={'x' * 99}>", 20),
    ],
)
def test_the_language_is_what_the_page_claims(html: str, language: str | int) -> None:
    claimed = read(html).language

    assert claimed == language if isinstance(language, str) else len(claimed) == language


GERMAN, JAPANESE, RUSSIAN = "Grüße aus München", "これは日本語の長い文章です。", "Привет"


@pytest.mark.parametrize(
    ("body", "declared", "text"),
    [
        (GERMAN.encode(), "utf-8", GERMAN),
        (GERMAN.encode(), "utf8", GERMAN),
        (GERMAN.encode(), "", GERMAN),
        (GERMAN.encode("latin-1"), "iso-8859-1", GERMAN),
        ("5 €".encode("cp1252"), "iso-8859-1", "5 €"),  # as every browser reads it
        (GERMAN.encode("latin-1"), "utf-8", GERMAN),  # the declaration cannot be true
        (GERMAN.encode("latin-1"), "", GERMAN),
        (GERMAN.encode("latin-1"), "undefined", GERMAN),  # a slip seen in the wild
        (GERMAN.encode("utf-16"), "utf-16", GERMAN),
        (JAPANESE.encode("shift_jis"), "x-sjis", JAPANESE),
        (JAPANESE.encode("euc_jp"), "no-such-charset", JAPANESE),
        (RUSSIAN.encode("koi8-r"), "koi8-r", RUSSIAN),
        (b"", "", ""),
    ],
)
def test_the_text_is_read_in_its_charset(body: bytes, declared: str, text: str) -> None:
    assert decode_text(body, declared)[1] == text


def test_a_page_may_name_its_charset_itself() -> None:
    page = b'<meta charset="koi8-r"><title>' + RUSSIAN.encode("koi8-r") + b"</title>"

    reading = read_html(URL, page, "text/html", "")

    assert (reading.title, reading.charset) == (RUSSIAN, "koi8-r")
