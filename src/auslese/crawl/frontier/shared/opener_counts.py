"""What one transaction has counted: outcomes, URLs found, URLs that wait; written as one statement.

Each opener has rows of its own, so nobody waits for another's; who reads sums them up.
"""

from collections import Counter

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.records.errors import AusleseError
from auslese.wording.fleet.worker_sentences import JoinProblem

_WRITE = """
WITH told AS (
    INSERT INTO tally AS t (opener, kind, reason, depth, n)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[], $5::bigint[])
    ON CONFLICT (kind, reason, depth, opener) DO UPDATE SET n = t.n + excluded.n
), met AS (
    INSERT INTO found AS f (opener, depth, n, refused)
    SELECT $1, * FROM unnest($6::integer[], $7::bigint[], $8::bigint[])
    ON CONFLICT (depth, opener) DO UPDATE
    SET n = f.n + excluded.n, refused = f.refused + excluded.refused
)
UPDATE opener SET urls = urls + $9, waiting = waiting + $10, again = again + $11,
    hosts_asked = hosts_asked + $12, last_report = greatest(last_report, $13)
WHERE id = $1 AND NOT fenced
"""


class FencedOpenerError(AusleseError):
    """This machine was silent for so long that others took it for dead; it may join again."""


class OpenerCounts:
    """Counts of the transaction that runs; `write` belongs into it, `clear` behind it."""

    def __init__(self, opener: int) -> None:
        """Nothing is counted yet; `opener` is the row of who counts."""
        self.opener = opener
        self.outcomes: Counter[tuple[str, str, int]] = Counter()
        """Outcomes by kind, reason and depth; fewer if some were taken back."""
        self.found: Counter[int] = Counter()
        """New URLs by depth."""
        self.refused: Counter[int] = Counter()
        """Those of them that were refused as they were found."""
        self.urls = 0
        """Rows that were added to `url`."""
        self.waiting = 0
        """Rows that were added to `waiting`, less those taken out."""
        self.again = 0
        """Those of them that are not the first visit of their URL."""
        self.hosts_asked = 0
        """Hosts that were asked for the first time."""

    def write(self, link: DatabaseLink, report: int = 0) -> None:
        """Write all of it; `report` is the number of the report that is recorded with it."""
        outcomes = [(*how, n) for how, n in self.outcomes.items() if n]
        depths = sorted(self.found.keys() | self.refused.keys())
        numbers = (self.urls, self.waiting, self.again, self.hosts_asked, report)
        if not (outcomes or depths or any(numbers)):
            return
        written = link.run(
            _WRITE,
            self.opener,
            *(list(column) for column in (zip(*outcomes, strict=True) if outcomes else [()] * 4)),
            depths,
            [self.found[depth] for depth in depths],
            [self.refused[depth] for depth in depths],
            *numbers,
        )
        if not written:
            raise FencedOpenerError(JoinProblem.FENCED.of())

    def clear(self) -> None:
        """Begin anew: the transaction has ended, or has failed."""
        self.outcomes.clear()
        self.found.clear()
        self.refused.clear()
        self.urls = self.waiting = self.again = self.hosts_asked = 0
