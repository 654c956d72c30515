"""What does memory need back after a restart? Seen keys, hosts, and the lines that wait."""

import sqlite3
from heapq import heappush
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from auslese.crawl.frontier.embedded.discovery import count_found
from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings, Refuse
from auslese.crawl.frontier.roster import Roster
from auslese.crawl.politeness.pace import LONGEST_REST
from auslese.crawl.robots.sitemap_requests import without_suffix_refusal
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url
from auslese.records.visit import BUCKETS, PLAIN_BUCKET
from auslese.system.key_set import KeySet


def end_leases(db: sqlite3.Connection, now: float, default_delay: float) -> None:
    """End the leases left over from a killed crawl.

    Every process of that crawl held the lock we hold now, so all of them are dead and no request
    was sent after this moment: one delay from now is enough for politeness.
    """
    db.execute(
        "UPDATE host SET worker = NULL, last_access = ?,"
        " next_at = min(next_at, ? + max(?, coalesce(delay, 0))) WHERE worker IS NOT NULL",
        (now, now, default_delay),
    )
    # A computer whose clock was wrong must not wait for years.
    latest = now + default_delay + LONGEST_REST
    db.execute("UPDATE host SET next_at = ? WHERE next_at > ?", (now + default_delay, latest))


def read_hosts(db: sqlite3.Connection, settings: FrontierSettings) -> Roster:
    """All hosts, with their clocks and those of their addresses."""
    address_delay = settings.address_delay
    roster = Roster(address_delay, settings.ageing, settings.hold)
    rows = db.execute(
        "SELECT id, name, delay, next_at, token, failures, alias_of, address, resolved_at, errors,"
        " unverified, last_access, bytes > 0 FROM host ORDER BY id"
    )
    for id, name, *clocks, address, resolved_at, errors, unverified, last_access, answered in rows:
        host = roster.put(id, name)
        host.delay, host.next_at, host.token, host.failures, host.alias_of = clocks
        host.address, host.resolved_at = address or host.address, resolved_at
        host.errors, host.unverified = errors, bool(unverified)
        host.has_answered = bool(answered)
        roster.reserve(host, last_access + address_delay)
    return roster


def read_seen(db: sqlite3.Connection) -> KeySet:
    """The keys of all URLs ever seen, as a set."""
    keys = read_keys(db)
    seen = KeySet(expected=len(keys))
    seen.add_distinct(keys)
    return seen


def read_tries(db: sqlite3.Connection) -> tuple[dict[int, int], dict[int, float]]:
    """How often each waiting URL was tried in vain; and when each may be tried again."""
    rows = db.execute(
        "SELECT attempt.url_id, count(*), max(again_at) FROM attempt"
        " LEFT JOIN outcome ON outcome.url_id = attempt.url_id"
        " LEFT JOIN again ON again.url_id = attempt.url_id"
        " WHERE outcome.seq IS NULL AND attempt.seq > coalesce(tried, 0) GROUP BY attempt.url_id"
    )
    tried = {number: (tries, again_at) for number, tries, again_at in rows}
    return (
        {number: tries for number, (tries, _) in tried.items()},
        {number: again_at for number, (_, again_at) in tried.items()},
    )


def read_again(db: sqlite3.Connection) -> npt.NDArray[np.void]:
    """The URLs that wait to be visited again: `number`, `bucket`, `page` (1: it was one)."""
    kinds = [("number", np.int64), ("bucket", np.int8), ("page", np.int8)]
    return np.fromiter(db.execute("SELECT url_id, bucket, page FROM again"), np.dtype(kinds))


