"""An HTTP answer out of another crawler's archive, as if it had just been fetched."""

import re
from dataclasses import replace
from http import HTTPStatus
from ipaddress import ip_address
from typing import NamedTuple

from auslese.crawl.worker.receiver import Arrival
from auslese.crawl.worker.report_rows import header_fields
from auslese.recipes.importing.import_moments import moment_in
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument
from auslese.records.fetch import Failed, Fetched
from auslese.records.url import Url, canonical, path_of
from auslese.system.decoding import decoded_body

LONGEST_HEADER = 1 << 18  # bytes; curl takes 300 KB
HEADER_END = re.compile(rb"\r?\n\r?\n")
LINE_END = re.compile(rb"\r?\n")
STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})\b")
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,200}\r?\n")
# Answers that are no page: nothing in them, or only a part.
PARTIAL = frozenset((HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT, HTTPStatus.PARTIAL_CONTENT))
REDIRECTS = frozenset((301, 302, 303, 307, 308))  # RFC 9110, 15.4: those that name a target
GONE = frozenset((HTTPStatus.NOT_FOUND, HTTPStatus.GONE))
PLAIN_STARTS = frozenset((b"<", b"{", b"["))  # no packed body begins so
ENCODING_LINE = re.compile(rb"(\n)(content-encoding[ \t]*:)", re.I)


class ImportedExchange(NamedTuple):
    """A record of an archive that holds an answer."""

    where: str
    url: str
    moment: str
    """As the archive spells it."""
    block: bytes
    """Status line, header and body."""
    address: str = ""


def answer_in(exchange: ImportedExchange, origin: ImportOrigin) -> Arrival | RefusedDocument:
    """The page in a record, or why there is none."""
    url = canonical(exchange.url)
    if url is None:
        return RefusedDocument(exchange.where, "url", exchange.url[:200])
    if path_of(url) == "/robots.txt":
        return RefusedDocument(exchange.where, "robots_txt")
    end = HEADER_END.search(exchange.block, 0, LONGEST_HEADER)
    status = STATUS.match(exchange.block)
    if end is None or status is None:
        return RefusedDocument(exchange.where, "headers", "no HTTP answer")
    header = b"\r\n".join(LINE_END.split(exchange.block[: end.start()])) + b"\r\n\r\n"
    answer = _ArchivedAnswer(url, int(status[1]), header, exchange.block[end.end() :])
    return _page(answer, exchange, origin)


class _ArchivedAnswer(NamedTuple):
    url: Url
    status: int
    header: bytes
    body: bytes


def _page(
    answer: _ArchivedAnswer, exchange: ImportedExchange, origin: ImportOrigin
) -> Arrival | RefusedDocument:
    fields = header_fields(answer.header)
    media_type = fields.get(b"content-type", "").partition(";")[0].strip().lower()
    raw = answer.body
    if "chunked" in fields.get(b"transfer-encoding", "").lower():
        raw = without_chunks(raw)
    fetched = Fetched(
        answer.status,
        media_type,
        answer.header,
        raw,
        raw,
        location=fields.get(b"location", "").strip(),
        address=address_in(exchange.address),
    )
    arrival = Arrival(answer.url, fetched, exchange.where, moment_in(exchange.moment))
    if answer.status in GONE or (answer.status in REDIRECTS and fetched.location):
        return arrival
    if answer.status // 100 != HTTPStatus.OK // 100 or answer.status in PARTIAL:
        return RefusedDocument(exchange.where, f"http_{answer.status}", answer.url)
    return _decoded(arrival, fields.get(b"content-encoding", ""), origin.longest)


def _decoded(arrival: Arrival, encoding: str, longest: int) -> Arrival | RefusedDocument:
    """The page with its body unpacked, or why that cannot be had."""
    fetched = arrival.fetched
    body = decoded_body(fetched.raw_body, encoding, longest)
    if not isinstance(body, Failed):
        return arrival._replace(fetched=replace(fetched, body=body))
    if fetched.raw_body.lstrip()[:1] not in PLAIN_STARTS:
        return RefusedDocument(arrival.where, str(body.why), body.detail)
    # Some crawlers keep the body unpacked, and the header that says it is packed.
    header = ENCODING_LINE.sub(rb"\1X-Crawler-\2", fetched.header_bytes)
    return arrival._replace(fetched=replace(fetched, header_bytes=header))


def without_chunks(body: bytes) -> bytes:
    """The body without chunk marks; as it is if it has none, for many crawlers remove them."""
    parts: list[bytes] = []
    place = 0
    while found := CHUNK_SIZE.match(body, place):
        size, start = int(found[1], 16), found.end()
        if not size:
            return b"".join(parts)
        if start + size > len(body):
            break
        parts.append(body[start : start + size])
        place = start + size
        place += 2 if body[place : place + 2] == b"\r\n" else 1
    return body


def address_in(text: str) -> str:
    """The address in its usual spelling; empty if it is none."""
    try:
        return str(ip_address(text.strip()))
    except ValueError:
        return ""
