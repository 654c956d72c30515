"""One question to all collections of a server, and what indexes tell each other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.store.collection import Collection
from tests.sampled_collections import WORDS, world_collection
from tests.serve.served import HIVE, client_of


@pytest.fixture(scope="module")
def both(collection: Collection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server of two collections."""
    world = world_collection(tmp_path_factory.mktemp("joint") / "world", range(12))
    with client_of(collection, world) as client:
        yield client


def test_the_page_of_collections_asks_all_of_them(both: TestClient) -> None:
    assert 'action="/all"' in both.get("/collections").text


@pytest.mark.parametrize(("language", "said"), [("en", "from"), ("de", "aus")])
def test_a_joint_answer_says_of_each_hit_where_it_is_from(
    both: TestClient, language: str, said: str
) -> None:
    page = both.get("/all", params={"q": "honey", "lang": language})
    assert page.status_code == 200
    assert f"{said} <bdi>bees</bdi>" in page.text
    assert "/c/bees/page?" in page.text


def test_programs_get_the_same_answer_with_its_sources(both: TestClient) -> None:
    for address in ("/all.json", "/api/all"):
        answer = both.get(address, params={"q": "honey", "most": 3}).json()
        assert [each["origins"] for each in answer["hits"]] == [["bees"]] * 3
        assert {each["name"]: each["total"] > 0 for each in answer["sources"]} == {
            "bees": True,
            "world": False,
        }
        assert answer["partial"] is False


def test_words_of_both_collections_are_found_by_one_question(both: TestClient) -> None:
    answer = both.get("/api/all", params={"q": f"honey OR {WORDS[0]}", "most": 50}).json()
    assert {each["origins"][0] for each in answer["hits"]} == {"bees", "world"}


def test_whoever_asks_one_collection_for_all_gets_it(client: TestClient) -> None:
    answer = client.get("/api/all", params={"q": "comb"}).json()
    assert [each["url"] for each in answer["hits"]] == [HIVE]


def test_an_index_tells_what_it_has_and_what_it_knows_of_words(client: TestClient) -> None:
    index = client.get("/shared/index").json()
    query = client.get("/shared/query", params={"q": "honey", "all": "en,de"}).json()
    assert index["pages"] > 20
    assert index["languages"]["en"] > 20
    assert query["found"] > 20
    assert max(query["frequencies"]["text"].values()) == query["found"]


@pytest.mark.parametrize("statistics", ["", "x", "e30=", "☃", "A" * 30_000])
def test_statistics_that_are_none_are_refused_in_words(client: TestClient, statistics: str) -> None:
    answer = client.get("/api/shared/answer", params={"q": "honey", "statistics": statistics})
    assert answer.status_code == 400
    assert "form" in answer.json()["message"]


def test_a_collection_that_has_no_index_is_named_on_the_page(tmp_path: Path) -> None:
    bare = Collection.create(tmp_path / "bare")
    world = world_collection(tmp_path / "world", range(4))
    with client_of(bare, world) as client:
        page = client.get("/all", params={"q": WORDS[0]})
    assert page.status_code == 200
    assert "this is a part of the answer" in page.text
