"""Overlap and sizes: what is told, how sure it is, and what is wrong with it."""

from dataclasses import replace
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.sample.draws import Draw, DrawMethod, DrawOutcome, DrawPlan, PickedPage
from auslese.sample.overlap import (
    CheckedDraw,
    EngineSample,
    OverlapReport,
    check_draw,
    compare_engines,
    size_of,
)
from auslese.sample.query_pool import FrequencyWindow, QueryPool, pool_of
from auslese.sample.ratios import interval_of, interval_of_share
from auslese.sample.sampled_engine import PagePresence
from tests.sample.small_engine import SmallEngine, draws

HELD, MISSING, UNKNOWN = PagePresence.HELD, PagePresence.MISSING, PagePresence.UNKNOWN
POOL = pool_of(dict.fromkeys([f"w{at}x" for at in range(40)], 9), FrequencyWindow(0, 99))


def checked(number: int, weights: list[float], presences: list[PagePresence]) -> CheckedDraw:
    pages = tuple(
        PickedPage(f"p{number}-{at}", at + 1, weight, 1 / len(weights), DrawOutcome.TAKEN)
        for at, weight in enumerate(weights)
    )
    return CheckedDraw(
        Draw(number, (f"w{number}x",), DrawOutcome.TAKEN, pages, len(pages)), tuple(presences)
    )


def side(name: str, presences: list[PagePresence]) -> EngineSample:
    return EngineSample(
        name, tuple(checked(at, [1.0], [here]) for at, here in enumerate(presences))
    )


def compared(first: list[PagePresence], second: list[PagePresence]) -> OverlapReport:
    return compare_engines(side("a", first), side("b", second), POOL, DrawPlan())


def engine_with(pages: range, name: str) -> SmallEngine:
    """Pages of one to eight words; a page is the same in every engine."""
    texts = {f"p{page}": " ".join(words_by_lot(page)) for page in pages}
    return SmallEngine(texts, name)


def words_by_lot(page: int) -> list[str]:
    chance = np.random.default_rng(page)
    return [f"w{at}x" for at in chance.choice(40, page % 8 + 1, replace=False)]


def drawn_both(
    first: SmallEngine, second: SmallEngine, plan: DrawPlan, count: int
) -> OverlapReport:
    sides = [
        EngineSample(
            one.name,
            tuple(check_draw(draw, one, other) for draw in draws(one, POOL, plan, range(count))),
        )
        for one, other in ((first, second), (second, first))
    ]
    return compare_engines(sides[0], sides[1], POOL, plan)


def names(report: OverlapReport) -> set[str]:
    return {bias.name for bias in report.biases}


def test_the_quotient_is_that_of_the_shares() -> None:
    report = compared([HELD] * 20 + [MISSING] * 20, [HELD] * 30 + [MISSING] * 10)
    assert report.corrected is not None
    assert report.corrected.second_has.share.value == 0.5
    assert report.corrected.first_has.share.value == 0.75
    ratio = report.corrected.quotient.ratio
    assert ratio.value == pytest.approx(1.5)
    assert 1 < ratio.low < 1.5 < ratio.high < 3


def test_swapping_the_engines_turns_the_quotient_over() -> None:
    first, second = [HELD] * 20 + [MISSING] * 20, [HELD] * 30 + [MISSING] * 10
    there, back = compared(first, second), compared(second, first)
    assert there.plain.quotient.ratio.value == pytest.approx(1 / back.plain.quotient.ratio.value)
    assert there.plain.second_has.share == back.plain.first_has.share


def test_known_engines_are_told_their_overlap_and_their_sizes() -> None:
    report = drawn_both(
        engine_with(range(240), "large"), engine_with(range(120, 280), "small"), DrawPlan(), 200
    )
    assert report.corrected is not None
    assert report.sizes is not None
    assert report.corrected.second_has.share.value == pytest.approx(0.5, abs=0.08)
    assert report.corrected.first_has.share.value == pytest.approx(0.75, abs=0.08)
    assert report.corrected.quotient.ratio.has(1.5)
    assert report.sizes.first.value == pytest.approx(240, rel=0.15)
    assert report.sizes.second.value == pytest.approx(160, rel=0.15)
    assert report.sizes.quotient.has(1.5)


