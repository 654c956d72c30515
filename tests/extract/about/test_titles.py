"""Titles without the name of the site."""

import pytest

from auslese.extract.about.titles import SiteNames, TitleCandidates, site_of, title_of
from auslese.records.url import Url

SITE = site_of(Url("https://www.daily-sample.co.uk/a"), ["The Daily Sample"])


@pytest.mark.parametrize(
    ("titles", "title"),
    [
        (TitleCandidates(heads=["Storm over the sea"]), "Storm over the sea"),
        (TitleCandidates(heads=["Storm over the sea | The Daily Sample"]), "Storm over the sea"),
        (TitleCandidates(heads=["The Daily Sample – Storm over the sea"]), "Storm over the sea"),
        (TitleCandidates(heads=["Storm over the sea - dailysample.co.uk"]), "Storm over the sea"),
        (
            TitleCandidates(heads=["Storm - what now? | Weather | The Daily Sample"]),
            "Storm - what now? | Weather",
        ),
        (TitleCandidates(heads=["Storm over the sea | Weather"]), "Storm over the sea"),
        (TitleCandidates(heads=["Storm - calm"]), "Storm - calm"),
        # The heading says which part it is.
        (
            TitleCandidates(
                heads=["Weather: Storm over the sea – Sample"], headings=["Storm over the sea"]
            ),
            "Storm over the sea",
        ),
        (TitleCandidates(heads=["Sample: a | b | c"], headings=["b"]), "b"),
        (
            TitleCandidates(
                headings=["Latest news Storm over the sea"], heads=["Storm over the sea | X"]
            ),
            "Storm over the sea",
        ),
        # A heading that nobody else knows.
        (
            TitleCandidates(
                heads=["SEO words | The Daily Sample"], headings=["Storm over the sea"]
            ),
            "Storm over the sea",
        ),
        (TitleCandidates(["Storm"], ["Storm | The Daily Sample"], ["Other news"]), "Storm"),
        # The first heading is the site's.
        (
            TitleCandidates(heads=["Storm over the sea"], headings=["The Daily Sample"]),
            "Storm over the sea",
        ),
        (
            TitleCandidates(
                heads=["Storm - Weather Book"], headings=["Weather Book"], lower=["Storm"]
            ),
            "Storm",
        ),
        (
            TitleCandidates(
                heads=["Making queries — Weather Book 3.2"],
                headings=["Weather Book 3.2", "Making queries"],
            ),
            "Making queries",
        ),
        (
            TitleCandidates(
                heads=["Weather Book (3.2) - Realms"], lower=["Links", "Realms"], are_own=True
            ),
            "Realms",
        ),
        (
            TitleCandidates(
                heads=["Weather Book (3.2) - Realms"],
                headings=["Weather Book"],
                lower=["Realms"],
                are_own=True,
            ),
            "Realms",
        ),
        (
            TitleCandidates(heads=["Storm - Overview | Weather Office"], lower=["Weather Office"]),
            "Storm - Overview",
        ),
        (TitleCandidates(headings=["One", "Two"]), "One"),
        (TitleCandidates(), ""),
    ],
)
def test_the_title_is_the_pages_own(titles: TitleCandidates, title: str) -> None:
    assert title_of(titles, SITE) == title


def test_a_page_called_like_its_site_keeps_that_name() -> None:
    assert title_of(TitleCandidates(heads=["The Daily Sample"]), SITE) == "The Daily Sample"
    assert title_of(TitleCandidates(headings=["The Daily Sample"]), SITE) == "The Daily Sample"


def test_a_site_goes_under_its_names_and_its_domain() -> None:
    assert SITE.label == "dailysample"
    assert SITE.is_named("THE DAILY SAMPLE")
    assert SITE.is_named("Daily-Sample.co.uk")
    assert not SITE.is_named("The Daily")
    assert not SITE.is_named("")
    assert not SiteNames().is_named("The Daily Sample")


def test_people_may_have_given_a_site_their_name() -> None:
    site = site_of(Url("https://adaexample.org/"), [])

    assert not site.is_called("Ada Example")
    assert site.is_called("AdaExample")
    assert SITE.is_called("The Daily Sample")


def test_a_title_of_nothing_but_separators_and_names_ends() -> None:
    many = " | ".join(["The Daily Sample"] * 500)

    assert title_of(TitleCandidates(heads=[many]), SITE) == "The Daily Sample"
