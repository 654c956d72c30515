"""Where does the crawl stand, and what became of this URL? Reads the frontier, changes nothing."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from auslese.records.url import Url, host_of, key_of

PAGE_REASONS = ("page", "copy")


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a crawl has come."""

    seen: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    """Counts by `kind.reason`; with `queued` they sum up to `seen`."""
    pages: int = 0
    depth: list[int] = field(default_factory=list)
    """Pages by depth."""
    hosts: int = 0

    @property
    def queued(self) -> int:
        """URLs that wait or are under way."""
        return self.seen - sum(self.outcomes.values())


class Attempt(NamedTuple):
    """One try in vain."""

    at: float
    reason: str
    detail: str
    status: int


@dataclass(frozen=True, slots=True)
class Trace:
    """The life of one URL."""

    url: str
    found: bool
    state: str = "unknown"
    """unknown, waiting, or how it ended."""
    reason: str = ""
    detail: str = ""
    status: int = 0
    at: float = 0.0
    depth: int = 0
    tries: int = 0
    attempts: list[Attempt] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    """How we came here: from a start page, link by link or by redirects, to this URL."""
    next_access: float = 0.0
    """When its host may be asked again."""


def open_ledger(path: Path) -> sqlite3.Connection:
    """The frontier's file for reading, also while a crawl writes it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def read_standing(path: Path) -> Standing:
    """How far the crawl has come; nothing seen if there was none."""
    if not path.exists():
        return Standing()
    with closing(open_ledger(path)) as db:
        rows = db.execute("SELECT kind, reason, depth, n FROM tally WHERE n > 0").fetchall()
        seen = db.execute("SELECT coalesce(max(id), 0) FROM url").fetchone()[0]
        hosts = db.execute("SELECT count(*) FROM host WHERE asked > 0").fetchone()[0]
    outcomes: dict[str, int] = {}
    depths: dict[int, int] = {}
    for kind, reason, depth, n in rows:
        name = f"{kind}.{reason}"
        outcomes[name] = outcomes.get(name, 0) + n
        if kind == "fetched" and reason in PAGE_REASONS:
            depths[depth] = depths.get(depth, 0) + n
    seen += outcomes.get("refused.urls", 0)  # those beyond the limit are counted, not kept
    profile = [depths.get(depth, 0) for depth in range(max(depths, default=-1) + 1)]
    return Standing(seen, outcomes, sum(profile), profile, hosts)


def trace_url(path: Path, url: Url) -> Trace:
    """What became of a URL, and how we came to it."""
    if not path.exists():
        return Trace(url, found=False)
    with closing(open_ledger(path)) as db:
        number = _number_of(db, key_of(url))
        if number is None:
            return Trace(url, found=False)
        depth = db.execute("SELECT depth FROM url WHERE id = ?", (number,)).fetchone()[0]
        attempts = [
            Attempt(*row)
            for row in db.execute(
                "SELECT at, reason, detail, status FROM attempt WHERE url_id = ?", (number,)
            )
        ]
        ended = db.execute(
            "SELECT kind, reason, detail, status, at, tries FROM outcome WHERE url_id = ?",
            (number,),
        ).fetchone()
        kind, reason, detail, status, at, tries = ended or (
            "waiting",
            "",
            "",
            0,
            0.0,
            len(attempts),
        )
        return Trace(
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
            _way_to(db, number),
            _next_access(db, url),
        )


def _number_of(db: sqlite3.Connection, key: int) -> int | None:
    for first, keys in db.execute("SELECT first, keys FROM block ORDER BY first"):
        found = np.flatnonzero(np.frombuffer(keys, np.int64) == key)
        if len(found):
            return int(first + found[0])
    return None


def _way_to(db: sqlite3.Connection, number: int) -> list[str]:
    """The chain of pages that led here, the start page first."""
    way: list[str] = []
    wanted: int | None = number
    while wanted is not None:
        text, via = db.execute("SELECT text, via FROM url WHERE id = ?", (wanted,)).fetchone()
        way.append(text)
        wanted = _number_of(db, via) if via else None
    return way[::-1]


def _next_access(db: sqlite3.Connection, url: Url) -> float:
    row = db.execute("SELECT next_at FROM host WHERE name = ?", (host_of(url),)).fetchone()
    return float(row[0]) if row else 0.0
