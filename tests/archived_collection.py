"""A collection whose pages were archived and tabulated without any crawl."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from auslese.records.url import Url, host_of, key_of
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.warc_records import WarcExchange
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EMPTY: dict[str, Any] = {"string": "", "int64": 0, "int32": 0, "int16": 0}


class Fetched(NamedTuple):
    """A page as it was fetched."""

    url: str
    body: bytes
    media_type: str = "text/html"
    after: timedelta = timedelta()
    """When, seen from noon."""
    encoding: str = ""
    rendered: bytes = b""
    content: bytes = b""
    """The body unpacked, if it was packed."""
    copy_of: str = ""
    canonical: str = ""
    optouts: str = ""


def archived_collection(path: Path, pages: Iterable[Fetched], settings: str = "") -> Collection:
    """A new collection that has these pages."""
    collection = Collection.create(path, settings)
    add_pages(collection, pages)
    return collection


def add_pages(collection: Collection, pages: Iterable[Fetched]) -> None:
    """Archive these pages and write their rows, as one more run would."""
    number = max(numbers_of(collection.tables, "pages"), default=0) + 1
    writer = ArchiveWriter(collection.archive, f"run{number}", 1, ArchiveSettings())
    rows = [_row(writer, page) for page in pages]
    writer.close()
    columns = {name: [row[name] for row in rows] for name in TABLES["pages"].schema.names}
    write_segment(collection.tables, "pages", number, [to_ipc("pages", columns)])


def _row(writer: ArchiveWriter, page: Fetched) -> dict[str, Any]:
    at = NOON + page.after
    encoding = f"Content-Encoding: {page.encoding}\r\n" if page.encoding else ""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {page.media_type}\r\n{encoding}\r\n"
    exchange = WarcExchange(
        Url(page.url),
        at,
        f"GET / HTTP/1.1\r\nHost: {host_of(Url(page.url))}\r\n\r\n".encode(),
        head.encode(),
        page.body,
        200,
        page.media_type,
        rendered=page.rendered,
    )
    capture = writer.add(exchange)
    content = page.rendered or page.content or page.body
    empty = {field.name: EMPTY.get(str(field.type)) for field in TABLES["pages"].schema}
    return empty | {
        "id": key_of(Url(page.url)),
        "url": page.url,
        "host": host_of(Url(page.url)),
        "fetched_at": at,
        "status": 200,
        "media_type": page.media_type,
        "bytes": len(content),
        "digest": hashlib.sha1(content).hexdigest(),
        "copy_of": key_of(Url(page.copy_of)) if page.copy_of else None,
        "canonical": page.canonical,
        "optouts": page.optouts,
        "segment": capture.segment,
        "record_offset": capture.offset,
        "record_length": capture.length,
    }


def page_about(subject: str) -> bytes:
    """An HTML page with a text of its own."""
    text = f"All that is known about {subject}. And there is more about {subject}."
    return f"<title>{subject}</title><p>{text}".encode()
