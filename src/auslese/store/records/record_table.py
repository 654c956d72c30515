"""How are the records of one wrapper replaced, and all others left as they are?

The table is one segment. A run writes it anew beside the old one, a part at a time, and puts it in
its place: whoever reads sees all of the old records or all of the new ones. Who writes holds the
folder of the table, so that no run undoes what another one, or a person at the server, has done.
"""

import fcntl
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from auslese.store.tables.parquet_segments import Columns, reading_segment, replace_in_parts
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import SNAPSHOT, segment_path, segments_of
from auslese.store.tables.sql_views import Connection

RECORDS = "records"
ROBOT, CURATED = "robot", "curated"
ROWS_AT_ONCE = 2_000
PAGES_OF_RECORDS = "SELECT DISTINCT page FROM records WHERE source = 'robot'"
"""A query for the pages on which records stand."""


class RecordRow(NamedTuple):
    """A row of the table."""

    id: int
    page: int
    url: str
    place: int
    kind: str
    fields: list[dict[str, str]]
    wrapper: str
    source: str
    taken_at: datetime
    parent: int | None = None


class WrapperCount(NamedTuple):
    """How many records of a wrapper there are, and in how many of them each field has a value."""

    wrapper: str
    kind: str
    records: int
    filled: dict[str, int]
    taken_at: datetime


def replace_records(folder: Path, wrappers: Collection[str], rows: Iterable[RecordRow]) -> int:
    """Put rows in the place of what robots found by these wrappers; the rows of the table now."""

    def stays(row: RecordRow) -> bool:
        return row.source != ROBOT or row.wrapper not in wrappers

    with _held(folder):
        return replace_in_parts(folder, RECORDS, _parts(_all_rows(folder, stays, rows)))


def replace_curated(folder: Path, make: Callable[[], Iterable[RecordRow]]) -> int:
    """Put rows in the place of what people entered; they are made when it is our turn."""
    with _held(folder):
        rows = _all_rows(folder, lambda row: row.source != CURATED, make())
        return replace_in_parts(folder, RECORDS, _parts(rows))


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Nobody else writes the table meanwhile."""
    home = folder / RECORDS
    home.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _all_rows(
    folder: Path, stays: Callable[[RecordRow], bool], rows: Iterable[RecordRow]
) -> Iterator[RecordRow]:
    yield from filter(stays, stored_records(folder))
    yield from rows


def stored_records(folder: Path) -> Iterator[RecordRow]:
    """All records there are, few of them in memory."""
    if not segments_of(folder, RECORDS):
        return
    with reading_segment(segment_path(folder, RECORDS, SNAPSHOT)) as file:
        for batch in file.iter_batches(ROWS_AT_ONCE):
            yield from (RecordRow(**row) for row in batch.to_pylist())


def _parts(rows: Iterable[RecordRow]) -> Iterator[Columns]:
    some: list[RecordRow] = []
    for row in rows:
        some.append(row)
        if len(some) >= ROWS_AT_ONCE:
            yield _columns(some)
            some = []
    yield _columns(some)


def _columns(rows: list[RecordRow]) -> Columns:
    names = [column.name for column in TABLES[RECORDS].columns]
    return {name: [getattr(row, name) for row in rows] for name in names}


def wrapper_counts(tables: Connection) -> list[WrapperCount]:
    """What there is of each wrapper."""
    rows: list[tuple[Any, ...]] = tables.execute("""
        SELECT wrapper, any_value(kind), count(*), max(taken_at) FROM records
        WHERE source = 'robot' GROUP BY wrapper ORDER BY wrapper
    """).fetchall()
    filled: dict[str, dict[str, int]] = {}
    for wrapper, name, count in tables.execute("""
        SELECT wrapper, field.name, count(DISTINCT id) FROM (
            SELECT id, wrapper, unnest(fields) AS field FROM records WHERE source = 'robot'
        ) GROUP BY ALL ORDER BY ALL
    """).fetchall():
        filled.setdefault(wrapper, {})[name] = count
    return [
        WrapperCount(wrapper, kind, records, filled.get(wrapper, {}), taken_at)
        for wrapper, kind, records, taken_at in rows
    ]


class RecordQuery(NamedTuple):
    """Which records are wanted."""

    kind: str = ""
    source: str = ""
    """Who said it; both if empty."""
    text: str = ""
    """Stands in one of the values, whatever its case."""
    first: int = 0
    most: int = 20


def record_rows(tables: Connection, query: RecordQuery) -> Iterator[RecordRow]:
    """The records that fit, those of people first, then in the order of their pages."""
    found = tables.execute(
        f"""
        SELECT id, page, url, place, kind, fields, wrapper, source, taken_at, parent FROM records
        WHERE {FITS} ORDER BY source, url, wrapper, place, id LIMIT $most OFFSET $first
        """,
        {**_parameters(query), "most": query.most, "first": query.first},
    )
    while some := found.fetchmany(ROWS_AT_ONCE):
        yield from map(RecordRow._make, some)


def count_records(tables: Connection, query: RecordQuery) -> int:
    """How many records fit."""
    row = tables.execute(f"SELECT count(*) FROM records WHERE {FITS}", _parameters(query))
    return int((row.fetchone() or (0,))[0])


def record_kinds(tables: Connection) -> list[tuple[str, str, int]]:
    """How many records there are, by source and kind."""
    return tables.execute("""
        SELECT source, kind, count(*) FROM records GROUP BY ALL ORDER BY source, count(*) DESC, kind
    """).fetchall()


def page_ids(tables: Connection, query: str) -> set[int]:
    """The ids that a query for pages finds."""
    return {int(key) for (key,) in tables.execute(query).fetchall()}


def record_of_key(tables: Connection, key: int) -> RecordRow | None:
    """The robots' record of this key; None if there is none."""
    row = tables.execute(
        """
        SELECT id, page, url, place, kind, fields, wrapper, source, taken_at, parent FROM records
        WHERE id = $key AND source = 'robot'
        """,
        {"key": key},
    ).fetchone()
    return RecordRow._make(row) if row else None


def child_rows(tables: Connection, key: int, most: int) -> list[RecordRow]:
    """What belongs to a record of robots."""
    found = tables.execute(
        """
        SELECT id, page, url, place, kind, fields, wrapper, source, taken_at, parent FROM records
        WHERE parent = $key AND source = 'robot' ORDER BY url, place, id LIMIT $most
        """,
        {"key": key, "most": most},
    ).fetchall()
    return list(map(RecordRow._make, found))


FITS = """
    ($kind = '' OR kind = $kind) AND ($source = '' OR source = $source)
    AND ($text = '' OR list_bool_or(list_transform(
        fields, lambda field: contains(lower(field.value), lower($text)))))
"""


def _parameters(query: RecordQuery) -> dict[str, str]:
    return {"kind": query.kind, "source": query.source, "text": query.text}
