"""What several sources say to one question: collections, servers, other engines."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from auslese.records.answer import Hit, SearchQuery


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


@dataclass(frozen=True, slots=True)
class SourceReport:
    """How a source did."""

    name: str
    title: str = ""
    total: int | None = None
    problem: str = ""
    """Why it said nothing; empty if it answered."""
    milliseconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {name: getattr(self, name) for name in self.__slots__}


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
    """Pages that they have found, as far as they say it; a page that two have counts twice."""
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
