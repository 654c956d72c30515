"""Indexes that are asked together answer as one index of all their pages would."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.search.small_index import engine_of, page
from tests.search.trees import trees

from auslese.records.answer import Hit, SearchQuery
from auslese.records.joint_answer import (
    SharedStatistics,
    summed_index,
    summed_query,
)
from auslese.records.query import ParsedQuery, Tree
from auslese.search.answer.search_engine import IndexMatches, SearchEngine
from auslese.search.answer.shared_scoring import index_statistics, terms_in, unescaped
from auslese.search.answer.word_queries import phrase_query
from auslese.search.index.index_pages import IndexPage
from auslese.search.query.query_parser import parse

WORDS = ["haus", "boot", "hausboot", "see", "orgel", "wein", "C++", "東京", 'q"uote', "e\u0301tude"]
SHARDS = 3
PAGES = 90
LONG = 400  # words of the pages of one shard: their index takes other lengths for usual


def drawn_page(number: int) -> IndexPage:
    chance = Random(number)
    # Shards are as unlike as can be: each has long pages or short ones, and its own frequent word.
    shard = number % SHARDS
    words = [*WORDS, *[WORDS[shard]] * 6]
    most = (12, 60, LONG)[shard]
    return page(
        number,
        " ".join(chance.choices(words, k=chance.randint(1, most))),
        title=" ".join(chance.choices(words, k=2)),
        language=chance.choice(("de", "en", "ja", "")),
        rank=float(number % 7),
        standing="gone" if number % 11 == 0 else "living",
        anchor=" ".join(chance.choices(WORDS, k=chance.randint(0, 2))),
    )


class ScoredHit(NamedTuple):
    """A hit, and what it is ordered by."""

    score: float
    hit: Hit


def scored(found: IndexMatches, first: int, most: int) -> list[ScoredHit]:
    return list(map(ScoredHit, found.scores(first, most), found.hits(first, most)))


class SharedIndexes(NamedTuple):
    """One index of all pages, and some that have a part of them each."""

    whole: SearchEngine
    parts: list[SearchEngine]

    def alone(self, query: ParsedQuery, question: SearchQuery) -> tuple[int, list[ScoredHit]]:
        compiled = self.whole.compile(query, question)
        return compiled.total, scored(compiled, question.first, question.most)

    def together(self, query: ParsedQuery, question: SearchQuery) -> tuple[int, list[ScoredHit]]:
        index = summed_index(each.own for each in self.parts if each.own)
        asked = [replace(each, languages=index.ordered_languages) for each in self.parts]
        counts = summed_query(each.query_statistics(query, question) for each in asked)
        shared = SharedStatistics(index, counts)
        found = [replace(each, shared=shared).compile(query, question) for each in asked]
        last = question.first + question.most
        hits = [hit for each in found for hit in scored(each, 0, last)]
        hits.sort(key=lambda hit: (hit.hit.standing != "living", -hit.score))
        return sum(each.total for each in found), hits[question.first : last]


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> SharedIndexes:
    folder = tmp_path_factory.mktemp("shards")
    pages = [drawn_page(number) for number in range(PAGES)]
    whole = _with_statistics(engine_of(folder / "all", pages))
    parts = [
        _with_statistics(engine_of(folder / str(at), pages[at::SHARDS])) for at in range(SHARDS)
    ]
    assert whole.own
    return SharedIndexes(replace(whole, languages=whole.own.ordered_languages), parts)


def _with_statistics(engine: SearchEngine) -> SearchEngine:
    return replace(engine, own=index_statistics(engine.index.searcher(), ("de", "en", "ja")))


def scores(hits: Sequence[ScoredHit]) -> list[float]:
    return [hit.score for hit in hits]


def check(indexes: SharedIndexes, query: ParsedQuery, question: SearchQuery) -> None:
    """Both answers have the same pages in the same order; pages that are as good may change."""
    total, alone = indexes.alone(query, question)
    total_together, together = indexes.together(query, question)
    assert total_together == total
    assert scores(together) == pytest.approx(scores(alone), abs=0.01)
    by_score = {round(hit.score, 1) for hit in alone}
    if len(by_score) == len(alone):
        assert [hit.hit.id for hit in together] == [hit.hit.id for hit in alone]


def some_queries() -> Iterator[str]:
    yield from WORDS
    yield from ("hausboot see", '"haus boot"', "see orgel wein", "haus -see", "wei*", "C++ wein")
    yield from ("haus NEAR/3 see", "title:wein see", "lang:de boot", "東京 OR orgel", "")


@pytest.mark.parametrize("text", list(some_queries()))
def test_indexes_asked_together_answer_as_one_index(indexes: SharedIndexes, text: str) -> None:
    check(indexes, parse(text), SearchQuery(text, most=10))


def test_further_pages_of_a_shared_answer_go_on_where_the_first_ended(
    indexes: SharedIndexes,
) -> None:
    check(indexes, parse("haus see"), SearchQuery("haus see", first=20, most=15))


@settings(max_examples=60, deadline=None)
@given(trees())
@example(parse("haus see boot wein orgel").tree)
def test_whatever_is_asked_is_scored_alike_by_one_index_and_by_several(
    indexes: SharedIndexes, tree: Tree
) -> None:
    question = SearchQuery("", most=8)
    query = ParsedQuery("", tree)
    total, alone = indexes.alone(query, question)
    total_together, together = indexes.together(query, question)
    assert total_together == total
    assert scores(together) == pytest.approx(scores(alone), abs=0.02)


def test_what_a_hit_is_explained_by_sums_to_the_shared_score(indexes: SharedIndexes) -> None:
    _, hits = indexes.together(parse("hausboot see wein"), SearchQuery("", most=10))
    assert hits
    for score, hit in hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=0.01)
        assert hit.score == pytest.approx(score, abs=0.01)


@given(st.text(min_size=1, max_size=8).filter(lambda text: "\x00" not in text))
def test_terms_are_told_by_a_query_as_they_are(text: str) -> None:
    assert {term.text for term in terms_in(phrase_query("text", [text], 0))} == {text}


def test_a_lone_backslash_stays_what_it_is() -> None:
    assert unescaped("a\\\\b") == "a\\b"
    assert unescaped("\\u{301}") == "\u0301"
