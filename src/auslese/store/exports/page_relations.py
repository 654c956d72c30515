"""How the chosen pages hang together, and who is named on them: links, copies, persons."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from auslese.store.exports.bounded_tables import planned_as_written
from auslese.store.exports.export_selection import CHOICE
from auslese.store.lookups.table_rows import record_batches
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000
FETCHED_IDS = "SELECT id FROM pages"
"""A query for the ids of all of today's pages."""
# As with the texts of pages: links pass by in the order in which they were written.
LINKS = f"""
    SELECT chosen.url AS source, links.url AS target FROM links
    JOIN (SELECT id, url FROM pages WHERE id IN (SELECT id FROM {CHOICE})) AS chosen
    ON chosen.id = links.source
"""
COPIES = f"""
    SELECT copies.url AS copy, firsts.url AS first FROM {CHOICE} AS choice
    JOIN pages AS copies ON copies.id = choice.id
    JOIN pages AS firsts ON firsts.id = choice.copy_of
    WHERE firsts.id IN (SELECT id FROM {CHOICE}) ORDER BY copies.url
"""


def links_of_choice(tables: Connection) -> Iterator[tuple[str, str]]:
    """URL of the page and URL that it links to, each pair once for links that follow each other."""
    cursor = tables.cursor()
    with planned_as_written(cursor):
        for source, some in groupby(_rows(cursor, LINKS), key=itemgetter(0)):
            for target in dict.fromkeys(target for _, target in some):
                yield source, target
    cursor.close()


def copies_of_choice(tables: Connection) -> Iterator[tuple[str, str]]:
    """URL of each copy, and of the page that stands for it."""
    return _rows(tables.cursor(), COPIES)


def _rows(cursor: Connection, query: str) -> Iterator[tuple[str, str]]:
    """Pairs of texts, of which few are in memory: there may be dozens of links on each page."""
    for batch in record_batches(cursor.sql(query), ROWS_AT_ONCE):
        one, other = (column.to_pylist() for column in batch.columns)
        yield from zip(one, other, strict=True)
