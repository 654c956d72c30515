"""Does to a frontier whatever Hypothesis thinks of, and compares it with a few plain dicts.

It speaks the protocols of `crawl.frontier` alone: the tests of a store subclass `FrontierMachine`
and say how to make a store and how to kill it.
"""

from collections import Counter
from contextlib import AbstractContextManager
from itertools import pairwise

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from tests.promises.frontier_model import FrontierModel, KnownUrl

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Errand, Lease
from auslese.crawl.frontier.opening import FrontierStore
from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of, key_of, origin_of
from auslese.records.visit import BUCKETS, FOCUS_BUCKETS, Visit

DELAY, LEASE_SECONDS, BUNDLE, ADDRESS_DELAY = 1.0, 60.0, 3, 2.0
ORIGINS = ("http://a.example", "https://a.example", "http://b.example", "http://c.example")

buckets = st.sampled_from([0, 3, 4, 8, 12, BUCKETS - 1])
PATIENCE = 40.0
SILENT = HostTrouble("failed", "connect", "nobody listens", "its own")
NO_HOST = GivenUp("failed", "dns", "no such host")
reasons_to_refuse = st.sampled_from(
    [None] * 6
    + [Refused(Refusal.SCOPE, "nothing allows it"), Refused(Refusal.SUFFIX, ".zip")]
    + [Refused(Refusal.NOFOLLOW, "ugc")]
)
workers = st.integers(1, 3)
seldom = st.sampled_from([False] * 4 + [True])


@st.composite
def visits(draw: st.DrawFn) -> Visit:
    origin = draw(st.sampled_from(ORIGINS))
    url = Url(f"{origin}/{draw(st.integers(0, 11))}")
    refused = draw(reasons_to_refuse)
    return Visit(
        url, key_of(url), host_of(url), draw(st.integers(0, 3)), draw(buckets), refused=refused
    )


@st.composite
def endings(draw: st.DrawFn) -> EndedVisit:
    """How an errand may end; whose ending it is, the machine fills in."""
    how = draw(st.sampled_from(["again", "again", "page", "page", "failed", "redirect"]))
    if how == "again":
        again_in = draw(st.sampled_from([0.0, 2.0, 90.0]))
        return EndedVisit(0, 0, "failed", "timeout", again_in=again_in)
    if how == "failed":
        return EndedVisit(0, 0, "failed", "http_404", status=404)
    digest = draw(st.sampled_from([b"", b"one", b"two"])) if how == "page" else b""
    return EndedVisit(0, 0, "fetched", how, status=200, digest=digest)


@st.composite
def notes(draw: st.DrawFn) -> HostNote:
    """What may be said about a host; which one, the machine fills in."""
    return HostNote(
        0,
        0,
        wait=draw(st.sampled_from([0.0, DELAY, 7.0])),
        done=draw(st.booleans()),
        delay=draw(st.sampled_from([-1.0, -1.0, 0.0, 5.0])),
        address=draw(st.sampled_from(["", "192.0.2.1", "192.0.2.2"])),
        asked=draw(st.integers(0, 2)),
        failures=draw(st.sampled_from([-1, 0, 1])),
        trouble=draw(st.sampled_from([None, None, SILENT])),
        given_up=draw(
            st.sampled_from([None, None, None, NO_HOST, NO_HOST._replace(origin="its own")])
        ),
    )


links = st.lists(visits(), max_size=4)
News = tuple[HostNote, list[EndedVisit], list[Visit]]


