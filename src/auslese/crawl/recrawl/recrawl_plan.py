"""Which pages are worth another visit? Plans a round of coming back, within a budget.

The plan is written into the frontier's file before memory is rebuilt: the outcomes of those chosen
move to `history`, so they wait again, most likely changed first. A crawl that is killed goes on
with the plan as it stands; only when all of it is done is there a new one.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.frontier.embedded.ledger import PAGE_REASONS, WAITING
from auslese.crawl.recrawl.change_rate import (
    DAY,
    HOUR,
    Floats,
    Numbers,
    ObservedChanges,
    RevisitProspects,
    host_weights,
    prospects,
)
from auslese.records.visit import (
    INDEXED_BUCKET,
    SITEMAP_BUCKET,
    SITEMAP_BUCKETS,
    THROTTLED_BUCKET,
)

LISTING, PAGE, OTHER, FAILED, ROBOTS = range(5)
"""Sorts of candidates: sitemaps, pages, redirects and noindex, failures, robots.txt."""

SORT_OF_OUTCOME: Final = (
    "CASE WHEN kind = 'failed' OR reason = 'errors' THEN 3 WHEN reason = 'robots' THEN 4"
    " WHEN reason = 'sitemap' THEN 0 WHEN reason IN ('page', 'copy', 'unchanged')"
    " THEN 1 ELSE 2 END"
)
CANDIDATES: Final = "(kind <> 'refused' OR reason IN ('noindex', 'errors', 'robots'))"
LONGEST_REST: Final = 30 * DAY  # what failed again and again is still asked once a month
ROBOTS_REST: Final = DAY  # robots.txt itself is kept that long: RFC 9309, 2.4
REVIVAL: Final = 0.1  # what failed comes back that much less often than a page changes: a guess
HINTED_CHANCE: Final = 0.99  # what a sitemap says has changed has, though some always say today
FIRST: Final = 2.0  # above every probability: sitemaps tell what is new
FLOOR: Final = 0.1  # share of a budget for those unseen for longest, so that nothing starves
CHUNK: Final = 100_000
PAGE_BUCKETS: Final = range(INDEXED_BUCKET + 1, THROTTLED_BUCKET)


@dataclass(frozen=True, slots=True)
class RecrawlSettings:
    """How much to come back to."""

    budget: int | None = None
    """URLs to ask for again; None for all that are due."""
    rest: float = HOUR
    """Seconds that a page is left alone after a visit."""


class RecrawlPlan(NamedTuple):
    """What came of planning."""

    due: int
    chosen: int
    left: int = 0
    """Not 0: so many of an earlier plan still wait, and no new one was made."""


class RecrawlCandidates(NamedTuple):
    """URLs that may be visited again, one place for each in every array."""

    numbers: Numbers
    sorts: npt.NDArray[np.uint8]
    ages: Floats
    """Seconds since the last visit ended."""
    chances: Floats
    """How likely there is news: the order in which they are asked."""
    gains: Floats
    """How much a visit is worth: who is asked at all."""

    def at(self, places: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> "RecrawlCandidates":
        """Some of them."""
        return RecrawlCandidates(
            self.numbers[places],
            self.sorts[places],
            self.ages[places],
            self.chances[places],
            self.gains[places],
        )


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
    # A moment in the future is a clock that was wrong; it must not hide a page for years.
    rows = np.fromiter(
        db.execute(
            f"SELECT url_id, {SORT_OF_OUTCOME}, ? - at FROM outcome"
            f" WHERE {CANDIDATES} AND (at <= ? OR at > ?)",
            (now, now - rest, now + DAY),
        ),
        np.dtype([("number", np.int64), ("sort", np.uint8), ("age", np.float32)]),
    )
    nothing = RevisitProspects.none(len(rows))
    found = RecrawlCandidates(rows["number"], rows["sort"], rows["age"], *nothing)
    found = found.at(_are_rested(db, found, rest))
    found = found.at(_may_exist(db, found))
    worth = _worth(db, found)
    return found._replace(chances=worth.chances, gains=worth.gains)


def _are_rested(
    db: sqlite3.Connection, found: RecrawlCandidates, rest: float
) -> npt.NDArray[np.bool_]:
    """Failures rest twice as long after every further one."""
    rests = np.full(len(found.numbers), rest, dtype=np.float32)
    failed = found.sorts == FAILED
    if failed.any():
        times = _failures_before(db)
        doubled = [rest * 2.0 ** times.get(number, 0) for number in found.numbers[failed].tolist()]
        rests[failed] = np.minimum(doubled, max(LONGEST_REST, rest))
    rests[found.sorts == ROBOTS] = max(ROBOTS_REST, rest) if rest else 0.0
    return (found.ages >= rests) | (found.ages < 0)


def _may_exist(db: sqlite3.Connection, found: RecrawlCandidates) -> npt.NDArray[np.bool_]:
    """No server ever has a name that ends in `.invalid` (RFC 6761): such pages were imported."""
    rows = db.execute("SELECT id FROM host WHERE name LIKE '%.invalid'")
    nowhere = np.fromiter((row[0] for row in rows), np.int64)
    hosts = read_column(db, "hosts", np.int32).astype(np.int64)
    return ~np.isin(hosts[found.numbers - 1], nowhere)


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


def _worth(db: sqlite3.Connection, found: RecrawlCandidates) -> RevisitProspects:
    """What a visit to each promises; more than anything can if it must come first."""
    hosts = read_column(db, "hosts", np.int32).astype(np.int64)
    known, hinted = _observed(db, found.numbers)
    visited = np.flatnonzero((known.quiet > 0) | (known.changes > 0))
    weights = host_weights(
        known.at(visited), hosts[found.numbers[visited] - 1], int(hosts.max(initial=0)) + 1
    )
    worth = prospects(known, weights, hosts[found.numbers - 1], np.maximum(found.ages, 0))
    for values in worth:
        values[found.sorts == FAILED] *= REVIVAL
        values[hinted] = np.maximum(values[hinted], HINTED_CHANCE)
        values[found.sorts == LISTING] = FIRST
    return worth


def _observed(db: sqlite3.Connection, numbers: Numbers) -> tuple[ObservedChanges, Numbers]:
    """What earlier visits to these told, and the places of those that others say have changed."""
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
    return known, where[rows["f4"]].astype(np.int64)


# -- choosing -------------------------------------------------------------------------------------


def choose_candidates(due: RecrawlCandidates, budget: int | None) -> RecrawlCandidates:
    """The most worthwhile within the budget; a share of it goes to those unseen for longest.

    What robots.txt kept us from costs no request to ask about, and so nothing of the budget.
    """
    free = due.sorts == ROBOTS
    if budget is None or np.count_nonzero(~free) <= budget:
        return due
    costly = np.flatnonzero(~free)
    by_age = ceil(budget * FLOOR)
    best, others = _split(costly, due.gains[costly], budget - by_age)
    oldest, _ = _split(others, due.ages[others], by_age)
    return due.at(np.concatenate((np.flatnonzero(free), best, oldest)))


def _split(
    places: npt.NDArray[np.intp], marks: Floats, most: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The places with the highest marks, and all the others."""
    if most >= len(places):
        return places, places[:0]
    order = np.argpartition(-marks, most)
    return places[order[:most]], places[order[most:]]


