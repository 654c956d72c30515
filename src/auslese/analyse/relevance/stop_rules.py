"""May one stop rating, and how much of all that is relevant is found for certain?

All rules have one shape: a history and a target go in, advice comes out.

    certified     of the relevant pages of the random slice, how many has the process come upon?
                  So many that it cannot be chance (Lewis, Yang and Frieder 2021, arXiv 2108.12746)
    quant-ci      what the model's own probabilities say, less two deviations (Yang, Lewis and
                  Frieder 2021); right if the probabilities are
    chao          how many were captured by one way of looking only (Chao 1987)
    in-a-row      so many irrelevant pages one after the other; it claims nothing
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.shares import SampledHits, most_there_can_be, needed_successes
from auslese.records.interval import CONFIDENCE, Interval
from auslese.records.rating import RELEVANT

DEVIATIONS = 2.0  # of the model's estimate, as its authors take them
IN_A_ROW = 50
FEWEST_CAPTURED = (
    10  # relevant pages, of which an estimate by captures says anything: one page alone
)
# is found in every way at once, and nothing seems to be left
FIRST_STAGE = 14  # relevant pages of a slice that can certify 80 %: 0.8 ** 14 < 0.05

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """The answers of one topic in their order, and what is thought of all pages."""

    rows: Rows
    ratings: Floats
    sliced: Rows
    """The pages of the random slice whose answers are known."""
    slice_ratings: Floats
    reached: Flags
    """Which of these the process has come upon by itself."""
    scores: Floats
    """Calibrated relevance of all pages."""
    planned: int = 0
    """Relevant pages that the slice was to have, fixed beforehand: the rule waits for them. 0: the
    slice grows while one rates, and looking at it again and again costs some certainty."""
    captures: Rows = field(default_factory=lambda: np.empty(0, np.int64))
    """In how many ways each answered page was found; for Chao's estimate."""

    @property
    def is_relevant(self) -> Flags:
        """Which answers are yes."""
        return self.ratings >= RELEVANT


class StopReason(StrEnum):
    """Why one may stop, or why not yet."""

    CERTAIN = "certain"
    NOT_CERTAIN_YET = "not-certain-yet"
    SLICE_TOO_SMALL = "slice-too-small"
    SLICE_UNFINISHED = "slice-unfinished"
    ESTIMATED = "estimated"
    NOT_ESTIMATED_YET = "not-estimated-yet"
    NOTHING_FOUND = "nothing-found"
    IN_A_ROW = "in-a-row"
    NOT_IN_A_ROW = "not-in-a-row"


@dataclass(frozen=True, slots=True)
class StopAdvice:
    """Whether one may stop, and what is claimed about what has been found."""

    may_stop: bool
    recall: Interval | None
    """Claimed; None where a rule claims nothing."""
    reason: StopReason
    numbers: Mapping[str, float] = field(default_factory=dict)


StopRule = Callable[[RatingHistory, float], StopAdvice]


def certified_rule(history: RatingHistory, target: float) -> StopAdvice:
    """Stop when enough relevant pages of the slice were come upon by the process itself.

    If there were so many relevant pages that those found are less than the target, so many of the
    slice would be reached in less than one of twenty slices. With a slice that grows, an error is
    allowed for every doubling of it, half as large each time.
    """
    relevant = history.slice_ratings >= RELEVANT
    every, confidence = int(relevant.sum()), CONFIDENCE
    if every < history.planned:
        left = {"of": every, "left": history.planned - every}
        return StopAdvice(False, None, StopReason.SLICE_UNFINISHED, left)
    if not history.planned:
        every, confidence = _stage(every)
    reached = history.reached[relevant]
    found = int(history.is_relevant.sum())
    by_process = found - int((~reached).sum())
    seen = SampledHits(every, int(reached[:every].sum()), by_process)
    numbers = {"reached": seen.drawn_hit, "of": every, "judged": len(history.rows), "found": found}
    if needed_successes(every, target, confidence) is None:
        return StopAdvice(False, None, StopReason.SLICE_TOO_SMALL, numbers)
    certain = found / most_there_can_be(seen, confidence)
    likely = found * seen.drawn_hit / (every * max(1, by_process))
    recall = Interval(min(1.0, likely), certain, 1.0)
    reason = StopReason.CERTAIN if certain >= target else StopReason.NOT_CERTAIN_YET
    return StopAdvice(certain >= target, recall, reason, numbers)