def test_plain_and_corrected_stand_side_by_side() -> None:
    first, second = engine_with(range(80), "all"), engine_with(range(80), "long")
    second = replace(second, texts={url: t for url, t in second.texts.items() if len(t) > 20})
    report = drawn_both(first, second, DrawPlan(), 300)
    assert report.corrected is not None
    truth = len(second.texts) / 80
    assert report.corrected.second_has.share.value == pytest.approx(truth, abs=0.04)
    assert report.plain.second_has.share.value > truth + 0.1
    assert drawn_both(first, second, DrawPlan(DrawMethod.PLAIN), 50).corrected is None


def test_unknown_pages_are_counted_and_bounded() -> None:
    report = compared([HELD] * 4 + [MISSING] * 4 + [UNKNOWN] * 2, [HELD] * 6 + [MISSING] * 2)
    overlap = report.plain.second_has
    assert (overlap.unknown, overlap.pages) == (2, 10)
    assert overlap.share.value == 0.5
    assert overlap.if_missing == pytest.approx(0.4)
    assert overlap.if_held == pytest.approx(0.6)
    assert report.plain.quotient.least == pytest.approx(0.75 / 0.6)
    assert report.plain.quotient.most == pytest.approx(0.75 / 0.4)
    assert "unknown_presence" in names(report)


def test_no_overlap_leaves_the_quotient_without_bound() -> None:
    ratio = compared([MISSING] * 50, [MISSING] * 50).plain.quotient.ratio
    assert isnan(ratio.value)
    assert (ratio.low, ratio.high) == (0, inf)
    one_way = compared([MISSING] * 50, [HELD] * 25 + [MISSING] * 25)
    assert one_way.plain.quotient.ratio.value == inf
    assert one_way.plain.quotient.ratio.high == inf
    assert one_way.plain.quotient.ratio.low > 1
    assert "no_overlap" in names(one_way)


def test_full_overlap_is_not_taken_for_certainty() -> None:
    few, many = compared([HELD] * 5, [HELD] * 5), compared([HELD] * 500, [HELD] * 500)
    assert few.plain.quotient.ratio.value == many.plain.quotient.ratio.value == 1
    assert few.plain.quotient.ratio.low < 0.7 < 0.98 < many.plain.quotient.ratio.low < 1


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_draws_say_nothing_and_break_nothing(count: int) -> None:
    report = compared([HELD] * count, [MISSING] * count)
    assert report.plain.quotient.ratio.low == 0
    assert report.sizes is not None
    assert report.sizes.first.high == inf
    assert "few_pages" in names(report)
    report.as_json()


def test_pages_of_one_answer_do_not_count_as_independent() -> None:
    apart = [checked(at, [1.0], [HELD if at % 2 else MISSING]) for at in range(100)]
    together = [checked(at, [1.0] * 10, [HELD if at % 2 else MISSING] * 10) for at in range(10)]
    widths = []
    for drawn in (apart, together):
        one = EngineSample("a", tuple(drawn))
        share = compare_engines(one, one, POOL, DrawPlan()).plain.second_has.share
        widths.append(share.high - share.low)
    assert widths[1] > 2 * widths[0]


def test_a_silent_engine_is_not_a_small_one() -> None:
    answered = [checked(at, [2.0], [HELD]).draw for at in range(10)]
    silent = [Draw(at, ("w1x",), DrawOutcome.SILENT, reason="timeout") for at in range(10, 20)]
    empty = [Draw(at, ("w1x",), DrawOutcome.EMPTY) for at in range(10, 20)]
    assert size_of(answered + silent, POOL).value == pytest.approx(2 * POOL.size)
    assert size_of(answered + empty, POOL).value == pytest.approx(POOL.size)


