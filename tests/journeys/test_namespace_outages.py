"""Cables are pulled out and hosts vanish in silence while a real crawl runs: nothing is lost.

What counts is what the servers themselves noted. Their web is at the other end of a cable that only
this test has: `tests/silent_web.py`. `tests/journeys/test_outages.py` has servers that refuse.
"""

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawls import wait_until
from tests.running import auslese, auslese_json
from tests.silent_web import NETWORK, CabledWeb, SilentWeb, cabled_web

pytestmark = pytest.mark.slow

QUICK = ("--workers", 2, "--delay", "0s", "--json")
# Short patience, so that a lost packet costs a second and not half a minute.
SHORT = {"connect_timeout": "700ms", "request_timeout": "700ms", "longest_pause": "1s"}


def collection_for(folder: Path, cabled: CabledWeb, **settings: object) -> Path:
    rules = ("--scope", "none", "--allow", NETWORK)
    auslese("new", folder, "--start", cabled.web.start_url(), *rules)
    for name, value in (SHORT | settings).items():
        write_setting(folder / "auslese.toml", f"crawl.{name}", value)
    write_setting(folder / "auslese.toml", "politeness.address_delay", "0s")
    return folder


def status_when(folder: Path, key: str) -> Any:
    """What `status` says as soon as it has something to say of that."""
    while not (status := auslese_json("status", folder))[key]:
        time.sleep(0.1)
    return status


def live_brake(folder: Path) -> str:
    """What the running crawl says that it waits for."""
    try:
        return str(json.loads((folder / "live.json").read_text("utf-8"))["brake"])
    except (OSError, ValueError):
        return ""


class Vanished(NamedTuple):
    """A crawl in which a host with 1,001 URLs vanished, and another had seven pages that hang."""

    web: SilentWeb
    meanwhile: Any
    """What `status` said while the host was away."""
    asked_meanwhile: set[str]
    """Hosts that were asked for something while it was away."""
    after: Any
    """What `status` said when it had been back for a while, and the crawl was stopped."""
    served: set[tuple[str, str]]
    code: int


@pytest.fixture(scope="module")
def vanished(tmp_path_factory: pytest.TempPathFactory) -> Vanished:
    place = tmp_path_factory.mktemp("vanished")
    web = SilentWeb(hosts=4, pages=3, large=1001, hanging=7)
    with cabled_web(place, web) as cabled:
        folder = collection_for(place / "web", cabled, retries=1)
        crawl = cabled.start("crawl", folder, *QUICK)
        wait_until(lambda: ("h1.example", "/p0") in cabled.served())
        wait_until(lambda: pages_of(cabled, "h0.example") > 20)
        cabled.hide(0)
        before = len(cabled.requests())
        meanwhile = status_when(folder, "unreachable")
        wait_until(lambda: pages_of(cabled, "h1.example") == web.pages + web.hanging)
        asked = {request.host for request in cabled.requests()[before:]}
        away = pages_of(cabled, "h0.example")
        cabled.show(0)
        wait_until(lambda: pages_of(cabled, "h0.example") > away + 20)
        crawl.terminate()
        crawl.communicate(timeout=300)
        after = auslese_json("status", folder)
        return Vanished(web, meanwhile, asked, after, cabled.served(), crawl.returncode)


def pages_of(cabled: CabledWeb, name: str) -> int:
    return len([path for host, path in cabled.served() if host == name])


def test_a_host_that_vanishes_in_silence_is_waited_for_and_loses_nothing(
    vanished: Vanished,
) -> None:
    (down,) = vanished.meanwhile["unreachable"]
    outcomes = vanished.after["outcomes"]

    assert (down["host"], down["reason"], down["has_answered"]) == ("h0.example", "connect", True)
    assert down["waiting"] > 900
    assert vanished.asked_meanwhile & {"h1.example", "h2.example", "h3.example"}
    assert vanished.after["unreachable"] == []
    assert set(outcomes) <= {"fetched.page", "failed.timeout"}  # those that hang
    assert sum(outcomes.values()) + vanished.after["queued"] == 1001 + 3 * vanished.web.pages + 7
    assert vanished.code == 143


def test_seven_pages_that_hang_cost_no_good_one(vanished: Vanished) -> None:
    paths = {path for host, path in vanished.served if host == "h1.example"}

    assert len([path for path in paths if path.startswith("/hanging")]) == 7
    assert paths.issuperset(vanished.web.paths("h1.example"))
    assert vanished.after["outcomes"].get("failed.timeout", 0) <= 7


def test_if_the_cable_is_pulled_out_the_crawl_pauses_and_then_fetches_everything(
    tmp_path: Path,
) -> None:
    web = SilentWeb(hosts=40, pages=12, seconds=0.05)
    with cabled_web(tmp_path, web) as cabled:
        folder = collection_for(tmp_path / "web", cabled)
        crawl = cabled.start("crawl", folder, *QUICK)
        wait_until(lambda: len({request.host for request in cabled.requests()}) == web.hosts)
        wait_until(lambda: len(cabled.served()) > 100)
        cabled.pull_out()
        wait_until(lambda: "our own connection" in live_brake(folder))
        outcomes = auslese_json("status", folder)["outcomes"]
        cabled.plug_in()
        printed, said = crawl.communicate(timeout=300)
        summary = json.loads(printed)
        served = cabled.served()

    assert set(outcomes) == {"fetched.page"}  # nothing was charged to anybody
    assert said.count("our own connection seems to be down; the crawl pauses and goes on") == 1
    assert said.count("hosts answer again: the crawl goes on") == 1
    assert crawl.returncode == 0
    assert (summary["pages"], summary["failed"], summary["unreachable"]) == (40 * 12, {}, [])
    assert served == web.good_pages()