def _stage(relevant: int) -> tuple[int, float]:
    """How many relevant pages of a growing slice count, and with which confidence."""
    if relevant < FIRST_STAGE:
        return relevant, 1 - (1 - CONFIDENCE) / 2
    stage = int(math.log2(relevant / FIRST_STAGE))
    return FIRST_STAGE << stage, 1 - (1 - CONFIDENCE) / 2 ** (stage + 1)


def quant_ci_rule(history: RatingHistory, target: float) -> StopAdvice:
    """Stop when the model's estimate of recall, less two deviations, is above the target."""
    if not history.is_relevant.any():
        return StopAdvice(False, None, StopReason.NOTHING_FOUND)
    judged = np.zeros(len(history.scores), bool)
    judged[history.rows] = True
    inside, outside = history.scores[judged], history.scores[~judged]
    found, left = float(inside.sum()), float(outside.sum())
    every = max(found + left, np.finfo(float).tiny)
    spread_inside = float((inside * (1 - inside)).sum())
    spread = spread_inside + float((outside * (1 - outside)).sum())
    deviation = math.sqrt(spread_inside / every**2 + found**2 / every**4 * spread)
    recall, half = found / every, DEVIATIONS * deviation
    claimed = Interval(recall, max(0.0, recall - half), min(1.0, recall + half))
    return _estimated(claimed, target, {"left": left, "deviation": deviation})


def chao_rule(history: RatingHistory, target: float) -> StopAdvice:
    """Stop when those found are enough of all that Chao's estimate says there are.

    His estimate is a lower one, and so is what it says to be left.
    """
    captures = history.captures[history.is_relevant[: len(history.captures)]]
    found = int(history.is_relevant.sum())
    once, twice = int((captures == 1).sum()), int((captures == 2).sum())  # noqa: PLR2004
    if not found or not len(captures):
        return StopAdvice(False, None, StopReason.NOTHING_FOUND)
    # The form that bears no page being captured twice, and its variance (Chao 1987).
    left = once * (once - 1) / (2 * (twice + 1))
    ratio = once / (twice + 1)
    variance = ratio**2 * (twice + 1) * (ratio**2 / 4 + ratio + 0.5)
    half = DEVIATIONS * math.sqrt(variance)
    claimed = Interval(
        found / (found + left),
        found / (found + left + half),
        found / (found + max(0.0, left - half)),
    )
    numbers = {"left": left, "once": once, "twice": twice}
    if found < FEWEST_CAPTURED:
        return StopAdvice(False, claimed, StopReason.NOT_ESTIMATED_YET, numbers)
    return _estimated(claimed, target, numbers)


def in_a_row_rule(number: int = IN_A_ROW) -> StopRule:
    """Stop after so many irrelevant pages one after the other."""

    def rule(history: RatingHistory, target: float) -> StopAdvice:
        relevant = np.flatnonzero(history.is_relevant)
        row = len(history.rows) - (int(relevant[-1]) + 1 if len(relevant) else 0)
        enough = row >= number and len(relevant) > 0
        reason = StopReason.IN_A_ROW if enough else StopReason.NOT_IN_A_ROW
        return StopAdvice(enough, None, reason, {"irrelevant": row, "needed": number})

    return rule


def _estimated(claimed: Interval, target: float, numbers: dict[str, float]) -> StopAdvice:
    enough = claimed.low >= target
    reason = StopReason.ESTIMATED if enough else StopReason.NOT_ESTIMATED_YET
    return StopAdvice(enough, claimed, reason, numbers)


CERTIFIED = "certified"
STOP_RULES: Mapping[str, StopRule] = {
    CERTIFIED: certified_rule,
    "quant-ci": quant_ci_rule,
    "chao": chao_rule,
    "in-a-row": in_a_row_rule(),
}
