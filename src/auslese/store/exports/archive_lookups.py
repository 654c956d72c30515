"""What an archive on its way out has to know of its pages: who they are, what goes with them."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.store.collection import Collection
from auslese.store.exports.bounded_tables import planned_as_written
from auslese.store.exports.segment_groups import lots_of, rows_of_segments
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection

Keys = npt.NDArray[np.int64]
ROWS_AT_ONCE = 1_000
CHOICE = "archived_choice"
CHOSEN = f"SELECT id FROM {CHOICE}"
"""A query for the pages that `choose` was given."""


class ServedPage(NamedTuple):
    """A page as it lies in the archive, and what is known of it."""

    id: int
    url: str
    media_type: str
    charset: str
    title: str
    digest: str
    fetched_at: datetime
    segment: str
    offset: int
    length: int


class ListedPage(NamedTuple):
    """A page in the list of an archive."""

    url: str
    title: str
    fetched_at: datetime
    depth: int
    text: str


def choose(tables: Connection, query: str) -> Keys:
    """Note which of today's pages a query gives; they are `CHOSEN` from now on."""
    tables.execute(
        f"CREATE OR REPLACE TABLE {CHOICE} AS"
        f" SELECT id, fetched_at, depth FROM pages WHERE id IN ({query})"
    )
    return _keys(tables, CHOSEN)


def other_pages(tables: Connection) -> Keys:
    """Whatever was a page once and is not chosen, also one that asked not to be indexed."""
    return _keys(
        tables,
        "SELECT DISTINCT id FROM ("
        " SELECT id FROM pages_ever UNION ALL SELECT id FROM outcomes WHERE reason = 'noindex'"
        f") WHERE id NOT IN ({CHOSEN})",
    )


def has_others(tables: Connection, chosen: int) -> bool:
    """Whether the archive has anything that `choose` would have to look for.

    Nothing, if as many pages are chosen as ever were, none asked not to be indexed, and no pictures
    were harvested. That is told in a quarter of the time.
    """
    ((ever, unwanted, pictures),) = tables.execute(
        "SELECT (SELECT count(DISTINCT id) FROM pages_ever),"
        " (SELECT count(*) FROM outcomes WHERE reason = 'noindex'),"
        " (SELECT count(*) FROM pictures)"
    ).fetchall()
    return bool(ever != chosen or unwanted or pictures)


def pictures_on(tables: Connection) -> Keys:
    """The keys of pictures that were harvested from the chosen pages."""
    return _keys(tables, f"SELECT DISTINCT image AS id FROM harvest WHERE page IN ({CHOSEN})")


def pictures_of_others(tables: Connection) -> Keys:
    """The keys of pictures that no chosen page shows, or whose server reserves a use."""
    return _keys(
        tables,
        "SELECT DISTINCT image AS id FROM pictures WHERE optouts <> ''"
        f" OR image NOT IN (SELECT image FROM harvest WHERE page IN ({CHOSEN}))",
    )


def archives_of_pictures(tables: Connection) -> list[str]:
    """In which folders, seen from the collection, harvested pictures lie."""
    rows = tables.execute("SELECT DISTINCT archive FROM pictures ORDER BY archive").fetchall()
    return [archive for (archive,) in rows]


def origins_of(tables: Connection) -> list[str]:
    """Scheme, host and port of the chosen pages."""
    rows = tables.execute(
        "SELECT DISTINCT regexp_extract(url, '^https?://[^/]*') AS origin"
        f" FROM pages WHERE id IN ({CHOSEN}) ORDER BY origin"
    ).fetchall()
    return [origin for (origin,) in rows]


def redirects(tables: Connection) -> Iterator[tuple[int, str]]:
    """The URLs that were sent elsewhere, each by its key, and where to."""
    rows = tables.execute("SELECT id, detail FROM outcomes WHERE reason = 'redirect'")
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from some


def page_places(tables: Connection) -> Iterator[tuple[int, str, int]]:
    """The ids of the chosen pages, and where the archive has what they say today."""
    rows = tables.execute(f"SELECT id, segment, record_offset FROM pages WHERE id IN ({CHOSEN})")
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from some


def mirror_pages(tables: Connection) -> Iterator[ServedPage]:
    """The chosen pages as they were written, which is nearly how the archive has them."""
    rows = tables.execute(
        "SELECT id, url, media_type, charset, title, digest, fetched_at, segment, record_offset,"
        f" record_length FROM pages WHERE id IN ({CHOSEN})"
    )
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from map(ServedPage._make, some)


def listed_pages(tables: Connection) -> Iterator[ListedPage]:
    """The chosen pages without their texts, start pages first, the others as they were written."""
    yield from _listed(tables, "AND depth = 0", "ORDER BY length(url), url")
    yield from _listed(tables, "AND depth > 0", "")


def listed_texts(collection: Collection, tables: Connection) -> Iterator[ListedPage]:
    """The chosen pages with their texts; those that have none come first."""
    yield from _listed(tables, "AND id NOT IN (SELECT id FROM documents)", "")
    for numbers in lots_of(numbers_of(collection.tables, "documents")):
        with planned_as_written(tables):
            rows = tables.execute(
                "SELECT read.url, read.title, read.fetched_at, chosen.depth, read.text"
                f" FROM {rows_of_segments(collection, 'documents', numbers)} AS read"
                f" JOIN {CHOICE} AS chosen"
                " ON chosen.id = read.id AND chosen.fetched_at = read.fetched_at"
            )
            while some := rows.fetchmany(ROWS_AT_ONCE):
                yield from map(ListedPage._make, some)


def _listed(tables: Connection, condition: str, order: str) -> Iterator[ListedPage]:
    rows = tables.execute(
        "SELECT url, title, fetched_at, depth, '' AS text FROM pages"
        f" WHERE id IN ({CHOSEN}) {condition} {order}"
    )
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from map(ListedPage._make, some)


def _keys(tables: Connection, query: str) -> Keys:
    found = tables.execute(query).fetchnumpy()
    return np.asarray(next(iter(found.values())), dtype=np.int64)
