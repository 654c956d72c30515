"""`Link` and `Refresh` fields, and their twins in pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.header_links import MOST_LINKS, HeaderLink, parse_links
from auslese.extract.html.link_harvest import link_relation
from auslese.extract.html.refresh import refresh_target


@pytest.mark.parametrize(
    ("value", "links"),
    [
        ("<a>; rel=next", [("a", "next")]),
        ('<a>;rel="next"', [("a", "next")]),
        ("<a> ; REL = Next", [("a", "next")]),
        ("<a,b;c>; rel=next", [("a,b;c", "next")]),
        ('<a>; rel="next  Prev"', [("a", "next prev")]),
        ('<a>; rel=next, <b>; rel="prev"', [("a", "next"), ("b", "prev")]),
        ('<a>; title="x, <b>; y"; rel=next', [("a", "next")]),
        (r'<a>; title="a \" quote"; rel=next', [("a", "next")]),
        ("<a>; rel=next; rel=prev", [("a", "next")]),
        ("<a>; crossorigin; rel=next", [("a", "next")]),
        ("<a>", []),
        ("<a; rel=next", []),
        ("a; rel=next", []),
        ('<a>; rel="next', [("a", "next")]),
        ("<>; rel=next", [("", "next")]),
    ],
)
def test_links_of_a_header_are_taken_apart(value: str, links: list[tuple[str, str]]) -> None:
    assert [(link.target, link.rel) for link in parse_links(value)] == links


def test_all_that_is_said_about_a_link_is_kept() -> None:
    value = '<a>; rel=alternate; hreflang=de-AT; type="Text/HTML"; anchor="#x"'

    assert list(parse_links(value)) == [HeaderLink("a", "alternate", "de-AT", "text/html", "#x")]


def test_a_header_of_countless_links_is_read_to_its_limit() -> None:
    assert len(list(parse_links("<a>;rel=next," * (MOST_LINKS + 5)))) == MOST_LINKS


@pytest.mark.parametrize("flood", ["<", "<a>", '<a>;"', "<a>;a=", '<a>;a="\\', "<a>; "])
def test_a_hostile_line_takes_no_longer_than_its_length(flood: str) -> None:
    assert list(parse_links(flood * (250_000 // len(flood)))) == []


@given(st.lists(st.sampled_from('<>;,="\\ ') | st.text(max_size=3), max_size=40).map("".join))
def test_no_header_line_stops_the_parsing(value: str) -> None:
    for link in parse_links(value):
        assert link.rel == " ".join(link.rel.lower().split()) != ""


@pytest.mark.parametrize(
    ("rel", "media_type", "language", "kept_as"),
    [
        ("canonical", "", "", "canonical"),
        ("next", "", "", "next"),
        ("prev", "", "", "prev"),
        ("previous", "", "", "prev"),
        ("alternate", "application/rss+xml", "", "alternate feed"),
        ("alternate", "application/atom+xml", "de", "alternate feed"),
        ("alternate", "application/feed+json", "", "alternate feed"),
        ("alternate", "", "de-AT", "alternate hreflang=de-AT"),
        ("alternate", "text/html", "", "alternate"),
        ("alternate", "application/json+oembed", "", ""),
        ("alternate stylesheet", "", "", ""),
        ("stylesheet", "", "", ""),
        ("preload", "", "", ""),
    ],
)
def test_relations_that_lead_to_pages_are_kept(
    rel: str, media_type: str, language: str, kept_as: str
) -> None:
    assert link_relation(HeaderLink("x", rel, language, media_type)) == kept_as


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0;URL='x'", "x"),
        ('0; url="x y"', "x y"),
        ("5;url=x", "x"),
        ("5; URL = x ", "x"),
        ("0,url=x", "x"),
        ("0 url=x", "x"),
        ("0;x", "x"),
        ("0; 'x' more", "x"),
        (".5; url=x", "x"),
        ("1.5; url=x", "x"),
        ("0; url='x", "x"),
        ("0; url=http://b.example/?a=1;b='2'", "http://b.example/?a=1;b='2'"),
        ("5", ""),
        ("5;", ""),
        ("0; url=", ""),
        ("0; url=''", ""),
        ("url=x", ""),
        ("x; url=y", ""),
        ("-1; url=x", ""),
        ("", ""),
    ],
)
def test_a_refresh_says_where_it_leads(content: str, target: str) -> None:
    assert refresh_target(content) == target


@given(st.text(max_size=60))
def test_no_refresh_stops_the_reading(content: str) -> None:
    assert refresh_target(f"0;{content}") == refresh_target(f"0;{content}").strip()
