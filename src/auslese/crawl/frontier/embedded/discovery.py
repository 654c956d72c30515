"""How was what we know found? URLs by depth, and milestones, counted while the crawl goes on."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from heapq import nlargest

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.bookkeeping.crawl_sums import (
    Tally,
    merged_tally,
    moved_on,
    next_milestone,
    packed_work,
    survey_of,
)
from auslese.crawl.frontier.roster import Host

WORK = "work"  # the row of `meta` with the hosts that have the most to do


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
        refused = self._refused.total()
        found = self._found.total()
        now = moved_on(self._now, ended, found, refused) if self._now else self._read()
        self.forget()
        self._now = now
        if now.visited >= self._next:
            self._db.execute("DELETE FROM milestone WHERE visited >= ?", (now.visited,))
            self._db.execute("INSERT INTO milestone VALUES (?, ?, ?)", now)
            self._next = next_milestone(now.visited)

    def _read(self) -> Milestone:
        if not self._db.execute("SELECT 1 FROM found").fetchone():
            count_anew(self._db)
        last = self._db.execute("SELECT coalesce(max(visited), -1) FROM milestone").fetchone()[0]
        now = read_survey(self._db).now
        self._next = min(next_milestone(last), now.visited)
        return now


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
    tally = merged_tally(db.execute("SELECT kind, reason, depth, n FROM tally"))
    milestones = [Milestone(*row) for row in db.execute("SELECT * FROM milestone ORDER BY visited")]
    row = db.execute("SELECT value FROM meta WHERE name = ?", (WORK,)).fetchone()
    return survey_of(found, tally, milestones, row and row[0])


def write_work(db: sqlite3.Connection, survey: CrawlSurvey) -> None:
    """Keep what only the running crawl can tell, for those who read the file."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (WORK, packed_work(survey)))


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
