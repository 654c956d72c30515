"""What people see of an index whose parts are on other servers."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from auslese.recipes.metasearch.shards.shard_opening import open_shards
from auslese.recipes.settings.setting_tables import Settings
from auslese.serve.app import make_app
from auslese.serve.server_options import ServerPolicy
from auslese.serve.shelf import Shelf, Volume
from tests.recipes.metasearch.shards.served_shards import served_parts
from tests.serve.served import LOCAL, TOKEN
from tests.sharded_collection import SHARDS, sharded_collection, url_of

pytestmark = pytest.mark.slow

NOBODY = "http://127.0.0.1:9"
SECONDS = 60.0


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that asks four parts, of which the second does not answer."""
    collection = sharded_collection(tmp_path_factory.mktemp("shards") / "pages")
    with served_parts(collection) as parts:
        search = open_shards([parts[0], NOBODY, *parts[2:]], Settings(), SECONDS)
        app = make_app(Shelf([Volume("pages", collection, lambda _: search)]), ServerPolicy(TOKEN))
        with TestClient(app, base_url=LOCAL, follow_redirects=False) as client:
            yield client
        search.close()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "of the index are missing: part 2 (127.0.0.1:9)"), ("de", "vom Index fehlen: Teil 2")],
)
def test_an_answer_says_which_part_is_missing(asking: TestClient, language: str, said: str) -> None:
    page = asking.get("/search", params={"q": "honey", "lang": language})
    assert page.status_code == 200
    assert said in " ".join(page.text.replace("<ul>", "").replace("<li>", "").split())
    assert 'class="hit"' in page.text


def test_programs_get_an_answer_of_the_same_form_with_its_parts(asking: TestClient) -> None:
    answer = asking.get("/api/search", params={"q": "honey", "most": 5}).json()
    assert len(answer["hits"]) == 5
    assert {"query", "total", "hits", "suggestion", "facets", "related", "words"} <= set(answer)
    assert answer["partial"] is True
    assert [bool(each["problem"]) for each in answer["shards"]] == [False, True, False, False]


@pytest.mark.parametrize(("language", "said"), [("en", "Parts of the index"), ("de", "Teile des")])
def test_a_page_says_how_each_part_does(asking: TestClient, language: str, said: str) -> None:
    asking.get("/search", params={"q": "hive"})
    page = asking.get("/shards", params={"lang": language})
    report = asking.get("/api/shards").json()
    assert page.status_code == 200
    assert said in page.text
    assert page.text.count("http://127.0.0.1:") >= SHARDS
    assert [each["well"] for each in report["shards"]] == [True, False, True, True]
    assert report["shards"][0]["replicas"][0]["asked"] > 0


def test_a_server_with_an_index_of_its_own_says_so(client: TestClient) -> None:
    assert "an index of its own" in client.get("/shards").text
    assert client.get("/api/shards").json() == {"shards": [], "own": ""}


def test_records_feeds_and_the_question_to_all_are_there_as_with_one_index(
    asking: TestClient,
) -> None:
    assert asking.get("/page", params={"url": url_of(40)}).status_code == 200
    assert asking.get("/feed", params={"q": "honey"}).status_code == 200
    assert asking.get("/").status_code == 200


@pytest.mark.parametrize("key", ["x", "", "99999999999999999999", "²"])
def test_what_is_no_key_of_a_page_belongs_to_nothing(client: TestClient, key: str) -> None:
    assert client.get("/shared/similar", params={"page": key}).json() == {"pages": []}
    assert client.get("/shared/pages", params={"page": key}).json() == {"ids": []}
