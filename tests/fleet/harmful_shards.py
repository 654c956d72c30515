"""Shard functions that do harm to their process, as a page might."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import NamedTuple

from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.system.item_mark import AT_HAND
from auslese.system.shard_function import LINES, ShardFence, ShardFunction

KILL, SLEEP, FAIL = b"kill", b"sleep", b"fail"
ITEM_SECONDS = 0.5


class HarmRules(NamedTuple):
    """Where what happens is written down."""

    log: str
    prefix: str = ""
    pause: float = 0.0
    fails: bool = False


def begin(rules: HarmRules) -> HarmRules:
    """What a process needs: it notes that it has begun."""
    if rules.fails:
        raise AusleseError("there is no such model")
    note(rules, f"begun {os.getpid()}")
    return rules


def note(rules: HarmRules, words: str) -> None:
    """Write a line that no other process can cut in two."""
    if rules.log:
        with Path(rules.log).open("a") as log:
            log.write(f"{words}\n")


def harm(rules: HarmRules, batch: bytes) -> bytes:
    """Every line behind a prefix; some lines kill, sleep or fail."""
    return b"".join(_answered(rules, line) for line in AT_HAND.each(batch.split(b"\n")))


def _answered(rules: HarmRules, line: bytes) -> bytes:
    note(rules, f"line {line.decode()}")
    sleep(rules.pause)
    if line == KILL:
        os.kill(os.getpid(), signal.SIGKILL)
    if line == SLEEP:
        sleep(600)
    if line == FAIL:
        raise RuntimeError(line)
    return rules.prefix.encode() + line + b"\n"


def give_up(rules: HarmRules, item: bytes, why: ReadProblem) -> bytes:
    """The reason, as the answer to a line."""
    return f"{rules.prefix}{item.decode()} {why}\n".encode()


def fence(rules: HarmRules) -> ShardFence:
    """A line may take half a second."""
    return ShardFence(ITEM_SECONDS, 1 << 30)


HARM = ShardFunction(begin, harm, give_up, LINES, fence)


def lines(numbers: Sequence[int]) -> bytes:
    """A batch of harmless lines."""
    return b"\n".join(str(number).encode() for number in numbers)
