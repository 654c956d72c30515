"""A search engine that is described by OpenSearch, or by a file of ours, as a source."""

from threading import Lock
from time import monotonic

from auslese.recipes.metasearch.answer_joining import scored
from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.samples.described_engine import DescribedEngine
from auslese.recipes.samples.polite_client import Asker
from auslese.records.answer import Hit, SearchQuery
from auslese.records.engine_reply import EngineSilence
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    SharedStatistics,
    SourceAnswer,
)
from auslese.records.url import Url, host_of, key_of

FRESH_SECONDS = 600.0  # how old an answer may be; who turns its pages asks nobody again


class EngineSource:
    """Asks somebody else's engine, one question after the other; it gives ranks alone."""

    shares_words = False

    def __init__(self, name: str, engine: DescribedEngine, asker: Asker) -> None:
        """The engine, and who asks it."""
        self.name = name
        self.title = engine.name
        self._engine = engine
        self._asker = asker
        self._lock = Lock()
        self._asked_at = monotonic()

    def index_statistics(self) -> IndexStatistics:
        """Nobody knows its words."""
        return IndexStatistics()

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """Nobody knows its words."""
        return QueryStatistics()

    def answer(self, question: SearchQuery, shared: SharedStatistics | None) -> SourceAnswer:
        """Its pages, in its order."""
        words = tuple(question.text.split())
        if not words:
            return SourceAnswer(0, ())
        with self._lock:
            self._forget_old()
            said = self._engine.ask(words, question.most)
        if isinstance(said, EngineSilence):
            detail = f" ({said.detail})" if said.detail else ""
            raise SourceError(f"{self.title}: {said.reason}{detail}")
        hits = (
            Hit(key_of(Url(page.url)), page.url, page.url, page.title, (), "", 0.0, {})
            for page in said.pages
        )
        return SourceAnswer(said.total, scored(hits))

    def close(self) -> None:
        """Its asker is closed by who opened it."""

    def _forget_old(self) -> None:
        if monotonic() - self._asked_at > FRESH_SECONDS:
            self._asker.forget()
            self._asked_at = monotonic()


def name_of_engine(engine: DescribedEngine, address: str) -> str:
    """What answers call it: its host, or what it calls itself."""
    return host_of(Url(address)) if address.startswith("http") else engine.name
