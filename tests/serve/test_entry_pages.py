"""Institutions and projects on the server: shown apart, entered by a form, checked by somebody."""

import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from auslese.recipes.curating.entered_records import curated_row, put, submission_of
from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordJournal
from auslese.store.records.record_table import ROBOT, replace_records
from tests.serve.page_check import assert_sound
from tests.serve.served import INJECTED, SITE, TOKEN, client_of

ABROAD = ServerPolicy(TOKEN, is_local=False, asks_token=True)
MILL = {"name": "Chair of Mills", "person": "A. Adler", "research": "wind\nwater"}
OPEN = "[records]\npublic = true\nself_entry = true\n"
PUBLIC = "[records]\npublic = true\n"
KEY = 2**62


@pytest.fixture
def here(collection: Collection, tmp_path: Path) -> Collection:
    """A collection with a record of people, its project, and two of robots."""
    shutil.copytree(collection.path, tmp_path / "bees")
    made = Collection.open(tmp_path / "bees")
    wishes = [submission_of("institution", MILL | {"address": f"{SITE}/mill"})]
    wishes.append(submission_of("project", {"name": "Wheels"})._replace(parent=-1))
    mill, wheels = map(curated_row, put(made, wishes))
    robot = mill._replace(id=KEY, source=ROBOT, wrapper="w", url=f"{SITE}/hive")
    evil = {"name": "name", "value": INJECTED}
    robots = [robot, wheels._replace(id=7, source=ROBOT, wrapper="w", parent=KEY, fields=[evil])]
    replace_records(made.tables, ["w"], robots)
    return made


@pytest.fixture
def client(here: Collection) -> Iterator[TestClient]:
    with client_of(here) as asking:
        yield asking


