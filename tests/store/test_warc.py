import base64
import hashlib
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from auslese.records.url import Url
from auslese.store.archive.warc_records import (
    EarlierCapture,
    WarcExchange,
    digest_of,
    moment_text,
    new_id,
    request_member,
    response_member,
    revisit_member,
)

MakeExchange = Callable[..., WarcExchange]


def read(member: bytes) -> Any:
    """Return the record as warcio sees it; reading its body checks the digests."""
    return next(ArchiveIterator(BytesIO(member), check_digests="raise"))


def field(member: bytes, name: str) -> str | None:
    value: str | None = read(member).rec_headers.get_header(name)
    return value


def test_a_digest_is_sha1_in_base_32() -> None:
    for body in (b"", b"x", b"\xff" * 1000):
        plain = base64.b32encode(hashlib.sha1(body).digest()).decode()

        assert digest_of(body) == f"sha1:{plain}"


def test_record_ids_are_random_uuids_and_differ() -> None:
    names = {new_id() for _ in range(1000)}

    assert len(names) == 1000
    assert {uuid.UUID(name.strip("<>").removeprefix("urn:uuid:")).version for name in names} == {4}


def test_a_moment_is_written_in_utc_to_the_millisecond() -> None:
    here = timezone(timedelta(hours=1))

    assert moment_text(datetime(2026, 11, 15, 12, 0, tzinfo=UTC)) == "2026-11-15T12:00:00.000Z"
    assert moment_text(datetime(2026, 11, 15, 12, 0, 0, 123999, here)) == "2026-11-15T11:00:00.123Z"


def test_a_response_record_says_what_where_when_and_from_whom(make_exchange: MakeExchange) -> None:
    exchange = make_exchange(truncated="length")

    record = read(response_member(exchange, digest_of(exchange.raw_body), "<urn:uuid:1>"))

    assert record.format == "warc"
    assert dict(record.rec_headers.headers) | {"WARC-Block-Digest": ""} == {
        "WARC-Type": "response",
        "WARC-Record-ID": "<urn:uuid:1>",
        "WARC-Target-URI": exchange.url,
        "WARC-Date": "2026-11-15T12:00:00.123Z",
        "WARC-IP-Address": "192.0.2.7",
        "WARC-Truncated": "length",
        "WARC-Payload-Digest": digest_of(exchange.raw_body),
        "WARC-Block-Digest": "",
        "Content-Type": "application/http;msgtype=response",
        "Content-Length": str(len(exchange.response_header) + len(exchange.raw_body)),
    }


def test_a_request_record_is_tied_to_its_response(make_exchange: MakeExchange) -> None:
    member = request_member(make_exchange(), "<urn:uuid:1>")

    assert field(member, "WARC-Type") == "request"
    assert field(member, "WARC-Concurrent-To") == "<urn:uuid:1>"
    assert read(member).http_headers.get_header("Host") == "www.example.org"


def test_an_answer_by_http_2_reads_as_http_1_and_keeps_its_protocol(
    make_exchange: MakeExchange,
) -> None:
    exchange = make_exchange(response_header=b"HTTP/2 200 \r\ncontent-type: text/html\r\n\r\n")

    record = read(response_member(exchange, digest_of(exchange.raw_body), new_id()))

    assert record.http_headers.protocol == "HTTP/1.1"
    assert record.http_headers.statusline == "200 OK"
    assert record.rec_headers.get_header("WARC-Protocol") == "h2"
    assert record.raw_stream.read() == exchange.raw_body


def test_a_dechunked_body_is_not_dechunked_again_on_replay(make_exchange: MakeExchange) -> None:
    body = b"5\r\nhello\r\n0\r\n\r\n"  # looks like chunks but is the page itself
    header = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    exchange = make_exchange(raw_body=body, response_header=header)

    record = read(response_member(exchange, digest_of(body), new_id()))

    assert record.content_stream().read() == body
    assert record.http_headers.get_header("Content-Length") == str(len(body))
    assert record.http_headers.get_header("X-Crawler-Transfer-Encoding") == "chunked"


def test_a_revisit_keeps_the_headers_and_names_the_earlier_record(
    make_exchange: MakeExchange,
) -> None:
    exchange = make_exchange(1)
    earlier = EarlierCapture(Url("https://example.org/first"), make_exchange().fetched_at)

    record = read(revisit_member(exchange, digest_of(exchange.raw_body), new_id(), earlier))

    get = record.rec_headers.get_header
    assert get("WARC-Profile").endswith("/identical-payload-digest")
    assert get("WARC-Refers-To-Target-URI") == "https://example.org/first"
    assert get("WARC-Refers-To-Date") == "2026-11-15T12:00:00.123Z"
    assert get("WARC-Payload-Digest") == digest_of(exchange.raw_body)
    assert record.http_headers.get_header("Content-Type") == "text/html"
    assert record.raw_stream.read() == b""


def test_an_unchanged_page_is_a_revisit_of_its_own_kind(make_exchange: MakeExchange) -> None:
    exchange = make_exchange(
        status=304, raw_body=b"", response_header=b"HTTP/1.1 304 Not Modified\r\n\r\n"
    )
    earlier = EarlierCapture(exchange.url, exchange.fetched_at)

    member = revisit_member(exchange, digest_of(b"the page"), new_id(), earlier)

    assert str(field(member, "WARC-Profile")).endswith("/server-not-modified")


def test_a_compressed_body_is_stored_as_it_is(make_exchange: MakeExchange) -> None:
    body = b"as if compressed " * 100
    gzipped = make_exchange(
        raw_body=body, response_header=b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
    )

    for exchange in (gzipped, make_exchange(raw_body=body, media_type="image/png")):
        assert body in response_member(exchange, digest_of(body), new_id())
    assert body not in response_member(make_exchange(raw_body=body), digest_of(body), new_id())
