"""Machines that work on one crawl: all pages once, no host too often, whoever is killed."""

import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from auslese.crawl.frontier.opening import shared_frontier_store
from auslese.recipes.settings.collection_frontier import place_of
from auslese.recipes.settings.fleet.machine_name import machine_name
from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.collection import Collection
from auslese.store.shared.collection_mirror import CollectionMirror
from auslese.store.shared.piece_keys import PIECES
from auslese.store.shared.shared_collection import SETTINGS_KEY
from auslese.store.shared.storage_opening import open_storage
from auslese.store.tables.parquet_segments import read_table
from tests.postgres_server import PostgresServer, new_schema
from tests.running import auslese, auslese_json, start_auslese
from tests.store.shared.writer_life import published_keys
from tests.toyweb import ToyWeb, all_pages, read_log, serving

pytestmark = pytest.mark.slow
WEB = ToyWeb(seed=3, hosts=8, pages_per_host=60)
HOSTS_AT_ONCE = 2  # of a machine: so there is work for all, and for half a minute
DELAY = 0.25
StartMachine = Callable[..., "subprocess.Popen[bytes]"]
PATIENCE_SECONDS = 60.0


@pytest.fixture
def start() -> Iterator[StartMachine]:
    """Starts machines; those that a failed test leaves are ended."""
    started: list[subprocess.Popen[bytes]] = []

    def start_one(*words: object) -> "subprocess.Popen[bytes]":
        started.append(start_auslese(*words))
        return started[-1]

    yield start_one
    for crawl in started:
        if crawl.poll() is None:
            kill_machine(crawl)


def begin_collection(folder: Path, port: int, database: str, storage: str) -> None:
    auslese("new", folder, "--start", WEB.start_url(port), "--allow", ".localhost")
    settings = folder / "auslese.toml"
    # All hosts of the toy web are at one address; in turn they would take minutes.
    write_setting(settings, "politeness.address_delay", "0s")
    write_setting(settings, "politeness.delay", f"{DELAY}s")
    write_setting(settings, "crawl.workers", 1)
    write_setting(settings, "crawl.hosts_at_once", HOSTS_AT_ONCE)
    write_setting(settings, "crawl.request_timeout", "10s")  # a lease is four of them, or more
    write_setting(settings, "fleet.storage", storage)
    write_setting(settings, "frontier.store", "postgresql")
    write_setting(settings, "frontier.url", database)


def kill_machine(crawl: "subprocess.Popen[bytes]") -> None:
    """Kill -9 a coordinator and all its workers, as a power cut does."""
    coordinator = psutil.Process(crawl.pid)
    for process in [coordinator, *coordinator.children(recursive=True)]:
        process.kill()
    crawl.wait()


