"""What walks ask of the tables: the links of pages, and what is known of pages."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000  # links that are in memory beside those that are kept
CLOSED = """
    SELECT id FROM pages WHERE list_contains(string_split(coalesce(directives, ''), ','), $name)
"""
LINKS = "SELECT source, url, rel FROM links"
# A copy that the crawl found is not read again: its language is that of the page it is a copy of.
# Whether a page is a copy counts only if copies were looked for: else those that the crawl found
# would be all that is known, and every known page a copy.
FACTS = """
    SELECT pages.id, media_type, coalesce(own.language, first.language) AS language,
        CASE WHEN duplicates.id IS NOT NULL THEN relation IN ('exact', 'near')
            WHEN copy_of IS NOT NULL AND EXISTS (SELECT 1 FROM duplicates) THEN true END AS is_copy
    FROM pages
    LEFT JOIN languages AS own ON own.id = pages.id
    LEFT JOIN languages AS first ON first.id = pages.copy_of
    LEFT JOIN duplicates ON duplicates.id = pages.id
"""

TEXTS = """
    SELECT pages.id, documents.title, documents.text, coalesce(language, '')
    FROM pages JOIN documents ON documents.id = coalesce(pages.copy_of, pages.id)
    LEFT JOIN languages ON languages.id = documents.id
    WHERE problem = '' AND pages.id IN (SELECT unnest($ids))
"""
TEXTS_AT_ONCE = 500

LinkRow = tuple[int, str, str]
"""The key of the page it stands on, where it leads, and its relation."""


class PageFact(NamedTuple):
    """What is known of one page; None where it is not."""

    media_type: str | None = None
    language: str | None = None
    is_copy: bool | None = None
    is_spam: bool | None = None
    """Whether it looks like spam; nobody knows before somebody has looked at its text."""


def page_facts(tables: Connection) -> dict[int, PageFact]:
    """What is known of all pages, by their ids."""
    return {row[0]: PageFact(*row[1:]) for row in tables.execute(FACTS).fetchall()}


def texts_of_pages(tables: Connection, ids: Iterable[int]) -> Iterator[tuple[int, str, str, str]]:
    """Id, title, text and language of these pages, of those that were read; few at a time."""
    found = tables.cursor().execute(TEXTS, {"ids": list(ids)})
    while rows := found.fetchmany(TEXTS_AT_ONCE):
        yield from rows


def pages_with_directive(tables: Connection, name: str) -> set[int]:
    """The ids of the pages that say this to robots."""
    return {page for (page,) in tables.execute(CLOSED, {"name": name}).fetchall()}


def links_of_pages(tables: Connection) -> Iterator[LinkRow]:
    """All links of today, few in memory at a time."""
    found = tables.execute(LINKS)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield from rows
