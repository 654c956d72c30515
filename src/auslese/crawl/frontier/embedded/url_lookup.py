"""What became of this URL? Asked while the frontier is open, by those who wait for single pages."""

import sqlite3

import numpy as np

from auslese.crawl.frontier.embedded.file_columns import read_keys
from auslese.crawl.frontier.embedded.number_book import NumberBook
from auslese.crawl.frontier.url_trace import UrlOutcome
from auslese.records.url import Url, key_of


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
