"""Draws from engines: each page counts as it should, whatever the engine does."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.sample.draws import Draw, DrawMethod, DrawOutcome, DrawPlan, draw_one
from auslese.sample.query_pool import FrequencyWindow, QueryPool, pool_of
from tests.sample.small_engine import SmallEngine, draws

LETTERS = ("ab", "bc", "cd", "de", "ef", "fg")
WEBS = st.lists(st.sets(st.sampled_from(LETTERS)), min_size=1, max_size=12).map(
    lambda pages: {f"p{at}": " ".join(sorted(words)) for at, words in enumerate(pages)}
)
FIVE = {
    "long": "ab bc cd de ef fg",
    "four": "ab bc cd de",
    "two": "ef fg",
    "one": "ab",
    "none": "-",
}
METHODS = st.sampled_from(DrawMethod)


def small_pool(together: int = 1) -> QueryPool:
    return pool_of(dict.fromkeys(LETTERS, 1), FrequencyWindow(0, 9), together)


def one_draw_of_each_query(engine: SmallEngine, pool: QueryPool, plan: DrawPlan) -> list[Draw]:
    found: dict[tuple[str, ...], Draw] = {}
    for number in range(2_000):
        draw = draw_one(engine, pool, plan, number)
        found.setdefault(draw.query, draw)
        if len(found) == pool.size:
            return list(found.values())
    raise AssertionError("a query was never drawn")


def weights_by_page(drawn: Iterable[Draw]) -> Counter[str]:
    weights: Counter[str] = Counter()
    for draw in drawn:
        for page in draw.pages:
            weights[page.url] += page.weight  # type: ignore[assignment]
    return weights


@given(WEBS, st.integers(1, 2))
def test_over_all_queries_each_page_with_a_query_counts_one(
    texts: dict[str, str], together: int
) -> None:
    engine, pool = SmallEngine(texts), small_pool(together)
    drawn = one_draw_of_each_query(engine, pool, DrawPlan())
    reached = {url: 1 for url, text in texts.items() if pool.queries_of(text).degree}
    assert weights_by_page(drawn) == pytest.approx(reached)


@given(WEBS, METHODS, st.integers(0, 50), st.sampled_from([None, 1, 3]))
def test_a_draw_depends_on_its_number_alone(
    texts: dict[str, str], method: DrawMethod, number: int, picks: int | None
) -> None:
    plan, pool = DrawPlan(method, seed=3, picks=picks), small_pool()
    after_others = list(draws(SmallEngine(texts), pool, plan, range(number + 1)))[-1]
    assert draw_one(SmallEngine(texts), pool, plan, number) == after_others


def test_engines_are_asked_the_same_queries_whatever_they_answer() -> None:
    first, second = SmallEngine(FIVE), SmallEngine({"one": "ab"})
    asked = [
        [draw.query for draw in draws(engine, small_pool(), DrawPlan(), range(20))]
        for engine in (first, second)
    ]
    assert asked[0] == asked[1]


def test_pages_that_an_order_hides_from_most_queries_count_for_the_hidden_ones() -> None:
    """The engine gives one page for each word: `four` is found by none of its words but `ab`."""
    texts = {"first": "bc cd de", "four": "ab bc cd de"}
    drawn = list(draws(SmallEngine(texts, most=1), small_pool(), DrawPlan(), range(3_000)))
    weights = weights_by_page(drawn)
    scale = small_pool().size / len(drawn)
    assert weights["first"] * scale == pytest.approx(1, rel=0.1)
    assert weights["four"] * scale == pytest.approx(1, rel=0.1)
    believed = weights_by_page(
        draws(SmallEngine(texts, most=1), small_pool(), DrawPlan(trials=0), range(3_000))
    )
    assert believed["four"] * scale < 0.5, "without trials it would count too little"


@pytest.mark.parametrize("picks", [1, 2, None])
def test_few_pages_of_an_answer_stand_for_all_of_it(picks: int | None) -> None:
    drawn = list(draws(SmallEngine(FIVE), small_pool(), DrawPlan(picks=picks), range(6_000)))
    weights = weights_by_page(drawn)
    for url in ("long", "four", "two", "one"):
        assert weights[url] * small_pool().size / len(drawn) == pytest.approx(1, rel=0.1)


@pytest.mark.parametrize("picks", [1, 2, None])
def test_rejection_takes_pages_alike(picks: int | None) -> None:
    plan = DrawPlan(DrawMethod.REJECTION, picks=picks, floor=1, first=4)
    taken = weights_by_page(draws(SmallEngine(FIVE), small_pool(), plan, range(12_000)))
    counts = Counter({url: taken[url] for url in ("long", "four", "two", "one")})
    mean = counts.total() / 4
    assert all(count == pytest.approx(mean, rel=0.12) for count in counts.values())


def test_plain_draws_favour_long_pages() -> None:
    plan = DrawPlan(DrawMethod.PLAIN, picks=1)
    taken = weights_by_page(draws(SmallEngine(FIVE), small_pool(), plan, range(2_000)))
    assert taken["long"] > 3 * taken["one"]


@pytest.mark.parametrize(
    ("faults", "why"),
    [
        ({"unreadable": frozenset({"one"})}, DrawOutcome.NO_TEXT),
        ({"liar": frozenset({"none"})}, DrawOutcome.NO_WORDS),
    ],
)
def test_a_page_that_cannot_be_weighed_is_told_and_counts_nothing(
    faults: dict[str, Any], why: DrawOutcome
) -> None:
    drawn = list(draws(SmallEngine(FIVE, **faults), small_pool(), DrawPlan(), range(50)))
    told = [page for draw in drawn for page in draw.pages if page.why is why]
    assert told
    assert all(page.weight == 0 < page.plain for page in told)


def test_silence_and_empty_answers_are_told_apart() -> None:
    engine = SmallEngine({"one": "ab"}, silent_to=frozenset({"bc"}))
    by_query = {draw.query: draw for draw in draws(engine, small_pool(), DrawPlan(), range(60))}
    assert by_query["bc",].why is DrawOutcome.SILENT
    assert by_query["bc",].reason == "timeout"
    assert by_query["cd",].why is DrawOutcome.EMPTY
    assert by_query["ab",].why is DrawOutcome.TAKEN


def test_silent_trials_do_not_count() -> None:
    engine = SmallEngine({"four": "ab bc cd de"}, silent_to=frozenset({"bc", "cd", "de"}))
    drawn = [draw for draw in draws(engine, small_pool(), DrawPlan(), range(200)) if draw.pages]
    assert {page.trials for draw in drawn for page in draw.pages} == {1}
    assert sum(draw.silent_trials for draw in drawn) > len(drawn)
    mute = DrawPlan(trials=1)
    whys = {
        page.why for draw in draws(engine, small_pool(), mute, range(200)) for page in draw.pages
    }
    assert whys == {DrawOutcome.TAKEN, DrawOutcome.NO_TRIALS}


def test_trials_end() -> None:
    texts = {f"p{at}": " ".join(LETTERS) for at in range(3)}
    engine = SmallEngine(texts, most=1)
    drawn = draw_one(engine, small_pool(), DrawPlan(trials=7), 0)
    assert drawn.asked <= 8
    hidden = SmallEngine({"first": "ab bc cd", "four": "ab bc cd de"}, most=1)
    plan = DrawPlan(trials=1)
    bounded = [p.is_bounded for d in draws(hidden, small_pool(), plan, range(80)) for p in d.pages]
    assert any(bounded)


def test_what_the_engine_said_stays_with_the_draw() -> None:
    draw = draw_one(
        SmallEngine(dict.fromkeys("xyz", " ".join(LETTERS)), most=2), small_pool(), DrawPlan(), 1
    )
    assert (draw.given, draw.total, draw.is_cut) == (2, 3, True)
    told = draw.as_json()
    assert told["pages"][0]["why"] == "taken"
    assert told["query"] == list(draw.query)


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"first": 0}, {"picks": 0}, {"trials": -1}])
def test_a_plan_that_cannot_be_drawn_by_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"(?i)at least"):
        DrawPlan(**wrong)
