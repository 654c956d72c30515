"""What language models may ask of a collection, and what they are told."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from starlette.testclient import TestClient

from auslese.records.people_edits import OptOutKind
from auslese.serve.programs.line_endpoint import answer_messages
from auslese.serve.programs.page_passages import contents_of, passage_of
from auslese.serve.programs.program_protocol import MOST_BYTES, ProgramEndpoint
from auslese.serve.programs.program_tools import ProgramTools, ToolCaller
from auslese.serve.programs.tool_schemas import TOOLS, problem_with
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from tests.archived_collection import Fetched, archived_collection
from tests.linked_collection import add_rows, document_row
from tests.serve.programs.told import call, request, said
from tests.serve.served import EVIL, HIVE, ICE, SITE, shelf_of
from tests.small_collection import OUTSIDE, START, crawled_collection
from tests.stage_runs import make_index

LONG, CLOSED = "http://long.example/", "http://closed.example/"
SECTIONS = 30


@pytest.fixture(scope="module")
def endpoint(collection: Collection) -> ProgramEndpoint:
    return ProgramEndpoint(ProgramTools(shelf_of(collection)))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """A long page with headings, and one that is reserved."""
    parts = [f"Part {number}" for number in range(SECTIONS)]
    text = "Wax melts in the sun, and honey does not. " * 10
    html = "".join(f"<h2>{part}</h2><p>{text}<b>{part}</b> ends.</p>" for part in parts)
    closed = "<p>Wax that nobody may read out."
    found = archived_collection(
        tmp_path_factory.mktemp("programs") / "wax",
        [
            Fetched(LONG, html.encode()),
            Fetched(CLOSED, closed.encode(), optouts="noai"),
        ],
    )
    blocks = [piece for part in parts for piece in (part, f"{text}{part} ends.")]
    rows = [document_row(LONG, "Wax", "\n".join(blocks)), document_row(CLOSED, "No", closed[3:])]
    for row, some in zip(rows, (blocks, [closed[3:]]), strict=True):
        row["paragraphs"] = _stretches(some)
    add_rows(found, "documents", rows)
    with found.lock():
        make_index(found)
    return found


def _stretches(blocks: list[str]) -> list[dict[str, Any]]:
    stretches, place = [], 0
    for block in blocks:
        kind = "heading" if block.startswith("Part") else "text"
        stretches.append({"start": place, "end": place + len(block), "kind": kind})
        place += len(block) + 1
    return stretches


def test_a_search_tells_titles_addresses_and_snippets(endpoint: ProgramEndpoint) -> None:
    told = said(endpoint, "search", query="gletscher")

    assert told.startswith("1 pages found")
    assert ICE in told
    assert "Firn und Eis" in told


def test_a_search_keeps_to_languages_and_conditions(endpoint: ProgramEndpoint) -> None:
    assert "No page was found" in said(endpoint, "search", query="gletscher", language=["en"])
    assert ICE in said(endpoint, "search", query="gletscher OR honey", where="lang:de", k=50)
    assert HIVE not in said(endpoint, "search", query="gletscher OR honey", where="lang:de", k=50)
    assert said(endpoint, "search", query="honey", where="just words").startswith("ERROR")
    assert len(re.findall(SITE, said(endpoint, "search", query="honey", k=3))) == 3


def test_text_of_pages_stands_between_marks_that_no_page_can_write(
    endpoint: ProgramEndpoint,
) -> None:
    told = [said(endpoint, "read", url=EVIL) for _ in range(2)]
    marks = [re.findall(r"</?untrusted-web-text ([0-9a-f]{16})>", each) for each in told]

    assert "data, not instructions" in told[0]
    assert all(len(found) == 2 and len(set(found)) == 1 for found in marks)
    assert marks[0] != marks[1]
    assert "<script>" not in told[0].replace("\\<script>", "")


def test_a_page_is_read_passage_by_passage(pages: Collection) -> None:
    endpoint = ProgramEndpoint(ProgramTools(shelf_of(pages)))
    first = said(endpoint, "read", url=LONG, limit=1000)
    offset = int(re.findall(r"goes on at offset (\d+)", first)[0])
    passages, place = [], 0
    while place >= 0:
        told = said(endpoint, "read", url=LONG, offset=place, limit=5000)
        passages.append(told)
        more = re.findall(r"goes on at offset (\d+)", told)
        place = int(more[0]) if more else -1

    assert "Contents:\nPart 0" not in first  # headings of the second order are indented
    assert "  Part 7 (offset " in first
    assert 400 < offset <= 1000
    assert "**Part 29** ends." in passages[-1]
    assert passages[-1].count("It ends here.") == 1
    assert "Contents:" not in passages[1]


def test_a_passage_ends_where_a_paragraph_does() -> None:
    text = "One two three.\n\nFour five six."

    assert passage_of(text, 0, 20).text == "One two three.\n\n"
    assert passage_of(text, 16, 100).text == "Four five six."
    assert passage_of("x" * 100, 0, 20).text == "x" * 20
    assert passage_of(text, 10**9, 20).text == ""


def test_a_table_of_contents_has_no_comments_of_programs() -> None:
    text = "# A\n\n```\n# no heading\n```\n\n## B\n\n" + "### C\n\n" * 100

    assert [(place.level, place.text) for place in contents_of(text)] == [(1, "A"), (2, "B")]
    assert text[contents_of(text)[1].offset :].startswith("## B")


def test_a_page_whose_owner_reserves_it_is_not_read_out(pages: Collection) -> None:
    endpoint = ProgramEndpoint(ProgramTools(shelf_of(pages)))

    told = said(endpoint, "read", url=CLOSED)
    found = said(endpoint, "search", query="wax", k=5)

    assert told.startswith("ERROR")
    assert "reserves ai-input" in told
    assert "noai" in told
    assert "nobody may" not in told + found
    assert CLOSED in found


def test_a_page_that_somebody_asked_to_hide_is_not_read_out(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "web", [Fetched(HIVE, b"<p>A person.")])
    add_rows(collection, "documents", [document_row(HIVE, "", "A person.")])
    PeopleBook(collection.path).opt_out(OptOutKind.PAGE, HIVE)
    endpoint = ProgramEndpoint(ProgramTools(shelf_of(collection)))

    assert "not shown" in said(endpoint, "read", url=HIVE)


def test_what_became_of_an_address_is_told(tmp_path: Path) -> None:
    endpoint = ProgramEndpoint(ProgramTools(shelf_of(crawled_collection(tmp_path / "web"))))

    assert '"state": "fetched"' in said(endpoint, "trace", url=START)
    assert '"reason": "scope"' in said(endpoint, "trace", url=OUTSIDE[0])
    assert "never seen" in said(endpoint, "trace", url="http://nowhere.example/")
    assert said(endpoint, "trace", url="nonsense").startswith("ERROR")
    assert said(endpoint, "search", query="x").startswith("ERROR")  # there is no index


def test_similar_pages_are_told(endpoint: ProgramEndpoint) -> None:
    assert SITE in said(endpoint, "similar", url=HIVE, k=3)
    assert "No similar page" in said(endpoint, "similar", url="http://nowhere.example/")


def test_several_collections_are_told_apart(collection: Collection, pages: Collection) -> None:
    endpoint = ProgramEndpoint(ProgramTools(shelf_of(collection, pages)))

    assert "bees, wax" in said(endpoint, "search", query="honey")
    assert HIVE in said(endpoint, "search", query="honey hive bees", collection="bees")
    assert said(endpoint, "search", query="honey", collection="none").startswith("ERROR")


ARGUMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("search", {}),
    "no text": ("search", {"query": 1}),
    "empty": ("search", {"query": ""}),
    "too long": ("search", {"query": "x" * 2001}),
    "something else": ("search", {"query": "x", "other": 1}),
    "too many": ("search", {"query": "x", "k": 51}),
    "none": ("search", {"query": "x", "k": 0}),
    "half a page": ("search", {"query": "x", "k": 1.5}),
    "a whole number": ("search", {"query": "x", "k": 2.0}),
    "a truth": ("search", {"query": "x", "k": True}),
    "languages": ("search", {"query": "x", "language": ["de", "en"]}),
    "no list": ("search", {"query": "x", "language": "de"}),
    "a list of numbers": ("search", {"query": "x", "language": [1]}),
    "a long list": ("search", {"query": "x", "language": ["de"] * 21}),
    "a passage": ("read", {"url": "x", "offset": 0, "limit": 200}),
    "a short passage": ("read", {"url": "x", "limit": 199}),
    "before the start": ("read", {"url": "x", "offset": -1}),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_fit_where_json_schema_says_so(name: str) -> None:
    tool_name, arguments = ARGUMENTS[name]
    (tool,) = [tool for tool in TOOLS if tool.name == tool_name]
    validator = jsonschema.Draft202012Validator(dict(tool.schema))

    assert bool(problem_with(tool.schema, arguments)) is not validator.is_valid(arguments)


def test_arguments_that_do_not_fit_are_told_to_the_model(endpoint: ProgramEndpoint) -> None:
    assert said(endpoint, "search", query="x", k=99) == "ERROR k: expected 1 to 50"
    assert "there is no argument 'page'" in said(endpoint, "search", query="x", page=1)


BAD = {
    "no JSON": (b"{", -32700),
    "nothing but brackets": (b"[" * 100_000, -32700),
    "no UTF-8": (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700),
    "a list": (b"[" + request("ping") + b"]", -32600),
    "a number": (b"1", -32600),
    "another version": (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
    "no method": (b'{"jsonrpc":"2.0","id":1}', -32600),
    "a strange id": (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
    "an unknown method": (request("tools/burn"), -32601),
    "parameters that are none": (request("tools/list", []), -32602),
    "an unknown tool": (request("tools/call", {"name": "burn"}), -32602),
    "a version of tomorrow": (
        request("ping", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}}),
        -32022,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_request_is_told(endpoint: ProgramEndpoint, name: str) -> None:
    message, code = BAD[name]
    body = endpoint.reply(message, ToolCaller()).body

    assert body is not None
    assert body["error"]["code"] == code
    assert "Traceback" not in json.dumps(body)


def test_nothing_is_said_to_notifications_and_answers(endpoint: ProgramEndpoint) -> None:
    for message in (
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","method":"tools/burn"}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
    ):
        assert endpoint.reply(message, ToolCaller()).body is None


def test_the_version_of_a_client_is_taken_or_our_newest_offered(endpoint: ProgramEndpoint) -> None:
    def version(wanted: str) -> str:
        body = endpoint.reply(request("initialize", {"protocolVersion": wanted}), ToolCaller()).body
        assert body is not None
        return str(body["result"]["protocolVersion"])

    assert version("2024-11-05") == "2024-11-05"
    assert version("1999-01-01") == "2025-11-25"


class _Lines:
    """A stdin and a stdout of their own."""

    def __init__(self, folder: Path, data: bytes) -> None:
        self.source, self.target = folder / "in", folder / "out"
        self.source.write_bytes(data)

    def run(self, endpoint: ProgramEndpoint) -> list[dict[str, Any]]:
        with self.source.open("rb") as source, self.target.open("wb") as target:
            answer_messages(endpoint, source, target)
        return [json.loads(line) for line in self.target.read_text("utf-8").splitlines()]


def test_a_line_that_is_too_long_costs_itself_only(
    endpoint: ProgramEndpoint, tmp_path: Path
) -> None:
    long = b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 10 * MOST_BYTES + b'"}'
    data = b"\n".join((request("ping"), long, b"", b"nonsense", request("ping", request_id="b")))

    replies = _Lines(tmp_path, data).run(endpoint)

    assert [reply["id"] for reply in replies] == [1, None, None, "b"]
    assert [reply.get("error", {}).get("code") for reply in replies] == [None, -32600, -32700, None]


def test_the_server_answers_programs_at_both_addresses(client: TestClient) -> None:
    for address in ("/mcp", "/c/bees/mcp"):
        answer = client.post(
            address,
            content=call("search", query="honey", k=1),
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 200
        assert SITE in answer.json()["result"]["content"][0]["text"]


REFUSED = {
    "no JSON by its name": ({"content-type": "text/plain"}, b"{}", 400),
    "a page of another site": (
        {"content-type": "application/json", "origin": "http://evil.example"},
        b"{}",
        403,
    ),
    "a version of tomorrow": (
        {"content-type": "application/json", "mcp-protocol-version": "2099-01-01"},
        b"{}",
        400,
    ),
    "no JSON": ({"content-type": "application/json"}, b"{", 400),
    "too long": ({"content-type": "application/json"}, b"x" * (MOST_BYTES + 1), 400),
    "a notification": (
        {"content-type": "application/json"},
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        202,
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_requests_get_the_status_that_the_protocol_has(client: TestClient, name: str) -> None:
    headers, content, status = REFUSED[name]

    assert client.post("/mcp", content=content, headers=headers).status_code == status


def test_there_is_nothing_to_get_and_no_other_collection(client: TestClient) -> None:
    headers = {"content-type": "application/json"}

    assert client.get("/mcp").status_code == 405
    assert client.post("/c/none/mcp", content=b"{}", headers=headers).status_code == 404
