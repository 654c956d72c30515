"""How does an exchange look as WARC 1.1 records?

Written by hand and not by a library because that takes half the time, and because we decide
what goes in: docs/methods/archive.md.
"""

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from auslese.records.url import Url
from auslese.store.archive.gzip_members import RECORD_END, packed_member, stored_member
from auslese.store.archive.replay_headers import (
    PACKED,
    ReceivedResponse,
    ReplayHeader,
    replayable,
)

IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
OF_REVISITS = frozenset(
    {
        "warc-profile",
        "warc-refers-to-target-uri",
        "warc-refers-to-date",
        "warc-block-digest",
        "content-length",
    }
)
"""Fields that a record loses, or gets anew, with its body."""
PACKED_FAMILIES = ("image/", "audio/", "video/")

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"  # base 32: RFC 4648, section 6
_PAIRS = [first + second for first in _LETTERS for second in _LETTERS]
_SHIFTS = range(150, -1, -10)  # the sixteen pairs of letters in the 160 bits of SHA-1


@dataclass(frozen=True, slots=True)
class WarcExchange:
    """One request and what came back, as it went over the wire."""

    url: Url
    fetched_at: datetime
    """When we asked, in UTC; kept to the millisecond, as in the tables."""
    request: bytes
    """Request line and headers; if empty, no request record is written."""
    response_header: bytes
    """Status line and headers as they came."""
    raw_body: bytes
    """The body without chunk marks, still compressed if it was."""
    status: int
    media_type: str
    address: str = ""
    digest: str = ""
    """`digest_of(raw_body)` if the caller knows it, computed if empty; for a 304, the digest of
    what did not change."""
    truncated: str = ""
    """Why the body is not whole: `length`, `time`, `disconnect` or `unspecified`."""
    rendered: bytes = b""
    """The page as a browser showed it, as HTML; kept beside the response."""
    content_type: str = ""
    """Set if it came without HTTP around it: what it is, with its charset."""


class EarlierCapture(NamedTuple):
    """Where the same bytes were archived first."""

    url: Url
    fetched_at: datetime


def digest_of(body: bytes) -> str:
    """Return the name of these bytes as WARC spells it: `sha1:` and base 32."""
    return labelled(hashlib.sha1(body, usedforsecurity=False).digest())


