import os
import resource
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from auslese.store.archive import cdxj
from auslese.store.archive.archive_repair import RepairAction, repair
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.warc_records import EarlierCapture, WarcExchange, digest_of

MakeExchange = Callable[..., WarcExchange]
Check = Callable[[Path], None]


@contextmanager
def disk_that_takes_only(file_bytes: int) -> Iterator[None]:
    """Let writes stop in the middle of a record, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def records_of(path: Path) -> list[Any]:
    with path.open("rb") as file:
        return [(record.rec_type, record.raw_stream.read()) for record in ArchiveIterator(file)]


def test_a_segment_begins_by_saying_who_wrote_it(
    make_exchange: MakeExchange, tmp_path: Path, warcio_check: Check
) -> None:
    settings = ArchiveSettings(operator="Botanik <bot@example.org>", user_agent="Auslese/1")
    writer = ArchiveWriter(tmp_path, "r1", 3, settings)
    writer.add(make_exchange())
    writer.close()

    path = tmp_path / "auslese-r1-w3-00001.warc.gz"
    kinds, blocks = zip(*records_of(path), strict=True)

    assert kinds == ("warcinfo", "response", "request")
    assert b"isPartOf: r1\r\noperator: Botanik <bot@example.org>\r\n" in blocks[0]
    warcio_check(path)


@pytest.mark.parametrize(
    ("mode", "umask", "rights"),
    [
        (0o640, 0o022, 0o640),
        (0o644, 0o027, 0o640),
        (0o600, 0o022, 0o600),
    ],
)
def test_only_those_read_an_archive_who_may(
    make_exchange: MakeExchange, tmp_path: Path, mode: int, umask: int, rights: int
) -> None:
    before = os.umask(umask)
    try:
        writer = ArchiveWriter(tmp_path, "r1", 1, ArchiveSettings(mode=mode))
        writer.add(make_exchange())
        growing = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        writer.close()
    finally:
        os.umask(before)

    assert set(growing.values()) == {rights}
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {rights}
    assert ArchiveSettings().mode == 0o640


def test_without_a_request_there_is_no_request_record(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange(request=b""))
    (position,) = writer.close()

    assert [kind for kind, _ in records_of(tmp_path / position.segment)] == ["warcinfo", "response"]


def test_a_capture_gives_the_place_of_the_response(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    captures = [writer.add(make_exchange(number)) for number in range(3)]
    writer.sync()

    with (tmp_path / captures[0].segment).open("rb") as file:
        places = []
        for record in (records := ArchiveIterator(file)):
            offset = records.get_record_offset()
            record.raw_stream.read()
            places.append((record.rec_type, offset, records.get_record_length()))
    assert [place[1:] for place in places if place[0] == "response"] == [
        (capture.offset, capture.length) for capture in captures
    ]


def test_sync_reports_lengths_that_are_on_the_disk_once(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    assert writer.sync() == []
    writer.add(make_exchange())

    (position,) = writer.sync()

    assert not position.closed
    assert (tmp_path / position.segment).stat().st_size == position.warc_bytes
    index = tmp_path / "auslese-test-w1-00001.cdxj.open"
    assert index.stat().st_size == position.cdxj_bytes
    assert writer.sync() == []


def test_a_full_segment_is_finished_and_the_next_one_begun(
    make_exchange: MakeExchange, tmp_path: Path, warcio_check: Check
) -> None:
    writer = ArchiveWriter(tmp_path, "test", 1, ArchiveSettings(segment_bytes=2000))

    captures = [writer.add(make_exchange(number)) for number in range(10)]
    positions = writer.sync()

    assert [position.closed for position in positions] == [True] * (len(positions) - 1) + [False]
    assert [position.segment for position in positions] == sorted({c.segment for c in captures})
    for position in positions[:-1]:
        assert 2000 <= position.warc_bytes < 4000
        warcio_check(tmp_path / position.segment)
    assert writer.sync() == []


def test_closing_finishes_the_last_segment(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())

    positions = writer.close()

    assert [position.closed for position in positions] == [True]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "auslese-test-w1-00001.cdxj",
        "auslese-test-w1-00001.warc.gz",
    ]


def test_a_writer_that_was_given_nothing_leaves_nothing(
    writer: ArchiveWriter, tmp_path: Path
) -> None:
    assert writer.close() == []
    assert list(tmp_path.iterdir()) == []


def test_known_content_is_archived_by_pointing_to_it(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path, warcio_check: Check
) -> None:
    first = make_exchange(raw_body=b"x" * 5000)
    again = make_exchange(1, raw_body=b"x" * 5000)
    writer.add(first)

    capture = writer.add(again, EarlierCapture(first.url, first.fetched_at))
    (position,) = writer.close()

    warcio_check(tmp_path / position.segment)
    assert [kind for kind, _ in records_of(tmp_path / position.segment)][3:] == [
        "revisit",
        "request",
    ]
    assert '"mime":"warc/revisit"' in (tmp_path / "auslese-test-w1-00001.cdxj").read_text()
    assert read_response(tmp_path, capture).body == first.raw_body


def test_an_empty_body_is_never_worth_pointing_to(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    exchange = make_exchange(raw_body=b"", status=301)

    writer.add(exchange, EarlierCapture(exchange.url, exchange.fetched_at))
    (position,) = writer.close()

    assert records_of(tmp_path / position.segment)[1][0] == "response"


def test_a_digest_that_is_known_is_not_computed_again(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    known = digest_of(b"something else")

    capture = writer.add(make_exchange(digest=known))
    writer.close()

    assert read_response(tmp_path, capture).digest == known


def test_a_run_must_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    for name in ("", "../x", "a/b", "a b"):
        with pytest.raises(ValueError, match="a run is named by"):
            ArchiveWriter(tmp_path, name, 1, ArchiveSettings())


def test_a_worker_started_again_does_not_touch_what_the_dead_one_left(
    make_exchange: MakeExchange, tmp_path: Path
) -> None:
    first = ArchiveWriter(tmp_path, "test", 1, ArchiveSettings()).add(make_exchange())
    second = ArchiveWriter(tmp_path, "test", 1, ArchiveSettings()).add(make_exchange())

    assert first.segment == "auslese-test-w1-00001.warc.gz"
    assert second.segment == "auslese-test-w1-00002.warc.gz"


def test_a_full_disk_is_told_and_costs_only_what_was_not_synced(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    capture = writer.add(make_exchange())
    (position,) = writer.sync()
    whole = (tmp_path / position.segment).read_bytes()
    writer.add(make_exchange(1))

    with disk_that_takes_only(position.warc_bytes + 100), pytest.raises(OSError, match="large"):
        writer.sync()

    assert (tmp_path / position.segment).stat().st_size == position.warc_bytes + 100
    assert repaired(tmp_path, position) == [RepairAction.CUT, RepairAction.SEALED]
    assert (tmp_path / position.segment).read_bytes() == whole
    assert read_response(tmp_path, capture).body == make_exchange().raw_body


def test_after_a_full_disk_a_writer_takes_nothing_more(
    make_exchange: MakeExchange, writer: ArchiveWriter
) -> None:
    writer.add(make_exchange())
    with disk_that_takes_only(100), pytest.raises(OSError, match="File too large"):
        writer.sync()

    for attempt in (writer.sync, writer.close, lambda: writer.add(make_exchange(1))):
        with pytest.raises(OSError, match="an earlier write failed"):
            attempt()


def test_a_disk_full_while_the_index_is_sorted_loses_nothing_that_was_synced(
    make_exchange: MakeExchange, tmp_path: Path
) -> None:
    writer = ArchiveWriter(tmp_path, "test", 1, ArchiveSettings())
    writer.add(make_exchange(raw_body=b""))
    for number in range(1, 9):
        writer.add(make_exchange(number, request=b"", raw_body=b""))
    (position,) = writer.sync()
    assert position.cdxj_bytes > 2000

    with disk_that_takes_only(2000), pytest.raises(OSError, match="File too large"):
        writer.close()

    assert repaired(tmp_path, position) == [RepairAction.SEALED]
    assert (tmp_path / "auslese-test-w1-00001.cdxj").stat().st_size == position.cdxj_bytes


def repaired(folder: Path, position: SegmentPosition) -> list[RepairAction]:
    return [action for _, action, _ in repair(folder, {position.segment: position}, {"test"})]


def test_a_rendered_page_is_kept_beside_the_response_it_was_made_from(
    writer: ArchiveWriter,
    make_exchange: MakeExchange,
    tmp_path: Path,
    warcio_check: Check,
) -> None:
    rendered = b"\xef\xbb\xbf<p>shown"
    first = writer.add(make_exchange(0, rendered=rendered))
    second = writer.add(make_exchange(1))
    writer.close()

    path = tmp_path / first.segment
    warcio_check(path)
    with path.open("rb") as file:
        headers = [(record.rec_type, record.rec_headers) for record in ArchiveIterator(file)]
    kinds = [kind for kind, _ in headers]
    assert kinds == ["warcinfo", "response", "request", "conversion", "response", "request"]
    response, conversion = headers[1][1], headers[3][1]
    assert conversion["WARC-Refers-To"] == response["WARC-Record-ID"]
    assert conversion["WARC-Target-URI"] == response["WARC-Target-URI"]
    assert records_of(path)[3] == ("conversion", rendered)
    assert read_response(tmp_path, second).url.endswith("/seite/1")
    assert cdxj.sorted_path(path).read_bytes().count(b"\n") == 2  # it is found by the response


def test_a_page_rendered_anew_is_kept_though_its_body_is_known(
    writer: ArchiveWriter, make_exchange: MakeExchange, tmp_path: Path
) -> None:
    exchange = make_exchange(rendered=b"<p>shown")
    capture = writer.add(exchange, EarlierCapture(exchange.url, exchange.fetched_at))
    writer.close()

    kinds = [kind for kind, _ in records_of(tmp_path / capture.segment)]
    assert kinds == ["warcinfo", "revisit", "request", "conversion"]
