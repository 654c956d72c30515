"""The rights of a page, and of all pages in figures, for people and programs."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from auslese.extract.rights.page_optouts import page_statements
from auslese.records.rights.page_rights import RightsStatement, Use
from auslese.records.url import Url, canonical, key_of
from auslese.store.rights.rights_lookups import (
    StoredRights,
    StoredStatement,
    column_of,
    count_untold,
    pages_by_permission,
    pages_by_source,
    stored_rights,
)
from auslese.store.tables.sql_views import Connection


def rights_counts(tables: Connection) -> dict[str, Any]:
    """How many pages have which rights, use by use, and how many each source speaks about."""
    pages, untold = count_untold(tables)
    return {
        "told": not untold,
        "pages": pages,
        "untold": untold,
        "uses": pages_by_permission(tables),
        "sources": pages_by_source(tables),
    }


def rights_of(tables: Connection, page: str | int) -> dict[str, Any] | None:
    """What holds for a page and who said so, by its URL or id; None if there is no such page."""
    key = _key(page)
    rights = stored_rights(tables, key) if key is not None else None
    if rights is None:
        return None
    return {
        "id": rights.id,
        "url": rights.url,
        "told": rights.is_told,
        "uses": {use.value: getattr(rights, column_of(use)) for use in Use},
        "directives": [word for word in rights.directives.split(",") if word],
        "statements": [_as_json(each) for each in _statements(rights)],
    }


def _key(page: str | int) -> int | None:
    if isinstance(page, int):
        return page
    url: Url | None = canonical(page)
    return None if url is None else key_of(url)


def _statements(rights: StoredRights) -> Iterator[StoredStatement | RightsStatement]:
    if rights.is_told:
        yield from rights.statements
    else:
        yield from page_statements(rights.optouts, rights.fetched_at)


def _as_json(statement: StoredStatement | RightsStatement) -> dict[str, Any]:
    said_at = statement.said_at
    return {
        "use": str(statement.use),
        "permission": str(statement.permission),
        "source": statement.source,
        "vocabulary": statement.vocabulary,
        "said_at": said_at.isoformat() if isinstance(said_at, datetime) else None,
        "detail": statement.detail,
    }
