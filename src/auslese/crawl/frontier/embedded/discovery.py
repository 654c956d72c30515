"""How was what we know found? URLs by depth, and milestones, counted while the crawl goes on."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Any

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.crawl_state import is_page
from auslese.crawl.frontier.roster import Host

WAITING = "again"  # in the tally no outcome: pages of the collection that wait to be seen again
OVER_LIMIT = ("refused", "urls")  # counted beyond the limit of URLs, never found in our sense
GROWTH = 32  # a milestone for every thirty-second more visited: 500 of them at ten million
WORK = "work"  # the row of `meta` with the hosts that have the most to do

Tally = Mapping[tuple[str, str, int], int]
"""Outcomes by kind, reason and depth."""


class Discovery:
    """Counts what is found, and writes it together with the transaction it belongs to."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Go on with what the file holds."""
        self._db = db
        self._found: Counter[int] = Counter()
        self._refused: Counter[int] = Counter()
        self._now: Milestone | None = None
        self._next = 0

    def note(self, found: Iterable[int], refused: Iterable[int]) -> None:
        """Count new URLs by their depths, and those of them that were refused at once."""
        self._found.update(found)
        self._refused.update(refused)

    def survey(self) -> CrawlSurvey:
        """What the file tells about the crawl."""
        return read_survey(self._db)

    def keep(self, survey: CrawlSurvey) -> None:
        """Keep what only the running crawl can tell, for those who read the file."""
        write_work(self._db, survey)

    def forget(self) -> None:
        """Drop what was counted in a transaction that failed."""
        self._found.clear()
        self._refused.clear()

    def write(self, ended: Tally) -> None:
        """Write what was counted; `ended` has already been written by then."""
        if not ended and not self._found:
            return
        for depth, n in self._found.items():
            count_found(self._db, depth, n, self._refused[depth])
        now = self._moved_on(ended) if self._now else self._read()
        self.forget()
        self._now = now
        if now.visited >= self._next:
            self._db.execute("DELETE FROM milestone WHERE visited >= ?", (now.visited,))
            self._db.execute("INSERT INTO milestone VALUES (?, ?, ?)", now)
            self._next = now.visited + max(1, now.visited // GROWTH)

    def _moved_on(self, ended: Tally) -> Milestone:
        assert self._now is not None
        visited, found, pages = self._now
        refused = self._refused.total()
        visited += sum(n for how, n in ended.items() if is_end(how[0], how[1])) - refused
        pages += sum(n for how, n in ended.items() if is_page(how[0], how[1]))
        return Milestone(visited, found + self._found.total() - refused, pages)

    def _read(self) -> Milestone:
        if not self._db.execute("SELECT 1 FROM found").fetchone():
            count_anew(self._db)
        last = self._db.execute("SELECT coalesce(max(visited), -1) FROM milestone").fetchone()[0]
        now = read_survey(self._db).now
        self._next = min(last + max(1, last // GROWTH), now.visited)
        return now


def is_end(kind: str, reason: str) -> bool:
    """Whether a line of the tally counts URLs that we know and that have ended."""
    return kind != WAITING and (kind, reason) != OVER_LIMIT


def count_found(db: sqlite3.Connection, depth: int, n: int, refused: int) -> None:
    """Add to the count of URLs found."""
    db.execute(
        "INSERT INTO found VALUES (?, ?, ?) ON CONFLICT (depth)"
        " DO UPDATE SET n = n + excluded.n, refused = refused + excluded.refused",
        (depth, n, refused),
    )


def count_anew(db: sqlite3.Connection) -> None:
    """Count what was found before anybody counted: in a collection from an older program."""
    db.execute(
        "INSERT INTO found SELECT depth, count(*),"
        " count(CASE WHEN kind = 'refused' AND tries = 0 THEN 1 END)"
        " FROM url LEFT JOIN outcome ON url_id = url.id GROUP BY depth"
    )


def read_survey(db: sqlite3.Connection) -> CrawlSurvey:
    """What the file tells about a crawl; it has few rows to read, however many URLs there are."""
    found = {depth: (n, refused) for depth, n, refused in db.execute("SELECT * FROM found")}
    ended: Counter[int] = Counter()
    pages = 0
    for kind, reason, depth, n in db.execute("SELECT kind, reason, depth, n FROM tally"):
        if is_end(kind, reason):
            ended[depth] += n
            pages += n * is_page(kind, reason)
    depths = range(max(found, default=-1) + 1)
    bell = [found.get(depth, (0, 0))[0] - found.get(depth, (0, 0))[1] for depth in depths]
    waiting = [max(0, found.get(depth, (0, 0))[0] - ended[depth]) for depth in depths]
    milestones = [Milestone(*row) for row in db.execute("SELECT * FROM milestone ORDER BY visited")]
    let_in = sum(bell)
    now = Milestone(max(0, let_in - sum(waiting)), let_in, pages)
    return CrawlSurvey(now, milestones, bell, waiting, **_read_work(db))


def _read_work(db: sqlite3.Connection) -> dict[str, Any]:
    row = db.execute("SELECT value FROM meta WHERE name = ?", (WORK,)).fetchone()
    work = json.loads(row[0]) if row else {}
    return work | {"hosts": [HostWork(*host) for host in work.get("hosts", ())]}


def write_work(db: sqlite3.Connection, survey: CrawlSurvey) -> None:
    """Keep what only the running crawl can tell, for those who read the file."""
    work = {"hosts": survey.hosts, "rate": survey.rate, "deepest": survey.deepest}
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (WORK, json.dumps(work)))


def heaviest_hosts(
    db: sqlite3.Connection, hosts: Iterable[tuple[Host, float]], most: int
) -> list[HostWork]:
    """The hosts with the most work ahead, given with their delays."""
    loads = [
        (waiting * max(delay, 1e-3), waiting, delay, host.id, host.name)
        for host, delay in hosts
        if (waiting := host.waiting + len(host.leased))
    ]
    work = []
    for _, waiting, delay, number, name in nlargest(most, loads):
        asked, seconds = db.execute(
            "SELECT asked, seconds FROM host WHERE id = ?", (number,)
        ).fetchone()
        work.append(HostWork(name, waiting, delay + (seconds / asked if asked else 0.0)))
    return work