def test_an_engine_whose_pages_cannot_be_weighed_is_not_an_empty_one() -> None:
    draw = checked(0, [0.0, 0.0], [PagePresence.UNKNOWN] * 2).draw

    size = size_of([draw, replace(draw, number=1)], POOL)

    assert isnan(size.value)
    assert (size.low, size.high) == (0.0, inf)


def drawn_once(**said: object) -> OverlapReport:
    first = EngineSample("a", (replace_draw(checked(0, [1.0], [HELD]), said),))
    return compare_engines(first, side("b", [HELD]), POOL, DrawPlan())


def replace_draw(one: CheckedDraw, said: dict[str, object]) -> CheckedDraw:
    return CheckedDraw(replace(one.draw, **said), one.presences)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ({"is_cut": True}, "rank_limit"),
        ({"repeated": 2}, "repeated"),
        ({"total": 0}, "wrong_totals"),
        ({"total": 7}, "wrong_totals"),
        ({"silent_trials": 3}, "silent_trials"),
        ({"why": DrawOutcome.SILENT, "reason": "timeout"}, "silent"),
    ],
)
def test_what_an_engine_does_wrong_is_named(said: dict[str, object], name: str) -> None:
    assert name in names(drawn_once(**said))
    assert name not in names(drawn_once())


@pytest.mark.parametrize("why", [DrawOutcome.NO_TEXT, DrawOutcome.NO_WORDS, DrawOutcome.NO_TRIALS])
def test_pages_left_out_are_named(why: DrawOutcome) -> None:
    page = PickedPage("p", 1, 0.0, 1.0, why)
    assert why.value in names(drawn_once(pages=(page,)))


def test_bounded_and_heavy_weights_are_named() -> None:
    page = PickedPage("p", 1, 9.0, 1.0, DrawOutcome.TAKEN, is_bounded=True)
    assert {"bounded_weight", "heavy_page"} <= names(drawn_once(pages=(page,)))


def test_what_plain_draws_favour_is_always_named() -> None:
    first = side("a", [HELD])
    assert {"length", "ranking", "pool"} <= names(
        compare_engines(first, first, POOL, DrawPlan(DrawMethod.PLAIN))
    )
    corrected = names(compare_engines(first, first, POOL, DrawPlan()))
    assert "pool" in corrected
    assert not {"length", "ranking"} & corrected


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e6)), max_size=40))
def test_an_interval_holds_its_estimate(rows: list[tuple[float, float]]) -> None:
    columns = np.array(rows, np.float64).reshape(-1, 2)
    found = interval_of(columns, (1, -1))
    assert isnan(found.value) or found.low <= found.high
    share = interval_of_share(columns[:, 0], columns.sum(axis=1))
    assert isnan(share.value) or 0 <= share.low <= share.high <= 1


def test_json_has_all_figures() -> None:
    told = compared([HELD, MISSING] * 9, [HELD, MISSING] * 9).as_json()
    assert set(told) == {"first", "second", "plain", "corrected", "sizes", "biases"}
    assert told["corrected"]["quotient"]["ratio"]["value"] == pytest.approx(1)


@pytest.mark.parametrize("needs_text", [True, False])
def test_pages_left_out_by_the_correction_are_looked_for_and_read_only_if_need_be(
    needs_text: bool,
) -> None:
    engine = SmallEngine({"one": "w1x"}, needs_text=needs_text, unreadable=frozenset({"one"}))
    draw = next(d for d in draws(engine, POOL, DrawPlan(), range(500)) if d.pages)
    engine.read.clear()

    assert check_draw(draw, engine, engine).presences == (HELD,)
    assert engine.read == ["one"] * needs_text


def test_an_empty_pool_has_no_size() -> None:
    assert QueryPool(()).size == 0
