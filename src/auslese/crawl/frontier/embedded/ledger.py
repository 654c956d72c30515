"""Where does the crawl stand, and what became of this URL? Reads the frontier, changes nothing."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from auslese.crawl.forecast.forecast import CrawlSurvey
from auslese.crawl.frontier.embedded.discovery import PAGE_REASONS as PAGE_REASONS
from auslese.crawl.frontier.embedded.discovery import WAITING as WAITING
from auslese.crawl.frontier.embedded.discovery import is_page, read_survey
from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import IMPORT_BUCKET, SITEMAP_BUCKET
from auslese.system.key_set import Keys


@dataclass(frozen=True, slots=True)
class CrawlState:
    """How far a crawl has come."""

    seen: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    """Counts by `kind.reason`; with `queued` they sum up to `seen`."""
    pages: int = 0
    depth: list[int] = field(default_factory=list)
    """Pages by depth."""
    hosts: int = 0
    survey: CrawlSurvey = field(default_factory=CrawlSurvey)
    """What the forecast is made from."""

    @property
    def queued(self) -> int:
        """URLs that wait or are under way."""
        return self.seen - sum(self.outcomes.values())


class PathStep(NamedTuple):
    """One URL on the way from a start page."""

    url: str
    how: str
    """start or import, or how the step before led here: link, redirect, sitemap.

    A sitemap that no page led to: robots (a robots.txt names it) or probe (its name is usual).
    """


class EarlierVisit(NamedTuple):
    """How a visit before the last one ended."""

    at: float
    kind: str
    reason: str
    detail: str
    status: int


class FailedAttempt(NamedTuple):
    """One try in vain."""

    at: float
    reason: str
    detail: str
    status: int


@dataclass(frozen=True, slots=True)
class UrlTrace:
    """The life of one URL."""

    url: str
    found: bool
    state: str = "unknown"
    """unknown, waiting, under way, or how it ended."""
    reason: str = ""
    detail: str = ""
    status: int = 0
    at: float = 0.0
    depth: int = 0
    tries: int = 0
    attempts: list[FailedAttempt] = field(default_factory=list)
    path: list[PathStep] = field(default_factory=list)
    """How we came here: from a start page, or the sitemap of a site, to this URL."""
    next_access: float = 0.0
    """When its host may be asked again."""
    visits: list[EarlierVisit] = field(default_factory=list)
    """How the visits before the last one ended, the first first."""


class TrapRow(NamedTuple):
    """A shape of URL that comes last or is not fetched any more."""

    host: str
    shape: str
    state: str
    """throttled or stopped."""
    kind: str
    reason: str
    found: int
    fetched: int
    refused: int


def open_ledger(path: Path) -> sqlite3.Connection:
    """The frontier's file for reading, also while a crawl writes it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def has_begun(path: Path) -> bool:
    """Whether a crawl has written here; a file without tables is just being made."""
    if not path.exists():
        return False
    with closing(open_ledger(path)) as db:
        tables = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'")
        return tables.fetchone() is not None


def read_crawl_state(path: Path) -> CrawlState:
    """How far the crawl has come; nothing seen if there was none."""
    if not has_begun(path):
        return CrawlState()
    with closing(open_ledger(path)) as db:
        rows = db.execute("SELECT kind, reason, depth, n FROM tally WHERE n > 0").fetchall()
        seen = db.execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0]
        hosts = db.execute("SELECT count(*) FROM host WHERE asked > 0").fetchone()[0]
        survey = read_survey(db)
    outcomes: dict[str, int] = {}
    depths: dict[int, int] = {}
    for kind, reason, depth, n in rows:
        if kind == WAITING or is_page(kind, reason):
            depths[depth] = depths.get(depth, 0) + n
        if kind != WAITING:
            name = f"{kind}.{reason}"
            outcomes[name] = outcomes.get(name, 0) + n
    seen += outcomes.get("refused.urls", 0)  # those beyond the limit are counted, not kept
    profile = [depths.get(depth, 0) for depth in range(max(depths, default=-1) + 1)]
    return CrawlState(seen, outcomes, sum(profile), profile, hosts, survey)


def read_traps(path: Path) -> list[TrapRow]:
    """The shapes that were taken for traps, the largest first."""
    if not path.exists():
        return []
    with closing(open_ledger(path)) as db:
        rows = db.execute(
            "SELECT host, name, state, kind, why, found, fetched, refused FROM shape"
            " WHERE state IN ('throttled', 'stopped') ORDER BY found DESC, host, name"
        )
        return [TrapRow(*row) for row in rows]


def trace_url(path: Path, url: Url) -> UrlTrace:
    """What became of a URL, and how we came to it."""
    if not has_begun(path):
        return UrlTrace(url, found=False)
    with closing(open_ledger(path)) as db:
        keys = read_keys(db)
        number = _number_of(keys, key_of(url))
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


def _number_of(keys: Keys, key: int) -> int | None:
    """The number of the URL with this key; numbers start at 1."""
    found = np.flatnonzero(keys == key)
    return int(found[0]) + 1 if len(found) else None


def _way_to(db: sqlite3.Connection, keys: Keys, number: int) -> list[PathStep]:
    """The chain of pages that led here, the start page first."""
    buckets = read_column(db, "buckets", np.int8)
    way: list[PathStep] = []
    wanted: int | None = number
    while wanted is not None:
        text, via, hops = db.execute(
            "SELECT text, via, hops FROM url WHERE id = ?", (wanted,)
        ).fetchone()
        before = _number_of(keys, via) if via else None
        how = "redirect" if hops else _how(db, int(buckets[wanted - 1]), via, before)
        way.append(PathStep(text, how))
        wanted = before
    return way[::-1]


def _how(db: sqlite3.Connection, bucket: int, via: int, before: int | None) -> str:
    """What led to a URL that no redirect led to."""
    if bucket == SITEMAP_BUCKET:
        return "robots" if via else "probe"
    if bucket == IMPORT_BUCKET and not via:
        return "import"
    if before is None:
        return "link" if via else "start"
    row = db.execute("SELECT reason FROM outcome WHERE url_id = ?", (before,)).fetchone()
    return "sitemap" if row and row[0] == "sitemap" else "link"


def _host_clock(db: sqlite3.Connection, url: Url) -> tuple[float, bool]:
    """When the host may be asked again, and whether a worker has it now."""
    row = db.execute(
        "SELECT next_at, worker IS NOT NULL FROM host WHERE name = ?", (host_of(url),)
    ).fetchone()
    return (float(row[0]), bool(row[1])) if row else (0.0, False)
