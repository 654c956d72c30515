"""The groups of pages that are copies of each other."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000

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
FIRST = 'SELECT "group" FROM duplicates WHERE id IN ($own, $read) LIMIT 1'
# Pages that are in a group by their place only, as mirrors were folded, prove no mirror.
TEXTS = """
    SELECT url, CASE WHEN similarity = 0 THEN id ELSE "group" END AS text, similarity, fingerprint
    FROM duplicates ORDER BY text, url
"""
GROUPED = 'SELECT url, "group", relation, similarity FROM duplicates ORDER BY "group", url'

PageText = tuple[str, int, float, str]
"""URL, the number of its text, the similarity with the first of its group, its fingerprint."""
GroupedPage = tuple[str, int, str, float]
"""URL, group, relation and similarity."""


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


class GroupedCopies(NamedTuple):
    """The group of a page, and its number."""

    page: PageCopies
    group: int


class CopyCounts(NamedTuple):
    """How many pages are copies."""

    pages: int
    copies: int
    exact: int
    groups: int


def copy_counts(tables: Connection) -> CopyCounts:
    """How many pages are copies, and how many groups there are."""
    return CopyCounts(*tables.execute(COUNTS).fetchall()[0])


def groups_of_size(tables: Connection, least: int, most: int | None) -> list[CopyGroup]:
    """Groups of so many pages at the least, the largest first; at most so many groups."""
    rows = tables.execute(GROUPS, {"least": least, "most": most}).fetchall()
    return [CopyGroup._make((*row[:-1], _counts(row[-1]))) for row in rows]


def _counts(hosts: Iterable[dict[str, Any]]) -> dict[str, int]:
    return {each["host"]: each["pages"] for each in hosts}


def copies_of(tables: Connection, key: int) -> GroupedCopies | None:
    """The group of a page; None if it is in none yet."""
    rows = tables.execute(OF_PAGE, {"id": key}).fetchall()
    return GroupedCopies(PageCopies(*rows[0][:-1]), int(rows[0][-1])) if rows else None


def group_members(tables: Connection, group: int) -> list[GroupMember]:
    """The pages of a group, the first of them first, then the most similar."""
    rows = tables.execute(MEMBERS, {"group": group}).fetchall()
    return [GroupMember(*row) for row in rows]


def first_of_group(tables: Connection, own: int, read: int) -> int | None:
    """The page that stands for a page, or for the one that was read in its place; else None."""
    rows = tables.execute(FIRST, {"own": own, "read": read}).fetchall()
    return int(rows[0][0]) if rows else None


def texts_of_pages(tables: Connection) -> Iterator[PageText]:
    """All pages by their texts; those with the same or nearly the same text come together."""
    yield from _rows(tables, TEXTS)


def pages_by_group(tables: Connection) -> Iterator[GroupedPage]:
    """All pages by their groups."""
    yield from _rows(tables, GROUPED)


def _rows(tables: Connection, query: str) -> Iterator[tuple[Any, ...]]:
    found = tables.cursor().execute(query)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield from rows


def pages_by_relation(tables: Connection) -> dict[str, int]:
    """How many pages are alone, first, exact or near copies."""
    return dict(tables.execute("SELECT relation, count(*) FROM duplicates GROUP BY 1").fetchall())
