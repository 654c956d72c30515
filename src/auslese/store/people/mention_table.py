"""How does every document get its names once, whatever is killed, and anew when it must?

`mentions` has a segment for each segment of `documents`, under the same number, and at least one
row for each document in it. A segment is replaced as a whole in one step.
"""

from collections.abc import Collection as Container
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from auslese.store.tables.language_chunks import fingerprint_of
from auslese.store.tables.made_from import is_marked
from auslese.store.tables.parquet_segments import (
    Columns,
    reading_segment,
    to_ipc,
    write_segment,
)
from auslese.store.tables.segment_files import (
    drop_segment,
    drop_unfinished,
    numbers_of,
    segment_path,
)
from auslese.store.tables.sql_views import Connection

DOCUMENTS, MENTIONS = "documents", "mentions"
ROWS_AT_ONCE = 64
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


class DocumentWithNames(NamedTuple):
    """What is needed of a document to find the names in it."""

    id: int
    url: str
    fetched_at: datetime
    title: str
    author: str
    text: str
    paragraphs: list[dict[str, Any]]
    rest: str
    language_hint: str
    people: list[dict[str, Any]] | None = None
    contacts: list[dict[str, Any]] | None = None


def stale_mentions(folder: Path, model: str) -> list[int]:
    """The numbers of the chunks whose names this finder has yet to find."""
    return [
        number
        for number in numbers_of(folder, DOCUMENTS)
        if not is_marked(
            segment_path(folder, MENTIONS, number), model, fingerprint_of(folder, number)
        )
    ]


def drop_left_mentions(folder: Path) -> None:
    """Remove what a kill left over, and the names of documents that are not there any more."""
    drop_unfinished(folder, MENTIONS)
    for number in set(numbers_of(folder, MENTIONS)) - set(numbers_of(folder, DOCUMENTS)):
        drop_segment(folder, MENTIONS, number)


def documents_with_names(folder: Path, number: int) -> Iterator[DocumentWithNames]:
    """The documents of a chunk, few of them in memory at a time."""
    with reading_segment(segment_path(folder, DOCUMENTS, number)) as file:
        there = set(file.schema_arrow.names)
        columns = [name for name in DocumentWithNames._fields if name in there]
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
            yield from (DocumentWithNames(**row) for row in batch.to_pylist())


def write_mentions(folder: Path, number: int, columns: Columns) -> None:
    """Write the names of a chunk in the place of those that were there."""
    write_segment(folder, MENTIONS, number, [to_ipc(MENTIONS, columns)])


# -- what is not to be kept -----------------------------------------------------------------------


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
    for row in _rows(folder, number):
        is_old = before is not None and row["fetched_at"] < before
        if row["name"] and (is_old or RemovedName(row["id"], row["name"]) in names):
            removed += 1
            kept.append(row | dict(NAMELESS))
        else:
            kept.append(row)
    if removed:
        kept = _each_nameless_page_once(kept)
        write_mentions(folder, number, {name: [row[name] for row in kept] for name in kept[0]})
    return removed


def _rows(folder: Path, number: int) -> list[dict[str, Any]]:
    with reading_segment(segment_path(folder, MENTIONS, number)) as file:
        table: pa.Table = file.read()
    return list(table.to_pylist())


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