def fill_queues(db: sqlite3.Connection, roster: Roster, again: dict[int, float]) -> int:
    """Let every URL without an outcome wait at its host again; how many there are."""
    hosts = read_column(db, "hosts", np.int32).astype(np.int64)
    buckets = read_column(db, "buckets", np.int8).astype(np.int64)
    planned = read_again(db)
    buckets[planned["number"] - 1] = planned["bucket"]
    waiting = np.ones(len(hosts), dtype=np.bool_)
    ended = np.fromiter((row[0] for row in db.execute("SELECT url_id FROM outcome")), np.int64)
    waiting[ended - 1] = False
    for number, at in again.items():
        waiting[number - 1] = False
        later = roster.by_id[int(hosts[number - 1])].later
        heappush(later, (at, int(buckets[number - 1]), number))
    numbers = np.flatnonzero(waiting).astype(np.uint32)
    groups = hosts[numbers] * BUCKETS + buckets[numbers]
    order = np.argsort(groups, kind="stable")
    numbers, groups = numbers[order] + 1, groups[order]
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    for start, end in pairwise(np.append(starts, len(groups))):
        host_id, bucket = divmod(int(groups[start]), BUCKETS)
        roster.by_id[host_id].line.extend(bucket, numbers[start:end].tobytes())
    for host in roster.by_id.values():
        roster.wake(host)
    return len(numbers) + len(again)


def let_in_unfocused(db: sqlite3.Connection, settings: FrontierSettings) -> int:
    """Let all wait that a focused crawl has dropped, unless this one is focused; how many."""
    if (
        settings.ageing
        or not db.execute(
            "SELECT 1 FROM tally WHERE reason = ? AND n > 0", (Refusal.FOCUS,)
        ).fetchone()
    ):
        return 0
    rows = db.execute(
        "SELECT seq, depth FROM outcome JOIN url ON url.id = url_id WHERE reason = ?",
        (Refusal.FOCUS,),
    ).fetchall()
    for seq, depth in rows:
        db.execute("DELETE FROM outcome WHERE seq = ?", (seq,))
        count(db, "refused", Refusal.FOCUS.value, depth, -1)
        count_found(db, depth, 0, -1)
    return len(rows)


def apply_rules(db: sqlite3.Connection, rules: FrontierRules, now: float) -> None:
    """Reconsider what is undecided, if the rules are not those of the last crawl."""
    row = db.execute("SELECT value FROM meta WHERE name = 'rules'").fetchone()
    if row and row[0] != rules.fingerprint:
        reconsider(db, rules.refuse, now)
    db.execute("INSERT OR REPLACE INTO meta VALUES ('rules', ?)", (rules.fingerprint,))


def reconsider(db: sqlite3.Connection, refuse: Refuse, now: float) -> tuple[int, int]:
    """Apply changed rules to what was decided under the old ones: (let in again, now refused)."""
    buckets = read_column(db, "buckets", np.int8)

    def refuse_still(number: int, text: str, depth: int) -> Refused | None:
        return without_suffix_refusal(refuse(Url(text), depth), int(buckets[number - 1]))

    again = [
        (seq, kind, reason, depth)
        for seq, kind, reason, id, text, depth in db.execute(
            "SELECT seq, kind, reason, url.id, text, depth FROM outcome JOIN url ON url.id = url_id"
            " WHERE kind = 'refused' AND reason IN ('scope', 'depth', 'suffix', 'length')"
        )
        if not refuse_still(id, text, depth)
    ]
    waiting = db.execute(
        "SELECT url.id, text, depth FROM url LEFT JOIN outcome ON url_id = url.id WHERE seq IS NULL"
    )
    refused = [
        (id, why, depth) for id, text, depth in waiting if (why := refuse_still(id, text, depth))
    ]
    for seq, kind, reason, depth in again:
        db.execute(WAIT_AGAIN, (seq,))
        db.execute("DELETE FROM outcome WHERE seq = ?", (seq,))
        count(db, kind, reason, depth, -1)
        count_found(db, depth, 0, -1)
    for id, why, depth in refused:
        reason = why.why.value
        db.execute(INSERT_OUTCOME, (id, "refused", reason, why.detail, 0, now, 0.0, 0, 0))
        count(db, "refused", reason, depth, 1)
        if db.execute("DELETE FROM again WHERE url_id = ? RETURNING page", (id,)).fetchone() == (
            1,
        ):
            count(db, "again", "page", depth, -1)
        count_found(db, depth, 0, 1)
    return len(again), len(refused)


INSERT_OUTCOME = (
    "INSERT INTO outcome (url_id, kind, reason, detail, status, at, seconds, bytes, tries)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
# What was a page before it was refused, and is let in again, is compared with what it was.
WAIT_AGAIN = (
    f"INSERT INTO again SELECT page.url_id, {PLAIN_BUCKET}, 0, 0"
    " FROM outcome JOIN page USING (url_id) WHERE seq = ?"
)
