"""Pages about clusters."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from auslese.recipes.settings.analysis_settings import TopicsSection
from tests.serve.page_check import assert_sound
from tests.serve.served import client_of
from tests.stage_runs import make_clusters
from tests.topic_collection import topic_collection

PAGES = 5


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    collection = topic_collection(tmp_path_factory.mktemp("topics") / "c", PAGES)
    make_clusters(collection, TopicsSection(clusters=4))
    with client_of(collection) as made:
        yield made


def test_the_list_leads_to_the_page_of_each_cluster(client: TestClient) -> None:
    page = assert_sound(client.get("/clusters").text)
    addresses = {str(link["href"]) for link in page.all("a") if "/cluster?" in str(link)}

    assert addresses >= {f"/cluster?number={number}" for number in range(4)}
    assert all(client.get(address).status_code == 200 for address in addresses)


@pytest.mark.parametrize("number", ["", "-1", "first", "99"])
def test_no_cluster_is_shown_for_a_number_that_none_has(client: TestClient, number: str) -> None:
    assert client.get("/cluster", params={"number": number}).status_code == 404
