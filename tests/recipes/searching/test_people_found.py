"""Persons in queries: what the tables say is found, and an opt-out counts at once."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
import tantivy
from tests.indexed_collection import make, names, state
from tests.named_people import (
    HANS,
    HEIDI,
    HOME,
    IMPRINT,
    LADY,
    ON_PAGES,
    STAFF,
    TALK,
    named_collection,
    write_people,
)

from auslese.recipes.searching.index_state import why_stale
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.people_edits import OptOutKind
from auslese.records.query import QueryNoteReason
from auslese.search.index.full_text_index import open_index
from auslese.search.index.index_fields import schema
from auslese.search.index.index_generation import required_generation
from auslese.search.index.person_terms import PERSON_NAMES, PERSONS
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.wording.stage_sentences import StaleReason

AUTHOR_NOTE = QueryNoteReason.NO_PERSONS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return named_collection(tmp_path_factory.mktemp("named") / "c")


@pytest.fixture
def collection(made: Collection, tmp_path: Path) -> Collection:
    shutil.copytree(made.path, tmp_path / "c")
    return Collection.open(tmp_path / "c")


def reasons(collection: Collection, text: str) -> list[QueryNoteReason]:
    return [note.reason for note in Searcher(collection).answer(SearchQuery(text)).notes]


def test_a_person_is_found_with_the_best_page_first(made: Collection) -> None:
    assert names(made, 'person:"Prof. Hans Müller" site:uni.example') == [HOME, TALK, STAFF]
    assert names(made, 'person:"Müller, Heidi"') == [LADY, TALK, STAFF]
    assert set(names(made, "person:mueller")) == {HOME, TALK, STAFF, LADY, IMPRINT}
    assert names(made, "person:Lecka") == [STAFF]
    assert reasons(made, "person:müller") == []
    assert reasons(made, "person:Nobody")[0] is QueryNoteReason.NO_PERSON


def test_without_the_tables_authors_are_asked_and_it_is_said(tmp_path: Path) -> None:
    collection = named_collection(tmp_path / "c", tables=False)

    assert AUTHOR_NOTE in reasons(collection, "person:müller")
    write_people(collection)
    assert why_stale(collection) == StaleReason.INDEX_CHANGED.of()
    make(collection)
    assert reasons(collection, "person:müller") == []


def test_only_pages_whose_people_changed_are_indexed_anew(collection: Collection) -> None:
    write_people(collection)  # the same once more
    assert make(collection).changed == 0

    write_people(collection, {**ON_PAGES, HEIDI: {LADY: 0.8, TALK: 0.3}})
    assert make(collection).changed == 1
    assert names(collection, "person:Heidi*") == [LADY, TALK]
    before = state(collection)
    make(collection, again=True)
    assert state(collection) == before


def test_a_score_that_moves_by_a_hair_makes_no_page_new(collection: Collection) -> None:
    write_people(collection, {**ON_PAGES, HANS: {HOME: 0.93, TALK: 0.405, STAFF: 0.101}})

    assert make(collection).changed == 0


def test_persons_of_a_page_that_has_changed_since_are_not_those_of_the_new_one(
    collection: Collection,
) -> None:
    write_people(collection, ON_PAGES, timedelta(hours=1))
    make(collection)

    assert names(collection, "person:müller") == []


WISHES = [
    (OptOutKind.NAME, "hans mueller", {LADY, TALK, STAFF}),
    (OptOutKind.MAIL, "Hans.Mueller@uni.example", {LADY, TALK, STAFF, IMPRINT}),
    (OptOutKind.PAGE, HOME, {LADY, TALK, STAFF, IMPRINT}),
    (OptOutKind.SITE, "uni.example", {IMPRINT}),
]


@pytest.mark.parametrize(("kind", "value", "left"), WISHES, ids=[kind for kind, *_ in WISHES])
def test_an_opt_out_counts_at_once_and_in_the_index_at_its_next_run(
    collection: Collection, kind: OptOutKind, value: str, left: set[str]
) -> None:
    asked = "person:müller"
    open_searcher = Searcher(collection)
    before = {hit.url for hit in open_searcher.answer(SearchQuery(asked)).hits}
    number = PeopleBook(collection.path).opt_out(kind, value).number

    assert before == {HOME, TALK, STAFF, LADY, IMPRINT}
    assert {hit.url for hit in open_searcher.answer(SearchQuery(asked)).hits} == left
    assert set(open_searcher.best_ids(SearchQuery(asked, most=100))) == {
        hit.id for hit in open_searcher.answer(SearchQuery(asked)).hits
    }
    assert why_stale(collection) == StaleReason.OPT_OUTS.of()

    make(collection)

    assert why_stale(collection) == ""
    terms = terms_in(collection)
    hidden = {OptOutKind.NAME: "hans muller|", OptOutKind.MAIL: f"|{HANS}"}.get(kind)
    assert hidden is None or not any(hidden in term for term in terms)
    assert {hit.url for hit in open_searcher.answer(SearchQuery(asked)).hits} == left

    PeopleBook(collection.path).restore(number)
    assert why_stale(collection) == StaleReason.OPT_OUTS.of()
    make(collection)
    assert {hit.url for hit in open_searcher.answer(SearchQuery(asked)).hits} == before


def terms_in(collection: Collection) -> list[str]:
    """The terms of persons that a page has; those of pages that were replaced are not counted."""
    searcher = open_index(required_generation(collection.index)).searcher()
    return [
        term
        for field in (PERSONS, PERSON_NAMES)
        for term, _ in searcher.terms_with_prefix(field, "", limit=10_000)
        if searcher.search(tantivy.Query.term_query(schema(), field, term), 1).hits
    ]


def test_a_collection_of_which_nobody_opted_out_has_no_journal(made: Collection) -> None:
    names(made, "person:müller")

    assert not (made.path / "people.jsonl").exists()
