"""Names of files that pages get: unique, safe, and their URLs where that is possible."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.export.page_file_names import LONGEST_NAME, page_file_name

MARK = re.compile(r"~[a-z2-7]{13}\.txt$")
SAFE = re.compile(r"[a-z0-9._~%@+,=()#-]+\.txt")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.example/", "a.example#.txt"),
        ("https://a.example/de/seite.html", "a.example#de#seite.html.txt"),
        ("https://a.example/~user/x,y=(1)", "a.example#~user#x,y=(1).txt"),
        ("https://a.example:8080/x", "a.example_8080#x~aaaaaaaaaaaac.txt"),
        ("http://a.example/x", "a.example#x~aaaaaaaaaaaac.txt"),
        ("https://a.example/X", "a.example#x~aaaaaaaaaaaac.txt"),
        ("https://a.example/x?q=1", "a.example#x_q=1~aaaaaaaaaaaac.txt"),
        ("https://con/", "con#.txt"),
        ("https://nul.example/", "nul.example#~aaaaaaaaaaaac.txt"),
        ("https://a/x~aaaaaaaaaaaac", "a#x~aaaaaaaaaaaac~aaaaaaaaaaaac.txt"),
        ("../../etc/passwd", "#..#etc#passwd~aaaaaaaaaaaac.txt"),
    ],
)
def test_a_url_is_the_name_where_that_is_possible(url: str, name: str) -> None:
    assert page_file_name(url, 1, ".txt") == name


def test_a_long_url_is_cut_and_told_apart() -> None:
    long = "https://a.example/" + "x" * 5_000

    names = {page_file_name(f"{long}{number}", number, ".txt") for number in (1, -1, 2)}

    assert len(names) == 3
    assert all(len(name) <= LONGEST_NAME + len("~aaaaaaaaaaaaa.txt") for name in names)


@given(st.lists(st.text(max_size=300), unique=True, max_size=8))
def test_no_two_pages_have_one_name_and_none_leads_elsewhere(paths: list[str]) -> None:
    urls = [f"https://a.example/{path}" for path in paths]

    names = [page_file_name(url, number, ".txt") for number, url in enumerate(urls)]

    assert len({name.casefold() for name in names}) == len(urls)
    assert all(SAFE.fullmatch(name) and not name.startswith(".") for name in names)
