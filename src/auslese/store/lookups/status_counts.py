"""All that the status of a collection counts in its tables, in one query.

The pages of today are found once for all of it: asked one by one, each of these counts would look
for them again, which takes longer than the counting in a small collection.
"""

from typing import NamedTuple

from auslese.store.lookups.document_lookups import PROBLEMS, ProblemCount
from auslese.store.lookups.language_lookups import COUNTS as LANGUAGES
from auslese.store.lookups.overview_lookups import BY_HOST, HostSize
from auslese.store.lookups.unread_pages import UNREAD
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import EVER, OF_PAGES, Connection

# They take the place of the views of these names, for the queries behind them.
TODAY = """
    WITH pages AS MATERIALIZED (
        SELECT id, fetched_at, host, gone_at, copy_of, digest FROM main.pages
    ), documents AS (
        SELECT problem, reader, rules FROM documents_ever
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM pages)
    ), languages AS (
        SELECT language FROM languages_ever
        WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM pages)
    )
"""
FOUND = f"""
    ARRAY(SELECT row(host, pages, newest) FROM ({BY_HOST})),
    ARRAY(SELECT row(problem, documents, stale) FROM ({PROBLEMS}) AS t(problem, documents, stale)),
    (SELECT count(*) {UNREAD}),
    ARRAY(SELECT row(language, pages) FROM ({LANGUAGES}) AS t(language, pages))
"""


class StatusCounts(NamedTuple):
    """How much there is of everything today."""

    rows: dict[str, int]
    """Of every table."""
    hosts: list[HostSize]
    """That with most pages first."""
    problems: list[ProblemCount]
    """Documents by what was wrong with them."""
    unread: int
    """Pages that wait to be read."""
    languages: dict[str, int]
    """Pages of each language, the most frequent first."""


def status_counts(tables: Connection, reader: int, rules: str) -> StatusCounts:
    """Count all; documents that are not of this reader and these rules are stale."""
    query = f"{TODAY} SELECT {', '.join(map(_count_of, TABLES))}, {FOUND}"
    row = tables.execute(query, {"reader": reader, "rules": rules}).fetchall()[0]
    hosts, problems, unread, languages = row[len(TABLES) :]
    return StatusCounts(
        dict(zip(TABLES, row, strict=False)),
        [HostSize(*each) for each in hosts],
        [ProblemCount(*each) for each in problems],
        unread,
        dict(languages),
    )


def _count_of(name: str) -> str:
    """The rows of a table, those of today."""
    if name not in OF_PAGES:
        return f'(SELECT count(*) FROM "{name}")'
    return f"""(
        SELECT count(*) FROM {name}{EVER}
        WHERE ({OF_PAGES[name]}, fetched_at) IN (SELECT (id, fetched_at) FROM pages)
    )"""
