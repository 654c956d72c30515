"""The page of the crawl, and who may change something there."""

import json
import os
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auslese.recipes.crawling.crawl_control import (
    CONTROL_FILE,
    is_pause_requested,
    is_stop_requested,
)
from auslese.recipes.crawling.live_state import LIVE_FILE
from auslese.recipes.settings.settings_loading import settings_of
from auslese.serve.pages.crawl_pages import brake_of
from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import LOCK_FILE, Collection
from tests.serve.page_check import assert_sound
from tests.serve.served import LOCAL, TOKEN, client_of
from tests.small_collection import crawled_collection

LIVE = {"pages": 5, "bytes": 9000, "seconds": 61.0, "waiting": 7, "leased": 1, "hosts": 2}


@pytest.fixture
def crawled(tmp_path: Path) -> Collection:
    return crawled_collection(tmp_path / "crawled")


def seem_to_crawl(collection: Collection, brake: str = "nothing left to do") -> None:
    """Leave what a running crawl leaves; this process stands for it."""
    live = LIVE | {"workers": 2, "brake": brake, "at": time.time()}
    (collection.path / LIVE_FILE).write_text(json.dumps(live))
    (collection.path / LOCK_FILE).write_text(f"{os.getpid()}\n")


def post(client: TestClient, act: str, token: str = TOKEN, **values: str) -> int:
    return client.post(f"/crawl/{act}", data={"token": token, **values}).status_code


def test_the_page_tells_what_the_frontier_knows(crawled: Collection) -> None:
    with client_of(crawled) as client:
        told = client.get("/crawl.json").json()
        page = assert_sound(client.get("/crawl").text)

    assert (told["state"], told["pages"], told["seen"]) == ("idle", 1, 7)
    assert told["outcomes"]["refused.scope"] == 4
    assert told["outside"]["list"][0]["host"] == "b.example"
    assert "b.example" in "".join(page.text)


def test_a_running_crawl_is_told_in_a_sentence_with_its_brake(crawled: Collection) -> None:
    seem_to_crawl(crawled, "politeness: the next host may be asked in 0.7 s")
    with client_of(crawled) as client:
        english, german = (client.get(f"/crawl?lang={door}").text for door in ("en", "de"))

    assert "politeness: the next host may be asked in 0.7 s" in english
    assert "Höflichkeit: der nächste Rechner darf in 0,7 s befragt werden" in german
    assert 'http-equiv="refresh"' in english
    assert_sound(english)


def test_when_all_are_at_work_the_sentence_names_the_host_that_takes_longest() -> None:
    live = {"brake": "all hosts that may be asked now are being asked"}
    slow = "a.example alone needs 3 min at one request every 1.0 s"

    assert brake_of({"live": live, "forecast": {"brake": slow}}) == slow
    assert brake_of({"live": live, "forecast": {"brake": ""}}) == live["brake"]
    assert brake_of({"live": {"brake": "paused"}, "forecast": {"brake": slow}}) == "paused"
    assert brake_of({"live": None, "forecast": {"brake": slow}}) == ""


def test_a_page_renews_itself_only_while_a_crawl_runs(crawled: Collection) -> None:
    with client_of(crawled) as client:
        assert "http-equiv" not in client.get("/crawl").text
        seem_to_crawl(crawled)
        assert "http-equiv" in client.get("/crawl").text


def test_pause_resume_and_stop_leave_their_wishes(crawled: Collection) -> None:
    seem_to_crawl(crawled)
    with client_of(crawled) as client:
        assert post(client, "pause") == 303
        assert is_pause_requested(crawled.path)
        assert client.get("/crawl.json").json()["state"] == "paused"
        assert post(client, "resume") == 303
        assert not is_pause_requested(crawled.path)
        assert post(client, "stop") == 303
        assert is_stop_requested(crawled.path)
        assert client.get("/crawl.json").json()["state"] == "stopping"


def test_what_no_crawl_hears_is_a_conflict(crawled: Collection) -> None:
    with client_of(crawled) as client:
        assert [post(client, act) for act in ("pause", "resume", "stop")] == [409] * 3

    assert not (crawled.path / CONTROL_FILE).exists()