def bucket_of(chances: Floats) -> Numbers:
    """The more likely it has changed, the earlier; sitemaps are in the bucket that is theirs."""
    late = np.floor((1 - np.minimum(chances, 1)) * len(PAGE_BUCKETS)).astype(np.int64)
    pages = PAGE_BUCKETS.start + np.minimum(late, len(PAGE_BUCKETS) - 1)
    buckets: Numbers = np.where(chances >= FIRST, SITEMAP_BUCKET, pages)
    return buckets


# -- writing --------------------------------------------------------------------------------------


def write_plan(db: sqlite3.Connection, chosen: RecrawlCandidates) -> None:
    """Let them wait: outcomes become history, and the tally says so."""
    (tried,) = db.execute("SELECT coalesce(max(seq), 0) FROM attempt").fetchone()
    order = np.argsort(chosen.numbers)
    numbers, buckets = chosen.numbers[order], bucket_of(chosen.chances[order])
    # A sitemap that failed is still one: only its bucket tells a worker so.
    first = read_column(db, "buckets", np.int8).astype(np.int64)[numbers - 1]
    kept = np.isin(first, list(SITEMAP_BUCKETS)) & (chosen.sorts[order] != PAGE)
    rows = zip(
        numbers.tolist(),
        np.where(kept, first, buckets).tolist(),
        (chosen.sorts[order] == PAGE).tolist(),
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


# -- what is due ----------------------------------------------------------------------------------


class RecrawlStatus(NamedTuple):
    """How a collection stands to the changing web."""

    last: float
    """When it was last crawled, in seconds since 1970; 0: never."""
    due: int
    """Pages and redirects that have rested long enough."""
    waiting: int
    """URLs that wait to be seen again in a round that is not done."""
    gone: int
    """Pages that were there and are no more."""


def read_recrawl_status(db: sqlite3.Connection, now: float, rest: float) -> RecrawlStatus:
    """How much is due, without looking at every page: outcomes are in the order of their time."""
    (last,) = db.execute("SELECT coalesce(max(coalesce(ended, started)), 0) FROM run").fetchone()
    (ended,) = db.execute("SELECT coalesce(sum(n), 0) FROM tally WHERE kind = 'fetched'").fetchone()
    nowhere, wanted = _imported(db), "seq >= ? AND kind = 'fetched'"
    if nowhere:
        wanted += " AND (SELECT text FROM url WHERE id = url_id) NOT LIKE 'http://%.invalid/%'"
    (resting,) = db.execute(
        f"SELECT count(*) FROM outcome WHERE {wanted}", (_first_after(db, now - rest),)
    ).fetchone()
    (waiting,) = db.execute("SELECT count(*) FROM again").fetchone()
    (gone,) = db.execute("SELECT count(*) FROM page WHERE gone_at IS NOT NULL").fetchone()
    return RecrawlStatus(last, max(0, ended - nowhere - resting), waiting, gone)


def _imported(db: sqlite3.Connection) -> int:
    """How many pages were imported under names that no server has."""
    query = "SELECT coalesce(sum(known), 0) FROM host WHERE name LIKE '%.invalid'"
    return int(db.execute(query).fetchone()[0])


def _first_after(db: sqlite3.Connection, at: float) -> int:
    """The number from which on outcomes are later than this, by halving."""
    (high,) = db.execute("SELECT coalesce(max(seq), 0) + 1 FROM outcome").fetchone()
    low = 0
    while low < high:
        middle = (low + high) // 2
        row = db.execute(
            "SELECT seq, at FROM outcome WHERE seq >= ? ORDER BY seq LIMIT 1", (middle,)
        ).fetchone()
        if row is None or row[1] > at:
            high = middle
        else:
            low = row[0] + 1
    return int(low)
