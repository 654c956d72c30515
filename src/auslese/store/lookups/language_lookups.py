"""The languages of pages, as they were recognised."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection


class PageLanguage(NamedTuple):
    """The language of a page, as it was told last."""

    language: str
    confidence: float
    runner_up: str
    running_text: float
    is_running: bool
    mix: Sequence[dict[str, Any]]
    hint: str
    hreflang: str
    agrees: bool | None
    model: str


COUNTS = """
    SELECT language, count(*) FROM languages WHERE language <> ''
    GROUP BY 1 ORDER BY 2 DESC, 1
"""
OF_PAGE = f"""
    SELECT {", ".join(PageLanguage._fields)} FROM languages_ever
    WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""


def page_language(tables: Connection, key: int) -> PageLanguage | None:
    """The language of a page; None if it was not recognised."""
    rows = tables.execute(OF_PAGE, {"id": key}).fetchall()
    return PageLanguage(*rows[0]) if rows else None
