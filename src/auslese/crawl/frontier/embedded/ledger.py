"""Where does the crawl stand, and what became of this URL? Reads the frontier, changes nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path

from auslese.crawl.frontier.bookkeeping.crawl_sums import crawl_state_of, merged_tally
from auslese.crawl.frontier.bookkeeping.url_ways import way_of
from auslese.crawl.frontier.crawl_state import BusyHost, CrawlState, TrapRow
from auslese.crawl.frontier.embedded.discovery import read_survey
from auslese.crawl.frontier.embedded.frontier_file import (
    has_begun,
    reading_ledger,
    verify_frontier,
)
from auslese.crawl.frontier.embedded.packed_columns import number_of_key, packed_column
from auslese.crawl.frontier.embedded.recrawl_standing import read_recrawl_status
from auslese.crawl.frontier.embedded.site_rows import ports_by_host
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.url_trace import (
    EarlierVisit,
    FailedAttempt,
    PathStep,
    UrlFates,
    UrlTrace,
)
from auslese.crawl.recrawl.recrawl_values import RecrawlStatus
from auslese.records.url import Url, host_of, key_of

PAGE_KINDS = "kind = 'fetched' AND reason IN ('page', 'copy', 'unchanged')"


class Ledger:
    """Keeps the promises of `FrontierReader` on the frontier's file."""

    def __init__(self, path: Path) -> None:
        """Look at this file, which need not be there yet."""
        self._path = path

    def has_begun(self) -> bool:
        """Whether a crawl or an import has ever begun here."""
        return has_begun(self._path)

    def verify(self) -> bool:
        """Whether there is a checksum of it; DamagedFileError if it is not as it was written."""
        return verify_frontier(self._path)

    def crawl_state(self) -> CrawlState:
        """How far the crawl has come."""
        return read_crawl_state(self._path)

    def trace(self, url: Url) -> UrlTrace:
        """What became of a URL, and how we came to it."""
        return trace_url(self._path, url)

    @contextmanager
    def fates(self) -> Iterator[UrlFates]:
        """Open it for questions about very many URLs."""
        url_lookup = import_module("auslese.crawl.frontier.embedded.url_lookup")  # needs numpy
        begun = has_begun(self._path)
        with reading_ledger(self._path) if begun else nullcontext() as db:
            yield url_lookup.FateLookup(db)

    def traps(self) -> list[TrapRow]:
        """The shapes of URLs that were taken for traps, the largest first."""
        return read_traps(self._path)

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        if not has_begun(self._path):
            return []
        with reading_ledger(self._path) as db:
            if not _has_outages(db):
                return []
            # It counts what waits with numpy, which nobody else needs who looks at a frontier.
            outage_book = import_module("auslese.crawl.frontier.embedded.outage_book")
            return list(outage_book.read_unreachable(db))

    def recrawl_status(self, now: float, rest: float) -> RecrawlStatus:
        """When it was last crawled, and how much has rested long enough to be seen again."""
        if not has_begun(self._path):
            return RecrawlStatus()
        with reading_ledger(self._path) as db:
            return read_recrawl_status(db, now, rest)

    def page_moments(self, latest: int) -> list[float]:
        """When the pages among so many of the latest outcomes came, the earliest first."""
        if not has_begun(self._path):
            return []
        with reading_ledger(self._path) as db:
            rows = db.execute(
                f"SELECT at FROM outcome WHERE {PAGE_KINDS}"
                " AND seq > (SELECT coalesce(max(seq), 0) FROM outcome) - ? ORDER BY at",
                (latest,),
            )
            return [at for (at,) in rows]

    def busiest_hosts(self, most: int) -> list[BusyHost]:
        """The hosts that we talk to now, then those with the most pages."""
        if not has_begun(self._path):
            return []
        with reading_ledger(self._path) as db:
            rows = db.execute(
                "SELECT name, known, failures, delay, last_access, next_at, worker IS NOT NULL"
                " FROM host WHERE asked > 0 ORDER BY worker IS NULL, known DESC, name LIMIT ?",
                (most,),
            )
            ports = ports_by_host(db)
            return [BusyHost(*row)._replace(ports=ports.get(row[0], ())) for row in rows]


