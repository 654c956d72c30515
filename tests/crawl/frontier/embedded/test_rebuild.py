"""What comes back after a restart is what was there, and clocks that were wrong are mended."""

from pathlib import Path

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.worker_report import HostNote, WorkerReport
from auslese.crawl.politeness.pace import LONGEST_WAIT
from auslese.records.visit import BUCKETS

NOW = 1_000_000.0
YEAR = 365 * 24 * 3600.0


def opened(path: Path, now: float = NOW, delay: float = 1.0) -> EmbeddedFrontier:
    return EmbeddedFrontier(path, FrontierSettings(delay, bundle=100), lambda: now)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier.db"


def hand_back(frontier: EmbeddedFrontier, wait: float) -> None:
    """Lease the only host and give it back untouched, with a pause."""
    (lease,) = frontier.lease(1, 1)
    note = HostNote(lease.host_id, lease.token, wait, True)
    assert frontier.complete(WorkerReport(1, [note], [], [], [], []))


def test_every_url_waits_again_at_its_host_in_its_bucket(path: Path) -> None:
    visits = [
        visit(f"http://h{number % 3}.example/{number}", bucket=number % BUCKETS)
        for number in range(200)
    ]
    with opened(path) as frontier:
        frontier.add(visits[:120])
        frontier.add(visits[120:])

    with opened(path) as frontier:
        leases = frontier.lease(1, 10)

    back = {errand.visit.url: errand.visit for lease in leases for errand in lease.errands}
    assert back == {one.url: one for one in visits}
    for lease in leases:
        buckets = [errand.visit.bucket for errand in lease.errands]
        assert buckets == sorted(buckets)


def test_a_delay_of_hours_survives_a_restart(path: Path) -> None:
    hours = 3 * 3600.0
    with opened(path, delay=hours) as frontier:
        frontier.add([visit("http://a.example/")])
        hand_back(frontier, wait=hours)

    with opened(path, delay=hours) as frontier:
        assert frontier.seconds_to_next() == hours


def test_a_clock_that_was_years_ahead_keeps_no_host_waiting_for_years(path: Path) -> None:
    with opened(path, now=NOW + 5 * YEAR) as frontier:
        frontier.add([visit("http://a.example/")])
        hand_back(frontier, wait=1.0)

    with opened(path) as frontier:
        wait = frontier.seconds_to_next()

    assert wait is not None
    assert 0 < wait <= LONGEST_WAIT
