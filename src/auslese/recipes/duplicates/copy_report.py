"""Which pages of a collection are copies, and of which, for those who ask."""

from typing import Any, NamedTuple

from auslese.recipes.duplicates.duplicate_sources import chunks_to_sketch, is_other_plan, sources_of
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import (
    CopyGroup,
    GroupedCopies,
    GroupMember,
    PageCopies,
    copies_of,
    copy_counts,
    group_members,
    groups_of_size,
)
from auslese.store.tables.duplicate_table import recorded_sources
from auslese.store.tables.language_table import count_documents
from auslese.store.tables.parquet_segments import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.problem_sentences import PageProblem


class GroupReport(NamedTuple):
    """The group of a page with all its members."""

    url: str
    page: PageCopies
    members: list[GroupMember]
    is_stale: bool


def stale_words(
    collection: Collection, settings: DuplicatesSection, *, again: bool = False
) -> list[str]:
    """What is not up to date, and why; nothing if all is."""
    sources = sources_of(collection, settings)
    if not sources or (recorded_sources(collection.tables) == sources and not again):
        return []
    if again:
        return ["all documents, anew"]
    words = []
    if is_other_plan(collection, settings):
        words.append("the settings of [duplicates] are others than before")
    chunks = chunks_to_sketch(collection, settings)
    if number := count_documents(collection.tables, chunks):
        words.append(f"{number:,} document{'s' * (number != 1)} new, changed or not looked through")
    other = (
        "pages have come, changed or gone since the groups were made, or mirrors are to be folded"
    )
    return words or [other]


def duplicate_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are copies, as `status --json` prints it."""
    is_stale = bool(stale_words(collection, settings_of(collection).duplicates))
    return copy_counts(tables)._asdict() | {"stale": is_stale}


def require_groups(collection: Collection) -> None:
    """Say that nobody has looked for copies yet, rather than that there are none."""
    if not numbers_of(collection.tables, "pages"):
        command = f"auslese crawl {collection.path}"
        raise NotFoundError(f"there are no pages yet: `{command}` fetches them")
    if not numbers_of(collection.tables, "duplicates"):
        command = f"auslese analyse {collection.path} duplicates"
        raise NotFoundError(f"copies were not looked for yet: `{command}` does it")


def largest_groups(collection: Collection, least: int, most: int | None) -> list[CopyGroup]:
    """Groups of so many pages at the least, the largest first."""
    with connect(collection) as tables:
        return groups_of_size(tables, least, most)


def copies_of_page(collection: Collection, text: str) -> PageCopies | None:
    """The group of the page of this URL, in short; None if it is in none yet."""
    found = _page_and_group(collection, text)
    return found.page if found else None


def group_of_page(collection: Collection, text: str) -> GroupReport | None:
    """The group of the page of this URL with its members; None if the page is not known."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    found = _page_and_group(collection, text)
    if found is None:
        return None
    with connect(collection) as tables:
        members = group_members(tables, found.group)
    is_stale = bool(stale_words(collection, settings_of(collection).duplicates))
    return GroupReport(url, found.page, members, is_stale)


def _page_and_group(collection: Collection, text: str) -> GroupedCopies | None:
    url = canonical(text)
    with connect(collection) as tables:
        return copies_of(tables, key_of(url) if url else 0)
