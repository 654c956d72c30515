"""URLs that are known only by links which are not followed.

Either the links say so (`nofollow`), or they promise nothing on the topic of a focused crawl
(`focus`). They are refused with that reason. A later link that may be followed lets them in.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from auslese.crawl.frontier.embedded.discovery import count_found
from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.url_book import UrlBook
from auslese.crawl.frontier.roster import Roster
from auslese.records.fetch import Refusal
from auslese.records.visit import Visit

REASONS = (Refusal.NOFOLLOW.value, Refusal.FOCUS.value)
KNOWN = "SELECT 1 FROM tally WHERE reason IN (?, ?) AND n > 0"


class Unfollowed:
    """Keeps these URLs by their keys; what writes belongs into a transaction of the file."""

    def __init__(self, file: FrontierFile) -> None:
        """Read those that the file knows."""
        self._file = file
        self._urls = UrlBook(file.db)
        self._known: dict[int, tuple[int, int, str]] = {}
        """Number, bucket and reason by key."""
        if file.db.execute(KNOWN, REASONS).fetchone():
            rows = file.db.execute(
                "SELECT url_id, reason FROM outcome WHERE reason IN (?, ?)", REASONS
            ).fetchall()
            numbers = np.fromiter((row[0] for row in rows), np.int64, len(rows))
            keys = read_keys(file.db)[numbers - 1].tolist()
            buckets = read_column(file.db, "buckets", np.int8)[numbers - 1].tolist()
            places = zip(numbers.tolist(), buckets, (row[1] for row in rows), strict=True)
            self._known.update(zip(keys, places, strict=True))

    def note(self, first: int, fresh: Sequence[Visit]) -> None:
        """Remember those of these new URLs, numbered from `first` on, that are not followed."""
        for number, visit in enumerate(fresh, first):
            if visit.refused and visit.refused.why in REASONS:
                self._known[visit.key] = number, visit.bucket, visit.refused.why.value

    def let_in(self, visits: Iterable[Visit], roster: Roster) -> int:
        """Let those wait that one of these links leads to now; how many.

        They wait in the place they were found for; those that promised nothing, in the place of
        the link that promises more.
        """
        taken = self.take_back(visits)
        for visit, number, bucket in taken:
            host = roster.by_name[visit.host]
            host.line.push(bucket, number)
            roster.wake(host)
        return len(taken)

    def take_back(self, visits: Iterable[Visit]) -> list[tuple[Visit, int, int]]:
        """Take back the outcomes of those that one of these links leads to: number and bucket."""
        if not self._known:
            return []
        wanted = {one.key: one for one in visits if one.refused is None and one.key in self._known}
        taken = []
        for key, visit in wanted.items():
            number, bucket, reason = self._known.pop(key)
            if reason == Refusal.FOCUS.value and bucket != visit.bucket:
                bucket = visit.bucket
                self._urls.move(number, bucket)
            taken.append((visit, number, bucket))
            (depth,) = self._file.db.execute(
                "SELECT depth FROM url WHERE id = ?", (number,)
            ).fetchone()
            self._file.db.execute("DELETE FROM outcome WHERE url_id = ?", (number,))
            self._file.tally["refused", reason, depth] -= 1
            count_found(self._file.db, depth, 0, -1)
        return taken

    def forget(self, key: int) -> None:
        """A page has come under this URL, so it has another outcome."""
        self._known.pop(key, None)
