"""Days as people write them."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.about.days import MONTHS, day_in_path, day_of, days_in, is_plausible

DAY = "2024-05-31"


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-31",
        "2024-05-31T23:30:00-05:00",
        "20240531",
        "20240531T101010Z",
        "2024/05/31 10:00",
        "31.05.2024",
        "31. 5. 2024, 10:20 Uhr",
        "31.05.24",
        "31/05/2024",
        "05/31/2024",
        "31-05-2024",
        "Fri, 31 May 2024 12:00:00 GMT",
        "Fri May 31 10:20:30 2024",
        "May 31, 2024",
        "MAY 31st 2024",
        "31st of May, 2024",
        "31-May-2024",
        "Freitag, 31. Mai 2024",
        "Stand:31.Mai 2024",
        "31 mai 2024",
        "31 de mayo de 2024",
        "31 maggio 2024",
        "31 de maio de 2024",
        "31 mei 2024",
        "31. maj 2024",
        "31 maja 2024",
        "31 мая 2024 г.",
        "2024年5月31日",
        "  31.\n Mai\t2024 ",
    ],
)
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    assert day_of(text) == DAY


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2. Jänner 2023", "2023-01-02"),
        ("3. März 2023", "2023-03-03"),
        ("1er août 2023", "2023-08-01"),
        ("Sept. 3, 2019", "2019-09-03"),
        ("Dez. 2, 2020", "2020-12-02"),
        ("12 listopada 2020", "2020-11-12"),
        ("2. kesäkuuta 2020", "2020-06-02"),
        ("1.2.1995", "1995-02-01"),
        ("01.02.95", "1995-02-01"),
    ],
)
def test_months_have_their_names_in_many_languages(text: str, day: str) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2024",
        "May 2024",
        "31. Februar 2024",
        "2019-13-45",
        "10.11.12.13",
        "version 1.2.20",
        "1.2.2024.5",
        "order 4-31.05.2024",
        "31 Bananen 2024",
        "tel. 0201 2024 05 31",
        "1234567890",
    ],
)
def test_what_is_no_day_is_not_taken_for_one(text: str) -> None:
    assert day_of(text) == ""


def test_only_an_american_page_names_the_month_first() -> None:
    assert day_of("1/2/2024") == "2024-02-01"
    assert day_of("1/2/2024", month_first=True) == "2024-01-02"
    assert day_of("1.2.2024", month_first=True) == "2024-02-01"


def test_all_days_of_a_text_are_found_where_they_stand() -> None:
    text = "Posted 31 May 2024, changed 2024-06-01."

    found = list(days_in(text))

    assert [each.day for each in found] == [DAY, "2024-06-01"]
    assert [text[each.begin : each.end] for each in found] == ["31 May 2024", "2024-06-01"]


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2024/05/31/title", DAY),
        ("/news/2024-05-31-title.html", DAY),
        ("/2024/5/31", DAY),
        ("/a/20240531_b.html", DAY),
        ("/2024/05/", ""),
        ("/artikel/1202405311", ""),
        ("/2024/13/31/", ""),
    ],
)
def test_an_address_may_name_the_day(path: str, day: str) -> None:
    assert day_in_path(path) == day


def test_no_page_is_older_than_the_web_or_younger_than_its_fetch() -> None:
    assert not is_plausible("1989-12-31")
    assert is_plausible("1990-01-01")
    assert is_plausible(DAY, DAY)
    assert not is_plausible("2024-06-01", DAY)


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.sampled_from(sorted(MONTHS)))
def test_every_day_is_read_back_from_numbers_and_words(day: date, name: str) -> None:
    named = day.replace(day=min(day.day, 28), month=MONTHS[name])

    assert day_of(f"{day:%d.%m.%Y}") == day.isoformat()
    assert day_of(day.isoformat()) == day.isoformat()
    assert day_of(f"{named.day}. {name.title()} {named.year}") == named.isoformat()


@given(st.text(max_size=300))
def test_any_text_names_real_days_only(text: str) -> None:
    for found in days_in(text):
        assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", found.day)
        assert date.fromisoformat(found.day)
