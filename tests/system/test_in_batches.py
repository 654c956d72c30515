"""Lines answered many at a time, in order, whatever becomes of one of them."""

import os
import signal
from io import BytesIO
from pathlib import Path

import pytest

from auslese.records.document import ReadProblem
from auslese.system import process_pool
from auslese.system.pooled_batches import MOST_BYTES, MOST_LINES, answer_in_batches
from auslese.system.process_pool import answer_each
from auslese.system.shard_function import LINES, ShardFunction, nothing_needed


def answered(_: None, batch: bytes) -> bytes:
    """Every line with its length; one line kills whoever reads it."""
    lines = LINES.split(batch)
    if b"kill" in lines:
        os.kill(os.getpid(), signal.SIGKILL)
    return b"".join(b"%d %s\n" % (len(line), line[:10]) for line in lines)


def given_up(_: None, line: bytes, why: ReadProblem) -> bytes:
    return f"{line[:10].decode()} {why}\n".encode()


def told(lines: list[bytes], folder: Path, workers: int = 2) -> list[bytes]:
    (folder / "lines").write_bytes(b"".join(line + b"\n" for line in lines))
    leaving = BytesIO()
    with (folder / "lines").open("rb") as arriving:
        shard = ShardFunction(nothing_needed, answered, given_up, LINES).prepared(None)
        answer_in_batches(arriving, leaving, shard, workers)
    return leaving.getvalue().split(b"\n")[:-1]


def test_every_line_has_its_answer_in_order(tmp_path: Path) -> None:
    lines = [b"%d" % number for number in range(3 * MOST_LINES + 7)]

    assert told(lines, tmp_path) == [b"%d %s" % (len(line), line) for line in lines]


def test_empty_lines_are_lines(tmp_path: Path) -> None:
    assert told([b""], tmp_path) == [b"0 "]
    assert told([b"", b"a", b"", b""], tmp_path) == [b"0 ", b"1 a", b"0 ", b"0 "]
    assert told([], tmp_path) == []


def test_a_line_that_kills_costs_itself_only(tmp_path: Path) -> None:
    assert told([b"a", b"kill", b"b", b"kill"], tmp_path) == [
        *(b"1 a", b"kill crashed", b"1 b", b"kill crashed")
    ]


def test_a_long_line_between_others_keeps_its_place(tmp_path: Path) -> None:
    long = b"x" * (3 * MOST_BYTES)

    assert told([b"a", long, b"b", long], tmp_path, 1) == [
        *(b"1 a", b"%d %s" % (len(long), b"x" * 10), b"1 b", b"%d %s" % (len(long), b"x" * 10))
    ]


def test_a_batch_that_is_too_large_is_answered_line_by_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_pool, "LONGEST_LINE_BYTES", 5)
    shard = ShardFunction(nothing_needed, answered, given_up, LINES).prepared(None)

    (answer,) = answer_each([b"four\ntoo long\nfive5"], shard)

    assert answer == b"4 four\n too_large\n5 five5\n"
