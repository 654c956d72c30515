"""Which pages may hold records, and where the archive has them?"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1_000
PLACED = "id, url, fetched_at, segment, record_offset, record_length"
OF_HTML = "media_type IN ('text/html', 'application/xhtml+xml') AND gone_at IS NULL"


class PlacedPage(NamedTuple):
    """A page of today, and its place in the archive."""

    id: int
    url: str
    fetched_at: datetime
    place: CaptureLocation


def placed_pages(tables: Connection) -> Iterator[PlacedPage]:
    """All HTML pages of today, in the order of the archive."""
    cursor = tables.cursor()
    found = cursor.execute(f"""
        SELECT {PLACED} FROM pages WHERE {OF_HTML} ORDER BY segment, record_offset
    """)
    while some := found.fetchmany(ROWS_AT_ONCE):
        yield from map(_placed, some)


def placed_page(tables: Connection, key: int) -> PlacedPage | None:
    """One page by its key; None if it is not there."""
    cursor = tables.cursor()
    row = cursor.execute(f"SELECT {PLACED} FROM pages WHERE id = ?", [key]).fetchone()
    return None if row is None else _placed(row)


def _placed(row: tuple[object, ...]) -> PlacedPage:
    key, url, fetched_at, segment, offset, length = row
    assert isinstance(key, int)
    assert isinstance(fetched_at, datetime)
    assert isinstance(offset, int)
    assert isinstance(length, int)
    return PlacedPage(key, str(url), fetched_at, CaptureLocation(str(segment), offset, length))