@lru_cache(maxsize=8)  # asked for three times an exchange
def moment_text(moment: datetime) -> str:
    """Return the moment as a WARC date, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:23] + "Z"


def new_id() -> str:
    """Return a name that no other record has: a random UUID, without the cost of a UUID object."""
    digits = os.urandom(16).hex()
    groups = digits[:8], digits[8:12], "4" + digits[13:16], "a" + digits[17:20], digits[20:]
    return f"<urn:uuid:{'-'.join(groups)}>"


def info_member(filename: str, made_at: datetime, fields: bytes) -> bytes:
    """Return the record that opens a segment and says who wrote it."""
    head = (
        f"WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: {new_id()}\r\n"
        f"WARC-Date: {moment_text(made_at)}\r\nWARC-Filename: {filename}\r\n"
        "Content-Type: application/warc-fields\r\n"
    )
    return packed_member(_head(head, fields, b""), b"")


def request_member(exchange: WarcExchange, response_id: str) -> bytes:
    """Return the record of what we asked, tied to the record of the answer."""
    head = (
        f"{_start('request', exchange, new_id())}WARC-Concurrent-To: {response_id}\r\n"
        "Content-Type: application/http;msgtype=request\r\n"
    )
    return packed_member(_head(head, exchange.request, b""), b"")


def response_member(exchange: WarcExchange, digest: str, record_id: str) -> bytes:
    """Return the record of what we got, with its body."""
    reply = _reply_of(exchange)
    head = (
        f"{_start('response', exchange, record_id)}{_answer(exchange, reply, digest)}"
        "Content-Type: application/http;msgtype=response\r\n"
    )
    is_packed = reply.is_packed or exchange.media_type.startswith(PACKED_FAMILIES)
    member = stored_member if is_packed else packed_member
    return member(_head(head, reply.header, exchange.raw_body), exchange.raw_body)


def resource_member(exchange: WarcExchange, digest: str, record_id: str) -> bytes:
    """Return the record of what came without HTTP around it: WARC 1.1, section 6.4."""
    head = (
        f"{_start('resource', exchange, record_id)}WARC-Payload-Digest: {digest}\r\n"
        f"Content-Type: {exchange.content_type}\r\n"
    )
    return packed_member(_head(head, b"", exchange.raw_body), exchange.raw_body)


def revisit_member(
    exchange: WarcExchange, digest: str, record_id: str, earlier: EarlierCapture
) -> bytes:
    """Return the record of what we got, its body given by pointing to an earlier record."""
    reply = _reply_of(exchange)
    unchanged = exchange.status == HTTPStatus.NOT_MODIFIED
    head = (
        f"{_start('revisit', exchange, record_id)}{_answer(exchange, reply, digest)}"
        f"WARC-Profile: {NOT_MODIFIED if unchanged else IDENTICAL}\r\n"
        f"WARC-Refers-To-Target-URI: {earlier.url}\r\n"
        f"WARC-Refers-To-Date: {moment_text(earlier.fetched_at)}\r\n"
        "Content-Type: application/http;msgtype=response\r\n"
    )
    return packed_member(_head(head, reply.header, b""), b"")


def filled_member(record: bytes, body: bytes) -> bytes:
    """Return a revisit, unpacked, as the response that it stands for, its body with it.

    It keeps its name, so the record of its request still belongs to it.
    """
    head, _, header = record.removesuffix(RECORD_END).partition(b"\r\n\r\n")
    lines = [line for line in head.decode().split("\r\n") if _field_of(line) not in OF_REVISITS]
    start = "\r\n".join(lines).replace("WARC-Type: revisit", "WARC-Type: response", 1)
    member = stored_member if PACKED.search(header.lower()) else packed_member
    return member(_head(f"{start}\r\n", header, body), body)


def _field_of(line: str) -> str:
    return line.partition(":")[0].lower()


def conversion_member(exchange: WarcExchange, response_id: str) -> bytes:
    """Return the record of the rendered page, tied to the record that it was made from.

    WARC 1.1, section 6.8: the content of another record in another form, without HTTP around it.
    """
    head = (
        f"{_start('conversion', exchange, new_id())}WARC-Refers-To: {response_id}\r\n"
        f"WARC-Payload-Digest: {digest_of(exchange.rendered)}\r\n"
        "Content-Type: text/html;charset=utf-8\r\n"
    )
    return packed_member(_head(head, b"", exchange.rendered), exchange.rendered)


def _reply_of(exchange: WarcExchange) -> ReplayHeader:
    return replayable(
        exchange.response_header, ReceivedResponse(exchange.status, len(exchange.raw_body))
    )


def _start(record_type: str, exchange: WarcExchange, record_id: str) -> str:
    return (
        f"WARC/1.1\r\nWARC-Type: {record_type}\r\nWARC-Record-ID: {record_id}\r\n"
        f"WARC-Target-URI: {exchange.url}\r\nWARC-Date: {moment_text(exchange.fetched_at)}\r\n"
    )


def _answer(exchange: WarcExchange, reply: ReplayHeader, digest: str) -> str:
    address = f"WARC-IP-Address: {exchange.address}\r\n" if exchange.address else ""
    protocol = f"WARC-Protocol: {reply.protocol}\r\n" if reply.protocol else ""
    truncated = f"WARC-Truncated: {exchange.truncated}\r\n" if exchange.truncated else ""
    return f"{address}{protocol}{truncated}WARC-Payload-Digest: {digest}\r\n"


def _head(head: str, block_start: bytes, block_rest: bytes) -> bytes:
    """Return everything up to where the body begins; the block digest covers the body too."""
    block = hashlib.sha1(block_start, usedforsecurity=False)
    block.update(block_rest)
    return (
        f"{head}WARC-Block-Digest: {labelled(block.digest())}\r\n"
        f"Content-Length: {len(block_start) + len(block_rest)}\r\n\r\n"
    ).encode() + block_start


def labelled(digest: bytes) -> str:
    """Return the digest in base 32, two letters at a time: a third of the time of base64's way."""
    number = int.from_bytes(digest)
    return "sha1:" + "".join([_PAIRS[number >> shift & 0x3FF] for shift in _SHIFTS])
