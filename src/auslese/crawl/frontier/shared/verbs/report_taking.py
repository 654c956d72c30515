"""A worker's report on its way into a shared frontier: all of it or nothing, and once."""

from collections import Counter
from collections.abc import Sequence

from auslese.crawl.frontier.bookkeeping.lease_rules import UNREQUESTED_REASONS
from auslese.crawl.frontier.lease import Errand, RobotsNote
from auslese.crawl.frontier.shared.host_names import clean_text
from auslese.crawl.frontier.shared.verbs.handing_back import HandingBack
from auslese.crawl.frontier.shared.verbs.lending import HeldLease
from auslese.crawl.frontier.shared.verbs.line_sorting import LineSorting
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.shared_outages import end_outages, note_ended, note_outage
from auslese.crawl.frontier.shared.verbs.url_adding import UrlAdding
from auslese.crawl.frontier.shared.verbs.visit_ends import WaitingPlace
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp, HostNote, WorkerReport
from auslese.records.fetch import Failure
from auslese.records.url import Url

_RECORDED = "SELECT last_report >= $2 FROM opener WHERE id = $1"
_ROBOTS = """
INSERT INTO robots SELECT * FROM unnest(
    $1::text[], $2::integer[], $3::text[], $4::float8[], $5::float8[])
ON CONFLICT (origin) DO UPDATE SET status = excluded.status, text = excluded.text,
    at = excluded.at, until = excluded.until
"""
_CRASHES = "SELECT count(*) FROM attempt WHERE key = $1 AND reason = $2"

Ending = tuple[HeldLease, Errand, EndedVisit]


