"""A shared frontier made again from what tables and archive know: an arrival for each visit.

No rows are staged, for the tables have them. Contents are named by their SHA-1, as in frontiers of
old times: tables tell no other name.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.recovery import RecoveredVisit
from auslese.crawl.frontier.roster import PATIENCE_SECONDS
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.shared.arriving.shared_arrivals import SharedArrivals
from auslese.crawl.frontier.shared.arriving.visit_rows import EndedUrl
from auslese.crawl.frontier.shared.host_names import clean_text, host_id_of
from auslese.crawl.frontier.shared.shared_discovery import PUT_META
from auslese.crawl.frontier.shared.verbs.host_lines import refresh_hosts
from auslese.crawl.frontier.worker_report import SegmentMark
from auslese.records.visit import Visit

OTHER_RULES = "recovered"  # no rules have this fingerprint: the next crawl asks those of its day
ADD_TO_HOSTS = """
    UPDATE host SET known = host.known + new.known, asked = host.asked + new.asked,
        bytes = host.bytes + new.bytes, seconds = seconds + new.milliseconds / 1000.0
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
        AS new (id, known, asked, bytes, milliseconds)
    WHERE host.id = new.id RETURNING host.asked = new.asked AND new.asked > 0
"""
COUNTED = ("known", "asked", "bytes", "milliseconds")
WRITE_SITES = """
    UPDATE host SET address = new.address, delay = nullif(new.delay, 0),
        last_access = new.last_access, next_at = new.next_at, failures = new.failures,
        alias_of = new.alias_of
    FROM unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::float8[], $6::integer[],
        $7::bigint[]) AS new (id, address, delay, last_access, next_at, failures, alias_of)
    WHERE host.id = new.id
"""
WRITE_FILES = """
    INSERT INTO robots (origin, status, at, text)
    SELECT * FROM unnest($1::text[], $2::integer[], $3::float8[], $4::text[])
    ON CONFLICT (origin) DO UPDATE
    SET status = excluded.status, at = excluded.at, text = excluded.text
"""


class SharedRecovery(SharedArrivals):
    """Keeps the promises of `FrontierRecovery` on PostgreSQL."""

    def end(self, visits: Sequence[RecoveredVisit]) -> None:
        """Write down how these visits ended."""
        for some in _without_repeats(visits):
            self.in_transaction(lambda some=some: self._end(some))  # type: ignore[misc]

    def _end(self, visits: Sequence[RecoveredVisit]) -> None:
        self.take_in([one.visit for one in visits])
        before = self.rows.last_visits(
            [one.visit.url for one in visits], [one.visit.key for one in visits]
        )
        errands = [
            Errand(0, visit, 0, before[visit.key][0] if visit.key in before else None)
            for visit, _, _ in visits
        ]
        self.rows.leave(errands)
        ended = [one.ended._replace(host_id=host_id_of(one.visit.host)) for one in visits]
        seen = self.contents.seen_before(
            [(one.visit, end) for one, end in zip(visits, ended, strict=True)]
        )
        told, _ = self.revisits.take(
            [(errand, end, one.body) for errand, end, one in zip(errands, ended, seen, strict=True)]
        )
        self.rows.end(
            [
                EndedUrl(visit.key, visit.depth, end._replace(detail=as_said.detail), tries)
                for (visit, as_said, tries), end in zip(visits, told, strict=True)
            ]
        )
        self._count_hosts(visits, errands)
        refresh_hosts(self.link, {end.host_id for end in ended}, PATIENCE_SECONDS)

    def _count_hosts(self, visits: Sequence[RecoveredVisit], errands: Sequence[Errand]) -> None:
        hosts: dict[int, Counter[str]] = {}
        for (visit, ended, tries), errand in zip(visits, errands, strict=True):
            counts = hosts.setdefault(host_id_of(visit.host), Counter())
            counts["known"] += errand.before is None and bool(ended.payload)
            if tries:  # what was imported was not asked for
                counts["asked"] += 1
                counts["bytes"] += ended.size
                counts["milliseconds"] += round(ended.seconds * 1000)
        wanted = sorted(hosts)
        columns = [[hosts[host][name] for host in wanted] for name in COUNTED]
        first = self.link.rows(ADD_TO_HOSTS, wanted, *columns)
        self.counts.hosts_asked += sum(is_first for (is_first,) in first)

    def wait(self, visits: Sequence[Visit]) -> int:
        """Let those of these URLs wait that are unknown."""
        added = [0]

        def work() -> None:
            added[0] = self.add(visits)

        self.in_transaction(work)
        return added[0]

    def note_sites(self, sites: Sequence[SiteRow]) -> None:
        """Write down what is known of hosts."""
        if sites:
            self.in_transaction(lambda: self._note_sites(sites))

    def _note_sites(self, sites: Sequence[SiteRow]) -> None:
        names = {site.host for site in sites} | {site.alias_of for site in sites if site.alias_of}
        self.intake.write_hosts(names)
        rows = sorted(
            (
                host_id_of(site.host),
                site.address,
                site.delay_seconds,
                site.last_access,
                site.next_access,
                site.failures,
                host_id_of(site.alias_of) if site.alias_of else None,
            )
            for site in sites
        )
        self.link.run(WRITE_SITES, *map(list, zip(*rows, strict=True)))
        files = [
            (url, status, at, clean_text(text))
            for site in sites
            for url, status, at, text in site.rights_files
        ]
        if files:
            self.link.run(WRITE_FILES, *map(list, zip(*files, strict=True)))
        refresh_hosts(self.link, [row[0] for row in rows], PATIENCE_SECONDS)

    def note_files(self, segments: Sequence[SegmentMark], next_numbers: Mapping[str, int]) -> None:
        """Write down how far the archive reaches, and the numbers of the tables' next segments."""

        def work() -> None:
            self.runs.note_segments(segments)
            self.staging.begin_at(next_numbers)
            self.link.run(PUT_META, "rules", OTHER_RULES)

        self.in_transaction(work)

    def note_runs(self, runs: Mapping[str, float]) -> None:
        """Write down the names of runs, and when they ended."""
        self.in_transaction(lambda: self.runs.note_ended(runs))


def _without_repeats(visits: Sequence[RecoveredVisit]) -> Iterator[list[RecoveredVisit]]:
    """The same visits in the same order, in parts in which no URL is twice."""
    part: dict[int, RecoveredVisit] = {}
    for one in visits:
        if one.visit.key in part:
            yield list(part.values())
            part = {}
        part[one.visit.key] = one
    if part:
        yield list(part.values())
