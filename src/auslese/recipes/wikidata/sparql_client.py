"""Asks a SPARQL endpoint, politely and page by page; what was answered is not asked again.

Endpoints give up on long queries, cut answers off, and cap them. A page that does not come is asked
for again in halves, and an end is believed only when nothing lies behind it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from auslese.recipes.samples.polite_client import Asker, EngineGoneError
from auslese.recipes.wikidata.sparql_results import BadAnswer, ResultRow, read_results
from auslese.recipes.wikidata.wikidata_queries import EntityPages
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import AusleseError
from auslese.store.answer_book import AnswerBook

HEADERS = ("Accept: application/sparql-results+json, application/json;q=0.5",)
FEWEST_CAPPED = 1_000
"""Rows from which an answer may have been capped; Virtuoso's public endpoints cap at 10,000, and
none is known that gives fewer than 1,000."""
SMALLEST_PAGE = 50  # entities; an endpoint that cannot give so few gives nothing
# What a smaller page may help against; everything else would be the same for it.
TOO_MUCH = frozenset(
    {"timeout", "cut", "too_large", "incomplete", "status_500", "status_502", "status_504"}
)
NOTHING_LOST = "what came is kept, and the same command goes on where it stopped"


class EndpointError(AusleseError):
    """An endpoint does not give what it is asked for."""


class EndpointTrouble(NamedTuple):
    """Why a query has no results."""

    reason: str
    words: str


@dataclass(slots=True)
class QueryProgress:
    """How far it is."""

    entities: int = 0
    asked: int = 0
    """Requests that were sent."""


class SparqlClient:
    """One endpoint, and the book of its answers."""

    def __init__(self, asker: Asker, book: AnswerBook, endpoint: str) -> None:
        """`book` is the one in which the asker keeps its answers."""
        self._asker = asker
        self._book = book
        self._endpoint = endpoint

    @property
    def asked(self) -> int:
        """Requests that were sent."""
        return self._asker.asked

    def select(self, query: str) -> list[ResultRow] | EndpointTrouble:
        """The rows of a query, or why there are none."""
        url = self._url(query)
        try:
            answer = self._asker.api(url, HEADERS)
        except EngineGoneError as gone:
            why = str(gone).partition(";")[0]
            raise EndpointError(f"{why}; {NOTHING_LOST}") from None
        if isinstance(answer, EngineSilence):
            return EndpointTrouble(answer.reason, _silence_words(answer))
        rows = read_results(answer.body, answer.media_type)
        if isinstance(rows, BadAnswer):
            self._forget(url, rows.reason, answer)
            return EndpointTrouble(rows.reason, rows.words)
        return rows

    def required(self, query: str) -> list[ResultRow]:
        """The rows of a query; EndpointError if there are none."""
        rows = self.select(query)
        if isinstance(rows, EndpointTrouble):
            raise self._error(rows)
        return rows

    def pages(
        self,
        pages: EntityPages,
        most: int | None,
        size: int,
        show: Callable[[QueryProgress], None] = lambda _: None,
        always_probe: bool = True,
    ) -> Iterator[list[ResultRow]]:
        """The rows of all entities, so many at most, a page at a time.

        Where answers are short and many, only one that may have been capped is probed.
        """
        progress, offset = QueryProgress(), 0
        while most is None or offset < most:
            wanted = size if most is None else min(size, most - offset)
            rows = self._page(_EntityRequest(pages, offset, wanted), always_probe)
            if isinstance(rows, EndpointTrouble):
                size = self._smaller(rows, wanted)
                continue
            entities = _entities_in(rows)
            progress.entities += entities
            progress.asked = self.asked
            show(progress)
            yield rows
            if entities < wanted:
                return
            offset += entities

    def _page(
        self, request: "_EntityRequest", always_probe: bool
    ) -> list[ResultRow] | EndpointTrouble:
        """The rows of a page, unless fewer entities came than there are."""
        rows = self.select(request.query)
        if isinstance(rows, EndpointTrouble):
            return rows
        entities, offset = _entities_in(rows), request.offset
        may_be_capped = always_probe or len(rows) >= FEWEST_CAPPED or (offset and not rows)
        if entities >= request.wanted or not may_be_capped:
            return rows
        behind = self.select(request.pages.probe(offset + entities))
        if isinstance(behind, EndpointTrouble):
            return behind
        if not behind:
            return rows
        words = f"it gives {entities:,} of {request.wanted:,} entities, though it has more"
        self._forget(self._url(request.query), "incomplete")
        return EndpointTrouble("incomplete", words)

    def _smaller(self, trouble: EndpointTrouble, size: int) -> int:
        """How many entities to ask for after a page did not come."""
        if trouble.reason not in TOO_MUCH or size <= SMALLEST_PAGE:
            raise self._error(trouble)
        return max(size // 2, SMALLEST_PAGE)

    def _error(self, trouble: EndpointTrouble) -> EndpointError:
        return EndpointError(f"{self._endpoint}: {trouble.words}; {NOTHING_LOST}")

    def _forget(self, url: str, reason: str, answer: ReceivedAnswer | None = None) -> None:
        """Keep that there was no usable answer, so that the next command asks again."""
        self._book.write(url, EngineSilence(reason, answer.media_type if answer else ""))

    def _url(self, query: str) -> str:
        mark = "&" if "?" in self._endpoint else "?"
        return f"{self._endpoint}{mark}{urlencode({'query': query, 'format': 'json'})}"


class _EntityRequest(NamedTuple):
    """A page that is asked for."""

    pages: EntityPages
    offset: int
    wanted: int

    @property
    def query(self) -> str:
        """As it is sent."""
        return self.pages.page(self.offset, self.wanted)


def _entities_in(rows: list[ResultRow]) -> int:
    return len({row["id"].value for row in rows if "id" in row})


def _silence_words(silence: EngineSilence) -> str:
    detail = f" ({silence.detail})" if silence.detail else ""
    if silence.reason == "redirected":
        return f"it redirects {silence.detail}; name that address with --endpoint if you trust it"
    if silence.reason.startswith("status_"):
        return f"it answers with HTTP {silence.reason.removeprefix('status_')}{detail}"
    return f"it does not answer: {silence.reason}{detail}"
