"""Pages as arrays, for those who put copies into groups."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.url import Url, key_of
from auslese.store.lookups.link_rows import RELATED, UNVOUCHED
from auslese.store.tables.duplicate_table import show_ids
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 50_000
# A copy of what its original does not say any more is none: it is read itself, perhaps later.
ALL = """
    SELECT page.id, epoch_ms(page.fetched_at) AS fetched_at, coalesce(first.id, 0) AS copy_of
    FROM pages AS page LEFT JOIN pages AS first
    ON first.id = page.copy_of AND first.digest = page.digest
"""
SITE = "coalesce(nullif(site, ''), host)"
URLS = "SELECT id, url, epoch_ms(fetched_at) FROM pages"
DETAILS = f"""
    SELECT id, length(url) AS length, gone_at IS NOT NULL AS is_gone,
        coalesce(canonical, '') AS canonical, (hash({SITE}) >> 2)::BIGINT AS site
    FROM pages WHERE id IN (SELECT id FROM involved)
"""
# Who links to pages: other sites, each one voice however many pages it has, and pages of any site.
# Relations of machines and links that their page does not vouch for are no voices.
LINKING = f"""
    WITH cited AS (
        SELECT id, {SITE} AS site FROM pages WHERE id IN (SELECT id FROM involved)
    ), citing AS (
        SELECT DISTINCT source, target FROM links
        WHERE target IN (SELECT id FROM involved) AND NOT {RELATED} AND NOT {UNVOUCHED}
    )
    SELECT cited.id, count(DISTINCT page.site) FILTER (page.site <> cited.site),
        count(*) FILTER (page.id <> cited.id)
    FROM citing JOIN cited ON cited.id = target
    JOIN (
        SELECT id, {SITE} AS site FROM pages WHERE gone_at IS NULL
        AND NOT list_contains(string_split(coalesce(directives, ''), ','), 'nofollow')
    ) AS page ON page.id = source
    GROUP BY cited.id
"""

Ids = NDArray[np.int64]


class TodayColumns(NamedTuple):
    """All pages of today, each a place in every column."""

    id: Ids
    fetched_at: NDArray[np.int64]
    """In milliseconds."""
    copy_of: Ids
    """The page of which the crawl found it to be a copy, and which still says the same; else 0."""


class GroundColumns(NamedTuple):
    """What may decide which of some pages stands for the others."""

    canonical: Ids
    """The key of the URL that it names as canonical; 0 if it names none."""
    is_gone: NDArray[np.bool_]
    length: NDArray[np.int32]
    """Letters of its URL."""
    linking_sites: NDArray[np.int32]
    """Other sites that link to it."""
    linking_pages: NDArray[np.int32]
    """Other pages that link to it."""
    site: NDArray[np.int64]
    """A number for its site."""


class UrlColumns(NamedTuple):
    """Some pages with their URLs."""

    id: Sequence[int]
    url: Sequence[str]
    fetched_at: Sequence[int]
    """In milliseconds."""


def today_columns(tables: Connection) -> TodayColumns:
    """All pages of today, in any order."""
    columns = tables.execute(ALL).fetchnumpy()
    return TodayColumns(*(np.asarray(columns[name]) for name in TodayColumns._fields))


def ground_columns(tables: Connection, ids: Ids) -> GroundColumns:
    """What is known of these pages; their ids are different and in order."""
    canonical, is_gone = np.zeros(len(ids), np.int64), np.zeros(len(ids), bool)
    length, sites, linking = (np.zeros(len(ids), np.int32) for _ in range(3))
    own_site = np.zeros(len(ids), np.int64)
    show_ids(tables, "involved", ids)
    for found, lengths, gone, named, site in _columns(tables, DETAILS):
        places = np.searchsorted(ids, np.array(found, np.int64))
        length[places], is_gone[places], own_site[places] = lengths, gone, site
        canonical[places] = [key_of(Url(url)) if url else 0 for url in named]
    for found, site_counts, page_counts in _columns(tables, LINKING):
        places = np.searchsorted(ids, np.array(found, np.int64))
        sites[places], linking[places] = site_counts, page_counts
    return GroundColumns(canonical, is_gone, length, sites, linking, own_site)


def url_columns(tables: Connection) -> Iterator[UrlColumns]:
    """All pages of today with their URLs, some at a time."""
    return (UrlColumns(*columns) for columns in _columns(tables, URLS))


def _columns(tables: Connection, query: str) -> Iterator[tuple[Sequence[Any], ...]]:
    """The columns of an answer, some rows at a time."""
    found = tables.execute(query)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield tuple(zip(*rows, strict=True))
