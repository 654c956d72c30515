import gzip
import io
import os

import pytest

from auslese.store.archive.gzip_members import (
    RECORD_END,
    STORED_BYTES,
    BrokenMemberError,
    following_records,
    packed_member,
    stored_member,
    unpacked_member,
)

BODIES = [
    b"",
    b"x",
    os.urandom(5000),
    os.urandom(STORED_BYTES - len(RECORD_END)),
    os.urandom(STORED_BYTES - len(RECORD_END) + 1),
    os.urandom(3 * STORED_BYTES),
]


@pytest.mark.parametrize("body", BODIES, ids=len)
def test_any_gzip_reader_gets_the_record_back(body: bytes) -> None:
    for member in (packed_member(b"head\r\n\r\n", body), stored_member(b"head\r\n\r\n", body)):
        assert gzip.decompress(member) == b"head\r\n\r\n" + body + RECORD_END
        assert unpacked_member(member) == gzip.decompress(member)


def test_a_stored_body_costs_five_bytes_a_block_and_the_gzip_frame() -> None:
    body = os.urandom(2 * STORED_BYTES)

    assert len(stored_member(b"", body)) < len(body) + 60


def test_a_broken_member_is_told_as_such() -> None:
    member = packed_member(b"head", b"body")

    for broken in (b"", member[:-1], b"\0" * 40, member[:-8] + b"12345678"):
        with pytest.raises(BrokenMemberError):
            unpacked_member(broken)


def test_of_a_record_that_is_not_wanted_only_the_beginning_is_unpacked() -> None:
    short, long = packed_member(b"short\r\n\r\n", b""), packed_member(b"long", os.urandom(500_000))
    file = io.BytesIO(short + long)

    records = list(following_records(file, 2, lambda beginning: beginning.startswith(b"short")))

    assert records == [b"short\r\n\r\n" + RECORD_END]
    assert file.tell() < 10_000


def test_wanted_records_come_whole() -> None:
    body = os.urandom(50_000)
    file = io.BytesIO(
        packed_member(b"a", b"") + packed_member(b"b", body) + packed_member(b"c", b"")
    )

    assert list(following_records(file, 2)) == [b"a" + RECORD_END, b"b" + body + RECORD_END]
