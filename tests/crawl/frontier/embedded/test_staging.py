"""Rows on their way into tables: each exactly once, also if we die in between."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.frontier.embedded import staging as staging_module
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.staging import Staging
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport

SETTINGS = FrontierSettings(delay=0.0, bundle=100)


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[EmbeddedFrontier]:
    with EmbeddedFrontier(tmp_path / "frontier.db", SETTINGS, lambda: 1000.0) as frontier:
        yield frontier


@pytest.fixture
def staging(frontier: EmbeddedFrontier) -> Staging:
    return Staging(frontier.db)


def fetch_pages(frontier: EmbeddedFrontier, *names: str, digest: bytes = b"") -> None:
    """Let pages of these names end, each with its name as its row, and one batch of links."""
    frontier.add([visit(f"http://a.example/{name}", depth=2, via=5, hops=1) for name in names])
    (lease,) = frontier.lease(1, 1)
    ended = [
        EndedVisit(
            errand.id,
            lease.host_id,
            "fetched",
            "page",
            status=200,
            at=50.0,
            seconds=0.5,
            size=7,
            digest=digest,
            page=errand.visit.url.encode(),
        )
        for errand in lease.errands
    ]
    note = HostNote(lease.host_id, lease.token, 0.0, True)
    links = "+".join(names).encode()
    assert frontier.complete(WorkerReport(1, [note], ended, [], [], [], links))


def test_pages_wait_in_the_order_in_which_they_ended(
    frontier: EmbeddedFrontier, staging: Staging
) -> None:
    fetch_pages(frontier, "1", "2")

    assert staging.pages().rows == [(b"http://a.example/1", None), (b"http://a.example/2", None)]


def test_a_copy_names_the_page_that_had_the_content_first(
    frontier: EmbeddedFrontier, staging: Staging
) -> None:
    fetch_pages(frontier, "1", "2", digest=b"same")

    first = visit("http://a.example/1").key
    assert [copy_of for _, copy_of in staging.pages().rows] == [None, first]


def test_an_outcome_comes_with_everything_that_is_known_of_its_visit(
    frontier: EmbeddedFrontier, staging: Staging
) -> None:
    fetch_pages(frontier, "1")

    ((_, row),) = staging.outcomes()
    assert row.url == "http://a.example/1"
    assert (row.kind, row.reason, row.status, row.ended_at) == ("fetched", "page", 200, 50.0)
    assert (row.depth, row.via, row.hops, row.tries) == (2, 5, 1, 1)
    assert (row.seconds, row.bytes) == (0.5, 7)


def written(staging: Staging, table: str) -> int:
    """Take what waits for this table as written; how much it was."""
    if table == "outcomes":
        rows = list(staging.outcomes())
        count, last = len(rows), rows[-1][0] if rows else 0
    else:
        waiting = staging.pages() if table == "pages" else staging.links()
        count, last = len(waiting[1]), waiting.last
    if count:
        staging.forget(table, staging.next_number(table), last)
    return count


@pytest.mark.parametrize(("table", "rows"), [("pages", 2), ("links", 1), ("outcomes", 2)])
def test_what_is_written_is_never_given_again(
    frontier: EmbeddedFrontier, staging: Staging, table: str, rows: int
) -> None:
    fetch_pages(frontier, "1", "2")
    assert written(staging, table) == rows
    assert written(staging, table) == 0

    fetch_pages(frontier, "3")
    assert written(staging, table) == 1


@pytest.mark.parametrize("table", ["pages", "links", "outcomes"])
def test_what_was_not_noted_as_written_is_given_again_under_the_same_number(
    frontier: EmbeddedFrontier, staging: Staging, table: str
) -> None:
    fetch_pages(frontier, "1")
    number = staging.next_number(table)

    again = Staging(frontier.db)  # as after a crash between segment and note

    assert again.next_number(table) == number
    assert written(again, table) == 1


def test_numbers_of_segments_grow_by_one_for_each_table(
    frontier: EmbeddedFrontier, staging: Staging
) -> None:
    fetch_pages(frontier, "1")
    written(staging, "pages")
    fetch_pages(frontier, "2")
    written(staging, "pages")

    assert [staging.next_number(table) for table in ("pages", "links")] == [3, 1]


def test_segments_are_bounded_and_nothing_is_left_out(
    frontier: EmbeddedFrontier, staging: Staging, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging_module, "CHUNK_PAGES", 2)
    monkeypatch.setattr(staging_module, "CHUNK_ROWS", 2)
    fetch_pages(frontier, *"12345")

    assert [written(staging, "pages") for _ in range(4)] == [2, 2, 1, 0]
    assert [written(staging, "outcomes") for _ in range(4)] == [2, 2, 1, 0]
