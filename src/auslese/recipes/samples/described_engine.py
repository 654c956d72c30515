"""Any engine with an HTTP search API, by its description.

Where the engine cannot be asked for a page by its address, it is asked for the page's most telling
words, as Bharat and Broder (1998) did.
"""

import os
from collections.abc import Callable
from urllib.parse import urlsplit

from auslese.recipes.samples.answer_reading import read_answer
from auslese.recipes.samples.polite_client import Asker
from auslese.records.engine_reply import EngineSilence
from auslese.records.errors import AusleseError
from auslese.records.url import canonical
from auslese.sample.answer_paging import AnswerPage, JoinedAnswer
from auslese.sample.engine_description import EngineDescription
from auslese.sample.misbehaviour import EngineObservations
from auslese.sample.query_words import SampleLexicon
from auslese.sample.sampled_engine import EngineAnswer, PagePresence

STRONG, WEAKER = 8, 4
"""Words of a page in the query that only it should answer: Bharat and Broder (1998) took eight;
an engine that has an older copy of the page may have fewer of them."""
LOOKED_THROUGH = 20  # hits among which the page is looked for
FRONT_PAGES = ("index.html", "index.htm", "index.php", "default.aspx")


class DescribedEngine:
    """Asks an HTTP engine as its description says."""

    def __init__(
        self,
        description: EngineDescription,
        asker: Asker,
        fetched_text: Callable[[str], str | EngineSilence],
        distinctive_words: Callable[[str], tuple[str, ...]],
    ) -> None:
        """`fetched_text` gets the text of a page; `telling` its words, the most telling first."""
        self.name = description.name or urlsplit(description.url).netloc
        self.most = description.most
        self.needs_text = not description.by_url
        self.observed = EngineObservations()
        self._description = description
        self._asker = asker
        self._fetched_text = fetched_text
        self._distinctive_words = distinctive_words
        self._given_in: dict[str, str] = {}
        """The questions in whose answers the texts of pages came."""
        self._last: tuple[str, dict[str, str]] = ("", {})
        """The texts of the answer that was read last."""

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer | EngineSilence:
        """Ask for pages with these words, page by page, until there is no more."""
        description = self._description
        joined = JoinedAnswer(" ".join(words), min(most, description.most), self.observed)
        page = 0
        while not joined.is_full:
            count = min(description.page_size, joined.most)
            read = self._read(description.question(words, joined.given, page, count))
            if isinstance(read, EngineSilence):
                return joined.broken_off(read)
            joined.add(read)
            page += 1
            if not description.can_turn and not joined.is_full:
                joined.end()
        return joined.answered()

    def text(self, url: str) -> str | None:
        """The text that came along with a hit, or else that of the page itself, fetched."""
        known = self._given_text(url) if self._description.text else self._fetched_text(url)
        if isinstance(known, EngineSilence):
            self.observed.note("no_text", url, known.reason)
            return None
        return known

    def holds(self, url: str, text: str | None) -> PagePresence:
        """Whether the engine gives the page when asked for its address or its telling words."""
        if self._description.by_url:
            return self._search_by_url(url)
        words = self._distinctive_words(text) if text else ()
        if not words:
            return PagePresence.UNKNOWN
        self.observed.note("by_words", url)
        strong = self._search_by_words(url, words[:STRONG])
        if strong is PagePresence.HELD or len(words) <= WEAKER:
            return strong
        weaker = self._search_by_words(url, words[:WEAKER])
        return weaker if weaker is PagePresence.HELD else strong

    def lexicon(self) -> SampleLexicon:
        """Nobody knows its words."""
        raise AusleseError(
            f"the words of {self.name} are not known; name a lexicon by --lexicon: a collection,"
            " or a file with a word a line"
        )

    def close(self) -> None:
        """Hold nothing."""

    def _search_by_url(self, url: str) -> PagePresence:
        read = self._read(self._description.question_by_url(url))
        if isinstance(read, EngineSilence):
            # Many APIs say "not found" of a page that they do not have.
            if read.reason == "status_404":
                return PagePresence.MISSING
            self.observed.note("silent", url, read.reason)
            return PagePresence.UNKNOWN
        own = loose(url)
        is_there = any(loose(found.url) == own for found in read.pages)
        return PagePresence.HELD if is_there else PagePresence.MISSING

    def _search_by_words(self, url: str, words: tuple[str, ...]) -> PagePresence:
        answer = self.ask(words, LOOKED_THROUGH)
        if isinstance(answer, EngineSilence):
            return PagePresence.UNKNOWN
        own = loose(url)
        if any(loose(found.url) == own for found in answer.pages):
            return PagePresence.HELD
        return PagePresence.UNKNOWN if answer.is_cut else PagePresence.MISSING

    def _read(self, address: str) -> AnswerPage | EngineSilence:
        got = self._asker.api(address, self._description.header_lines(os.environ))
        if isinstance(got, EngineSilence):
            return got
        read = read_answer(got, self._description)
        if isinstance(read, EngineSilence):
            return read
        page, texts = read
        if texts:
            self._last = address, {canonical(url) or "": text for url, text in texts.items()}
            self._given_in.update(dict.fromkeys(self._last[1], address))
        return page

    def _given_text(self, url: str) -> str | EngineSilence:
        """The text that came along with a hit: out of the answer, which the book has."""
        address = self._given_in.get(url)
        if address is not None and address != self._last[0]:
            self._read(address)
        texts = self._last[1] if address == self._last[0] else {}
        return texts.get(url) or EngineSilence("not_given")


def loose(url: str) -> str:
    """An address as engines may spell it otherwise: without scheme, www and front page."""
    text = (canonical(url) or url).partition("://")[2].removeprefix("www.")
    for name in FRONT_PAGES:
        text = text.removesuffix(f"/{name}")
    return text.rstrip("/")
