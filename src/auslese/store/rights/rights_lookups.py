"""What may be done with pages: the table of rights, and before it is made what pages say.

A page without a row in `rights`, because it is newer or the stage has not run, is judged by
`pages.optouts` alone: what its own header and its own head reserve.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from auslese.records.rights.page_rights import Permission, RightsProfile, Use
from auslese.records.rights.rights_vocabulary import (
    AI_USES,
    RSL,
    TDM_POLICY,
    TDM_RESERVATION,
    optouts_for,
)
from auslese.store.tables.sql_views import Connection

NO_COPIES = ("noarchive", "nosnippet")
"""Directives against handing a page on: what a robot keeps, or shows of its text."""
CLOSED = (Permission.RESERVED, Permission.CONDITIONAL)
KEEPS_DIRECTIVES: Mapping[RightsProfile, tuple[str, ...]] = {
    RightsProfile.SHAREABLE: NO_COPIES,
    RightsProfile.SENTENCES_SHUFFLED: ("nosnippet",),
}
"""Which directives keep a page from leaving; profiles that are not here let every page leave."""


SPEAKING = "content-signal|content-usage|licen[sc]e"
"""What stands in a robots.txt that says something of rights."""
SITES_AT_ONCE, PAGES_AT_ONCE = 100, 10_000


class StoredStatement(NamedTuple):
    """A row of `rights.statements`."""

    use: str
    permission: str
    source: str
    vocabulary: str
    said_at: datetime
    detail: str


class StoredRights(NamedTuple):
    """The rights of a page; without statements if only the page itself was asked."""

    id: int
    url: str
    fetched_at: datetime
    optouts: str
    directives: str
    is_told: bool
    """Whether the table has it."""
    search: str
    ai_input: str
    ai_train: str
    statements: Sequence[StoredStatement]


class SiteRightsFile(NamedTuple):
    """A file in which a host says what its pages may be used for."""

    url: str
    status: int
    at: datetime
    text: str


class SiteRightsRow(NamedTuple):
    """What a host says of rights in its files."""

    host: str
    robots: str
    robots_at: datetime | None
    files: Sequence[SiteRightsFile]


class PageToJudge(NamedTuple):
    """A page, with what it says itself."""

    id: int
    url: str
    host: str
    fetched_at: datetime
    optouts: str


class PagesLeaving(NamedTuple):
    """How many pages may leave, and what keeps the others."""

    permitted: int
    left_out: Mapping[str, int]
    untold: int
    """Pages of which only their own word is known."""


def column_of(use: Use) -> str:
    """The column of `rights` that is about a use."""
    return use.value.replace("-", "_")


def page_reservations() -> str:
    """A query for the ids of pages with reserved uses, and the list of these uses."""
    uses = ", ".join(f"if({_is_closed(use)}, '{use}', NULL)" for use in sorted(Use))
    return f"""
        SELECT id, reservations FROM (
            SELECT pages.id, list_filter([{uses}], lambda use: use IS NOT NULL) AS reservations
            FROM {_RIGHTS_OF_PAGES}
        ) WHERE len(reservations) > 0
    """


def permitted_query(profile: RightsProfile, use: Use, chosen: str = "") -> str:
    """A query for the ids of today's pages, or of those chosen, that may leave for this use."""
    where = f"pages.id IN ({chosen})" if chosen else "true"
    if profile not in KEEPS_DIRECTIVES:
        return f"SELECT id FROM pages WHERE {where}"
    keeper = _keeper(profile, use)
    return f"SELECT pages.id FROM {_RIGHTS_OF_PAGES} WHERE {where} AND {keeper} = ''"


def pages_with_rights(use: Use) -> str:
    """A query for the ids of pages of which this use is not reserved, as far as is known."""
    return f"SELECT pages.id FROM {_RIGHTS_OF_PAGES} WHERE NOT {_is_closed(use)}"


def reserved_pages() -> str:
    """A query for the ids of pages of which some use is reserved, if only under conditions."""
    condition = " OR ".join(_is_closed(use) for use in Use)
    return f"SELECT pages.id FROM {_RIGHTS_OF_PAGES} WHERE {condition}"


def leaving_pages(
    tables: Connection, profile: RightsProfile, use: Use, chosen: str = ""
) -> PagesLeaving:
    """How many of the chosen pages may leave; all of today's pages if none are chosen."""
    where = f"WHERE pages.id IN ({chosen})" if chosen else ""
    keeper = _keeper(profile, use) if profile in KEEPS_DIRECTIVES else "''"
    rows = tables.execute(f"""
        SELECT keeper, count(*), count(*) FILTER (is_untold) FROM (
            SELECT {keeper} AS keeper, rights.id IS NULL AS is_untold
            FROM {_RIGHTS_OF_PAGES} {where}
        ) GROUP BY keeper ORDER BY count(*) DESC, keeper
    """).fetchall()
    kept = {str(reason): int(pages) for reason, pages, _ in rows}
    return PagesLeaving(kept.pop("", 0), kept, sum(int(untold) for *_, untold in rows))


