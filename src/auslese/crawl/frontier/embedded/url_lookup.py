"""What became of these URLs? Asked by those who wait for single pages, or have a long list."""

import json
import sqlite3
from collections.abc import Sequence

import numpy as np

from auslese.crawl.frontier.embedded.file_columns import read_keys
from auslese.crawl.frontier.embedded.number_book import NumberBook
from auslese.crawl.frontier.url_trace import UrlFate, UrlOutcome
from auslese.records.url import Url, key_of
from auslese.system.key_set import Keys

WAITING = UrlFate("waiting")


class FateLookup:
    """Keeps the promises of `UrlFates`; what comes while it is open is not seen."""

    def __init__(self, db: sqlite3.Connection | None) -> None:
        """Read the keys of all URLs; without a file nothing was ever seen."""
        self._db = db
        keys = read_keys(db) if db else np.zeros(0, np.int64)
        self._order = np.argsort(keys, kind="stable")
        self._keys: Keys = keys[self._order]

    def fates_of(self, urls: Sequence[Url]) -> list[UrlFate | None]:
        """What became of each of them."""
        numbers = self._numbers_of(urls)
        known = self._known(sorted(set(numbers) - {0}))
        return [known.get(number) for number in numbers]

    def knows_host(self, host: str) -> bool:
        """Whether any URL of this host was ever seen."""
        if self._db is None:
            return False
        found = self._db.execute("SELECT 1 FROM host WHERE name = ?", (host,))
        return found.fetchone() is not None

    def robots_text(self, origin: str) -> str:
        """What robots.txt of this origin says, as far as it was asked."""
        if self._db is None:
            return ""
        asked = self._db.execute("SELECT text FROM robots WHERE origin = ?", (origin,))
        row = asked.fetchone()
        return str(row[0]) if row else ""

    def _numbers_of(self, urls: Sequence[Url]) -> list[int]:
        """The number of each URL; 0 for those that are not known."""
        if not len(self._keys):
            return [0] * len(urls)
        wanted = np.fromiter(map(key_of, urls), np.int64, len(urls))
        places = np.minimum(self._keys.searchsorted(wanted), len(self._keys) - 1)
        numbers = np.where(self._keys[places] == wanted, self._order[places] + 1, 0)
        found: list[int] = numbers.tolist()
        return found

    def _known(self, numbers: Sequence[int]) -> dict[int, UrlFate]:
        if self._db is None or not numbers:
            return {}
        rows = self._db.execute(
            "SELECT url.id, outcome.kind, outcome.reason, outcome.detail, url.depth, again.page"
            " FROM json_each(?) AS wanted JOIN url ON url.id = wanted.value"
            " LEFT JOIN outcome ON outcome.url_id = url.id"
            " LEFT JOIN again ON again.url_id = url.id",
            (json.dumps(numbers),),
        )
        return {number: _fate(*row) for number, *row in rows}


def _fate(
    kind: str | None, reason: str | None, detail: str | None, depth: int, page: int | None
) -> UrlFate:
    if kind is None:
        return WAITING._replace(depth=depth, was_page=bool(page))
    return UrlFate(kind, reason or "", detail or "", depth)


class UrlLookup:
    """Keeps the promises of `UrlOutcomes`; 16 bytes a URL, so it is made only if it is wanted."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Read the keys of all URLs seen so far."""
        self._db = db
        self._numbers = NumberBook(read_keys(db))

    def knows(self, url: Url) -> bool:
        """Whether this URL was ever taken in."""
        return self._number_of(url) > 0

    def outcome_of(self, url: Url) -> UrlOutcome | None:
        """How a URL ended; None if it has not, or was never taken in."""
        row = self._db.execute(
            "SELECT kind, reason, detail FROM outcome WHERE url_id = ?", (self._number_of(url),)
        ).fetchone()
        return UrlOutcome(*row) if row else None

    def _number_of(self, url: Url) -> int:
        key = key_of(url)
        return self._numbers.find(key) or self._learn().find(key)

    def _learn(self) -> NumberBook:
        """Take in the URLs that have come since; the frontier adds some by itself."""
        rows = self._db.execute(
            "SELECT keys FROM block WHERE first > ? ORDER BY first", (len(self._numbers),)
        )
        for (keys,) in rows.fetchall():
            for key in np.frombuffer(keys, np.int64).tolist():
                self._numbers.add(key)
        return self._numbers
