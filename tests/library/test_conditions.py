"""`where`: conditions mean what they mean in search, and are asked of the tables."""

from pathlib import Path

import pytest

import auslese
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.store.collection import Collection
from tests.library.library_collection import COPY, HIVE, ICE, PAPER, WAX, library_collection

CASES = {
    "": {HIVE, WAX, ICE, PAPER, COPY},
    "site:bees.example": {HIVE, WAX},
    "site:example": {HIVE, WAX, ICE, PAPER, COPY},
    "site:bee*": {HIVE, WAX},
    "host:bees.example": {HIVE},
    "host:www*": {WAX},
    "-site:bees.example": {ICE, PAPER, COPY},
    "lang:de": {ICE, COPY},
    "lang:german,english": {HIVE, WAX, ICE, COPY},
    "lang:sr": {PAPER},
    "NOT lang:de": {HIVE, WAX, PAPER},
    "type:pdf": {PAPER},
    "type:article": {HIVE, ICE, COPY},
    "type:html -type:listing": {HIVE, ICE, COPY},
    "cluster:0": {HIVE, WAX},
    'cluster:"eis und schnee"': {ICE, COPY},
    "cluster:7": set(),
    "topic:ICE": {ICE, PAPER, COPY},
    'topic:"bee keeping"': {HIVE},
    "thema:bee*": {HIVE},
    "NOT topic:ice": {HIVE, WAX},
    "topic:ice>0.5": set(),  # 0.51 is known as 0.5
    "topic:ice>=0.5": {ICE, PAPER, COPY},
    'topic:"bee keeping">=0.25': {HIVE, WAX},
    'topic:"bee keeping">=0.25 topic:"bee keeping"<0.5': {WAX},
    'topic:"bee keeping"=0': {ICE, COPY},
    'NOT topic:"bee keeping"<0.5': {HIVE, PAPER},  # what has no score has no low one
    "topic:ice>=0,5 OR lang:en": {HIVE, WAX, ICE, PAPER, COPY},
    "date:2024": {HIVE, PAPER},
    "date:2024-02..": {HIVE},
    "date:..2023": {WAX},
    "NOT date:2024": {WAX, ICE, COPY},
    "depth<2": {HIVE, ICE},
    "depth:2..3": {WAX, PAPER, COPY},
    "words>=6": {HIVE, ICE, COPY},
    "size>4kb": {WAX, PAPER},
    "rank>50": {HIVE},
    "url:http://ice.example/": {ICE, PAPER},
    "http://ice.example/firn": {ICE},
    "lang:de site:copies.example": {COPY},
    "(type:pdf OR depth<1) AND NOT lang:sr": {HIVE},
    "sprache:de ODER typ:pdf": {ICE, PAPER, COPY},
}
NOT_CONDITIONS = [
    "Gletscher",
    "lang:de Gletscher",
    "title:hive",
    "author:Bee",
    "url:firn",
    '"a phrase"',
    "colour:red",
    "(lang:de",
    "lang:",
    "depth:deep",
    "lang:de AND",
    "!!!",
]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return library_collection(tmp_path_factory.mktemp("conditions") / "mine")


def pages(collection: Collection, where: str) -> set[str]:
    with auslese.open(collection.path) as mine:
        return {row["url"] for row in mine.pages(where, columns=["url"])}


@pytest.mark.parametrize(("where", "expected"), CASES.items())
def test_a_condition_chooses_pages(collection: Collection, where: str, expected: set[str]) -> None:
    assert pages(collection, where) == expected


@pytest.mark.parametrize("where", [where for where in CASES if where])
def test_search_finds_the_same_pages_but_for_copies_and_pages_never_fetched(
    collection: Collection, where: str
) -> None:
    answer = Searcher(collection).answer(SearchQuery(where, most=100))
    found = {hit.url for hit in answer.hits if hit.is_fetched}

    assert found == pages(collection, where) - {COPY}


@pytest.mark.parametrize("where", NOT_CONDITIONS)
def test_what_tables_cannot_answer_is_told(collection: Collection, where: str) -> None:
    with pytest.raises(auslese.SettingsError, match="expected conditions on fields"):
        pages(collection, where)


@pytest.mark.parametrize("where", ["topic:bees", "NOT topic:bees>0.5", "lang:de topic:x*"])
def test_a_topic_that_there_is_none_of_is_told_with_those_there_are(
    collection: Collection, where: str
) -> None:
    with pytest.raises(auslese.SettingsError, match='topic:"Bee keeping" · topic:"ice"'):
        pages(collection, where)


def test_rows_of_relevance_are_those_of_the_pages_that_fit(collection: Collection) -> None:
    with auslese.open(collection.path) as mine:
        scores = {row["topic"]: row["score"] for row in mine.relevance(f"url:{HIVE}")}

        assert scores == pytest.approx({"Bee keeping": 0.93, "ice": 0.01})
        assert len(mine.relevance("topic:ice")) == 3  # of the two pages that have their own rows


def test_a_condition_cannot_leave_its_quotation_marks(collection: Collection) -> None:
    assert pages(collection, f"url:{WAX}") == {WAX}
    assert pages(collection, 'site:"\') OR true --"') == set()


@pytest.mark.parametrize(
    "table", ["documents", "sentences", "links", "languages", "duplicates", "ranks", "images"]
)
def test_conditions_on_pages_choose_rows_of_other_tables(
    collection: Collection, table: str
) -> None:
    with auslese.open(collection.path) as mine:
        german = getattr(mine, table)(where="lang:de")
        others = getattr(mine, table)(where="NOT lang:de")
        ids = {row["id"] for row in mine.pages("lang:de")}
        key = next(name for name in ("id", "page", "source") if name in german.columns)

        assert {row[key] for row in german} <= ids
        assert not {row[key] for row in others} & ids
        if table in ("documents", "sentences", "links", "languages", "ranks"):
            assert len(german) == 1


def test_the_shown_conditions_are_ones(collection: Collection) -> None:
    shown = Path(auslese.open.__code__.co_filename).read_text("utf-8")

    for where in ("lang:de site:example.org", "type:pdf OR depth<2", "cluster:3", "words>100"):
        assert f"`{where}`" in shown
        pages(collection, where)
