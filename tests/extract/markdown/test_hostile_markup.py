"""Pages that were built to take time and memory get an end."""

import pytest

from auslese.extract.markdown.markdown_text import markdown_of
from tests.extract.markdown.markdown_parsing import markdown_from, source_of

MANY = 4_000
PAGES = {
    "nested lists": "<ul><li>a" * 3_000,
    "nested quotations": "<blockquote>a" * 3_000,
    "nested tables": "<table><tr><td>a" * 1_000,
    "open emphasis": "<b><i><p>a" * 2_000,
    "wide cells": "<table>" + "<tr><td colspan=999999>a<td>b" * 1_000,
    "high cells": "<table>" + "<tr><td rowspan=65534>a<td>b" * 1_000,
    "a table of many cells": "<table>" + ("<tr>" + "<td>1" * 100) * 100,
    "a row of many cells": "<table><tr>" + "<td>1" * MANY,
    "many breaks": "<p>" + "a<br>" * MANY,
    "many pictures": "<p>a" + "<img src=a.png>" * MANY,
    "backticks": "<p>" + "`" * 200_000 + "<pre>" + "`\n" * MANY,
    "stars": "<p>" + "* _ [ ] \\ " * MANY,
    "the same text": "<p>a</p>" * MANY,
    "links with a long base": f"<base href='http://b.example/{'x/' * 2_000}'>"
    + "<p><a href=y>z</a>" * 1_000,
}
MOST_LETTERS = 12_000_000


@pytest.mark.parametrize("name", PAGES)
def test_every_page_comes_to_an_end_in_bounds(name: str) -> None:
    assert len(markdown_from(PAGES[name])) < MOST_LETTERS


def test_many_texts_that_are_not_there_cost_no_more_than_time_for_each() -> None:
    html = "<table>" + "<tr><td>a b c<td>d" * 1_000
    main = [("table", f"x{number}\ty") for number in range(1_000)]

    assert markdown_of(source_of(html), main).count("x999") == 1
