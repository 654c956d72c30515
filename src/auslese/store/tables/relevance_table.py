"""The pages that can be rated, and the table of how relevant each is for each topic."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from auslese.store.collection import Collection
from auslese.store.tables.cluster_tables import LANGUAGE, ROWS_AT_ONCE, TEXT
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.parquet_segments import Columns, replace_in_parts
from auslese.store.tables.sql_views import Connection

RELEVANCE = "relevance"
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


def rateable_pages(tables: Connection, letters: int) -> Iterator[list[RateablePage]]:
    """Pages with so many letters of their texts, some at a time, in no order that counts.

    To put all texts into an order takes memory for all of them.
    """
    rows = tables.cursor().execute(f"""
        SELECT documents.id, documents.url, documents.fetched_at, documents.title,
            substr({TEXT}, 1, {letters:d}), {LANGUAGE}, coalesce(ranks.rank, 0),
            coalesce(ranks.inlinks, 0), coalesce(page_clusters.cluster, -1),
            coalesce(ranks.description, '')
        FROM first_documents AS documents
        LEFT JOIN languages ON languages.id = documents.id
        LEFT JOIN ranks ON ranks.id = documents.id
        LEFT JOIN page_clusters ON page_clusters.id = documents.id
        WHERE problem = ''
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


def replace_relevance(collection: Collection, parts: Iterator[Columns]) -> int:
    """Make the table these rows, and return how many."""
    return replace_in_parts(collection.tables, RELEVANCE, parts)
