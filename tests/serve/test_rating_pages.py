"""Topics and ratings through the server: the pages, their JSON, and what is refused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from tests.rated_collection import PAGES, URLS, add_topic, gold, rated_collection
from tests.serve.served import TOKEN, client_of
from tests.topic_collection import TOPICS, topic_url

NOT_FOUND, BAD, FORBIDDEN, SEE_OTHER, OK = 404, 400, 403, 303, 200


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return rated_collection(tmp_path_factory.mktemp("teach") / "things")


@pytest.fixture
def client(prepared: Collection) -> Iterator[TestClient]:
    """A server over the prepared pages, with one topic and no rating."""
    (prepared.path / "ratings.jsonl").unlink(missing_ok=True)
    add_topic(prepared)
    with client_of(prepared) as made:
        yield made


def post(client: TestClient, path: str, **form: object) -> tuple[int, dict[str, object]]:
    """Send a form as a program would."""
    answer = client.post(f"/api{path}", data={"token": TOKEN, **form})
    return answer.status_code, answer.json()


def test_a_program_rates_page_after_page_and_finds_all_that_is_relevant(
    client: TestClient, prepared: Collection
) -> None:
    task = client.get("/api/rate?topic=Bees").json()["task"]
    found = 0.0
    for _ in range(24):
        grade = gold()[int(task["page"])]
        found += grade
        status, answer = post(
            client, "/rate/answer", topic="Bees", page=task["page"], grade=str(grade)
        )
        assert status == OK
        task = answer["next"]
    assert found == PAGES
    assert len(RatingBook(prepared.path).ratings_of(1)) >= 24
    progress = client.get("/api/rate?topic=Bees").json()["progress"]
    assert progress["relevant"] == PAGES


def test_the_page_shows_text_criteria_and_keys_and_hides_the_guess(client: TestClient) -> None:
    post(client, "/topics/change", topic="Bees", criteria="Bees & <hives>")
    page = client.get("/rate?topic=Bees").text
    assert "Bees &amp; &lt;hives&gt;" in page
    for key in "01234lue":
        assert f'data-key="{key}"' in page
    assert "guessed" not in page
    assert "honey" in page or "Gletscher" in page or "pipe" in page or "Rebe" in page


def test_after_the_answer_the_guess_and_its_reasons_are_told(client: TestClient) -> None:
    for _ in range(12):
        task = client.get("/api/rate?topic=Bees").json()["task"]
        grade = gold()[int(task["page"])]
        form = {"token": TOKEN, "topic": "Bees", "page": task["page"], "grade": str(grade)}
        answer = client.post("/rate/answer", data=form)
        assert answer.status_code == SEE_OTHER
    page = client.get(answer.headers["location"]).text
    assert re.search(r"You said [01]\.00; the model had guessed [01]\.\d\d\.", page)
    assert "What spoke for it" in page


def test_an_answer_can_be_taken_back_and_changed(client: TestClient, prepared: Collection) -> None:
    task = client.get("/api/rate?topic=Bees").json()["task"]
    post(client, "/rate/answer", topic="Bees", page=task["page"], grade="1")
    status, answer = post(client, "/rate/undo", topic="Bees")
    assert (status, answer["withdrawn"]["page"]) == (OK, task["page"])  # type: ignore[index]
    assert client.get("/api/rate?topic=Bees").json()["task"]["page"] == task["page"]
    post(client, "/rate/answer", topic="Bees", url=URLS[int(task["page"])], grade="0.25")
    listed = client.get("/api/ratings?topic=Bees").json()["ratings"]
    assert [(each["page"], each["grade"]) for each in listed] == [(task["page"], 0.25)]
    assert len(RatingBook(prepared.path).history_of(1)) == 3


def test_a_page_found_by_search_can_be_rated_at_any_time(client: TestClient) -> None:
    url = topic_url("bees", 3)
    assert f"About {url}" in client.get(f"/rate?topic=Bees&url={url}").text
    _, answer = post(client, "/rate/answer", topic="Bees", url=url, grade="1")
    assert answer["rated"]["chosen"] == "search"  # type: ignore[index]


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"topic": "Moon", "page": "1", "grade": "1"}, NOT_FOUND),
        ({"topic": "Bees", "page": "12345", "grade": "1"}, NOT_FOUND),
        ({"topic": "Bees", "page": "9" * 30, "grade": "1"}, BAD),
        ({"topic": "Bees", "url": "no address", "grade": "1"}, BAD),
        ({"topic": "Bees", "url": "http://nowhere.example/", "grade": "1"}, NOT_FOUND),
        ({"topic": "Bees", "url": topic_url("bees", 1), "grade": "0.3"}, BAD),
        ({"topic": "Bees", "url": topic_url("bees", 1)}, BAD),
        ({"topic": "Bees", "url": topic_url("bees", 1), "grade": "1", "rater": "x" * 101}, BAD),
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence_and_nothing_is_written(
    client: TestClient, prepared: Collection, form: dict[str, str], status: int
) -> None:
    found, answer = post(client, "/rate/answer", **form)
    assert found == status
    assert answer["message"]
    assert RatingBook(prepared.path).history_of(1) == []


def test_nobody_rates_without_the_token(client: TestClient, prepared: Collection) -> None:
    form = {"topic": "Bees", "url": topic_url("bees", 1), "grade": "1"}
    assert client.post("/api/rate/answer", data=form).status_code == FORBIDDEN
    with client_of(prepared, policy=ServerPolicy("")) as shut:
        assert "without a token" in shut.get("/rate?topic=Bees").text


def test_a_topic_removed_while_somebody_rates_is_said_and_nothing_is_lost(
    client: TestClient, prepared: Collection
) -> None:
    task = client.get("/api/rate?topic=Bees").json()["task"]
    post(client, "/rate/answer", topic="Bees", page=task["page"], grade="1")
    post(client, "/topics/remove", topic="Bees")
    status, answer = post(client, "/rate/answer", topic="Bees", page=task["page"], grade="0")
    assert status == NOT_FOUND
    assert "Bees" in str(answer["message"])
    assert len(RatingBook(prepared.path).history_of(1)) == 1


def test_topics_are_begun_changed_and_removed_on_their_page(client: TestClient) -> None:
    assert post(client, "/topics/add", name="Wine", criteria="from grapes")[0] == OK
    assert post(client, "/topics/add", name="wine")[0] != OK
    assert post(client, "/topics/add", ready="canteen")[0] == OK
    change = {"topic": "Wine", "name": "Wines", "threshold": "0.25", "whole": "1", "ranked": "1"}
    assert post(client, "/topics/change", **change)[0] == OK
    assert post(client, "/topics/change", topic="Wines", threshold="2")[0] == BAD
    found = {each["name"]: each for each in client.get("/api/topics").json()["topics"]}
    assert set(found) == {"Bees", "Wines", "Canteen menus"}
    assert (found["Wines"]["threshold"], found["Wines"]["ranked"]) == (0.25, True)
    assert found["Canteen menus"]["unwanted"]
    for page in ("/topics", "/topics?lang=de", "/rate?topic=Wines", "/ratings?topic=Wines"):
        assert client.get(page).status_code == OK


def test_pages_that_are_not_prepared_are_said_so(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "new")
    add_topic(collection)
    with client_of(collection) as client:
        answer = client.get("/rate?topic=Bees")
    assert answer.status_code == NOT_FOUND
    assert "not prepared for rating" in answer.text


def test_a_script_that_rates_in_a_hurry_is_borne(client: TestClient, prepared: Collection) -> None:
    pages = [topic_url(topic, number) for topic in TOPICS for number in range(PAGES)]
    for at, url in enumerate(pages * 2):
        status, _ = post(
            client, "/rate/answer", topic="Bees", url=url, grade=str(at % 2), rater="script"
        )
        assert status == OK
    history = RatingBook(prepared.path).history_of(1)
    assert [each.url for each in history if each.chosen == "search"][-3:] == pages[-3:]
    assert len(history) >= 2 * len(pages)