def read_crawl_state(path: Path) -> CrawlState:
    """How far the crawl has come; nothing seen if there was none."""
    if not has_begun(path):
        return CrawlState()
    with reading_ledger(path) as db:
        tally = merged_tally(db.execute("SELECT kind, reason, depth, n FROM tally"))
        known = db.execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0]
        hosts = db.execute("SELECT count(*) FROM host WHERE asked > 0").fetchone()[0]
        return crawl_state_of(known, tally, hosts, read_survey(db))


def read_traps(path: Path) -> list[TrapRow]:
    """The shapes that were taken for traps, the largest first."""
    if not has_begun(path):
        return []
    with reading_ledger(path) as db:
        rows = db.execute(
            "SELECT host, name, state, kind, why, found, fetched, refused FROM shape"
            " WHERE state IN ('throttled', 'stopped') ORDER BY found DESC, host, name"
        )
        return [TrapRow(*row) for row in rows]


def _has_outages(db: sqlite3.Connection) -> bool:
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'outage'").fetchone():
        return False
    return db.execute("SELECT 1 FROM outage").fetchone() is not None


def trace_url(path: Path, url: Url) -> UrlTrace:
    """What became of a URL, and how we came to it."""
    if not has_begun(path):
        return UrlTrace(url, found=False)
    with reading_ledger(path) as db:
        keys = packed_column(db, "keys")
        number = number_of_key(keys, key_of(url))
        if number is None:
            return UrlTrace(url, found=False)
        depth = db.execute("SELECT depth FROM url WHERE id = ?", (number,)).fetchone()[0]
        attempts = [
            FailedAttempt(*row)
            for row in db.execute(
                "SELECT at, reason, detail, status FROM attempt WHERE url_id = ?", (number,)
            )
        ]
        visits = [
            EarlierVisit(*row)
            for row in db.execute(
                "SELECT at, kind, reason, detail, status FROM history WHERE url_id = ?"
                " ORDER BY seq",
                (number,),
            )
        ]
        ended = db.execute(
            "SELECT kind, reason, detail, status, at, tries FROM outcome WHERE url_id = ?",
            (number,),
        ).fetchone()
        next_access, leased = _host_clock(db, url)
        state = "under way" if leased else "waiting"
        kind, reason, detail, status, at, tries = ended or (state, "", "", 0, 0.0, len(attempts))
        return UrlTrace(
            url,
            True,
            kind,
            reason,
            detail,
            status,
            at,
            depth,
            tries,
            attempts,
            _way_to(db, keys, number),
            next_access,
            visits,
        )


def _way_to(db: sqlite3.Connection, keys: bytes, number: int) -> list[PathStep]:
    """The chain of pages that led here, the start page first."""
    buckets = packed_column(db, "buckets")
    way: list[PathStep] = []
    wanted: int | None = number
    while wanted is not None:
        text, via, hops = db.execute(
            "SELECT text, via, hops FROM url WHERE id = ?", (wanted,)
        ).fetchone()
        before = number_of_key(keys, via) if via else None
        reason = None if before is None else _reason_of(db, before)
        way.append(PathStep(text, way_of(buckets[wanted - 1], via, hops, reason)))
        wanted = before
    return way[::-1]


def _reason_of(db: sqlite3.Connection, number: int) -> str:
    row = db.execute("SELECT reason FROM outcome WHERE url_id = ?", (number,)).fetchone()
    return str(row[0]) if row else ""


def _host_clock(db: sqlite3.Connection, url: Url) -> tuple[float, bool]:
    """When the host may be asked again, and whether a worker has it now."""
    row = db.execute(
        "SELECT next_at, worker IS NOT NULL FROM host WHERE name = ?", (host_of(url),)
    ).fetchone()
    return (float(row[0]), bool(row[1])) if row else (0.0, False)
