"""What we are compared with: BM25 as the book has it, and SQLite's FTS5."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nlargest
from math import log
from pathlib import Path

K1, B = 1.2, 0.75
TERM = re.compile(r"\w+")


class PlainBm25:
    """Robertson and Spärck Jones as in every textbook: no stems, no stop words, no fields."""

    def __init__(self, documents: Iterable[tuple[str, str]]) -> None:
        """Index documents: name and text."""
        self._names: list[str] = []
        self._lengths: list[int] = []
        self._places: dict[str, list[tuple[int, int]]] = {}
        for number, (name, text) in enumerate(documents):
            terms = Counter(TERM.findall(text.lower()))
            self._names.append(name)
            self._lengths.append(terms.total())
            for term, times in terms.items():
                self._places.setdefault(term, []).append((number, times))
        self._mean = sum(self._lengths) / max(1, len(self._lengths))

    def best(self, query: str, most: int) -> list[str]:
        """The names of the best documents."""
        scores: Counter[int] = Counter()
        for term, asked in Counter(TERM.findall(query.lower())).items():
            places = self._places.get(term, ())
            rare = log(1 + (len(self._names) - len(places) + 0.5) / (len(places) + 0.5))
            for number, times in places:
                long = 1 - B + B * self._lengths[number] / self._mean
                scores[number] += asked * rare * times * (K1 + 1) / (times + K1 * long)
        best = nlargest(most, scores.items(), key=lambda each: (each[1], -each[0]))
        return [self._names[number] for number, _ in best]


class Fts5:
    """SQLite's full-text index, as it comes."""

    def __init__(self, path: Path | str = ":memory:") -> None:
        """Open the index in this file."""
        self.db = sqlite3.connect(path)
        self.db.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS page USING fts5(name UNINDEXED, title, text)"
        )

    def add(self, rows: Iterable[Sequence[str]]) -> None:
        """Put documents in: name, title, text."""
        with self.db:
            self.db.executemany("INSERT INTO page VALUES (?, ?, ?)", rows)

    def best(self, query: str, most: int) -> list[str]:
        """The names of the best documents that have any of the words."""
        terms = " OR ".join(f'"{term}"' for term in dict.fromkeys(TERM.findall(query)))
        if not terms:
            return []
        asked = "SELECT name FROM page WHERE page MATCH ? ORDER BY bm25(page) LIMIT ?"
        return [row[0] for row in self.db.execute(asked, (terms, most))]

    def answer(self, query: str, most: int) -> tuple[list[tuple[str, str]], int]:
        """What comes nearest to an answer: title and snippet of hits, and how many there are."""
        terms = " OR ".join(f'"{term}"' for term in dict.fromkeys(TERM.findall(query)))
        if not terms:
            return [], 0
        shown = (
            "SELECT title, snippet(page, 2, '[', ']', '…', 40) FROM page WHERE page MATCH ?"
            " ORDER BY bm25(page) LIMIT ?"
        )
        hits = self.db.execute(shown, (terms, most)).fetchall()
        (total,) = self.db.execute(
            "SELECT count(*) FROM page WHERE page MATCH ?", (terms,)
        ).fetchone()
        return hits, total
