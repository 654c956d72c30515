"""What the archive takes in it gives back byte for byte, whatever happens in between."""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from auslese.records.url import Url
from auslese.store.archive.archive_repair import RepairAction, repair
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation, entry_of
from auslese.store.archive.warc_records import EarlierCapture, WarcExchange, digest_of

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
MEMORY = Path("/dev/shm")  # syncing costs nothing there, and these tests sync a thousand times
CODINGS = [b"", b"Content-Encoding: gzip\r\n", b"Content-Encoding: br\r\n"]

bodies = st.one_of(
    st.sampled_from([b"", b"<p>often</p>", b"\r\n\r\n", b"WARC/1.1\r\n"]),
    st.binary(max_size=300),
    st.builds(
        lambda piece, times: piece * times, st.binary(min_size=1, max_size=50), st.integers(1, 3000)
    ),
)


def memory_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


@st.composite
def exchanges(draw: st.DrawFn) -> WarcExchange:
    body = draw(bodies)
    number = draw(st.integers(0, 10**6))
    length = b"Content-Length: %d\r\n" % len(body) if draw(st.booleans()) else b""
    return WarcExchange(
        url=Url(f"https://www.example.org/{number}"),
        fetched_at=NOON + timedelta(milliseconds=number),
        request=b"GET / HTTP/1.1\r\n\r\n" if draw(st.booleans()) else b"",
        response_header=b"HTTP/1.1 200 OK\r\n%b%b\r\n" % (length, draw(st.sampled_from(CODINGS))),
        raw_body=body,
        status=200,
        media_type=draw(st.sampled_from(["text/html", "image/png", ""])),
    )


@settings(deadline=None)  # a busy disk is no broken promise
@given(st.lists(exchanges(), max_size=12), st.sampled_from([500, 5000, 10**9]))
def test_what_the_archive_takes_in_it_gives_back_byte_for_byte(
    taken: list[WarcExchange], segment_bytes: int
) -> None:
    with memory_folder() as name:
        folder = Path(name)
        writer = ArchiveWriter(folder, "promise", 0, ArchiveSettings(segment_bytes))
        seen: dict[bytes, EarlierCapture] = {}
        captures = []
        for exchange in taken:
            captures.append(writer.add(exchange, seen.get(exchange.raw_body)))
            seen.setdefault(exchange.raw_body, EarlierCapture(exchange.url, exchange.fetched_at))
        writer.close()

        for exchange, capture in zip(taken, captures, strict=True):
            given_back = read_response(folder, capture)
            assert given_back.body == exchange.raw_body
            assert given_back.header == exchange.response_header
            assert (given_back.url, given_back.fetched_at) == (exchange.url, exchange.fetched_at)


@settings(deadline=None)  # a busy disk is no broken promise
@given(st.one_of(st.binary(max_size=200), st.from_regex(rb"HTTP/[\x00-\xff]{0,99}")), bodies)
def test_whatever_a_server_sends_as_header_other_readers_find_the_body(
    header: bytes, body: bytes
) -> None:
    exchange = WarcExchange(Url("https://a.example/"), NOON, b"", header, body, 200, "text/html")
    with memory_folder() as name:
        writer = ArchiveWriter(Path(name), "promise", 0, ArchiveSettings())
        capture = writer.add(exchange)
        writer.close()

        assert read_response(Path(name), capture).body == body
        with (Path(name) / capture.segment).open("rb") as file:
            records = ArchiveIterator(file, check_digests="raise")
            found = [
                record.raw_stream.read() for record in records if record.rec_type == "response"
            ]
        assert found == [body]


@dataclass
class Ledger:
    """What a coordinator would have recorded."""

    positions: dict[str, SegmentPosition] = field(default_factory=dict)
    captures: dict[CaptureLocation, bytes] = field(default_factory=dict)


@settings(deadline=None)  # a busy disk is no broken promise
@given(st.lists(st.lists(bodies, max_size=4), max_size=6), st.integers(0, 6), st.integers())
def test_after_a_crash_the_archive_holds_exactly_what_was_recorded(
    batches: list[list[bytes]], reported: int, seed: int
) -> None:
    with memory_folder() as name:
        folder, ledger, dice = Path(name), Ledger(), Random(seed)
        work(folder, ledger, batches, reported)
        for path in sorted(folder.iterdir()):  # what lies behind the last record is anybody's guess
            keep, size = committed_bytes(ledger, path), path.stat().st_size
            if keep < size and not path.name.endswith(".cdxj"):
                os.truncate(path, dice.randint(keep, size))

        repairs = repair(folder, ledger.positions, {"promise"})

        assert all(each.action is not RepairAction.DAMAGED for each in repairs)
        for capture, body in ledger.captures.items():
            assert read_response(folder, capture).body == body
        assert indexed(folder) == set(ledger.captures)
        for segment, position in ledger.positions.items():
            assert (folder / segment).stat().st_size == position.warc_bytes


def work(folder: Path, ledger: Ledger, batches: list[list[bytes]], reported: int) -> None:
    """Archive and sync every batch, but record only the first few, as a killed crawl does."""
    writer = ArchiveWriter(folder, "promise", 0, ArchiveSettings(segment_bytes=3000))
    for number, batch in enumerate(batches):
        captures = {}
        for place, body in enumerate(batch):
            url = Url(f"https://www.example.org/{number}/{place}")
            header = b"HTTP/1.1 200 OK\r\n\r\n"
            exchange = WarcExchange(url, NOON, b"", header, body, 200, "", digest=digest_of(body))
            captures[writer.add(exchange)] = body
        positions = writer.sync()
        if number < reported:
            ledger.captures |= captures
            ledger.positions |= {position.segment: position for position in positions}


def committed_bytes(ledger: Ledger, path: Path) -> int:
    stem = path.name.partition(".")[0]
    position = ledger.positions.get(f"{stem}.warc.gz")
    if position is None:
        return 0
    return position.warc_bytes if path.name.endswith(".gz") else position.cdxj_bytes


def indexed(folder: Path) -> set[CaptureLocation]:
    lines = [line for path in folder.glob("*.cdxj") for line in path.read_bytes().splitlines()]
    return {entry_of(line).capture for line in lines}
