"""The frontier in a schema of PostgreSQL, for crawls on several machines.

The database decides who may ask which host; nobody owns the frontier. Each crawl opens it under a
name of its own, and what it keeps in memory is its own: its leases, what its shapes of URLs have
taught it, and a part of the keys that were seen.

Every verb is one transaction, done anew if the connection is lost. What a lost answer may have
hidden is put right: leases that we know nothing of are ended, and a report carries a number by
which it is recorded once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from types import TracebackType
from typing import Self

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.shared.content_names import draw_modulus
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.looking.shared_outcomes import SharedOutcomes
from auslese.crawl.frontier.shared.looking.shared_sites import SharedSites
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.openers import claim_name, enrol
from auslese.crawl.frontier.shared.returning.shared_revisits import SharedRevisits
from auslese.crawl.frontier.shared.schema_versions import prepare_schema
from auslese.crawl.frontier.shared.shared_contents import SharedContents
from auslese.crawl.frontier.shared.shared_discovery import SharedDiscovery
from auslese.crawl.frontier.shared.shared_near_copies import SharedNearCopies
from auslese.crawl.frontier.shared.shared_runs import SharedRuns
from auslese.crawl.frontier.shared.staged_rows import StagedRows
from auslese.crawl.frontier.shared.store_time import Clock, StoreTime
from auslese.crawl.frontier.shared.verbs.at_opening import AtOpening
from auslese.crawl.frontier.shared.verbs.handing_back import HandingBack
from auslese.crawl.frontier.shared.verbs.host_lines import (
    patience_of,
    put_to_sleep,
    refresh_hosts,
)
from auslese.crawl.frontier.shared.verbs.lending import HeldLease, Lending
from auslese.crawl.frontier.shared.verbs.line_sorting import LineSorting
from auslese.crawl.frontier.shared.verbs.link_intake import LinkIntake
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.ready_hosts import ReadyHost, ReadyHosts
from auslese.crawl.frontier.shared.verbs.report_taking import ReportTaking
from auslese.crawl.frontier.shared.verbs.shared_outages import read_outages, retry_outages
from auslese.crawl.frontier.shared.verbs.shared_shapes import SharedShapes
from auslese.crawl.frontier.shared.verbs.url_adding import UrlAdding
from auslese.crawl.frontier.shared.verbs.visit_ends import VisitEnds
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan
from auslese.crawl.traps.shape_book import ShapeBook
from auslese.records.visit import BUCKETS, Visit

LOOKED_AT = 1000  # hosts that wait for an address, among which the next one is looked for

_NEXT = "SELECT due_at, name, address FROM host WHERE rank IS NOT NULL ORDER BY due_at LIMIT 1"
# Hosts whose address is being asked now do not count: nobody knows how long that takes.
_NEXT_WITH_PLACES = f"""
SELECT min(greatest(due_at, coalesce(free_at, 0))) FROM (
    SELECT due_at, address FROM host WHERE rank IS NOT NULL ORDER BY due_at LIMIT {LOOKED_AT}
) AS next LEFT JOIN address USING (address) WHERE tenant IS NULL
"""
_LEASED = (
    "SELECT coalesce(sum(cardinality(leased)), 0)::bigint, count(*) FROM host"
    " WHERE worker IS NOT NULL"
)
_REST = f"""
UPDATE host SET due_at = new.at, rank = new.at + coalesce(best, {BUCKETS - 1}) * $3::float8
FROM unnest($1::bigint[], $2::float8[]) AS new (id, at) WHERE host.id = new.id
"""


class SharedFrontier:
    """Keeps the promises of `CrawlFrontier` on PostgreSQL, beside others who do the same."""

    def __init__(self, parts: OpenParts, plan: RecrawlPlan | None) -> None:
        """Go on with a frontier that has been put right; `open_frontier` does that."""
        self._parts = parts
        self._link = parts.link
        self._settings = parts.settings
        self.plan = plan
        self.writer = parts.opener
        self.runs = parts.runs
        self.staging = parts.staged
        self.discovery = parts.discovery
        self.revisits = parts.revisits
        self.near_copies = parts.near_copies
        self._adding = UrlAdding(parts)
        self._sorting = LineSorting(parts, self._adding)
        self._back = HandingBack(parts)
        self._taking = ReportTaking(parts, self._adding, self._sorting, self._back)
        self._ready = ReadyHosts(self._link, self._settings)
        last_visits = parts.revisits.last_visits
        self._lending = Lending(self._link, parts.opener, self._settings, last_visits)
        self._sites = SharedSites(self._link, self._settings.delay)
        self._reports = int(
            self._link.value("SELECT last_report FROM opener WHERE id = $1", parts.opener)
        )

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say good-bye to the database."""
        if error is not None:
            self._link.drop()
            return
        self._parts.in_transaction(lambda _: self._parts.shapes.write())
        self._link.close()

    # -- the verbs --------------------------------------------------------------------------------

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs and say how many were new."""
        return self._parts.in_transaction(lambda now: self._adding.add(visits, now))

    def lease(
        self, worker: int, hosts: int, urls: int | None = None, known: bool = False
    ) -> list[Lease]:
        """Give up to `hosts` permitted hosts to this worker, the most promising first."""
        room = hosts * self._settings.bundle if urls is None else urls
        empty: list[int] = []
        expired: list[int] = []
        attempts = iter(range(1 << 30))

        def work(now: float) -> list[tuple[HeldLease, Lease]]:
            empty.clear()
            if next(attempts):
                self._back.free_left_over(now)
            expired[:] = self._back.reclaim_expired(now)
            self._move_aliases(expired, now)
            self._parts.refresh()
            return self._lease(now, worker, (hosts, room, known), empty)

        leases = self._parts.in_transaction(work)
        put_to_sleep(self._link, empty, self._parts.patience)
        for host in expired:
            self._parts.held.pop(host, None)
        for held, _ in leases:
            self._parts.held[held.host_id] = held
        return [lease for _, lease in leases]

    def _lease(
        self, now: float, worker: int, wanted: tuple[int, int, bool], empty: list[int]
    ) -> list[tuple[HeldLease, Lease]]:
        hosts, room, known = wanted
        passed: set[int] = set()
        leases: list[tuple[HeldLease, Lease]] = []
        while len(leases) < hosts and room > 0:
            found = self._ready.take(now, hosts - len(leases), passed, known=known)
            if not found:
                break
            passed.update(host.id for host in found)
            bundles = self._lending.bundles(self._awake(found, now), room, now)
            empty += [one.host.id for one in bundles if not one.rows and room > 0]
            bundles = [one for one in bundles if one.rows]
            room -= sum(len(one.rows) for one in bundles)
            for held, lease in self._lending.lend(worker, bundles, now):
                advised = [self._parts.shapes.advised(errand) for errand in lease.errands]
                held.errands = {errand.id: errand for errand in advised}
                leases.append((held, lease._replace(errands=advised)))
                self._ready.note_lease(len(advised))
        return leases

    def _awake(self, hosts: Sequence[ReadyHost], now: float) -> list[ReadyHost]:
        """Those of these hosts whose hours are open; the others sleep until they open."""
        hours = self._settings.hours
        if hours is None:
            return list(hosts)
        opens = {host.id: hours.rest_until(host.name, now) for host in hosts}
        closed = [host for host, at in opens.items() if at]
        if closed:
            times = [opens[host] for host in closed]
            self._link.run(_REST, closed, times, self._parts.patience)
        return [host for host in hosts if not opens[host.id]]

    def _move_aliases(self, host_ids: Sequence[int], now: float) -> None:
        """Let what waits at aliases among these hosts wait under their main names."""
        if host_ids:
            names = self._link.rows(
                "SELECT name FROM host WHERE id = ANY($1::bigint[]) AND alias_of IS NOT NULL",
                host_ids,
            )
            self._sorting.move_if_alias([name for (name,) in names], now)

    def complete(self, report: WorkerReport) -> bool:
        """Record the report in one transaction; False if one of its leases is not valid."""
        self._reports += 1
        attempts = iter(range(1 << 30))

        def work(now: float) -> bool:
            self._sorting.forget()
            is_first = next(attempts) == 0
            if is_first and not self._taking.is_ours(report, now):
                return False
            return self._taking.take(report, self._reports, now, is_first=is_first)

        if not self._parts.in_transaction(work, self._reports):
            return False
        self._back.forget(report)
        self._parts.revisits.count(self._parts.page_changes)
        self._parts.revisits.note_hints(report.hints)
        return True

    def release(self, worker: int, died_reading: int = 0) -> int:
        """Take back the leases of a worker known to be dead; the page it died on is marked."""
        held = [one for one in self._parts.held.values() if one.worker == worker]

        def work(now: float) -> int:
            live = self._back.ours(held)
            for one in live:
                if died_reading in one.errands:
                    self._taking.end_crashed(one, died_reading, now)
            self._back.free(live, now)
            self._move_aliases([one.host_id for one in live], now)
            return len(live)

        freed = self._parts.in_transaction(work) if held else 0
        for one in held:
            del self._parts.held[one.host_id]
        return freed

    # -- waiting ----------------------------------------------------------------------------------

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased; None if nothing waits."""

        def look() -> float | None:
            question = _NEXT_WITH_PLACES if self._settings.address_delay else _NEXT
            at = self._link.value(question)
            return None if at is None else max(0.0, float(at) - self._parts.clock())

        return self._link.retried(look)

    def holds_back(self) -> bool:
        """Whether hosts that may be asked are held back, for better ones are expected."""
        return self._link.retried(lambda: self._ready.holds_back(self._parts.clock()))

    def waits_for_hours(self) -> bool:
        """Whether the next host to be leased is one whose hours are closed."""
        hours, name = self._settings.hours, self._next_host()
        return bool(hours and name and hours.rest_until(name, self._parts.clock()))

    def waits_for_host(self) -> UnreachableHost | None:
        """The next host to be leased, if it could not be reached when it was last tried."""
        name = self._next_host()
        return next((host for host in self.unreachable() if host.host == name), None)

    def _next_host(self) -> str:
        row = self._link.retried(lambda: self._link.row(_NEXT))
        return str(row[1]) if row else ""

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        return self._link.retried(lambda: read_outages(self._link))

    def retry_unreachable(self) -> int:
        """Let hosts that could not be reached be tried at once; the number of such hosts."""

        def work(_: float) -> int:
            hosts = retry_outages(self._link, self._settings.delay)
            self._parts.changed.update(hosts)
            return len(hosts)

        return self._parts.in_transaction(work)

    @property
    def waiting(self) -> int:
        """URLs that wait."""
        return self._counted()[0]

    @property
    def leased(self) -> int:
        """URLs that are with a worker now, of whichever crawl."""
        return self._counted()[1]

    @property
    def hosts_leased(self) -> int:
        """Hosts that are with a worker now, of whichever crawl."""
        return self._counted()[2]

    def _counted(self) -> tuple[int, int, int]:
        def look() -> tuple[int, int, int]:
            urls, hosts = self._link.rows(_LEASED)[0]
            lines = self._link.value("SELECT coalesce(sum(waiting), 0)::bigint FROM opener")
            return int(lines) - int(urls), int(urls), int(hosts)

        return self._link.retried(look)

    # -- what else a crawl asks -------------------------------------------------------------------

    @cached_property
    def urls(self) -> SharedOutcomes:
        """What became of single URLs."""
        return SharedOutcomes(self._link)

    def outcome_counts(self) -> Counter[tuple[str, str]]:
        """How many URLs ended in which way so far, by kind and reason."""
        return self._link.retried(self._sites.outcome_counts)

    def hosts_asked(self) -> int:
        """Count the hosts that we have ever talked to."""
        return self._link.retried(self._sites.hosts_asked)

    def host_work(self, most: int) -> list[HostWork]:
        """The hosts with the most work ahead."""
        return self._link.retried(lambda: self._sites.host_work(most))

    def site_rows(self) -> list[SiteRow]:
        """The site records as they are now."""
        return self._link.retried(self._sites.rows)


