"""Documents in lines of JSON: `{"id", "url", "title", "text"|"html", "language", …}`."""

from collections.abc import Iterator, Mapping
from hashlib import sha1
from typing import Any, NamedTuple

import msgspec

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.given_document import GivenDocument, UnfitDocumentError, parse_given_document
from auslese.extract.sniff import GIVEN_DOCUMENT, HTML
from auslese.recipes.importing.import_moments import moment_of
from auslese.recipes.importing.input_files import Input, InputLine
from auslese.recipes.importing.made_urls import url_for
from auslese.records.fetch import Fetched
from auslese.records.url import Url, canonical

UNICODE_HTML = f"{HTML};charset=utf-8"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
OK = 200


class RefusedDocument(NamedTuple):
    """What could not be taken from a file."""

    where: str
    """`file:line`, or the file alone."""
    reason: str
    detail: str = ""


class ImportOrigin(NamedTuple):
    """Where documents come from."""

    source: str
    """The file, as the user named it."""
    host: str
    """The host of documents that have no URL."""
    longest: int
    """Bytes that a document may have."""


def read_lines(opened: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The documents of a file, line by line."""
    for line in opened.lines(origin.longest):
        text = line.text.removeprefix(BYTE_ORDER_MARK).strip()
        if text or not line.is_whole:
            yield _document(line, text, origin, f"{origin.source}:{line.number}")


def _document(
    line: InputLine, text: bytes, origin: ImportOrigin, where: str
) -> Arrival | RefusedDocument:
    if not line.is_whole:
        return RefusedDocument(where, "too_large", f"longer than {origin.longest:,} bytes")
    try:
        given, text = parse_given_document(text)
    except UnfitDocumentError as error:
        return RefusedDocument(where, "line", str(error))
    if given.text is None and given.html is None and given.title is None:
        return RefusedDocument(where, "line", 'expected one of "text", "html", "title"')
    return _arrival(given, text, where, origin.host)


def given_arrival(
    fields: Mapping[str, Any], where: str, origin: ImportOrigin
) -> Arrival | RefusedDocument:
    """A document whose fields were told otherwise than in a line of JSON; it becomes one."""
    line = msgspec.json.encode(fields)
    if len(line) > origin.longest:
        return RefusedDocument(where, "too_large", f"longer than {origin.longest:,} bytes")
    return _document(InputLine(0, line), line, origin, where)


def _arrival(given: GivenDocument, text: bytes, where: str, host: str) -> Arrival:
    name = given.called
    url = _url_of(given, name, text, host)
    at = moment_of(given.fetched_at)
    if given.html is not None:
        body, content_type = given.html.encode(), UNICODE_HTML
    else:
        body, content_type = text, GIVEN_DOCUMENT
    return arrival_of(url, body, content_type, where, name)._replace(at=at)


def arrival_of(url: Url, body: bytes, content_type: str, where: str, name: str | None) -> Arrival:
    """Something that came without HTTP around it."""
    header = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode()
    media_type = content_type.partition(";")[0].strip().lower()
    fetched = Fetched(OK, media_type, header, body, body)
    return Arrival(url, fetched, where, name=name, content_type=content_type)


def _url_of(given: GivenDocument, name: str | None, text: bytes, host: str) -> Url:
    if given.url and (url := canonical(given.url)) is not None:
        return url
    # Without a name it is known by what it says: the same line is the same document.
    return url_for(host, name or given.url or f"~{sha1(text).hexdigest()}")