class ReportTaking:
    """Takes reports; what it does to the database belongs into a transaction of the parts."""

    def __init__(
        self, parts: OpenParts, adding: UrlAdding, sorting: LineSorting, back: HandingBack
    ) -> None:
        """Take them into this frontier."""
        self._parts = parts
        self._adding = adding
        self._sorting = sorting
        self._back = back

    def is_ours(self, report: WorkerReport, now: float) -> bool:
        """Whether all its leases are held by that worker as far as we know."""
        held = self._parts.held
        for note in report.hosts:
            lease = held.get(note.host_id)
            if lease is None or (lease.worker, lease.token) != (report.worker, note.token):
                return False
            if now > lease.until:
                return False
        told = {note.host_id for note in report.hosts}
        return all(
            ended.host_id in told and ended.id in held[ended.host_id].errands
            for ended in report.ended
        )

    def take(self, report: WorkerReport, number: int, now: float, *, is_first: bool) -> bool:
        """Record it; False if one of its leases is not ours any more.

        The answer to an earlier attempt may have been lost on its way: what was recorded then is
        not recorded again.
        """
        parts = self._parts
        if not is_first and self._is_recorded(number):
            return True
        hosts = self._back.lock(report.hosts)
        if hosts is None or not self.is_ours(report, now):
            return False
        held = parts.held
        ends = [
            (held[ended.host_id], held[ended.host_id].errands[ended.id], ended)
            for ended in report.ended
        ]
        pages = self._end(ends, now)
        self._keep_rows(report)
        parts.write_ends()
        self._back.update(report, hosts, pages, now)
        self._note_troubles(report.hosts, now)
        aliases = [held[one.id].host for one in hosts.values() if one.alias_of is not None]
        self._sorting.move_if_alias(aliases, now)
        self._adding.add(report.found, now)
        for name in parts.shapes.settle():
            self._sorting.sort_out(name, now)
        return True

    def _is_recorded(self, number: int) -> bool:
        return bool(self._parts.link.value(_RECORDED, self._parts.opener, number))

    # -- visits -----------------------------------------------------------------------------------

    def end_crashed(self, lease: HeldLease, number: int, now: float) -> None:
        """A page that kills a worker gets a second chance, not a third."""
        errand = lease.errands[number]
        crash = Failure.CRASH.value
        crashes = self._parts.link.value(_CRASHES, errand.visit.key, crash)
        ended = EndedVisit(number, lease.host_id, "failed", crash, at=now)
        self._end([(lease, errand, ended._replace(again_in=-1.0 if crashes else 0.0))], now)
        self._parts.write_ends()

    def _end(self, ends: Sequence[Ending], now: float) -> Counter[int]:
        """End these visits, or let them be tried again; how many new pages each host gave."""
        final: list[Ending] = []
        for lease, errand, ended in ends:
            if ended.again_in >= 0:
                again_at = now + ended.again_in
                place = _place(lease, errand)
                self._parts.ends.try_again(ended, errand.visit.key, place, again_at)
            else:
                final.append((lease, errand, ended))
        return self._end_for_good(final) if final else Counter()

    def _end_for_good(self, ends: Sequence[Ending]) -> Counter[int]:
        parts = self._parts
        seen = parts.contents.seen_before([(errand.visit, ended) for _, errand, ended in ends])
        named: list[tuple[Errand, EndedVisit]] = []
        firsts = []
        for (_, errand, ended), known in zip(ends, seen, strict=True):
            first = known.first
            if first is not None and first.key == errand.visit.key:
                first = None
            copy = ended if first is None else ended._replace(reason="copy", detail=first.url)
            named.append((errand, copy))
            firsts.append(first)
        visited = [
            (errand, ended, known.body) for (errand, ended), known in zip(named, seen, strict=True)
        ]
        after, parts.page_changes = parts.revisits.take(visited)
        after = parts.near_copies.take(
            [(errand, ended) for (errand, _), ended in zip(named, after, strict=True)]
        )
        pages: Counter[int] = Counter()
        staged: list[tuple[bytes, int | None]] = []
        for (lease, errand, _), ended, first in zip(ends, after, firsts, strict=True):
            visit = errand.visit
            parts.shapes.learn(errand, ended)
            tries = errand.tries + (ended.reason not in UNREQUESTED_REASONS)
            url = (lease.host_id, visit.key, visit.depth)
            parts.ends.end(ended, url, tries, _place(lease, errand))
            if ended.page:
                staged.append((ended.page, None if first is None else first.key))
                pages[lease.host_id] += errand.before is None
            if first is not None:
                self._sorting.note_same(visit.url, Url(first.url))
        parts.staged.stage_pages(staged)
        return pages

    def _keep_rows(self, report: WorkerReport) -> None:
        """Keep what a report brings beside outcomes: links, robots.txt, archive positions."""
        if report.links:
            self._parts.staged.stage_links(report.links)
        self._parts.runs.note_segments(report.segments)
        robots = {note.origin: note for note in report.robots}
        if robots:
            rows = [_clean(robots[origin]) for origin in sorted(robots)]
            self._parts.link.run(_ROBOTS, *map(list, zip(*rows, strict=True)))

    # -- hosts ------------------------------------------------------------------------------------

    def _note_troubles(self, notes: Sequence[HostNote], now: float) -> None:
        """Take notice of hosts that can or cannot be reached; of those without hope, end all."""
        link, held = self._parts.link, self._parts.held
        well = [note.host_id for note in notes if note.trouble is None and note.failures == 0]
        end_outages(link, well)
        self._sorting.join(now)
        for note in notes:
            given_up = note.given_up
            if note.trouble is not None:
                since = note_outage(link, note.host_id, note.trouble, now)
                if now - since > self._parts.settings.patience:
                    given_up = GivenUp(*note.trouble[:4])
            if given_up is not None:
                name = held[note.host_id].host
                ended = self._sorting.end_waiting(name, given_up, now)
                note_ended(link, note.host_id, len(ended))


def _place(lease: HeldLease, errand: Errand) -> WaitingPlace:
    was_page = lease.was_page.get(errand.id)
    return WaitingPlace(lease.host_id, errand.visit.bucket, errand.id, was_page)


def _clean(note: RobotsNote) -> tuple[object, ...]:
    return (note.origin, note.status, clean_text(note.text), note.at, note.until)
