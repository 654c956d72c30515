"""The pictures of a page, and the text around each."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from auslese.extract.document_reader import Source, read_document
from auslese.extract.html.html_page import base_of
from auslese.extract.html.nearby_text import LONGEST_TEXT, MOST_TEXTS
from auslese.extract.html.pictures import MOST_PICTURES, pictures_of
from auslese.extract.page_reader import read_page
from auslese.extract.pictures.picture_rules import PictureRules
from auslese.extract.reading_options import PageReadOptions
from auslese.records.document import Document, Picture
from auslese.records.reading import FOOTER, MAIN, NAVIGATION
from auslese.records.url import Url

CASES = Path(__file__).parents[1] / "cases" / "pictures.tsv"
URL = Url("http://a.example/dir/page")


def pictures(html: str) -> tuple[Picture, ...]:
    tree = HTMLTree.parse(html)
    return pictures_of(tree, base_of(tree, URL))


def read_cases() -> list[tuple[str, list[tuple[str, int, int]]]]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [
        (html, [] if address == "-" else [(address, int(width), int(height))])
        for html, address, width, height in rows
    ]


@pytest.mark.parametrize(("html", "expected"), read_cases())
def test_a_picture_has_its_best_address_and_its_size(
    html: str, expected: list[tuple[str, int, int]]
) -> None:
    assert [(each.url, each.width, each.height) for each in pictures(html)] == expected


def test_a_picture_keeps_the_words_that_stand_for_it() -> None:
    (picture,) = pictures("<img src=/img/rote-tulpen_2.jpg alt=' Red\n tulips' title=Spring>")

    assert (picture.alt, picture.title, picture.words) == ("Red tulips", "Spring", "rote tulpen")


def test_a_picture_has_a_position_like_a_link() -> None:
    html = "<nav><img src=a></nav><p><img src=b></p><div id=footer><img src=c></div>"

    assert [each.position for each in pictures(html)] == [NAVIGATION, MAIN, FOOTER]


def test_parents_come_from_the_inside_out_without_empty_and_equal_ones() -> None:
    (picture,) = pictures(
        "<body>far<article><p>near<div><figure><a><img src=a></a>"
        "<figcaption>A <b>c</b>aption</figcaption></figure></div></article>"
    )

    assert picture.parents == ("A caption", "near A caption", "far near A caption")


def test_siblings_are_the_nearest_elements_with_text_and_those_behind_go_first() -> None:
    (picture,) = pictures(
        "<p>-2</p><p></p><p>-1</p><br><a><picture><img src=a></picture></a>"
        "<script>x</script><p>+1</p><p>+2</p><p>+3</p><p>+4</p>"
    )

    assert picture.siblings == ("+1", "-1", "+2", "+3", "-2")


def test_a_long_parent_is_cut_around_the_picture() -> None:
    words = [f"w{number}" for number in range(2_000)]
    before, after = " ".join(words[:1_000]), " ".join(words[1_000:])
    (picture,) = pictures(f"<div>{before} <img src=a> {after}</div>")

    (text,) = picture.parents
    assert len(text) <= LONGEST_TEXT
    assert "w999 w1000" in text
    assert set(text.split()) <= set(words)


def test_the_same_picture_twice_is_two_pictures_with_texts_of_their_own() -> None:
    found = pictures("<div><img src=a><i>one</i></div><div><img src=a><i>two</i></div>")

    assert [(each.url, each.siblings) for each in found] == [
        ("http://a.example/dir/a", ("one",)),
        ("http://a.example/dir/a", ("two",)),
    ]


def test_a_document_has_its_pictures_seen_from_its_base() -> None:
    page = b"<base href=/b/><p>Text <img src=a.jpg>"

    document = read_document(Source(URL, page, "text/html"))

    assert isinstance(document, Document)
    assert [each.url for each in document.pictures] == ["http://a.example/b/a.jpg"]
    assert document.pictures[0].parents == ("Text",)


def test_a_page_without_body_has_no_pictures() -> None:
    assert pictures("<frameset><frame src=x></frameset>") == ()


WORDS = "some words and more "
HOSTILE = {
    "deep and many": "<div>w " * 500 + "<img src=a.jpg>" * 5_000 + WORDS * 10_000,
    "one in each of many": "<div>w <img src=a.jpg>" * 5_000,
    "no text at all": "<div>" * 5_000 + "<img src=a.jpg>" * 5_000,
    "for readers without scripts": "<noscript><img src=a.jpg></noscript><div>x</div>" * 5_000,
    "many sources": "<picture>" + "<source srcset='a 1w'>" * 5_000 + "<img src=b>" * 5_000,
    "many sizes": "<img srcset='" + "a 1w, " * 30_000 + "'>" * 3,
    "styles without end": ("<p style='" + "url(" * 20_000 + "'>") * 10,
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_page_makes_its_pictures_costly(html: str) -> None:
    found = pictures(html)

    assert len(found) <= MOST_PICTURES
    for picture in found:
        texts = picture.parents + picture.siblings
        assert len(texts) <= 2 * MOST_TEXTS
        assert all(0 < len(text) <= LONGEST_TEXT for text in texts)


TAGS = ("p", "div", "span", "a", "picture", "figure", "noscript", "table", "td", "svg")
PIECES = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS]),
    st.sampled_from([f"</{tag}>" for tag in TAGS]),
    st.sampled_from(["<img src=a>", "<source srcset='b 2w'>", "word ", "w", " ", "<br>"]),
    st.sampled_from(["<script>x</script>", "<img src=a width=7>", "<i style='background:url(c)'>"]),
)


@given(st.lists(PIECES, max_size=40))
def test_the_texts_around_a_picture_hold_each_other(pieces: list[str]) -> None:
    for picture in pictures("".join(pieces)):
        for inner, outer in zip(picture.parents, picture.parents[1:], strict=False):
            assert inner in outer
            assert inner != outer
        for text in picture.siblings:
            assert text == " ".join(text.split()) != ""
            assert text in picture.parents[0]


RULES = PictureRules(100, 100, stated_size=True, optouts=frozenset({"noai", "noimageindex"}))
GALLERY = """<base href="/b/"><body>
<img src=a.jpg alt=one srcset="a-large.jpg 900w, a-small.jpg 50w">
<img src=b.jpg title=two> <img src=c.jpg> <img src=d.jpg alt=small width=20 height=20>
<a href=/next>next</a>"""


def links(html: str, header: bytes = b"") -> list[tuple[str, str, str]]:
    options = PageReadOptions(pictures=RULES)
    found = read_page(URL, html.encode(), "text/html", header, options).links
    return list(zip(found.urls, found.rels, found.anchors, strict=True))


def test_pictures_that_a_harvest_wants_are_links_of_a_crawl() -> None:
    assert links(GALLERY) == [
        ("http://a.example/next", "", "next"),
        ("http://a.example/b/a-large.jpg", "image", "one"),
        ("http://a.example/b/b.jpg", "image", "two"),
    ]
    wanted = [each.url for each in pictures(GALLERY) if each.alt or each.title]
    assert wanted[:2] == [url for url, rel, _ in links(GALLERY) if rel == "image"]


@pytest.mark.parametrize("word", ["noai", "noimageindex"])
def test_no_picture_is_a_link_of_a_page_that_keeps_them_out(word: str) -> None:
    next_page = [("http://a.example/next", "", "next")]

    assert links(f"<meta name=robots content={word}>{GALLERY}") == next_page
    assert links(GALLERY, f"HTTP/1.1 200 OK\r\nX-Robots-Tag: {word}\r\n\r\n".encode()) == next_page
