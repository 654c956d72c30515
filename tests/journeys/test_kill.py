"""A crawl that is killed again and again: what the server saw proves that nothing went wrong."""

import random
import subprocess
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import duckdb
import psutil
import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.running import auslese, auslese_json, start_auslese
from tests.site_files import SITE_FILES
from tests.toyweb import Request, ToyWeb, all_pages, private_pages, read_log, serving
from tests.warc_check import assert_archive_is_sound

KILLS = 32
DELAY = 0.25
OPTIONS = ("--workers", 2, "--delay", f"{DELAY}s")
# A page may be fetched twice only if it was under way at a kill: asked for so short before it that
# its answer, its report (every 0.2 s) and the commit could not be over. Ample, for slow machines.
UNDER_WAY_SECONDS = 4.0
WEB = ToyWeb(seed=11, hosts=8, pages_per_host=120, private_per_host=3)


def kill_one(crawl: "subprocess.Popen[bytes]", dice: random.Random) -> bool:
    """Kill -9 the coordinator or one of its workers; whether the whole crawl is dead now."""
    coordinator = psutil.Process(crawl.pid)
    victims = [coordinator, *coordinator.children(recursive=True)]
    victim = dice.choice(victims)
    victim.kill()
    if victim == coordinator:
        crawl.wait()
        return True
    return False


def crawl_under_fire(folder: Path, dice: random.Random) -> list[float]:
    """Crawl to the end, killing some process KILLS times on the way; when it was done."""
    kills: list[float] = []
    while len(kills) < KILLS:
        crawl = start_auslese("crawl", folder, *OPTIONS)
        while len(kills) < KILLS:
            time.sleep(dice.uniform(0.05, 1.6))
            assert crawl.poll() is None, "the web is too small: the crawl was done too early"
            dead = kill_one(crawl, dice)
            kills.append(time.monotonic())
            if dead:
                break
        else:
            assert crawl.wait(timeout=300) == 0
            return kills
    auslese("crawl", folder, *OPTIONS)
    return kills


@pytest.mark.slow
def test_a_crawl_killed_again_and_again_loses_nothing_and_stays_polite(tmp_path: Path) -> None:
    folder, log = tmp_path / "web", tmp_path / "requests.log"
    dice = random.Random(2026)
    with serving(WEB, log) as port:
        auslese("new", folder, "--start", WEB.start_url(port), "--allow", ".localhost")
        # All hosts of the toy web are at one address; in turn they would take minutes.
        write_setting(folder / "auslese.toml", "politeness.address_delay", "0s")
        kills = crawl_under_fire(folder, dice)
        status = auslese_json("status", folder)
        pages, private = all_pages(WEB, port), private_pages(WEB, port)

    requests = read_log(log)
    assert len(kills) >= 30
    assert_every_page_was_fetched(requests, port, pages, private)
    assert_only_what_was_under_way_came_twice(requests, kills)
    assert_never_closer_than_the_delay(requests)
    assert status["queued"] == 0
    assert status["outcomes"] == {"fetched.page": len(pages), "refused.robots": len(private)}
    assert sum(status["outcomes"].values()) == status["seen"]
    assert_archive_is_sound(folder / "archive")
    assert_tables_hold_every_page_once(folder, pages)


def assert_every_page_was_fetched(
    requests: list[Request], port: int, pages: set[str], private: set[str]
) -> None:
    fetched = {f"http://{request.host}:{port}{request.path}" for request in requests}
    assert pages <= fetched, f"lost: {sorted(pages - fetched)[:5]}"
    assert not private & fetched


def assert_only_what_was_under_way_came_twice(requests: list[Request], kills: list[float]) -> None:
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for request in requests:
        if request.path not in SITE_FILES:
            times[request.host, request.path].append(request.monotonic_seconds)
    for page, moments in times.items():
        for earlier in sorted(moments)[:-1]:
            assert any(0 <= kill - earlier < UNDER_WAY_SECONDS for kill in kills), (
                f"{page} was fetched again without need"
            )


def assert_never_closer_than_the_delay(requests: list[Request]) -> None:
    by_host: dict[str, list[float]] = defaultdict(list)
    for request in requests:
        by_host[request.host].append(request.monotonic_seconds)
    for host, moments in by_host.items():
        moments.sort()
        closest = min(b - a for a, b in pairwise(moments))
        assert closest >= DELAY, f"{host} was asked again after {closest:.3f} s"


def assert_tables_hold_every_page_once(folder: Path, pages: set[str]) -> None:
    tables = duckdb.connect()
    rows = tables.execute(
        f"SELECT url, count(*) FROM '{folder}/tables/pages/*.parquet' GROUP BY url"
    )
    counts = dict(rows.fetchall())
    assert set(counts) == pages
    assert set(counts.values()) == {1}
