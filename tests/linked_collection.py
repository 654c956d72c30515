"""A collection of pages and links, made without any crawl."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from auslese.records.url import Url, host_of, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of
from tests.archived_collection import EMPTY, NOON


class Cite(NamedTuple):
    """A link: from where, to where, and how it stands there."""

    source: str
    target: str
    anchor: str = ""
    position: str | None = "main"
    rel: str = ""


def linked_collection(path: Path, pages: Iterable[str], cites: Iterable[Cite]) -> Collection:
    """A new collection with these pages and links."""
    collection = Collection.create(path)
    add_rows(collection, "pages", [page_row(url) for url in pages])
    add_cites(collection, cites)
    return collection


def add_cites(collection: Collection, cites: Iterable[Cite]) -> None:
    """Write these links as one more segment."""
    rows = [
        each._asdict()
        | {"source": key_of(Url(each.source)), "target": key_of(Url(each.target))}
        | {"url": each.target, "seen_at": NOON, "context": ""}
        for each in cites
    ]
    add_rows(collection, "links", rows)


def page_row(url: str, **more: Any) -> dict[str, Any]:
    """A page as its table keeps it."""
    told = {"id": key_of(Url(url)), "url": url, "host": host_of(Url(url)), "fetched_at": NOON}
    return told | more


def outcome_row(url: str, reason: str, detail: str = "", **more: Any) -> dict[str, Any]:
    """How a visit ended."""
    told = {"kind": "fetched", "reason": reason, "detail": detail}
    moment = {"ended_at": NOON - timedelta(minutes=1)}
    return {"id": key_of(Url(url)), "url": url, "host": host_of(Url(url))} | told | moment | more


def document_row(url: str, title: str, text: str) -> dict[str, Any]:
    """A page that was read."""
    return page_row(url, title=title, text=text, paragraphs=[], is_cut=False)


def add_rows(collection: Collection, table: str, rows: list[dict[str, Any]]) -> None:
    """Write rows as one more segment; what they do not say is empty."""
    schema = TABLES[table].schema
    empty = {
        field.name: None if field.nullable else EMPTY.get(str(field.type), 0.0) for field in schema
    }
    whole = [empty | row for row in rows]
    columns = {name: [row[name] for row in whole] for name in schema.names}
    number = max(numbers_of(collection.tables, table), default=0) + 1
    write_segment(collection.tables, table, number, [to_ipc(table, columns)])
