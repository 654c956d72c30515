import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from warcio.archiveiterator import ArchiveIterator

from auslese.store.archive.archive_repair import RepairAction, repair
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import WarcExchange

MakeExchange = Callable[..., WarcExchange]

# Archives without end and tells after every sync what is safe, as a worker tells its coordinator.
ENDLESS_WORKER = """
import itertools, json, sys
from datetime import UTC, datetime
from pathlib import Path
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.archive.warc_records import WarcExchange

writer = ArchiveWriter(Path(sys.argv[1]), "test", 1, ArchiveSettings(segment_bytes=100_000))
header = b"HTTP/1.1 200 OK\\r\\n\\r\\n"
for number in itertools.count():
    url = f"https://www.example.org/{number}"
    body = url.encode() * (number % 100)
    exchange = WarcExchange(url, datetime.now(UTC), b"", header, body, 200, "text/html")
    capture = writer.add(exchange)
    if number % 7 == 0:
        print(json.dumps([number, capture, writer.sync()]), flush=True)
"""

WARC = "auslese-test-w1-00001.warc.gz"
GROWING = "auslese-test-w1-00001.cdxj.open"
SORTED = "auslese-test-w1-00001.cdxj"


def deeds(folder: Path, *positions: SegmentPosition) -> list[tuple[str, RepairAction]]:
    committed = {position.segment: position for position in positions}
    return [(segment, action) for segment, action, _ in repair(folder, committed, {"test"})]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def urls_in(path: Path) -> list[str]:
    with path.open("rb") as file:
        return [
            record.rec_headers.get_header("WARC-Target-URI")
            for record in ArchiveIterator(file, check_digests="raise")
            if record.rec_type == "response"
        ]


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """Give a folder where syncing costs nothing, if the system has one."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def test_cut_anywhere_in_the_last_records_the_committed_ones_come_back(
    make_exchange: MakeExchange, tmp_path: Path, memory_folder: Path
) -> None:
    crashed, folder = tmp_path, memory_folder
    writer = ArchiveWriter(crashed, "test", 1, ArchiveSettings())
    captures = [writer.add(make_exchange(number)) for number in (2, 1)]
    (position,) = writer.sync()
    writer.add(make_exchange(0))
    (later,) = writer.sync()
    warc, index = (crashed / WARC).read_bytes(), (crashed / GROWING).read_bytes()
    prefix = warc[: position.warc_bytes]
    lines = sorted(index[: position.cdxj_bytes].splitlines(keepends=True))

    for warc_bytes in range(position.warc_bytes, later.warc_bytes + 1):
        lost = later.warc_bytes - warc_bytes  # the index loses its end as well, at its own pace
        (folder / WARC).write_bytes(warc[:warc_bytes])
        (folder / GROWING).write_bytes(index[: max(position.cdxj_bytes, len(index) - lost)])

        repair(folder, {WARC: position}, {"test"})

        assert contents(folder) == {WARC: prefix, SORTED: b"".join(lines)}
        (folder / SORTED).unlink()

    (folder / SORTED).write_bytes(b"".join(lines))
    assert urls_in(folder / WARC) == [make_exchange(2).url, make_exchange(1).url]
    assert [read_response(folder, c).body for c in captures] == [
        make_exchange(number).raw_body for number in (2, 1)
    ]


@pytest.mark.parametrize("tail", [b"\0" * 5000, b"garbage \n more garbage \n"])
def test_what_a_power_cut_leaves_behind_the_synced_bytes_does_not_matter(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path, tail: bytes
) -> None:
    writer.add(make_exchange())
    (position,) = writer.sync()
    whole = contents(tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes() + tail)

    assert deeds(tmp_path, position) == [(WARC, RepairAction.CUT), (WARC, RepairAction.SEALED)]

    assert contents(tmp_path) == {WARC: whole[WARC], SORTED: whole[GROWING]}


def test_a_segment_finished_but_not_recorded_as_such_is_cut_back_with_its_sorted_index(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange(5))
    writer.add(make_exchange(3))
    (position,) = writer.sync()
    lines = sorted((tmp_path / GROWING).read_bytes().splitlines(keepends=True))
    writer.add(make_exchange(4))
    writer.close()

    assert deeds(tmp_path, position) == [(WARC, RepairAction.CUT), (WARC, RepairAction.SEALED)]

    assert (tmp_path / SORTED).read_bytes() == b"".join(lines)
    assert urls_in(tmp_path / WARC) == [make_exchange(5).url, make_exchange(3).url]


def test_a_kill_between_sorting_and_removing_the_growing_index_is_mended(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    writer.sync()
    shutil.copy(tmp_path / GROWING, tmp_path / "kept")
    (position,) = writer.close()
    whole = contents(tmp_path)
    (tmp_path / "kept").rename(tmp_path / GROWING)
    (tmp_path / f".{SORTED}.tmp").write_bytes(b"half a li")

    assert deeds(tmp_path, position) == [(WARC, RepairAction.SEALED)]

    assert contents(tmp_path) == {name: whole[name] for name in (WARC, SORTED)}


def test_a_whole_archive_is_left_alone(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.close()
    whole = contents(tmp_path)

    assert deeds(tmp_path, position) == []
    assert contents(tmp_path) == whole


def test_repairing_twice_is_repairing_once(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.sync()
    writer.add(make_exchange(1))
    writer.sync()

    deeds(tmp_path, position)
    once = contents(tmp_path)

    assert deeds(tmp_path, position) == [(WARC, RepairAction.SEALED)]
    assert deeds(tmp_path, position._replace(closed=True)) == []
    assert contents(tmp_path) == once


def test_segments_of_our_runs_that_nobody_recorded_are_removed(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    writer.sync()

    assert deeds(tmp_path) == [(WARC, RepairAction.REMOVED)]
    assert contents(tmp_path) == {}


def test_files_of_others_are_never_touched(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    foreign = ["import.warc.gz", "auslese-other-w1-00001.warc.gz", "auslese-test.warc.gz", "notes"]
    for name in foreign:
        (tmp_path / name).write_bytes(b"foreign")
    writer.add(make_exchange())
    writer.sync()

    repair(tmp_path, {}, {"test"})

    assert contents(tmp_path) == dict.fromkeys(foreign, b"foreign")


def test_a_segment_shorter_than_recorded_is_told_and_left_as_it_is(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.close()
    (tmp_path / WARC).write_bytes((tmp_path / WARC).read_bytes()[:-1])
    shorter = contents(tmp_path)

    (found,) = repair(tmp_path, {WARC: position}, {"test"})

    assert found.action is RepairAction.DAMAGED
    assert found.detail == f"{position.warc_bytes - 1} bytes found, {position.warc_bytes} recorded"
    assert contents(tmp_path) == shorter


def test_a_missing_segment_is_told(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.close()
    (tmp_path / WARC).unlink()

    assert deeds(tmp_path, position) == [(WARC, RepairAction.DAMAGED)]


def test_a_growing_index_shorter_than_recorded_is_told(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.sync()

    for length in (position.cdxj_bytes - 1, 20, 0):
        (tmp_path / GROWING).write_bytes((tmp_path / GROWING).read_bytes()[:length])
        assert deeds(tmp_path, position) == [(WARC, RepairAction.DAMAGED)]


def test_the_segments_of_one_dead_worker_are_repaired_while_others_work(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    (position,) = writer.sync()
    writer.add(make_exchange(1))
    writer.sync()
    living = ArchiveWriter(tmp_path, "test", 2, ArchiveSettings())
    capture = living.add(make_exchange(2))

    repairs = repair(tmp_path, {WARC: position}, runs=())
    living.close()

    assert [(each.segment, each.action) for each in repairs] == [
        (WARC, RepairAction.CUT),
        (WARC, RepairAction.SEALED),
    ]
    assert read_response(tmp_path, capture).body == make_exchange(2).raw_body


def test_a_missing_or_short_index_is_told(
    make_exchange: MakeExchange, writer: ArchiveWriter, tmp_path: Path
) -> None:
    writer.add(make_exchange())
    writer.add(make_exchange(1))
    (position,) = writer.close()
    lines = (tmp_path / SORTED).read_bytes().splitlines(keepends=True)

    (tmp_path / SORTED).write_bytes(lines[0])
    assert deeds(tmp_path, position) == [(WARC, RepairAction.DAMAGED)]

    (tmp_path / SORTED).unlink()
    assert deeds(tmp_path, position) == [(WARC, RepairAction.DAMAGED)]


@pytest.mark.slow
@pytest.mark.parametrize("reports", [1, 40, 333])
def test_a_killed_worker_loses_nothing_it_reported(tmp_path: Path, reports: int) -> None:
    command = [sys.executable, "-c", ENDLESS_WORKER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        lines = [worker.stdout.readline() for _ in range(reports)]
        worker.kill()
    reported = [json.loads(line) for line in lines]
    positions = [SegmentPosition(*position) for _, _, told in reported for position in told]
    committed = {position.segment: position for position in positions}

    repairs = repair(tmp_path, committed, {"test"})

    assert RepairAction.DAMAGED not in {each.action for each in repairs}
    for number, capture, _ in reported:
        assert read_response(tmp_path, CaptureLocation(*capture)).url.endswith(f"/{number}")
    found = [url for segment in sorted(committed) for url in urls_in(tmp_path / segment)]
    assert found == [f"https://www.example.org/{number}" for number in range(reported[-1][0] + 1)]
