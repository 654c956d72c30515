"""What a focused crawl has noted at its pages, and the texts of pages in the order they came."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 500
# The first visit to a page tells when the crawl came to it; a page counts once.
IN_ORDER = """
    WITH first AS (
        SELECT id, min(fetched_at) AS came FROM pages_ever WHERE copy_of IS NULL GROUP BY id
    )
    SELECT pages.url, pages.host, pages.site, documents.text
    FROM first JOIN pages_ever AS pages ON pages.id = first.id AND pages.fetched_at = first.came
    JOIN documents_ever AS documents
        ON documents.id = first.id AND documents.fetched_at = first.came
    WHERE documents.problem = '' ORDER BY first.came, first.id
"""
SCORES = "SELECT focus_score FROM pages WHERE focus_by = $by ORDER BY fetched_at, id"
OF_PAGE = """
    SELECT focus_score, focus_by FROM pages_ever WHERE id = $id AND focus_by IS NOT NULL
    ORDER BY fetched_at DESC LIMIT 1
"""
# By what was judged is a mode and, behind a blank, a version of the model of the topic and whose
# word counts: crawls in several modes that share these can be looked at together.
OF_MODEL = """
    SELECT {column} FROM pages
    WHERE substr(focus_by, instr(focus_by, ' ') + 1) = $model AND {column} IS NOT NULL
    ORDER BY fetched_at, id
"""
MODE = "SELECT focus_by FROM pages WHERE focus_by IS NOT NULL ORDER BY fetched_at DESC LIMIT 1"


class CrawledText(NamedTuple):
    """A page with its main text."""

    url: str
    host: str
    site: str
    text: str


class PageFocusNote(NamedTuple):
    """What a focused crawl thought of a page."""

    score: float | None
    by: str


def crawled_texts(tables: Connection) -> Iterator[list[CrawledText]]:
    """The texts of all pages that were read, in the order in which the crawl came to them."""
    rows = tables.execute(IN_ORDER)
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield [CrawledText(*row) for row in found]


def focus_of_page(tables: Connection, key: int) -> PageFocusNote | None:
    """What the last focused crawl thought of a page; None if none has judged it."""
    rows = tables.execute(OF_PAGE, {"id": key}).fetchall()
    return PageFocusNote(*rows[0]) if rows else None


def last_focus(tables: Connection) -> str:
    """By what the last page was judged; empty if no crawl was focused."""
    rows = tables.execute(MODE).fetchall()
    return str(rows[0][0]) if rows else ""


def focus_scores(tables: Connection, by: str) -> list[float | None]:
    """The scores of pages that were judged by this, in the order in which they came."""
    return [score for (score,) in tables.execute(SCORES, {"by": by}).fetchall()]


def class_counts(tables: Connection, by: str, borders: Sequence[float]) -> list[int]:
    """How many scores lie up to each border, behind the last, and how many there are none of."""
    above = " + ".join(f"(focus_score > {float(border)!r})::INTEGER" for border in borders)
    query = (
        f"SELECT coalesce({above}, {len(borders) + 1}), count(*) FROM pages"
        " WHERE focus_by = $by GROUP BY 1"
    )
    found = dict(tables.execute(query, {"by": by}).fetchall())
    return [found.get(number, 0) for number in range(len(borders) + 2)]


def noted_rewards(tables: Connection, by: str) -> list[float]:
    """What the pages were worth that this model of the topic has judged, in whatever mode."""
    return _noted(tables, by, "focus_reward")


def noted_scores(tables: Connection, by: str) -> list[float]:
    """The scores of the pages that this model of the topic has judged, in whatever mode."""
    return _noted(tables, by, "focus_score")


def _noted(tables: Connection, by: str, column: str) -> list[float]:
    rows = tables.execute(OF_MODEL.format(column=column), {"model": by.partition(" ")[2]})
    return [value for (value,) in rows.fetchall()]
