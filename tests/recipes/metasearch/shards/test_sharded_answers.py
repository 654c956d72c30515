"""An index in four parts answers as one index: pages, order, scores, facets, groups."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.recipes.metasearch.shards.served_shards import served_parts
from tests.sharded_collection import (
    NAMES,
    PAGES,
    PARTS,
    PEOPLE,
    TOPIC,
    TWINS,
    sharded_collection,
    url_of,
)
from tests.topic_collection import FILLING, TOPICS

from auslese.recipes.metasearch.shards.shard_opening import open_shards
from auslese.recipes.metasearch.shards.sharded_search import ShardedSearch
from auslese.recipes.searching.index_stage import check_index
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.setting_tables import Settings
from auslese.records.answer import Answer, Hit, HitOrder, LanguagePreference, SearchQuery
from auslese.records.url import Url, key_of
from auslese.search.answer.score_order import AS_GOOD
from auslese.search.index.full_text_index import digests_of
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import Collection

pytestmark = pytest.mark.slow

CLOSE = 2e-3
"""How far scores may differ: four digits are told of each part of a score, of twelve parts."""
WORDS = [word for _, words in TOPICS.values() for word in words] + FILLING["en"] + FILLING["de"]
AT_THE_BORDER = 2 * AS_GOOD
"""So near are two scores that are one in one index and two in several, or the other way round."""
PATIENCE = 60.0  # seconds for an answer; the machine may be busy


class BothWays(NamedTuple):
    """The same pages in one index and in four."""

    collection: Collection
    whole: Searcher
    parts: ShardedSearch

    def answers(self, question: SearchQuery) -> tuple[Answer, Answer]:
        return self.whole.answer(question), self.parts.answer(question)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BothWays]:
    collection = sharded_collection(tmp_path_factory.mktemp("sharded") / "pages")
    with served_parts(collection) as addresses:
        parts = open_shards(addresses, Settings(), PATIENCE)
        yield BothWays(collection, Searcher(collection), parts)
        parts.close()


def check(both: BothWays, question: SearchQuery) -> Answer:
    """Both answers are the same."""
    alone, together = both.answers(question)
    assert not together.missing
    assert together.total == alone.total
    assert [hit.url for hit in together.hits] == [hit.url for hit in alone.hits]
    assert [hit.score for hit in together.hits] == pytest.approx(
        [hit.score for hit in alone.hits], abs=CLOSE
    )
    for ours, theirs in zip(together.hits, alone.hits, strict=True):
        parts = {name: pytest.approx(value, abs=CLOSE) for name, value in theirs.parts.items()}
        ours_told, theirs_told = (it.as_json() | {"score": 0, "parts": 0} for it in (ours, theirs))
        assert ours_told == theirs_told
        assert ours.parts == parts
    told = (alone.understood, alone.tree, alone.softened, alone.notes)
    assert (together.understood, together.tree, together.softened, together.notes) == told
    return alone


def check_nearly(both: BothWays, question: SearchQuery) -> None:
    """Both answers are the same, but that pages which are nearly as good may change places.

    For questions that nobody has chosen: sooner or later the scores of two pages are just as far
    apart as those are that count as one.
    """
    alone, together = both.answers(question)
    assert not together.missing
    assert together.total == alone.total
    assert len(together.hits) == len(alone.hits)
    for ours, theirs in zip(together.hits, alone.hits, strict=True):
        assert ours.score == pytest.approx(theirs.score, abs=CLOSE)
        assert ours.url == theirs.url or _has_a_neighbour(theirs, alone)
    scores = {hit.url: hit.score for hit in alone.hits}
    last = alone.hits[-1].score if alone.hits else 0.0
    for hit in together.hits:  # one that only one of both has stands at the end of the other
        assert hit.score == pytest.approx(scores.get(hit.url, last), abs=CLOSE)


def _has_a_neighbour(hit: Hit, answer: Answer) -> bool:
    """Whether another hit is nearly as good; the last one may have one that is not shown."""
    if hit is answer.hits[-1]:
        return True
    near = [each for each in answer.hits if abs(each.score - hit.score) <= AT_THE_BORDER]
    return len(near) > 1


def test_every_page_is_in_one_part_and_the_parts_are_alike(both: BothWays) -> None:
    whole = digests_of(current_generation(both.collection.index))
    parts = [digests_of(current_generation(both.collection.with_shard(it).index)) for it in PARTS]
    ids = sorted(page for part in parts for page in part[0].tolist())
    assert ids == whole[0].tolist()
    assert all(0.15 < len(part[0]) / len(ids) < 0.35 for part in parts)
    assert not any(check_index(both.collection.with_shard(part)) for part in PARTS)


QUERIES = [
    *NAMES, "honey",
    "honey hive", "honey -hive", '"honey hive"', "hone*", "=honey", "hive NEAR/3 wax",
    "Gletscher", "Gletscherspalte", "Eis Firn Moräne Spalte", "the of honey", "Rebe OR reed",
    "(organ OR Orgel) pipe", "title:hive", "site:site3.example honey", "lang:de", "lang:de Eis",
    "date:2014..2018 honey", "date:2014..", "depth<3", "rank>1", "words>100 wax", "anchor:see",
    "person:Müller", 'person:"Anna Schmidt"', "Grace Miller", "topic:honey", "topic:honey>0.5",
    "topic:honey hive", "cluster:3", "author:nobody", "url:http://www.site1.example/", "",
    "NOT honey",
    "standing:gone", "stopp", "honye", "hony hivee", "xyzzy", "xyzzy honey", "twins", "two bees",
]  # fmt: skip


@pytest.mark.parametrize("text", QUERIES)
def test_the_first_ten_of_four_parts_are_those_of_one_index(both: BothWays, text: str) -> None:
    check(both, SearchQuery(text))


@pytest.mark.parametrize("text", ["honey", "the of and", "Eis", "", "person:Müller", "two bees"])
def test_the_first_hundred_and_every_page_of_them_are_those_of_one_index(
    both: BothWays, text: str
) -> None:
    hundred = [hit.url for hit in check(both, SearchQuery(text, most=100)).hits]
    for first in range(0, 90, 30):
        turned = check(both, SearchQuery(text, first=first, most=30))
        assert [hit.url for hit in turned.hits] == hundred[first : first + 30]


CHOICES = [
    SearchQuery("honey", filters=(("site", "site5.example"),)),
    SearchQuery("honey", filters=(("language", "en"), ("year", "2014"))),
    SearchQuery("Eis", filters=(("standing", "living"),)),
    SearchQuery("", filters=(("topic", TOPIC),)),
    SearchQuery("Eis honey", languages=("de",), preference=LanguagePreference.ONLY),
    SearchQuery("Eis honey", languages=("en",), preference=LanguagePreference.PREFER),
    SearchQuery("honey wax", order=HitOrder.NEWEST),
    SearchQuery("honey wax", order=HitOrder.OLDEST, most=60),
    SearchQuery("honey wax comb", every_word=True),
    SearchQuery("Hans Müller", with_people=False),
    SearchQuery("Honig Eis", ui_language="de"),
]


@pytest.mark.parametrize("question", CHOICES)
def test_filters_languages_and_orders_choose_the_same_pages(
    both: BothWays, question: SearchQuery
) -> None:
    check(both, question)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*WORDS, *NAMES, *PEOPLE]), min_size=1, max_size=5),
    st.sampled_from(["{}", '"{}"', "{} lang:en", "title:{}", "{} -honey", "{}*"]),
    st.sampled_from([5, 10, 40]),
)
def test_whatever_words_are_asked_both_have_the_same_first_pages(
    both: BothWays, words: list[str], form: str, most: int
) -> None:
    check_nearly(both, SearchQuery(form.format(" ".join(words)), most=most, beside=False))


def test_pages_that_are_as_good_stand_by_their_keys(both: BothWays) -> None:
    answer = check(both, SearchQuery("twins", most=TWINS))
    twins = {url_of(number) for number in range(TWINS)}
    found = [hit for hit in answer.hits if hit.url in twins]
    levels = {round(hit.score, 3) for hit in found}
    assert len(found) == len({hit.id for hit in found})
    for level in levels:
        ids = [hit.id for hit in found if round(hit.score, 3) == level]
        assert ids == sorted(ids)


def test_copies_stand_behind_one_page_though_they_would_be_in_other_parts(both: BothWays) -> None:
    answer = check(both, SearchQuery("", most=100))
    behind = [hit for hit in answer.hits if hit.copies]
    assert behind
    assert answer.total < PAGES


@pytest.mark.parametrize("text", ["honey", "Eis lang:de", "", "person:Müller", "xyzzy"])
def test_facets_are_counted_over_all_parts(both: BothWays, text: str) -> None:
    alone, together = both.answers(SearchQuery(text))
    assert {name: set(values) for name, values in together.facets.items()} == {
        name: set(values) for name, values in alone.facets.items()
    }


def test_groups_of_the_best_hits_are_those_of_one_index(both: BothWays) -> None:
    alone, together = both.answers(SearchQuery("honey", groups=True))
    assert alone.groups
    assert together.groups == alone.groups


def test_key_words_and_related_names_are_told(both: BothWays) -> None:
    alone, together = both.answers(SearchQuery("honey hive"))
    ours, theirs = ({each.word for each in it.words} for it in (together, alone))
    assert len(ours & theirs) >= len(theirs) // 2


def test_a_word_that_is_spelt_wrong_is_asked_as_it_was_meant(both: BothWays) -> None:
    alone, together = both.answers(SearchQuery("Gletschr"))
    assert together.total == alone.total > 0
    assert together.suggestion == alone.suggestion
    assert together.notes == alone.notes


def test_what_pages_and_words_the_index_has_is_told_by_all_parts(both: BothWays) -> None:
    ids = [key_of(Url(url_of(number))) for number in range(60)]
    assert both.parts.has([*ids, 12345]) == both.whole.has([*ids, 12345])
    pages, words = both.parts.lexicon(50)
    whole_pages, whole_words = both.whole.lexicon(50)
    assert pages == whole_pages
    assert words[:10] == sorted(whole_words, key=lambda pair: (-pair[1], pair[0]))[:10]


def test_pages_that_belong_to_a_page_are_found_in_all_parts(both: BothWays) -> None:
    page = key_of(Url(url_of(40)))
    found = both.parts.similar(page, 10)
    assert found
    assert page not in {each.id for each in found}


def test_four_parts_are_themselves_a_source_among_others(both: BothWays) -> None:
    question = SearchQuery("honey hive", beside=False)
    own, whole = both.parts.index_statistics(), both.whole.index_statistics()
    assert own.pages == whole.pages
    assert own.languages == whole.languages
    counts = both.parts.query_statistics(question, own.ordered_languages)
    assert counts == both.whole.query_statistics(question, own.ordered_languages)


def test_a_hundred_questions_in_turn_find_the_same(both: BothWays) -> None:
    chance = Random(25)
    for _ in range(100):
        words = " ".join(chance.sample([*WORDS, *NAMES], k=chance.randint(1, 4)))
        check_nearly(both, SearchQuery(words, beside=False))
