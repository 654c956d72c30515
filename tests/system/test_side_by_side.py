"""Lines answered by several processes: order, early answers, deaths, and lines without end."""

import mmap
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.running import environment

from auslese.records.document import ReadProblem
from auslese.system import process_pool as side_by_side
from auslese.system.process_pool import answer_each
from auslese.system.shard_function import ShardFunction, nothing_needed

ROOT = Path(__file__).parents[2]
SHOUTING = [sys.executable, "-m", "tests.shouting"]


def answered(asked: bytes, most: int = 3, *limits: str) -> bytes:
    """What comes out if this goes in."""
    done = subprocess.run(
        [*SHOUTING, str(most), *limits],
        input=asked,
        capture_output=True,
        env=environment(),
        cwd=ROOT,
        timeout=240,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@settings(max_examples=8)
@given(
    lines=st.lists(
        st.binary(max_size=40).filter(lambda line: b"\n" not in line and not line.islower()),
        min_size=10,
        max_size=100,
    )
)
def test_every_line_is_answered_in_its_place(lines: list[bytes]) -> None:
    answers = answered(b"".join(line + b"\n" for line in lines))

    assert answers == b"".join(line.upper() + b"!\n" for line in lines)


def test_an_answer_that_comes_early_waits_for_its_turn() -> None:
    assert answered(b"wait\na\nb\nc\n") == b"WAIT!\nA!\nB!\nC!\n"


def test_the_last_line_needs_no_end() -> None:
    assert answered(b"a\nb") == b"A!\nB!\n"


def test_no_lines_give_no_answers() -> None:
    assert answered(b"") == b""


@pytest.mark.parametrize("most", [1, 2])
def test_a_line_of_which_a_process_dies_costs_itself_only(most: int) -> None:
    answers = answered(b"a\ndie\nb\nraise\nc\n", most)

    assert answers == b"A!\ncrashed of die\nB!\ncrashed of raise\nC!\n"


def test_a_line_that_takes_for_ever_is_given_up() -> None:
    answers = answered(b"a\nhang\nb\n", 2, "LONGEST_CPU_SECONDS=0.1")

    assert answers == b"A!\ntoo_slow of hang\nB!\n"


def test_the_time_of_a_line_begins_anew() -> None:
    answers = answered(b"work\n" * 8, 1, "LONGEST_CPU_SECONDS=0.4")

    assert answers == b"WORK!\n" * 8


def test_a_line_that_is_too_long_is_not_kept() -> None:
    asked = b"short\n" + b"x" * 11 + b"\n" + b"y" * 10 + b"\n" + b"z" * 99

    answers = answered(asked, 2, "LONGEST_LINE_BYTES=10", "CHUNK_BYTES=7")

    assert answers == b"SHORT!\ntoo_large of \nYYYYYYYYYY!\ntoo_large of \n"


def test_no_more_answers_than_allowed_run_ahead() -> None:
    answers = answered(b"wait\n" + b"x\n" * 50, 2, "MOST_AHEAD=3")

    assert answers == b"WAIT!\n" + b"X!\n" * 50


def test_large_lines_and_large_answers_do_not_wait_for_each_other() -> None:
    lines = [b"a" * 3_000_000, b"b" * 3_000_000, b"c" * 3_000_000]

    answers = answered(b"\n".join(lines), 2)

    assert answers == b"".join(line.upper() + b"!\n" for line in lines)


def started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*SHOUTING, "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        cwd=ROOT,
        bufsize=0,
    )


def test_an_answer_comes_before_the_next_line_is_there() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"one\ntw")
        first = process.stdout.read(5)
        process.stdin.write(b"o\n")
        second = process.stdout.read(5)
        process.stdin.close()

    assert (first, second) == (b"ONE!\n", b"TWO!\n")


def test_no_process_is_left_when_the_one_who_asks_is_killed() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"one\nwait\nthree\n")
        process.stdout.read(5)
        children = psutil.Process(process.pid).children()
        process.kill()

    _, alive = psutil.wait_procs(children, timeout=240)
    assert children
    assert alive == []


def take_memory(_: None, line: bytes) -> bytes:
    return b"%d" % len(bytes(int(line)))


def name_problem(_: None, line: bytes, why: ReadProblem) -> bytes:
    return str(why).encode()


def test_a_process_may_take_memory_whatever_its_parent_has_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(side_by_side, "MEMORY_BYTES", 64 << 20)
    taken = mmap.mmap(-1, 128 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

    taking = ShardFunction(nothing_needed, take_memory, name_problem)
    answers = list(answer_each([b"16000000", b"160000000"], taking.prepared(None)))

    taken.close()
    assert answers == [b"16000000", b"crashed"]
