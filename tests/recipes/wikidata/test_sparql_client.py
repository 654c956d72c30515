"""An endpoint is asked page by page; what it answers wrongly is told, and asked again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.sparql_engine import EngineAnswer, SparqlEngine, human, sparql_engine

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings
from auslese.crawl.politeness.pace import Pace, Patience
from auslese.recipes.samples.polite_client import Asker, AskerPolicy
from auslese.recipes.wikidata.sparql_client import EndpointError, SparqlClient
from auslese.recipes.wikidata.sparql_results import ENTITY, ResultRow, ResultTerm
from auslese.recipes.wikidata.wikidata_queries import EntityPages, humans
from auslese.store.answer_book import AnswerBook

HUMANS = 230
PAGE = 100
PAGES = humans("Q5", ("en",), ordered=True)
HTML = EngineAnswer(b"<!doctype html><title>Query service</title>", media_type="text/html")
HALF = b'{"head":{"vars":["id"]},"results":{"bindings":[{"id":{"type":"uri","val'
FEW_ROWS = 60


@pytest.fixture
def engine() -> Iterator[SparqlEngine]:
    quads = [quad for number in range(HUMANS) for quad in human(number, f"Name {number:03}")]
    with sparql_engine(quads) as engine:
        yield engine


@contextmanager
def client(engine: SparqlEngine, folder: Path, address: str = "") -> Iterator[SparqlClient]:
    """A client without patience for a clock; what failed before is asked again."""
    policy = AskerPolicy("Auslese", 0.0, Patience(2, first_wait=0.01), Pace(0), again=True)
    fetcher = CurlFetcher(FetchSettings("Auslese/0", request_seconds=5.0))
    with AnswerBook(folder) as book, AnswerBook(folder) as own:
        asker = Asker(fetcher, book, policy)
        yield SparqlClient(asker, own, address or engine.url)
        asker.close()


def labels(client: SparqlClient, pages: EntityPages = PAGES, most: int | None = None) -> list[str]:
    rows: list[ResultRow] = [row for page in client.pages(pages, most, PAGE) for row in page]
    return [row["label"].value for row in rows]


EXPECTED = [f"Name {number:03}" for number in range(HUMANS)]


def test_all_pages_come_and_the_end_is_probed(engine: SparqlEngine, tmp_path: Path) -> None:
    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED

    assert len(engine.queries) == 4  # three pages, and whether anything lies behind the last
    assert engine.heads[0]["Accept"].startswith("application/sparql-results+json")
    assert engine.heads[0]["User-Agent"] == "Auslese/0"


def test_no_more_is_asked_for_than_is_wanted(engine: SparqlEngine, tmp_path: Path) -> None:
    with client(engine, tmp_path) as asking:
        assert len(labels(asking, most=120)) == 120

    assert ["LIMIT 100" in query for query in engine.queries] == [True, False]


def test_what_was_answered_is_not_asked_a_second_time(engine: SparqlEngine, tmp_path: Path) -> None:
    with client(engine, tmp_path) as asking:
        first = labels(asking)
    asked = len(engine.queries)

    with client(engine, tmp_path) as asking:
        assert labels(asking) == first
        assert asking.asked == 0
    assert len(engine.queries) == asked


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (HTML, "text/html instead of results in JSON"),
        (EngineAnswer(b"<?xml version='1.0'?><sparql/>", media_type="application/xml"), "xml"),
        (EngineAnswer(HALF), "not whole"),
        (EngineAnswer(HALF, length=5000), "does not answer: cut"),
        (EngineAnswer(b""), "its answer is empty"),
        (EngineAnswer(b"[1, 2]", media_type="application/json"), "no results of a query"),
        (EngineAnswer(b"malformed query", status=400), "HTTP 400"),
        (EngineAnswer(b"", status=500), "HTTP 500"),
        (EngineAnswer(b"", status=429), "HTTP 429"),
        (EngineAnswer(b"", status=503), "HTTP 503"),
        (
            EngineAnswer(b"", 302, headers=(("Location", "http://127.0.0.1:1/sparql"),)),
            "it redirects to http://127.0.0.1:1/sparql; name that address",
        ),
    ],
)
def test_an_endpoint_that_misbehaves_is_told_and_the_same_command_goes_on(
    engine: SparqlEngine, tmp_path: Path, wrong: EngineAnswer, words: str
) -> None:
    engine.misdeeds = lambda query: wrong if "OFFSET 100" in query else None
    with client(engine, tmp_path) as asking, pytest.raises(EndpointError) as told:
        labels(asking)
    assert words in str(told.value)
    assert "the same command goes on where it stopped" in str(told.value)

    engine.misdeeds = lambda query: None
    engine.queries.clear()
    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED
    assert "OFFSET 0" not in " ".join(engine.queries)


def test_who_asks_for_a_long_rest_is_left_alone(engine: SparqlEngine, tmp_path: Path) -> None:
    engine.misdeeds = lambda _: EngineAnswer(b"", 429, headers=(("Retry-After", "4000"),))
    with client(engine, tmp_path) as asking, pytest.raises(EndpointError, match="left alone for"):
        labels(asking)

    engine.misdeeds = lambda _: None
    with client(engine, tmp_path) as asking, pytest.raises(EndpointError, match="left alone"):
        labels(asking)
    assert len(engine.queries) == 1


def test_an_answer_of_the_wrong_type_is_taken_if_it_holds_results(
    engine: SparqlEngine, tmp_path: Path
) -> None:
    engine.misdeeds = lambda query: engine.honest(query)._replace(media_type="text/plain")

    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED


def test_a_page_that_is_too_much_is_asked_for_in_halves(
    engine: SparqlEngine, tmp_path: Path
) -> None:
    engine.misdeeds = lambda query: EngineAnswer(HALF) if "LIMIT 100 " in query else None

    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED

    assert sum("LIMIT 100 " in query for query in engine.queries) == 1


def test_an_endpoint_that_caps_its_answers_loses_nothing(
    engine: SparqlEngine, tmp_path: Path
) -> None:
    few = f"LIMIT {FEW_ROWS} "
    engine.misdeeds = lambda query: engine.honest(query.replace("LIMIT 100 ", few))

    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED


def test_an_empty_page_in_the_middle_is_not_believed(engine: SparqlEngine, tmp_path: Path) -> None:
    empty = EngineAnswer(b'{"head":{"vars":["id"]},"results":{"bindings":[]}}')
    engine.misdeeds = lambda query: empty if "LIMIT 100 OFFSET 100" in query else None

    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED


def test_a_redirect_on_the_same_host_is_followed(engine: SparqlEngine, tmp_path: Path) -> None:
    moved: list[str] = []

    def once(query: str) -> EngineAnswer | None:
        if moved:
            return None
        moved.append(query)
        place = engine.url.replace("/sparql", "/new?") + urlencode({"query": query})
        return EngineAnswer(b"", 307, headers=(("Location", place),))

    engine.misdeeds = once
    with client(engine, tmp_path) as asking:
        assert sorted(labels(asking)) == EXPECTED


def test_an_item_is_known_by_its_name_and_nothing_else_is() -> None:
    assert ResultTerm(f"{ENTITY}Q42", "uri").item == "Q42"
    for text, kind in ((f"{ENTITY}Q42", "literal"), (f"{ENTITY}Q4> .", "uri"), ("Q42", "uri")):
        assert ResultTerm(text, kind).item == ""