def wait_until(happened: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_machines_crawl_together_though_one_is_killed(
    tmp_path: Path, postgres: PostgresServer, start: StartMachine
) -> None:
    shared, log = tmp_path / "shared", tmp_path / "requests.log"
    shared.mkdir()
    url = shared.as_uri()
    with serving(WEB, log) as port:
        begin_collection(tmp_path / "first", port, postgres.url(new_schema()), url)
        first = start("crawl", tmp_path / "first")
        wait_until((shared / SETTINGS_KEY).exists, "the first machine shares no settings")
        second = start("worker", "--join", url, "--dir", tmp_path / "second")
        third = start("worker", "--join", url, "--dir", tmp_path / "third")
        wait_until(lambda: len(read_log(log)) > 60, "nothing is fetched")
        kill_machine(third)
        third = start("worker", "--join", url, "--dir", tmp_path / "third")
        assert [one.wait(timeout=300) for one in (first, second, third)] == [0, 0, 0]
        status = auslese_json("status", tmp_path / "first")
        pages = all_pages(WEB, port)

    assert status["outcomes"] == {"fetched.page": len(pages)}
    assert status["queued"] == 0
    assert_mirrored(url, tmp_path / "mirror", set(pages))
    assert_never_closer_than_the_delay(log)
    for machine in ("first", "second", "third"):
        assert list((tmp_path / machine / "archive").glob("*.warc.gz"))
    assert_gathered(url, tmp_path / "all", len(pages))


def test_what_a_machine_leaves_that_never_comes_back_is_fetched_and_published_by_others(
    tmp_path: Path, postgres: PostgresServer, start: StartMachine
) -> None:
    shared, log = tmp_path / "shared", tmp_path / "requests.log"
    shared.mkdir()
    url = shared.as_uri()
    with serving(WEB, log) as port:
        begin_collection(tmp_path / "first", port, postgres.url(new_schema()), url)
        first = start("crawl", tmp_path / "first")
        wait_until((shared / SETTINGS_KEY).exists, "the first machine shares no settings")
        second = start("worker", "--join", url, "--dir", tmp_path / "second")
        archive = tmp_path / "second" / "archive"
        wait_until(lambda: any(archive.glob("*.warc.gz")), "the second machine fetches nothing")
        time.sleep(2.0)
        kill_machine(second)
        assert first.wait(timeout=600) == 0
        pages = all_pages(WEB, port)

    assert_mirrored(url, tmp_path / "mirror", set(pages))
    assert_never_closer_than_the_delay(log)


def test_machines_that_are_to_end_end_in_order_and_others_go_on(
    tmp_path: Path, postgres: PostgresServer, start: StartMachine
) -> None:
    shared, log = tmp_path / "shared", tmp_path / "requests.log"
    shared.mkdir()
    url = shared.as_uri()
    with serving(WEB, log) as port:
        begin_collection(tmp_path / "first", port, postgres.url(new_schema()), url)
        first = start("crawl", tmp_path / "first")
        wait_until((shared / SETTINGS_KEY).exists, "the first machine shares no settings")
        second = start("worker", "--join", url, "--dir", tmp_path / "second")
        third = start("worker", "--join", url, "--dir", tmp_path / "third")
        members = shared_frontier_store(place_of(Collection(tmp_path / "first"))).members()
        wait_until(lambda: len(members.members()) == 3, "not all have joined")
        for machine in ("second", "third"):
            archive = tmp_path / machine / "archive"
            wait_until(lambda: any(archive.glob("*.warc.gz")), f"{machine} fetches nothing")  # noqa: B023
        second.send_signal(signal.SIGTERM)
        told = auslese_json("fleet", "list", tmp_path / "first")
        wanted = machine_name(tmp_path / "third")
        assert wanted in {one["name"] for one in told if one["state"] == "works"}
        auslese("fleet", "drain", tmp_path / "first", wanted)
        assert (second.wait(timeout=120), third.wait(timeout=120)) == (143, 0)
        assert first.poll() is None
        assert first.wait(timeout=300) == 0
        assert all(one.has_left for one in members.members())
        members.close()
        pages = all_pages(WEB, port)

    assert_mirrored(url, tmp_path / "mirror", set(pages))
    assert_never_closer_than_the_delay(log)


def assert_mirrored(url: str, mirror: Path, pages: set[str]) -> None:
    """All that was recorded is published once, and can be read elsewhere."""
    storage = open_storage(url)
    CollectionMirror(storage, mirror).bring_all()
    rows = read_table(mirror / "tables", "pages").to_pylist()
    assert sorted(row["url"] for row in rows) == sorted(pages)
    for row in rows:
        place = CaptureLocation(row["segment"], row["record_offset"], row["record_length"])
        assert read_response(mirror / "archive", place).body
    ended = read_table(mirror / "tables", "outcomes", ["url"])["url"].to_pylist()
    assert sorted(ended) == sorted(set(ended))
    assert sorted(published_keys(storage)) == [one.key for one in storage.entries(PIECES)]


def assert_gathered(url: str, folder: Path, pages: int) -> None:
    """What all machines published is one collection, in which nobody crawls."""
    assert auslese_json("fleet", "gather", url, folder)["pieces"] > 0
    assert "nothing new" in auslese("fleet", "gather", url, folder).stdout
    assert auslese_json("status", folder)["pages"] == pages
    assert auslese_json("analyse", folder, "reading")["analyses"]["reading"]["documents"] == pages
    refused = auslese("crawl", folder, code=2)
    assert "auslese worker --join" in refused.stderr


def assert_never_closer_than_the_delay(log: Path) -> None:
    moments = defaultdict(list)
    for request in read_log(log):
        moments[request.host].append(request.monotonic_seconds)
    gaps = [b - a for times in moments.values() for a, b in pairwise(sorted(times))]
    assert min(gaps) >= DELAY


def test_nobody_joins_where_nothing_was_begun(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    url = (tmp_path / "shared").as_uri()

    done = auslese("worker", "--join", url, "--dir", tmp_path / "mine", code=2)

    assert "nobody has begun a collection" in done.stderr


def test_a_collection_of_one_machine_has_no_others_to_look_after(tmp_path: Path) -> None:
    auslese("new", tmp_path / "mine", "--start", "http://localhost/")

    done = auslese("fleet", "list", tmp_path / "mine", code=2)

    assert "in a file of one machine" in done.stderr
