"""The pictures of a `srcset`, by the rules of the HTML standard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.html.srcset import srcset_offers


@pytest.mark.parametrize(
    ("value", "addresses"),
    [
        ("a.jpg", ["a.jpg"]),
        ("a.jpg 1x, b.jpg 2x", ["a.jpg", "b.jpg"]),
        ("a.jpg 480w,\n b.jpg 800w", ["a.jpg", "b.jpg"]),
        ("a.jpg, b.jpg", ["a.jpg", "b.jpg"]),
        ("a.jpg,, b.jpg", ["a.jpg", "b.jpg"]),
        ("a.jpg 1x,b.jpg 2x", ["a.jpg", "b.jpg"]),
        ("w_100,h_50/a.jpg 1x, w_200,h_100/a.jpg 2x", ["w_100,h_50/a.jpg", "w_200,h_100/a.jpg"]),
        ("data:image/png;base64,AA== 1x, b.jpg 2x", ["data:image/png;base64,AA==", "b.jpg"]),
        ("a.jpg 1x (x, y) z, b.jpg", ["a.jpg", "b.jpg"]),
        ("a.jpg (never closed, b.jpg", ["a.jpg"]),
        (" , ", []),
        ("", []),
    ],
)
def test_each_picture_is_found(value: str, addresses: list[str]) -> None:
    assert [address for address, _ in srcset_offers(value)] == addresses


@pytest.mark.parametrize("flood", ["a, (", ",", "(", "a (", "a,", " "])
def test_a_hostile_value_takes_no_longer_than_its_length(flood: str) -> None:
    assert all(address for address, _ in srcset_offers(flood * 30_000))


@given(st.text(" ,()ax\t", max_size=40))
def test_no_value_stops_the_reading(value: str) -> None:
    for address, _ in srcset_offers(value):
        assert address == address.strip().rstrip(",") != ""
