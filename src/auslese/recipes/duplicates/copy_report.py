"""Which pages of a collection are copies, and of which, for those who ask."""

from typing import Any, NamedTuple

from auslese.recipes.duplicates.duplicate_sources import are_groups_stale
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import (
    GroupedCopies,
    GroupMember,
    PageCopies,
    copies_of,
    copy_counts,
    group_members,
)
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.problem_sentences import PageProblem


class GroupReport(NamedTuple):
    """The group of a page with all its members."""

    url: str
    page: PageCopies
    members: list[GroupMember]
    is_stale: bool


def duplicate_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are copies, as `status --json` prints it."""
    is_stale = are_groups_stale(collection, settings_of(collection).duplicates)
    return copy_counts(tables)._asdict() | {"stale": is_stale}


def require_groups(collection: Collection) -> None:
    """Say that nobody has looked for copies yet, rather than that there are none."""
    if not numbers_of(collection.tables, "pages"):
        command = f"auslese crawl {collection.path}"
        raise NotFoundError(f"there are no pages yet: `{command}` fetches them")
    if not numbers_of(collection.tables, "duplicates"):
        command = f"auslese analyse {collection.path} duplicates"
        raise NotFoundError(f"copies were not looked for yet: `{command}` does it")


def copies_of_page(tables: Connection, text: str) -> PageCopies | None:
    """The group of the page of this URL, in short; None if it is in none yet."""
    found = _page_and_group(tables, text)
    return found.page if found else None


def group_of_page(collection: Collection, text: str) -> GroupReport | None:
    """The group of the page of this URL with its members; None if the page is not known."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    with connect(collection) as tables:
        found = _page_and_group(tables, text)
        members = group_members(tables, found.group) if found else []
    if found is None:
        return None
    is_stale = are_groups_stale(collection, settings_of(collection).duplicates)
    return GroupReport(url, found.page, members, is_stale)


def _page_and_group(tables: Connection, text: str) -> GroupedCopies | None:
    url = canonical(text)
    return copies_of(tables, key_of(url) if url else 0)
