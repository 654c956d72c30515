"""URLs that are found again, and what a better link is to them.

Some are known only by links which are not followed: either the links say so (`nofollow`), or they
promise nothing on the topic of a focused crawl (`focus`). They are refused with that reason. A
later link that may be followed lets them in. Others wait, and in a focused crawl a link that
promises more lets them move up.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from auslese.crawl.frontier.embedded.discovery import count_found
from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.number_book import NumberBook
from auslese.crawl.frontier.embedded.url_book import UrlBook
from auslese.crawl.frontier.focused_queue import FocusedQueue, WaitingPlaces
from auslese.crawl.frontier.roster import Roster
from auslese.records.fetch import Refusal
from auslese.records.visit import FOCUS_BUCKETS, Visit

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
                self._urls.move_all({number: bucket})
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


class BetterLinks:
    """Lets URLs that wait move up; what writes belongs into a transaction of the file.

    Most links lead to what is known, so a look into two arrays must do for most of them. Workers
    report a known URL again only if its new link promises more.
    """

    def __init__(self, file: FrontierFile, roster: Roster, places: WaitingPlaces) -> None:
        """Read the keys of all URLs that the file knows."""
        self._db = file.db
        self._urls = UrlBook(file.db)
        self._roster = roster
        self._places = places
        self._numbers = NumberBook(read_keys(file.db))

    def note(self, fresh: Iterable[Visit]) -> None:
        """Take in new URLs, in the order of their numbers."""
        for visit in fresh:
            self._numbers.add(visit.key)

    def follow(self, visits: Sequence[Visit]) -> int:
        """Let those move up that wait and that one of these links promises more of; how many."""
        risen: dict[int, Visit] = {}
        for visit in visits:
            if visit.refused or visit.bucket not in FOCUS_BUCKETS:
                continue
            number = self._numbers.find(visit.key)
            waits_in = risen[number].bucket if number in risen else self._places.bucket_of(number)
            # What may be a trap, and what waits in no line, stays where it is.
            is_better = waits_in in FOCUS_BUCKETS and visit.bucket < waits_in
            if is_better and not self._comes_back(number):
                risen[number] = visit
        for number, visit in risen.items():
            host = self._roster.by_name[visit.host]
            assert isinstance(host.line, FocusedQueue)
            host.line.rise(number, visit.bucket)
            self._roster.wake(host)
        self._urls.move_all({number: visit.bucket for number, visit in risen.items()})
        return len(risen)

    def _comes_back(self, number: int) -> bool:
        """Whether it is to be visited again: then its bucket says how likely it has changed."""
        found = self._db.execute("SELECT 1 FROM again WHERE url_id = ?", (number,)).fetchone()
        return found is not None


class FoundAgain:
    """What becomes of known URLs to which a link leads; belongs into a transaction of the file."""

    def __init__(self, file: FrontierFile, roster: Roster) -> None:
        """Read what the file knows."""
        self._roster = roster
        self._unfollowed = Unfollowed(file)
        places = roster.places
        self._better = None if places is None else BetterLinks(file, roster, places)

    def note(self, first: int, fresh: Sequence[Visit]) -> None:
        """Take in new URLs, numbered from `first` on."""
        self._unfollowed.note(first, fresh)
        if self._better is not None:
            self._better.note(fresh)

    def follow(self, visits: Sequence[Visit]) -> int:
        """Let those wait that one of these links leads to now; how many did not before.

        They wait in the place they were found for; those that promised nothing, in the place of
        the link that promises more. In a focused crawl those that wait already may move up.
        """
        taken = self._unfollowed.take_back(visits)
        for visit, number, bucket in taken:
            host = self._roster.by_name[visit.host]
            host.line.push(bucket, number)
            self._roster.wake(host)
        if self._better is not None:
            self._better.follow(visits)
        return len(taken)
