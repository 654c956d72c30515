"""The names on one page."""

import re

import pytest

from auslese.analyse.people.first_person import speaks_in_first_person
from auslese.analyse.people.page_mentions import LETTERS_AT_ONCE, PageWithNames, mentions_of
from auslese.records.person import FoundName, MarkedPerson, PersonName

HANS = re.compile(r"(?:Hans|Anna|H\.) Müller")
SURE, UNSURE = 0.9, 0.3


class RuleFinder:
    """A finder that knows few names."""

    name = "rules"

    def find(self, text: str, language: str = "") -> list[FoundName]:
        return [
            FoundName(
                found.start(), found.end(), PersonName(*_parts(found[0])), _confidence(found[0])
            )
            for found in HANS.finditer(text)
        ]


def _parts(text: str) -> tuple[str, str, str]:
    given, family = text.split(" ")
    return given, "", family


def _confidence(text: str) -> float:
    return UNSURE if text.startswith("H.") else SURE


def test_a_form_of_a_name_is_there_once_with_all_its_places() -> None:
    text = "About Hans Müller\nHans Müller teaches. Anna Müller too."
    page = PageWithNames("", "Hans Müller", text, [(0, 17)], "Hans Müller", "Anna Müller")

    hans, anna = mentions_of(RuleFinder(), page).mentions

    assert (hans.name.full, hans.count) == ("Hans Müller", 4)
    assert hans.places == {"title", "subject", "heading", "text", "rest"}
    assert text[hans.start : hans.end] == "Hans Müller"
    assert (hans.start, anna.places) == (6, {"author", "text"})


@pytest.mark.parametrize("between", ["\n", " ", ""])
def test_a_text_too_long_to_be_searched_at_once_is_searched_in_pieces(between: str) -> None:
    far = f"Hans Müller{between}" + f"x{between}" * LETTERS_AT_ONCE
    page = PageWithNames(text=f"{far}\nAnna Müller, Hans Müller")

    hans, anna = mentions_of(RuleFinder(), page).mentions

    assert (hans.count, hans.start, anna.start) == (2, 0, len(far) + 1)
    assert page.text[anna.start : anna.end] == "Anna Müller"


def test_names_of_which_the_finder_is_less_sure_are_left_out() -> None:
    page = PageWithNames(text="H. Müller and Anna Müller")

    found = mentions_of(RuleFinder(), page, 0.5).mentions

    assert [each.name.full for each in found] == ["Anna Müller"]


def test_what_is_marked_up_counts_also_where_no_text_has_it() -> None:
    marked = MarkedPerson(
        "Prof. Ada Knuth-Zobel",
        role="Professor",
        emails=("Ada@uni.example",),
        identifiers=("gnd:1",),
        is_main=True,
    )

    (mention,) = mentions_of(RuleFinder(), PageWithNames(people=[marked])).mentions

    assert (mention.name.full, mention.name.titles) == ("Ada Knuth-Zobel", "Prof.")
    assert (mention.count, mention.start, mention.source) == (0, -1, "markup")
    assert {"markup", "main"} <= mention.places
    assert (mention.role, mention.emails, mention.identifiers) == (
        "Professor",
        ["ada@uni.example"],
        ["gnd:1"],
    )


def test_a_marked_up_link_without_a_name_is_nobody() -> None:
    page = PageWithNames(people=[MarkedPerson("", identifiers=("wikidata:Q42",))])

    assert mentions_of(RuleFinder(), page).mentions == []


def test_addresses_that_fit_are_evidence_for_their_name_alone() -> None:
    page = PageWithNames(
        "http://uni.example/~hans.mueller/",
        text="Hans Müller, hans.mueller@uni.example; Anna Müller",
    )

    hans, anna = mentions_of(RuleFinder(), page).mentions

    assert hans.emails == ["hans.mueller@uni.example"]
    assert {"url", "email"} <= hans.places
    assert anna.emails == []
    assert not {"url", "email"} & anna.places


def test_words_of_all_texts_are_counted() -> None:
    assert mentions_of(RuleFinder(), PageWithNames("", "one two", "three", (), "four")).words == 4


@pytest.mark.parametrize(
    ("text", "is_first_person"),
    [
        ("Ich bin Physiker. In meiner Freizeit reise ich gern.", True),
        ("I am a teacher, and my cat knows it. My door is open.", True),
        ("Je suis physicien ; mes cours sont en ligne. Je voyage.", True),
        ("Hans Müller ist Physiker und reist gern mit seiner Katze.", False),
        ('He said: "I do."', False),
        ("", False),
    ],
)
def test_a_page_that_says_i_is_known(text: str, is_first_person: bool) -> None:
    assert speaks_in_first_person(text) is is_first_person


@pytest.mark.parametrize("name", ["The Exim Project", "Redaktion", "Museum Press GmbH", "a " * 30])
def test_an_author_who_is_no_person_is_nobody(name: str) -> None:
    page = PageWithNames(people=[MarkedPerson(name, source="author")])

    assert mentions_of(RuleFinder(), page).mentions == []
