"""The pages that can be rated, and the table of how relevant each is for each topic."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from auslese.store.collection import Collection
from auslese.store.tables.cluster_tables import ALL_IDS, LANGUAGE, ROWS_AT_ONCE, TEXT, IdRange
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.parquet_segments import Columns, replace_in_parts
from auslese.store.tables.sql_views import Connection

RELEVANCE = "relevance"
"""The table, and the folder of models beside it."""
APPLIED = "applied.json"
"""In that folder: which ratings the table was made from."""
MADE_FROM = ("documents", "duplicates", "languages", "outcomes", "pages", "ranks", "page_clusters")
"""What the features of pages are made from."""


class RateablePage(NamedTuple):
    """A page that is no copy, with the beginning of its text and what else is known of it."""

    id: int
    url: str
    fetched_at: datetime
    title: str
    text: str
    language: str
    rank: float
    """PageRank, 100 for the best page; 0 where it is not known."""
    inlinks: int
    cluster: int
    """-1: none."""
    closeness: float
    """To the middle of its cluster."""
    description: str
    """What links call it."""


class FoldedPage(NamedTuple):
    """A copy, and the page that stands for it."""

    id: int
    url: str
    fetched_at: datetime
    first: int


def mark_of_sources(collection: Collection) -> str:
    """A short name for all that the features of pages are made from."""
    return mark_of(collection.tables, MADE_FROM)


def rateable_count(tables: Connection) -> int:
    """How many pages can be rated."""
    found = tables.execute("SELECT count(*) FROM first_documents WHERE problem = ''").fetchone()
    return int(found[0]) if found else 0


def last_sampled(tables: Connection, number: int) -> int:
    """The greatest id among so many of the least; ids are as good as drawn by lot."""
    ids = tables.execute(f"""
        SELECT id FROM first_documents WHERE problem = '' ORDER BY id LIMIT {number:d}
    """).fetchall()
    return int(ids[-1][0]) if ids else 0


def rateable_pages(
    tables: Connection, letters: int, ids: IdRange = ALL_IDS
) -> Iterator[list[RateablePage]]:
    """Pages with so many letters of their texts, some at a time, in no order that counts.

    To put all texts into an order takes memory for all of them.
    """
    rows = tables.cursor().execute(f"""
        SELECT documents.id, documents.url, documents.fetched_at, documents.title,
            substr({TEXT}, 1, {letters:d}), {LANGUAGE}, coalesce(ranks.rank, 0),
            coalesce(ranks.inlinks, 0), coalesce(page_clusters.cluster, -1),
            coalesce(page_clusters.closeness, 0), coalesce(ranks.description, '')
        FROM first_documents AS documents
        LEFT JOIN languages ON languages.id = documents.id
        LEFT JOIN ranks ON ranks.id = documents.id
        LEFT JOIN page_clusters ON page_clusters.id = documents.id
        WHERE problem = '' AND {ids.condition}
    """)
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield [RateablePage(*row) for row in found]


def folded_pages(tables: Connection) -> list[FoldedPage]:
    """All copies that stand behind a page that can be rated."""
    rows = tables.execute("""
        SELECT folded.id, pages.url, folded.fetched_at, first
        FROM folded JOIN pages ON pages.id = folded.id ORDER BY folded.id
    """)
    return [FoldedPage(*row) for row in rows.fetchall()]


class ScoredPage(NamedTuple):
    """A page that has a row for each topic: one that can be rated, or a copy of one."""

    id: int
    url: str
    fetched_at: datetime


def scored_pages(tables: Connection) -> list[ScoredPage]:
    """All pages that are scored, in the order of their ids."""
    rows = tables.execute("""
        SELECT id, url, fetched_at FROM first_documents WHERE problem = ''
        UNION ALL
        SELECT folded.id, pages.url, folded.fetched_at
        FROM folded JOIN pages ON pages.id = folded.id
        -- Its document may stand for a copy of the same bytes that came before it.
        WHERE folded.id NOT IN (SELECT id FROM first_documents WHERE problem = '')
        ORDER BY id
    """)
    return [ScoredPage(*row) for row in rows.fetchall()]


def replace_relevance(collection: Collection, parts: Iterator[Columns]) -> int:
    """Make the table these rows, and return how many."""
    return replace_in_parts(collection.tables, RELEVANCE, parts)
