"""A collection behind an Auslese server as an engine that can be sampled, by its JSON API."""

from typing import Annotated, TypeVar
from urllib.parse import quote

import msgspec

from auslese.recipes.samples.collection_engine import exact_query
from auslese.recipes.samples.polite_client import Asker
from auslese.records.engine_reply import EngineSilence
from auslese.records.errors import AusleseError
from auslese.records.url import canonical
from auslese.sample.answer_paging import AnswerPage, JoinedAnswer
from auslese.sample.misbehaviour import EngineObservations
from auslese.sample.query_words import SampleLexicon
from auslese.sample.sampled_engine import EngineAnswer, EngineHit, PagePresence

PAGE_SIZE = 100  # what the server gives at once at most
DEEPEST = 10_000  # where it ends
ServerReply = TypeVar("ServerReply")
Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""Of pages; what is larger is no number of pages, and too large to be computed with."""


class _ServerHit(msgspec.Struct):
    url: str
    title: str = ""


class _ServerAnswer(msgspec.Struct):
    total: Count
    hits: list[_ServerHit]


class _ServerHeldPage(msgspec.Struct):
    held: bool
    title: str = ""
    text: str = ""
    rest: str = ""


class _ServerLexicon(msgspec.Struct):
    pages: Count
    words: list[tuple[str, Count]]


class ServerEngine:
    """Asks the API of one collection of a server."""

    def __init__(self, base: str, name: str, asker: Asker) -> None:
        """`base` is where the collection is, as http://127.0.0.1:8080/c/bees."""
        self.name = name
        self.most = DEEPEST
        self.needs_text = False
        self.observed = EngineObservations()
        self.base = base.rstrip("/")
        self._asker = asker

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer | EngineSilence:
        """Ask for pages with these words as they are written, page by page."""
        query = exact_query(words)
        joined = JoinedAnswer(query, min(most, self.most), self.observed)
        number = 1
        while not joined.is_full:
            size = min(PAGE_SIZE, most)
            address = f"/search?q={quote(query, safe='')}&most={size}&page={number}&beside=0"
            read = self._read(address, _ServerAnswer)
            if isinstance(read, EngineSilence):
                return joined.broken_off(read)
            pages = tuple(EngineHit(hit.url, hit.title) for hit in read.hits)
            joined.add(AnswerPage(pages, read.total))
            number += 1
        return joined.answered()

    def text(self, url: str) -> str | None:
        """The words of a page that the server's index has."""
        reply = self._held(url)
        if isinstance(reply, EngineSilence):
            self.observed.note("no_text", url, reply.reason)
            return None
        return (
            "\n".join(filter(None, (reply.title, reply.text, reply.rest))) if reply.held else None
        )

    def holds(self, url: str, text: str | None) -> PagePresence:
        """Whether the server's index has the page, or one that stands for it."""
        reply = self._held(url)
        if isinstance(reply, EngineSilence):
            self.observed.note("silent", url, reply.reason)
            return PagePresence.UNKNOWN
        return PagePresence.HELD if reply.held else PagePresence.MISSING

    def lexicon(self) -> SampleLexicon:
        """The words of its pages."""
        reply = self._read("/lexicon", _ServerLexicon)
        if isinstance(reply, EngineSilence):
            raise AusleseError(
                f"{self.base} does not tell its words ({reply.reason}); name a lexicon by --lexicon"
            )
        return SampleLexicon(dict(reply.words), reply.pages)

    def close(self) -> None:
        """Hold nothing."""

    def _held(self, url: str) -> _ServerHeldPage | EngineSilence:
        known = canonical(url)
        return self._read(f"/held?url={quote(known or url, safe='')}", _ServerHeldPage)

    def _read(self, address: str, kind: type[ServerReply]) -> ServerReply | EngineSilence:
        """What the API says, in its form; Silent if there is none."""
        got = self._asker.api(f"{self.base}/api{address}")
        if isinstance(got, EngineSilence):
            return got
        try:
            return msgspec.json.decode(got.body, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            return EngineSilence("no_json", str(problem))
