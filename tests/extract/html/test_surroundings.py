"""Where a link stands on its page, and the words around it."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from auslese.extract.html.html_page import read_html
from auslese.extract.html.link_line import LONGEST_CONTEXT
from auslese.records.reading import ASIDE, FOOTER, HEADER, MAIN, NAVIGATION, Link, Reading
from auslese.records.url import Url

CASES = Path(__file__).parents[1] / "cases" / "positions.tsv"
URL = Url("http://a.example/dir/page")
POSITIONS = {MAIN, NAVIGATION, HEADER, FOOTER, ASIDE}


def read(html: str) -> Reading:
    return read_html(URL, html.encode(), "text/html", "utf-8")


def link_to_x(html: str) -> Link:
    links = read(html).links
    return links[links.urls.index(Url("http://a.example/dir/x"))]


def read_cases() -> list[tuple[str, ...]]:
    lines = CASES.read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("html", "position", "context"), read_cases())
def test_a_link_is_told_by_what_stands_around_it(html: str, position: str, context: str) -> None:
    link = link_to_x(html)

    assert (link.position, link.context) == (position, context)


def test_a_context_has_whole_words_from_both_sides_and_an_end() -> None:
    before, after = "vorher " * 100, " nachher" * 100

    context = link_to_x(f"<p>{before}<a href=x>hier</a>{after}").context

    assert len(context) <= LONGEST_CONTEXT
    words = context.split()
    assert words.count("vorher") == words.index("hier") >= 10
    assert words.count("nachher") == len(words) - words.index("hier") - 1 >= 10


def test_a_link_longer_than_a_context_is_cut() -> None:
    long = "<a href=x>" + "long " * 90 + "</a>"

    assert link_to_x(f"<p>before {long} after").context.startswith("before long")
    assert len(link_to_x(f"<p>{long}").context) == LONGEST_CONTEXT


def test_white_space_around_a_link_does_not_push_its_neighbours_away() -> None:
    gap = " \n" * 300

    assert link_to_x(f"<p>before{gap}<a href=x>it</a>{gap}after").context == "before it after"


def test_scripts_that_have_no_blanks_are_cut_too() -> None:
    context = link_to_x(f"<p>{'日' * 500}<a href=x>本</a>{'語' * 500}").context

    assert "日本語" in context
    assert len(context) <= LONGEST_CONTEXT


def test_the_words_of_blocks_in_a_link_do_not_grow_together() -> None:
    link = link_to_x("<a href=x><h3>Title</h3><p>Some<b>thing</b></p><br>more</a>")

    assert link.anchor == "Title Something more"


def test_a_picture_gives_no_anchor_but_a_context() -> None:
    link = link_to_x("<a href=x><img src=i alt='A bee'></a>")

    assert (link.anchor, link.context) == ("", "A bee")


def test_a_link_that_stands_nowhere_has_no_position() -> None:
    links = read("<link rel=next href=x><meta http-equiv=refresh content='0; url=y'>").links

    assert links.positions == links.contexts == ["", ""]


@pytest.mark.parametrize(
    "html",
    [
        "<svg><a xlink:href=x><text>here</text></a></svg>",
        "<noscript><a href=x>here</a></noscript>",
        "<frameset><frame src=x></frameset>",
        "<iframe src=x></iframe>",
        "<object><a href=x>here</a></object>",
    ],
)
def test_links_in_odd_places_have_a_position_too(html: str) -> None:
    assert link_to_x(html).position == MAIN


WORDS = "some words and some more "
HOSTILE = {
    "links without end": "".join(f"text <a href={n}>x{n}</a> " for n in range(6_000)),
    "links within links": "<a href=x><table><tr><td>" * 3_000 + WORDS * 10_000,
    "links around nothing": "<a href=x><object><img>" * 7_000,
    "nested blocks": "<div class='sidebar menu'>text <a href=x>y</a>" * 9_000,
    "nested hints": "<div class=sidebar>text <a href=x>y</a><div class=footer>" * 7_000,
    "nested inline elements": "<span>text <a href=x>y</a>" * 9_000,
    "neighbours without text": "<b>" * 4_000 + "</b><a href=x>y</a>" * 3_000,
    "neighbours full of text": ("<b>" + WORDS * 1_000 + "</b><a href=x>y</a>") * 50,
    "nested lists": "<ul><li><a href=1>a</a><li><a href=2>b</a><li><a href=3>c</a>" * 3_000,
    "nested sections": "<section><p>some words</p><ul><li><a href=x>y</a></ul>" * 4_000,
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_page_makes_the_look_around_its_links_long(html: str) -> None:
    links = read(html).links

    assert set(links.positions) <= POSITIONS
    assert max(map(len, links.contexts), default=0) <= LONGEST_CONTEXT
    assert len(links.positions) == len(links.contexts) == len(links)


TAGS = ("p", "div", "span", "b", "a", "nav", "main", "article", "aside", "ul", "li", "h2", "table")
ODD_TAGS = ("td", "br", "img", "noscript", "object", "svg")
PIECES = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS + ODD_TAGS]),
    st.sampled_from([f"</{tag}>" for tag in TAGS + ODD_TAGS]),
    st.sampled_from(["<a href=x>", "<div class=menu>", "<div id=footer>", "words ", "w", " ", ":"]),
)


@example(["<p>", "words ", "<div>", "<a href=x>"])  # nothing but a heading's words: no blank behind
@given(st.lists(PIECES, max_size=40))
def test_every_link_has_a_position_and_its_own_words_in_its_context(pieces: list[str]) -> None:
    links = read("".join(pieces)).links

    for link in map(links.__getitem__, range(len(links))):
        assert link.position in POSITIONS
        assert link.anchor in link.context
        assert link.context == " ".join(link.context.split())
