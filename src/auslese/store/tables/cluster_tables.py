"""The texts from which topics are learnt, and the tables of clusters and of the pages in them."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from auslese.store.collection import Collection
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.parquet_segments import Columns, replace_in_parts, replace_table
from auslese.store.tables.sql_views import Connection

CLUSTERS, PAGE_CLUSTERS = "clusters", "page_clusters"
MADE_FROM = ("documents", "duplicates", "languages", "outcomes", "pages")
ROWS_AT_ONCE = 1000
# Where no main text was found, all that a reader sees is better than nothing.
TEXT = "CASE WHEN documents.text = '' THEN documents.rest ELSE documents.text END"
LANGUAGE = (
    "coalesce(nullif(languages.language, ''), split_part(documents.language_hint, '-', 1), '')"
)


class ClusterText(NamedTuple):
    """A page that is no copy, and the beginning of its text."""

    id: int
    url: str
    fetched_at: datetime
    title: str
    text: str
    language: str


class IdRange(NamedTuple):
    """Pages by their ids: above one, and up to another."""

    above: int | None = None
    most: int | None = None

    @property
    def condition(self) -> str:
        """The same in SQL."""
        bounds = ((">", self.above), ("<=", self.most))
        parts = [f"documents.id {sign} {bound:d}" for sign, bound in bounds if bound is not None]
        return " AND ".join(parts) or "true"


ALL_IDS = IdRange()


def mark_of_sources(collection: Collection) -> str:
    """A short name for all that the clusters are made from."""
    return mark_of(collection.tables, MADE_FROM)


def select_pages_to_cluster(tables: Connection) -> int:
    """Return the number of pages to be clustered; they are in the table `wanted` then."""
    tables.execute("""
        CREATE TABLE wanted AS
        SELECT id, fetched_at FROM first_documents WHERE problem = ''
    """)
    return _count(tables)


def forget_clustered(tables: Connection) -> int:
    """Keep in `wanted` the pages that are in no cluster yet, and return how many."""
    tables.execute("""
        DELETE FROM wanted
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM page_clusters)
    """)
    return _count(tables)


def last_of_first(tables: Connection, number: int) -> int:
    """The greatest id among so many of the least; ids are as good as drawn by lot."""
    ids = tables.execute(f"SELECT id FROM wanted ORDER BY id LIMIT {number:d}").fetchall()
    return int(ids[-1][0]) if ids else 0


def selected_texts(
    tables: Connection, letters: int, ids: IdRange = ALL_IDS
) -> Iterator[list[ClusterText]]:
    """The pages in `wanted` with these ids, some at a time, in the order they were read."""
    rows = tables.cursor().execute(f"""
        SELECT documents.id, documents.url, documents.fetched_at, documents.title,
            substr({TEXT}, 1, {letters:d}), {LANGUAGE}
        FROM documents_ever AS documents
        SEMI JOIN wanted ON wanted.id = documents.id AND wanted.fetched_at = documents.fetched_at
        LEFT JOIN languages_ever AS languages
        ON languages.id = documents.id AND languages.fetched_at = documents.fetched_at
        WHERE {ids.condition}
    """)
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield [ClusterText(*row) for row in found]


def _count(tables: Connection) -> int:
    return int(tables.execute("SELECT count(*) FROM wanted").fetchall()[0][0])


def unchanged_page_rows(tables: Connection) -> Iterator[Columns]:
    """The rows of pages that are still as they were when they were clustered."""
    names = [row[0] for row in tables.execute("DESCRIBE columns.page_clusters").fetchall()]
    rows = tables.execute("""
        SELECT page_clusters.* FROM page_clusters
        WHERE (id, fetched_at) IN (
            SELECT (id, fetched_at) FROM first_documents WHERE problem = ''
        )
    """)
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield dict(zip(names, map(list, zip(*found, strict=True)), strict=True))


def replace_clusters(collection: Collection, columns: Columns) -> None:
    """Make the table of clusters these rows."""
    replace_table(collection.tables, CLUSTERS, columns)


def replace_page_clusters(collection: Collection, parts: Iterator[Columns]) -> int:
    """Make the table of the pages in clusters these rows, and return how many."""
    return replace_in_parts(collection.tables, PAGE_CLUSTERS, parts)
