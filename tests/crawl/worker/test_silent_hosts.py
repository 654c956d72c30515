"""Hosts that cannot be reached, and answers that break off: who pays for it."""

from tests.crawl.errand_run import ROBOTS, A, Run, fetched
from tests.crawl.function_web import (
    Web,
    answer,
    lease_of,
)

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.worker_report import GivenUp
from auslese.crawl.politeness.pace import LONGEST_TIME_FACTOR, time_factor
from auslese.records.fetch import Failed, Failure
from auslese.records.reading import Reading


def test_a_robots_txt_that_is_not_there_closes_no_host_if_its_answer_is_cut() -> None:
    cut = Failed(Failure.CUT, "unexpected eof while reading", status=404)

    assert Run(Web({ROBOTS: cut, f"{A}/1": answer()}), lease_of(f"{A}/1")).endings() == [
        "fetched page"
    ]


def test_rules_that_broke_off_are_not_known() -> None:
    cut = Failed(Failure.CUT, "unexpected eof while reading", status=200)

    run = Run(Web({ROBOTS: cut, f"{A}/1": answer()}), lease_of(f"{A}/1"))

    assert [(ended.reason, ended.again_in) for ended in run.ended] == [("robots", 2.0)]


def test_a_visit_that_failed_gets_more_time() -> None:
    assert [time_factor(tries) for tries in range(4)] == [1.0, 1.5, 2.0, LONGEST_TIME_FACTOR]


def test_links_left_out_stand_in_the_outcome() -> None:
    run = fetched(answer(), read=lambda url, got: Reading("text/html", left_out=12))

    assert run.ended[0].detail == "too many links: 12 addresses left out"


DEAD = Failed(Failure.CONNECT, "nobody listens")


def test_a_host_that_never_answered_is_given_up_in_the_end() -> None:
    leases = [lease_of(f"{A}/1", failures=failures) for failures in range(3)]

    runs = [Run(Web({ROBOTS: DEAD}), lease) for lease in leases]

    given_up = [run.session.note(0.0).given_up for run in runs]
    assert given_up == [None, None, GivenUp("failed", "connect", "nobody listens", A)]
    assert [run.session.note(0.0).trouble for run in runs] == [
        HostTrouble("failed", "connect", "nobody listens", A)
    ] * 3


def test_a_host_that_has_answered_is_never_given_up_by_a_worker() -> None:
    allowed = RobotsNote(A, 404, "", 0.0)
    for failures in (0, 2, 50):
        run = fetched(DEAD, lease_of(f"{A}/1", f"{A}/2", notes=[allowed], failures=failures))
        note = run.session.note(0.0)

        assert (note.given_up, note.done, note.failures) == (None, True, failures + 1)
        assert note.trouble == HostTrouble("failed", "connect", "nobody listens", A, True)
        (ended,) = run.ended  # the other one waits as it did
        assert ended.again_in == min(2.0 * 2**failures, 1800.0)


def test_known_rules_are_not_forgotten_when_they_cannot_be_had_again() -> None:
    old = RobotsNote(A, 200, "", 0.0, until=-1.0)

    run = Run(Web({ROBOTS: DEAD}), lease_of(f"{A}/1", notes=[old], failures=9))

    assert run.runner.outbox.robots == []
    assert run.session.note(0.0).given_up is None


def test_a_host_that_does_not_answer_has_no_error_budget_to_spend() -> None:
    allowed = RobotsNote(A, 404, "", 0.0)

    run = fetched(DEAD, lease_of(f"{A}/1", notes=[allowed])._replace(errors=49.0))

    assert run.session.note(0.0).errors == 49.0


def test_a_page_that_hangs_costs_itself_and_not_its_host() -> None:
    hanging = Failed(Failure.TIMEOUT, "no answer")
    lease = lease_of(f"{A}/1", notes=[RobotsNote(A, 404, "", 0.0)], failures=9)
    tired = [errand._replace(tries=9) for errand in lease.errands]

    run = fetched(hanging, lease._replace(errands=tired))
    note = run.session.note(0.0)

    assert [(ended.reason, ended.again_in) for ended in run.ended] == [("timeout", -1.0)]
    assert (note.given_up, note.trouble) == (None, None)
