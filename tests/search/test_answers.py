"""Whatever is asked is answered: found, ordered, explained, spread over facets."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.search.small_index import ask, engine_of, found, page
from tests.search.test_query_promises import SOUP
from tests.search.trees import trees

from auslese.records.answer import HitOrder, LanguagePreference, SearchQuery
from auslese.records.query import Tree
from auslese.search.answer.facets import MOST_VALUES
from auslese.search.answer.scoring import WINDOW
from auslese.search.answer.search_engine import SearchEngine
from auslese.search.answer.weights import SignalWeights
from auslese.search.index.index_fields import FACETS
from auslese.search.index.index_pages import IndexPage
from auslese.search.index.term_forms import plain_words

WORDS = [
    "haus",
    "boot",
    "see",
    "orgel",
    "wind",
    "honig",
    "biene",
    "eis",
    "firn",
    "wein",
    "rebe",
    "fass",
    "東京",
    "ไทย",
    "house",
    "wine",
]
LANGUAGES = ("de", "en", "ja", "")
NEAR_ENOUGH = 0.01  # sums of at most a dozen numbers that are rounded to four digits, as floats


def drawn_page(number: int) -> IndexPage:
    """A page of a few words, about one in eight of them each."""
    chance = Random(number)
    return page(
        number,
        " ".join(chance.choices(WORDS, k=chance.randint(1, 12))),
        title=" ".join(chance.choices(WORDS, k=2)),
        language=chance.choice(LANGUAGES),
        site=f"s{number % 5}.example",
        url=f"http://www.s{number % 5}.example/{number}",
        page_type=("", "article", "list")[number % 3],
        date=("", "2023-04-05", "2024", "2025-01-01")[number % 4],
        rank=float(number % 7),
        depth=number % 4,
        cluster=number % 3 - 1,
        anchor="honig" if number % 11 == 0 else "",
    )


PAGES = {number: drawn_page(number) for number in range(1, 601)}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> SearchEngine:
    folder = tmp_path_factory.mktemp("answers") / "index"
    return engine_of(folder, PAGES.values(), clusters={0: "Null", 1: "Eins"})


class Holding(Protocol):
    def __call__(self, asked: str | Tree, **more: Any) -> None: ...


@pytest.fixture(scope="module")
def promised(engine: SearchEngine) -> Holding:
    """Ask, and see whether the answer keeps its promises."""

    def check(asked: str | Tree, **more: Any) -> None:
        hold(engine, asked, **more)

    return check


@pytest.fixture(scope="module")
def pages_found(engine: SearchEngine) -> Callable[[str], list[int]]:
    def find(asked: str) -> list[int]:
        return found(engine, asked)

    return find


def hold(engine: SearchEngine, asked: str | Tree, **more: Any) -> None:
    """The promises of every answer."""
    told = ask(engine, asked, most=20, **more)
    hits = told.hits(0, 20)
    scores = [score for _, score in told.ranking(0, 20)]

    assert len(hits) == min(20, told.total)
    assert len({hit.id for hit in hits}) == len(hits)
    for hit, score in zip(hits, scores, strict=True):
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=NEAR_ENOUGH)
        assert hit.score == pytest.approx(score, abs=NEAR_ENOUGH, rel=1e-3)
        assert all(value > 0 for value in hit.parts.values())
    told.facets(SearchQuery(""), lambda name, value: value)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
@example("\ud800 site:\udc00* type:–* url:https://–(")
@example("rank>1e308 depth<99999999999999999999 cluster:99999999999999999999")
@example("x" * 5_000)
@example("url:http://" + "(é" * 2_000)
@example("東" * 5_000)
@example('"' + "ไ ท ย " * 500 + '"')
def test_any_text_is_answered(promised: Holding, text: str) -> None:
    promised(text)
    promised(text, every_word=True)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([*SOUP, *WORDS, "honi*", "=eis"]), max_size=12))
@example(["haus", "OR", "(", "boot", "AND", "see", ")"])
@example(["haus", "AND", "(", "boot", "OR", "(", "eis", "AND", "firn", ")", ")"])
def test_any_soup_of_tokens_is_answered(promised: Holding, tokens: list[str]) -> None:
    promised(" ".join(tokens))


@settings(max_examples=150, deadline=None)
@given(trees())
def test_any_tree_is_answered(promised: Holding, tree: Tree) -> None:
    promised(tree)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=4), st.sampled_from(WORDS))
def test_no_hit_has_an_excluded_word(
    pages_found: Callable[[str], list[int]], words: list[str], excluded: str
) -> None:
    bare = " ".join(plain_words(excluded))

    for number in pages_found(f"{' '.join(words)} -{excluded}"):
        each = PAGES[number]
        text = " ¶ ".join(" ".join(plain_words(part)) for part in (each.title, each.text))
        assert f" {bare} " not in f" {text} "


@pytest.mark.parametrize("order", list(HitOrder))
@pytest.mark.parametrize("text", ["haus", "*", "haus boot fass rebe", "lang:de"])
def test_whoever_turns_pages_sees_each_hit_once(
    engine: SearchEngine, text: str, order: HitOrder
) -> None:
    total = ask(engine, text).total
    seen = [
        hit.id
        for first in range(0, total + 70, 70)
        for hit in ask(engine, text, first=first, most=70, order=order).hits(first, 70)
    ]

    assert len(seen) == total > WINDOW // 4
    assert len(set(seen)) == total


FOLLOWED = ("language", "site", "type", "year", "topic", "cluster", "standing")


def facets(engine: SearchEngine, text: str, **more: Any) -> dict[str, dict[str, int]]:
    question = SearchQuery(text, **more)
    told = ask(engine, text, **more).facets(question, lambda name, value: value)
    return {name: {each.value: each.hits for each in values} for name, values in told.items()}


def test_facets_count_every_page_once_unless_it_has_no_value(engine: SearchEngine) -> None:
    told = facets(engine, "*")

    languages = Counter(each.language or "unknown" for each in PAGES.values())
    assert told["language"] == languages
    assert sum(told["site"].values()) == len(PAGES)
    assert told["year"] == Counter(each.date[:4] for each in PAGES.values() if each.date)
    assert told["type"] == Counter(p.page_type for p in PAGES.values() if p.page_type)
    assert told["cluster"] == Counter(str(p.cluster) for p in PAGES.values() if p.cluster >= 0)
    assert tuple(told) == FACETS == FOLLOWED


@pytest.mark.parametrize("text", ["haus", "*", "haus OR (wein AND fass)"])
def test_a_filter_leaves_just_the_pages_that_were_counted(engine: SearchEngine, text: str) -> None:
    for name, values in facets(engine, text).items():
        for value, hits in values.items():
            assert ask(engine, text, filters=((name, value),)).total == hits


def test_two_values_of_a_facet_are_alternatives_and_two_facets_limit(engine: SearchEngine) -> None:
    told = facets(engine, "*")["site"]
    both = (("site", "s1.example"), ("site", "s2.example"))

    assert ask(engine, "*", filters=both).total == told["s1.example"] + told["s2.example"]
    fewer = ask(engine, "*", filters=(*both, ("language", "de"))).total
    assert fewer == facets(engine, "*", filters=both)["language"]["de"]


@pytest.mark.parametrize(
    "chosen", [("year", "x"), ("year", "9" * 40), ("site", "\x00"), ("cluster", "²")]
)
def test_a_filter_that_no_page_fits_leaves_none(
    engine: SearchEngine, chosen: tuple[str, str]
) -> None:
    assert ask(engine, "*", filters=(chosen,)).total == 0


def test_a_filter_of_no_facet_is_of_no_account(engine: SearchEngine) -> None:
    assert ask(engine, "*", filters=(("colour", "red"),)).total == len(PAGES)


def test_facets_with_many_values_tell_the_most_frequent(tmp_path: Path) -> None:
    pages = [page(n, "haus", site=f"s{n % 20}.example") for n in range(1, 101)]
    told = facets(
        engine_of(tmp_path / "index", [*pages, page(999, "haus", site="s3.example")]), "haus"
    )

    assert len(told["site"]) == MOST_VALUES
    assert told["site"]["s3.example"] == 6


def test_a_language_can_be_any_preferred_or_the_only_one(engine: SearchEngine) -> None:
    everything = found(engine, "haus")
    only = found(engine, "haus", languages=("en",), preference=LanguagePreference.ONLY)
    first = found(engine, "haus", languages=("en",), preference=LanguagePreference.PREFER)

    assert set(only) == {number for number in everything if PAGES[number].language == "en"}
    assert set(first) == set(everything)
    assert {PAGES[number].language for number in first[:10]} == {"en"}
    assert found(engine, "haus", languages=("en",)) == everything


def test_a_preferred_language_is_told_as_a_part(engine: SearchEngine) -> None:
    told = ask(engine, "haus", languages=("en",), preference=LanguagePreference.PREFER)

    parts = {hit.language == "en": hit.parts.get("language") for hit in told.hits(0, 200)}
    assert parts == {True: SignalWeights().language, False: None}


def test_pages_are_ordered_by_their_day_if_wanted(engine: SearchEngine) -> None:
    newest = [PAGES[number].date for number in found(engine, "haus", order=HitOrder.NEWEST)]
    oldest = [PAGES[number].date for number in found(engine, "haus", order=HitOrder.OLDEST)]

    assert newest == sorted(newest, key=lambda day: day.ljust(10, "-"), reverse=True)
    assert oldest == sorted(oldest, key=lambda day: day.ljust(10, "-") if day else "9")


def test_what_only_says_where_is_ordered_by_rank(engine: SearchEngine) -> None:
    ranks = [PAGES[number].rank for number in found(engine, "lang:de")]

    assert ranks == sorted(ranks, reverse=True)


def test_an_answer_is_softened_only_if_pages_without_all_words_are_in_it(tmp_path: Path) -> None:
    few = engine_of(tmp_path / "few", [page(1, "eins zwei"), page(2, "eins zwei")])
    mixed = engine_of(tmp_path / "mixed", [page(1, "eins zwei"), page(2, "eins")])
    many = engine_of(
        tmp_path / "many", [page(n, "eins zwei" if n < 15 else "eins") for n in range(1, 30)]
    )

    assert (ask(few, "eins zwei").softened, ask(few, "eins zwei").total) == (False, 2)
    assert (ask(mixed, "eins zwei").softened, ask(mixed, "eins zwei").total) == (True, 2)
    assert (ask(many, "eins zwei").softened, ask(many, "eins zwei").total) == (False, 14)
    assert ask(mixed, "eins zwei", every_word=True).softened is False


def test_a_demand_that_no_page_meets_is_a_wish_and_that_is_told(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "index", [page(1, "eins zwei"), page(2, "drei")])

    told = ask(engine, 'eins "zwei drei"')

    assert (told.softened, told.ids(9)) == (True, [1])
    assert ask(engine, 'eins "zwei drei" lang:fr').total == 0
    assert ask(engine, 'eins "zwei drei" -zwei').total == 0


def test_little_words_do_not_count_unless_there_are_no_others(tmp_path: Path) -> None:
    pages = [page(1, "die Orgel"), page(2, "die und der"), page(3, "eine Geige")]
    engine = engine_of(tmp_path / "index", pages)

    assert found(engine, "die Orgel") == [1]
    assert set(found(engine, "die")) == {1, 2}


def test_rank_and_freshness_put_one_of_equal_pages_first(tmp_path: Path) -> None:
    pages = [page(1, "haus"), page(2, "haus", rank=50.0), page(3, "haus", date="2020-01-01")]
    engine = engine_of(tmp_path / "index", pages)

    assert found(engine, "haus")[0] == 2
    parts = {hit.id: set(hit.parts) for hit in ask(engine, "haus").hits(0, 3)}
    assert "rank" in parts[2]
    assert "rank" not in parts[1]


def test_weights_decide_without_another_index(tmp_path: Path) -> None:
    pages = [page(1, "haus haus"), page(2, "see", anchor="ein haus")]
    one = engine_of(tmp_path / "index", pages)
    other = SearchEngine(one.index, one.maker, one.languages, SignalWeights(anchor=50.0))

    assert (found(one, "haus"), found(other, "haus")) == ([1, 2], [2, 1])
