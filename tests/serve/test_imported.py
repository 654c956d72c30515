"""Documents that were imported have no address in the web, and are shown all the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.recipes.indexing import IndexWishes, make_index
from tests.archived_collection import Fetched, archived_collection
from tests.linked_collection import add_rows, document_row
from tests.serve.page_check import assert_sound
from tests.serve.served import client_of

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
        make_index(collection, IndexWishes())
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