@pytest.mark.parametrize("token", ["", "wrong", TOKEN + "x", "ä"])
@pytest.mark.parametrize("act", ["pause", "stop", "allow"])
def test_nothing_changes_without_the_token(crawled: Collection, act: str, token: str) -> None:
    seem_to_crawl(crawled)
    before = crawled.settings.read_text()
    with client_of(crawled) as client:
        assert post(client, act, token, rule="b.example") == 403

    assert not (crawled.path / CONTROL_FILE).exists()
    assert crawled.settings.read_text() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://127.0.0.1.evil.example"},
        {"origin": "http://127.0.0.1:81"},
        {"origin": "127.0.0.1"},
    ],
)
def test_a_form_of_another_page_changes_nothing(
    crawled: Collection, headers: dict[str, str]
) -> None:
    seem_to_crawl(crawled)
    with client_of(crawled) as client:
        answer = client.post("/crawl/pause", data={"token": TOKEN}, headers=headers)

    assert answer.status_code == 403
    assert not is_pause_requested(crawled.path)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": LOCAL},
        {"origin": LOCAL.replace("http:", "https:")},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {},
    ],
)
def test_a_form_of_our_own_page_does(crawled: Collection, headers: dict[str, str]) -> None:
    seem_to_crawl(crawled)
    with client_of(crawled) as client:
        answer = client.post("/crawl/pause", data={"token": TOKEN}, headers=headers)

    assert answer.status_code == 303


def test_programs_show_the_token_as_a_bearer(crawled: Collection) -> None:
    with client_of(crawled) as client:
        answer = client.post(
            "/api/crawl/allow",
            data={"rule": "b.example"},
            headers={"authorization": f"Bearer {TOKEN}"},
        )

    assert answer.json() == {"done": "allow"}
    assert settings_of(crawled).presence.allow == ("b.example",)


def test_a_click_takes_in_what_lies_outside(crawled: Collection) -> None:
    with client_of(crawled) as client:
        tried = client.get("/crawl.json?rule=b.example&side=allow").json()["tried"]
        assert (tried["added"], tried["dropped"]) == (2, 0)
        assert post(client, "allow", rule="b.example") == 303
        rules = client.get("/crawl.json").json()["rules"]["rules"]
        assert {"rule": "allow: host b.example", "allowed": True, "urls": 2} in rules

    assert settings_of(crawled).presence.allow == ("b.example",)


@pytest.mark.parametrize("rule", ["", "re:(", "x" * 501, 'a"\n[limits]\npages = 1'])
def test_a_rule_that_is_none_is_refused_and_not_written(crawled: Collection, rule: str) -> None:
    before = crawled.settings.read_text()
    with client_of(crawled) as client:
        assert post(client, "deny", rule=rule) == 400

    assert crawled.settings.read_text() == before


def test_a_form_that_is_too_long_is_refused(crawled: Collection) -> None:
    with client_of(crawled) as client:
        assert post(client, "allow", rule="x" * 20_000) == 400


@pytest.mark.parametrize("slow_one", [".*.*.*.*.*.*.*.*!", "(?:a|a)" * 60 + "!", "a?" * 60 + "!"])
def test_an_expression_that_would_hold_up_the_server_is_not_tried(
    crawled: Collection, slow_one: str
) -> None:
    with client_of(crawled) as client:
        slow = client.get("/crawl.json", params={"rule": f"re:{slow_one}", "side": "deny"})
        fast = client.get("/crawl.json", params={"rule": "re:/a.*!", "side": "deny"})

    assert "too many repeats" in slow.json()["tried"]["problem"]
    assert fast.json()["tried"]["problem"] == ""


def test_a_form_of_many_fields_is_refused(crawled: Collection) -> None:
    with client_of(crawled) as client:
        assert client.post("/crawl/allow", content="a=1&" * 100).status_code == 400


def test_a_server_for_others_shows_no_token_and_asks_for_it(crawled: Collection) -> None:
    seem_to_crawl(crawled)
    policy = ServerPolicy(TOKEN, is_local=False, asks_token=True)
    with client_of(crawled, policy=policy) as client:
        page = client.get("/crawl").text
        assert TOKEN not in page
        assert 'type="password"' in page
        assert str(crawled.path) not in page


def test_a_server_for_others_without_a_token_changes_nothing(crawled: Collection) -> None:
    seem_to_crawl(crawled)
    with client_of(crawled, policy=ServerPolicy("", is_local=False, asks_token=True)) as client:
        assert "/crawl/pause" not in client.get("/crawl").text
        assert post(client, "pause", "") == 403
