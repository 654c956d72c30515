"""Invented people have names that tell them apart, in every form a page needs."""

from random import Random

import pytest

from auslese.demo.people import Employer, Person, crew, slug_of
from auslese.demo.world import World

HOUSE = Employer("de", "uni.localhost", "+49 30 23125-###", (("Direktorin", "Direktor"),), ("Dr.",))


def person(rank: str) -> Person:
    return Person("Anna", "Moosacker", True, rank, "Rätin", "a@b.localhost", "+49")


@pytest.mark.parametrize(
    ("rank", "full"),
    [
        ("Prof. Dr.", "Prof. Dr. Anna Moosacker"),
        ("M. Sc.", "Anna Moosacker, M. Sc."),
        ("", "Anna Moosacker"),
    ],
)
def test_a_title_stands_before_or_after_the_name(rank: str, full: str) -> None:
    assert person(rank).full == full


def test_a_name_can_be_listed_and_cited() -> None:
    assert person("").listed == "Moosacker, Anna"
    assert person("").cited == "Moosacker, A."


def test_a_crew_has_women_and_men_in_turn_and_no_surname_twice() -> None:
    people = crew(HOUSE, 30, Random(1))

    assert [p.woman for p in people] == [number % 2 == 0 for number in range(30)]
    assert len({p.surname for p in people}) == 30
    assert people[0].role == "Direktorin"
    assert people[1].role == "Direktor"
    assert all("#" not in p.phone for p in people)


def test_nobody_of_the_web_shares_a_mail_address() -> None:
    world = World(8000, 1997)
    people = [p for staff in world.scholars.values() for p in staff]
    people += [*world.curators, *world.journalists, *world.librarians]

    assert len({p.mail for p in people}) == len(people) == 48
    assert all(p.mail.isascii() for p in people)


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Größe & Übermut", "groesse-uebermut"),
        ("L’hiver a vidé les ruches", "l-hiver-a-vide-les-ruches"),
        ("Birøkterens år", "birokterens-ar"),
        ("  Zwei  Wörter ", "zwei-woerter"),
    ],
)
def test_a_slug_is_plain_ascii(text: str, slug: str) -> None:
    assert slug_of(text) == slug
