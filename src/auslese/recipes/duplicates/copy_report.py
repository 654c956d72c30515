"""Which pages of a collection are copies, and of which, for those who ask."""

from typing import Any, NamedTuple

from auslese.recipes.duplicates.duplicate_sources import chunks_to_sketch, is_other_plan, sources_of
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.tables.duplicate_table import recorded_sources
from auslese.store.tables.language_table import count_documents
from auslese.store.tables.parquet_segments import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.problem_sentences import PageProblem

SOME_HOSTS = 5

GROUPS = """
    WITH chosen AS (
        SELECT "group", url AS first, pages, reason FROM duplicates
        WHERE relation = 'first' AND pages >= $least
        ORDER BY pages DESC, length(url), url LIMIT $most
    ), members AS (
        SELECT "group", regexp_extract(url, '//(.*?)(:[0-9]+)?/', 1) AS host, count(*) AS pages,
            count(*) FILTER (relation = 'exact') AS exact,
            count(*) FILTER (relation = 'near') AS near,
            min(similarity) AS least, max(similarity) FILTER (relation <> 'first') AS most
        FROM duplicates WHERE "group" IN (SELECT "group" FROM chosen)
        GROUP BY ALL
    )
    SELECT first, chosen.pages, sum(exact)::BIGINT, sum(near)::BIGINT, min(least), max(most),
        reason, list({'host': host, 'pages': members.pages} ORDER BY members.pages DESC, host)
    FROM chosen JOIN members USING ("group")
    GROUP BY first, chosen.pages, reason
    ORDER BY chosen.pages DESC, length(first), first
"""
MEMBERS = """
    SELECT url, relation, similarity, shingles FROM duplicates WHERE "group" = $group
    ORDER BY relation <> 'first', similarity DESC, relation, length(url), url
"""
OF_PAGE = """
    SELECT member.relation, first.url, member.pages, member.similarity, first.reason, first.id
    FROM duplicates AS member JOIN duplicates AS first ON first.id = member."group"
    WHERE member.id = $id
"""
COUNTS = """
    SELECT count(*), count(*) FILTER (relation IN ('exact', 'near')),
        count(*) FILTER (relation = 'exact'), count(*) FILTER (relation = 'first')
    FROM duplicates
"""


class CopyGroup(NamedTuple):
    """Pages that are copies of one page."""

    first: str
    pages: int
    exact: int
    """Pages with the same text as the first, without it."""
    near: int
    least_similar: float
    most_similar: float
    reason: str
    """Why the first is first."""
    hosts: dict[str, int]
    """Pages by host, the largest first."""


class GroupMember(NamedTuple):
    """A page of a group."""

    url: str
    relation: str
    similarity: float
    shingles: int


class PageCopies(NamedTuple):
    """The group of a page, in short."""

    relation: str
    """alone, first, exact or near."""
    first: str
    pages: int
    similarity: float
    """With the first."""
    reason: str
    """Why the first is first; empty if the page is alone."""


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
    ((pages, copies, exact, groups),) = tables.execute(COUNTS).fetchall()
    return {
        "pages": pages,
        "copies": copies,
        "exact": exact,
        "groups": groups,
        "stale": bool(stale_words(collection, settings_of(collection).duplicates)),
    }


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
        values = {"least": least, "most": most}
        rows = tables.execute(GROUPS, values).fetchall()
    groups = [CopyGroup._make(row) for row in rows]
    return [group._replace(hosts=_counts(group.hosts)) for group in groups]


def _counts(hosts: Any) -> dict[str, int]:
    return {each["host"]: each["pages"] for each in hosts}


def copies_of_page(collection: Collection, text: str) -> PageCopies | None:
    """The group of the page of this URL, in short; None if it is in none yet."""
    found = _page_and_group(collection, text)
    return found[0] if found else None


def group_of_page(collection: Collection, text: str) -> GroupReport | None:
    """The group of the page of this URL with its members; None if the page is not known."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    found = _page_and_group(collection, text)
    if found is None:
        return None
    page, group = found
    with connect(collection) as tables:
        rows = tables.execute(MEMBERS, {"group": group}).fetchall()
    is_stale = bool(stale_words(collection, settings_of(collection).duplicates))
    return GroupReport(url, page, [GroupMember(*row) for row in rows], is_stale)


def _page_and_group(collection: Collection, text: str) -> tuple[PageCopies, int] | None:
    url = canonical(text)
    with connect(collection) as tables:
        rows = tables.execute(OF_PAGE, {"id": key_of(url) if url else 0}).fetchall()
    return (PageCopies(*rows[0][:-1]), int(rows[0][-1])) if rows else None
