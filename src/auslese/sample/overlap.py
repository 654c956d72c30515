"""How much of one engine's pages has another, and which of them is larger?

Pages drawn from the first are looked for in the second, and the other way round. If both samples
are of random pages, the quotient of the two shares is the quotient of the sizes (Bharat and Broder
1998). Sizes can also be told without looking for pages, from the weights alone (Bar-Yossef and
Gurevich 2007). Where all pages of uncut answers count, that is the same sum in another order, and
no second witness.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import Any

import numpy as np

from auslese.records.interval import Interval
from auslese.sample.draws import Draw, DrawMethod, DrawOutcome, DrawPlan, PickedPage
from auslese.sample.query_pool import QueryPool
from auslese.sample.ratios import Columns, interval_of, interval_of_share
from auslese.sample.sample_biases import SampleBias, biases_of, biases_of_both
from auslese.sample.sampled_engine import PagePresence, SampledEngine


@dataclass(frozen=True, slots=True)
class CheckedDraw:
    """A draw from one engine, and whether the other has its pages."""

    draw: Draw
    presences: tuple[PagePresence, ...]
    """One for each page of the draw."""


def check_draw(draw: Draw, source: SampledEngine, other: SampledEngine) -> CheckedDraw:
    """Look for the pages of a draw in the other engine; no text is read that it does not need.

    Pages that the correction left out are looked for too, so that plain and corrected figures stand
    side by side.
    """
    texts = (source.text(page.url) if other.needs_text else None for page in draw.pages)
    found = (other.holds(page.url, text) for page, text in zip(draw.pages, texts, strict=True))
    return CheckedDraw(draw, tuple(found))


@dataclass(frozen=True, slots=True)
class PageOverlap:
    """Which share of one engine's pages the other has."""

    share: Interval
    """Of the pages that it is known of."""
    if_missing: float
    """The share if all unknown pages were missing."""
    if_held: float
    """The share if the other had all of them."""
    pages: int
    """Pages that count, unknown ones included."""
    unknown: int

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "share": self.share.as_json(),
            "if_missing": self.if_missing,
            "if_held": self.if_held,
            "pages": self.pages,
            "unknown": self.unknown,
        }


@dataclass(frozen=True, slots=True)
class SizeQuotient:
    """How many times as large the first engine is as the second."""

    ratio: Interval
    least: float
    """If unknown presences speak all for the second."""
    most: float
    """If they speak all for the first."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {"ratio": self.ratio.as_json(), "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class OverlapFigures:
    """Overlap both ways and their quotient."""

    second_has: PageOverlap
    """Share of the first's pages that the second has."""
    first_has: PageOverlap
    """Share of the second's pages that the first has."""
    quotient: SizeQuotient

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "second_has": self.second_has.as_json(),
            "first_has": self.first_has.as_json(),
            "quotient": self.quotient.as_json(),
        }


