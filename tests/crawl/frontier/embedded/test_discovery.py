"""The frontier counts what it finds, so that nobody has to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.crawl.function_web import visit

from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.embedded.discovery import read_survey, write_work
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.ledger import read_crawl_state
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.visit import Visit

OUT = Refused(Refusal.SCOPE, "nothing allows it")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier.db"


@pytest.fixture
def frontier(path: Path) -> Iterator[EmbeddedFrontier]:
    with EmbeddedFrontier(path, FrontierSettings(delay=1.0), lambda: 1000.0) as frontier:
        yield frontier


def reopened(path: Path, **changes: Any) -> EmbeddedFrontier:
    return EmbeddedFrontier(path, FrontierSettings(delay=0.0, **changes), lambda: 9000.0)


def fetch(frontier: EmbeddedFrontier, *found: Visit, seconds: float = 0.0) -> None:
    """Lease one host, fetch one page of it, which leads to these."""
    (lease,) = frontier.lease(1, 1, 1)
    number = lease.errands[0].id
    note = HostNote(lease.host_id, lease.token, 0.0, True, asked=1, seconds=seconds)
    ended = [EndedVisit(number, lease.host_id, "fetched", "page", status=200)]
    assert frontier.complete(WorkerReport(1, [note], ended, list(found), [], []))


def pages(depth: int, *names: str, refused: Refused | None = None) -> list[Visit]:
    return [visit(f"http://a.example/{name}", depth=depth, refused=refused) for name in names]


def test_urls_are_counted_by_depth_and_the_refused_are_not_in_the_bell(
    frontier: EmbeddedFrontier,
) -> None:
    frontier.add(pages(0, "start"))
    fetch(frontier, *pages(1, "a", "b", "c"), *pages(1, "out", refused=OUT), *pages(1, "a"))

    survey = read_survey(frontier.db)

    assert list(survey.bell) == [1, 3]
    assert list(survey.waiting) == [0, 3]
    assert survey.now == Milestone(visited=1, found=4, pages=1)


def test_milestones_tell_the_course_of_the_crawl(frontier: EmbeddedFrontier) -> None:
    frontier.add(pages(0, "start"))
    fetch(frontier, *pages(1, *map(str, range(200))))
    for _ in range(100):
        fetch(frontier)

    milestones = read_survey(frontier.db).milestones

    assert list(milestones[:3]) == [Milestone(0, 1, 0), Milestone(1, 201, 1), Milestone(2, 201, 2)]
    assert milestones[-1].visited > 97
    assert len(milestones) < 90


def test_counting_goes_on_after_a_restart(frontier: EmbeddedFrontier, path: Path) -> None:
    frontier.add(pages(0, "start"))
    fetch(frontier, *pages(1, "a", "b"))
    with reopened(path) as again:
        fetch(again, *pages(2, "c"))

        survey = read_survey(again.db)

    assert survey.now == Milestone(2, 4, 2)
    assert [point.visited for point in survey.milestones] == [0, 1, 2]


def test_a_report_that_is_refused_counts_nothing(frontier: EmbeddedFrontier) -> None:
    frontier.add(pages(0, "start"))
    (lease,) = frontier.lease(1, 1)
    false_note = HostNote(lease.host_id, lease.token + 1, 0.0, True)
    assert not frontier.complete(WorkerReport(1, [false_note], [], pages(1, "a"), [], []))

    assert list(read_survey(frontier.db).bell) == [1]


def test_urls_beyond_the_limit_are_in_no_count(path: Path) -> None:
    with reopened(path, max_urls=2) as frontier:
        frontier.add(pages(0, "start"))
        fetch(frontier, *pages(1, "a", "b", "c"))

        survey = read_survey(frontier.db)

    assert (list(survey.bell), list(survey.waiting)) == ([1, 1], [0, 1])


def test_rules_that_change_move_urls_in_and_out_of_the_bell(path: Path) -> None:
    old = FrontierRules("old", lambda url, depth: None)
    new = FrontierRules("new", lambda url, depth: OUT if "a" in url[-1:] else None)
    settings = FrontierSettings(delay=0.0)
    with EmbeddedFrontier(path, settings, lambda: 1.0, old) as frontier:
        frontier.add([*pages(0, "a", "b"), *pages(0, "c", refused=OUT)])
    with EmbeddedFrontier(path, settings, lambda: 2.0, new) as frontier:
        survey = read_survey(frontier.db)
        assert frontier.waiting == sum(survey.waiting)

    assert (list(survey.bell), list(survey.waiting)) == ([2], [2])


def test_a_collection_from_before_this_count_is_counted_once(
    frontier: EmbeddedFrontier, path: Path
) -> None:
    frontier.add(pages(0, "start"))
    fetch(frontier, *pages(1, "a", "b"), *pages(1, "out", refused=OUT))
    frontier.db.execute("DELETE FROM found")
    frontier.db.execute("DELETE FROM milestone")

    with reopened(path) as again:
        fetch(again)
        survey = read_survey(again.db)

    assert (list(survey.bell), list(survey.waiting)) == ([1, 2], [0, 1])
    assert survey.now == Milestone(2, 3, 2)


def test_the_hosts_with_the_most_work_come_first_with_their_pace(
    frontier: EmbeddedFrontier,
) -> None:
    frontier.add([visit("http://few.example/")])
    frontier.add(pages(0, "x"))
    for _ in range(2):
        fetch(frontier, *pages(1, "1", "2", "3"), seconds=0.5)
    frontier.add([visit("http://few.example/2")])

    work = frontier.host_work(5)

    assert [(host.host, host.waiting, host.seconds) for host in work] == [
        ("a.example", 3, 1.5),
        ("few.example", 1, 1.5),
    ]
    assert len(frontier.host_work(1)) == 1


def test_what_only_the_running_crawl_knows_is_kept_for_readers(
    frontier: EmbeddedFrontier, path: Path
) -> None:
    frontier.add(pages(0, "start", "next"))
    work = frontier.host_work(5)
    write_work(frontier.db, CrawlSurvey(hosts=work, rate=2.5, deepest=7))

    survey = read_crawl_state(path).survey

    assert (list(survey.hosts), survey.rate, survey.deepest) == (work, 2.5, 7)
