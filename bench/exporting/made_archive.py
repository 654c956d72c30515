"""A collection of made-up pages as they were fetched: an archive and the table of pages."""

import random
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

from auslese.records.url import Url, key_of
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.warc_records import WarcExchange, digest_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from exporting.made import BEGIN, HOSTS, _empty, _Texts

CHUNK = 10_000  # pages of a segment of the table
SEGMENT_BYTES = 1 << 28
LINKS = 50  # of a page
HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def made_archive(folder: Path, pages: int) -> Collection:
    """The collection with so many pages; made if it is not there yet."""
    done = folder / "made"
    if done.exists():
        return Collection.open(folder)
    shutil.rmtree(folder, ignore_errors=True)
    collection = Collection.create(folder)
    settings = ArchiveSettings(segment_bytes=SEGMENT_BYTES)
    writer = ArchiveWriter(collection.archive, "made", 1, settings)
    texts = _Texts(random.Random(24))
    for number, begin in enumerate(range(0, pages, CHUNK), 1):
        rows = [_row(writer, page, texts) for page in range(begin, min(begin + CHUNK, pages))]
        schema = TABLES["pages"].schema
        columns = {
            field.name: [row.get(field.name, _empty(field)) for row in rows] for field in schema
        }
        write_segment(collection.tables, "pages", number, [to_ipc("pages", columns)])
    writer.close()
    done.touch()
    return collection


def _url(page: int) -> Url:
    return Url(f"https://h{page % HOSTS}.example/part{page % 37}/page-{page}.html")


def _row(writer: ArchiveWriter, page: int, texts: _Texts) -> dict[str, Any]:
    paragraphs = [" ".join(each) for each in texts.paragraphs()]
    links = "".join(
        f'<li><a class="entry" href="{_url(page + step)}">page {page + step}</a></li>\n'
        for step in range(1, LINKS)
    )
    text = "".join(f"<p>{each}</p>\n" for each in paragraphs)
    title = paragraphs[0][:60]
    body = f"<html><head><title>{title}</title></head><ul>{links}</ul>{text}</html>".encode()
    at = BEGIN + timedelta(milliseconds=200 * page)
    url = _url(page)
    host = url.split("/")[2]
    request = f"GET {url} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: bench\r\n\r\n".encode()
    digest = digest_of(body)
    place = writer.add(
        WarcExchange(url, at, request, HEADER, body, 200, "text/html", digest=digest)
    )
    row = {"id": key_of(url), "url": url, "host": host, "site": host, "fetched_at": at}
    row |= {"status": 200, "media_type": "text/html", "charset": "utf-8", "bytes": len(body)}
    row |= {"title": title, "depth": 1, "segment": place.segment}
    return row | {"record_offset": place.offset, "record_length": place.length}
