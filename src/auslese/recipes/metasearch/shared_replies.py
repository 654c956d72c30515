"""What servers say of their indexes, as it comes over the network: read as what it must be.

Whoever answers may be anybody. What cannot be counted or added is refused here, so that it costs
the server that said it, and not the answer of all.
"""

from typing import Annotated, TypeVar

import msgspec

from auslese.recipes.metasearch.search_source import SourceError
from auslese.records.answer import (
    Answer,
    FacetValue,
    Hit,
    HitTopic,
    KeyWord,
    RelatedName,
    SearchQuery,
    SnippetPiece,
)
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ScoredHit,
    SourceAnswer,
)
from auslese.records.query import QueryNote, QueryNoteReason

Key = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Length = Annotated[float, msgspec.Meta(ge=0.0, le=1e15)]
Number = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
Place = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class IndexReply(msgspec.Struct):
    """What an index says of itself."""

    pages: Count
    languages: dict[str, Count] = {}
    tokens: dict[str, Length] = {}
    shard: str = ""

    def statistics(self) -> IndexStatistics:
        """As others reckon with it."""
        return IndexStatistics(self.pages, self.languages, self.tokens)


class QueryReply(msgspec.Struct):
    """What it says of a query."""

    frequencies: dict[str, dict[str, Count]] = {}
    with_all_words: Count = 0
    found: Count = 0
    have_all: Count = 0

    def statistics(self) -> QueryStatistics:
        """As others reckon with it."""
        return QueryStatistics(self.frequencies, self.with_all_words, self.found, self.have_all)


class TopicReply(msgspec.Struct):
    """A topic of a hit."""

    name: str
    score: Number


class SharedHit(msgspec.Struct):
    """A hit."""

    id: Key
    url: str
    title: str
    snippet: str
    marks: list[tuple[Place, Place]]
    language: str
    score: Number
    joint_score: Number
    parts: dict[str, Number] = {}
    name: str = ""
    site: str = ""
    page_type: str = ""
    date: str = ""
    cluster: Key = -1
    rank: Number = 0.0
    copies: Count = 0
    is_fetched: bool = True
    standing: str = "living"
    entry: str = ""
    topics: list[TopicReply] = []

    def hit(self) -> Hit:
        """As answers have it."""
        return Hit(
            id=self.id,
            name=self.name,
            url=self.url,
            title=self.title,
            snippet=tuple(_pieces(self.snippet, self.marks)),
            language=self.language,
            score=self.score,
            parts=self.parts,
            site=self.site,
            page_type=self.page_type,
            date=self.date,
            cluster=self.cluster,
            rank=self.rank,
            copies=self.copies,
            is_fetched=self.is_fetched,
            standing=self.standing,
            entry=self.entry,
            topics=tuple(HitTopic(each.name, each.score) for each in self.topics),
        )


class FacetReply(msgspec.Struct):
    """A value of a facet."""

    value: str
    label: str
    hits: Count
    is_chosen: bool = False


class RelatedReply(msgspec.Struct):
    """A near relative of what was asked."""

    name: str
    score: Number
    urls: list[str] = []


class WordReply(msgspec.Struct):
    """A key word."""

    word: str
    hits: Count
    score: Number


class NoteReply(msgspec.Struct):
    """What was done to the query."""

    reason: QueryNoteReason
    about: str = ""


class BesideReply(msgspec.Struct):
    """What is said besides the hits."""

    suggestion: str = ""
    facets: dict[str, list[FacetReply]] = {}
    related: list[RelatedReply] = []
    words: list[WordReply] = []
    notes: list[NoteReply] = []
    people: list[Annotated[str, msgspec.Meta(pattern="^-?[0-9]{1,19}$")]] = []


class SharedReply(msgspec.Struct):
    """An answer."""

    total: Count
    hits: list[SharedHit]
    understood: str = ""
    softened: bool = False
    by_value: bool = False
    beside: BesideReply | None = None

    def answer(self, question: SearchQuery) -> SourceAnswer:
        """As it is joined with those of others."""
        hits = tuple(ScoredHit(each.joint_score, each.hit()) for each in self.hits)
        beside = self._said_beside(self.beside, question) if self.beside else None
        return SourceAnswer(self.total, hits, self.understood, self.softened, self.by_value, beside)

    def _said_beside(self, said: BesideReply, question: SearchQuery) -> Answer:
        return Answer(
            question=question,
            understood=self.understood,
            tree={},
            notes=tuple(QueryNote(each.reason, each.about) for each in said.notes),
            total=self.total,
            hits=(),
            suggestion=said.suggestion,
            facets={
                name: [FacetValue(it.value, it.label, it.hits, it.is_chosen) for it in values]
                for name, values in said.facets.items()
            },
            related=tuple(RelatedName(it.name, it.score, tuple(it.urls)) for it in said.related),
            words=tuple(KeyWord(it.word, it.hits, it.score) for it in said.words),
            softened=self.softened,
            people=tuple(map(int, said.people)),
        )


class SimilarReply(msgspec.Struct):
    """A page that belongs to another one."""

    id: Key
    url: str
    title: str
    score: Number
    by_links: Number
    by_words: Number
    together: Count = 0
    same: Count = 0
    words: list[str] = []
    standing: str = "living"


class SimilarPagesReply(msgspec.Struct):
    """Pages that belong to a page."""

    pages: list[SimilarReply]


class KnownPagesReply(msgspec.Struct):
    """Pages that an index has."""

    ids: list[Annotated[str, msgspec.Meta(pattern="^-?[0-9]{1,19}$")]]


class LexiconReply(msgspec.Struct):
    """Words that an index has."""

    pages: Count
    words: list[tuple[str, Count]]


Said = TypeVar("Said")


def read_reply(body: bytes, kind: type[Said]) -> Said:
    """What a server said; SourceError if it is nothing of that kind."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise SourceError(str(problem)) from None


def _pieces(text: str, marks: list[tuple[int, int]]) -> list[SnippetPiece]:
    pieces, place = [], 0
    for start, end in marks:
        pieces += [SnippetPiece(text[place:start], False), SnippetPiece(text[start:end], True)]
        place = end
    pieces.append(SnippetPiece(text[place:], False))
    return [piece for piece in pieces if piece.text]
