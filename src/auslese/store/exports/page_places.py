"""Where the archive has pages that leave the house, and what a list of these pages says."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from auslese.records.exported_page import ExportedStretch
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.exports.export_selection import CHOICE
from auslese.store.lookups.document_lookups import LAST_DOCUMENT
from auslese.store.rights.rights_lookups import page_reservations
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1_000
PLACES = """
    SELECT id, segment, record_offset, record_length FROM pages_ever
    JOIN (SELECT unnest($ids::BIGINT[]) AS id, unnest($moments::TIMESTAMPTZ[]) AS fetched_at)
    USING (id, fetched_at)
"""
LISTED = f"""
    SELECT read.id, read.url, host, title, description FROM documents AS read
    JOIN {CHOICE} AS chosen ON chosen.id = read.id AND chosen.fetched_at = read.fetched_at
    ORDER BY host, read.url
"""
LAST_READ = f"""
    SELECT id, url, fetched_at, title, problem, detail, text, paragraphs
    FROM ({LAST_DOCUMENT})
"""

RESERVED = f"""
    SELECT id, reservations FROM ({page_reservations()}) WHERE id IN (SELECT unnest($ids::BIGINT[]))
"""


class LineOfPage(NamedTuple):
    """A page in a list of pages."""

    id: int
    url: str
    host: str
    title: str
    description: str


class LastReading(NamedTuple):
    """A page as it was read last."""

    id: int
    url: str
    fetched_at: datetime
    title: str
    problem: str
    detail: str
    text: str
    stretches: Sequence[ExportedStretch]


def places_of(
    tables: Connection, ids: Sequence[int], moments: Sequence[datetime]
) -> dict[int, CaptureLocation]:
    """Where the archive has pages as they were fetched at these moments, by their ids."""
    rows = tables.execute(PLACES, {"ids": list(ids), "moments": list(moments)}).fetchall()
    return {page: CaptureLocation(*place) for page, *place in rows}


def reservations_of(tables: Connection, ids: Sequence[int]) -> dict[int, frozenset[str]]:
    """Which uses the owners of these pages reserve, by id; only of pages with any."""
    rows = tables.execute(RESERVED, {"ids": list(ids)}).fetchall()
    return {page: frozenset(uses) for page, uses in rows}


def listed_pages(tables: Connection) -> Iterator[LineOfPage]:
    """The chosen pages, site by site."""
    cursor = tables.cursor()
    found = cursor.execute(LISTED)
    while some := found.fetchmany(ROWS_AT_ONCE):
        yield from map(LineOfPage._make, some)


def last_reading(tables: Connection, key: int) -> LastReading | None:
    """A page as it was read last; None if it was not."""
    rows = tables.execute(LAST_READ, {"id": key}).fetchall()
    if not rows:
        return None
    *columns, paragraphs = rows[0]
    return LastReading._make([*columns, [ExportedStretch(**each) for each in paragraphs]])
