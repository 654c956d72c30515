"""Pages can be read while the crawl goes on, and the crawl does not wait for it."""

import os
from pathlib import Path

import psutil
import pytest
from tests.archived_collection import Fetched, archived_collection, page_about
from tests.crawls import toy_collection, wait_until
from tests.running import auslese, auslese_json
from tests.toyweb import ToyWeb

from auslese.recipes.crawling.crawl_run import CrawlWatchers, crawl_collection
from auslese.recipes.reading.document_rows import RowRules
from auslese.recipes.reading.reading_beside import ConcurrentReader
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.store.tables.segment_files import numbers_of

pytestmark = pytest.mark.slow
WEB = ToyWeb(seed=5, hosts=1, pages_per_host=30)
MANY = [Fetched(f"http://a.example/{n}", page_about(f"subject {n}")) for n in range(3_000)]


def test_a_crawl_reads_its_pages_if_the_settings_say_so(tmp_path: Path) -> None:
    with toy_collection(tmp_path, WEB) as toy:
        write_setting(toy.folder / "auslese.toml", "reading.while_crawling", True)
        summary = auslese_json("crawl", toy.folder, "--delay", "1ms")
        trace = auslese_json("trace", toy.folder, WEB.start_url(toy.port))
        told = auslese("trace", toy.folder, WEB.start_url(toy.port)).stdout

    assert trace["reading"]["media_type"] == "text/html"
    assert trace["reading"]["problem"] == ""
    assert "\n  read: text/html" in told
    assert summary["reading"]["documents"] == 30
    assert auslese_json("status", toy.folder)["reading"]["unread"] == 0


def test_without_the_setting_a_crawl_reads_nothing_and_says_who_does(tmp_path: Path) -> None:
    with toy_collection(tmp_path, WEB) as toy:
        done = auslese("crawl", toy.folder, "--delay", "1ms", "--max-pages", 5)
        again = auslese_json("crawl", toy.folder, "--delay", "1ms", "--max-pages", 5)

    assert f"`auslese analyse {toy.folder}` reads the pages" in done.stderr
    assert "reading" not in again
    assert not (toy.folder / "tables" / "documents").exists()


def test_what_the_tables_have_is_read_while_the_crawl_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auslese.recipes.crawling.crawl_run.WRITE_PAGES", 5)
    read_so_far: list[int] = []
    with toy_collection(tmp_path, WEB) as toy:
        collection = Collection.open(toy.folder)
        write_setting(collection.settings, "reading.while_crawling", True)

        def look(progress: object) -> None:
            if numbers_of(collection.tables, "pages") and not read_so_far:
                wait_until(lambda: numbers_of(collection.tables, "documents"))
                read_so_far.extend(numbers_of(collection.tables, "documents"))

        settings = settings_of(collection, {"politeness.delay": "100ms"})
        summary = crawl_collection(collection, settings, CrawlWatchers(look))

    assert read_so_far
    assert summary.reading is not None
    reading = auslese_json("status", toy.folder)["reading"]
    assert (reading["read"], reading["unread"]) == (30, 0)


def test_it_ends_in_order_when_the_crawl_does_not_want_it_any_more(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", MANY)
    with collection.lock() as lock:
        beside = ConcurrentReader(collection, lock.fileno(), RowRules())
        beside.wake()
        beside.wake()
        process = child()
        niceness = wait_for_niceness(process)
        beside.end()

    assert niceness == 19
    assert not process.is_running()


def test_it_holds_the_collection_and_ends_when_the_crawl_is_dead(tmp_path: Path) -> None:
    collection = archived_collection(tmp_path / "c", MANY)
    with collection.lock() as lock:
        beside = ConcurrentReader(collection, lock.fileno(), RowRules())
        beside.wake()
    process = child()
    held = auslese("analyse", collection.path, code=5)
    assert beside._process is not None
    assert beside._process.stdin is not None

    beside._process.stdin.close()  # as the system does for a dead process

    assert "is in use" in held.stderr
    beside._process.wait(300)
    wait_until(lambda: not process.is_running())
    auslese("analyse", collection.path)


def child() -> psutil.Process:
    """The process beside us that reads; its command line shows a moment after it was started."""
    wait_until(children)
    (process,) = children()
    return process


def children() -> list[psutil.Process]:
    """The processes beside us that read."""
    mine = psutil.Process(os.getpid()).children()
    return [child for child in mine if "reading_beside" in " ".join(child.cmdline())]


def wait_for_niceness(process: psutil.Process) -> int:
    """Wait until it has made itself modest."""
    wait_until(lambda: process.nice() > 0)
    return int(process.nice())
