"""Draw pages from an engine that can only be asked queries.

A draw asks one query of the pool and picks pages of its answer. Taken as they are (Bharat and
Broder 1998), these favour pages with many words, for many queries find them, and pages that the
engine puts first. Bar-Yossef and Gurevich (2006, 2007) correct it. A query *finds* a page if the
engine gives the page for it and the page has the words; the more queries find a page, the less it
counts.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from auslese.records.engine_reply import EngineSilence
from auslese.sample.query_pool import MatchingQueries, PoolQuery, QueryPool
from auslese.sample.sampled_engine import EngineAnswer, EngineHit, SampledEngine

FIRST = 100
"""Pages of an answer that are looked at (Bharat and Broder 1998)."""
MOST_TRIALS = 100
DEGREE_FLOOR = 5


class DrawMethod(StrEnum):
    """How the pages of an answer become a sample."""

    PLAIN = "plain"
    REJECTION = "rejection"
    IMPORTANCE = "importance"


class DrawOutcome(StrEnum):
    """What became of a draw, or of a page in it."""

    TAKEN = "taken"
    EMPTY = "empty"
    """The query found nothing."""
    SILENT = "silent"
    """The engine gave no answer."""
    FEW_PAGES = "few_pages"
    """Rejected: the answer was short, and its pages would come too often."""
    HIGH_DEGREE = "high_degree"
    """Rejected: many queries find the page."""
    NO_TEXT = "no_text"
    """The page's text could not be had, so nobody knows which queries find it."""
    NO_WORDS = "no_words"
    """The page does not have the words that the engine gave it for."""
    NO_TRIALS = "no_trials"
    """The engine was silent when asked for the page's other queries."""


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """How draws are made; the same plan and number give the same draw."""

    method: DrawMethod = DrawMethod.IMPORTANCE
    seed: int = 0
    first: int = FIRST
    picks: int | None = None
    """Pages picked of an answer; None is all of them, which says most for the requests it costs."""
    trials: int = MOST_TRIALS
    """Queries of a page that are tried until one finds it; 0 believes that all of them do."""
    floor: int = DEGREE_FLOOR
    """Rejection: pages that fewer queries find are taken as if so many did."""

    def __post_init__(self) -> None:
        """Refuse what no draw can be made with."""
        if min(self.seed, self.trials) < 0 or min(self.first, self.floor) < 1:
            raise ValueError("Seed and trials are at least 0, first and floor at least 1.")
        if self.picks is not None and self.picks < 1:
            raise ValueError("At least one page is picked of an answer.")

    def take_rate(self, given: int) -> float:
        """Rejection: how often a page of so long an answer is taken, so that all come alike.

        Few picked of a long answer are taken more often than as many of a short one. Where all
        pages are picked, the length of the answer does not matter.
        """
        if self.picks is None:
            return 1.0
        return max(given, self.picks) / max(self.first, self.picks)


class PickedPage(NamedTuple):
    """A page of an answer."""

    url: str
    rank: int
    """From 1."""
    weight: float
    """How much it counts in the corrected sample; 0 if it is not in it."""
    plain: float
    """How much it counts as Bharat and Broder would take it."""
    why: DrawOutcome
    degree: int = 0
    """Queries of the pool that match its text."""
    trials: int = 0
    """Queries of it that were tried until one found it."""
    is_bounded: bool = False
    """Whether the weight is smaller than it should be: trials ran out, or it met the floor."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One query asked, and the pages picked of its answer."""

    number: int
    query: PoolQuery
    why: DrawOutcome
    """TAKEN if there were pages to pick; each page has its own reason."""
    pages: tuple[PickedPage, ...] = ()
    given: int = 0
    """Pages the engine gave, repeated ones left out."""
    total: int | None = None
    is_cut: bool = False
    repeated: int = 0
    reason: str = ""
    """Why the engine was silent."""
    asked: int = 1
    """Queries asked, trials included."""
    silent_trials: int = 0

    @property
    def weight(self) -> float:
        """What its pages count together."""
        return sum(page.weight for page in self.pages)

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "number": self.number,
            "query": list(self.query),
            "why": self.why.value,
            "reason": self.reason,
            "given": self.given,
            "total": self.total,
            "is_cut": self.is_cut,
            "repeated": self.repeated,
            "asked": self.asked,
            "silent_trials": self.silent_trials,
            "pages": [page._asdict() | {"why": page.why.value} for page in self.pages],
        }


