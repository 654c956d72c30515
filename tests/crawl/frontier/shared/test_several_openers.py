"""Several processes record into one frontier: counts agree, and every row is written by one."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, time
from typing import Any

import pytest
from tests.crawl.frontier_cases import PAGE, Clock, fetch, report, visit
from tests.crawl.identity_conformance import arrive
from tests.postgres_server import PostgresServer, new_schema
from tests.running import SOURCE

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import FrontierPlace
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.staged_rows import SegmentTakenError, StagedRows
from auslese.crawl.frontier.shared.store_time import caller_time

ROOT = Path(__file__).parents[4]
OPENERS, HOSTS, EACH = 3, 12, 20
PATIENCE_SECONDS = 120.0
ANSWERED = "http://h{host}.example/{page}"


def store_of(url: str, opener: str) -> SharedStore:
    return SharedStore(FrontierPlace(Path("none"), "postgresql", url, opener), caller_time)


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.url(new_schema())


@contextmanager
def crawling(url: str, *names: str) -> Iterator[list["subprocess.Popen[str]"]]:
    """Processes of their own, each of which crawls as one of these openers."""
    running = [
        subprocess.Popen(
            [sys.executable, __file__, url, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": f"{SOURCE}:{ROOT}", "PATH": "/usr/bin:/bin"},
        )
        for name in names
    ]
    try:
        for process in running:
            assert process.stdout is not None
            assert process.stdout.readline() == "something is leased\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go on\n")
            process.stdin.flush()
        yield running
    finally:
        for process in running:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()


def seeded(url: str) -> None:
    """Let pages of several hosts wait."""
    with store_of(url, "seed").open(FrontierSettings(delay=0.0), time) as frontier:
        frontier.add([visit(ANSWERED.format(host=n % HOSTS, page=n)) for n in range(HOSTS * EACH)])


def crawl(url: str, name: str) -> dict[str, Any]:
    """Fetch all there is as one opener of several, and write rows; which ones were written."""
    pages: list[str] = []
    outcomes: list[int] = []
    links = 0
    settings = FrontierSettings(delay=0.0, lease_seconds=60.0, bundle=2)
    with store_of(url, name).open(settings, time) as frontier:
        staging = frontier.staging
        until = monotonic() + PATIENCE_SECONDS
        leases = frontier.lease(1, 2)
        print("something is leased", flush=True)
        sys.stdin.readline()
        while leases or (frontier.seconds_to_next() is not None and monotonic() < until):
            for lease in leases:
                ends = [
                    PAGE._replace(
                        id=each.id,
                        host_id=lease.host_id,
                        page=each.visit.url.encode(),
                        at=time(),
                        digest=f"body {each.visit.url[-1]}".encode(),
                        payload=f"body {each.visit.url[-1]}".encode(),
                    )
                    for each in lease.errands
                ]
                assert frontier.complete(report(lease, *ends)._replace(links=b"batch"))
            while (given := staging.pages()).rows:
                pages += [row.decode() for row, _ in given.rows]
                staging.forget("pages", staging.next_number("pages"), given.last)
            while (batches := staging.links()).batches:
                links += len(batches.batches)
                staging.forget("links", staging.next_number("links"), batches.last)
            while rows := list(staging.outcomes()):
                outcomes += [number for number, _ in rows]
                staging.forget("outcomes", staging.next_number("outcomes"), rows[-1][0])
            leases = frontier.lease(1, 2)
        return {
            "pages": pages,
            "outcomes": outcomes,
            "links": links,
            "next": staging.next_number("pages"),
        }


@pytest.mark.slow
def test_every_row_is_written_once_by_one_of_several_processes_and_counts_agree(url: str) -> None:
    seeded(url)
    reader = store_of(url, "").reader()
    with crawling(url, *(f"machine {n}" for n in range(OPENERS))) as running:
        while any(process.poll() is None for process in running):
            standing = reader.crawl_state()  # while all of them record
            assert (
                standing.seen == HOSTS * EACH == standing.queued + sum(standing.outcomes.values())
            )
            assert standing.survey.now.found == HOSTS * EACH
        told = [json.loads(process.communicate()[0]) for process in running]

    written = Counter(page for one in told for page in one["pages"])
    numbers = Counter(number for one in told for number in one["outcomes"])
    assert written == dict.fromkeys(
        (ANSWERED.format(host=n % HOSTS, page=n) for n in range(HOSTS * EACH)), 1
    )
    assert set(numbers.values()) == {1}
    assert len(numbers) == HOSTS * EACH
    standing = reader.crawl_state()
    # Ten bodies there are: whoever was first with one is a page, all others are its copies.
    assert standing.outcomes == {"fetched.page": 10, "fetched.copy": HOSTS * EACH - 10}
    assert (standing.pages, standing.queued, standing.hosts) == (HOSTS * EACH, 0, HOSTS)
    assert sum(host.pages for host in reader.busiest_hosts(99)) == HOSTS * EACH
    assert all(one["pages"] and one["next"] > 1 for one in told)


def test_rows_of_who_was_killed_wait_for_who_comes_after_under_the_same_name(url: str) -> None:
    clock = Clock()
    with store_of(url, "one").open(FrontierSettings(), clock) as frontier:
        frontier.add([visit("http://a.example/")])
        fetch(frontier, PAGE, links=b"batch")

    with store_of(url, "other").open(FrontierSettings(), clock) as frontier:
        assert frontier.staging.pages().rows == []
        assert list(frontier.staging.outcomes()) == []
    with store_of(url, "one").open(FrontierSettings(), clock) as frontier:
        assert len(frontier.staging.pages().rows) == len(list(frontier.staging.outcomes())) == 1


def test_rows_of_who_has_left_for_ever_are_taken_over_whole(url: str) -> None:
    clock = Clock()
    with store_of(url, "one").open(FrontierSettings(), clock) as frontier:
        frontier.add([visit("http://a.example/")])
        fetch(frontier, PAGE, links=b"batch")
        assert isinstance(frontier.staging, StagedRows)
        gone = frontier.staging.opener

    with store_of(url, "other").open(FrontierSettings(), clock) as frontier:
        assert isinstance(frontier.staging, StagedRows)
        frontier.staging.adopt(gone)
        assert len(frontier.staging.pages().rows) == len(list(frontier.staging.outcomes())) == 1
        assert frontier.staging.links().batches == [b"batch"]


def test_two_who_write_under_one_name_cannot_both_take_a_segment(url: str) -> None:
    clock = Clock()
    with store_of(url, "one").open(FrontierSettings(), clock) as frontier:
        frontier.add([visit("http://a.example/")])
        fetch(frontier, PAGE)
        with store_of(url, "one").open_arrivals(9) as twin:
            first, second = frontier.staging.pages(), twin.staging.pages()
            assert first.rows == second.rows
            frontier.staging.forget("pages", 1, first.last)
            with pytest.raises(SegmentTakenError):
                twin.staging.forget("pages", 1, second.last)
            assert twin.staging.next_number("pages") == 2


def test_what_is_committed_late_is_neither_lost_nor_written_twice(url: str) -> None:
    """Outcomes of others have numbers between one's own; only those named are forgotten."""
    clock = Clock()
    with (
        store_of(url, "one").open(FrontierSettings(), clock) as one,
        store_of(url, "other").open(FrontierSettings(), clock) as other,
    ):
        for frontier, name in ((one, "a"), (other, "b"), (one, "c"), (other, "d")):
            frontier.add([visit(f"http://{name}.example/")])
            fetch(frontier, PAGE)
        mine = list(one.staging.outcomes())
        one.staging.forget("outcomes", 1, mine[-1][0])
        theirs = list(other.staging.outcomes())

    assert [row.url for _, row in mine] == ["http://a.example/", "http://c.example/"]
    assert [row.url for _, row in theirs] == ["http://b.example/", "http://d.example/"]


def test_a_page_that_arrives_while_another_machine_has_it_is_recorded_once(url: str) -> None:
    clock = Clock()
    settings = FrontierSettings(delay=1.0, lease_seconds=60.0)
    with store_of(url, "machine").open(settings, clock) as frontier:
        frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])
        (lease,) = frontier.lease(1, 1)
        with store_of(url, "import").open_arrivals(9) as book:
            arrive(book, "http://a.example/1", b"one", at=clock.now)

        ends = [PAGE._replace(id=each.id, host_id=lease.host_id) for each in lease.errands]
        assert not frontier.complete(report(lease, *ends))
        assert frontier.lease(1, 1) == [], "the host was asked before its lease was over"
        clock.now += 61.0
        (again,) = frontier.lease(1, 1)
        assert [each.visit.url for each in again.errands] == ["http://a.example/2"]

    standing = store_of(url, "").reader().crawl_state()
    assert (standing.seen, standing.queued) == (2, 1)
    assert standing.outcomes == {"fetched.page": 1}


if __name__ == "__main__":
    print(json.dumps(crawl(*sys.argv[1:])))
