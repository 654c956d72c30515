"""Pages about clusters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.recipes.settings.analysis_settings import TopicsSection
from auslese.recipes.topics.cluster_map import map_of
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


def test_a_websom_has_a_u_matrix_in_both_languages_and_in_its_file(tmp_path: Path) -> None:
    collection = topic_collection(tmp_path / "c", PAGES)
    make_clusters(collection, TopicsSection(clusters=4, method="som"))
    with client_of(collection) as client:
        english, german = (
            client.get("/clusters", headers={"accept-language": ui}).text for ui in ("en", "de")
        )

    assert "<h2>U-matrix</h2>" in english
    assert "<h2>U-Matrix</h2>" in german
    page = assert_sound(english)
    cells = [str(each["fill-opacity"]) for each in page.all("rect") if "fill-opacity" in str(each)]
    assert len(cells) == 4
    assert max(map(float, cells)) == 0.75
    assert "<h2>U-Matrix</h2>" in map_of(collection, "html", "de")


def test_other_methods_have_no_u_matrix(client: TestClient) -> None:
    assert "U-matrix" not in client.get("/clusters").text
