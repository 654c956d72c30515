"""Servers stop and start again while a crawl runs: nothing that waits is lost."""

import json
import socket
import subprocess
from pathlib import Path

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawls import wait_until
from tests.running import AUSLESE, auslese, auslese_json, environment
from tests.toyweb import ToyWeb, all_pages, read_log, serving

pytestmark = pytest.mark.slow

QUICK = ("--workers", 1, "--delay", "0s")
SLOWLY = 0.02  # seconds for an answer: the server is stopped while there is something to do


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def collection_of(place: Path, web: ToyWeb, port: int, **settings: object) -> Path:
    folder = place / "web"
    auslese("new", folder, "--start", web.start_url(port), "--allow", ".localhost")
    for name, value in ({"longest_pause": "1s"} | settings).items():
        write_setting(folder / "auslese.toml", f"crawl.{name}", value)
    return folder


def start_crawl(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*AUSLESE, "crawl", str(folder), *map(str, QUICK), "--json"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def crawl_until_it_stops(folder: Path, web: ToyWeb, port: int) -> "subprocess.Popen[str]":
    """Crawl some pages; then the server stops, and the crawl has noticed it."""
    log = folder.parent / "requests.log"
    with serving(web, log, seconds=SLOWLY, port=port):
        crawl = start_crawl(folder)
        wait_until(lambda: log.exists() and len(read_log(log)) > 10)
    wait_until(lambda: auslese_json("status", folder)["unreachable"])
    return crawl


def test_a_failed_start_page_is_tried_at_once_by_the_next_command(tmp_path: Path) -> None:
    web, port = ToyWeb(hosts=1, pages_per_host=3), free_port()
    folder = collection_of(tmp_path, web, port, retries=0)

    vain = auslese("crawl", folder, *QUICK, code=1)
    with serving(web, tmp_path / "requests.log", port=port):
        found = auslese_json("crawl", folder, *QUICK)
        done = auslese("crawl", folder, *QUICK)

    assert "connection refused" in vain.stderr
    assert "no page could be fetched: connect; the same command tries" in vain.stderr
    assert (found["pages"], found["failed"], found["unreachable"]) == (3, {}, [])
    assert "nothing is left to fetch" in done.stderr
    trace = auslese_json("trace", folder, web.start_url(port))
    assert [visit["reason"] for visit in trace["visits"]] == ["connect"]


def test_what_waits_keeps_waiting_while_its_server_is_down(tmp_path: Path) -> None:
    web, port = ToyWeb(hosts=1, pages_per_host=80), free_port()
    folder = collection_of(tmp_path, web, port)
    crawl = crawl_until_it_stops(folder, web, port)

    (down,) = auslese_json("status", folder)["unreachable"]
    words = auslese("status", folder).stdout
    with serving(web, tmp_path / "more.log", port=port):
        printed, _ = crawl.communicate(timeout=300)
    summary = json.loads(printed)

    assert (down["host"], down["reason"], down["detail"]) == (
        "h0.localhost",
        "connect",
        "connection refused",
    )
    assert down["waiting"] > 10
    assert down["has_answered"]
    assert "h0.localhost: connection refused" in words
    assert crawl.returncode == 0
    assert (summary["pages"], summary["failed"]) == (len(all_pages(web, port)), {})


def test_a_host_that_stays_silent_past_its_patience_ends_with_that_reason(tmp_path: Path) -> None:
    web, port = ToyWeb(hosts=1, pages_per_host=80), free_port()
    folder = collection_of(tmp_path, web, port, patience="3s")

    crawl = crawl_until_it_stops(folder, web, port)
    printed, _ = crawl.communicate(timeout=300)
    summary = json.loads(printed)

    (missed,) = summary["unreachable"]
    assert crawl.returncode == 4
    assert summary["pages"] > 0
    assert missed["host"] == "h0.localhost"
    assert missed["ended"] == summary["failed"]["connect"] > 10
    assert auslese_json("status", folder)["queued"] == 0


def test_a_crawl_that_is_stopped_meanwhile_goes_on_at_once(tmp_path: Path) -> None:
    web, port = ToyWeb(hosts=1, pages_per_host=80), free_port()
    folder = collection_of(tmp_path, web, port, longest_pause="1h")
    crawl = crawl_until_it_stops(folder, web, port)
    crawl.terminate()
    crawl.communicate(timeout=300)

    with serving(web, tmp_path / "more.log", port=port):
        found = auslese_json("crawl", folder, *QUICK)

    assert crawl.returncode == 143
    assert (found["failed"], found["queued"]) == ({}, 0)
    assert auslese_json("status", folder)["pages"] == len(all_pages(web, port))


def test_if_no_host_can_be_reached_the_crawl_pauses_and_goes_on_by_itself(tmp_path: Path) -> None:
    web, port = ToyWeb(hosts=4, pages_per_host=40), free_port()
    folder = collection_of(tmp_path, web, port)
    log = tmp_path / "requests.log"
    with serving(web, log, seconds=SLOWLY, port=port):
        crawl = start_crawl(folder)
        wait_until(lambda: log.exists() and len({one.host for one in read_log(log)}) == web.hosts)
        wait_until(lambda: len(read_log(log)) > 30)
    wait_until(lambda: "our own connection" in live_brake(folder))
    with serving(web, tmp_path / "more.log", port=port):
        printed, said = crawl.communicate(timeout=300)

    summary = json.loads(printed)
    assert "our own connection seems to be down; the crawl pauses" in said
    assert "hosts answer again: the crawl goes on" in said
    assert crawl.returncode == 0
    assert (summary["pages"], summary["failed"]) == (len(all_pages(web, port)), {})


def live_brake(folder: Path) -> str:
    """What the running crawl says that it waits for."""
    try:
        return str(json.loads((folder / "live.json").read_text("utf-8"))["brake"])
    except (OSError, ValueError):
        return ""
