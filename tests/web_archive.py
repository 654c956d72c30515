"""A collection with everything that an archive can have, made without any crawl."""

import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from auslese.records.url import Url, host_of, key_of
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import EarlierCapture, WarcExchange, digest_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
START, SECOND = "http://a.example/", "http://a.example/second?x=1&y=2"
COPY, OTHER = "http://b.example/copy", "http://b.example/other"
RESERVED, CLOSED = "http://b.example/reserved", "http://a.example/closed"
UNWANTED = "http://a.example/unwanted"
MOVED, STYLE, PICTURE = (
    "http://a.example/moved",
    "http://a.example/style.css",
    "http://a.example/picture.png",
)
ROBOTS = "http://a.example/robots.txt"
MANY = {"string": "", "int64": 0, "int32": 0, "int16": 0, "float": 0.0, "double": 0.0}


class Answer(NamedTuple):
    """What a server said, and what the crawl made of it."""

    url: str
    body: bytes = b""
    media_type: str = "text/html"
    status: int = 200
    minutes: int = 0
    """After noon."""
    fields: str = ""
    earlier: tuple[str, int] | None = None
    """For a revisit: URL and minutes of the capture that has the body."""
    outcome: str = "page"
    """Its reason; `page` makes a row of pages, and nothing makes neither."""
    title: str = ""
    charset: str = "utf-8"
    optouts: str = ""
    directives: str = ""
    depth: int = 1
    rendered: bytes = b""


def page_with(title: str, *links: str) -> bytes:
    """A page that links to others and says a sentence about its title."""
    anchors = " ".join(f'<a href="{link}">to {link}</a>' for link in links)
    head = f'<title>{title}</title><link rel="stylesheet" href="/style.css">'
    return f"<html><head>{head}</head><body><h1>{title}</h1>{anchors}</body></html>".encode()


SAME = page_with("Only once", "http://a.example/")
ANSWERS = (
    Answer(ROBOTS, b"User-agent: *\n", "text/plain", outcome=""),
    Answer(
        START,
        page_with("Start", "second?y=2&x=1", "/moved", "//b.example/copy", "http://c.example/"),
        title="Start",
        depth=0,
    ),
    Answer(SECOND, SAME, title="Only once"),
    Answer(MOVED, status=301, fields="Location: /second?x=1&y=2\r\n", outcome="redirect"),
    Answer(COPY, SAME, earlier=(SECOND, 0), title="Only once"),
    Answer(OTHER, page_with("Other"), title="Other"),
    Answer(RESERVED, page_with("Reserved"), title="Reserved", optouts="noai,tdm-reservation"),
    Answer(CLOSED, page_with("Not to be kept"), title="Not to be kept", directives="noarchive"),
    Answer(
        UNWANTED,
        b'<meta name="robots" content="noindex"><title>Unwanted</title>',
        outcome="noindex",
    ),
    Answer(STYLE, b"body { background: url(picture.png) }", "text/css", outcome=""),
    Answer(PICTURE, b"\x89PNG not really", "image/png", outcome=""),
    # A day later: one has changed, one has not.
    Answer(
        OTHER,
        page_with("Other, changed"),
        title="Other, changed",
        minutes=1440,
        rendered=b"<h1>As a browser shows it</h1>",
    ),
    Answer(START, status=304, minutes=1441, earlier=(START, 0), outcome="unchanged"),
)


def archived_web(path: Path, answers: tuple[Answer, ...] = ANSWERS) -> Collection:
    """A new collection that has these answers, of several segments."""
    collection = Collection.create(path)
    tables: dict[str, list[dict[str, Any]]] = {"pages": [], "outcomes": []}
    bodies = {(answer.url, answer.minutes): answer.body for answer in answers}
    writer = ArchiveWriter(collection.archive, "made", 1, ArchiveSettings(segment_bytes=6_000))
    for answer in answers:
        place = _archived(writer, answer, bodies)
        if answer.outcome == "page":
            tables["pages"].append(_page_row(answer, place))
        if answer.outcome:
            tables["outcomes"].append(_outcome_row(answer))
    writer.close()
    for name, rows in tables.items():
        columns = {field: [row[field] for row in rows] for field in TABLES[name].schema.names}
        write_segment(collection.tables, name, 1, [to_ipc(name, columns)])
    return collection


def _moment(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def _archived(
    writer: ArchiveWriter, answer: Answer, bodies: dict[tuple[str, int], bytes]
) -> CaptureLocation:
    line = f"HTTP/1.1 {answer.status} Said\r\n"
    kind = f"Content-Type: {answer.media_type}; charset={answer.charset}\r\n"
    request = f"GET / HTTP/1.1\r\nHost: {host_of(Url(answer.url))}\r\n\r\n".encode()
    earlier, digest = None, ""
    if answer.earlier is not None:
        url, minutes = answer.earlier
        earlier = EarlierCapture(Url(url), _moment(minutes))
        digest = digest_of(bodies[answer.earlier])
    exchange = WarcExchange(
        Url(answer.url),
        _moment(answer.minutes),
        request,
        f"{line}{kind}{answer.fields}\r\n".encode(),
        answer.body,
        answer.status,
        answer.media_type,
        digest=digest,
        rendered=answer.rendered,
    )
    return writer.add(exchange, earlier)


def _empty(table: str) -> dict[str, Any]:
    schema = TABLES[table].schema
    return {
        field.name: None if field.nullable else MANY.get(str(field.type), False) for field in schema
    }


def _page_row(answer: Answer, place: CaptureLocation) -> dict[str, Any]:
    return _empty("pages") | {
        "id": key_of(Url(answer.url)),
        "url": answer.url,
        "host": host_of(Url(answer.url)),
        "fetched_at": _moment(answer.minutes),
        "status": answer.status,
        "media_type": answer.media_type,
        "charset": answer.charset,
        "bytes": len(answer.body),
        "title": answer.title,
        "depth": answer.depth,
        "digest": hashlib.sha1(answer.body).hexdigest(),
        "optouts": answer.optouts,
        "directives": answer.directives,
        "segment": place.segment,
        "record_offset": place.offset,
        "record_length": place.length,
    }


def _outcome_row(answer: Answer) -> dict[str, Any]:
    target = "http://a.example/second?x=1&y=2" if answer.outcome == "redirect" else ""
    return _empty("outcomes") | {
        "id": key_of(Url(answer.url)),
        "url": answer.url,
        "host": host_of(Url(answer.url)),
        "kind": "refused" if answer.outcome == "noindex" else "fetched",
        "reason": answer.outcome,
        "detail": target,
        "status": answer.status,
        "ended_at": _moment(answer.minutes),
    }
