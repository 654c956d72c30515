"""The hits of an answer leave in files."""

import csv
import io
import json
import zipfile
from pathlib import Path
from tempfile import gettempdir

import polars
import pytest
from starlette.testclient import TestClient
from warcio.archiveiterator import ArchiveIterator

from auslese.recipes.settings.settings_edit import write_setting
from auslese.serve.answer_formats import ANSWER_FORMATS, COLUMNS
from auslese.serve.pages import export_pages
from auslese.serve.server_options import ServerPolicy
from tests.linked_collection import add_rows, document_row, page_row
from tests.serve.served import HIVE, ICE, INJECTED, MANY, TOKEN, client_of, served_collection
from tests.stage_runs import make_index

RESERVED = "http://bees.example/mine"
NO_ADDRESSES = ("trec",)
"""Formats that know pages by their ids."""
ASKED = "/export?q=honey&format="


def left_over() -> set[Path]:
    return set(Path(gettempdir()).glob("auslese-*"))


def test_an_answer_is_a_table_in_the_order_of_its_hits(client: TestClient) -> None:
    before = left_over()
    found = client.get("/search.json?q=honey&most=100").json()
    answer = client.get(f"{ASKED}csv")

    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert tuple(rows[0]) == COLUMNS
    fetched = [hit["url"] for hit in found["hits"] if hit["is_fetched"]]
    assert [row["url"] for row in rows] == fetched
    assert len(rows) == MANY + 2
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    assert answer.headers["content-disposition"].endswith('.csv"')
    assert left_over() == before


@pytest.mark.parametrize("name", ANSWER_FORMATS)
def test_every_format_that_is_offered_can_be_had(client: TestClient, name: str) -> None:
    answer = client.get(f"{ASKED}{name}&filter=site:bees.example")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == ANSWER_FORMATS[name].media_type
    assert answer.headers["x-content-type-options"] == "nosniff"


def addresses_in(name: str, body: bytes) -> str:
    """All that a file says, in which addresses can be looked for."""
    if name == "parquet":
        return str(polars.read_parquet(io.BytesIO(body))["url"].to_list())
    if name == "wacz":
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            return package.read("pages/pages.jsonl").decode()
    if name == "warc":
        records = list(ArchiveIterator(io.BytesIO(body)))
        return str([each.rec_headers.get_header("WARC-Target-URI") for each in records])
    return body.decode()


@pytest.mark.parametrize("name", ANSWER_FORMATS)
def test_every_file_has_the_hits_and_no_other_page(client: TestClient, name: str) -> None:
    answer = client.get(f"/export?q=firn&format={name}")

    said = addresses_in(name, answer.content)
    told = "Der Firn liegt auf" if name in NO_ADDRESSES else ICE
    assert told in said
    assert HIVE not in said
    assert "hive" not in said


def test_the_answer_says_in_which_formats_it_can_be_had(client: TestClient) -> None:
    english = client.get("/search?q=honey&page=2&lang=en").text
    german = client.get("/search?q=honey&lang=de").text

    assert "These hits as" in english
    assert "Diese Treffer als" in german
    for name in ANSWER_FORMATS:
        assert f"format={name}" in english
    assert "/export?" not in client.get("/search?q=zzzzzz").text


def test_what_a_page_injects_is_text_in_every_file(client: TestClient) -> None:
    rows = [json.loads(line) for line in client.get(f"{ASKED}jsonl").text.splitlines()]

    assert INJECTED in {row["title"] for row in rows}
    disposition = client.get(f"{ASKED}jsonl&filter=site:%0d%0aX:1").headers
    assert "x" not in disposition


def test_other_machines_get_nobody_in_a_file_where_people_are_not_shown(tmp_path: Path) -> None:
    collection = served_collection(tmp_path / "web")

    def columns(policy: ServerPolicy) -> set[str]:
        with client_of(collection, policy=policy) as client:
            first, *_ = client.get(f"{ASKED}jsonl").text.splitlines()
        return set(json.loads(first))

    abroad, here = columns(ServerPolicy(TOKEN, is_local=False)), columns(ServerPolicy(TOKEN))

    assert here - abroad == {"people", "contacts"}
    assert {"url", "title", "text", "language"} <= abroad <= here
    write_setting(collection.settings, "people.public", True)
    assert columns(ServerPolicy(TOKEN, is_local=False)) == here


@pytest.mark.parametrize("name", ["", "poem", "qlever", "../csv"])
def test_a_format_that_is_not_offered_is_a_bad_request(client: TestClient, name: str) -> None:
    assert client.get("/export", params={"q": "honey", "format": name}).status_code == 400


def test_a_page_that_was_reserved_is_not_in_the_file(tmp_path: Path) -> None:
    collection = served_collection(tmp_path / "web")
    add_rows(collection, "pages", [page_row(RESERVED, optouts="noai", status=200)])
    add_rows(collection, "documents", [document_row(RESERVED, "Mine", "My own comb.")])
    with collection.lock():
        make_index(collection)
    with client_of(collection) as client:
        found = {hit["url"] for hit in client.get("/search.json?q=comb").json()["hits"]}
        text = client.get("/export?q=comb&format=jsonl").text

    assert {HIVE, RESERVED} <= found
    assert HIVE in text
    assert RESERVED not in text


def test_a_busy_server_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(export_pages.AT_ONCE):
        assert export_pages._running.acquire(blocking=False)
    try:
        answer = client.get(f"{ASKED}csv", headers={"accept": "application/json"})
    finally:
        for _ in range(export_pages.AT_ONCE):
            export_pages._running.release()

    assert answer.status_code == 503
    assert "try again" in answer.json()["message"]
