"""What was read of a collection, and of one page, for those who ask."""

from typing import Any, NamedTuple

from auslese.extract.reader_version import READER
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.reading.unread_pages import UNREAD
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect

SOME_SENTENCES = 3
WHOLE = 8  # words from which on a sentence is likely to be one

# By key, and past the views of today's pages: those look at every page there is.
ORIGINAL = """
    WITH page AS (SELECT * FROM pages_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1)
    SELECT copy_of FROM page WHERE copy_of IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM documents_ever AS read
        WHERE read.id = $id AND read.fetched_at = page.fetched_at
    )
"""
LAST_DOCUMENT = """
    SELECT * FROM documents_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""


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


class ReadPage(NamedTuple):
    """A page as it was read, in short."""

    title: str
    text: str
    sentences: list[str]


def reading_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are read, unread and unreadable, as `status --json` prints it."""
    query = """
        SELECT problem, count(*),
            count(*) FILTER (reader <> $reader OR rules IS DISTINCT FROM $rules)
        FROM documents GROUP BY 1 ORDER BY 1
    """
    rules = RowRules.of(settings_of(collection).reading).key
    rows = tables.execute(query, {"reader": READER, "rules": rules}).fetchall()
    by_problem = {problem: number for problem, number, _ in rows}
    stale = sum(number for _, _, number in rows)
    ((unread,),) = tables.execute(f"SELECT count(*) {UNREAD}").fetchall()
    read = by_problem.pop("", 0)
    return {"read": read, "unread": unread, "unreadable": by_problem, "stale": stale}


def reading_of_page(collection: Collection, text: str) -> PageReadingReport | None:
    """How the page of this URL was read; None if it was not."""
    own = _key(text)
    with connect(collection) as tables:
        key = read_as(tables, own)
        rows = tables.execute(
            f"""
            WITH document AS ({LAST_DOCUMENT})
            SELECT media_type, problem, detail, page_type, words,
                (SELECT count(*) FROM sentences_ever AS s
                    WHERE s.page = $id AND s.fetched_at = document.fetched_at),
                (SELECT count(*) FROM images_ever AS i
                    WHERE i.page = $id AND i.fetched_at = document.fetched_at),
                CASE WHEN id <> $own THEN url ELSE '' END
            FROM document
            """,
            {"id": key, "own": own},
        ).fetchall()
    return PageReadingReport(*rows[0]) if rows else None


def read_as(tables: Connection, key: int) -> int:
    """The key of the page that was read in the place of this one: mostly itself.

    A copy has no document of its own: that of the page it is a copy of stands for it.
    """
    rows = tables.execute(ORIGINAL, {"id": key}).fetchall()
    return int(rows[0][0]) if rows else key


def key_read_as(tables: Connection, text: str) -> int:
    """The key of the page that was read for this URL."""
    return read_as(tables, _key(text))


def document_of(collection: Collection, text: str) -> ReadPage:
    """What the page of this URL says; nothing if it was not read."""
    with connect(collection) as tables:
        key = {"id": key_read_as(tables, text)}
        rows = tables.execute(f"SELECT title, text FROM ({LAST_DOCUMENT})", key).fetchall()
        title, main = rows[0] if rows else ("", "")
        query = """
            SELECT text FROM sentences WHERE page = $id AND words >= $whole
            ORDER BY number LIMIT $most
        """
        values = key | {"whole": WHOLE, "most": SOME_SENTENCES}
        sentences = tables.execute(query, values).fetchall()
    return ReadPage(title, main, [sentence for (sentence,) in sentences])


def wordiest_page(collection: Collection) -> str:
    """The URL of the page with the most whole sentences; empty if there is none."""
    with connect(collection) as tables:
        query = """
            SELECT url FROM sentences WHERE words >= $whole
            GROUP BY url ORDER BY count(*) DESC, url LIMIT 1
        """
        rows = tables.execute(query, {"whole": WHOLE}).fetchall()
    return str(rows[0][0]) if rows else ""


def _key(text: str) -> int:
    url = canonical(text)
    return key_of(url) if url else 0
