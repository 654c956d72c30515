"""Counts of words from many batches added up, on disk where memory does not suffice."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt

MEMORY = "1GB"  # beyond, DuckDB goes to its temporary files
WordColumns = Mapping[str, npt.NDArray[Any]]
"""Arrays by name, a place for each word."""

TABLES = """
    CREATE TABLE used (
        part TINYINT, word VARCHAR, site VARCHAR, times BIGINT, pages BIGINT,
        squares BIGINT, weighted BIGINT, first BIGINT
    );
    CREATE TABLE size (
        part TINYINT, site VARCHAR, words BIGINT, pages BIGINT, squares BIGINT
    );
    CREATE TABLE page (url VARCHAR, start BIGINT, words BIGINT);
"""
# Sums go to BIGINT again: numpy knows no larger whole numbers.
BY_SITE = """
    SELECT word, part, sum(times)::BIGINT AS times, sum(pages)::BIGINT AS pages,
        sum(squares)::BIGINT AS squares, sum(weighted)::BIGINT AS weighted, min(first) AS first
    FROM used GROUP BY word, part, site
"""
BY_WORD = f"""
    SELECT word, part, sum(times)::BIGINT AS times, sum(pages)::BIGINT AS pages,
        sum(squares)::BIGINT AS squares, sum(weighted)::BIGINT AS weighted,
        min(first) AS first, count(*) AS sites
    FROM ({BY_SITE}) GROUP BY word, part
