"""Takes names out of the table `mentions` that are not to be kept.

`mentions` is a chunk table (`store.tables.document_chunks`): a row or more for each document.
"""

from collections.abc import Collection as Container
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from auslese.store.tables.chunk_rows import read_chunk, replace_chunk
from auslese.store.tables.document_chunks import MENTIONS
from auslese.store.tables.sql_views import Connection

NAMELESS: Mapping[str, Any] = {
    "name": "",
    "given": "",
    "particle": "",
    "family": "",
    "titles": "",
    "suffixes": "",
    "key": "",
    "count": 0,
    "start": -1,
    "end": -1,
    "places": [],
    "confidence": 0.0,
    "source": "",
    "emails": [],
    "phones": [],
    "identifiers": [],
    "role": "",
    "organisation": "",
}
"""The row of a page without a name: what of its columns is about a name."""


class RemovedName(NamedTuple):
    """A form of a name on a page that is not to be kept."""

    page: int
    name: str


def remove_mentions(
    folder: Path, number: int, names: Container[RemovedName], before: datetime | None
) -> int:
    """Take these names out of a chunk, and all of pages fetched before a moment; how many.

    A page without any name left keeps a row that says so.
    """
    kept, removed = [], 0
    for row in read_chunk(MENTIONS, folder, number):
        is_old = before is not None and row["fetched_at"] < before
        if row["name"] and (is_old or RemovedName(row["id"], row["name"]) in names):
            removed += 1
            kept.append(row | dict(NAMELESS))
        else:
            kept.append(row)
    if removed:
        replace_chunk(MENTIONS, folder, number, _each_nameless_page_once(kept))
    return removed


def _each_nameless_page_once(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows; of those without a name one for each page that has no other."""
    named = {row["id"] for row in rows if row["name"]}
    kept: list[dict[str, Any]] = []
    for row in rows:
        if row["name"] or row["id"] not in named:
            kept.append(row)
            named.add(row["id"])
    return kept


def names_before(tables: Connection, moment: datetime) -> int:
    """How many names there are on pages fetched before a moment."""
    rows = tables.execute(
        "SELECT count(*) FROM mentions_ever WHERE name <> '' AND fetched_at < $moment",
        {"moment": moment},
    ).fetchall()
    return int(rows[0][0])