def open_frontier(
    place: DatabasePlace,
    opener: str,
    settings: FrontierSettings,
    time: tuple[StoreTime, Callable[[], float]],
    rules: FrontierRules | None = None,
) -> SharedFrontier:
    """Open the frontier; rules with a new fingerprint are applied to all that is undecided."""
    link = DatabaseLink(place, f"auslese crawl {opener}".strip())
    try:
        prepare_schema(link)
        make, caller = time
        clock = make(link, caller)
        number = link.retried(lambda: enrol(link, opener, clock()))
        claim_name(link, number)
        parts = make_parts(link, number, settings, clock)
        plan = parts.in_transaction(lambda now: _put_right(parts, rules, now))
        link.retried(lambda: draw_modulus(link))
        return SharedFrontier(parts, plan)
    except BaseException:
        link.drop()
        raise


def make_parts(
    link: DatabaseLink, opener: int, settings: FrontierSettings, clock: Clock
) -> OpenParts:
    """What the verbs work with; the book of shapes is read."""
    counts = OpenerCounts(opener)
    changed: set[int] = set()

    def read_shapes() -> ShapeBook:
        with link.transaction():
            counts.clear()
            store = SharedShapes(link, counts, changed)
            book = ShapeBook(store, settings.shapes, clock())
            refresh_hosts(link, changed, patience_of(settings))
            counts.write(link)
            return book

    return OpenParts(
        link=link,
        opener=opener,
        settings=settings,
        clock=clock,
        counts=counts,
        shapes=link.retried(read_shapes),
        intake=LinkIntake(link),
        ends=VisitEnds(link, counts),
        contents=SharedContents(link),
        revisits=SharedRevisits(link),
        near_copies=SharedNearCopies(link, wanted=settings.near_copies, opener=opener),
        staged=StagedRows(link, opener),
        runs=SharedRuns(link, opener),
        discovery=SharedDiscovery(link),
        changed=changed,
    )


def _put_right(parts: OpenParts, rules: FrontierRules | None, now: float) -> RecrawlPlan | None:
    opening = AtOpening(parts, HandingBack(parts))
    opening.lock()
    opening.end_left_over(now)
    opening.let_in_unfocused()
    opening.rank_anew()
    if rules is not None:
        opening.apply_rules(rules, now)
    plan = opening.plan(now)
    opening.retry_failed()
    return plan
