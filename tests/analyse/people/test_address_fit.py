"""Addresses and titles that fit a name."""

import pytest

from auslese.analyse.people.address_fit import (
    AMONG_OTHERS,
    FAMILY_NAME,
    INNER_FOLDER,
    WHOLE_NAME,
    PageMails,
    SubjectLine,
    mail_fit,
    mails_in,
    url_fit,
)
from auslese.records.person import PersonName

HANS = PersonName("Hans", "", "Müller", "Prof. Dr.")
VON = PersonName("Anna Maria", "von der", "Au")


@pytest.mark.parametrize(
    ("url", "fit"),
    [
        ("http://uni.example/people/hans-mueller.html", WHOLE_NAME),
        ("http://uni.example/Mueller_Hans.php", WHOLE_NAME),
        ("http://uni.example/~hmueller/index.html", WHOLE_NAME),
        ("http://uni.example/staff?person=hans.mueller", WHOLE_NAME),
        ("http://hans-mueller.example/", WHOLE_NAME),
        ("http://uni.example/~muller/", FAMILY_NAME),
        ("http://uni.example/~m%C3%BCller/", FAMILY_NAME),
        ("http://uni.example/lecture-by-hans-mueller", AMONG_OTHERS),
        ("http://uni.example/~hmueller/publications.html", WHOLE_NAME * INNER_FOLDER),
        ("http://uni.example/muellerstrasse", 0.0),
        ("http://uni.example/?id=17", 0.0),
        ("http://[broken/", 0.0),
    ],
)
def test_an_address_fits_a_name_as_well_as_it_spells_it(url: str, fit: float) -> None:
    assert url_fit(HANS, url) == fit


def test_a_family_name_of_two_letters_needs_the_given_name() -> None:
    assert url_fit(VON, "http://uni.example/~au/") == 0
    assert url_fit(VON, "http://uni.example/~annavonderau/") == WHOLE_NAME


@pytest.mark.parametrize(
    ("mail", "fits"),
    [
        ("hans.mueller@uni.example", True),
        ("hmueller2@uni.example", True),
        ("mueller-h@uni.example", True),
        ("muller@uni.example", True),
        ("info@uni.example", False),
        ("heike.mueller@uni.example", False),
    ],
)
def test_a_mail_address_fits_a_name(mail: str, fits: bool) -> None:
    assert mail_fit(HANS, mail) is fits


def test_each_name_of_a_page_gets_its_own_mail_addresses() -> None:
    mails = PageMails(["info@uni.example", "h.mueller@uni.example", "muller@uni.example"])

    assert mails.fitting(HANS) == ["h.mueller@uni.example", "muller@uni.example"]
    assert mails.fitting(VON) == PageMails([]).fitting(HANS) == []


def test_mail_addresses_are_seen_with_at_in_brackets() -> None:
    text = "hans.mueller (at) uni (dot) example, info@uni.example; a @ b, @@, x@y"

    assert mails_in(text) == ["hans.mueller@uni.example", "info@uni.example"]


def test_signs_without_addresses_cost_little() -> None:
    assert mails_in("a" * 500_000 + "@" * 200_000 + "(at)" * 50_000) == []


@pytest.mark.parametrize(
    ("title", "is_his"),
    [
        ("Prof. Dr. Hans Müller", True),
        ("Müller, Hans", True),
        ("Homepage von Hans Mueller", False),  # another spelling is no harm, but not this name
        ("Homepage von Hans Müller", True),
        ("Publications of Hans Müller", False),
        ("Homepage", False),
    ],
)
def test_a_title_is_the_name_and_nothing_else(title: str, is_his: bool) -> None:
    assert SubjectLine(title).is_just(HANS) is is_his
