"""`auslese crawl` keeps its word: limits, signals, streams, and going on where it stopped."""

import json
import signal
from collections import Counter
from pathlib import Path

import psutil
import pytest
from tests.crawls import Toy, toy_collection, wait_until, worker_processes
from tests.running import auslese, auslese_json, start_auslese
from tests.toyweb import ToyWeb, all_pages, private_pages
from tests.warc_check import assert_archive_is_sound

from auslese.cli.crawling.crawl_command import crawl_report, ending_in_words, refuse_emptiness
from auslese.recipes.crawling.crawl_run import CrawlSummary
from auslese.records.errors import PolicyError

SMALL = ToyWeb(seed=5, hosts=2, pages_per_host=8, private_per_host=1)
QUICK = ("--workers", 1, "--delay", "0s")
PROMISED = ["pages", "fetched", "refused", "failed", "duplicates", "bytes", "hosts", "seconds"]
PROMISED += ["pages_per_second", "cpu_seconds", "max_rss_mb"]
OURS = ["ending", "queued", "repaired", "new", "changed", "unchanged", "gone", "unreachable"]
OURS += ["known", "near_copies"]


def summary(**changes: object) -> CrawlSummary:
    numbers = dict.fromkeys(PROMISED, 0)
    given = {**numbers, "refused": {}, "failed": {}, "ending": "finished", "queued": 0, **changes}
    return CrawlSummary(**given)  # type: ignore[arg-type]


# -- the whole web --------------------------------------------------------------------------------


