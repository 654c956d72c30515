"""What is asked of a collection, and the answer to it.

Everything that is told about a page comes from pages, and they are hostile: whoever shows it,
escapes it.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from auslese.records.page_standing import PageStanding
from auslese.records.query import QueryNote


class LanguagePreference(StrEnum):
    """What a choice of languages is to do."""

    ANY = "any"
    PREFER = "prefer"
    ONLY = "only"


class HitOrder(StrEnum):
    """What comes first."""

    BEST = "best"
    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What somebody wants to know."""

    text: str
    first: int = 0
    """Hits that are left out before those shown."""
    most: int = 10
    languages: tuple[str, ...] = ()
    """Codes as de; of no account unless a wish says what they do."""
    preference: LanguagePreference = LanguagePreference.ANY
    order: HitOrder = HitOrder.BEST
    filters: tuple[tuple[str, str], ...] = ()
    """Facets that are chosen, as ("site", "example.org"): the values of one are alternatives."""
    every_word: bool = False
    beside: bool = True
    """Whether facets, related topics and key words are wanted, too."""
    groups: bool = False
    """Whether hits are to be put into groups, which takes longer than finding them."""
    ui_language: str = "en"
    """The language in which the answer speaks: en or de."""
    with_people: bool = True
    """Whether pages are found by the people they name; else by their authors."""


class SnippetPiece(NamedTuple):
    """A piece of a snippet."""

    text: str
    is_found: bool
    """Whether it is a word that was asked for."""


class HitTopic(NamedTuple):
    """A topic that a page is relevant for."""

    name: str
    score: float
    """In steps of 0.05."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page of an answer."""

    id: int
    name: str
    """What whoever brought it calls it; its URL unless it was imported under another name."""
    url: str
    title: str
    snippet: tuple[SnippetPiece, ...]
    language: str
    score: float
    parts: dict[str, float]
    """What the score is made of; they sum to it."""
    site: str = ""
    page_type: str = ""
    date: str = ""
    """As 2024-05-31, or empty."""
    cluster: int = -1
    rank: float = 0.0
    copies: int = 0
    """Pages that say the same and stand behind this one."""
    is_fetched: bool = True
    """Or it is known by links alone."""
    standing: str = PageStanding.LIVING
    """What it is to the collection: pages that are not living stand below those that are."""
    entry: str = ""
    """The page with frames in which it stands, by which people are to come in; else empty."""
    topics: tuple[HitTopic, ...] = ()
    """Topics that it is relevant for, the best score first."""

    def as_json(self) -> dict[str, Any]:
        """The hit as programs get it."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return fields | {
            "snippet": "".join(piece.text for piece in self.snippet),
            "marks": marks_of(self.snippet),
            "topics": [topic._asdict() for topic in self.topics],
        }


def marks_of(snippet: tuple[SnippetPiece, ...]) -> list[tuple[int, int]]:
    """Where the words that were asked for begin and end in a snippet, in letters."""
    found, place = [], 0
    for piece in snippet:
        if piece.is_found:
            found.append((place, place + len(piece.text)))
        place += len(piece.text)
    return found


class FacetValue(NamedTuple):
    """One value of a facet."""

    value: str
    label: str
    hits: int
    is_chosen: bool = False


class RelatedName(NamedTuple):
    """A near relative of what was asked: a name that links give to the pages found."""

    name: str
    score: float
    urls: tuple[str, ...] = ()


class KeyWord(NamedTuple):
    """A word that stands more often in the answer than in the collection."""

    word: str
    hits: int
    """Pages of the answer that have it, of those that were looked at."""
    score: float


class SimilarPage(NamedTuple):
    """A page that belongs to another one, and why."""

    id: int
    url: str
    title: str
    score: float
    """From 0 to 1."""
    by_links: float
    """What links say, from 0 to 1."""
    by_words: float
    """What words say, from 0 to 1."""
    together: int = 0
    """Pages that cite both."""
    same: int = 0
    """Pages that both cite."""
    words: tuple[str, ...] = ()
    """Telling words that both have."""
    standing: str = PageStanding.LIVING
    """What it is to the collection."""


class HitGroup(NamedTuple):
    """Hits that have something in common."""

    label: str
    hits: tuple[int, ...]
    """Their places in the answer, from 0; also of hits that are not shown."""


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


@dataclass(frozen=True, slots=True)
class Answer:
    """What a collection says to a question."""

    question: SearchQuery
    understood: str
    """A query that means what was understood."""
    tree: dict[str, Any]
    notes: tuple[QueryNote, ...]
    total: int
    """Pages that were found, copies not counted."""
    hits: tuple[Hit, ...]
    suggestion: str = ""
    """A better spelling of the query; empty if there is none."""
    facets: dict[str, list[FacetValue]] = field(default_factory=dict)
    related: tuple[RelatedName, ...] = ()
    words: tuple[KeyWord, ...] = ()
    groups: tuple[HitGroup, ...] = ()
    softened: bool = False
    """No or few pages have all words, so pages with some of them are in the answer."""
    people: tuple[int, ...] = ()
    """Keys of persons who have a name that was asked for, some of them."""
    shards: tuple[SourceReport, ...] = ()
    """How each part of the index did, where it is asked in parts."""
    milliseconds: float = 0.0

    @property
    def missing(self) -> tuple[SourceReport, ...]:
        """Parts of the index that are not in it; then it is only a part of the answer."""
        return tuple(each for each in self.shards if each.problem)

    def as_json(self) -> dict[str, Any]:
        """The answer as `auslese search --json` and the API give it."""
        shards = [each.as_json() for each in self.shards]
        parted = {"partial": bool(self.missing), "shards": shards} if shards else {}
        return {
            "query": {
                "text": self.question.text,
                "understood": self.understood,
                "tree": self.tree,
                "notes": [{"reason": note.reason, "about": note.about} for note in self.notes],
                "softened": self.softened,
            },
            "total": self.total,
            "hits": [hit.as_json() for hit in self.hits],
            "suggestion": self.suggestion,
            "facets": {
                name: [value._asdict() for value in values] for name, values in self.facets.items()
            },
            "related": [each._asdict() for each in self.related],
            "words": [each._asdict() for each in self.words],
            "groups": [each._asdict() for each in self.groups],
            "milliseconds": self.milliseconds,
        } | parted
