"""What speaks for a part of the web that may be a mirror of another: canonical names, links, age.

A part, a *side*, is told by the prefix of its URLs. Every question is asked for all sides at once,
in one go over each table.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000
AUTHORITY = len("https://")  # in "http://h/" the first slash after the host is not before this
MOST_FOLDERS = 32  # of a URL; a side lies no deeper
# The host of a URL, and its folders with the host, which is the first: a join by folders that are
# equal looks at each URL a few times, however many sides a host has.
HOST = "regexp_extract({}, '^https?://[^/]*/')"
FOLDERS = f"""
    list_transform(
        range(3, least(len(string_split({{0}}, '/')), {3 + MOST_FOLDERS})),
        lambda n : array_to_string(string_split({{0}}, '/')[1:n], '/') || '/'
    )
"""
SIDES = """
    CREATE OR REPLACE TEMP TABLE sides (
        number BIGINT, is_a BOOLEAN, host VARCHAR, prefix VARCHAR, other VARCHAR, is_outer BOOLEAN
    )
"""
PLACES = """
    CREATE OR REPLACE TEMP TABLE sides AS
    SELECT unnest(?) AS number, unnest(?) AS host, unnest(?) AS prefix
"""


def _in_folders(table: str, column: str) -> str:
    """Rows of a table whose URLs are on a host of `sides`, once for each `folder` of the URL."""
    path = f"split_part({column}, '?', 1)"
    return f"""(
        SELECT *, unnest({FOLDERS.format(path)}) AS folder FROM {table}
        WHERE {HOST.format(column)} IN (SELECT host FROM sides)
    ) AS placed JOIN sides ON sides.prefix = folder"""


CANONICAL = f"""
    SELECT sides.number, sides.is_a, count(*) FROM {_in_folders("pages", "canonical")}
    WHERE starts_with(url, sides.other) AND url <> canonical
        AND (sides.is_outer OR NOT starts_with(url, sides.prefix))
        AND NOT (sides.is_outer AND starts_with(canonical, sides.other))
    GROUP BY ALL
"""
LINKS = f"""
    SELECT sides.number, sides.is_a, count(*)
    FROM {_in_folders("links", "url")} JOIN pages ON pages.id = placed.source
    WHERE NOT starts_with(pages.url, sides.prefix) AND NOT starts_with(pages.url, sides.other)
        AND NOT (sides.is_outer AND starts_with(placed.url, sides.other))
    GROUP BY ALL
"""
MET = f"""
    SELECT sides.number, sides.is_a, min(fetched_at) FROM {_in_folders("pages_ever", "url")}
    WHERE NOT (sides.is_outer AND starts_with(url, sides.other))
    GROUP BY ALL
"""
ON_SIDES = f"""
    SELECT id, url, number FROM {_in_folders("duplicates", "url")} ORDER BY id, number
"""

SidePage = tuple[int, str, int]
"""The id and the URL of a page, and the number of the side it lies on."""


class PairSide(NamedTuple):
    """One of the two sides of a pair that may be mirrors."""

    number: int
    """Of the pair."""
    is_a: bool
    prefix: str
    """Of its URLs, up to a slash."""
    other: str
    """The prefix of the other side."""
    is_outer: bool
    """Whether the other side lies within this one."""


class SideEvidence(NamedTuple):
    """What the tables know of a side."""

    canonical: int = 0
    """Pages of the other side that name a page of this one as canonical."""
    links: int = 0
    """Links from pages of neither side."""
    met: datetime | None = None
    """When the first page of it was fetched."""


def evidence_for_sides(
    tables: Connection, sides: Sequence[PairSide]
) -> dict[tuple[int, bool], SideEvidence]:
    """What is known of each side, by the number of its pair and `is_a`."""
    if not sides:
        return {}
    _note_sides(tables, sides)
    found: dict[tuple[int, bool], dict[str, Any]] = {}
    for name, query in (("canonical", CANONICAL), ("links", LINKS), ("met", MET)):
        for number, is_a, value in tables.execute(query).fetchall():
            found.setdefault((number, is_a), {})[name] = value
    return {side: SideEvidence(**values) for side, values in found.items()}


def _note_sides(tables: Connection, sides: Sequence[PairSide]) -> None:
    rows = [
        (side.number, side.is_a, _host(side.prefix), side.prefix, side.other, side.is_outer)
        for side in sides
    ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    tables.execute(SIDES)
    tables.execute(f"INSERT INTO sides SELECT {', '.join(['unnest(?)'] * len(columns))}", columns)


def pages_on_sides(tables: Connection, prefixes: Sequence[str]) -> Iterator[SidePage]:
    """The pages whose URLs begin so; a side has the number of its place among the prefixes."""
    if not prefixes:
        return
    numbers, hosts = list(range(len(prefixes))), [_host(prefix) for prefix in prefixes]
    tables.execute(PLACES, [numbers, hosts, list(prefixes)])
    found = tables.execute(ON_SIDES)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield from rows


def _host(prefix: str) -> str:
    return prefix[: prefix.index("/", AUTHORITY) + 1]
