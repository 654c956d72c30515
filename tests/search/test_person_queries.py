"""Who asks for a person gets the pages about them, the best one first."""

from dataclasses import replace
from typing import Any

import pytest
from tests.search.small_index import ask, engine_of, found, page

from auslese.records.person_level import BEST_LEVEL, HiddenPeople
from auslese.records.query import QueryNoteReason
from auslese.search.answer.missing_values import KnownValues, missing_values
from auslese.search.answer.person_queries import spellings_of
from auslese.search.answer.search_engine import SearchEngine
from auslese.search.index.person_terms import (
    LONGEST_NAME,
    MOST_PEOPLE,
    PagePerson,
    person_name_key,
    person_terms,
)
from auslese.search.query.query_parser import parse
from auslese.wording.query_notes import describe_note

HANS, HEIDI, SHORT, VON, ODD = 11, -12, 13, 14, 15
NAMES: dict[int, dict[str, Any]] = {
    HANS: {"given": "Hans Peter", "family": "Müller", "forms": ("Hans Peter Müller", "H. Müller")},
    HEIDI: {"given": "Heidi", "family": "Müller", "forms": ("Heidi Müller",)},
    SHORT: {"given": "H.", "family": "Müller", "forms": ("H. Müller",)},
    VON: {
        "given": "Ada",
        "particle": "von der",
        "family": "Łęcka",
        "forms": ("Ada von der Łęcka",),
    },
    ODD: {"given": "Sinéad", "family": "O'Neill-Ångström", "forms": ()},
}
HOME, STAFF, TALK, OTHER, LADY, ALONE = 1, 2, 3, 4, 5, 6
ON_PAGES = {
    HOME: [(HANS, BEST_LEVEL)],
    STAFF: [(HANS, 3), (HEIDI, 2), (SHORT, 1), (VON, 2), (ODD, BEST_LEVEL)],
    TALK: [(HANS, 8), (HEIDI, 8)],
    LADY: [(HEIDI, BEST_LEVEL)],
    ALONE: [(SHORT, BEST_LEVEL), (VON, BEST_LEVEL)],
}


def people_of(number: int) -> list[PagePerson]:
    return [PagePerson(key, level, **NAMES[key]) for key, level in ON_PAGES.get(number, ())]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> SearchEngine:
    texts = {
        STAFF: "Müller Müller Müller",
        OTHER: "Müller und Söhne mahlen Korn",
        TALK: "ein Vortrag",
    }
    pages = [
        page(
            number,
            texts.get(number, "Seite"),
            people=people_of(number),
            rank=90.0 * (number == STAFF),
        )
        for number in range(1, 7)
    ]
    return engine_of(tmp_path_factory.mktemp("people"), pages, has_people=True)


ASKED = {
    'person:"Hans Peter Müller"': [HOME, TALK, STAFF],
    'person:"Hans Müller"': [HOME, TALK, STAFF],
    'person:"hans mueller"': [HOME, TALK, STAFF],
    'person:"Müller, Hans"': [HOME, TALK, STAFF],
    'person:"Prof. Dr.-Ing. Hans Müller"': [HOME, TALK, STAFF],
    'person:"Prof. Müller, Hans Peter"': [HOME, TALK, STAFF],
    "person:hans.müller": [HOME, TALK, STAFF],
    'person:"Heidi Muller"': [LADY, TALK, STAFF],
    'person:"von der Łęcka"': [ALONE, STAFF],
    "person:lecka": [ALONE, STAFF],
    'person:"Sinead O’Neill-Angstrom"': [STAFF],
    'person:"Hans Müller" Vortrag': [TALK],
    'person:"Hans Müller" -person:heidi*': [HOME],
    "person:Nobody": [],
    "person:Korn": [],
}


@pytest.mark.parametrize(("text", "pages"), ASKED.items())
def test_a_person_is_found_by_every_spelling_of_the_name_with_the_best_page_first(
    engine: SearchEngine, text: str, pages: list[int]
) -> None:
    pages_found = found(engine, text)

    assert pages_found[:1] == pages[:1]
    assert set(pages_found) == set(pages)


def test_words_of_the_name_count_beside_what_the_tables_say(engine: SearchEngine) -> None:
    """A page that is called so may be the one about the person, whatever the tables say."""
    staff = {hit.id: hit.parts for hit in ask(engine, 'person:"Heidi Müller"').hits(0, 10)}[STAFF]

    assert staff["person"] == 1.0
    assert staff["named"] > 1.0
    assert "named" not in ask(engine, "Heidi Müller").hits(0, 1)[0].parts


