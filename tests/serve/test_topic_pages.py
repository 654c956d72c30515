"""Topics that an expert taught, on the pages of answers and records."""

from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tests.indexed_collection import make
from tests.serve.served import client_of
from tests.taught_collection import BEES, CANTEEN, HONEY, ORGANS, taught_collection, use_topic


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    collection = taught_collection(tmp_path_factory.mktemp("topics") / "taught")
    use_topic(collection, HONEY, is_ranked=True)
    use_topic(collection, CANTEEN, is_unwanted=True)
    make(collection)
    with client_of(collection) as made:
        yield made


def shown(client: TestClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.text)


def test_an_answer_has_topics_as_a_facet_and_below_its_hits(client: TestClient) -> None:
    page = shown(client, "/search?q=honey")

    assert "<h3>Topic</h3>" in page
    assert f"filter=topic%3A{quote(HONEY.replace(' ', '+'), safe='+')}" in page
    assert '<p class="topics-of">' in page
    assert "topics that were taught" in page  # a bar of "why"
    german = shown(client, "/search?q=honey&lang=de")
    assert "<h3>Thema</h3>" in german
    assert "gelernte Themen" in german


def test_a_chosen_topic_limits_the_answer(client: TestClient) -> None:
    found = client.get(f"/search.json?q=*&filter=topic:{quote(HONEY)}").json()

    assert {hit["url"] for hit in found["hits"]} == {BEES[0], BEES[1]}
    assert found["hits"][0]["topics"][0].keys() == {"name", "score"}
    chosen = [each for each in found["facets"]["topic"] if each["is_chosen"]]
    assert [(each["label"], each["hits"]) for each in chosen] == [(HONEY, 2)]


def test_an_unknown_topic_is_told_in_both_languages(client: TestClient) -> None:
    assert "No topic has this name; these there are:" in shown(client, "/search?q=topic:beer")
    assert "Kein Thema heißt so; es gibt diese:" in shown(client, "/search?q=thema:beer&lang=de")


def test_what_a_topic_leaves_out_is_counted_and_can_be_chosen(client: TestClient) -> None:
    page = shown(client, "/search?q=organ")

    assert "left out by an unwanted topic" in page
    assert "filter=standing%3Aunwanted" in page
    found = client.get("/search.json?q=organ&filter=standing:unwanted").json()
    assert [hit["url"] for hit in found["hits"]] == [ORGANS[1]]


def test_a_record_tells_how_relevant_a_page_is_for_each_topic(client: TestClient) -> None:
    record = client.get(f"/page.json?url={quote(BEES[0])}").json()
    assert [(each["topic"], each["score"]) for each in record["relevance"]] == [
        (HONEY, 0.96), ("wine", 0.6),
    ]  # fmt: skip

    page = shown(client, f"/page?url={quote(BEES[2])}")
    assert f"<bdi>{HONEY}</bdi></a>" in page
    assert "(not relevant)" in page
    assert "(nicht relevant)" in shown(client, f"/page?url={quote(BEES[2])}&lang=de")
