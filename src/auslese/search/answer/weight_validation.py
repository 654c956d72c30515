"""What weights that were learnt are worth for queries that nothing was learnt from.

Queries are parted into folds. Weights are learnt from all folds but one and tried on that one, so
every query is answered once by weights that know nothing of it. How sure the gain is tells a
bootstrap over queries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Protocol

from auslese.records.answer import SearchQuery
from auslese.search.answer.rated_pages import BadRatingError, Ratings, one_word
from auslese.search.answer.weight_learning import (
    PLACES,
    RatedQuery,
    best_weights,
    discounted,
    pools_of,
)
from auslese.search.answer.weights import WEIGHT_NAMES, SignalWeights

POOL = 100  # pages of each query that other weights may bring to the front
FOLDS = 5
DRAWS = 2000  # of a bootstrap; more change the second digit of an interval only
SURE = 0.95
SEED = 1
DIGITS = 4
LEAST_WEIGHT = 0.01  # what is worth nothing is still to be seen in the parts of a score


class WeighedSearch(Protocol):
    """A search that can be told what each ground is worth."""

    def weigh(self, weights: SignalWeights) -> None:
        """Answer by these weights from now on."""
        ...

    def parts(self, question: SearchQuery) -> Sequence[tuple[str, Mapping[str, float]]]:
        """The names of the best pages with the parts of their scores."""
        ...

    def ranking(self, question: SearchQuery) -> Sequence[tuple[str, float]]:
        """The names of the best pages with their scores."""
        ...


class TrainedWeights(NamedTuple):
    """What was learnt, and how much better queries are answered that nothing was learnt from."""

    queries: int
    before: float
    """Mean nDCG@10 with the weights there are."""
    after: float
    """With weights learnt from other queries."""
    gain: float
    low: float
    high: float
    """Where the gain lies in 95 of 100 cases."""
    weights: SignalWeights
    """Learnt from all queries."""
    changed: dict[str, tuple[float, float]]
    """Weights that are others now: before and after."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        return self._asdict() | {"weights": asdict(self.weights)}


class WeightTrainer:
    """Asks, learns and asks again: cross-validation over queries."""

    def __init__(
        self,
        searcher: WeighedSearch,
        start: SignalWeights,
        texts: Mapping[str, str],
        rated_pages: Ratings,
    ) -> None:
        """`texts` has the text of each query by its name, `rated_pages` what people said."""
        self._searcher, self._start = searcher, start
        self._texts, self._rated_pages = texts, rated_pages
        found_with = {name: getattr(start, name) or LEAST_WEIGHT for name in WEIGHT_NAMES}
        self._found_with = SignalWeights(**found_with)

    def learn(self) -> TrainedWeights:
        """Learn from some queries, look at the others, and in the end learn from all."""
        names = list(self._texts)
        Random(SEED).shuffle(names)
        self._searcher.weigh(self._found_with)
        rated = {name: self._rated(name) for name in names}
        if not any(any(each.grades) for each in rated.values()):
            raise BadRatingError(
                "no rated page is among those found; pages are named as --queries prints them"
            )
        self._searcher.weigh(self._start)
        before = {name: self._gain(name) for name in names}
        after: dict[str, float] = {}
        for fold in range(FOLDS):
            held_out = names[fold::FOLDS]
            learning = [rated[name] for name in names if name not in set(held_out)]
            self._searcher.weigh(self._trained(learning))
            after |= {name: self._gain(name) for name in held_out}
        weights = self._trained(list(rated.values()))
        differences = [after[name] - before[name] for name in names]
        low, high = interval(differences)
        return TrainedWeights(
            len(names),
            round(fmean(before.values()), DIGITS),
            round(fmean(after.values()), DIGITS),
            round(fmean(differences), DIGITS),
            low,
            high,
            weights,
            _changed(self._start, weights),
        )

    def _trained(self, rated: Sequence[RatedQuery]) -> SignalWeights:
        return best_weights(pools_of(rated, self._found_with), self._start)

    def _rated(self, name: str) -> RatedQuery:
        """The pages of a query with the parts of their scores and their grades."""
        grades = self._rated_pages[name]
        found = self._searcher.parts(SearchQuery(self._texts[name], most=POOL))
        return RatedQuery(
            [parts for _, parts in found],
            [grades.get(one_word(page), 0.0) for page, _ in found],
            self._ideal(name),
        )

    def _gain(self, name: str) -> float:
        """The nDCG@10 of a query as it is answered now."""
        question = SearchQuery(self._texts[name], most=PLACES)
        grades = self._rated_pages[name]
        found = [grades.get(one_word(page), 0.0) for page, _ in self._searcher.ranking(question)]
        return discounted(found) / self._ideal(name)

    def _ideal(self, name: str) -> float:
        return discounted(sorted(self._rated_pages[name].values(), reverse=True))


def _changed(before: SignalWeights, after: SignalWeights) -> dict[str, tuple[float, float]]:
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in WEIGHT_NAMES}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """Where their mean lies in 95 of 100 cases, by drawing them again and again (bootstrap)."""
    chance = Random(SEED)
    means = sorted(fmean(chance.choices(differences, k=len(differences))) for _ in range(DRAWS))
    outside = round(DRAWS * (1 - SURE) / 2)
    return round(means[outside], DIGITS), round(means[-outside - 1], DIGITS)
