"""What a collection answers, as a Python program gets it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from auslese.library.extras import extra_library
from auslese.records.answer import Answer, Hit


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A page of an answer."""

    id: int
    """The id of the page in every table."""
    url: str
    title: str
    snippet: str
    """What the page says around the words that were asked for."""
    language: str
    score: float
    parts: dict[str, float]
    """What the score is made of; they sum to it."""
    site: str
    page_type: str
    date: str
    """As 2024-05-31, or empty."""
    cluster: int
    """The number of its cluster; -1 if it has none."""
    rank: float
    """By its links; 100 for the best page."""
    copies: int
    """Pages that say the same and stand behind this one."""
    is_fetched: bool
    """Or it is known by links alone."""
    standing: str
    """What it is to the collection: living, gone, unfetched, outside, or unwanted by a topic."""
    entry: str
    """The page with frames in which it stands; empty if it stands in none."""
    topics: dict[str, float]
    """Topics that it is relevant for, with its scores in steps of 0.05."""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a collection answers to a query; iterating gives its hits."""

    query: str
    understood: str
    """A query that means what was understood."""
    total: int
    """Pages that were found, copies not counted."""
    hits: tuple[SearchHit, ...]
    """The best of them."""
    suggestion: str
    """A better spelling of the query; empty if there is none."""
    notes: tuple[str, ...]
    """What was done to understand the query, as `unknown_field: colour`."""
    softened: bool
    """Few pages have all words, so pages with some of them are in the answer."""
    facets: dict[str, dict[str, int]]
    """Pages found by language, site, type, year, topic and cluster."""
    related: tuple[str, ...]
    """Names that links give to the pages found: near relatives of the query."""
    words: tuple[str, ...]
    """Words that stand more often in the answer than in the collection."""
    milliseconds: float

    def __iter__(self) -> Iterator[SearchHit]:
        """Go through the hits, the best first."""
        return iter(self.hits)

    def __len__(self) -> int:
        """Count the hits that are there; `total` counts all that were found."""
        return len(self.hits)

    def to_pandas(self) -> Any:
        """Return the hits as a `pandas.DataFrame`; needs the extra `notebook`."""
        return extra_library("pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """Return the hits as a `polars.DataFrame`; needs the extra `notebook`."""
        return extra_library("polars").DataFrame(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        rows = [asdict(hit) for hit in self.hits]
        return {name: [row[name] for row in rows] for name in SearchHit.__slots__}


def search_answer(answer: Answer) -> SearchAnswer:
    """The answer of a collection in the form of this door."""
    return SearchAnswer(
        query=answer.question.text,
        understood=answer.understood,
        total=answer.total,
        hits=tuple(map(_search_hit, answer.hits)),
        suggestion=answer.suggestion,
        notes=tuple(f"{note.reason}: {note.about}".rstrip(": ") for note in answer.notes),
        softened=answer.softened,
        facets={
            name: {value.label: value.hits for value in values}
            for name, values in answer.facets.items()
        },
        related=tuple(each.name for each in answer.related),
        words=tuple(each.word for each in answer.words),
        milliseconds=answer.milliseconds,
    )


def _search_hit(hit: Hit) -> SearchHit:
    made = {"snippet": "".join(piece.text for piece in hit.snippet), "topics": dict(hit.topics)}
    return SearchHit(**{name: getattr(hit, name) for name in SearchHit.__slots__} | made)
