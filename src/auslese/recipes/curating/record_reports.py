"""Records as programs and pages get them: those of robots and of people apart, keys as texts.

A key is written as a text, since those of robots are larger than the numbers of JavaScript.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from auslese.recipes.curating.entered_records import curated_row
from auslese.recipes.wrappers.hidden_values import HiddenValues, hidden_values, shown_row
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordJournal
from auslese.store.records.record_table import (
    CURATED,
    ROBOT,
    RecordQuery,
    RecordRow,
    child_rows,
    count_records,
    record_kinds,
    record_of_key,
    record_rows,
)
from auslese.store.tables.sql_views import Connection
from auslese.wording.entries.record_sentences import RecordProblem

MOST_CHILDREN = 200
SHOWN_NAMES = ("name", "title", "headline")
"""Fields that say what a record is called; the first one if it has none of these."""


class RecordList(NamedTuple):
    """Some records of one source, of all that fit."""

    total: int
    records: list[dict[str, Any]]


def record_list(collection: Collection, tables: Connection, query: RecordQuery) -> RecordList:
    """The records that fit, without what is not to be shown."""
    hidden = hidden_values(collection)
    rows = (shown_row(row, hidden) for row in record_rows(tables, query))
    return RecordList(count_records(tables, query), [record_json(row) for row in rows if row])


def kinds_of(tables: Connection, source: str) -> list[str]:
    """The kinds of records of a source, the most frequent first."""
    return [kind for said, kind, _ in record_kinds(tables) if said == source]


def one_record(collection: Collection, tables: Connection, source: str, key: int) -> dict[str, Any]:
    """A record with the one it belongs to, and those that belong to it; NotFoundError if none."""
    hidden = hidden_values(collection)
    row = shown_row(_row(collection, tables, source, key), hidden)
    if row is None:
        raise NotFoundError(RecordProblem.NO_RECORD.of(key=str(key)))
    family = _Family(collection, tables, source, hidden)
    return record_json(row) | {"parent": family.parent(row), "children": family.children(row)}


def _row(collection: Collection, tables: Connection, source: str, key: int) -> RecordRow:
    row = (
        curated_row(RecordJournal(collection.path).record(key))
        if source == CURATED
        else record_of_key(tables, key)
    )
    if row is None:
        raise NotFoundError(RecordProblem.NO_RECORD.of(key=str(key)))
    return row


class _Family:
    """To what a record belongs, and what belongs to it."""

    def __init__(
        self, collection: Collection, tables: Connection, source: str, hidden: HiddenValues
    ) -> None:
        self._collection, self._tables = collection, tables
        self._source, self._hidden = source, hidden

    def parent(self, row: RecordRow) -> dict[str, str] | None:
        try:
            found = row.parent and _row(self._collection, self._tables, self._source, row.parent)
        except NotFoundError:  # it has gone since
            return None
        shown = shown_row(found, self._hidden) if found else None
        return _named(shown) if shown else None

    def children(self, row: RecordRow) -> list[dict[str, str]]:
        shown = (shown_row(each, self._hidden) for each in self._children(row))
        return [_named(each) for each in shown if each]

    def _children(self, row: RecordRow) -> Iterator[RecordRow]:
        if self._source == ROBOT:
            yield from child_rows(self._tables, row.id, MOST_CHILDREN)
        else:
            yield from map(curated_row, RecordJournal(self._collection.path).children(row.id))


def record_json(row: RecordRow) -> dict[str, Any]:
    """A record for programs: its fields in order, each with all its values."""
    fields: dict[str, list[str]] = {}
    for each in row.fields:
        fields.setdefault(each["name"], []).append(each["value"])
    return {
        "key": str(row.id),
        "kind": row.kind,
        "source": row.source,
        "called": called(row),
        "wrapper": row.wrapper,
        "url": row.url,
        "at": row.taken_at.isoformat(),
        "fields": fields,
    }


def called(row: RecordRow) -> str:
    """What a record is called."""
    for wanted in SHOWN_NAMES:
        for each in row.fields:
            if each["name"] == wanted:
                return " ".join(each["value"].split())
    return " ".join(row.fields[0]["value"].split()) if row.fields else str(row.id)


def _named(row: RecordRow) -> dict[str, str]:
    return {"key": str(row.id), "called": called(row)}
