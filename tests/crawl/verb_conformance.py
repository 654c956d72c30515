"""What the verbs of every frontier must promise: add, lease, complete, release."""

import pytest

from auslese.crawl.frontier.frontier import Frontier
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.outage import HostTrouble, UnreachableHost
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, key_of
from auslese.records.visit import Visit
from tests.crawl.frontier_cases import (
    BUNDLE,
    DELAY,
    LEASE_SECONDS,
    OUT,
    Clock,
    Reopen,
    finish,
    page,
    report,
    visit,
)

DEAD = HostTrouble("failed", "connect", "nobody", "http://a.example", has_answered=True)


class VerbConformance:
    """The promises of the verbs."""

    # -- add --------------------------------------------------------------------------------------

    def test_a_url_is_new_only_once(self, frontier: Frontier) -> None:
        assert frontier.add([visit("http://a.example/"), visit("http://a.example/")]) == 1
        assert frontier.add([visit("http://a.example/")]) == 0

    def test_a_known_url_stays_known_after_reopening(
        self, frontier: Frontier, reopen: Reopen
    ) -> None:
        frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])

        assert reopen().add([visit("http://a.example/2"), visit("http://a.example/3")]) == 1

    def test_a_refused_url_is_known_but_never_leased(self, frontier: Frontier) -> None:
        assert frontier.add([visit("http://a.example/", refused=OUT)]) == 1

        assert frontier.lease(1, 10) == []
        assert frontier.seconds_to_next() is None

    def test_a_url_that_is_not_to_be_followed_is_let_in_by_a_link_that_may_be(
        self, frontier: Frontier, reopen: Reopen
    ) -> None:
        unvouched = Refused(Refusal.NOFOLLOW, "ugc")
        names = [f"http://a.example/{n}" for n in range(3)]
        assert frontier.add([visit(name, refused=unvouched) for name in names]) == 3
        assert frontier.lease(1, 1) == []

        assert frontier.add([visit(names[0]), visit(names[1], refused=unvouched)]) == 0
        (lease,) = frontier.lease(1, 1)
        again = reopen()
        assert again.add([visit(names[2])]) == 0

        assert [errand.visit.url for errand in lease.errands] == names[:1]
        assert again.waiting == 2
        assert again.outcome_counts() == {("refused", "nofollow"): 1}

    # -- lease ------------------------------------------------------------------------------------

    def test_a_host_is_leased_to_one_worker_at_a_time(self, frontier: Frontier) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(20)])

        assert len(frontier.lease(1, 10)) == 1
        assert frontier.lease(2, 10) == []

    def test_a_bundle_holds_the_best_urls_of_its_host_in_order(self, frontier: Frontier) -> None:
        frontier.add([visit(f"http://a.example/{n}", bucket=n) for n in (9, 3, 5, 12, 1, 7)])

        (lease,) = frontier.lease(1, 1)

        assert [errand.visit.bucket for errand in lease.errands] == [1, 3, 5, 7]

    def test_first_come_is_first_served_within_a_bucket(self, frontier: Frontier) -> None:
        names = [f"http://a.example/{n}" for n in (5, 2, 9)]
        frontier.add([visit(name) for name in names])

        (lease,) = frontier.lease(1, 1)

        assert [errand.visit.url for errand in lease.errands] == names

    def test_a_host_with_better_urls_is_leased_first(self, frontier: Frontier) -> None:
        frontier.add([visit("http://plain.example/"), visit("http://good.example/", bucket=0)])

        assert [lease.host for lease in frontier.lease(1, 1)] == ["good.example"]

    def test_a_poor_host_does_not_starve(self, frontier: Frontier, clock: Clock) -> None:
        frontier.add([visit("http://poor.example/", bucket=15)])
        for round in range(10_000):
            frontier.add([visit(f"http://good.example/{round}", bucket=0)])
            (lease,) = frontier.lease(1, 1)
            if lease.host == "poor.example":
                return
            finish(frontier, lease)
            clock.now += 1.0
        pytest.fail("it starved")

    def test_a_lease_takes_no_more_urls_than_asked_for(self, frontier: Frontier) -> None:
        frontier.add([visit(f"http://{host}.example/{n}") for host in "abc" for n in range(4)])

        leases = frontier.lease(1, 3, urls=6)

        assert sum(len(lease.errands) for lease in leases) == 6

    def test_what_a_visit_carries_comes_back_with_the_lease(self, frontier: Frontier) -> None:
        url = Url("http://a.example/x?y=1")
        sent = Visit(url, key_of(url), "a.example", depth=3, bucket=2, via=42, hops=1)
        frontier.add([sent])

        (lease,) = frontier.lease(1, 1)

        assert lease.errands[0].visit == sent

    # -- politeness -------------------------------------------------------------------------------

    def test_no_host_is_leased_before_its_delay_is_over(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(8)])
        (lease,) = frontier.lease(1, 1)
        finish(frontier, lease)

        clock.now += DELAY - 0.01
        assert frontier.lease(1, 1) == []
        assert frontier.seconds_to_next() == pytest.approx(0.01)

        clock.now += 0.02
        assert len(frontier.lease(1, 1)) == 1

    def test_the_delay_survives_reopening(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(8)])
        (lease,) = frontier.lease(1, 1)
        finish(frontier, lease)

        again = reopen()

        assert again.lease(1, 1) == []
        clock.now += DELAY + 0.01
        assert len(again.lease(1, 1)) == 1

    def test_a_crash_during_a_lease_still_leaves_the_host_its_delay(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        frontier.lease(1, 1)

        again = reopen()

        assert again.lease(2, 1) == []
        clock.now += LEASE_SECONDS + 2 * DELAY
        assert len(again.lease(2, 1)) == 1

    def test_a_site_that_asks_for_a_longer_delay_gets_it(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(8)])
        (lease,) = frontier.lease(1, 1)
        note = HostNote(lease.host_id, lease.token, 5.0, True, delay=5.0)
        frontier.complete(WorkerReport(1, [note], [], [], [], []))

        clock.now += 5.01
        (lease,) = frontier.lease(1, 1)

        assert lease.delay == 5.0

    # -- complete ---------------------------------------------------------------------------------

    def test_found_links_wait_after_their_page_is_complete(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)
        assert finish(frontier, lease, found=[visit("http://b.example/", depth=1)])

        assert [lease.host for lease in frontier.lease(1, 5)] == ["b.example"]

    def test_an_ended_url_is_never_leased_again(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)
        finish(frontier, lease)
        clock.now += 1000.0

        assert frontier.lease(1, 1) == []
        assert reopen().lease(1, 1) == []

    def test_what_was_not_ended_waits_again_when_the_lease_is_handed_back(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])
        (lease,) = frontier.lease(1, 1)
        frontier.complete(report(lease, page(lease, lease.errands[0].id)))
        clock.now += DELAY + 0.01

        (second,) = frontier.lease(1, 1)

        assert [errand.visit.url for errand in second.errands] == ["http://a.example/2"]

    def test_a_lease_can_be_completed_in_parts(self, frontier: Frontier, clock: Clock) -> None:
        frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])
        (lease,) = frontier.lease(1, 1)
        one, two = lease.errands

        assert frontier.complete(report(lease, page(lease, one.id), done=False))
        clock.now += 30.0
        assert frontier.lease(2, 1) == []
        assert frontier.complete(report(lease, page(lease, two.id)))
        clock.now += 30.0
        assert frontier.lease(2, 1) == []

    def test_a_failed_try_waits_its_time_and_counts(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)
        again = EndedVisit(lease.errands[0].id, lease.host_id, "failed", "timeout", again_in=20.0)
        frontier.complete(report(lease, again))

        clock.now += 19.0
        assert frontier.lease(1, 1) == []
        frontier = reopen()
        assert frontier.lease(1, 1) == []
        clock.now += 1.01
        (lease,) = frontier.lease(1, 1)

        assert lease.errands[0].tries == 1

    def test_a_url_to_be_tried_again_does_not_hold_up_the_others(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(BUNDLE + 1)])
        (lease,) = frontier.lease(1, 1)
        later = EndedVisit(lease.errands[0].id, lease.host_id, "failed", "cut", again_in=500.0)
        done = [page(lease, errand.id) for errand in lease.errands[1:]]
        frontier.complete(report(lease, later, *done))
        clock.now += DELAY + 0.01

        assert len(frontier.lease(1, 1)) == 1

    def test_a_host_that_is_given_up_has_nothing_waiting(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(3 * BUNDLE)])
        (lease,) = frontier.lease(1, 1)
        note = HostNote(
            lease.host_id,
            lease.token,
            0.0,
            True,
            given_up=GivenUp("failed", "dns", "no such host", "http://a.example"),
        )
        frontier.complete(WorkerReport(1, [note], [], [], [], []))
        clock.now += 1000.0

        assert frontier.lease(1, 1) == []
        assert frontier.seconds_to_next() is None

    # -- hosts out of reach -----------------------------------------------------------------------

    def silence(self, frontier: Frontier, wait: float) -> None:
        """Lease the one host that is ready and find that it cannot be reached."""
        (lease,) = frontier.lease(1, 1)
        note = HostNote(lease.host_id, lease.token, wait, True, asked=1, failures=3, trouble=DEAD)
        again = EndedVisit(lease.errands[0].id, lease.host_id, "failed", "connect", again_in=wait)
        assert frontier.complete(WorkerReport(1, [note], [again], [], [], []))

    def test_what_waits_at_a_host_out_of_reach_keeps_waiting(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(3 * BUNDLE)])
        self.silence(frontier, wait=600.0)

        assert frontier.waiting == 3 * BUNDLE
        assert frontier.lease(1, 1) == []
        assert frontier.seconds_to_next() == pytest.approx(600.0)
        down = frontier.waits_for_host()
        assert down == UnreachableHost(
            "a.example", clock.now, 3, clock.now + 600.0, "connect", "nobody", 3 * BUNDLE, 0, True
        )
        assert frontier.unreachable() == [down]

    def test_a_host_that_answers_again_is_out_of_reach_no_more(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(3)])
        self.silence(frontier, wait=10.0)
        clock.now += 10.01
        (lease,) = frontier.lease(1, 1)
        note = HostNote(lease.host_id, lease.token, 0.0, True, asked=1, failures=0)
        frontier.complete(WorkerReport(1, [note], [], [], [], []))

        assert frontier.unreachable() == []
        assert frontier.waits_for_host() is None

    def test_of_hosts_that_have_answered_alone_others_are_passed_over_and_wait_on(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"http://b.example/{n}") for n in range(2)])
        (lease,) = frontier.lease(1, 1, 1)
        note = HostNote(lease.host_id, lease.token, 0.0, True, asked=1, size=100, seconds=0.1)
        assert frontier.complete(WorkerReport(1, [note], [], [], [], []))
        frontier.add([visit("http://a.example/"), visit("http://c.example/")])
        clock.now += DELAY + 0.01

        known = frontier.lease(1, 5, known=True)
        others = frontier.lease(1, 5)

        assert [lease.host for lease in known] == ["b.example"]
        assert {lease.host for lease in others} == {"a.example", "c.example"}

    def test_hosts_out_of_reach_are_tried_at_once_if_somebody_says_so(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        self.silence(frontier, wait=600.0)
        clock.now += DELAY + 0.01

        assert frontier.retry_unreachable() == 1
        (lease,) = frontier.lease(1, 1)

        assert (lease.failures, len(lease.errands)) == (0, 1)
        assert frontier.unreachable() == []

    def test_hosts_out_of_reach_are_tried_at_once_after_reopening(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        self.silence(frontier, wait=600.0)

        frontier = reopen()
        assert frontier.lease(1, 1) == []  # politeness still holds
        clock.now += DELAY + 0.01

        (lease,) = frontier.lease(1, 1)
        assert (lease.failures, lease.errands[0].tries) == (0, 1)

    def test_patience_with_a_host_ends_and_all_that_waits_there_with_it(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(patience=100.0)
        frontier.add([visit(f"http://a.example/{n}") for n in range(3 * BUNDLE)])
        self.silence(frontier, wait=60.0)
        clock.now += 60.01
        self.silence(frontier, wait=60.0)
        assert frontier.waiting == 3 * BUNDLE
        clock.now += 60.01
        self.silence(frontier, wait=60.0)

        assert frontier.waiting == 0
        assert frontier.outcome_counts()["failed", "connect"] == 3 * BUNDLE
        (down,) = frontier.unreachable()
        assert (down.waiting, down.ended) == (0, 3 * BUNDLE)

    @pytest.mark.parametrize(
        ("reason", "leased"), [("connect", 1), ("http_503", 1), ("http_404", 0)]
    )
    def test_a_start_page_that_failed_is_tried_again_when_it_may_have_passed(
        self, reopen: Reopen, clock: Clock, reason: str, leased: int
    ) -> None:
        url = Url("http://a.example/")
        frontier = reopen(start=(url,))
        frontier.add([visit(url)])
        (lease,) = frontier.lease(1, 1)
        frontier.complete(
            report(lease, EndedVisit(lease.errands[0].id, lease.host_id, "failed", reason))
        )

        again = reopen(start=(url,))
        clock.now += DELAY + 0.01

        assert len(again.lease(1, 1)) == again.waiting + again.leased == leased
        assert again.outcome_counts()["failed", reason] == 1 - leased

    def test_robots_notes_come_back_with_the_lease(self, frontier: Frontier, clock: Clock) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(BUNDLE + 1)])
        (lease,) = frontier.lease(1, 1)
        note = RobotsNote("http://a.example", 200, "User-agent: *\n", clock.now)
        frontier.complete(report(lease)._replace(robots=[note]))
        clock.now += DELAY + 0.01

        (lease,) = frontier.lease(1, 1)

        assert lease.robots == [note]

    # -- fencing ----------------------------------------------------------------------------------

    def test_a_late_report_is_refused_and_nothing_of_it_is_recorded(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)
        clock.now += LEASE_SECONDS + 1.0

        assert not finish(frontier, lease, found=[visit("http://b.example/")])

        clock.now += LEASE_SECONDS
        assert {lease.host for lease in frontier.lease(2, 5)} == {"a.example"}

    def test_a_report_under_an_old_token_is_refused(self, frontier: Frontier, clock: Clock) -> None:
        frontier.add([visit("http://a.example/")])
        (old,) = frontier.lease(1, 1)
        clock.now += LEASE_SECONDS + 2 * DELAY
        (new,) = frontier.lease(2, 1)

        assert not finish(frontier, old)
        assert new.token > old.token
        assert frontier.complete(report(new, page(new, new.errands[0].id), worker=2))

    def test_a_report_by_another_worker_is_refused(self, frontier: Frontier) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)

        assert not frontier.complete(report(lease, page(lease, lease.errands[0].id), worker=2))

    def test_a_url_is_recorded_once_even_if_reported_twice(self, frontier: Frontier) -> None:
        frontier.add([visit("http://a.example/")])
        (lease,) = frontier.lease(1, 1)
        ended = page(lease, lease.errands[0].id)

        assert frontier.complete(report(lease, ended, done=False))
        assert not frontier.complete(report(lease, ended))

    def test_one_bad_lease_refuses_the_whole_report(self, frontier: Frontier, clock: Clock) -> None:
        frontier.add([visit("http://a.example/"), visit("http://b.example/")])
        first, second = frontier.lease(1, 2)
        stale = HostNote(second.host_id, second.token - 1, 0.0, True)
        good = HostNote(first.host_id, first.token, 0.0, True)
        ended = page(first, first.errands[0].id)

        assert not frontier.complete(WorkerReport(1, [good, stale], [ended], [], [], []))
        assert frontier.complete(WorkerReport(1, [good], [ended], [], [], []))

    def test_tokens_grow_over_reopening(
        self, frontier: Frontier, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        (old,) = frontier.lease(1, 1)
        clock.now += 2 * LEASE_SECONDS

        (new,) = reopen().lease(1, 1)

        assert new.token > old.token

    # -- lost workers -----------------------------------------------------------------------------

    def test_an_expired_lease_is_given_to_another_worker(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/")])
        frontier.lease(1, 1)

        clock.now += LEASE_SECONDS - 1.0
        assert frontier.lease(2, 1) == []
        clock.now += 1.0 + 2 * DELAY
        assert [lease.host for lease in frontier.lease(2, 1)] == ["a.example"]

    def test_a_dead_workers_hosts_come_back_after_one_delay(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/"), visit("http://b.example/")])
        frontier.lease(1, 2)

        assert frontier.release(1) == 2
        assert frontier.lease(2, 2) == []
        clock.now += DELAY + 0.01
        assert len(frontier.lease(2, 2)) == 2

    def test_a_page_that_kills_workers_is_not_tried_a_third_time(
        self, frontier: Frontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/deadly")])
        for worker in (1, 2):
            (lease,) = frontier.lease(worker, 1)
            frontier.release(worker, died_reading=lease.errands[0].id)
            clock.now += DELAY + 0.01

        assert frontier.lease(3, 1) == []
        assert frontier.seconds_to_next() is None