def draw_one(engine: SampledEngine, pool: QueryPool, plan: DrawPlan, number: int) -> Draw:
    """Ask one query and pick pages of the answer.

    A draw depends on the plan and its number alone, so any may come later.
    """
    chance = _chance(plan, number)
    query = pool.draw(chance)
    answer = engine.ask(query, plan.first)
    if isinstance(answer, EngineSilence):
        return Draw(number, query, DrawOutcome.SILENT, reason=answer.reason)
    if not answer.pages:
        return Draw(number, query, DrawOutcome.EMPTY, total=answer.total, repeated=answer.repeated)
    weigher = _PageWeigher(engine, pool, plan, chance)
    picked = tuple(weigher.weigh(query, answer, places) for places in _places(answer, plan, chance))
    return Draw(
        number,
        query,
        DrawOutcome.TAKEN,
        picked,
        given=len(answer.pages),
        total=answer.total,
        is_cut=answer.is_cut,
        repeated=answer.repeated,
        asked=1 + weigher.asked,
        silent_trials=weigher.silent,
    )


class _PickedPlace(NamedTuple):
    """A page of an answer that was picked, and how many were picked beside it."""

    rank: int
    found: EngineHit
    picks: int


def _places(
    answer: EngineAnswer, plan: DrawPlan, chance: np.random.Generator
) -> list[_PickedPlace]:
    given = len(answer.pages)
    picks = given if plan.picks is None else min(plan.picks, given)
    places = sorted(chance.choice(given, picks, replace=False).tolist())
    return [_PickedPlace(place + 1, answer.pages[place], picks) for place in places]


class _PageWeigher:
    """Weighs the pages of one draw."""

    def __init__(
        self, engine: SampledEngine, pool: QueryPool, plan: DrawPlan, chance: np.random.Generator
    ) -> None:
        self._engine, self._pool, self._plan, self._chance = engine, pool, plan, chance
        self.asked = 0
        self.silent = 0

    def weigh(self, query: PoolQuery, answer: EngineAnswer, place: _PickedPlace) -> PickedPage:
        """Weigh a page by the length of its answer and the queries that find it."""
        given, plan = len(answer.pages), self._plan
        page = PickedPage(place.found.url, place.rank, 0.0, 1 / place.picks, DrawOutcome.TAKEN)
        if plan.method is DrawMethod.PLAIN:
            return page._replace(weight=page.plain)
        if plan.method is DrawMethod.REJECTION and self._chance.random() >= plan.take_rate(given):
            return page._replace(why=DrawOutcome.FEW_PAGES)
        text = self._engine.text(page.url)
        if text is None:
            return page._replace(why=DrawOutcome.NO_TEXT)
        matching = self._pool.queries_of(text)
        page = page._replace(degree=matching.degree)
        if not self._pool.fits(query, matching):
            return page._replace(why=DrawOutcome.NO_WORDS)
        page = self._with_trials(page, matching)
        if page.why is not DrawOutcome.TAKEN:
            return page
        inverse = max(page.trials, 1) / page.degree
        if plan.method is DrawMethod.IMPORTANCE:
            return page._replace(weight=given / place.picks * inverse)
        return self._rejected(page, inverse)

    def _with_trials(self, page: PickedPage, matching: MatchingQueries) -> PickedPage:
        """Try queries of a page until one finds it.

        The number of tries, divided by the degree, is on average one by the number of queries that
        find it (Bar-Yossef and Gurevich 2007). Tries without an answer do not count.
        """
        answered = 0
        for _ in range(self._plan.trials):
            answer = self._engine.ask(matching.draw(self._chance), self._plan.first)
            self.asked += 1
            if isinstance(answer, EngineSilence):
                self.silent += 1
                continue
            answered += 1
            if any(found.url == page.url for found in answer.pages):
                return page._replace(trials=answered)
        if self._plan.trials and not answered:
            return page._replace(why=DrawOutcome.NO_TRIALS)
        return page._replace(trials=answered, is_bounded=self._plan.trials > 0)

    def _rejected(self, page: PickedPage, inverse: float) -> PickedPage:
        share = self._plan.floor * inverse
        bounded = page._replace(is_bounded=page.is_bounded or share > 1)
        if self._chance.random() >= share:
            return bounded._replace(why=DrawOutcome.HIGH_DEGREE)
        return bounded._replace(weight=1.0)


def _chance(plan: DrawPlan, number: int) -> np.random.Generator:
    return np.random.default_rng((plan.seed, number))
