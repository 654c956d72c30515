"""A site is crawled, changes, and is crawled again: only what changed goes over the wire."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import pytest

from auslese.crawl.frontier.embedded.frontier_file import open_ledger
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import REVISIT, entry_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from tests.changing_site import Article, ChangingSite, serving_changes
from tests.crawls import wait_until
from tests.running import auslese, auslese_json, start_auslese
from tests.site_files import SITE_FILES
from tests.warc_check import assert_archive_is_sound

pytestmark = pytest.mark.slow

MONDAY = "Mon, 02 Nov 2026 10:00:00 GMT"
TUESDAY = "Tue, 03 Nov 2026 10:00:00 GMT"
QUICK = ("--workers", 1, "--delay", "0s")
TAGGED = [f"/tag/{number}" for number in range(6)]
DATED = [f"/date/{number}" for number in range(6)]
PLAIN = [f"/plain/{number}" for number in range(3)]
CHANGED = ["/tag/1", "/date/1", "/plain/1"]
NEW = ["/new/1", "/new/2"]
UNCHANGED_PLAIN = {"/plain/0", "/plain/2"}


def first_site() -> ChangingSite:
    site = ChangingSite()
    site.articles |= {path: Article(f"page {path}", has_tag=True) for path in TAGGED}
    site.articles |= {path: Article(f"page {path}", modified=MONDAY) for path in DATED}
    site.articles |= {path: Article(f"page {path}") for path in PLAIN}
    return site


def change(site: ChangingSite) -> None:
    """Three pages change, two are new (so the front page changes too), one goes."""
    site.articles["/tag/1"] = Article("tag one, new words", has_tag=True)
    site.articles["/date/1"] = Article("date one, new words", modified=TUESDAY)
    site.articles["/plain/1"] = Article("plain one, new words")
    site.articles |= {path: Article(f"page {path}", has_tag=True) for path in NEW}
    site.gone.add("/tag/5")


@pytest.fixture
def site() -> Iterator[ChangingSite]:
    with serving_changes(first_site()) as serving:
        yield serving


@pytest.fixture
def folder(tmp_path: Path, site: ChangingSite) -> Path:
    """A collection that was crawled once."""
    folder = tmp_path / "c"
    auslese("new", folder, "--start", site.url())
    with (folder / "auslese.toml").open("a") as settings:
        settings.write('\n[again]\nrest = "0s"\n')
    auslese("crawl", folder, *QUICK)
    return folder


def crawl_again(folder: Path, *options: object) -> Any:
    return auslese_json("crawl", folder, "--again", *QUICK, *options)


def test_only_what_changed_goes_over_the_wire_again(folder: Path, site: ChangingSite) -> None:
    mark = len(site.log)
    change(site)

    found = crawl_again(folder)

    full = {"/", *CHANGED, *NEW, *UNCHANGED_PLAIN}
    assert {path for path, status in site.since(mark).items() if status == 200} == full
    assert site.since(mark)["/tag/5"] == 410
    quiet = set(TAGGED + DATED) - full - {"/tag/5"}
    assert {path for path, status in site.since(mark).items() if status == 304} == quiet
    assert all(one.size == 0 for one in site.log[mark:] if one.status == 304)
    numbers = {name: found[name] for name in ("new", "changed", "unchanged", "gone")}
    unchanged = len(quiet | UNCHANGED_PLAIN)
    assert numbers == {"new": 2, "changed": 4, "unchanged": unchanged, "gone": 1}
    assert found["pages"] == 2 + 4 + unchanged
    assert found["failed"] == {"http_410": 1}


def test_the_words_at_the_end_say_what_is_new(folder: Path, site: ChangingSite) -> None:
    change(site)

    told = auslese("crawl", folder, "--again", *QUICK).stderr

    assert "16 URLs are due to be seen again; 16 of them in this round" in told
    assert "2 new, 4 changed, 11 unchanged, 1 gone" in told


def test_the_archive_replays_every_visit(folder: Path, site: ChangingSite) -> None:
    change(site)
    crawl_again(folder)

    archive = folder / "archive"
    assert_archive_is_sound(archive)
    segments = [str(path) for path in sorted(archive.glob("*.warc.gz"))]
    checked = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", *segments], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    entries = [
        entry_of(line) for path in archive.glob("*.cdxj") for line in path.read_bytes().splitlines()
    ]
    revisits = [entry for entry in entries if entry.mime == REVISIT]
    assert {entry.url.removeprefix(site.url("")) for entry in revisits} == (
        set(TAGGED + DATED) - {"/tag/1", "/date/1", "/tag/5"} | UNCHANGED_PLAIN
    )
    for entry in revisits:
        path = entry.url.removeprefix(site.url(""))
        assert read_response(archive, entry.capture).body == site.articles[path].body()
    assert sorted({entry.status for entry in revisits}) == ["200", "304"]


def test_the_tables_show_the_pages_of_today_and_keep_the_older_ones(
    folder: Path, site: ChangingSite
) -> None:
    change(site)
    crawl_again(folder)

    with connect(Collection.open(folder)) as tables:
        titles = dict(tables.execute("SELECT url, title FROM pages").fetchall())
        gone = tables.execute("SELECT url FROM pages WHERE gone_at IS NOT NULL").fetchall()
        ever = tables.execute("SELECT count(*) FROM pages_ever").fetchall()
        links = tables.execute("SELECT count(*), count(DISTINCT target) FROM links").fetchall()
    assert titles[site.url("/plain/1")] == "plain one, new words"
    assert len(titles) == 1 + len(TAGGED + DATED + PLAIN) + 2
    assert gone == [(site.url("/tag/5"),)]
    assert ever == [(len(titles) + 4,)]
    assert links == [(17, 17)]


def test_status_and_trace_know_of_both_visits(folder: Path, site: ChangingSite) -> None:
    before = auslese_json("status", folder)
    change(site)
    crawl_again(folder)

    status = auslese_json("status", folder)
    told = auslese("trace", folder, site.url("/tag/1")).stdout
    trace = auslese_json("trace", folder, site.url("/tag/5"))

    assert before["again"]["due"] == before["pages"] == 16
    assert (status["pages"], status["queued"], status["again"]["gone"]) == (17, 0, 1)
    assert sum(status["outcomes"].values()) == status["seen"] == 18
    assert "fetched page (HTTP 200)" in told
    assert "fetched page changed (HTTP 200)" in told
    assert [visit["reason"] for visit in trace["visits"]] == ["page"]
    today = datetime.now(UTC).strftime("%Y-%m-")
    assert trace["detail"].startswith(f"gone, was there on {today}")


def test_a_page_that_comes_back_is_not_gone_any_more(folder: Path, site: ChangingSite) -> None:
    site.gone.add("/tag/5")
    crawl_again(folder)
    site.gone.clear()

    found = crawl_again(folder)

    assert (found["gone"], found["unchanged"], found["failed"]) == (0, 16, {})
    with connect(Collection.open(folder)) as tables:
        gone = tables.execute("SELECT count(*) FROM pages WHERE gone_at IS NOT NULL").fetchall()
    assert gone == [(0,)]
    assert auslese_json("status", folder)["again"]["gone"] == 0


def test_a_page_that_moved_away_is_gone_from_where_it_was(folder: Path, site: ChangingSite) -> None:
    site.moved["/plain/2"] = "/new/3"
    site.articles["/new/3"] = Article("elsewhere")

    found = crawl_again(folder)

    assert (found["gone"], found["new"]) == (1, 1)


def test_without_again_nothing_is_asked_for_twice(folder: Path, site: ChangingSite) -> None:
    mark = len(site.log)
    change(site)

    found = auslese_json("crawl", folder, *QUICK)

    assert site.since(mark) == {}
    assert (found["pages"], found["new"], found["unchanged"]) == (0, 0, 0)


def test_a_page_rests_after_a_visit(folder: Path, site: ChangingSite) -> None:
    text = (folder / "auslese.toml").read_text()
    (folder / "auslese.toml").write_text(text.replace('rest = "0s"', 'rest = "1h"'))
    mark = len(site.log)

    told = auslese("crawl", folder, "--again", *QUICK).stderr

    assert "nothing is due to be seen again" in told
    assert "0 pages" not in told
    assert site.since(mark) == {}


def test_a_round_that_was_cut_short_goes_on_with_or_without_again(
    folder: Path, site: ChangingSite
) -> None:
    mark = len(site.log)
    first = crawl_again(folder, "--max-pages", 6)
    between = auslese_json("status", folder)

    second = crawl_again(folder, "--max-pages", 5)
    third = auslese_json("crawl", folder, *QUICK)

    runs = [first, second, third]
    assert [run["unchanged"] for run in runs] == [6, 5, 5]
    assert (between["pages"], between["queued"], between["again"]["waiting"]) == (16, 10, 10)
    asked = [one.path for one in site.log[mark:] if one.path not in SITE_FILES]
    assert len(asked) == len(set(asked)) == 16


def test_a_round_that_is_killed_goes_on_as_a_round(folder: Path, site: ChangingSite) -> None:
    change(site)
    mark = len(site.log)
    crawl = start_auslese("crawl", folder, "--again", "--workers", 1, "--delay", "300ms")
    try:
        wait_until(lambda: len(site.since(mark)) >= 4)
        killed = psutil.Process(crawl.pid)
        for process in [*killed.children(recursive=True), killed]:
            process.kill()
    finally:
        crawl.wait()

    auslese("crawl", folder, *QUICK)

    status = auslese_json("status", folder)
    assert (status["pages"], status["queued"], status["again"]["waiting"]) == (17, 0, 0)
    assert status["outcomes"] == {
        "failed.http_410": 1,
        "fetched.page": 6,
        "fetched.unchanged": 11,
    }
    asked = Counter(one.path for one in site.log[mark:] if one.path not in SITE_FILES)
    assert set(asked) == {"/", *TAGGED, *DATED, *PLAIN, *NEW}
    assert sum(asked.values()) <= len(asked) + 2  # what was under way and unreported at the kill
    assert all(one.conditions[0] for one in site.log[mark:] if one.path in TAGGED)
    assert_archive_is_sound(folder / "archive")


def test_a_budget_is_kept_and_rates_are_learnt(folder: Path, site: ChangingSite) -> None:
    """`/plain/1` changes before every visit, so it is among the few that are asked for."""
    for round in range(4):
        site.articles["/plain/1"] = Article(f"version {round}")
        crawl_again(folder)
    site.articles["/plain/1"] = Article("the last version")
    mark = len(site.log)

    found = crawl_again(folder, "--budget", 3)

    assert len(site.since(mark)) == 3
    assert site.since(mark)["/plain/1"] == 200
    assert (found["changed"], found["unchanged"]) == (1, 2)
    with open_ledger(folder / "frontier.db") as db:
        checks = db.execute(
            "SELECT checks, changes FROM page JOIN url ON url.id = url_id WHERE text = ?",
            (site.url("/plain/1"),),
        ).fetchone()
    db.close()
    assert checks == (5, 5)
