"""What indexes that are asked together tell each other of words, and what all of them say.

They weigh a word by all of their pages. So what each of them knows of the words of a query travels
with it, summed over all, and every page is worth what it would be worth in one index of them all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from auslese.records.answer import Answer, Hit, SearchQuery, SourceReport


@dataclass(frozen=True, slots=True)
class IndexStatistics:
    """What an index says of itself, whatever is asked."""

    pages: int = 0
    languages: Mapping[str, int] = field(default_factory=dict)
    """Pages in each language."""
    tokens: Mapping[str, float] = field(default_factory=dict)
    """Terms in each field, of all pages together."""

    @property
    def ordered_languages(self) -> tuple[str, ...]:
        """The languages, that of most pages first."""
        return tuple(sorted(self.languages, key=lambda code: (-self.languages[code], code)))

    def mean_length(self, name: str) -> float:
        """Terms that a field of a page has, on the average; 0 if nobody knows."""
        return self.tokens.get(name, 0.0) / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True)
class QueryStatistics:
    """What an index says of a query."""

    frequencies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of its terms, by field: how many pages have each."""
    with_all_words: int = 0
    """Living pages that have all of its words."""
    found: int = 0
    """Pages that fit it."""
    have_all: int = 0
    """Pages that have all of its words, living or not."""

    def pages_with(self, name: str, term: str) -> int | None:
        """How many pages have a term in a field; None if it was not asked for."""
        return self.frequencies.get(name, {}).get(term)


@dataclass(frozen=True, slots=True)
class SharedStatistics:
    """Both, summed over all indexes that are asked together."""

    index: IndexStatistics
    query: QueryStatistics

    def as_json(self) -> dict[str, Any]:
        """As it travels with a query."""
        return {
            "pages": self.index.pages,
            "languages": dict(self.index.languages),
            "tokens": dict(self.index.tokens),
            "frequencies": {name: dict(terms) for name, terms in self.query.frequencies.items()},
            "with_all_words": self.query.with_all_words,
            "found": self.query.found,
            "have_all": self.query.have_all,
        }


def summed_index(parts: Iterable[IndexStatistics]) -> IndexStatistics:
    """What several indexes say together."""
    pages, languages = 0, Counter[str]()
    tokens: dict[str, float] = {}
    for each in parts:
        pages += each.pages
        languages.update(each.languages)
        for name, count in each.tokens.items():
            tokens[name] = tokens.get(name, 0.0) + count
    return IndexStatistics(pages, dict(languages), tokens)


def summed_query(parts: Iterable[QueryStatistics]) -> QueryStatistics:
    """What several indexes say of a query together."""
    with_all, found, have_all = 0, 0, 0
    frequencies: dict[str, Counter[str]] = {}
    for each in parts:
        with_all += each.with_all_words
        found += each.found
        have_all += each.have_all
        for name, terms in each.frequencies.items():
            frequencies.setdefault(name, Counter()).update(terms)
    return QueryStatistics(
        {name: dict(terms) for name, terms in frequencies.items()}, with_all, found, have_all
    )


class ScoredHit(NamedTuple):
    """A hit of one source, and what it is ordered by."""

    score: float
    hit: Hit


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """What one source says."""

    total: int | None
    """Pages it has found; None if it does not say."""
    hits: tuple[ScoredHit, ...]
    """From the first on, the best first."""
    understood: str = ""
    softened: bool = False
    by_value: bool = False
    """Whether hits are ordered by what they have, a day or a rank, and not by scores."""
    beside: Answer | None = None
    """What it says besides: facets, key words, related names, another spelling; if it was asked."""


class JointHit(NamedTuple):
    """A page of a joint answer."""

    hit: Hit
    score: float
    """What it is ordered by: a score where all who gave it share their words, else of ranks."""
    origins: tuple[str, ...]
    """Sources that have it; that of the hit shown first."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return self.hit.as_json() | {"joint_score": self.score, "origins": list(self.origins)}


@dataclass(frozen=True, slots=True)
class JointAnswer:
    """What all of them say together."""

    question: SearchQuery
    hits: tuple[JointHit, ...]
    total: int
    """Pages that they have found, as far as they say it. A page that two have counts once where
    both have shown it, so that the last page of an answer is the last one, else twice."""
    sources: tuple[SourceReport, ...]
    understood: str = ""
    softened: bool = False
    milliseconds: float = 0.0

    @property
    def is_partial(self) -> bool:
        """Whether somebody who was asked said nothing."""
        return any(each.problem for each in self.sources)

    def as_json(self) -> dict[str, Any]:
        """As `auslese search --also … --json` and the API give it."""
        return {
            "query": {
                "text": self.question.text,
                "understood": self.understood,
                "softened": self.softened,
            },
            "total": self.total,
            "partial": self.is_partial,
            "hits": [each.as_json() for each in self.hits],
            "sources": [each.as_json() for each in self.sources],
            "milliseconds": self.milliseconds,
        }


class ReplicaHealth(NamedTuple):
    """How a server does."""

    address: str
    asked: int
    failed: int
    hedged: int
    """Requests for which another server was asked, too, because it took long."""
    milliseconds: float
    """Of half of its answers."""
    slow_milliseconds: float
    """19 of 20 of its answers took no longer."""
    resting_seconds: float
    """So long it is not asked; 0 if it is well."""
    problem: str
    """The last one, if there was none since it answered."""


class ShardHealth(NamedTuple):
    """How a part of the index does."""

    name: str
    pages: int
    """Of its index, as far as that is known."""
    replicas: tuple[ReplicaHealth, ...]

    @property
    def is_well(self) -> bool:
        """Whether one of its servers is: it answered when it was asked last, or was never asked."""
        return any(not each.problem for each in self.replicas)
