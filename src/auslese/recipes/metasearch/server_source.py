"""A collection behind an Auslese server as a source: it shares its words over HTTP."""

from collections.abc import Mapping
from threading import Lock
from typing import TypeVar
from urllib.parse import urlencode

from auslese.crawl.fetch.fetcher import Fetcher, Request
from auslese.recipes.metasearch.packed_statistics import packed_statistics
from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.metasearch.shared_replies import (
    IndexReply,
    QueryReply,
    SharedReply,
    read_reply,
)
from auslese.recipes.samples.polite_client import silence_from
from auslese.records.answer import (
    LanguagePreference,
    SearchQuery,
)
from auslese.records.fetch import Fetched, Unsent
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    SharedStatistics,
    SourceAnswer,
)
from auslese.records.url import Url

MOST_BYTES = 20_000_000  # of an answer with a thousand hits
OK = 200
Said = TypeVar("Said")


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
        return self._read("/shared/index", {}, IndexReply).statistics()

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What its index says of the words of a question."""
        values = {**values_of(question), "all": ",".join(languages)}
        return self._read("/shared/query", values, QueryReply).statistics()

    def answer(self, question: SearchQuery, shared: SharedStatistics | None) -> SourceAnswer:
        """Its best pages, weighed by the words of all."""
        assert shared is not None
        values = {**values_of(question), "statistics": packed_statistics(shared)}
        return self._read("/shared/answer", values, SharedReply).answer(question)

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
            return read_reply(outcome.body, kind)
        except SourceError as problem:
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
    if question.beside:
        values["beside"] = 1
    return values | {"order": str(question.order), "lang": question.ui_language}
