"""The mirrors of a collection: which sides pair off, which is the original, what to do about it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from auslese.analyse.duplicates.mirrors import (
    LEAST_SHARE,
    MOST_FOLDERS,
    Mirror,
    MirrorPage,
    find_mirrors,
)
from auslese.analyse.duplicates.originals import MirrorOriginal, MirrorSideFacts, original_of
from auslese.analyse.duplicates.url_pairs import AUTHORITY, MirrorSide
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import segments_of
from auslese.store.tables.sql_views import Connection, connect

ROWS_AT_ONCE = 10_000
# Pages that are in a group by their place only, as mirrors were folded, prove no mirror.
COPIES = """
    SELECT url, CASE WHEN similarity = 0 THEN id ELSE "group" END AS text, similarity, fingerprint
    FROM duplicates ORDER BY text, url
"""
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


def in_folders(table: str, column: str) -> str:
    """Rows of a table whose URLs are on a host of `sides`, once for each `folder` of the URL."""
    path = f"split_part({column}, '?', 1)"
    return f"""(
        SELECT *, unnest({FOLDERS.format(path)}) AS folder FROM {table}
        WHERE {HOST.format(column)} IN (SELECT host FROM sides)
    ) AS placed JOIN sides ON sides.prefix = folder"""


CANONICAL = f"""
    SELECT sides.number, sides.is_a, count(*) FROM {in_folders("pages", "canonical")}
    WHERE starts_with(url, sides.other) AND url <> canonical
        AND (sides.is_outer OR NOT starts_with(url, sides.prefix))
        AND NOT (sides.is_outer AND starts_with(canonical, sides.other))
    GROUP BY ALL
"""
LINKS = f"""
    SELECT sides.number, sides.is_a, count(*)
    FROM {in_folders("links", "url")} JOIN pages ON pages.id = placed.source
    WHERE NOT starts_with(pages.url, sides.prefix) AND NOT starts_with(pages.url, sides.other)
        AND NOT (sides.is_outer AND starts_with(placed.url, sides.other))
    GROUP BY ALL
"""
MET = f"""
    SELECT sides.number, sides.is_a, min(fetched_at) FROM {in_folders("pages_ever", "url")}
    WHERE NOT (sides.is_outer AND starts_with(url, sides.other))
    GROUP BY ALL
"""


class FoundMirror(NamedTuple):
    """Two sides of a collection that are mirrors."""

    mirror: Mirror
    told: MirrorOriginal
    original: MirrorSideFacts
    copy: MirrorSideFacts

    @property
    def copy_share(self) -> float:
        """How much of the copy stands on the other side too."""
        is_a = self.told.copy == self.mirror.a
        texts = self.mirror.a_texts if is_a else self.mirror.b_texts
        return self.mirror.paired / max(1, texts)

    @property
    def deny(self) -> str:
        """The rule that keeps a crawl away from the copy; empty if it would lose other pages."""
        copy, original = self.told.copy, self.told.original
        if self.copy_share < LEAST_SHARE or original.is_within(copy):
            return ""
        return deny_rule(copy, original)

    @property
    def examples(self) -> list[tuple[str, str]]:
        """Pages that pair off, that of the original first."""
        if self.told.original == self.mirror.a:
            return list(self.mirror.examples)
        return [(b, a) for a, b in self.mirror.examples]

    def as_json(self) -> dict[str, Any]:
        """The mirror as `duplicates mirrors --json` prints it."""
        mirror, told = self.mirror, self.told
        a_texts, b_texts = mirror.a_texts, mirror.b_texts
        texts = (b_texts, a_texts) if told.copy == mirror.a else (a_texts, b_texts)
        return {
            "original": str(told.original),
            "copy": str(told.copy),
            "kind": "print" if mirror.is_print else "mirror",
            "reason": str(told.reason),
            "paired": mirror.paired,
            "original_texts": texts[0],
            "copy_texts": texts[1],
            "share": round(mirror.share, 4),
            "same_path": round(mirror.same_path, 4),
            "exact": mirror.exact,
            "near": mirror.paired - mirror.exact,
            "similarity": round(mirror.similarity, 4),
            "canonical": [self.original.canonical, self.copy.canonical],
            "links": [self.original.links, self.copy.links],
            "deny": self.deny,
            "examples": [list(pair) for pair in self.examples],
        }


def mirrors_of(collection: Collection) -> list[FoundMirror]:
    """The mirrors among the pages of a collection, those with most texts first."""
    if not segments_of(collection.tables, "duplicates"):
        raise NotFoundError(f"no copies were looked for: auslese analyse {collection.path}")
    with connect(collection) as tables:
        mirrors = find_mirrors(lambda: _copies(tables))
        standings = _standings(tables, mirrors)
    return [_found(mirror, *standing) for mirror, standing in zip(mirrors, standings, strict=True)]


def _found(mirror: Mirror, a: MirrorSideFacts, b: MirrorSideFacts) -> FoundMirror:
    told = original_of(mirror, a, b)
    return FoundMirror(mirror, told, *((a, b) if told.original == mirror.a else (b, a)))


def _copies(tables: Connection) -> Iterator[MirrorPage]:
    rows = tables.cursor().execute(COPIES)
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from (MirrorPage(*row) for row in some)


def _standings(
    tables: Connection, mirrors: Sequence[Mirror]
) -> list[tuple[MirrorSideFacts, MirrorSideFacts]]:
    """What is known of the sides of each mirror, counted in one go over each table."""
    _note_sides(tables, mirrors)
    found: dict[tuple[int, bool], dict[str, Any]] = {}
    for name, query in (("canonical", CANONICAL), ("links", LINKS), ("met", MET)):
        for number, is_a, value in tables.execute(query).fetchall() if mirrors else ():
            found.setdefault((number, is_a), {})[name] = value
    return [
        (
            MirrorSideFacts(**found.get((number, True), {})),
            MirrorSideFacts(**found.get((number, False), {})),
        )
        for number in range(len(mirrors))
    ]


def _note_sides(tables: Connection, mirrors: Iterable[Mirror]) -> None:
    """Make a table of all sides; those with a mark lie in one folder, and it says what they are."""
    rows = [
        (
            number,
            is_a,
            side.prefix[: side.prefix.index("/", AUTHORITY) + 1],
            side.prefix,
            other.prefix,
            other.is_within(side),
        )
        for number, mirror in enumerate(mirrors)
        for is_a, side, other in ((True, mirror.a, mirror.b), (False, mirror.b, mirror.a))
        if not mirror.a.ending
    ]
    tables.execute(SIDES)
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        tables.execute(
            f"INSERT INTO sides SELECT {', '.join(['unnest(?)'] * len(columns))}", columns
        )


def deny_rule(copy: MirrorSide, original: MirrorSide) -> str:
    """The rule for `presence.deny` that keeps a crawl away from the pages of a side."""
    scheme, _, place = copy.prefix.partition("://")
    if not copy.ending:
        is_same_place = original.prefix.partition("://")[2] == place
        return copy.prefix if is_same_place else place
    if copy.ending[0] != "?":
        return rf"re:^{scheme}://{re.escape(place)}[^?]*{re.escape(copy.ending)}(?:\?|$)"
    # One look ahead for each parameter: in any order, and none is tried with every other.
    marks = (rf"(?=[^?]*\?(?:.*&)?{re.escape(mark)}(?:&|$))" for mark in copy.ending[1:].split("&"))
    return rf"re:^{scheme}://{re.escape(place)}{''.join(marks)}"
