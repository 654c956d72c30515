"""The embedded frontier keeps the promises of all frontiers, and a few of its own."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.crawl.frontier_cases import Clock, visit
from tests.crawl.frontier_conformance import FrontierConformance

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.embedded_store import EmbeddedStore
from auslese.crawl.frontier.embedded.frontier_file import FrontierError
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import STORES, FrontierPlace, FrontierStore, frontier_store


class TestEmbeddedFrontier(FrontierConformance):
    @pytest.fixture
    def store(self, tmp_path: Path) -> FrontierStore:
        return frontier_store(FrontierPlace(tmp_path / "frontier.db", "embedded"))

    def test_a_full_disk_stops_with_a_clear_message_and_keeps_what_was_recorded(
        self, frontier: EmbeddedFrontier, reopen: Callable[[], EmbeddedFrontier]
    ) -> None:
        frontier.add([visit("http://a.example/before")])
        pages = frontier.db.execute("PRAGMA page_count").fetchone()[0]
        frontier.db.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(FrontierError, match="make room"):
            frontier.add([visit(f"http://a.example/{n}") for n in range(10_000)])

        again = reopen()
        assert len(again) == 1
        assert again.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    def test_to_look_at_it_makes_no_file(self, store: FrontierStore, tmp_path: Path) -> None:
        store.reader().crawl_state()

        assert list(tmp_path.iterdir()) == []


def test_every_store_that_is_listed_can_be_opened(tmp_path: Path) -> None:
    url = "postgresql://db.example/name?schema=mine"
    places = [FrontierPlace(tmp_path / name, name, url) for name in STORES]

    stores = [type(frontier_store(place)).__name__ for place in places]
    assert stores == [EmbeddedStore.__name__, "SharedStore"]


def test_readers_may_look_while_the_frontier_is_open(tmp_path: Path) -> None:
    path = tmp_path / "frontier.db"
    with EmbeddedFrontier(path, FrontierSettings(), Clock()) as frontier:
        frontier.add([visit("http://a.example/")])
        reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        assert reader.execute("SELECT count(*) FROM url").fetchone() == (1,)
        reader.close()
