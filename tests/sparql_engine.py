"""A real SPARQL engine behind HTTP, with a small Wikidata in it, and whatever else a test wants.

    with sparql_engine(people(30)) as engine:
        ...ask engine.url...
    engine.queries

`engine.misdeeds` answers in its place: a function of the query that gives an answer, or None for
an honest one.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from pyoxigraph import Literal, NamedNode, Quad, QueryResultsFormat, QuerySolutions, Store

ENTITY = "http://www.wikidata.org/entity/"
DIRECT = "http://www.wikidata.org/prop/direct/"
LABEL = NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
RESULTS = "application/sparql-results+json"
HUMAN, SCHOOLS, UNIVERSITY, GERMANY, FRANCE = "Q5", "Q5341295", "Q3918", "Q183", "Q142"


class EngineAnswer(NamedTuple):
    """An answer of an engine that misbehaves."""

    body: bytes
    status: int = 200
    media_type: str = RESULTS
    headers: tuple[tuple[str, str], ...] = ()
    length: int | None = None
    """What it says its length is, if that is another."""


class SparqlEngine:
    """What was asked, and how it is answered."""

    def __init__(self, quads: Iterable[Quad]) -> None:
        self.url = ""
        self.queries: list[str] = []
        self.heads: list[dict[str, str]] = []
        self.misdeeds: Callable[[str], EngineAnswer | None] = lambda query: None
        self._store = Store()
        self._store.extend(quads)

    def answer(self, query: str) -> EngineAnswer:
        """What is answered to a request."""
        self.queries.append(query)
        return self.misdeeds(query) or self.honest(query)

    def honest(self, query: str) -> EngineAnswer:
        """The results, in JSON."""
        found = self._store.query(query)
        assert isinstance(found, QuerySolutions)
        body = found.serialize(format=QueryResultsFormat.JSON)
        assert body is not None
        return EngineAnswer(body)


@contextmanager
def sparql_engine(quads: Iterable[Quad]) -> Iterator[SparqlEngine]:
    """Serve these."""
    engine = SparqlEngine(quads)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            engine.heads.append(dict(self.headers))
            given = parse_qs(urlsplit(self.path).query)
            answer = engine.answer(given.get("query", [""])[0])
            self.send_response(answer.status)
            length = len(answer.body) if answer.length is None else answer.length
            head = (("Content-Type", answer.media_type), ("Content-Length", str(length)))
            for name, value in (*head, *answer.headers):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = length != len(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        engine.url = f"http://127.0.0.1:{server.server_address[1]}/sparql"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield engine
        finally:
            server.shutdown()
            thread.join()


# -- what is in it --------------------------------------------------------------------------------


def entity(name: str) -> NamedNode:
    """An item of Wikidata."""
    return NamedNode(ENTITY + name)


def says(subject: str, relation: str, value: NamedNode | Literal) -> Quad:
    """One statement about an item."""
    return Quad(entity(subject), NamedNode(DIRECT + relation), value)


def called(subject: str, text: str, language: str = "en") -> Quad:
    """A label."""
    return Quad(entity(subject), LABEL, Literal(text, language=language))


def human(number: int, *names: str, language: str = "en") -> Iterator[Quad]:
    """A human with these labels."""
    item = f"Q{1000 + number}"
    yield says(item, "P31", entity(HUMAN))
    for name in names:
        yield called(item, name, language)


def institution(
    number: int,
    kind: str,
    sites: Iterable[str],
    country: str = GERMANY,
    **labels: str,
) -> Iterator[Quad]:
    """An institution with sites and labels by language."""
    item = f"Q{9000 + number}"
    yield says(item, "P31", entity(kind))
    yield says(item, "P17", entity(country))
    for site in sites:
        yield says(item, "P856", NamedNode(site) if ":" in site else Literal(site))
    for language, label in labels.items():
        yield called(item, label, language)


def classes() -> Iterator[Quad]:
    """Kinds of schools, one below the other, and the codes of two countries."""
    for below, above in ((UNIVERSITY, "Q38723"), ("Q38723", SCHOOLS), ("Q875538", UNIVERSITY)):
        yield says(below, "P279", entity(above))
    yield says(GERMANY, "P297", Literal("DE"))
    yield says(FRANCE, "P297", Literal("FR"))