"""
SIDE_BY_SIDE = ", ".join(
    f"coalesce(sum({name}) FILTER (part = {part}), 0)::BIGINT AS {name}_{part}"
    for name in ("times", "pages", "squares", "weighted", "sites")
    for part in (0, 1)
)


class WordCounts:
    """All words of one or two parts of a collection."""

    def __init__(self, tables: duckdb.DuckDBPyConnection) -> None:
        """Take an empty database; `gathering` gives one."""
        self._tables = tables
        tables.execute(TABLES)

    def add(self, part: int, names: tuple[list[str], list[str]], columns: WordColumns) -> None:
        """Add a batch: `word` and `site` say which of the names a row is about."""
        words, sites = names
        named = {
            "word": _texts(words)[columns["word"]],
            "site": _texts(sites)[columns["site"]],
            "part": np.full(len(columns["word"]), part, np.int8),
        }
        self._insert("used", {**columns, **named})

    def add_sizes(self, part: int, sizes: Sequence[tuple[str, int, int, int]]) -> None:
        """Add how many words and pages of each site there were, and the squares of the words."""
        sites, words, pages, squares = zip(*sizes, strict=True)
        whole = {"words": words, "pages": pages, "squares": squares}
        rows = {name: np.array(values, np.int64) for name, values in whole.items()}
        parts = np.full(len(sites), part, np.int8)
        self._insert("size", {**rows, "part": parts, "site": _texts(sites)})

    def add_pages(self, pages: Sequence[tuple[str, int, int]]) -> None:
        """Add pages of part 0: URL, where its words begin among all that were read, how many."""
        urls, starts, words = zip(*pages, strict=True)
        whole = {"start": np.array(starts, np.int64), "words": np.array(words, np.int64)}
        self._insert("page", {**whole, "url": _texts(urls)})

    def _insert(self, name: str, rows: WordColumns) -> None:
        # Arrays of numpy as they are: Arrow would take longer to import than to count a small
        # collection.
        self._tables.register("batch", dict(rows))
        self._tables.execute(f"INSERT INTO {name} BY NAME FROM batch")
        self._tables.unregister("batch")

    def size(self, part: int) -> tuple[int, int, int, int]:
        """Words, pages, squares and sites of a part."""
        ((words, pages, squares, sites),) = self._tables.execute(
            "SELECT sum(words)::BIGINT, sum(pages)::BIGINT, sum(squares)::BIGINT,"
            " count(DISTINCT site) FROM size WHERE part = ?",
            [part],
        ).fetchall()
        return words or 0, pages or 0, squares or 0, sites

    def most_frequent(self, most: int | None) -> Iterator[tuple[str, int, int, int]]:
        """The words of part 0, the most frequent first: how often, on how many pages and sites."""
        limit = "" if most is None else f" LIMIT {most:d}"
        rows = self._tables.execute(
            f"SELECT word, times, pages, sites FROM ({BY_WORD}) ORDER BY times DESC, word{limit}"
        )
        while found := rows.fetchmany(10_000):
            yield from found

    def kinds(self) -> int:
        """How many different words part 0 has."""
        ((number,),) = self._tables.execute(
            "SELECT count(DISTINCT word) FROM used WHERE part = 0"
        ).fetchall()
        return int(number)

    def side_by_side(self, least_pages: int) -> WordColumns:
        """All words that stand on so many pages, with the columns of both parts: `times_0`, …"""
        return self._tables.execute(
            f"SELECT word, {SIDE_BY_SIDE} FROM ({BY_WORD}) GROUP BY word"
            " HAVING sum(pages) >= ? ORDER BY word",
            [least_pages],
        ).fetchnumpy()

    def spectrum(self) -> WordColumns:
        """How many words (`kinds`) are used so often (`uses`)."""
        return self._tables.execute(
            f"SELECT times AS uses, count(*) AS kinds FROM ({BY_WORD}) GROUP BY uses ORDER BY uses"
        ).fetchnumpy()

    def new_on_pages(self) -> WordColumns:
        """For each page, in the order of reading: where its words begin (`start`), how many they
        are (`words`), and how many different ones no page before it had (`new`)."""
        self._remember_first_meetings()
        return self._tables.execute(
            """
            WITH counted AS (
                SELECT page.start, count(*) AS new
                FROM met ASOF JOIN page ON met.first >= page.start GROUP BY page.start
            )
            SELECT start, words, coalesce(new, 0)::BIGINT AS new
            FROM page LEFT JOIN counted USING (start) ORDER BY start
            """
        ).fetchnumpy()

    def url_at(self, start: int) -> str:
        """The URL of the page whose words begin there."""
        ((url,),) = self._tables.execute("SELECT url FROM page WHERE start = ?", [start]).fetchall()
        return str(url)

    def new_between(self, start: int, words: int, most: int) -> tuple[list[str], int]:
        """Words met first within this stretch, the most widely used first; how many of all of
        them stand on further pages."""
        self._remember_first_meetings()
        rows = self._tables.execute(
            "SELECT word, pages > 1 FROM met WHERE first >= ? AND first < ?"
            " ORDER BY pages DESC, times DESC, word",
            [start, start + words],
        ).fetchall()
        return [word for word, _ in rows[:most]], sum(again for _, again in rows)

    def _remember_first_meetings(self) -> None:
        self._tables.execute(
            "CREATE TABLE IF NOT EXISTS met AS SELECT word, times, pages, first"
            f" FROM ({BY_WORD}) WHERE part = 0"
        )

    def met_before(self, places: list[int]) -> npt.NDArray[np.int64]:
        """How many different words had been met when so many words were read."""
        rows = self._tables.execute(
            f"""
            WITH curve AS (SELECT unnest(?::BIGINT[]) AS place),
            new AS (SELECT first, count(*) AS n FROM ({BY_WORD}) GROUP BY first)
            SELECT place, (SELECT coalesce(sum(n), 0) FROM new WHERE first < place)::BIGINT AS met
            FROM curve ORDER BY place
            """,
            [places],
        ).fetchnumpy()
        met: npt.NDArray[np.int64] = np.asarray(rows["met"], np.int64)
        return met


@contextmanager
def temporary_word_counts() -> Iterator[WordCounts]:
    """Somewhere to add up counts; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="auslese-words-") as folder, duckdb.connect() as tables:
        tables.execute(f"SET memory_limit = '{MEMORY}'")
        tables.execute("SET temp_directory = ?", [folder])
        yield WordCounts(tables)


def _texts(texts: Sequence[str]) -> npt.NDArray[np.object_]:
    return np.array(texts, np.object_)
