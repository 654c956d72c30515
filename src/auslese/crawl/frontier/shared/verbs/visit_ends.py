"""How visits end, written for a whole report at once: outcomes, and tries that were not the end."""

from collections.abc import Sequence
from typing import NamedTuple

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.host_names import clean_text
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.worker_report import EndedVisit


class WaitingPlace(NamedTuple):
    """Where a URL waits, or waited until now."""

    host_id: int
    bucket: int
    id: int
    was_page: int | None = None
    """1 if it comes back and the last visit found a page; None if this is the first."""


_OUTCOMES = """
INSERT INTO outcome (host_id, key, at, seconds, bytes, status, tries, kind, reason, detail)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::bigint[],
    $6::integer[], $7::integer[], $8::text[], $9::text[], $10::text[]) RETURNING seq
"""
_WAITS_NO_MORE = """
DELETE FROM waiting USING unnest($1::bigint[], $2::smallint[], $3::bigint[])
    AS gone (host_id, bucket, id)
WHERE waiting.host_id = gone.host_id AND waiting.bucket = gone.bucket AND waiting.id = gone.id
"""
_WAITS_LATER = """
UPDATE waiting SET tries = waiting.tries + 1, not_before = later.at
FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::float8[])
    AS later (host_id, bucket, id, at)
WHERE waiting.host_id = later.host_id AND waiting.bucket = later.bucket AND waiting.id = later.id
"""
_ATTEMPTS = """
INSERT INTO attempt (host_id, key, at, again_at, status, reason, detail)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::integer[],
    $6::text[], $7::text[])
"""


class VisitEnds:
    """Collects how visits ended; `write` belongs into a transaction."""

    def __init__(self, link: DatabaseLink, counts: OpenerCounts) -> None:
        """Nothing has ended yet."""
        self._link = link
        self._counts = counts
        self._outcomes: list[tuple[object, ...]] = []
        self._gone: list[tuple[int, int, int]] = []
        self._attempts: list[tuple[object, ...]] = []
        self._later: list[tuple[int, int, int, float]] = []

    def end(
        self,
        ended: EndedVisit,
        url: tuple[int, int, int],
        tries: int,
        place: WaitingPlace | None = None,
    ) -> None:
        """Note how a URL ended, given by host, key and depth; `place` is where it waited."""
        host_id, key, depth = url
        detail = clean_text(ended.detail)
        cost = (ended.at, ended.seconds, ended.size, ended.status, tries)
        self._outcomes.append((host_id, key, *cost, str(ended.kind), str(ended.reason), detail))
        self._counts.outcomes[str(ended.kind), str(ended.reason), depth] += 1
        if place is None:
            return
        self._gone.append(place[:3])
        self._counts.waiting -= 1
        if place.was_page is not None:
            self._counts.again -= 1
            self._counts.outcomes["again", "page", depth] -= place.was_page

    def try_again(self, ended: EndedVisit, key: int, place: WaitingPlace, again_at: float) -> None:
        """Note a try that was not the end."""
        detail = clean_text(ended.detail)
        end = (ended.at, again_at, ended.status, str(ended.reason), detail)
        self._attempts.append((place.host_id, key, *end))
        self._later.append((*place[:3], again_at))

    def write(self) -> list[int]:
        """Write all of it; the numbers of the outcomes, in their order."""
        numbers: list[int] = []
        if self._outcomes:
            numbers = [seq for (seq,) in self._link.rows(_OUTCOMES, *_columns(self._outcomes))]
        for statement, rows in (
            (_WAITS_NO_MORE, self._gone),
            (_ATTEMPTS, self._attempts),
            (_WAITS_LATER, self._later),
        ):
            if rows:
                self._link.run(statement, *_columns(rows))
        self.forget()
        return numbers

    def forget(self) -> None:
        """Begin anew."""
        for rows in (self._outcomes, self._gone, self._attempts, self._later):
            rows.clear()


def _columns(rows: Sequence[tuple[object, ...]]) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)]
