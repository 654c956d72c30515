"""Learns what each ground for a place in an answer is worth, from queries with rated pages."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from auslese.recipes.searching.query_runs import one_word, queries_in
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.answer import SearchQuery
from auslese.records.errors import AusleseError, NotFoundError
from auslese.search.answer.weight_learning import (
    PLACES,
    RatedQuery,
    best_weights,
    discounted,
    pools_of,
)
from auslese.search.answer.weights import WEIGHT_NAMES, SignalWeights
from auslese.store.collection import Collection

POOL = 100  # pages of each query that other weights may bring to the front
FEWEST_QUERIES = 10  # fewer say nothing about others
FOLDS = 5
DRAWS = 2000  # of a bootstrap; more change the second digit of an interval only
SURE = 0.95
TREC_COLUMNS = (3, 4)
SEED = 1
DIGITS = 4
LEAST_WEIGHT = 0.01  # what is worth nothing is still to be seen in the parts of a score

Ratings = dict[str, dict[str, float]]


class BadRatingError(AusleseError):
    """A line is no rating, or there are too few."""


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


def learn_weights(collection: Collection, queries: Path, ratings: Path) -> TrainedWeights:
    """Weights for a collection, and what they bring, by cross-validation over queries."""
    rated_pages = read_ratings(ratings)
    texts = {name: text for name, text in queries_in(queries) if _is_rated(rated_pages.get(name))}
    if len(texts) < FEWEST_QUERIES:
        raise BadRatingError(
            f"expected at least {FEWEST_QUERIES} queries with a page rated above 0,"
            f" found {len(texts)}"
        )
    start = settings_of(collection).search.weights
    return _WeightTrainer(Searcher(collection), start, texts, rated_pages).learn()


def write_weights(collection: Collection, trained: TrainedWeights) -> None:
    """Put the weights that are others now into the settings of a collection."""
    for name, (_, after) in trained.changed.items():
        write_setting(collection.settings, f"search.{name}", after)


class _WeightTrainer:
    """Asks, learns and asks again."""

    def __init__(
        self,
        searcher: Searcher,
        start: SignalWeights,
        texts: Mapping[str, str],
        rated_pages: Ratings,
    ) -> None:
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


def _is_rated(grades: Mapping[str, float] | None) -> bool:
    return bool(grades) and max((grades or {}).values()) > 0


def read_ratings(path: Path) -> Ratings:
    """Ratings as TREC has them (`query 0 page grade`) or in three columns, a heading left out."""
    try:
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise NotFoundError(f"{path}: {error.strerror}") from error
    found: Ratings = {}
    for number, line in enumerate(text.splitlines(), 1):
        parts = line.split()
        if not parts or (number == 1 and not _is_number(parts[-1])):
            continue
        if len(parts) not in TREC_COLUMNS or not _is_number(parts[-1]):
            raise BadRatingError(
                f"{path}, line {number}: expected a query, a page and a grade, found {line[:80]!r}"
            )
        grades = found.setdefault(parts[0], {})
        grades[parts[-2]] = max(0.0, float(parts[-1]))
    return found


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < float("inf")
    except ValueError:
        return False