class FrontierMachine(RuleBasedStateMachine):
    """Does to a real frontier and to the model whatever Hypothesis thinks of."""

    ageing = 0
    hold = HoldRules()
    store: FrontierStore
    opened: AbstractContextManager[CrawlFrontier]

    def make_store(self) -> FrontierStore:
        """A store in which nothing is yet."""
        raise NotImplementedError

    def kill(self) -> None:
        """End all at once, as kill -9 does; `store` is then what lies on disk."""
        raise NotImplementedError

    @initialize(news=st.lists(visits(), min_size=10, max_size=30))
    def open_a_new_one(self, news: list[Visit]) -> None:
        self.model = FrontierModel(
            DELAY, LEASE_SECONDS, ADDRESS_DELAY, PATIENCE, is_focused=bool(self.ageing)
        )
        self.leases: list[tuple[int, Lease]] = []
        """Every lease ever given, with its worker: old ones must be good for nothing."""
        self.store = self.make_store()
        self.open()
        self.add(news)

    def open(self) -> None:
        frontier_settings = FrontierSettings(
            DELAY,
            LEASE_SECONDS,
            BUNDLE,
            address_delay=ADDRESS_DELAY,
            patience=PATIENCE,
            ageing=self.ageing,
            hold=self.hold,
        )
        self.opened = self.store.open(frontier_settings, lambda: self.model.now)
        self.frontier = self.opened.__enter__()

    # -- what may happen --------------------------------------------------------------------------

    @rule(news=st.lists(visits(), max_size=12))
    def add(self, news: list[Visit]) -> None:
        assert self.frontier.add(news) == self.model.add(news)

    @rule(
        patient=st.booleans(),
        worker=workers,
        hosts=st.integers(1, 3),
        urls=st.one_of(st.none(), st.none(), st.integers(0, BUNDLE)),
    )
    def lease(self, patient: bool, worker: int, hosts: int, urls: int | None) -> None:
        if patient:
            self.model.now += self.model.seconds_to_next() or 0.0
        self.model.reclaim_expired()
        ready = self.model.ready_hosts()

        leases = self.frontier.lease(worker, hosts, urls)

        names = {lease.host for lease in leases}
        assert len(names) == len(leases) <= hosts, "a host twice, or more hosts than asked for"
        assert names <= ready, "a host that is leased already, or before its time"
        taken = sum(len(lease.errands) for lease in leases)
        assert urls is None or taken <= urls
        addresses = [address for lease in leases if (address := lease.address)]
        assert len(addresses) == len(set(addresses)), "two hosts at one address at once"
        for lease in leases:
            self.check_bundle(lease)
            self.model.take_lease(worker, lease)
            self.leases.append((worker, lease))
        if len(leases) < hosts and taken != urls:
            left = {n for n in ready - names if self.model.hosts[n].address not in addresses}
            self.check_left(left)

    def check_left(self, hosts: set[str]) -> None:
        """No host that may be asked, and whose address is free, was left."""
        assert not hosts, "a host that may be asked was held back"

    def check_bundle(self, lease: Lease) -> None:
        """Nothing but what waits there and may be asked for, and the best of it."""
        given = {errand.visit.url for errand in lease.errands}
        may = [one for one in self.model.waiting_at(lease.host) if one.again_at <= self.model.now]
        left = [one.visit.bucket for one in may if one.visit.url not in given]
        order = [errand.visit.bucket for errand in lease.errands]
        assert 0 < len(given) == len(lease.errands) <= BUNDLE
        assert given <= {one.visit.url for one in may}
        if not self.ageing or not any(one.offered for one in may):
            assert all(first <= second for first, second in pairwise(order + sorted(left)))
        for errand in lease.errands:
            known = self.model.urls[errand.visit.url]
            self.check_errand(errand, known)
            assert errand.tries == known.tries
        assert lease.token > self.model.hosts[lease.host].token
        assert lease.delay == self.model.delay_of(self.model.hosts[lease.host])

    def check_errand(self, errand: Errand, known: KnownUrl) -> None:
        """It is what was added, in the place of the best link to it."""
        assert errand.visit == known.visit

    @precondition(lambda self: self.leases)
    @rule(
        data=st.data(),
        news=st.tuples(notes(), st.lists(endings(), max_size=BUNDLE), links),
        as_another=seldom,
        with_an_old_lease=seldom,
    )
    def complete(
        self, data: st.DataObject, news: News, as_another: bool, with_an_old_lease: bool
    ) -> None:
        leases = self.leases if with_an_old_lease else self.live_leases() or self.leases
        worker, lease = data.draw(st.sampled_from(leases), "worker and lease")
        errands = data.draw(st.permutations(lease.errands), "errands in the order they end")
        self.report(worker + as_another, lease._replace(errands=errands), news)

    @rule(worker=workers, news=st.tuples(notes(), st.lists(endings(), min_size=1), links))
    def work(self, worker: int, news: News) -> None:
        """Do at once what a good worker does: wait, lease, report."""
        self.lease(True, worker, 1, None)
        for lender, lease in self.live_leases()[-1:]:
            self.report(lender, lease, news)

    def report(self, worker: int, lease: Lease, news: News) -> None:
        note, ends, found = news
        origin = origin_of(lease.errands[0].visit.url)
        given_up = note.given_up
        if given_up and given_up.origin:
            given_up = given_up._replace(origin=origin)
        trouble = note.trouble and note.trouble._replace(origin=origin)
        note = note._replace(
            host_id=lease.host_id, token=lease.token, given_up=given_up, trouble=trouble
        )
        ended = [
            end._replace(id=errand.id, host_id=lease.host_id)
            for end, errand in zip(ends, lease.errands, strict=False)
        ]
        report = WorkerReport(worker, [note], ended, found, [], [])
        valid = self.model.is_valid(report, [lease])

        assert self.frontier.complete(report) == valid
        if valid:
            self.model.take_report(report, [lease])

    def live_leases(self) -> list[tuple[int, Lease]]:
        """The leases that have not ended."""
        return [
            (worker, lease)
            for worker, lease in self.leases
            if self.model.hosts[lease.host].worker == worker
            and self.model.hosts[lease.host].token == lease.token
        ]

    @rule(worker=workers, data=st.data(), really=seldom)
    def a_worker_dies(self, worker: int, data: st.DataObject, really: bool) -> None:
        if not really:
            return
        errands = [
            errand for who, lease in self.leases if who == worker for errand in lease.errands
        ]
        reading = data.draw(st.sampled_from([None, *errands]), "what it was reading")
        number, url = (reading.id, reading.visit.url) if reading else (0, "")

        assert self.frontier.release(worker, number) == self.model.release(worker, url)

    @rule(really=seldom)
    def hosts_out_of_reach_are_tried_at_once(self, really: bool) -> None:
        if really:
            down = {name for name, host in self.model.hosts.items() if host.down_since}
            assert {host.host for host in self.frontier.unreachable()} == down
            assert self.frontier.retry_unreachable() == len(down)
            self.model.retry_unreachable()

    @rule(seconds=st.sampled_from([0.5, DELAY, 5.0, 30.0, LEASE_SECONDS, 100.0]))
    def time_passes(self, seconds: float) -> None:
        self.model.now += seconds

    @rule(really=seldom)
    def everything_is_killed_and_started_again(self, really: bool) -> None:
        if really:
            self.kill()
            self.open()
            self.model.end_all_leases()
            self.model.retry_unreachable()

    # -- what must hold at every moment -----------------------------------------------------------

    @invariant()
    def every_url_is_in_exactly_one_state(self) -> None:
        if not hasattr(self, "frontier"):
            return
        assert self.frontier.waiting == len(self.model.in_state("waiting"))
        assert self.frontier.leased == len(self.model.in_state("leased"))
        leased = [host for host in self.model.hosts.values() if host.worker is not None]
        assert self.frontier.hosts_leased == len(leased)

    @invariant()
    def who_waits_for_a_url_hears_what_happened(self) -> None:
        if not hasattr(self, "frontier"):
            return
        outcomes = self.model.outcomes()
        for url in self.model.urls:
            ended = self.frontier.urls.outcome_of(Url(url))
            assert (ended[:2] if ended else None) == outcomes.get(url)

    @invariant()
    def who_reads_sees_what_happened(self) -> None:
        if not hasattr(self, "frontier"):
            return
        reader = self.store.reader()
        standing = reader.crawl_state()
        counted = Counter(f"{kind}.{reason}" for kind, reason in self.model.outcomes().values())
        assert standing.outcomes == counted
        assert standing.seen == len(self.model.urls)
        assert standing.queued == self.frontier.waiting + self.frontier.leased
        last, known = next(reversed(self.model.urls.items()))
        trace = reader.trace(Url(last))
        is_asked = self.model.hosts[known.visit.host].worker is not None
        waits = ("under way" if is_asked else "waiting", "")
        assert (trace.state, trace.reason) == (known.outcome if known.state == "ended" else waits)

    @invariant()
    def it_never_waits_too_long(self) -> None:
        """It may look too early: whether an address is free then, it sees when it looks."""
        if hasattr(self, "frontier") and (wait := self.model.seconds_to_next()) is not None:
            said = self.frontier.seconds_to_next()
            assert said is not None
            assert said <= wait


class FocusedFrontierMachine(FrontierMachine):
    """The same in a focused crawl: URLs move up, and hosts are held back for better ones."""

    ageing = 10**6  # turns of age have tests of their own
    hold = HoldRules(20.0, 2)

    def check_errand(self, errand: Errand, known: KnownUrl) -> None:
        bucket = errand.visit.bucket
        assert bucket == known.visit.bucket or (known.tries and bucket in known.offered)
        known.visit = known.visit._replace(bucket=bucket)
        assert errand.visit == known.visit

    def check_left(self, hosts: set[str]) -> None:
        for name in hosts:
            may = [one for one in self.model.waiting_at(name) if one.again_at <= self.model.now]
            if any(one.tries for one in may):
                continue  # nobody but the frontier knows whether it has moved up
            best = min(one.visit.bucket for one in may)
            better = range(FOCUS_BUCKETS.start, best - self.hold.lead + 1)
            asked = {e.visit.bucket for _, lease in self.live_leases() for e in lease.errands}
            waiting = [
                known
                for known in self.model.urls.values()
                if known.state == "waiting" and known.visit.host != name
            ]
            promised = asked.union(*({one.visit.bucket, *one.offered} for one in waiting))
            assert promised & set(better), "a host was held back for nobody"
