"""In which order do pages come, and why?

The index says how well words fit. To that come what pages have for themselves: their rank and how
new they are. They reorder pages in windows of some hundred, so that a page far behind does not come
forward by its rank alone, and whoever turns the pages of an answer sees each hit once.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from math import exp, log1p
from typing import NamedTuple

import tantivy

from auslese.search.matching import Clause, any_of
from auslese.search.pages import UNKNOWN_DAY
from auslese.search.weights import Weights

WINDOW = 200
BEST_RANK = 100.0
FRESH_DAYS = 365.0  # after which freshness is worth a third
DIGITS = 4

Address = tantivy.DocAddress


class Candidate(NamedTuple):
    """A page that was found."""

    address: Address
    words: float
    """What words bring."""
    own: dict[str, float]
    """What it has for itself, by part."""

    @property
    def score(self) -> float:
        """All together."""
        return self.words + sum(self.own.values())


def reordered(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, Address]], weights: Weights
) -> list[Candidate]:
    """The same pages with what they have for themselves, the best first within each window."""
    addresses = [address for _, address in hits]
    ranks = searcher.fast_field_values("rank", addresses)
    days = searcher.fast_field_values("day", addresses)
    today = datetime.now(UTC).toordinal()
    found = [
        Candidate(address, float(score), own_parts(rank or 0.0, day, today, weights))
        for (score, address), rank, day in zip(hits, ranks, days, strict=True)
    ]
    windows = [found[begin : begin + WINDOW] for begin in range(0, len(found), WINDOW)]
    return [
        each
        for window in windows
        for each in sorted(window, key=lambda each: each.score, reverse=True)
    ]


def own_parts(rank: float, day: float | None, today: int, weights: Weights) -> dict[str, float]:
    """What a page brings whatever is asked for."""
    parts = {"rank": weights.rank * log1p(max(rank, 0.0)) / log1p(BEST_RANK)}
    if day is not None and day != UNKNOWN_DAY:
        parts["freshness"] = weights.freshness * exp(-max(0, today - day) / FRESH_DAYS)
    return parts


class Explainer:
    """Tells what each part of the query brings a page."""

    def __init__(self, searcher: tantivy.Searcher, queries: Mapping[str, tantivy.Query]) -> None:
        """Ask by one query for each part."""
        self._searcher, self._queries = searcher, queries

    def parts_of(self, found: Candidate) -> dict[str, float]:
        """All parts of the score that are more than nothing; they sum to it."""
        parts = {part: self._value(part, found.address) for part in self._queries}
        return rounded(parts | found.own)

    def _value(self, part: str, address: Address) -> float:
        try:
            explanation = self._queries[part].explain(self._searcher, address)
        except ValueError:  # the page does not fit this part
            return 0.0
        return _score_in(explanation.to_json())


def by_part(clauses: Iterable[Clause]) -> dict[str, tantivy.Query]:
    """One query for all clauses of a part."""
    found: dict[str, list[tantivy.Query]] = {}
    for clause in clauses:
        found.setdefault(clause.part, []).append(clause.query)
    return {part: any_of(queries) for part, queries in found.items()}


def _score_in(explanation: str) -> float:
    """The value of the whole, which stands at the beginning."""
    _, _, behind = explanation.partition('"value":')
    number, _, _ = behind.partition(",")
    return float(number.strip().rstrip("}"))


def rounded(parts: Mapping[str, float]) -> dict[str, float]:
    """Parts as they are told, without those that are nothing."""
    told = {part: round(value, DIGITS) for part, value in parts.items()}
    return {part: value for part, value in told.items() if value}
