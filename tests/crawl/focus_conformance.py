"""What a frontier promises to a focused crawl: the best first, nothing for ever last."""

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.records.fetch import Refusal, Refused
from tests.crawl.frontier_cases import Clock, Reopen, finish, visit

EVERY = 5
OFF_TOPIC = Refused(Refusal.FOCUS, "links to it score 40000, above 30000")


def _worked_off(frontier: CrawlFrontier, clock: Clock, most: int = 10_000) -> list[str]:
    """The URLs in the order in which they are handed out, one host after the other."""
    order: list[str] = []
    while frontier.waiting and len(order) < most:
        clock.now += frontier.seconds_to_next() or 0.0
        for lease in frontier.lease(1, 1):
            order += [errand.visit.url for errand in lease.errands]
            finish(frontier, lease)
    return order


class FocusConformance:
    """The promises; a store's tests say which store it is."""

    def test_a_better_bucket_goes_before_a_longer_wait(self, reopen: Reopen, clock: Clock) -> None:
        frontier = reopen(ageing=1000)
        frontier.add([visit("http://off.example/", bucket=10)])
        clock.now += 1e6

        frontier.add([visit("http://on.example/", bucket=4)])

        assert _worked_off(frontier, clock) == ["http://on.example/", "http://off.example/"]

    def test_start_pages_are_first(self, reopen: Reopen, clock: Clock) -> None:
        frontier = reopen(ageing=2)
        frontier.add([visit(f"http://a.example/seed{n}", bucket=0) for n in range(6)])
        frontier.add([visit(f"http://a.example/{n}", bucket=4) for n in range(6)])

        first = _worked_off(frontier, clock)[:6]

        assert first == [f"http://a.example/seed{n}" for n in range(6)]

    def test_a_focused_bundle_is_of_one_bucket(self, reopen: Reopen) -> None:
        frontier = reopen(ageing=1000)
        frontier.add([visit(f"http://a.example/{n}", bucket=4 + 2 * (n > 1)) for n in range(4)])

        (lease,) = frontier.lease(1, 1)

        assert [errand.visit.bucket for errand in lease.errands] == [4, 4]

    def test_the_order_of_a_focused_crawl_survives_a_kill(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        buckets = (10, 4, 8, 6, 4, 10, 6)
        frontier = reopen(ageing=1000)
        frontier.add([visit(f"http://a.example/{n}", bucket=b) for n, b in enumerate(buckets)])
        first = _worked_off(frontier, clock, most=2)

        order = first + _worked_off(reopen(ageing=1000), clock)

        assert order == [f"http://a.example/{n}" for n in (1, 4, 3, 6, 2, 0, 5)]

    def test_what_was_off_topic_waits_when_a_better_link_leads_there(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=1000)
        frontier.add([visit("http://a.example/x", bucket=13, refused=OFF_TOPIC)])
        assert frontier.outcome_counts() == {("refused", "focus"): 1}

        frontier.add([visit("http://a.example/6", bucket=6), visit("http://a.example/x", bucket=4)])

        assert (frontier.waiting, frontier.outcome_counts().total()) == (2, 0)
        again = reopen(ageing=1000)  # its new place is kept
        assert _worked_off(again, clock) == ["http://a.example/x", "http://a.example/6"]

    def test_a_crawl_without_a_topic_takes_what_was_off_topic(self, reopen: Reopen) -> None:
        reopen(ageing=1000).add([visit("http://a.example/x", bucket=13, refused=OFF_TOPIC)])

        assert reopen(ageing=1000).waiting == 0
        assert reopen().waiting == 1

    def test_a_poor_page_does_not_starve_beside_better_ones(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=EVERY)
        frontier.add([visit(f"http://{host}.example/poor", bucket=12) for host in "ab"])
        asked: list[str] = []
        for turn in range(4 * EVERY):
            names = (f"http://{host}.example/{turn}" for host in "abc")
            frontier.add([visit(name, bucket=4) for name in names])
            clock.now += 2.0
            (lease,) = frontier.lease(1, 1, urls=1)
            asked += [errand.visit.url for errand in lease.errands]
            finish(frontier, lease)

        assert {"http://a.example/poor", "http://b.example/poor"} <= set(asked)

    def test_what_waits_moves_up_when_a_better_link_leads_there(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=1000)
        frontier.add([visit(f"http://a.example/{n}", bucket=10) for n in range(4)])

        better = [visit("http://a.example/2", bucket=4), visit("http://a.example/3", bucket=12)]
        assert frontier.add([*better, visit("http://a.example/3", bucket=6)]) == 0

        assert frontier.waiting == 4
        again = reopen(ageing=1000)  # its new place is kept
        assert again.waiting == 4
        assert _worked_off(again, clock) == [f"http://a.example/{n}" for n in (2, 3, 0, 1)]

    def test_what_is_asked_or_has_ended_does_not_move_up(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=1000)
        frontier.add([visit(f"http://a.example/{n}", bucket=10) for n in range(2)])
        (lease,) = frontier.lease(1, 1, urls=1)
        better = [visit("http://a.example/0", bucket=4)]

        frontier.add(better)
        finish(frontier, lease, found=better)

        assert _worked_off(frontier, clock) == ["http://a.example/1"]

    def test_what_may_be_a_trap_and_start_pages_do_not_move_up(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=1000)
        buckets = (0, 14, 15, 6)
        frontier.add([visit(f"http://a.example/{n}", bucket=b) for n, b in enumerate(buckets)])

        frontier.add([visit(f"http://a.example/{n}", bucket=4) for n in range(3)])

        assert _worked_off(frontier, clock) == [f"http://a.example/{n}" for n in (0, 3, 1, 2)]

    def test_in_a_crawl_without_a_topic_nothing_moves_up(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen()
        frontier.add([visit(f"http://a.example/{n}", bucket=10) for n in range(2)])

        frontier.add([visit("http://a.example/1", bucket=4)])

        assert _worked_off(frontier, clock) == [f"http://a.example/{n}" for n in range(2)]

    def test_a_poor_host_is_held_back_while_a_better_one_rests_or_is_asked(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=1000, hold=HoldRules(30.0, 2))
        rich = [visit(f"http://rich.example/{n}", bucket=4) for n in range(6)]
        frontier.add([visit("http://poor.example/", bucket=10), *rich])

        (lease,) = frontier.lease(1, 5)
        assert (lease.host, frontier.lease(1, 5)) == ("rich.example", [])
        assert frontier.holds_back()
        finish(frontier, lease)

        assert frontier.lease(1, 5) == []  # it rests
        clock.now += 1.0
        (lease,) = frontier.lease(1, 5)
        finish(frontier, lease)
        clock.now += 1.0
        assert [one.host for one in frontier.lease(1, 5)] == ["poor.example"]
        assert not frontier.holds_back()

    def test_turns_of_age_are_counted_in_urls_and_take_one_from_a_host_that_is_held_back(
        self, reopen: Reopen, clock: Clock
    ) -> None:
        frontier = reopen(ageing=EVERY, hold=HoldRules(1e6, 2), bundle=4)
        poor = [visit(f"http://poor.example/{n}", bucket=10) for n in range(20)]
        rich = [visit(f"http://rich.example/{n}", bucket=4) for n in range(40)]
        frontier.add([*poor, *rich])
        asked: list[str] = []
        while len(asked) < 30:
            clock.now += 1.0
            for lease in frontier.lease(1, 1):
                asked += [lease.host] * len(lease.errands)
                finish(frontier, lease)

        assert 3 <= asked.count("poor.example") <= 7  # six of thirty
