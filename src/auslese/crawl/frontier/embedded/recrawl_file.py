"""Coming back, in the frontier's file: what is known is read, the plan is written.

The plan is written before memory is rebuilt: the outcomes of those chosen move to `history`, so
they wait again, most likely changed first. A crawl that is killed goes on with the plan as it
stands; only when all of it is done is there a new one.
"""

import sqlite3
from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from auslese.crawl.frontier.bookkeeping.crawl_sums import WAITING
from auslese.crawl.frontier.bookkeeping.recrawl_sorts import CANDIDATES, SORT_OF_OUTCOME
from auslese.crawl.frontier.crawl_state import PAGE_REASONS
from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.recrawl.change_rate import DAY, Numbers, ObservedChanges
from auslese.crawl.recrawl.recrawl_plan import (
    FAILED,
    PAGE,
    RecrawlCandidates,
    RecrawlEvidence,
    choose_candidates,
    due_candidates,
    planned_buckets,
)
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan, RecrawlSettings

CHUNK: Final = 100_000

Flags = npt.NDArray[np.bool_]


def plan_recrawl(db: sqlite3.Connection, now: float, again: RecrawlSettings) -> RecrawlPlan:
    """Let those wait again that promise most, unless an earlier plan is not yet done."""
    (left,) = db.execute("SELECT count(*) FROM again").fetchone()
    if left:
        return RecrawlPlan(0, 0, left)
    due = read_candidates(db, now, again.rest)
    chosen = choose_candidates(due, again.budget)
    write_plan(db, chosen)
    return RecrawlPlan(len(due.numbers), len(chosen.numbers))


# -- reading --------------------------------------------------------------------------------------


def read_candidates(db: sqlite3.Connection, now: float, rest: float) -> RecrawlCandidates:
    """Everything that has rested long enough, with what a visit to it promises."""
    return due_candidates(read_evidence(db, now, rest), rest)


def read_evidence(db: sqlite3.Connection, now: float, rest: float) -> RecrawlEvidence:
    """What is known of URLs that ended at least so long ago; failures may have to rest longer."""
    # A moment in the future is a clock that was wrong; it must not hide a page for years.
    rows = np.fromiter(
        db.execute(
            f"SELECT url_id, {SORT_OF_OUTCOME}, ? - at FROM outcome"
            f" WHERE {CANDIDATES} AND (at <= ? OR at > ?)",
            (now, now - rest, now + DAY),
        ),
        np.dtype([("number", np.int64), ("sort", np.uint8), ("age", np.float32)]),
    )
    hosts = read_column(db, "hosts", np.int32)[rows["number"] - 1].astype(np.int64)
    may_exist = ~np.isin(hosts, _nowhere(db))
    rows, hosts = rows[may_exist], hosts[may_exist]
    numbers = np.ascontiguousarray(rows["number"])
    failures = np.zeros(len(numbers), dtype=np.float32)
    failed = rows["sort"] == FAILED
    if failed.any():
        times = _failures_before(db)
        failures[failed] = [times.get(number, 0) for number in numbers[failed].tolist()]
    observed, hinted = _observed(db, numbers)
    return RecrawlEvidence(numbers, rows["sort"], rows["age"], hosts, failures, observed, hinted)


def _nowhere(db: sqlite3.Connection) -> Numbers:
    """No server ever has a name that ends in `.invalid` (RFC 6761): such pages were imported."""
    rows = db.execute("SELECT id FROM host WHERE name LIKE '%.invalid'")
    return np.fromiter((row[0] for row in rows), np.int64)


def _failures_before(db: sqlite3.Connection) -> dict[int, int]:
    """How many visits in a row failed before the last one, of URLs whose last one failed too."""
    return dict(
        db.execute(
            "SELECT history.url_id, count(*) FROM history JOIN outcome USING (url_id)"
            " WHERE outcome.kind = 'failed' AND history.kind = 'failed' AND history.seq >"
            " coalesce((SELECT max(seq) FROM history AS good WHERE good.kind <> 'failed'"
            " AND good.url_id = history.url_id), 0) GROUP BY history.url_id"
        )
    )


