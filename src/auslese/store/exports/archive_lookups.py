"""What an archive on its way out has to know of its pages: who they are, what goes with them."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

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
        f"CREATE OR REPLACE TABLE {CHOICE} AS SELECT id FROM pages WHERE id IN ({query})"
    )
    return _keys(tables, CHOSEN)


def page_ids_ever(tables: Connection) -> Keys:
    """Whatever was a page once, also one that asked not to be indexed."""
    return _keys(
        tables,
        "SELECT id FROM pages_ever UNION SELECT id FROM outcomes WHERE reason = 'noindex'",
    )


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
    """The chosen pages in the order in which the archive has them."""
    rows = tables.execute(
        "SELECT id, url, media_type, charset, title, digest, fetched_at, segment, record_offset,"
        f" record_length FROM pages WHERE id IN ({CHOSEN}) ORDER BY segment, record_offset"
    )
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from map(ServedPage._make, some)


def listed_pages(tables: Connection, *, with_text: bool) -> Iterator[ListedPage]:
    """The chosen pages, start pages first; with their main texts in the order in which they lie."""
    text = "coalesce(documents.text, '')" if with_text else "''"
    join = " LEFT JOIN documents USING (id)" if with_text else ""
    order = "" if with_text else " ORDER BY depth, length(url), url"
    rows = tables.execute(
        f"SELECT pages.url, pages.title, pages.fetched_at, pages.depth, {text}"
        f" FROM pages{join} WHERE pages.id IN ({CHOSEN}){order}"
    )
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from map(ListedPage._make, some)


def _keys(tables: Connection, query: str) -> Keys:
    found = tables.execute(query).fetchnumpy()
    return np.asarray(next(iter(found.values())), dtype=np.int64)
