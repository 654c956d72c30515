"""The frontier in one SQLite file, for one writing process: the default.

SQLite holds the truth; memory holds what the verbs ask for all the time: the seen keys, the hosts
by their next access, the lines that wait. Memory is changed only together with a transaction, and
if a transaction fails the crawl ends, so the two cannot drift apart.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from heapq import heappush
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.frontier.bookkeeping.lease_rules import (
    UNREQUESTED_REASONS,
    seconds_of_lease,
)
from auslese.crawl.frontier.embedded import outage_book, rebuild
from auslese.crawl.frontier.embedded.discovery import heaviest_hosts
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.near_copies import NearCopies
from auslese.crawl.frontier.embedded.outcome_book import OutcomeBook
from auslese.crawl.frontier.embedded.recrawl_file import plan_recrawl
from auslese.crawl.frontier.embedded.revisits import Revisits
from auslese.crawl.frontier.embedded.run_book import RunBook
from auslese.crawl.frontier.embedded.shape_file import ShapeFile
from auslese.crawl.frontier.embedded.site_rows import read_sites, write_site
from auslese.crawl.frontier.embedded.staging import Staging
from auslese.crawl.frontier.embedded.unfollowed import FoundAgain
from auslese.crawl.frontier.embedded.url_book import UrlBook
from auslese.crawl.frontier.embedded.url_lookup import UrlLookup
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Errand, Lease
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.roster import Host
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.worker_report import (
    EndedVisit,
    GivenUp,
    HostNote,
    WorkerReport,
    ended_by_refusal,
)
from auslese.crawl.scope.host_aliases import is_address, is_alias_pair, under_host
from auslese.crawl.traps.shape_book import ShapeBook
from auslese.records.fetch import Failure, Refusal, Refused
from auslese.records.url import Url, host_of, key_of, origin_of
from auslese.records.visit import Visit
from auslese.system.key_set import Keys


class EmbeddedFrontier:
    """Keeps the promises of `CrawlFrontier` on SQLite."""

    writer = 1  # nobody else may have it open

    def __init__(
        self,
        path: Path,
        settings: FrontierSettings,
        clock: Callable[[], float],
        rules: FrontierRules | None = None,
    ) -> None:
        """Open the frontier; rules with a new fingerprint are applied to all that is undecided."""
        self._file = FrontierFile(path)
        self.db = self._file.db
        self._book = OutcomeBook(self._file)
        self._urls = UrlBook(self.db)
        self._settings = settings
        self._clock = clock
        self.runs = RunBook(self.db)
        self.staging = Staging(self.db)
        self.discovery = self._file.discovery
        with self._file.transaction():
            rebuild.end_leases(self.db, clock(), settings.delay)
            outage_book.forget_outages(self.db, settings.delay)
            rebuild.let_in_unfocused(self.db, settings)
            self._shapes = ShapeBook(ShapeFile(self.db), settings.shapes, clock())
            if rules is not None:
                rebuild.apply_rules(self.db, rules, clock())
            self.plan = plan_recrawl(self.db, clock(), settings.again) if settings.again else None
            outage_book.retry_failed(self.db, settings.start)
        self.revisits = Revisits(self._file)
        self.near_copies = NearCopies(self.db, wanted=settings.near_copies)
        self._seen = rebuild.read_seen(self.db)
        self._roster = rebuild.read_hosts(self.db, settings)
        self._outages = outage_book.OutageBook(self.db, settings.patience)
        self._found_again = FoundAgain(self._file, self._roster)
        self._tries, again = rebuild.read_tries(self.db)
        self.waiting = rebuild.fill_queues(self.db, self._roster, again)
        self._next_id = len(self._seen) + 1
        self.leased = self.hosts_leased = 0
        """URLs, and hosts, that are with a worker now."""

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if error is None:
            with self._file.transaction():
                self._shapes.write()
        self._file.close()

    def __len__(self) -> int:
        """Count the URLs ever seen."""
        return self._next_id - 1

    # -- the verbs --------------------------------------------------------------------------------

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs and say how many were new."""
        with self._file.transaction():
            return self._add(visits)

    def lease(
        self, worker: int, hosts: int, urls: int | None = None, known: bool = False
    ) -> list[Lease]:
        """Give up to `hosts` permitted hosts to this worker, the most promising first."""
        now = self._clock()
        self._reclaim_expired(now)
        room = hosts * self._settings.bundle if urls is None else urls
        taken: list[tuple[Host, list[tuple[int, int]]]] = []
        while len(taken) < hosts and room > 0:
            host = (self._roster.next_known if known else self._roster.next_ready)(now)
            if host is None:
                break
            if self._rests(host, now):
                continue
            bundle = host.take(min(self._settings.bundle, room), now, self._settings.ageing)
            room -= len(bundle)
            taken.append((host, bundle))
        return self._lend(worker, taken, now) if taken else []

    def complete(self, report: WorkerReport) -> bool:
        """Record the report in one transaction; False if one of its leases is not valid."""
        now = self._clock()
        if not self._all_valid(report, now):
            return False
        with self._file.transaction():
            for ended in report.ended:
                self._end_errand(ended)
            self.revisits.write_new()
            self._book.keep_rows(report)
            for note in report.hosts:
                self._update_host(note, now)
            self._add(report.found)
            for name in self._shapes.settle():
                self._sort_out(self._roster.by_name[name])
        self.revisits.note_hints(report.hints)
        return True

    def release(self, worker: int, died_reading: int = 0) -> int:
        """Take back the leases of a worker known to be dead; the page it died on is marked."""
        now = self._clock()
        held = [host for host in self._roster.by_id.values() if host.worker == worker]
        with self._file.transaction():
            for host in held:
                if died_reading in host.leased:
                    self._note_crash(host, died_reading, now)
                self._hand_back(host, min(host.next_at, now + self._delay_of(host)))
        return len(held)

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased; None if nothing waits."""
        return self._roster.seconds_to_next(self._clock())

    def holds_back(self) -> bool:
        """Whether hosts that may be asked are held back, for better ones are expected."""
        return self._roster.holds_back(self._clock())

    def waits_for_hours(self) -> bool:
        """Whether the next host to be leased is one whose hours are closed."""
        hours, host = self._settings.hours, self._roster.next_asleep()
        return bool(hours and host and hours.rest_until(host.name, self._clock()))

    def waits_for_host(self) -> UnreachableHost | None:
        """The next host to be leased, if it could not be reached when it was last tried."""
        return self._outages.trouble_of(self._roster, self._roster.next_asleep())

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        return self._outages.unreachable(self._roster)

    def retry_unreachable(self) -> int:
        """Let hosts that could not be reached be tried at once; the number of such hosts."""
        with self._file.transaction():
            return self._outages.retry(self._roster, self._settings.delay)

    # -- adding -----------------------------------------------------------------------------------

    def _add(self, visits: Sequence[Visit]) -> int:
        if not visits:
            return 0
        keys = np.fromiter((visit.key for visit in visits), np.int64, len(visits))
        if len(self) + len(visits) > self._settings.max_urls:
            visits, keys = self._within_limit(visits, keys)
        fresh = [visits[i] for i in np.flatnonzero(self._seen.add(keys)).tolist()]
        if fresh:
            fresh = self._shapes.consider(fresh)
            self._write_new(fresh)
        self.waiting += self._found_again.follow(visits)
        twins = [twin for visit in fresh if (twin := self._twin_of(visit)) is not None]
        return len(fresh) + self._add(twins)

    def _within_limit(self, visits: Sequence[Visit], keys: Keys) -> tuple[list[Visit], Keys]:
        """The unknown ones that may still be kept; the others are only counted."""
        unknown = {
            visits[i].key: visits[i] for i in np.flatnonzero(self._seen.lacks(keys)).tolist()
        }
        room = self._settings.max_urls - len(self)
        kept = list(unknown.values())[:room]
        beyond = list(unknown.values())[room:]
        self._file.tally.update(("refused", "urls", visit.depth) for visit in beyond)
        return kept, np.fromiter((visit.key for visit in kept), np.int64, len(kept))

    def _write_new(self, fresh: Sequence[Visit]) -> None:
        first = self._next_id
        self._next_id += len(fresh)
        hosts = [self._host(visit.host) for visit in fresh]
        self._urls.write(first, fresh, [host.id for host in hosts])
        self._found_again.note(first, fresh)
        self._queue_up(fresh, hosts, first)

    def _queue_up(self, fresh: Sequence[Visit], hosts: Sequence[Host], first: int) -> None:
        """Let the new ones wait, or end those that were refused at the door."""
        refused: list[tuple[int, Visit, Refused]] = []
        woken: dict[int, Host] = {}
        for number, visit, host in zip(range(first, first + len(fresh)), fresh, hosts, strict=True):
            main = self._roster.by_id.get(host.alias_of or 0)
            why = visit.refused
            if why is None and main is not None:
                why = Refused(Refusal.ALIAS, main.name)
            if why:
                refused.append((number, visit, why))
            else:
                host.line.push(visit.bucket, number)
                woken[host.id] = host
        self.waiting += len(fresh) - len(refused)
        self._file.discovery.note(
            [visit.depth for visit in fresh], [visit.depth for _, visit, _ in refused]
        )
        now = self._clock()
        for number, visit, why in refused:
            self._end(ended_by_refusal(number, why, now), visit.depth, 0)
        for host in woken.values():
            self._roster.wake(host)

    def _host(self, name: str) -> Host:
        host, new = self._roster.enlist(name)
        if new:
            self.db.execute("INSERT INTO host (id, name) VALUES (?, ?)", (host.id, name))
        return host

    def _twin_of(self, visit: Visit) -> Visit | None:
        """The same page under the name by which its host is crawled."""
        host = self._roster.by_name[visit.host]
        if visit.refused or host.alias_of is None:
            return None
        url = under_host(visit.url, self._roster.by_id[host.alias_of].name)
        return visit._replace(url=url, key=key_of(url), host=host_of(url))

    # -- leasing ----------------------------------------------------------------------------------

    def _lend(
        self, worker: int, taken: list[tuple[Host, list[tuple[int, int]]]], now: float
    ) -> list[Lease]:
        visits = self._urls.visits(number for _, bundle in taken for _, number in bundle)
        last_visits = self.revisits.last_visits(
            {number: visit.url for number, visit in visits.items()}
        )
        leases = []
        for host, bundle in taken:
            seconds = seconds_of_lease(self._settings, host.name, self._delay_of(host), now)
            host.worker, host.token = worker, host.token + 1
            host.lease_until = now + seconds
            host.next_at = host.lease_until + self._delay_of(host)
            host.leased = {
                number: self._shapes.advised(
                    Errand(
                        number,
                        visits[number]._replace(bucket=bucket, host=host.name),
                        self._tries.get(number, 0),
                        last_visits.get(number),
                    )
                )
                for bucket, number in bundle
            }
            self._roster.note_lease(host)
            errands = list(host.leased.values())
            robots = self._urls.robots_of({origin_of(errand.visit.url) for errand in errands})
            leases.append(host.lent(seconds, self._delay_of(host), robots))
            self.waiting -= len(bundle)
            self.leased += len(bundle)
            self.hosts_leased += 1
        with self._file.transaction():  # before any request: a crash must not forget who is asked
            self.db.executemany(
                "UPDATE host SET worker = ?, token = ?, next_at = ? WHERE id = ?",
                [(worker, host.token, host.next_at, host.id) for host, _ in taken],
            )
        return leases

    def _rests(self, host: Host, now: float) -> bool:
        """Whether its hours are closed; then it sleeps until they open, if only in memory."""
        hours = self._settings.hours
        opens_at = hours.rest_until(host.name, now) if hours else 0.0
        if opens_at:
            host.next_at = opens_at
            self._roster.vacate(host, now)
            self._roster.wake(host)
        return bool(opens_at)

    def _delay_of(self, host: Host) -> float:
        return max(self._settings.delay, host.delay or 0.0)

    def _reclaim_expired(self, now: float) -> None:
        while (host := self._roster.next_expired(now)) is not None:
            with self._file.transaction():
                self._hand_back(host, host.next_at)

    def _hand_back(self, host: Host, next_at: float) -> None:
        """End a lease: what was not done waits again, and the host has its pause."""
        for errand in host.leased.values():
            host.line.push(errand.visit.bucket, errand.id)
        self.waiting += len(host.leased)
        self.leased -= len(host.leased)
        host.leased = {}
        host.worker = None
        self.hosts_leased -= 1
        host.next_at = next_at
        self._roster.vacate(host, self._clock() + self._settings.address_delay)
        self.db.execute(
            "UPDATE host SET worker = NULL, next_at = ? WHERE id = ?", (next_at, host.id)
        )
        if host.alias_of is not None:
            self._move_to_main_host(host)
        self._roster.wake(host)

    # -- completing -------------------------------------------------------------------------------

    def _all_valid(self, report: WorkerReport, now: float) -> bool:
        hosts = {}
        for note in report.hosts:
            host = self._roster.by_id[note.host_id]
            if host.worker != report.worker or host.token != note.token or now > host.lease_until:
                return False
            hosts[note.host_id] = host
        return all(
            ended.host_id in hosts and ended.id in hosts[ended.host_id].leased
            for ended in report.ended
        )

    def _end_errand(self, ended: EndedVisit) -> None:
        host = self._roster.by_id[ended.host_id]
        errand = host.leased.pop(ended.id)
        self.leased -= 1
        if ended.again_in >= 0:
            self._note_attempt(host, errand, ended)
            return
        earlier, body = self._book.seen_before(errand.visit, ended)
        first = earlier if earlier is not None and earlier.key != errand.visit.key else None
        if first is not None:
            ended = ended._replace(reason="copy", detail=first.url)
        ended = self.near_copies.take(errand, self.revisits.take(errand, ended, body))
        self._shapes.learn(errand, ended)
        self._end(
            ended, errand.visit.depth, errand.tries + (ended.reason not in UNREQUESTED_REASONS)
        )
        if ended.page:
            self._book.stage_page(ended, first and first.key, is_new=errand.before is None)
        if first is not None:
            self._join_if_same(host, errand.visit.url, Url(first.url))

    def _note_attempt(self, host: Host, errand: Errand, ended: EndedVisit) -> None:
        again_at = self._clock() + ended.again_in
        self._book.attempt(ended, again_at)
        self._tries[ended.id] = errand.tries + 1
        heappush(host.later, (again_at, errand.visit.bucket, ended.id))
        self.waiting += 1

    def _note_crash(self, host: Host, number: int, now: float) -> None:
        """A page that kills a worker gets a second chance, not a third."""
        again_in = 0.0 if self._book.crashes(number) == 0 else -1.0
        ended = EndedVisit(number, host.id, "failed", Failure.CRASH, at=now, again_in=again_in)
        self._end_errand(ended)

    def _end(self, ended: EndedVisit, depth: int, tries: int) -> None:
        self._tries.pop(ended.id, None)
        self.revisits.leave(ended.id, depth)
        self._book.end(ended, depth, tries)

    def _join_if_same(self, host: Host, url: Url, first: Url) -> None:
        """Crawl a host under one name only, if equal content shows that it has two."""
        other = self._host(host_of(first))
        alias, main = (other, host) if is_address(other.name) else (host, other)
        row = self.db.execute("SELECT address FROM host WHERE id = ?", (main.id,)).fetchone()
        is_joined = alias.alias_of is not None or main.alias_of is not None
        if alias is main or is_joined or not is_alias_pair(first, url, row[0]):
            return
        alias.alias_of = main.id
        self.db.execute("UPDATE host SET alias_of = ? WHERE id = ?", (main.id, alias.id))
        self._move_to_main_host(alias)

    def _move_to_main_host(self, alias: Host) -> None:
        main = self._roster.by_id[alias.alias_of or 0]
        moved = self._end_waiting(alias, GivenUp("refused", Refusal.ALIAS.value, main.name))
        twins = [self._twin_of(visit) for visit in moved]
        self._add([twin for twin in twins if twin is not None])

    def _end_waiting(self, host: Host, given_up: GivenUp) -> list[Visit]:
        """End what waits at a host, or at one origin of it, in the same way."""
        waiting = host.take_all()
        visits = self._urls.visits(number for _, _, number in waiting)
        ended = []
        kind, reason, detail, origin = given_up
        for not_before, bucket, number in waiting:
            visit = visits[number]._replace(bucket=bucket, host=host.name)
            if origin and origin_of(visit.url) != origin:
                host.put_back(not_before, bucket, number)
                continue
            end = EndedVisit(number, host.id, kind, reason, detail, at=self._clock())
            self._end(end, visit.depth, self._tries.get(number, 0))
            ended.append(visit)
        self.waiting -= len(ended)
        self._roster.wake(host)
        return ended

    def _sort_out(self, host: Host) -> None:
        """Let what waits at a host wait elsewhere or end, as the book of shapes has it now."""
        kept, refused = self._shapes.sort_out(host.name, host.take_all(), self._urls.visits)
        for one in kept:
            host.put_back(*one)
        for visit, ended in refused:
            end = ended._replace(host_id=host.id, at=self._clock())
            self._end(end, visit.depth, self._tries.get(ended.id, 0))
        self.waiting -= len(refused)
        self._roster.wake(host)

    def _update_host(self, note: HostNote, now: float) -> None:
        host = self._roster.by_id[note.host_id]
        if note.address and note.address != host.address:
            rest = self._settings.address_delay if note.asked else 0.0
            self._roster.move(host, note.address, now + rest)
        host.learn(note)
        write_site(self.db, host, note, now)
        if note.done:
            self._hand_back(host, now + max(note.wait, 0.0))
        given_up = self._patience_over(host, note, now) or note.given_up
        if given_up:
            self._outages.note_ended(host, len(self._end_waiting(host, given_up)))

    def _patience_over(self, host: Host, note: HostNote, now: float) -> GivenUp | None:
        """Take notice of whether a host can be reached; how all ends there, if it never could."""
        if note.trouble is None:
            if note.failures == 0:
                self._outages.end(host)
            return None
        is_over = self._outages.note(host, note.trouble, now)
        return GivenUp(*note.trouble[:4]) if is_over else None

    # -- what else a crawl asks -------------------------------------------------------------------

    @cached_property
    def urls(self) -> UrlLookup:
        """What became of single URLs; few ask, and it takes memory."""
        return UrlLookup(self.db)

    def outcome_counts(self) -> Counter[tuple[str, str]]:
        """How many URLs ended in which way so far, by kind and reason."""
        return self._file.counts()

    def hosts_asked(self) -> int:
        """Count the hosts that we have ever talked to."""
        return int(self.db.execute("SELECT count(*) FROM host WHERE asked > 0").fetchone()[0])

    def host_work(self, most: int) -> list[HostWork]:
        """The hosts with the most work ahead."""
        hosts = ((host, self._delay_of(host)) for host in self._roster.by_id.values())
        return heaviest_hosts(self.db, hosts, most)

    def site_rows(self) -> list[SiteRow]:
        """The site records as they are now."""
        waiting = {host.id: host.waiting for host in self._roster.by_id.values()}
        return read_sites(self.db, waiting)
