"""A flood of attributes does not reach the parser, however it is written."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.html.attribute_floods import LONG_PAGE, MOST_ATTRIBUTES, before_flood
from auslese.extract.html.html_page import read_html
from auslese.records.url import Url

MANY = range(20 * MOST_ATTRIBUTES)
FLOODS = {
    "plain": " ".join(f"a{n}" for n in MANY),
    "valued": " ".join(f"a{n}=1" for n in MANY),
    "quoted": " ".join(f'a{n}=">"' for n in MANY),
    "single-quoted": " ".join(f"a{n}='<b>'" for n in MANY),
    "without-blanks": "".join(f'a{n}="x"' for n in MANY),
    "slashes": "/".join(f"a{n}" for n in MANY),
    "lines": "\n".join(f"a{n}" for n in MANY),
    "odd-quotes": 'x" ' + " ".join(f"a{n}" for n in MANY),
    "equals-signs": " ".join(f"=a{n}" for n in MANY),
}
BEFORE = "<title>t</title><a href=x>x</a>"


@pytest.mark.parametrize("name", FLOODS)
@pytest.mark.parametrize(
    "around",
    [
        "<p {}>",
        "<p {}",
        "<script {}></script>",
        "<p\n{}>",
        "<p/{}>",
        '<script>y<a x="</script><p {} z=">',
        "<!-- <a x=' --><p {}>'",
        "<textarea><a b='</textarea><p {}>'",
    ],
)
def test_a_page_is_read_up_to_the_flood(name: str, around: str) -> None:
    page = BEFORE + around.replace("{}", FLOODS[name])
    began = process_time()
    reading = read_html(Url("http://a.example/"), page.encode(), "text/html", "utf-8")

    assert (reading.title, len(reading.links)) == ("t", 1)
    assert process_time() - began < 1.0


@pytest.mark.parametrize(
    "harmless",
    [
        f"<img src='data:image/png;base64,{'A' * 500_000}'>",
        f"<script>{'if (a < b && c > d) { f(x, y); } ' * 20_000}</script>",
        f"<script type='application/json'>{{{', '.join(f'{n}: {n}' for n in MANY)}}}</script>",
        f"<style>{'a b { c: d } ' * 20_000}</style>",
        f"<!-- {'word ' * 50_000} -->",
        f"<p>{'word ' * 50_000}</p>",
        f"<p>1 < 2 {'word ' * 50_000}</p>",
        "<p class=x id=y>z</p>" * 20_000,
    ],
    ids=["data", "script", "json", "style", "comment", "text", "less-than", "many-tags"],
)
def test_what_is_merely_long_is_left_alone(harmless: str) -> None:
    page = BEFORE + harmless + "<a href=y>y</a>"

    assert before_flood(page) == page


PIECES = ["<a ", "<!--", "-->", "<script", "</script>", '"', "'", "=", ">", "/", " ", "x", "<p>"]


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.integers(1, 5000))
def test_no_text_takes_long_to_look_through(pieces: list[str], times: int) -> None:
    text = "".join(pieces) * times
    began = process_time()
    kept = before_flood(text[: 50 * LONG_PAGE])

    assert text.startswith(kept)
    assert process_time() - began < 2.0
