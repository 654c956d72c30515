"""A collection behind an Auslese server as a source: it shares its words over HTTP."""

from collections.abc import Mapping
from threading import Lock
from typing import TypeVar
from urllib.parse import urlencode

import msgspec

from auslese.crawl.fetch.fetcher import Fetcher, Request
from auslese.recipes.metasearch.packed_statistics import packed_statistics
from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.samples.polite_client import silence_from
from auslese.records.answer import (
    Hit,
    LanguagePreference,
    SearchQuery,
    SnippetPiece,
)
from auslese.records.fetch import Fetched, Unsent
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ScoredHit,
    SharedStatistics,
    SourceAnswer,
)
from auslese.records.url import Url

MOST_BYTES = 20_000_000  # of an answer with a thousand hits
OK = 200
Said = TypeVar("Said")


class SharedHit(msgspec.Struct):
    """A hit as a server tells it."""

    id: int
    url: str
    title: str
    snippet: str
    marks: list[tuple[int, int]]
    language: str
    score: float
    joint_score: float
    parts: dict[str, float] = {}
    name: str = ""
    site: str = ""
    page_type: str = ""
    date: str = ""
    copies: int = 0
    standing: str = "living"
    entry: str = ""


class SharedReply(msgspec.Struct):
    """An answer as a server tells it."""

    total: int
    hits: list[SharedHit]
    understood: str = ""
    softened: bool = False


class ServerSource:
    """Asks one collection of a server."""

    shares_words = True

    def __init__(self, name: str, title: str, base: str, fetcher: Fetcher) -> None:
        """`base` is where the collection is, as http://127.0.0.1:8080/c/bees."""
        self.name = name
        self.title = title
        self._base = base.rstrip("/")
        self._fetcher = fetcher
        self._lock = Lock()

    def index_statistics(self) -> IndexStatistics:
        """What its index says of itself."""
        return self._read("/shared/index", {}, IndexStatistics)

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What its index says of the words of a question."""
        values = {**values_of(question), "all": ",".join(languages)}
        return self._read("/shared/query", values, QueryStatistics)

    def answer(self, question: SearchQuery, shared: SharedStatistics | None) -> SourceAnswer:
        """Its best pages, weighed by the words of all."""
        assert shared is not None
        values = {**values_of(question), "statistics": packed_statistics(shared)}
        reply = self._read("/shared/answer", values, SharedReply)
        hits = tuple(ScoredHit(each.joint_score, _hit(each)) for each in reply.hits)
        return SourceAnswer(reply.total, hits, reply.understood, reply.softened)

    def close(self) -> None:
        """Hang up."""
        with self._lock:
            self._fetcher.close()

    def _read(self, path: str, values: Mapping[str, object], kind: type[Said]) -> Said:
        address = f"{self._base}/api{path}?{urlencode(values, doseq=True)}"
        request = Request(Url(address), None, MOST_BYTES, any_type=True)
        with self._lock:
            self._fetcher.start(request)
            while not (answers := self._fetcher.wait(1.0)):
                pass
        outcome = answers[0][1]
        if isinstance(outcome, Unsent):
            raise SourceError(f"{self.title}: {outcome.detail}")
        if not isinstance(outcome, Fetched):
            silence = silence_from(outcome)
            detail = f" ({silence.detail})" if silence.detail else ""
            raise SourceError(f"{self.title}: {silence.reason}{detail}")
        if outcome.status != OK:
            raise SourceError(f"{self.title}: status {outcome.status}")
        try:
            return msgspec.json.decode(outcome.body, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            raise SourceError(f"{self.title}: no answer that could be read: {problem}") from None


def values_of(question: SearchQuery) -> dict[str, object]:
    """A question as it stands in an address."""
    values: dict[str, object] = {"q": question.text, "most": question.most}
    if question.preference is not LanguagePreference.ANY:
        values |= {"language": list(question.languages), "wish": str(question.preference)}
    if question.filters:
        values["filter"] = [f"{name}:{value}" for name, value in question.filters]
    if question.every_word:
        values["every"] = 1
    return values | {"order": str(question.order), "lang": question.ui_language}


def _hit(said: SharedHit) -> Hit:
    return Hit(
        id=said.id,
        name=said.name,
        url=said.url,
        title=said.title,
        snippet=tuple(_pieces(said.snippet, said.marks)),
        language=said.language,
        score=said.score,
        parts=said.parts,
        site=said.site,
        page_type=said.page_type,
        date=said.date,
        copies=said.copies,
        standing=said.standing,
        entry=said.entry,
    )


def _pieces(text: str, marks: list[tuple[int, int]]) -> list[SnippetPiece]:
    pieces, place = [], 0
    for start, end in marks:
        pieces += [SnippetPiece(text[place:start], False), SnippetPiece(text[start:end], True)]
        place = end
    pieces.append(SnippetPiece(text[place:], False))
    return [piece for piece in pieces if piece.text]
