"""A collection behind an Auslese server as an engine that can be sampled, by its JSON API."""

from typing import Annotated, TypeVar
from urllib.parse import quote

import msgspec

from auslese.recipes.samples.asker import Asker
from auslese.recipes.samples.collection_engine import exact_query
from auslese.recipes.samples.lexicon import Lexicon
from auslese.recipes.samples.observed import Observed
from auslese.recipes.samples.page_of_answer import Joined, PageOfAnswer
from auslese.records.errors import AusleseError
from auslese.records.url import canonical
from auslese.sample.engine import Answered, Found, Presence, Silent

PAGE_SIZE = 100  # what the server gives at once at most
DEEPEST = 10_000  # where it ends
Told = TypeVar("Told")
Count = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""Of pages; what is larger is no number of pages, and too large to be computed with."""


class _Hit(msgspec.Struct):
    url: str
    title: str = ""


class _Answer(msgspec.Struct):
    total: Count
    hits: list[_Hit]


class _Held(msgspec.Struct):
    held: bool
    title: str = ""
    text: str = ""
    rest: str = ""


class _Words(msgspec.Struct):
    pages: Count
    words: list[tuple[str, Count]]


class ServerEngine:
    """Asks the API of one collection of a server."""

    def __init__(self, base: str, name: str, asker: Asker) -> None:
        """`base` is where the collection is, as http://127.0.0.1:8080/c/bees."""
        self.name = name
        self.most = DEEPEST
        self.needs_text = False
        self.observed = Observed()
        self._base = base.rstrip("/")
        self._asker = asker

    def ask(self, words: tuple[str, ...], most: int) -> Answered | Silent:
        """Ask for pages with these words as they are written, page by page."""
        query = exact_query(words)
        joined = Joined(query, min(most, self.most), self.observed)
        number = 1
        while not joined.is_full:
            size = min(PAGE_SIZE, most)
            address = f"/search?q={quote(query, safe='')}&most={size}&page={number}&beside=0"
            read = self._read(address, _Answer)
            if isinstance(read, Silent):
                return joined.broken_off(read)
            pages = tuple(Found(hit.url, hit.title) for hit in read.hits)
            joined.add(PageOfAnswer(pages, read.total))
            number += 1
        return joined.answered()

    def text(self, url: str) -> str | None:
        """The words of a page that the server's index has."""
        told = self._held(url)
        if isinstance(told, Silent):
            self.observed.note("no_text", url, told.reason)
            return None
        return "\n".join(filter(None, (told.title, told.text, told.rest))) if told.held else None

    def holds(self, url: str, text: str | None) -> Presence:
        """Whether the server's index has the page, or one that stands for it."""
        told = self._held(url)
        if isinstance(told, Silent):
            self.observed.note("silent", url, told.reason)
            return Presence.UNKNOWN
        return Presence.HELD if told.held else Presence.MISSING

    def lexicon(self) -> Lexicon:
        """The words of its pages."""
        told = self._read("/lexicon", _Words)
        if isinstance(told, Silent):
            raise AusleseError(
                f"{self._base} does not tell its words ({told.reason}); name a lexicon by --lexicon"
            )
        return Lexicon(dict(told.words), told.pages)

    def close(self) -> None:
        """Hold nothing."""

    def _held(self, url: str) -> _Held | Silent:
        known = canonical(url)
        return self._read(f"/held?url={quote(known or url, safe='')}", _Held)

    def _read(self, address: str, kind: type[Told]) -> Told | Silent:
        """What the API says, in its form; Silent if there is none."""
        got = self._asker.api(f"{self._base}/api{address}")
        if isinstance(got, Silent):
            return got
        try:
            return msgspec.json.decode(got.body, type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            return Silent("no_json", str(problem))
