"""What the table of relevance says."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from auslese.records.topic_use import STEPS
from auslese.store.tables.sql_views import Connection

LEVEL = f"round(least(greatest(score, 0), 1) * {STEPS})::INTEGER"
"""The step in which search knows a score."""
OF_TOPICS = "SELECT id FROM relevance WHERE is_relevant AND list_contains($topics, topic)"
"""The ids of pages that are relevant for one of these topics."""


class PageRelevance(NamedTuple):
    """How relevant a page is for a topic."""

    topic: str
    score: float
    is_relevant: bool
    grade: float | None


def reaching_pages(tables: Connection) -> dict[str, int]:
    """How many pages reach the threshold of each topic."""
    rows = tables.execute("""
        SELECT topic, count(*) FILTER (is_relevant) FROM relevance GROUP BY topic
    """).fetchall()
    return {str(topic): int(number) for topic, number in rows}


def known_topics(tables: Connection) -> list[str]:
    """The names of all topics for which pages have scores, in order."""
    rows = tables.execute("SELECT DISTINCT topic FROM relevance ORDER BY topic").fetchall()
    return [row[0] for row in rows]


def pages_of_topics(tables: Connection, topics: Sequence[str]) -> int:
    """How many pages are relevant for one of these topics."""
    query = f"SELECT count(DISTINCT id) FROM ({OF_TOPICS})"
    ((count,),) = tables.execute(query, {"topics": list(topics)}).fetchall()
    return int(count)


def relevance_of(tables: Connection, page: int) -> list[PageRelevance]:
    """How relevant a page is for each topic, the best first."""
    rows = tables.execute(
        "SELECT topic, score, is_relevant, grade FROM relevance WHERE id = $id"
        " ORDER BY score DESC, topic",
        {"id": page},
    ).fetchall()
    return [PageRelevance(*row) for row in rows]


def known_pages(tables: Connection, pages: Iterable[int]) -> set[int]:
    """Those of these pages that the collection has."""
    ids = list(pages)
    rows = tables.execute(
        "SELECT id FROM pages WHERE id IN (SELECT unnest($ids::BIGINT[]))", {"ids": ids}
    ).fetchall()
    return {int(row[0]) for row in rows}


def url_of(tables: Connection, page: int) -> str:
    """The URL of a page; empty if the collection does not have it."""
    found = tables.execute("SELECT url FROM pages WHERE id = $id", {"id": page}).fetchone()
    return str(found[0]) if found else ""


def titles_of(tables: Connection, pages: Iterable[int]) -> dict[int, str]:
    """The titles of pages, by id."""
    rows = tables.execute(
        "SELECT id, title FROM documents_ever WHERE id IN (SELECT unnest($ids::BIGINT[]))",
        {"ids": list(pages)},
    ).fetchall()
    return {int(page): str(title) for page, title in rows}
