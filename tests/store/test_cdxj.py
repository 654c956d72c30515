from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from auslese.records.url import surt_of
from auslese.store.archive import cdxj
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.warc_records import WarcExchange, digest_of

MakeExchange = Callable[..., WarcExchange]


def test_a_line_is_key_time_and_json_as_pywb_reads_it(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    exchange = make_exchange()

    capture = writer.add(exchange)
    writer.close()

    (line,) = (tmp_path / "auslese-test-w1-00001.cdxj").read_text().splitlines()
    assert line == (
        f"{surt_of(exchange.url)} 20261115120000 "
        f'{{"url":"{exchange.url}","mime":"text/html","status":"200",'
        f'"digest":"{digest_of(exchange.raw_body)}",'
        f'"length":"{capture.length}","offset":"{capture.offset}",'
        '"filename":"auslese-test-w1-00001.warc.gz"}'
    )


def test_a_finished_index_is_sorted_and_every_line_leads_to_its_record(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    for number in (7, 100, 3, 20):
        writer.add(make_exchange(number))
    writer.close()

    lines = (tmp_path / "auslese-test-w1-00001.cdxj").read_bytes().splitlines()

    assert lines == sorted(lines)
    entries = [cdxj.entry_of(line) for line in lines]
    assert [read_response(tmp_path, entry.capture).url for entry in entries] == [
        entry.url for entry in entries
    ]


def test_a_capture_is_found_by_url_and_second_in_finished_and_growing_segments(
    make_exchange: MakeExchange, tmp_path: Path
) -> None:
    settings = ArchiveSettings(segment_bytes=6000)
    writer = ArchiveWriter(tmp_path, "test", 1, settings)
    captures = [writer.add(make_exchange(number)) for number in range(40)]
    writer.sync()

    assert len({capture.segment for capture in captures}) > 2
    assert len(list(tmp_path.glob("*.cdxj.open"))) == 1
    for number, capture in enumerate(captures):
        exchange = make_exchange(number)
        found = cdxj.find_entries(tmp_path, exchange.url, exchange.fetched_at)
        assert [entry.capture for entry in found] == [capture]


def test_another_url_or_second_is_not_found(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    exchange = make_exchange()
    writer.add(exchange)
    writer.close()

    later = exchange.fetched_at + timedelta(seconds=1)

    assert list(cdxj.find_entries(tmp_path, exchange.url, later)) == []
    assert list(cdxj.find_entries(tmp_path, make_exchange(1).url, exchange.fetched_at)) == []


def test_two_urls_with_one_sort_key_are_told_apart(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    secure = make_exchange()
    plain = make_exchange(url=secure.url.replace("https:", "http:"))
    captures = [writer.add(secure), writer.add(plain)]
    writer.close()

    for exchange, capture in zip((secure, plain), captures, strict=True):
        found = cdxj.find_entries(tmp_path, exchange.url, exchange.fetched_at)
        assert [entry.capture for entry in found] == [capture]