def test_a_surname_is_that_of_all_who_have_it_and_an_initial_stands_for_each(
    engine: SearchEngine,
) -> None:
    best = {HOME, LADY, ALONE}

    for text in ("person:müller", "person:mül*", 'person:"H. Müller"'):
        pages = found(engine, text)
        assert (set(pages[:3]), set(pages[3:])) == (best, {TALK, STAFF})


def test_a_word_of_a_text_is_no_person(engine: SearchEngine) -> None:
    assert OTHER in found(engine, "Müller")
    assert OTHER not in found(engine, "person:müller")


def test_what_a_person_brings_is_told_and_sums_to_the_score(engine: SearchEngine) -> None:
    for text in ('person:"Hans Müller"', 'person:"Hans Müller" Vortrag', "Seite OR person:müller"):
        for hit in ask(engine, text).hits(0, 10):
            assert hit.parts["person"] > 0
            assert hit.score == pytest.approx(sum(hit.parts.values()), abs=1e-3)
    parts = {hit.id: hit.parts for hit in ask(engine, 'person:"Hans Müller"').hits(0, 10)}
    assert (parts[HOME]["person"], parts[TALK]["person"]) == (10.0, 4.0)


def test_a_whole_name_alone_brings_the_page_about_the_person_forward(engine: SearchEngine) -> None:
    named = ask(engine, "Heidi Müller Seite").hits(0, 10)
    assert all("person" not in hit.parts for hit in named)
    for text in ("Heidi Müller", "mueller heidi", "Dr. Heidi Müller"):
        parts = {hit.id: hit.parts for hit in ask(engine, text).hits(0, 10)}
        assert all(("person" in each) == (page == LADY) for page, each in parts.items())
    assert all("person" not in hit.parts for hit in ask(engine, "Müller").hits(0, 10))


def test_who_asked_not_to_be_found_is_not_found_and_others_are(engine: SearchEngine) -> None:
    hidden = replace(engine, hidden=HiddenPeople(people=frozenset([HANS])))

    assert found(hidden, 'person:"Hans Müller"') == []
    assert set(found(hidden, "person:müller")) == {LADY, ALONE, TALK, STAFF}
    assert HOME in found(hidden, "Seite")


def test_a_page_that_was_opted_out_finds_nobody(engine: SearchEngine) -> None:
    hidden = replace(engine, hidden=HiddenPeople(pages=frozenset([HOME, LADY])))

    assert set(found(hidden, 'person:"Hans Müller"')) == {TALK, STAFF}
    parts = {hit.id: hit.parts for hit in ask(hidden, "Seite OR person:müller").hits(0, 10)}
    assert "person" not in parts[HOME]


def test_without_people_authors_are_asked(engine: SearchEngine) -> None:
    assert found(replace(engine, has_people=False), "person:müller") == []


def test_a_name_that_nobody_has_is_told() -> None:
    known = KnownValues((), {}, (), lambda asked: "Müller" in str(asked))
    (note,) = missing_values(parse("person:Ahornrieder OR person:Müller").tree, known)

    assert note.reason is QueryNoteReason.NO_PERSON
    assert describe_note(note) == "Nobody of this name is known from these pages: Ahornrieder"
    assert describe_note(note, "de").endswith("niemand dieses Namens bekannt: Ahornrieder")


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Hans-Peter  MÜLLER", "hans peter muller"),
        ("Mu\u0308ller", "muller"),
        ("Jørgen Łukasz Đæ", "jorgen lukasz dae"),
        ("Straße", "strasse"),
        ("<b>O'Neill</b>", "b o neill b"),
        ("محمد علي", "محمد علي"),
        ("...", ""),
        ("\u202eevil|1:2", "evil 1 2"),
    ],
)
def test_names_are_compared_without_marks_case_and_signs(written: str, folded: str) -> None:
    assert person_name_key(written) == folded


def test_a_name_of_200_words_and_a_page_of_100000_names_are_bounded() -> None:
    long = PagePerson(1, 1, " ".join(["Anna"] * 200), "", "x" * 10_000, ("y " * 5_000,) * 500)
    terms = person_terms([long] * 100_000)

    assert len(terms["persons"]) == MOST_PEOPLE
    assert max(map(len, terms["person_names"])) < LONGEST_NAME * 100
    assert len(person_name_key(long.given).split()) == LONGEST_NAME


def test_titles_go_and_lists_of_staff_are_turned_round() -> None:
    assert list(spellings_of("prof dr muller hans"))[:5] == [
        "prof dr muller hans",
        "dr muller hans prof",
        "hans prof dr muller",
        "muller hans",
        "hans muller",
    ]
    assert next(spellings_of("dr")) == "dr"


@pytest.mark.parametrize(
    "text", ["person:\u202e", 'person:"…"', "person:=", 'person:"' + "a " * 300]
)
def test_a_name_that_is_none_finds_nobody(engine: SearchEngine, text: str) -> None:
    ask(engine, text)