def pages_by_permission(tables: Connection) -> dict[str, dict[str, int]]:
    """How many of today's pages have each permission, use by use."""
    counts = {}
    for use in Use:
        rows = tables.execute(
            f"SELECT {_permission(use)} AS told, count(*) FROM {_RIGHTS_OF_PAGES} GROUP BY told"
        ).fetchall()
        found = {str(told): int(pages) for told, pages in rows}
        counts[use.value] = {each.value: found.get(each.value, 0) for each in Permission}
    return counts


def pages_by_source(tables: Connection) -> dict[str, int]:
    """How many of today's pages each source speaks about, the most telling first."""
    rows = tables.execute("""
        SELECT statement.source AS source, count(DISTINCT id) AS pages FROM (
            SELECT id, unnest(statements) AS statement FROM rights
            WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM pages)
        ) GROUP BY source ORDER BY pages DESC, source
    """).fetchall()
    return {str(source): int(pages) for source, pages in rows}


def count_untold(tables: Connection) -> tuple[int, int]:
    """How many of today's pages there are, and how many have no row in `rights`."""
    ((pages, untold),) = tables.execute(
        f"SELECT count(*), count(*) FILTER (rights.id IS NULL) FROM {_RIGHTS_OF_PAGES}"
    ).fetchall()
    return int(pages), int(untold)


def sites_with_rights(tables: Connection) -> Iterator[SiteRightsRow]:
    """The hosts that may say something of rights in their files."""
    found = tables.cursor().execute(f"""
        SELECT host, robots, robots_at, coalesce(rights_files, []) FROM sites
        WHERE regexp_matches(robots, '{SPEAKING}', 'i')
            OR len(list_filter(rights_files, lambda file: file.text <> '')) > 0
    """)
    while rows := found.fetchmany(SITES_AT_ONCE):
        for *site, files in rows:
            yield SiteRightsRow._make((*site, [SiteRightsFile(**file) for file in files]))


def pages_to_judge(tables: Connection) -> Iterator[list[PageToJudge]]:
    """Today's pages with what they say themselves, many at a time."""
    found = tables.cursor().execute(
        "SELECT id, url, host, fetched_at, coalesce(optouts, '') FROM pages"
    )
    while rows := found.fetchmany(PAGES_AT_ONCE):
        yield [PageToJudge(*row) for row in rows]


def stored_rights(tables: Connection, page: int) -> StoredRights | None:
    """The rights of today's page of this id; None if there is none."""
    told = ", ".join(_permission(use) for use in Use)
    row = tables.execute(
        f"""
        SELECT pages.id, pages.url, pages.fetched_at, coalesce(pages.optouts, ''),
            coalesce(pages.directives, ''), rights.id IS NOT NULL, {told},
            coalesce(rights.statements, [])
        FROM pages_ever AS {_RIGHTS_OF_PAGES} WHERE pages.id = $id
        ORDER BY pages.fetched_at DESC LIMIT 1
        """,
        {"id": page},
    ).fetchone()
    if row is None:
        return None
    statements = [StoredStatement(**each) for each in row[-1]]
    return StoredRights._make((*row[:-1], statements))


# -- in SQL ---------------------------------------------------------------------------------------

_RIGHTS_OF_PAGES = (
    "pages LEFT JOIN rights ON rights.id = pages.id AND rights.fetched_at = pages.fetched_at"
)
_OPTOUTS = "string_split(coalesce(pages.optouts, ''), ',')"
_DIRECTIVES = "string_split(coalesce(pages.directives, ''), ',')"


def _permission(use: Use) -> str:
    """What holds for a use: as the table says, or as the page itself does."""
    return f"coalesce(rights.{column_of(use)}, {_own_word(use)})"


def _own_word(use: Use) -> str:
    reserved = f"list_has_any({_OPTOUTS}, {_texts(optouts_for(use))})"
    mined = f"list_contains({_OPTOUTS}, '{TDM_RESERVATION}')" if use in AI_USES else "false"
    licence = f"contains(pages.optouts, '{TDM_POLICY}=')"
    return f"""CASE
        WHEN {reserved} THEN 'reserved'
        WHEN {mined} THEN if({licence}, 'conditional', 'reserved')
        WHEN contains(pages.optouts, '{RSL}=') THEN 'conditional'
        ELSE 'unstated'
    END"""


def _is_closed(use: Use) -> str:
    return f"list_contains({_texts(CLOSED)}, {_permission(use)})"


def _keeper(profile: RightsProfile, use: Use) -> str:
    """What keeps a page from leaving, in words; empty if nothing does."""
    directives = " ".join(
        f"WHEN list_contains({_DIRECTIVES}, '{word}') THEN '{word}'"
        for word in KEEPS_DIRECTIVES[profile]
    )
    return f"""CASE
        WHEN {_is_closed(use)} THEN '{use} ' || {_permission(use)} {directives} ELSE ''
    END"""


def _texts(words: Sequence[str]) -> str:
    return "[" + ", ".join(f"'{word}'" for word in words) + "]"