def shown(client: TestClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    assert_sound(answer.text)
    return unescape(answer.text)


def served_with(here: Collection, settings: str, policy: ServerPolicy = ABROAD) -> TestClient:
    path = here.path / "auslese.toml"
    path.write_text(f"{path.read_text()}\n{settings}")
    return client_of(here, policy=policy)


def send(client: TestClient, path: str, status: int = 303, /, **form: str) -> Any:
    answer = client.post(path, data=form)
    assert answer.status_code == status, answer.text
    return answer


# -- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_sound_in_both_languages(client: TestClient, language: str) -> None:
    send(client, "/records/submit", kind="institution", name=INJECTED, token=TOKEN)
    change = {"name": "Old Mill", "key": "1"}
    send(client, "/records/submit", 303, kind="institution", **change, token=TOKEN)
    for address in (
        "/records?",
        "/records?source=robot&q=honey",
        "/records?kind=none&",
        "/records/entry?key=1",
        f"/records/entry?source=robot&key={KEY}",
        "/records/entry?source=robot&key=7",
        "/records/enter?kind=project&parent=1",
        "/records/enter?key=1",
        "/records/enter?sent=3&",
        "/records/check?done=accept&number=3",
    ):
        assert "<script>alert" not in client.get(f"{address}&lang={language}").text
        shown(client, f"{address}&lang={language}")


def test_what_robots_found_stands_apart_from_what_people_checked(client: TestClient) -> None:
    found = client.get("/api/records").json()
    page = shown(client, "/records")

    assert [each["called"] for each in found["curated"]["records"]] == ["Wheels", "Chair of Mills"]
    assert {each["key"] for each in found["robot"]["records"]} == {str(KEY), "7"}
    assert page.index("Entered by people and checked") < page.index("Found by robots, not checked")
    assert "Nobody has looked at each of them" in page
    assert "not checked" in shown(client, f"/records/entry?source=robot&key={KEY}")
    assert "not checked" not in shown(client, "/records/entry?key=1")


def test_records_are_found_by_what_stands_in_them(client: TestClient) -> None:
    found = client.get("/api/records", params={"q": "WIND", "kind": "institution"}).json()

    assert (found["curated"]["total"], found["robot"]["total"]) == (1, 1)
    assert client.get("/api/records?source=curated&q=none").json()["curated"]["total"] == 0


def test_a_record_shows_its_institution_and_its_projects(client: TestClient) -> None:
    mill = client.get("/api/records/entry?key=1").json()
    wheels = client.get("/api/records/entry?key=2").json()

    assert mill["children"] == [{"key": "2", "called": "Wheels"}]
    assert wheels["parent"] == {"key": "1", "called": "Chair of Mills"}
    assert mill["fields"]["research"] == ["wind\nwater"]
    robot = client.get(f"/api/records/entry?source=robot&key={KEY}").json()
    assert [each["key"] for each in robot["children"]] == ["7"]


@pytest.mark.parametrize("key", ["", "9", "x", "1" * 40, "-1"])
def test_a_record_that_is_not_there_is_not_found(client: TestClient, key: str) -> None:
    for source in ("curated", "robot"):
        shown(client, f"/records/entry?source={source}&key={key}", 404)


# -- entering and checking ------------------------------------------------------------------------


def test_what_was_sent_waits_and_stands_there_when_it_is_accepted(
    client: TestClient, here: Collection
) -> None:
    sent = send(client, "/records/submit", kind="project", name="Sails", parent="1", token=TOKEN)
    assert sent.headers["location"] == "/records/enter?kind=project&sent=3"
    assert "Sails" not in shown(client, "/records")
    assert "Sails" in shown(client, "/records/check")

    send(client, "/records/decide", number="3", decision="accept", token=TOKEN)

    assert "Sails" in shown(client, "/records")
    assert "Nothing waits" in shown(client, "/records/check")
    assert RecordJournal(here.path).record(3).parent == 1
    send(client, "/records/remove", key="3", token=TOKEN)
    assert "Sails" not in shown(client, "/records")


def test_what_does_not_fit_is_told_and_nothing_typed_is_lost(client: TestClient) -> None:
    form = {"kind": "institution", "name": "Mill", "research": "much work", "created": "soon"}
    answer = send(client, "/records/submit", 400, **form, token=TOKEN)

    assert_sound(answer.text)
    assert "&#39;soon&#39; is no day" in answer.text
    assert "much work</textarea>" in answer.text
    told = send(client, "/api/records/submit", 400, **form, token=TOKEN).json()
    assert told["error"] == "bad_request"
    send(client, "/records/submit", 400, kind="firm", name="a", token=TOKEN)
    send(client, "/records/decide", 404, number="99", decision="accept", token=TOKEN)
    send(client, "/records/decide", 400, number="1", decision="perhaps", token=TOKEN)
    send(client, "/records/remove", 400, key="1", token=TOKEN)


def test_a_long_record_fits_into_the_form(client: TestClient) -> None:
    form = {"research": "ä" * 9_000, "teaching": "ö" * 9_000, "name": "Mill"}

    send(client, "/records/submit", 303, kind="institution", **form, token=TOKEN)


# -- from other machines --------------------------------------------------------------------------


def test_others_see_no_records_unless_the_settings_say_so(here: Collection) -> None:
    with client_of(here, policy=ABROAD) as client:
        for address in ("/records", "/records/entry?key=1", "/records/enter?key=1"):
            shown(client, address, 404)
        assert "/records" not in client.get("/").text
    with served_with(here, PUBLIC) as client:
        assert "Chair of Mills" in shown(client, "/records")
        assert 'href="/records"' in client.get("/").text


def test_others_enter_records_without_a_token_only_where_the_settings_say_so(
    here: Collection,
) -> None:
    form = {"kind": "institution", "name": "Sails"}
    with served_with(here, PUBLIC) as client:
        send(client, "/records/submit", 403, **form)
        assert 'name="token"' in client.get("/records/enter").text
    with served_with(here, "self_entry = true") as client:
        assert 'name="token"' not in client.get("/records/enter").text
        send(client, "/records/submit", 303, **form)
        # From a page of another site it is refused all the same.
        foreign = client.post(
            "/records/submit", data=form, headers={"origin": "http://evil.example"}
        )
        assert foreign.status_code == 403


def test_what_nobody_has_checked_is_shown_to_those_with_the_token_alone(here: Collection) -> None:
    with served_with(here, OPEN) as client:
        send(client, "/records/submit", kind="institution", name="Spam", sender="a@b.example")
        assert "Spam" not in shown(client, "/records/check")
        assert "Spam" not in client.get("/api/records/check").text
        send(client, "/records/waiting", 403)
        send(client, "/records/decide", 403, number="3", decision="accept")
        send(client, "/records/remove", 403, key="2")

        waiting = send(client, "/records/waiting", 200, token=TOKEN)
        assert "Spam" in waiting.text
        assert "a@b.example" in waiting.text
        send(client, "/records/decide", number="3", decision="accept", token=TOKEN)
        assert "Spam" in shown(client, "/records")
        assert "a@b.example" not in client.get("/records/entry?key=3").text


def test_without_a_token_the_server_says_who_can_enter_records(here: Collection) -> None:
    with client_of(here, policy=ServerPolicy("")) as client:
        assert "auslese records add" in shown(client, "/records/enter")