@pytest.mark.slow
def test_everything_is_fetched_once_and_the_summary_says_so(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    with toy_collection(tmp_path, SMALL) as toy:
        found = auslese_json("crawl", toy.folder, *QUICK, "--log", log)
        pages, private = all_pages(SMALL, toy.port), private_pages(SMALL, toy.port)

    assert list(found) == PROMISED + OURS
    assert Counter(toy.asked()) == dict.fromkeys(pages, 1)
    assert (found["pages"], found["fetched"], found["hosts"]) == (16, 16, 2)
    assert (found["refused"], found["failed"]) == ({"robots": 2}, {})
    assert (found["ending"], found["queued"], found["repaired"]) == ("finished", 0, [])
    assert_archive_is_sound(toy.folder / "archive")
    assert_every_visit_is_logged(log, pages, private)


def assert_every_visit_is_logged(log: Path, pages: set[str], private: set[str]) -> None:
    """One line of JSON for each visit that ended."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    ends = {line["url"]: (line["kind"], line["reason"]) for line in lines}
    assert len(lines) == len(ends)
    assert ends == dict.fromkeys(pages, ("fetched", "page")) | dict.fromkeys(
        private, ("refused", "robots")
    )


@pytest.mark.slow
def test_a_stream_is_one_page_a_line_and_nothing_else(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        done = auslese("crawl", toy.folder, *QUICK, "--stream")
        pages = all_pages(SMALL, toy.port)

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["url"] for row in rows} == pages
    assert len(rows) == len(pages)
    for row in rows:
        assert f"<title>{row['title']}</title>" in row["content"]
    assert done.stderr == ""


@pytest.mark.slow
def test_a_crawl_by_the_hand_of_a_person_ends_in_words(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        done = auslese("crawl", toy.folder, *QUICK)

    assert done.stdout == ""
    assert "16 pages from 2 hosts" in done.stderr
    assert "refused: 2 robots (robots.txt forbids it)" in done.stderr


# -- limits ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_limit_of_pages_is_kept_exactly_and_the_next_crawl_goes_on(tmp_path: Path) -> None:
    words = ("--workers", 2, "--delay", "0s")
    with toy_collection(tmp_path, SMALL) as toy:
        first = auslese_json("crawl", toy.folder, *words, "--max-pages", 7)
        asked = len(toy.asked())
        second = auslese_json("crawl", toy.folder, *words)

    assert (first["pages"], first["ending"], asked) == (7, "pages", 7)
    assert first["queued"] > 0
    assert (second["pages"], second["ending"]) == (9, "finished")
    assert set(Counter(toy.asked()).values()) == {1}


@pytest.mark.slow
def test_links_are_followed_as_deep_as_wanted(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        auslese("crawl", toy.folder, *QUICK, "--max-depth", 1)
        status = auslese_json("status", toy.folder)
        start = {f"http://h{host}.localhost:{toy.port}{path}" for host, path in SMALL.links(0, 0)}

    assert len(status["depth"]) == 2
    assert set(toy.asked()) == (start | {SMALL.start_url(toy.port)}) - private_pages(
        SMALL, toy.port
    )
    assert status["outcomes"]["refused.depth"] > 0


@pytest.mark.slow
def test_a_limit_of_time_ends_the_crawl_with_its_state_saved(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        found = auslese_json("crawl", toy.folder, "--delay", "10m", "--max-time", "1s")

    assert (found["ending"], found["failed"]) == ("time", {})
    assert found["seconds"] < 300


# -- being stopped --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_stops_it_and_the_next_crawl_goes_on_and_fetches_nothing_twice(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        crawl = start_auslese("crawl", toy.folder, "--workers", 1, "--delay", "500ms")
        toy.wait_for_pages(2)
        crawl.send_signal(number)
        assert crawl.wait(timeout=300) == code
        stopped = auslese_json("status", toy.folder)
        found = auslese_json("crawl", toy.folder, *QUICK)
        pages = all_pages(SMALL, toy.port)

    assert stopped["pages"] + found["pages"] == len(pages)
    assert found["repaired"] == []
    assert Counter(toy.asked()) == dict.fromkeys(pages, 1)


@pytest.mark.slow
def test_while_it_runs_it_has_as_many_workers_as_wished_and_nobody_else_comes_in(
    tmp_path: Path,
) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        crawl = start_auslese("crawl", toy.folder, "--workers", 1, "--delay", "60s")
        toy.wait_for_the_first_request()
        auslese("workers", toy.folder, 3)
        wait_until(lambda: len(worker_processes(crawl.pid)) == 3)
        refused = auslese("crawl", toy.folder, code=5)
        assert len(worker_processes(crawl.pid)) == 3, "the crawl that was refused took a wish away"
        auslese("workers", toy.folder, 1)
        wait_until(lambda: len(worker_processes(crawl.pid)) == 1)
        crawl.terminate()
        assert crawl.wait(timeout=300) == 143

    assert f"is in use by process {crawl.pid}" in refused.stderr


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced_and_its_work_is_done(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        crawl = start_auslese("crawl", toy.folder, "--workers", 1, "--delay", "300ms")
        toy.wait_for_pages(2)
        (victim,) = worker_processes(crawl.pid)
        victim.kill()
        wait_until(lambda: victim not in worker_processes(crawl.pid))
        assert crawl.wait(timeout=300) == 0
        status = auslese_json("status", toy.folder)
        pages = all_pages(SMALL, toy.port)

    assert set(toy.asked()) == pages
    assert status["outcomes"] == {"fetched.page": len(pages), "refused.robots": 2}
    assert_archive_is_sound(toy.folder / "archive")


@pytest.mark.slow
def test_workers_do_not_outlive_a_killed_coordinator(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL) as toy:
        crawl = start_auslese("crawl", toy.folder, "--workers", 2, "--delay", "60s")
        toy.wait_for_the_first_request()
        workers = worker_processes(crawl.pid)
        crawl.kill()
        crawl.wait()

        assert psutil.wait_procs(workers, timeout=60)[1] == []


# -- a changed presence ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_wider_presence_fetches_what_lay_outside_and_nothing_again(tmp_path: Path) -> None:
    with toy_collection(tmp_path, SMALL, "--scope", "host") as toy:
        auslese("crawl", toy.folder, *QUICK)
        inside = list(toy.asked())
        narrow = auslese_json("outside", toy.folder)
        allow(toy, ".localhost")
        auslese("crawl", toy.folder, *QUICK)
        wide = auslese_json("outside", toy.folder)
        pages = all_pages(SMALL, toy.port)

    assert {url.split(":")[1] for url in inside} == {"//h0.localhost"}
    assert [host["host"] for host in narrow["outside"]] == ["h1.localhost"]
    assert Counter(toy.asked()) == dict.fromkeys(pages, 1)
    assert wide["outside"] == []


def allow(toy: Toy, rule: str) -> None:
    """Add a rule to the presence, as a person would in an editor."""
    file = toy.folder / "auslese.toml"
    lines = file.read_text("utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if line.lstrip("# ").startswith("allow ="))
    lines[place] = f'allow = ["{rule}"]'
    file.write_text("\n".join(lines), "utf-8")


# -- refusals -------------------------------------------------------------------------------------


def test_a_folder_that_is_no_collection_is_not_found(tmp_path: Path) -> None:
    assert "is not a collection" in auslese("crawl", tmp_path, code=3).stderr


def test_without_a_start_page_there_is_nothing_to_crawl(tmp_path: Path) -> None:
    (tmp_path / "auslese.toml").write_text("", "utf-8")

    assert "presence.start" in auslese("crawl", tmp_path, code=2).stderr


def test_a_wrong_option_is_named_with_what_was_expected(tmp_path: Path) -> None:
    (tmp_path / "auslese.toml").write_text("", "utf-8")

    done = auslese("crawl", tmp_path, "--max-pages", "many", code=2)

    assert "limits.pages" in done.stderr


def test_a_crawl_that_robots_txt_kept_out_of_everything_is_no_success() -> None:
    with pytest.raises(PolicyError, match=r"robots\.txt"):
        refuse_emptiness(summary(refused={"robots": 3}))

    refuse_emptiness(summary(fetched=1, refused={"robots": 3}))
    refuse_emptiness(summary(ending="time", refused={"robots": 3}))


# -- words ----------------------------------------------------------------------------------------


def test_the_summary_tells_what_went_wrong_and_why() -> None:
    words = crawl_report(
        summary(pages=3, hosts=1, duplicates=1, near_copies=2, failed={"timeout": 2, "dns": 1})
    )

    assert "3 pages from 1 host" in words
    assert "1 of them copies of others" in words
    assert "2 of them near copies of others" in words
    assert "failed: 2 timeout (no answer in time), 1 dns (unknown host)" in words


@pytest.mark.parametrize(
    ("ending", "words"),
    [("pages", "limit of pages"), ("time", "time is over"), ("SIGINT", "state saved")],
)
def test_a_crawl_that_was_cut_short_says_how_to_go_on(ending: str, words: str) -> None:
    said = ending_in_words(summary(ending=ending, queued=5))

    assert words in said
    assert "the same command goes on" in said
