"""Topics that an expert taught, in queries, facets, hits and the order of answers."""

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import NOON
from tests.indexed_collection import make, names, state
from tests.taught_collection import (
    BEES,
    CANTEEN,
    HONEY,
    ORGANS,
    SCORES,
    WINE,
    WINES,
    taught_collection,
    teach,
    use_topic,
)
from tests.topic_collection import topic_collection

from auslese.recipes.searching.index_state import index_status, why_stale
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import Answer, SearchQuery
from auslese.records.url import Url, key_of
from auslese.search.answer.weights import SignalWeights
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return taught_collection(tmp_path_factory.mktemp("taught") / "c")


@pytest.fixture
def collection(made: Collection, tmp_path: Path) -> Collection:
    shutil.copytree(made.path, tmp_path / "c")
    return Collection.open(tmp_path / "c")


def answer(collection: Collection, text: str, **more: Any) -> Answer:
    return Searcher(collection).answer(SearchQuery(text, most=100, **more))


def facet(answer: Answer, name: str) -> dict[str, int]:
    return {each.label: each.hits for each in answer.facets[name]}


ASKED = {
    f'topic:"{HONEY}"': {BEES[0], BEES[1]},
    'topic:"HONEY  and bees"': {BEES[0], BEES[1]},
    "topic:honey*": {BEES[0], BEES[1]},
    "thema:Wine": {WINES[0], WINES[1], BEES[0]},
    'topic:"honey and bees">=0.3': {*BEES},
    'topic:"honey and bees">0.3': {BEES[0], BEES[1]},
    'topic:"honey and bees">0.3 topic:wine<=0,6': {BEES[0]},
    'topic:"honey and bees"<0.5': {BEES[2], WINES[0], ORGANS[0]},
    "thema:wine=0,5": {WINES[1]},
    "topic:wine>0.5 topic:wine<0.9": {BEES[0]},
    "topic:wine -site:bees.example": {WINES[0], WINES[1]},
    "topic:wine NOT topic:honey*": {WINES[0], WINES[1]},
    "Riesling topic:wine>=0.9": {WINES[0]},
    "topic:wine>1": set(),
    "topic:wine>=0": {*WINES, BEES[0]},  # pages that have a score at all
}


@pytest.mark.parametrize(("text", "urls"), ASKED.items())
def test_pages_are_found_by_topics(made: Collection, text: str, urls: set[str]) -> None:
    assert set(names(made, text)) == urls


def test_pages_that_are_asked_for_by_a_topic_alone_come_in_the_order_of_their_scores(
    made: Collection,
) -> None:
    assert names(made, "topic:wine") == [WINES[0], BEES[0], WINES[1]]
    assert names(made, f'topic:"{HONEY}">0 site:bees.example') == BEES
    chosen = answer(made, "*", filters=(("topic", WINE),))
    assert names_of(chosen) == [WINES[0], BEES[0], WINES[1]]
    best, *_ = answer(made, "thema:wine>0.5").hits

    assert best.parts["topic"] == pytest.approx(9.0)
    assert best.score == pytest.approx(sum(best.parts.values()))
    assert "topic" not in answer(made, "Riesling topic:wine").hits[0].parts


def test_a_topic_that_there_is_not_is_noted_with_those_there_are(made: Collection) -> None:
    (note,) = answer(made, "topic:beer>0.5").notes

    assert (note.reason, note.about) == (
        "no_topic", f'topic:"{HONEY}" · topic:"{CANTEEN}" · topic:"{WINE}"',
    )  # fmt: skip


def test_a_hit_names_the_topics_it_is_relevant_for_and_the_answer_counts_them(
    made: Collection,
) -> None:
    found = answer(made, "*")
    topics = {hit["url"]: hit["topics"] for hit in found.as_json()["hits"]}

    assert topics[BEES[0]] == [{"name": HONEY, "score": 0.95}, {"name": WINE, "score": 0.6}]
    assert topics[BEES[2]] == []
    assert facet(found, "topic") == {WINE: 3, HONEY: 2, CANTEEN: 1}
    chosen = answer(made, "*", filters=(("topic", WINE),))
    assert {hit.url for hit in chosen.hits} == {WINES[0], WINES[1], BEES[0]}


def test_a_model_that_says_nearly_the_same_has_no_page_indexed_anew(
    collection: Collection,
) -> None:
    before = state(collection)
    nearly = {topic: {url: s + 0.004 for url, s in some.items()} for topic, some in SCORES.items()}
    teach(collection, nearly)
    assert why_stale(collection)
    assert make(collection).changed == 0
    assert state(collection) == before
    assert not why_stale(collection)

    teach(collection, SCORES | {WINE: SCORES[WINE] | {WINES[2]: 0.8}})
    assert make(collection).changed == 1
    assert WINES[2] in names(collection, "topic:wine>0.7")


