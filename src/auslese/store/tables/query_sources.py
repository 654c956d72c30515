"""Which segments may a query read, and are they as they were written?

Before a query runs, the columns that it may read are verified (`segment_seal`). Which these are is
read off its words, and off those of the views that it names: a column that is named nowhere cannot
change an answer, unless all are asked for by a star. Words in excess only cost a little time.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auslese.store.tables.segment_files import literal_pattern, segments_of
from auslese.store.tables.segment_seal import is_sealed, verify_columns
from auslese.system.seals.damaged_file import DamagedFileError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAME = re.compile(r"\w+")
ROW_COUNT = re.compile(r"count\s*\(\s*\*\s*\)", re.IGNORECASE)
# Columns that no word names: a star, `FROM table` without SELECT, and joins on whatever is common.
ALL_COLUMNS = re.compile(
    r"\*|(?:^|[(;]|\bAS)\s*FROM\b|\bNATURAL\b|\bCOLUMNS\b|\bSUMMARIZE\b", re.IGNORECASE
)


def late_duckdb() -> Any:
    """The library, which takes a tenth of a second to import: for those who ask the tables."""
    return import_module("duckdb")


class QuerySources:
    """Of which tables, and which of their columns, a query can be made."""

    def __init__(self, folder: Path, tables: Mapping[str, str], views: Mapping[str, str]) -> None:
        """The tables lie in this folder; they go by these names in SQL, views over them as well."""
        self._folder = folder
        self._tables = tables
        self._views = views

    def verify(self, query: str, words: Set[str]) -> None:
        """Raise DamagedFileError if a segment is damaged that a query of these words may read."""
        wants_all = ALL_COLUMNS.search(ROW_COUNT.sub("", query)) is not None
        for path in self._segments(words):
            verify_columns(path, None if wants_all else words)

    @contextmanager
    def naming_damage(self, query: str) -> Iterator[None]:
        """Raise DamagedFileError if it is for a damaged segment that the query fails."""
        try:
            yield
        except late_duckdb().Error:
            for path in self._segments(self.words_of(query)):
                verify_whole(path)
            raise

    def _segments(self, words: Iterable[str]) -> Iterator[Path]:
        """The files of the tables that are among these words."""
        for name in sorted(self._tables.keys() & set(words)):
            yield from segments_of(self._folder, self._tables[name])

    def words_of(self, query: str) -> set[str]:
        """All words of a query and of the views that it is made of."""
        words, found = set[str](), set(NAME.findall(query))
        while found:
            words |= found
            queries = (self._views[name] for name in found & self._views.keys())
            found = {word for text in queries for word in NAME.findall(text)} - words
        return words


class FoundRows:
    """What a query has found; rows that cannot be read name the file that is at fault."""

    def __init__(self, rows: "DuckDBPyConnection", sources: QuerySources, query: str) -> None:
        """The rows are fetched from this connection."""
        self._rows = rows
        self._sources = sources
        self._query = query

    @property
    def description(self) -> list[Any]:
        """The columns, each with its name first."""
        return list(self._rows.description or ())

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows."""
        with self._sources.naming_damage(self._query):
            return self._rows.fetchall()

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row; None if there is none."""
        with self._sources.naming_damage(self._query):
            row: tuple[Any, ...] | None = self._rows.fetchone()
            return row

    def fetchmany(self, most: int) -> list[tuple[Any, ...]]:
        """The next rows, at most so many."""
        with self._sources.naming_damage(self._query):
            return self._rows.fetchmany(most)

    def fetchnumpy(self) -> dict[str, Any]:
        """All rows, column by column."""
        with self._sources.naming_damage(self._query):
            return dict(self._rows.fetchnumpy())


def verify_whole(path: Path) -> bool:
    """Whether a segment has a seal; DamagedFileError if it is not as it was written.

    Of one without a seal that is known only if it cannot be read.
    """
    verify_columns(path)
    if is_sealed(path):
        return True
    _read_all(path)
    return False


def _read_all(path: Path) -> None:
    """Read every value of a file without a seal; DamagedFileError if that is not possible."""
    duckdb = late_duckdb()
    with duckdb.connect() as connection:
        try:
            connection.execute(
                "SELECT sum(hash(COLUMNS(*))) FROM read_parquet($1)", [literal_pattern(path)]
            ).fetchall()
        except duckdb.Error as error:
            raise DamagedFileError(path, str(error).splitlines()[0]) from error