def _observed(db: sqlite3.Connection, numbers: Numbers) -> tuple[ObservedChanges, Flags]:
    """What earlier visits to these told, and which of them others say have changed."""
    known = ObservedChanges(
        *(np.zeros(len(numbers), dtype=np.float32) for _ in ObservedChanges._fields)
    )
    rows = np.fromiter(
        db.execute(
            "SELECT url_id, changes, quiet, moved, told_at > checked_at FROM page"
            " WHERE checks > 0 OR told_at > checked_at"
        ),
        np.dtype("i8, f4, f4, f4, ?"),
    )
    places = np.full(max(numbers.max(initial=0), rows["f0"].max(initial=0)) + 1, -1, dtype=np.int32)
    places[numbers] = np.arange(len(numbers), dtype=np.int32)
    rows = rows[places[rows["f0"]] >= 0]
    where = places[rows["f0"]]
    for column, name in zip(known, ("f1", "f2", "f3"), strict=True):
        column[where] = rows[name]
    hinted = np.zeros(len(numbers), dtype=np.bool_)
    hinted[where[rows["f4"]]] = True
    return known, hinted


# -- writing --------------------------------------------------------------------------------------


def write_plan(db: sqlite3.Connection, chosen: RecrawlCandidates) -> None:
    """Let them wait: outcomes become history, and the tally says so."""
    (tried,) = db.execute("SELECT coalesce(max(seq), 0) FROM attempt").fetchone()
    chosen = chosen.at(np.argsort(chosen.numbers))
    first = read_column(db, "buckets", np.int8)[chosen.numbers - 1].astype(np.int64)
    rows = zip(
        chosen.numbers.tolist(),
        planned_buckets(chosen, first).tolist(),
        (chosen.sorts == PAGE).tolist(),
        strict=True,
    )
    db.executemany(f"INSERT INTO again VALUES (?, ?, ?, {tried})", rows)
    _move_outcomes(db)


def _move_outcomes(db: sqlite3.Connection) -> None:
    counts = db.execute(
        "SELECT kind, reason, depth, count(*) FROM again JOIN outcome USING (url_id)"
        " JOIN url ON url.id = url_id GROUP BY kind, reason, depth"
    ).fetchall()
    for kind, reason, depth, n in counts:
        count(db, kind, reason, depth, -n)
        if kind == "fetched" and reason in PAGE_REASONS:
            count(db, WAITING, "page", depth, n)
    # Being kept away by robots.txt was no visit.
    db.execute(
        "INSERT INTO history SELECT outcome.* FROM again JOIN outcome USING (url_id)"
        " WHERE NOT (kind = 'refused' AND reason = 'robots')"
    )
    db.execute("DELETE FROM outcome WHERE url_id IN (SELECT url_id FROM again)")


# -- what others say ------------------------------------------------------------------------------


def mark_changed(db: sqlite3.Connection, hints: Iterable[tuple[int, float]]) -> int:
    """Note what sitemaps and feeds say of pages: (key of the URL, when it changed).

    The number of pages we know; those unseen since then are nearly sure to be in the next plan.
    """
    keys = read_keys(db)
    order = np.argsort(keys)
    marked, hinted = 0, iter(hints)
    while len(keys) and (part := list(islice(hinted, CHUNK))):
        wanted = np.fromiter((key for key, _ in part), np.int64, len(part))
        places = order[np.searchsorted(keys, wanted, sorter=order).clip(max=len(keys) - 1)]
        rows = [
            (at, number + 1)
            for number, is_known, (_, at) in zip(
                places.tolist(), keys[places] == wanted, part, strict=True
            )
            if is_known
        ]
        changed = db.executemany("UPDATE page SET told_at = max(told_at, ?) WHERE url_id = ?", rows)
        marked += changed.rowcount
    return marked
