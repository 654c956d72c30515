"""What was read of pages: asked by key, and past the views of today's pages.

Those views look at every page there is; the last row of a page says the same.
"""

from collections.abc import Iterable
from typing import NamedTuple

from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, segment_source

LAST_DOCUMENT = """
    SELECT * FROM documents_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""
ORIGINAL = """
    WITH page AS (SELECT * FROM pages_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1)
    SELECT copy_of FROM page WHERE copy_of IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM documents_ever AS read
        WHERE read.id = $id AND read.fetched_at = page.fetched_at
    )
"""
READABLE_TEXT = """
    SELECT text FROM documents_ever WHERE id = $id AND problem = ''
    ORDER BY fetched_at DESC LIMIT 1
"""
READING = f"""
    WITH document AS ({LAST_DOCUMENT})
    SELECT media_type, problem, detail, page_type, words,
        (SELECT count(*) FROM sentences_ever AS s
            WHERE s.page = $id AND s.fetched_at = document.fetched_at),
        (SELECT count(*) FROM images_ever AS i
            WHERE i.page = $id AND i.fetched_at = document.fetched_at),
        CASE WHEN id <> $own THEN url ELSE '' END
    FROM document
"""
PROBLEMS = """
    SELECT problem, count(*),
        count(*) FILTER (reader <> $reader OR rules IS DISTINCT FROM $rules)
    FROM documents GROUP BY 1 ORDER BY 1
"""
WHOLE_SENTENCES = """
    SELECT text FROM sentences WHERE page = $id AND words >= $least_words
    ORDER BY number LIMIT $most
"""
WORDIEST = """
    SELECT url FROM sentences WHERE words >= $least_words
    GROUP BY url ORDER BY count(*) DESC, url LIMIT 1
"""
ALL_TEXTS = """
    SELECT id, title, text, rest FROM documents_ever WHERE id IN (SELECT unnest($ids))
    QUALIFY row_number() OVER (PARTITION BY id ORDER BY fetched_at DESC) = 1
"""
BIGINTS = range(-(2**63), 2**63)


class PageReadingReport(NamedTuple):
    """How a page was read."""

    media_type: str
    problem: str
    """Why it could not be read; else empty."""
    detail: str
    page_type: str
    words: int
    sentences: int
    images: int
    copy_of: str
    """The page that was read in its place; else empty."""


class ProblemCount(NamedTuple):
    """How many documents have the same problem."""

    problem: str
    """Empty: they could be read."""
    documents: int
    stale: int
    """Of these, read by another reader or by other rules."""


class DocumentWords(NamedTuple):
    """All text of a document."""

    title: str = ""
    text: str = ""
    rest: str = ""


def read_as(tables: Connection, key: int) -> int:
    """The key of the page that was read in the place of this one: mostly itself.

    A copy has no document of its own: that of the page it is a copy of stands for it.
    """
    rows = tables.execute(ORIGINAL, {"id": key}).fetchall()
    return int(rows[0][0]) if rows else key


def key_read_as(tables: Connection, text: str) -> int:
    """The key of the page that was read for this URL, given in any spelling; 0 if it is none."""
    return read_as(tables, key_of_text(text))


def key_of_text(text: str) -> int:
    """The key of a URL, given in any spelling; 0, which no page has, if it is none."""
    url = canonical(text)
    return key_of(url) if url else 0


def reading_report(tables: Connection, key: int) -> PageReadingReport | None:
    """How a page was read, or the one that stands for it; None if it was not."""
    values = {"id": read_as(tables, key), "own": key}
    rows = tables.execute(READING, values).fetchall()
    return PageReadingReport(*rows[0]) if rows else None


def documents_of_chunks(tables: Connection, collection: Collection, numbers: list[int]) -> int:
    """How many documents these segments of their table have."""
    found = 0
    for number in numbers:
        source = segment_source(collection, "documents", number)
        # A connection has one answer at a time: it is fetched before the next question.
        found += int(tables.execute(f"SELECT count(*) FROM {source}").fetchall()[0][0])
    return found


def readable_text(tables: Connection, key: int) -> str | None:
    """The main text of the last document of a page that could be read; None if there is none."""
    rows = tables.execute(READABLE_TEXT, {"id": key}).fetchall() if key in BIGINTS else []
    return str(rows[0][0]) if rows else None


def document_words(tables: Connection, key: int) -> DocumentWords | None:
    """All text of the last document of a page; None if it was not read."""
    query = f"SELECT title, text, rest FROM ({LAST_DOCUMENT})"
    rows = tables.execute(query, {"id": key}).fetchall()
    return DocumentWords(*rows[0]) if rows else None


def words_of_documents(tables: Connection, keys: Iterable[int]) -> dict[int, DocumentWords]:
    """The same of many pages at once, by their keys."""
    rows = tables.execute(ALL_TEXTS, {"ids": list(keys)}).fetchall()
    return {key: DocumentWords(*texts) for key, *texts in rows}


def sentences_of_page(tables: Connection, key: int, least_words: int, most: int) -> list[str]:
    """The first sentences of a page that have so many words."""
    values = {"id": key, "least_words": least_words, "most": most}
    return [text for (text,) in tables.execute(WHOLE_SENTENCES, values).fetchall()]


def page_with_most_sentences(tables: Connection, least_words: int) -> str:
    """The URL of the page with the most sentences of so many words; empty if there is none."""
    rows = tables.execute(WORDIEST, {"least_words": least_words}).fetchall()
    return str(rows[0][0]) if rows else ""
