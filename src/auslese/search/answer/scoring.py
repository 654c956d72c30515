"""In which order do pages come, and why?

The index says how well words fit. To that come what pages have for themselves: their rank, how new
they are, and what topics say that an expert taught. They reorder pages in windows of some hundred,
so that a page far behind does not come forward by its rank alone, and whoever turns the pages of an
answer sees each hit once.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import Occur

from auslese.search.answer.matching import SignalClause, unranked
from auslese.search.answer.score_order import order_by_score
from auslese.search.answer.weights import SignalWeights
from auslese.search.answer.word_queries import any_of
from auslese.search.index.index_fields import RELEVANCE, schema
from auslese.search.index.index_pages import UNKNOWN_DAY

WINDOW = 200
BEST_RANK = 100.0
FRESH_DAYS = 365.0  # after which freshness is worth a third
DIGITS = 4

Address = tantivy.DocAddress
Numbers = NDArray[np.float64]


class HitCandidate(NamedTuple):
    """A page that was found."""

    address: Address
    words: float
    """What words bring."""
    rank: float = 0.0
    """What its rank brings, whatever is asked for."""
    freshness: float = 0.0
    relevance: float = 0.0
    """What topics bring; less than nothing for pages that are to go back."""
    key: int = 0
    """Of the page: of pages that are as good, the one with the lower key comes first."""
    value: float | None = None
    """What it is ordered by instead of its score, the highest first: its day, its age, its rank."""

    @property
    def place(self) -> float:
        """What it is ordered by."""
        return self.score if self.value is None else self.value

    @property
    def score(self) -> float:
        """All together."""
        return self.words + self.rank + self.freshness + self.relevance

    @property
    def own(self) -> dict[str, float]:
        """What it has for itself, by part."""
        return {"rank": self.rank, "freshness": self.freshness, RELEVANCE: self.relevance}


def reordered(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, Address]], weights: SignalWeights
) -> list[HitCandidate]:
    """The same pages with what they have for themselves, the best first within each window."""
    addresses = [address for _, address in hits]
    columns = (
        np.array(searcher.fast_field_values(name, addresses), np.float64)
        for name in ("rank", "day", RELEVANCE)
    )
    keys = keys_of(searcher, addresses)
    words = np.array([score for score, _ in hits], np.float64)
    own = own_parts(PageValues(*columns), datetime.now(UTC).toordinal(), weights)
    order: list[int] = []
    for begin in range(0, len(hits), WINDOW):
        some = slice(begin, begin + WINDOW)
        within = order_by_score((words + sum(own))[some], keys[some])
        order += (begin + within).tolist()
    told = (words, *own, keys)
    parts = zip(addresses, *(each.tolist() for each in told), strict=True)
    found = [HitCandidate(*each) for each in parts]
    return [found[at] for at in order]


def in_field_order(
    searcher: tantivy.Searcher, hits: Sequence[tuple[Any, Address]], name: str
) -> list[HitCandidate]:
    """Pages that are ordered by a field, those with one value by their keys."""
    addresses = [address for _, address in hits]
    values = [float(value or 0.0) for value in searcher.fast_field_values(name, addresses)]
    keys = keys_of(searcher, addresses)
    found = [
        HitCandidate(address, 0.0, key=key, value=value)
        for address, key, value in zip(addresses, keys.tolist(), values, strict=True)
    ]
    return sorted(found, key=lambda each: (-each.place, each.key))


def keys_of(searcher: tantivy.Searcher, addresses: list[Address]) -> NDArray[np.int64]:
    """The keys of pages."""
    values = searcher.fast_field_values("id", addresses)
    return np.array([value or 0 for value in values], np.int64)


class PageValues(NamedTuple):
    """What pages have for themselves; what a page does not have is no number."""

    ranks: Numbers
    days: Numbers
    relevance: Numbers


def own_parts(
    pages: PageValues, today: int, weights: SignalWeights
) -> tuple[Numbers, Numbers, Numbers]:
    """What pages bring whatever is asked for: by rank, by how new they are, and by topics."""
    by_rank = weights.rank / np.log1p(BEST_RANK) * np.log1p(np.fmax(pages.ranks, 0.0))
    ages = np.maximum(0.0, today - np.fmax(pages.days, UNKNOWN_DAY))
    fresh = weights.freshness * np.exp(-ages / FRESH_DAYS)
    by_topics = weights.relevance * np.nan_to_num(pages.relevance)
    # An unknown day is so long ago that nothing is left of it.
    return by_rank, fresh, by_topics


class ScoreExplainer:
    """Tells what each part of the query brings a page."""

    def __init__(self, searcher: tantivy.Searcher, queries: Mapping[str, tantivy.Query]) -> None:
        """Ask by one query for each part."""
        self._searcher, self._queries = searcher, queries

    def parts_of(self, found: Sequence[HitCandidate]) -> list[dict[str, float]]:
        """All parts of the score of each page that are more than nothing; they sum to it.

        Each part is asked for by itself among these pages alone: five times as fast as explanations
        of the library, which are made for one page at a time and with all details.
        """
        ids = self._searcher.fast_field_values("id", [each.address for each in found])
        these = [tantivy.Query.term_query(schema(), "id", each) for each in ids]
        chosen = (Occur.Must, unranked(any_of(these)))
        parts: dict[tuple[int, int], dict[str, float]] = {}
        for part, query in self._queries.items():
            both = tantivy.Query.boolean_query([chosen, (Occur.Must, query)])
            for score, address in self._searcher.search(both, max(1, len(found)), count=False).hits:
                parts.setdefault((address.segment_ord, address.doc), {})[part] = score
        places = [(each.address.segment_ord, each.address.doc) for each in found]
        return [
            rounded(parts.get(place, {}) | each.own)
            for place, each in zip(places, found, strict=True)
        ]


def by_part(clauses: Iterable[SignalClause]) -> dict[str, tantivy.Query]:
    """One query for all clauses of a part."""
    found: dict[str, list[tantivy.Query]] = {}
    for clause in clauses:
        found.setdefault(clause.part, []).append(clause.query)
    return {part: any_of(queries) for part, queries in found.items()}


def rounded(parts: Mapping[str, float]) -> dict[str, float]:
    """Parts as they are told, without those that are nothing."""
    parts_rounded = {part: round(value, DIGITS) for part, value in parts.items()}
    return {part: value for part, value in parts_rounded.items() if value}
