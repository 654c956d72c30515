"""What an index has of a page besides its text."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_index import page

from auslese.search.index.index_fields import SHOWN
from auslese.search.index.index_pages import (
    MOST_STORED_LETTERS,
    UNKNOWN_DAY,
    address_words,
    day_of,
    decode_stored_hit,
    document_of,
    hosts_above,
)
from auslese.search.index.term_forms import TermMaker


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://www.example.org/my-page_two.html", "example org my page two html"),
        ("https://a.example/M%C3%BCnchen?id=7", "a example München id 7"),
        ("https://a.example/SolarPower", "a example Solar Power"),
        ("http://a.example/%ff%zz", "a example zz"),
    ],
)
def test_an_address_has_words(url: str, words: str) -> None:
    assert address_words(url) == words


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-31", date(2024, 5, 31)),
        ("2024-05-31T10:00:00Z", date(2024, 5, 31)),
        ("2024-05", date(2024, 5, 1)),
        ("2024", date(2024, 1, 1)),
        ("2024-13-01", None),
        ("0000", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_date_is_a_day_or_none(text: str, day: date | None) -> None:
    assert day_of(text) == day


def test_a_host_is_in_all_domains_above_it() -> None:
    assert hosts_above("a.b.org") == ["a.b.org", "b.org", "org"]


def test_the_first_word_of_each_part_stands_by_itself() -> None:
    fields = document_of(page(1, "Eins zwei", title="Titel", rest="Rest", language=""), TermMaker())

    assert [word for word in fields["words"].split() if word != "¶"] == [
        "titel", "eins", "zwei", "rest",
    ]  # fmt: skip
    assert fields["text"].split()[0] == "titel"
    assert fields["text"].split()[-2:] == ["eins", "zwei"]


def test_what_is_unknown_is_marked_as_such() -> None:
    fields = document_of(page(1, "", language="", date="never"), TermMaker())

    assert (fields["language"], fields["day"], fields["year"]) == ("unknown", UNKNOWN_DAY, 0)


def test_a_page_without_a_title_is_called_as_links_call_it() -> None:
    fields = document_of(page(1, "", anchor="Startseite", standing="unfetched"), TermMaker())

    assert decode_stored_hit(fields[SHOWN]).title == "Startseite"


@given(st.text(max_size=50), st.text(max_size=50), st.text(max_size=20))
def test_any_page_is_kept_and_given_back(text: str, title: str, day: str) -> None:
    clean = text.encode("utf-8", "replace").decode(), title.encode("utf-8", "replace").decode()
    kept = decode_stored_hit(
        document_of(page(7, clean[0], title=clean[1], rest="r"), TermMaker())[SHOWN]
    )

    assert (kept.id, kept.text, kept.title) == (7, clean[0] or "r", clean[1])
    day_of(day)
    address_words(f"http://a.example/{clean[0]}")


def test_a_long_text_is_kept_in_part() -> None:
    fields = document_of(page(1, "wort " * MOST_STORED_LETTERS), TermMaker())

    assert len(decode_stored_hit(fields[SHOWN]).text) == MOST_STORED_LETTERS
    assert fields["words"].count("wort") == MOST_STORED_LETTERS
