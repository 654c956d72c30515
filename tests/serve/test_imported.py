"""Documents that were imported have no address in the web, and are shown all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from auslese.cli.crawling import import_command as importing
from auslese.store.collection import Collection
from tests.archived_collection import Fetched, archived_collection
from tests.linked_collection import add_rows, document_row
from tests.serve.page_check import assert_sound
from tests.serve.served import client_of
from tests.stage_runs import make_index

LETTER, LIST = "http://own.import.invalid/letter", "http://bees.example/list"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("imported") / "own"
    collection = archived_collection(folder, [Fetched(url, b"<p>Honey") for url in (LETTER, LIST)])
    rows = [
        document_row(LETTER, "", "Honey in a letter.") | {"page_type": "article"},
        document_row(LIST, "A list", "Honey in a list.") | {"page_type": "listing"},
    ]
    add_rows(collection, "documents", rows)
    with collection.lock():
        make_index(collection)
    with client_of(collection) as made:
        yield made


def test_a_hit_without_an_address_in_the_web_leads_to_its_record(client: TestClient) -> None:
    page = assert_sound(client.get("/search?q=honey").text)
    titles = [str(link["href"]) for link in page.all("a") if link.get("class") == "open"]

    assert LIST in titles
    assert LETTER not in titles
    (record,) = [address for address in titles if address.startswith("/page?")]
    assert client.get(record).status_code == 200
    assert f'href="{LETTER}"' not in client.get(f"{record}&view=original").text
    assert f'<link href="{LETTER}"/>' not in client.get("/feed?q=honey").text


@pytest.mark.parametrize("name", ["type", "page_type"])
def test_types_are_counted_and_chosen(client: TestClient, name: str) -> None:
    page = client.get("/search?q=honey").text
    answer = client.get(f"/search.json?q=honey&filter={name}:listing").json()

    assert "filter=type%3Alisting" in page
    assert [hit["url"] for hit in answer["hits"]] == [LIST]
    assert [each["is_chosen"] for each in answer["facets"]["type"]] == [True]


def test_the_record_of_a_document_says_that_it_was_imported(tmp_path: Path) -> None:
    lines = tmp_path / "own.jsonl"
    lines.write_text('{"id": "letter", "text": "Honey in a letter."}\n')
    done = CliRunner().invoke(importing.command, [str(tmp_path / "own"), str(lines)])
    assert done.exit_code == 0

    with client_of(Collection.open(tmp_path / "own")) as client:
        for door, words in (("en", "imported"), ("de", "importiert")):
            page = client.get("/page", params={"url": LETTER, "lang": door})
            assert page.status_code == 200
            assert f">{words}<" in page.text
        assert client.get("/crawl").status_code == 200
        assert client.get("/copy", params={"url": LETTER}).status_code == 200
