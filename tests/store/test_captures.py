import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.url import Url
from auslese.store.archive.archive_writer import ArchiveWriter
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import EarlierCapture, WarcExchange, digest_of

MakeExchange = Callable[..., WarcExchange]


def test_a_response_is_read_as_it_was_taken_in(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    exchange = make_exchange(truncated="time")
    capture = writer.add(exchange)
    writer.close()

    response = read_response(tmp_path, capture)

    assert response.url == exchange.url
    assert response.fetched_at == exchange.fetched_at
    assert response.header == exchange.response_header
    assert response.body == exchange.raw_body
    assert response.digest == digest_of(exchange.raw_body)
    assert response.address == exchange.address
    assert response.truncated == "time"
    assert response.earlier is None


def test_header_fields_are_found_in_any_case(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-TYPE: text/html\r\nX: 1\r\nx: 2\r\nName: caf\xe9\r\n\r\n"
    capture = writer.add(make_exchange(response_header=header))
    writer.sync()

    response = read_response(tmp_path, capture)

    assert response.field("content-type") == "text/html"
    assert response.field("X") == "1"
    assert response.field("name") == "café"
    assert response.field("etag") == ""


def test_a_revisit_is_read_with_its_own_header_and_the_earlier_body(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    first, other = make_exchange(raw_body=b"same"), make_exchange(1)
    again = make_exchange(
        2, raw_body=b"same", response_header=b"HTTP/1.1 200 OK\r\nETag: new\r\n\r\n"
    )
    earlier = EarlierCapture(first.url, first.fetched_at)
    writer.add(first)
    writer.add(other)
    capture = writer.add(again, earlier)
    writer.sync()

    response = read_response(tmp_path, capture)

    assert response.url == again.url
    assert response.header == again.response_header
    assert response.body == b"same"
    assert response.earlier == earlier


def test_a_revisit_finds_its_body_among_others_of_the_same_second(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    earlier = EarlierCapture(make_exchange().url, make_exchange().fetched_at)
    writer.add(make_exchange(raw_body=b"other"))
    writer.add(make_exchange(raw_body=b"same"))
    writer.add(make_exchange(raw_body=b"same"), earlier)
    capture = writer.add(make_exchange(1, raw_body=b"same"), earlier)
    writer.sync()

    # Moved in front, the other revisit of that second is what a careless look would find.
    growing = tmp_path / "auslese-test-w1-00001.cdxj.open"
    growing.write_bytes(b"".join(sorted(growing.read_bytes().splitlines(keepends=True))[::-1]))

    assert read_response(tmp_path, capture).body == b"same"


def test_a_revisit_of_something_that_is_gone_says_so(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    exchange = make_exchange()
    capture = writer.add(
        exchange, EarlierCapture(Url("https://gone.example/"), exchange.fetched_at)
    )
    writer.sync()

    with pytest.raises(NotFoundError, match=r"copy of https://gone\.example/ of 2026-11-15"):
        read_response(tmp_path, capture)


def test_a_missing_segment_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"no segment none\.warc\.gz"):
        read_response(tmp_path, CaptureLocation("none.warc.gz", 0, 10))


def test_a_place_without_record_is_told_as_damage(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    segment, offset, length = writer.add(make_exchange())
    writer.sync()

    for capture in (
        CaptureLocation(segment, offset + 1, length),
        CaptureLocation(segment, offset, length - 1),
    ):
        with pytest.raises(AusleseError, match=r"damaged \(at byte \d+: .*auslese check"):
            read_response(tmp_path, capture)


def test_a_member_that_is_no_record_is_told_as_damage(tmp_path: Path) -> None:
    data = gzip.compress(b"a plain text")
    (tmp_path / "foreign.gz").write_bytes(data)

    with pytest.raises(AusleseError, match="no WARC record at byte 0"):
        read_response(tmp_path, CaptureLocation("foreign.gz", 0, len(data)))