def test_pages_that_came_again_have_no_score_until_they_are_judged(collection: Collection) -> None:
    teach(collection, SCORES, NOON + timedelta(hours=1))
    make(collection)

    assert names(collection, "topic:wine>=0") == []


def test_an_index_without_topics_says_so(tmp_path: Path) -> None:
    collection = topic_collection(tmp_path / "c", 1)
    make(collection)
    found = answer(collection, "topic:wine")

    assert [note.reason for note in found.notes] == ["no_topics"]
    assert facet(answer(collection, "*"), "topic") == {}
    assert index_status(collection)["topics"] == []


def test_topics_put_pages_forward_and_back_and_the_score_says_so(collection: Collection) -> None:
    asked = "honey hive queen swarm"
    assert all("relevance" not in hit.parts for hit in answer(collection, asked).hits)

    use_topic(collection, HONEY, is_ranked=True)
    use_topic(collection, WINE, is_ranked=True, is_unwanted=True)
    assert "topics" in why_stale(collection)
    assert make(collection).changed == 5  # those of eight pages that fit a quarter or more
    hits = {hit.url: hit for hit in answer(collection, asked).hits}
    weight, searcher = SignalWeights().relevance, Searcher(collection)
    searcher.weigh(SignalWeights(relevance=0.0))
    unmoved = {hit.url: hit.score for hit in searcher.answer(SearchQuery(asked, most=100)).hits}

    assert hits[BEES[0]].parts["relevance"] == pytest.approx(weight * (0.95 - 0.6))
    assert hits[BEES[1]].parts["relevance"] == pytest.approx(weight * 0.75)
    for hit in hits.values():
        assert hit.score == pytest.approx(sum(hit.parts.values()))
        assert hit.score - unmoved[hit.url] == pytest.approx(hit.parts.get("relevance", 0.0))
    in_order = [hit.score for hit in answer(collection, asked).hits]
    assert in_order == sorted(in_order, reverse=True)
    assert [url for url, _ in Searcher(collection).ranking(SearchQuery(asked, most=100))] == [
        hit.url for hit in answer(collection, asked).hits
    ]
    back = {hit.url: hit for hit in answer(collection, "Riesling Winzer Traube Rebe").hits}
    assert back[WINES[0]].parts["relevance"] == pytest.approx(-weight * 0.9)


def test_pages_of_an_unwanted_topic_are_no_answers_and_are_counted(
    collection: Collection,
) -> None:
    asked = "organ pipe"
    before = set(names(collection, asked))
    assert ORGANS[1] in before

    use_topic(collection, CANTEEN, is_unwanted=True)
    summary = make(collection)
    assert (summary.changed, summary.left_out) == (1, 1)
    assert index_status(collection)["left_out"] == 1
    found = answer(collection, asked)

    assert {hit.url for hit in found.hits} == before - {ORGANS[1]}
    assert found.total == len(before) - 1
    assert facet(found, "standing") == {"left out by an unwanted topic": 1}
    assert CANTEEN not in facet(found, "topic")
    german = answer(collection, asked, ui_language="de")
    assert list(facet(german, "standing")) == ["ausgelassen als unerwünschtes Thema"]


def test_whoever_asks_for_pages_that_are_left_out_gets_them(collection: Collection) -> None:
    use_topic(collection, CANTEEN, is_unwanted=True)
    make(collection)

    for text in (f"topic:{CANTEEN}", "organ thema:CANT*", f"topic:{CANTEEN}>0.9"):
        (hit,) = answer(collection, text).hits
        assert (hit.url, hit.standing, hit.is_fetched) == (ORGANS[1], "unwanted", True)
    for chosen in (("standing", "unwanted"), ("topic", CANTEEN)):
        assert names_of(answer(collection, "*", filters=(chosen,))) == [ORGANS[1]]
    assert ORGANS[1] not in names(collection, "topic:honey*<0.5")
    assert ORGANS[1] not in names(collection, f"organ NOT topic:{CANTEEN}")


def test_no_table_loses_a_page_that_is_left_out_and_none_is_sent_to_it(
    collection: Collection,
) -> None:
    def counts() -> list[Any]:
        with connect(collection) as tables:
            return [
                tables.execute(f"SELECT count(*) FROM {name}").fetchall()
                for name in ("documents", "first_documents", "relevance")
            ]

    before = counts()
    use_topic(collection, CANTEEN, is_unwanted=True)
    make(collection)
    similar = Searcher(collection).similar(key_of(Url(ORGANS[0])), 20)

    assert counts() == before
    assert similar
    assert ORGANS[1] not in {page.url for page in similar}
    use_topic(collection, CANTEEN, is_unwanted=False)
    make(collection)
    assert ORGANS[1] in names(collection, "organ pipe")


def names_of(found: Answer) -> list[str]:
    return [hit.url for hit in found.hits]
