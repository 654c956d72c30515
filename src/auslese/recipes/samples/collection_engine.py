"""A collection in a folder of this machine as an engine that can be sampled.

Words are asked for as they are written and in the page itself (`text:=word`), not by stems, by
parts or by what links say: only so the words of a page tell which queries find it.
"""

from functools import lru_cache
from pathlib import Path

from auslese.recipes.samples.held_page import HeldPage, held_page, is_held, words_of_hits
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.engine_reply import EngineSilence
from auslese.records.url import canonical
from auslese.sample.misbehaviour import EngineObservations
from auslese.sample.query_words import MOST_WORDS, SampleLexicon
from auslese.sample.sampled_engine import EngineAnswer, EngineHit, PagePresence
from auslese.search.answer.search_engine import DEEPEST
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

REMEMBERED = 64  # pages, with their texts


def exact_query(words: tuple[str, ...]) -> str:
    """A query of our language for pages with all these words, as they are written."""
    return " AND ".join(f'text:="{word}"' if " " in word else f"text:={word}" for word in words)


class CollectionEngine:
    """Asks the index of a collection; nothing of it is kept, for it costs nobody anything."""

    def __init__(self, folder: Path) -> None:
        """Open the index; NotFoundError if there is none."""
        collection = Collection.open(folder)
        self.name = str(folder)
        self.most = DEEPEST
        self.needs_text = False
        self.observed = EngineObservations()
        self._searcher = Searcher(collection)
        self._tables = connect(collection)
        self._page = lru_cache(REMEMBERED)(self._looked_up)
        self._unread: list[str] = []
        self._words: dict[str, str] = {}
        """Of the pages of an answer: all of them are weighed, and read twenty times as fast."""

    def ask(self, words: tuple[str, ...], most: int) -> EngineAnswer | EngineSilence:
        """Ask the index."""
        question = SearchQuery(exact_query(words), most=min(most, self.most))
        total, shown = self._searcher.found(question)
        pages = tuple(EngineHit(page.url, page.title) for page in shown)
        self._unread = [page.url for page in pages]
        return EngineAnswer(pages, total, total > len(pages))

    def text(self, url: str) -> str | None:
        """The words of a page that the index has."""
        if url not in self._words and url in self._unread:
            self._words, self._unread = words_of_hits(self._tables, self._unread), []
        if url in self._words:
            return self._words[url]
        page = self._page(url)
        return page.words if page and page.is_held else None

    def holds(self, url: str, text: str | None) -> PagePresence:
        """Whether the index has the page, or one that stands for it."""
        known = canonical(url)
        is_there = known is not None and is_held(self._searcher, self._tables, known)
        return PagePresence.HELD if is_there else PagePresence.MISSING

    def lexicon(self) -> SampleLexicon:
        """The words of its pages."""
        pages, words = self._searcher.lexicon(MOST_WORDS)
        return SampleLexicon(dict(words), pages)

    def close(self) -> None:
        """Let go of it."""
        self._tables.close()

    def _looked_up(self, url: str) -> HeldPage | None:
        known = canonical(url)
        return held_page(self._searcher, self._tables, known) if known else None
