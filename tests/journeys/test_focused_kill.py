"""A focused crawl that is killed goes on: no page lost or twice, every page judged."""

import os
import re
import signal
import time
from pathlib import Path

import pytest

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect
from tests.crawl.scripted_server import Heard
from tests.focused_collection import focused_collection
from tests.running import auslese_json, start_auslese
from tests.two_topics import KITTENS, front, page, two_topics

HREF = re.compile(r'href="/\w+/(\d+)"')
KILLED_AT = 40  # requests that the server has heard
FURTHER = 40  # pages afterwards
SECONDS = 120.0  # for slow machines; a request takes some milliseconds


def crawl_and_kill(folder: Path, web: Heard) -> None:
    """Kill -9 a crawl, with its workers, once the server has heard some requests."""
    process = start_auslese("crawl", folder, "--focus", "learned")
    end = time.monotonic() + SECONDS
    while len(web.heads) < KILLED_AT and time.monotonic() < end:
        assert process.poll() is None, "the web is too small: the crawl was done too early"
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def rows(collection: Collection) -> list[tuple[str, float, float, str]]:
    with connect(collection) as tables:
        found = tables.execute(
            "SELECT url, focus_score, focus_reward, focus_by FROM pages_ever ORDER BY fetched_at"
        )
        return [tuple(row) for row in found.fetchall()]


@pytest.mark.slow
def test_a_killed_focused_crawl_goes_on(tmp_path: Path) -> None:
    with two_topics() as web:
        collection = focused_collection(tmp_path / "c", web.url())
        crawl_and_kill(collection.path, web)
        summary = auslese_json(
            "crawl", collection.path, "--focus", "learned", "--max-pages", FURTHER
        )
        status = auslese_json("status", collection.path)

    found = rows(collection)
    numbers = [int(url.rpartition("/")[2]) for url, *_ in found if not url.endswith("/")]
    named = {int(other) for number in numbers for other in HREF.findall(page(number))}
    named |= {int(other) for other in HREF.findall(front())}
    assert len(set(numbers)) == len(numbers) == len(found) - 1  # none twice
    assert len(found) > FURTHER + KILLED_AT // 2  # what came before the kill is there
    assert status["seen"] == len(named) + 1  # none lost: all that pages name is known,
    assert status["queued"] == len(named) - len(numbers)  # and waits unless it was fetched
    assert all(
        score > 0 and 0 <= reward <= 1 and by.startswith("learned ")
        for _, score, reward, by in found
    )
    assert sum(KITTENS in url for url, *_ in found) > 0.6 * len(found)  # there are no more
    assert summary["focus"]["judged"] == len(found)
    assert (collection.models / "focus-learned" / "learned-1" / "about.json").is_file()
