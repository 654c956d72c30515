"""What a collection has as a whole, counted for its passport, and a digest of its contents."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 20_000
PAGES = "passport_pages"
# Today's pages are found once; each question behind them looks at these. Those that are gone are
# only counted.
TODAY = f"""
    CREATE OR REPLACE TEMP TABLE {PAGES} AS
    SELECT id, url, host, site, fetched_at, media_type, bytes, links, digest, copy_of
    FROM pages WHERE gone_at IS NULL
"""
TOTALS = f"""
    SELECT count(*), count(DISTINCT host), count(DISTINCT nullif(site, '')),
        coalesce(sum(bytes), 0)::BIGINT, coalesce(sum(links), 0)::BIGINT, count(copy_of),
        min(fetched_at), max(fetched_at),
        (SELECT count(*) FROM pages WHERE gone_at IS NOT NULL)
    FROM {PAGES}
"""
READ = f"""
    SELECT count(*) FILTER (problem = ''), count(*) FILTER (problem <> ''),
        coalesce(sum(words), 0)::BIGINT
    FROM documents_ever WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {PAGES})
"""
COPIES = f"""
    SELECT count(*) FILTER (relation = 'exact'), count(*) FILTER (relation = 'near'), count(*)
    FROM duplicates WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {PAGES})
"""
PEOPLE = "SELECT count(*) FROM people WHERE person NOT IN (SELECT unnest($hidden::BIGINT[]))"
BY = {
    "languages": f"""
        SELECT coalesce(nullif(language, ''), 'unknown'), count(*) FROM languages_ever
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {PAGES}) GROUP BY 1
    """,
    "media_types": f"SELECT media_type, count(*) FROM {PAGES} GROUP BY 1",
    "hosts": f"SELECT host, count(*) FROM {PAGES} GROUP BY 1",
    "readers": f"""
        SELECT reader::VARCHAR, count(*) FROM documents_ever
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {PAGES}) GROUP BY 1
    """,
    "models": f"""
        SELECT model, count(*) FROM languages_ever
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {PAGES}) GROUP BY 1
    """,
}
"""What pages are counted by."""
MOST = 1000  # of each; a passport is read by people, and a collection may have a million hosts
CONTENTS = f"SELECT url, digest FROM {PAGES} ORDER BY url"


class PassportTotals(NamedTuple):
    """How much there is."""

    pages: int
    hosts: int
    sites: int
    bytes: int
    links: int
    copies: int
    """With the very content of another page."""
    first: datetime | None
    """When the first of the pages that count was fetched."""
    last: datetime | None
    gone: int
    read: int
    unreadable: int
    words: int
    exact: int | None
    """Copies of texts; None if nobody has looked for them."""
    near: int | None


class PassportCounts(NamedTuple):
    """All that is counted."""

    totals: PassportTotals
    by: Mapping[str, Mapping[str, int]]
    """Pages by each of `BY`, what has most of them first."""
    contents: str
    """SHA-256 of `URL⇥SHA-1 of the content` of all pages, in the order of their URLs."""


def passport_counts(tables: Connection) -> PassportCounts:
    """Count all, and take the digest."""
    with tables.cursor() as cursor:
        cursor.execute(TODAY)
        (total,) = cursor.execute(TOTALS).fetchall()
        (read,) = cursor.execute(READ).fetchall()
        ((exact, near, looked),) = cursor.execute(COPIES).fetchall()
        copies = (exact, near) if looked else (None, None)
        by = {
            name: dict(_rows(cursor, f"{query} ORDER BY 2 DESC, 1 LIMIT {MOST}"))
            for name, query in BY.items()
        }
        contents = _digest(cursor)
        cursor.execute(f"DROP TABLE {PAGES}")
    return PassportCounts(PassportTotals(*total, *read, *copies), by, contents)


def shown_people(tables: Connection, hidden: frozenset[int]) -> int:
    """How many persons are known and may be shown."""
    ((count,),) = tables.execute(PEOPLE, {"hidden": sorted(hidden)}).fetchall()
    return int(count)


def _rows(cursor: Connection, query: str) -> list[Any]:
    return cursor.execute(query).fetchall()


def _digest(cursor: Connection) -> str:
    digest = sha256()
    found = cursor.execute(CONTENTS)
    while some := found.fetchmany(ROWS_AT_ONCE):
        digest.update("".join(f"{url}\t{content}\n" for url, content in some).encode())
    return digest.hexdigest()
