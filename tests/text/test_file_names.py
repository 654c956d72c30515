"""The words that the name of a file says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.text.file_names import words_in_name


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/img/rote-tulpen_2.jpg", "rote tulpen"),
        ("/img/IMG_2034.JPG", ""),
        ("/DSC0123.jpg", ""),
        ("/P1010001.jpg", ""),
        ("/tulpen12.png", "tulpen"),
        ("/RoteTulpen.jpg", "Rote Tulpen"),
        ("/Sch%C3%B6ne%20Blume.jpg", "Schöne Blume"),
        ("/%E6%97%A5%E6%9C%AC.png", "日本"),
        ("/cat-300x200-scaled.jpg", "cat"),
        ("/a3f9c0bd77.jpg", ""),
        ("/6f9619ff-8b86-d011-beef-00cf4fc964ff-cat.png", "cat"),
        ("/fetch/https%3A%2F%2Fb.example%2Fold-mill.png", "old mill"),
        ("/%ff%fe-mill.png", "mill"),
        ("/thumb_large.png", ""),
        ("/", ""),
        ("", ""),
    ],
)
def test_a_name_says_its_words(path: str, words: str) -> None:
    assert words_in_name(path) == words


@given(st.text(max_size=50))
def test_every_name_gives_words_without_signs_or_numbers(name: str) -> None:
    assert all(word.isalpha() for word in words_in_name(name).split())
