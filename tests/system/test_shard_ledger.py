"""What is finished is finished: a run that comes later asks only for what is missing."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from auslese.system.shard_function import SINGLE, ShardFunction
from auslese.system.shards.shard_ledger import (
    ANSWERS,
    HEAD,
    RecordedEngine,
    ShardLedger,
    forget_shards,
    plan_of,
)

BATCHES = [b"one", b"two", b"three", b"four", b"two"]
ANSWERED = [batch.upper() * 3 for batch in BATCHES]
PLAN = "by these rules"


class CountingEngine:
    """Answers in a loop, some batches behind, and knows what it was asked for."""

    def __init__(self, ahead: int = 2) -> None:
        self.asked: list[bytes] = []
        self._ahead = ahead

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        waiting: list[bytes] = []
        for batch in batches:
            self.asked.append(batch)
            waiting.append(batch)
            if len(waiting) > self._ahead:
                yield waiting.pop(0).upper() * 3
        for batch in waiting:
            yield batch.upper() * 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "shards" / "stage"


def run(folder: Path, batches: list[bytes], plan: str = PLAN) -> tuple[list[bytes], list[bytes]]:
    """The answers, and what the engine was asked for."""
    engine = CountingEngine()
    with ShardLedger(folder, plan) as ledger:
        return list(RecordedEngine(engine, ledger).answers(batches)), engine.asked


def test_a_run_goes_on_where_another_was_killed(folder: Path) -> None:
    run(folder, BATCHES[:2])

    assert run(folder, BATCHES) == (ANSWERED, [b"three", b"four"])
    assert run(folder, BATCHES) == (ANSWERED, [])


@pytest.mark.parametrize("first", [[b"three"], [b"one"], [b"four", b"two"], [b"other"]])
def test_answers_come_in_order_wherever_they_are_from(folder: Path, first: list[bytes]) -> None:
    run(folder, first)

    found, asked = run(folder, BATCHES)

    assert found == ANSWERED
    assert asked == [batch for batch in BATCHES if batch not in first]


def test_what_was_asked_in_two_runs_is_kept_of_both(folder: Path) -> None:
    run(folder, [b"one"])
    run(folder, [b"two"])

    assert run(folder, [b"one", b"two"])[1] == []


def test_answers_by_another_plan_are_not_taken(folder: Path) -> None:
    run(folder, BATCHES)

    with ShardLedger(folder, "by others") as ledger:
        assert ledger.was_renewed
        assert ledger.found == 0
    assert run(folder, BATCHES, "by others")[1] == BATCHES


@pytest.mark.parametrize("cut", range(0, 80, 7))
def test_what_a_kill_has_cut_off_is_answered_anew(folder: Path, cut: int) -> None:
    run(folder, [b"one", b"two"])
    (path,) = folder.glob(f"*{ANSWERS}")
    path.write_bytes(path.read_bytes()[: -cut or None])

    found, asked = run(folder, [b"one", b"two"])

    assert found == ANSWERED[:2]
    first = HEAD.size + len(ANSWERED[0])
    whole = [first, first + HEAD.size + len(ANSWERED[1])]
    left = max(whole[1] - cut, 0)
    assert asked == [b"one", b"two"][sum(left >= end for end in whole) :]


def test_a_damaged_answer_is_no_answer(folder: Path) -> None:
    run(folder, [b"one", b"two"])
    (path,) = folder.glob(f"*{ANSWERS}")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)

    assert run(folder, [b"one", b"two"]) == (ANSWERED[:2], [b"two"])


def test_a_damaged_plan_is_no_plan(folder: Path) -> None:
    run(folder, [b"one"])
    (folder / "plan.json").write_text("{")

    assert run(folder, [b"one"])[1] == [b"one"]


def test_a_ledger_that_is_forgotten_leaves_nothing(folder: Path) -> None:
    run(folder, BATCHES)

    forget_shards(folder)

    assert not folder.exists()
    assert run(folder, [b"one"])[1] == [b"one"]


def test_a_plan_is_of_function_and_argument() -> None:
    one: ShardFunction[Any, Any] = ShardFunction(len, max, min, SINGLE)
    other: ShardFunction[Any, Any] = ShardFunction(len, min, min, SINGLE)

    assert plan_of(one, ["a"]) == plan_of(one, ["a"])
    assert len({plan_of(one, ["a"]), plan_of(one, ["b"]), plan_of(other, ["a"])}) == 3
