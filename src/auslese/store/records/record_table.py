"""How are the records of one wrapper replaced, and all others left as they are?

The table is one segment. A run writes it anew beside the old one, a part at a time, and puts it in
its place: whoever reads sees all of the old records or all of the new ones.
"""

from collections.abc import Collection, Iterable, Iterator
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


class WrapperCount(NamedTuple):
    """How many records of a wrapper there are, and in how many of them each field has a value."""

    wrapper: str
    kind: str
    records: int
    filled: dict[str, int]
    taken_at: datetime


def replace_records(folder: Path, wrappers: Collection[str], rows: Iterable[RecordRow]) -> int:
    """Put rows in the place of what robots found by these wrappers; the rows of the table now."""
    return replace_in_parts(folder, RECORDS, _parts(_all_rows(folder, wrappers, rows)))


def _all_rows(
    folder: Path, wrappers: Collection[str], rows: Iterable[RecordRow]
) -> Iterator[RecordRow]:
    for row in stored_records(folder):
        if row.source != ROBOT or row.wrapper not in wrappers:
            yield row
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


def record_rows(tables: Connection, kind: str, most: int) -> Iterator[RecordRow]:
    """Records of a kind, or of all if none is named, in the order of their pages."""
    found = tables.execute(
        """
        SELECT id, page, url, place, kind, fields, wrapper, source, taken_at FROM records
        WHERE $kind = '' OR kind = $kind ORDER BY url, wrapper, place LIMIT $most
        """,
        {"kind": kind, "most": most},
    )
    while some := found.fetchmany(ROWS_AT_ONCE):
        yield from map(RecordRow._make, some)