@dataclass(frozen=True, slots=True)
class EngineSample:
    """What was drawn from one engine."""

    name: str
    drawn: tuple[CheckedDraw, ...]

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws without the presences."""
        return tuple(checked.draw for checked in self.drawn)


@dataclass(frozen=True, slots=True)
class EngineSizes:
    """Sizes without looking for pages, from the same queries asked of both."""

    first: Interval
    second: Interval
    quotient: Interval

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "quotient": self.quotient.as_json(),
        }


@dataclass(frozen=True, slots=True)
class OverlapReport:
    """Two engines compared, with every bias that is known of."""

    first: str
    second: str
    plain: OverlapFigures
    corrected: OverlapFigures | None
    """None if the draws were plain."""
    sizes: EngineSizes | None
    """None unless the draws were weighted by importance."""
    biases: tuple[SampleBias, ...]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "first": self.first,
            "second": self.second,
            "plain": self.plain.as_json(),
            "corrected": self.corrected and self.corrected.as_json(),
            "sizes": self.sizes and self.sizes.as_json(),
            "biases": [bias.as_json() for bias in self.biases],
        }


Weight = Callable[[PickedPage], float]


def compare_engines(
    first: EngineSample, second: EngineSample, pool: QueryPool, plan: DrawPlan
) -> OverlapReport:
    """Compare two engines by draws of one plan, or of two that differ in the seed."""
    is_corrected = plan.method is not DrawMethod.PLAIN
    is_weighted = plan.method is DrawMethod.IMPORTANCE
    return OverlapReport(
        first.name,
        second.name,
        figures_of(first, second, _plain),
        figures_of(first, second, _corrected) if is_corrected else None,
        sizes_of(first.draws, second.draws, pool) if is_weighted else None,
        biases_of(first.name, first.draws, pool, plan)
        + biases_of(second.name, second.draws, pool, plan)
        + biases_of_both(first.name, second.name, _presences(first), _presences(second)),
    )


def figures_of(first: EngineSample, second: EngineSample, weight: Weight) -> OverlapFigures:
    """Overlap both ways and the quotient, with pages weighed in this way."""
    from_first, from_second = _sums(first.drawn, weight), _sums(second.drawn, weight)
    in_second = _overlap(first.drawn, from_first, weight)
    in_first = _overlap(second.drawn, from_second, weight)
    ratio = _ratio(_side_by_side(from_first, from_second))
    if {in_first.share.value, in_second.share.value} & {0.0, 1.0} or ratio.low == ratio.high:
        ratio = _ratio_of_bounds(in_first.share, in_second.share)
    quotient = SizeQuotient(
        ratio,
        _divided(in_first.if_missing, in_second.if_held),
        _divided(in_first.if_held, in_second.if_missing),
    )
    return OverlapFigures(in_second, in_first, quotient)


def size_of(draws: Sequence[Draw], pool: QueryPool) -> Interval:
    """How many pages of an engine the pool can reach; draws without answer are left out.

    If pages were given and none could be weighed, nothing is known: not that there are none.
    """
    if any(draw.pages for draw in draws) and not any(draw.weight for draw in draws):
        return Interval(nan, 0.0, inf)
    weights = np.array([draw.weight for draw in draws if draw.why is not DrawOutcome.SILENT])
    columns = np.column_stack([weights, np.ones(len(weights))])
    return _times(interval_of(columns, (1, -1)), pool.size)


def sizes_of(first: Sequence[Draw], second: Sequence[Draw], pool: QueryPool) -> EngineSizes:
    """Both sizes, and their quotient from the queries that both engines answered."""
    others = {draw.number: draw for draw in second if draw.why is not DrawOutcome.SILENT}
    both = [
        (draw.weight, others[draw.number].weight)
        for draw in first
        if draw.why is not DrawOutcome.SILENT
        and draw.number in others
        and draw.query == others[draw.number].query
    ]
    columns = np.array(both, np.float64).reshape(-1, 2)
    return EngineSizes(size_of(first, pool), size_of(second, pool), interval_of(columns, (1, -1)))


def _plain(page: PickedPage) -> float:
    return page.plain


def _corrected(page: PickedPage) -> float:
    return page.weight


def _sums(drawn: Sequence[CheckedDraw], weight: Weight) -> dict[int, tuple[float, float, float]]:
    """Weight of pages held, missing and unknown, by draw."""
    return {
        checked.draw.number: (
            _weight_of(checked, weight, PagePresence.HELD),
            _weight_of(checked, weight, PagePresence.MISSING),
            _weight_of(checked, weight, PagePresence.UNKNOWN),
        )
        for checked in drawn
        if checked.draw.pages
    }


def _weight_of(checked: CheckedDraw, weight: Weight, presence: PagePresence) -> float:
    return sum(
        weight(page)
        for page, is_there in zip(checked.draw.pages, checked.presences, strict=True)
        if is_there is presence
    )


def _overlap(
    drawn: Sequence[CheckedDraw], sums: dict[int, tuple[float, float, float]], weight: Weight
) -> PageOverlap:
    columns = np.array(list(sums.values()), np.float64).reshape(-1, 3)
    held, missing, unknown = columns.sum(axis=0)
    presences = [
        presence
        for checked in drawn
        for page, presence in zip(checked.draw.pages, checked.presences, strict=True)
        if weight(page) > 0
    ]
    return PageOverlap(
        interval_of_share(columns[:, 0], columns[:, 0] + columns[:, 1]),
        _divided(held, held + missing + unknown),
        _divided(held + unknown, held + missing + unknown),
        len(presences),
        presences.count(PagePresence.UNKNOWN),
    )


def _side_by_side(
    first: dict[int, tuple[float, float, float]], second: dict[int, tuple[float, float, float]]
) -> Columns:
    """One row for each number of a draw: the same query was asked of both, or it does no harm."""
    nothing = (0.0, 0.0, 0.0)
    numbers = sorted(first.keys() | second.keys())
    rows = [(*first.get(at, nothing), *second.get(at, nothing)) for at in numbers]
    return np.array(rows, np.float64).reshape(-1, 6)


def _ratio(columns: Columns) -> Interval:
    in_second, not_in_second, _, in_first, not_in_first, _ = columns.T
    return interval_of(
        np.column_stack([in_first, in_first + not_in_first, in_second, in_second + not_in_second]),
        (1, -1, -1, 1),
    )


def _ratio_of_bounds(above: Interval, below: Interval) -> Interval:
    """Where all draws agree, drawing anew cannot tell how sure they are; the shares' bounds can."""
    return Interval(
        _divided(above.value, below.value),
        above.low / below.high,
        above.high / below.low if below.low > 0 else inf,
    )


def _divided(above: float, below: float) -> float:
    if below > 0:
        return float(above / below)
    return inf if above > 0 else nan


def _times(interval: Interval, factor: float) -> Interval:
    return Interval(interval.value * factor, interval.low * factor, interval.high * factor)


def _presences(side: EngineSample) -> list[PagePresence]:
    return [here for checked in side.drawn for here in checked.presences]
