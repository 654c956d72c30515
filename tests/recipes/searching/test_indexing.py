"""An index that is brought up to date is the one that would be made anew."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.indexed_collection import (
    FAR,
    add_page,
    answers,
    make,
    names,
    rank_row,
    searched_collection,
    set_rows,
    state,
    url_of,
)
from tests.linked_collection import add_rows, document_row, page_row

from auslese.recipes.searching.index_stage import check_index
from auslese.recipes.searching.index_state import index_status, why_stale
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.errors import NotFoundError
from auslese.records.url import Url, key_of
from auslese.search.index.answer_arrays import open_search_aids
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import SETTINGS_FILE, Collection
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json
from auslese.wording.stage_sentences import StaleReason

WORDS = ["Haus", "Boot", "Hausboot", "See", "Orgel", "Wind"]
NUMBERS = st.integers(1, 6)
STEPS = st.one_of(
    st.tuples(st.just("page"), NUMBERS, st.lists(st.sampled_from(WORDS), max_size=4)),
    st.tuples(st.just("ranks"), st.lists(NUMBERS, unique=True), st.floats(0.1, 100)),
    st.tuples(st.just("copies"), st.lists(NUMBERS, unique=True, max_size=3), st.none()),
    st.tuples(st.just("clusters"), st.lists(NUMBERS, unique=True), st.integers(0, 3)),
    st.tuples(st.just("index"), st.none(), st.none()),
)
ASKED = ("haus", "boot -see", "*", "orgel", "lang:de", "hausboot wind")


def take(collection: Collection, step: tuple[str, Any, Any], moment: int) -> None:
    kind, which, what = step
    if kind == "page":
        add_page(collection, which, " ".join(what), moment)
    elif kind == "ranks":
        known = [rank_row(url_of(n), what / n, "Orgel") for n in which]
        far = [rank_row(f"{FAR}{n}", what, f"Boot {n}", fetched=False) for n in which]
        set_rows(collection, "ranks", known + far)
    elif kind == "copies":
        set_rows(collection, "duplicates", [copy_row(n, which[0], len(which)) for n in which])
    elif kind == "clusters":
        rows = [{"id": key_of(Url(url_of(n))), "url": url_of(n), "cluster": what} for n in which]
        set_rows(collection, "page_clusters", rows)
    else:
        make(collection)


def copy_row(number: int, first: int, pages: int) -> dict[str, Any]:
    url = url_of(number)
    told = {"id": key_of(Url(url)), "url": url, "group": key_of(Url(url_of(first)))}
    return told | {"relation": "first" if number == first else "exact", "pages": pages}


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.lists(STEPS, min_size=2, max_size=7))
def test_an_index_brought_up_to_date_equals_one_made_anew(
    steps: list[tuple[str, Any, Any]],
) -> None:
    with TemporaryDirectory() as folder:
        collection = Collection.create(Path(folder) / "c")
        for moment, step in enumerate(steps):
            take(collection, step, moment)
        make(collection)
        up_to_date = state(collection), answers(collection, *ASKED)
        assert check_index(collection) == []
        assert why_stale(collection) == ""

        make(collection, again=True)

        assert state(collection) == up_to_date[0]
        assert [ids_of(told) for told in answers(collection, *ASKED)] == [
            ids_of(told) for told in up_to_date[1]
        ]


def ids_of(told: dict[str, Any]) -> tuple[int, list[int]]:
    return told["total"], sorted(hit["id"] for hit in told["hits"])


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return searched_collection(tmp_path / "c")


def test_what_is_new_changed_and_gone_is_told(collection: Collection) -> None:
    assert make(collection).as_json() | {"seconds": 0, "pages_per_second": 0} == {
        "pages": 4, "added": 0, "changed": 0, "removed": 0, "left_out": 0, "ending": "finished",
        "seconds": 0, "pages_per_second": 0,
    }  # fmt: skip
    add_page(collection, 4, "Neu ist diese Seite.")
    add_page(collection, 1, "Jetzt steht hier von einer Geige.", 1)
    set_rows(collection, "ranks", [])

    summary = make(collection)

    assert (summary.pages, summary.added, summary.changed, summary.removed) == (4, 1, 1, 1)
    assert names(collection, "Geige") == [url_of(1)]
    assert names(collection, "Komponist") == []
    assert names(collection, "Orgelbau") == []


def test_a_searcher_that_is_open_goes_on_with_what_is_new(collection: Collection) -> None:
    searcher = Searcher(collection)
    assert searcher.answer(SearchQuery("Geige")).total == 0
    add_page(collection, 4, "Eine Geige.")
    make(collection)
    assert searcher.answer(SearchQuery("Geige")).total == 1

    make(collection, again=True)

    assert searcher.answer(SearchQuery("Geige")).total == 1
    assert len([place for place in collection.index.iterdir() if place.is_dir()]) == 1


def test_the_old_index_answers_while_a_new_one_is_made(collection: Collection) -> None:
    told: list[int] = []
    searcher = Searcher(collection)

    def look(progress: object) -> None:
        told.append(searcher.answer(SearchQuery("haus")).total)
        told.append(Searcher(collection).answer(SearchQuery("haus")).total)

    make(collection, again=True, progress=look)

    assert set(told) == {searcher.answer(SearchQuery("haus")).total} != {0}


@pytest.mark.parametrize("again", [True, False])
def test_a_stop_leaves_an_index_that_answers(collection: Collection, again: bool) -> None:
    before = names(collection, "haus")
    add_page(collection, 4, "Haus")

    summary = make(collection, again=again, stopped=lambda: "SIGINT")

    assert summary.ending == "SIGINT"
    assert names(collection, "haus") == before
    assert why_stale(collection) != ""
    make(collection)
    assert url_of(4) in names(collection, "haus")
    assert check_index(collection) == []


def test_before_languages_are_told_pages_are_found_by_forms_of_the_language_they_claim(
    tmp_path: Path,
) -> None:
    collection = Collection.create(tmp_path / "c")
    url = url_of(1)
    add_rows(collection, "pages", [page_row(url)])
    claimed = document_row(url, "About", "Many happy houses") | {"language_hint": "EN-gb"}
    add_rows(collection, "documents", [claimed])
    make(collection)

    (told,) = answers(collection, "house")

    assert [(hit["url"], hit["language"]) for hit in told["hits"]] == [(url, "en")]


def test_pages_that_were_never_fetched_can_be_left_out(collection: Collection) -> None:
    assert names(collection, "Orgelbau") == [FAR]
    assert why_stale(collection, unfetched=False) == "the setting search.unfetched is another one"

    assert make(collection, unfetched=False).removed == 1

    assert names(collection, "Orgelbau") == []
    assert make(collection, unfetched=True).added == 1


def test_weights_of_the_settings_count_without_indexing(collection: Collection) -> None:
    add_page(collection, 5, "Ein Satz.")
    set_rows(collection, "ranks", [rank_row(url_of(5), 1.0, "Haus")])
    make(collection)
    assert names(collection, "haus")[-1] != url_of(5)
    with (collection.path / SETTINGS_FILE).open("a") as file:
        file.write("\n[search]\nanchor = 900\n")

    assert names(collection, "haus")[0] == url_of(5)
    part = answers(collection, "haus")[0]["hits"][0]["parts"]
    assert max(part, key=part.__getitem__) == "anchor"


def test_the_state_of_the_index_is_told(tmp_path: Path, collection: Collection) -> None:
    assert index_status(collection) == {
        "pages": 4, "stale": False, "why_stale": "", "languages": ["de", "en"],
        "topics": [], "left_out": 0,
    }  # fmt: skip
    add_page(collection, 9, "Neu")
    assert index_status(collection)["stale"] is True
    assert index_status(Collection.create(tmp_path / "empty")) == {}


def test_without_an_index_it_is_told_how_to_make_one(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")

    with pytest.raises(NotFoundError, match="`auslese index "):
        Searcher(collection)
    assert check_index(collection) == ["there is no index"]


def test_an_index_of_another_format_is_none(collection: Collection) -> None:
    note = collection.index / "current.json"
    note.write_text(sealed_json(read_sealed_json(note) | {"format": 99}))

    assert why_stale(collection) == StaleReason.OLDER_INDEX.of()
    make(collection)
    assert names(collection, "Komponist") == [url_of(1)]


def test_a_list_of_digests_that_is_lost_costs_no_page(collection: Collection) -> None:
    (digests,) = collection.index.glob("*/digests.npy")
    digests.write_bytes(b"")
    assert "digests.npy is damaged" in check_index(collection)[0]
    set_rows(collection, "ranks", [])

    summary = make(collection)

    assert (summary.removed, summary.pages, check_index(collection)) == (1, 3, [])


def test_after_a_kill_before_a_change_counts_nothing_of_it_is_missing(
    collection: Collection, tmp_path: Path
) -> None:
    aside = shutil.copytree(collection.index, tmp_path / "aside")
    add_page(collection, 4, "Der Orgelbauer stimmt die Pfeifen.")
    make(collection)
    for name in ("current.json", "*/digests.npy", "*/keys-*", "*/spelling-*"):
        for path in aside.glob(name):  # these are written after the pages
            place = collection.index / path.relative_to(aside)
            shutil.copytree(path, place) if path.is_dir() else shutil.copy(path, place)
    for path in {*collection.index.glob("*/*-0*")} - {
        collection.index / path.relative_to(aside) for path in aside.glob("*/*-0*")
    }:
        shutil.rmtree(path)
    assert "not finished" in " ".join(check_index(collection))

    make(collection)

    generation = current_generation(collection.index)
    beside = open_search_aids(generation) if generation else None
    assert beside is not None
    assert key_of(Url(url_of(4))) in beside.keys.ids
    assert check_index(collection) == []


def test_a_folder_that_somebody_removed_is_made_anew(collection: Collection) -> None:
    shutil.rmtree(collection.index)

    assert make(collection).added == 4


def test_a_page_is_found_by_keywords_of_its_head_behind_those_that_say_them(
    tmp_path: Path,
) -> None:
    collection = Collection.create(tmp_path / "c")
    first, second = url_of(1), url_of(2)
    rows = [
        document_row(first, "Garten", "Von Beeten und Hecken.") | {"keywords": "Imkerei, Honig"},
        document_row(second, "Bienen", "Die Imkerei ist alt."),
    ]
    add_rows(collection, "documents", rows)
    add_rows(collection, "pages", [page_row(each) for each in (first, second)])
    make(collection)

    assert names(collection, "Imkerei") == [second, first]
