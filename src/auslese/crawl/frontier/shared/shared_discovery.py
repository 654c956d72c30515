"""Sums of a shared frontier, and the course of the crawl: few rows, however many URLs there are."""

from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.bookkeeping.crawl_sums import (
    moved_on,
    next_milestone,
    packed_work,
    survey_of,
)
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts

WORK = "work"  # the row of `meta` with the hosts that have the most to do
MILESTONE_LOCK = 0x6175736D  # beside the schema's number; no other lock of ours has it
PUT_META = """
    INSERT INTO meta (name, value) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


class SharedDiscovery:
    """Keeps the promises of `DiscoveryRecord` on PostgreSQL."""

    def __init__(self, link: DatabaseLink) -> None:
        """Look at an open frontier."""
        self._link = link
        self._now: Milestone | None = None
        self._next = 0

    def survey(self) -> CrawlSurvey:
        """What is known of the crawl at this moment."""
        return read_survey(self._link)

    def keep(self, survey: CrawlSurvey) -> None:
        """Keep what only the running crawl can tell, for those who read the frontier."""
        self._link.run(PUT_META, WORK, packed_work(survey))

    def move_on(self, counts: OpenerCounts) -> None:
        """Keep where the crawl stands from time to time, after these counts were written.

        Between milestones one's own counts do: the others' are seen when the next one is due.
        """
        if not counts.outcomes and not counts.found:
            return
        if self._now is not None:
            found, refused = counts.found.total(), counts.refused.total()
            self._now = moved_on(self._now, counts.outcomes, found, refused)
            if self._now.visited < self._next:
                return
        self._now = now = read_survey(self._link).now
        last = self._link.value("SELECT coalesce(max(visited), -1) FROM milestone")
        if not last <= now.visited < next_milestone(last):
            self._write(now)
            last = now.visited
        self._next = next_milestone(last)

    def _write(self, now: Milestone) -> None:
        """Only one opener at a time; if another one does it, there is no need to."""
        lock = f"SELECT pg_try_advisory_xact_lock({MILESTONE_LOCK}, hashtext(current_schema()))"
        if self._link.value(lock):
            self._link.run("DELETE FROM milestone WHERE visited >= $1", now.visited)
            self._link.run("INSERT INTO milestone VALUES ($1, $2, $3)", *now)


def read_tally(link: DatabaseLink) -> dict[tuple[str, str, int], int]:
    """Outcomes of all openers by kind, reason and depth."""
    rows = link.rows(
        "SELECT kind, reason, depth, sum(n)::bigint FROM tally GROUP BY 1, 2, 3 HAVING sum(n) <> 0"
    )
    return {(kind, reason, depth): n for kind, reason, depth, n in rows}


def read_survey(link: DatabaseLink) -> CrawlSurvey:
    """What the sums tell about a crawl."""
    rows = link.rows("SELECT depth, sum(n)::bigint, sum(refused)::bigint FROM found GROUP BY depth")
    found = {depth: (n, refused) for depth, n, refused in rows}
    milestones = link.rows("SELECT visited, found, pages FROM milestone ORDER BY visited")
    work = link.value("SELECT value FROM meta WHERE name = $1", WORK)
    return survey_of(found, read_tally(link), [Milestone(*row) for row in milestones], work)
