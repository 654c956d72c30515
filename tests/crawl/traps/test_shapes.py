"""The shape of a URL: what it keeps, what it lets go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.traps.url_shapes import LONGEST_SHAPE, shape_of
from auslese.records.url import Url, canonical

SEGMENTS = st.lists(
    st.sampled_from(["news", "2024", "p12", "a-b-c-d-e", "9f86d081884c7d65", "x.html", "é", ""]),
    max_size=6,
)
NAMES = st.lists(st.sampled_from(["q", "page", "sort", "t"]), max_size=4, unique=True)


@pytest.mark.parametrize(
    ("url", "own", "family"),
    [
        ("http://a.de/", "", ""),
        ("http://a.de/about", "", ""),
        ("http://a.de/docs/api/start.html", "", "/docs/api/*"),
        ("http://a.de/p12", "/p{n}", ""),
        ("http://a.de/n/2024/05/17/rain.html", "/n/{n}/{n}/{n}/rain.html", "/n/{n}/{n}/{n}/*"),
        ("http://a.de/item/9f86d081884c7d65", "/item/{id}", ""),
        ("http://a.de/s/9f86d081884c7d65/about", "/s/{id}/about", "/s/{id}/*"),
        ("http://a.de/(S(abc123def456ghi789jkl012))/a.aspx", "/{id}/a.aspx", "/{id}/*"),
        ("http://a.de/blog/how-we-came-to-the-sea.html", "/blog/{slug}.html", ""),
        ("http://a.de/list?color=red&page=7", "/list?color&page", "/list?*"),
        ("http://a.de:8080/list?page=7", ":8080/list?page", ":8080/list?*"),
        ("http://[::1]:8080/p7", ":8080/p{n}", ""),
    ],
)  # fmt: skip
def test_a_url_has_a_shape_and_a_family(url: str, own: str, family: str) -> None:
    shape = shape_of(Url(url))

    assert (shape.own, shape.family) == (own, family)


def test_urls_that_differ_in_their_session_only_have_one_skeleton() -> None:
    one, two = (
        shape_of(Url(f"http://a.de/s/{key}/page7?visitor={key}&x=1")).skeleton
        for key in ("9f86d081884c7d65", "0a1b2c3d4e5f60718293")
    )
    other = shape_of(Url("http://a.de/s/9f86d081884c7d65/page8?visitor=9f86d081884c7d65&x=1"))

    assert one == two != other.skeleton


def test_words_and_plain_numbers_make_no_skeleton() -> None:
    assert shape_of(Url("http://a.de/article/20241117?q=internationalisation")).skeleton == ""


@given(SEGMENTS, NAMES, st.integers(0, 10**30), st.integers(0, 10**30))
def test_the_values_of_a_query_and_the_size_of_numbers_do_not_change_the_shape(
    segments: list[str], names: list[str], one: int, two: int
) -> None:
    def url(number: int) -> Url:
        query = "&".join(f"{name}={number}" for name in names)
        found = canonical(f"http://a.de/{'/'.join(segments)}/{number:030}?{query}")
        assert found is not None
        return found

    assert shape_of(url(one))[:2] == shape_of(url(two))[:2]


@given(st.text(max_size=400), st.text(max_size=400))
def test_any_url_has_a_short_shape(path: str, query: str) -> None:
    url = canonical(f"http://a.de/{path}?{query}")
    if url is not None:
        shape = shape_of(url)
        assert len(shape.own) <= LONGEST_SHAPE + 6
        assert len(shape.family) <= LONGEST_SHAPE + 8


def test_a_hostile_url_costs_no_more_than_its_length() -> None:
    for path in ("a-" * 30_000, "1a" * 30_000, "/1" * 30_000, "?" + "a=1&" * 20_000):
        assert len(shape_of(Url(f"http://a.de/{path}")).own) <= LONGEST_SHAPE
