"""Work that can be cut into batches, as plain functions that any engine can run.

A *shard function* is four functions of a module, over bytes, with no closure over the process that
asks. So it can be pickled and be run by forked processes (`system.process_pool`), by processes of
their own (`system.marked_pool`), by tasks on another machine, or by a plain loop:

    shard = function.prepared(argument)
    answers = [shard.answer(batch) for batch in batches]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from auslese.records.document import ReadProblem

Argument = TypeVar("Argument")
State = TypeVar("State")


class BatchFormat(NamedTuple):
    """How a batch is taken apart, so that an engine can try each of its items alone."""

    split: Callable[[bytes], list[bytes]]
    """A batch as batches of one item each."""
    merge: Callable[[Sequence[bytes]], bytes]
    """Batches as one."""
    join: Callable[[Sequence[bytes]], bytes]
    """The answers to batches as the answer to one."""


def _undivided(batch: bytes) -> list[bytes]:
    return [batch]


def _lines_of(batch: bytes) -> list[bytes]:
    return batch.split(b"\n")


def _split_list(batch: bytes) -> list[bytes]:
    return [msgspec.msgpack.encode([item]) for item in _items(batch)]


def join_lists(batches: Sequence[bytes]) -> bytes:
    """Lists of msgpack as one list."""
    return msgspec.msgpack.encode([item for batch in batches for item in _items(batch)])


_items = msgspec.msgpack.Decoder(list[msgspec.Raw]).decode

SINGLE = BatchFormat(_undivided, b"".join, b"".join)
"""Every batch is one item."""
LINES = BatchFormat(_lines_of, b"\n".join, b"".join)
"""Lines with breaks between them; each answer ends its lines itself."""
LISTS = BatchFormat(_split_list, join_lists, join_lists)
"""Lists of msgpack, and for each a list with as many answers."""


class ShardFence(NamedTuple):
    """What an item may take before it is given up."""

    seconds: float
    """Of a core, for the item at hand; for a whole batch, if the function marks no items
    (`system.item_mark`)."""
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class ShardFunction(Generic[Argument, State]):
    """What is done with batches; all its parts are functions of modules, so it can be pickled."""

    prepare: Callable[[Argument], State]
    """What a process needs for all batches: called once in each, or before they are forked."""
    work: Callable[[State, bytes], bytes]
    """The answer to a batch."""
    give_up: Callable[[Argument, bytes, ReadProblem], bytes]
    """What to say of a batch of one item of which a process died; called by who asks."""
    batches: BatchFormat = SINGLE
    fence: Callable[[Argument], ShardFence] | None = None
    """What an item may take, by the argument; None for what the engine thinks right."""

    def prepared(self, argument: Argument) -> "PreparedShard[Argument, State]":
        """The function with all it needs, in this process."""
        return PreparedShard(self, argument, self.prepare(argument))


@dataclass(frozen=True, slots=True)
class PreparedShard(Generic[Argument, State]):
    """A shard function that can begin."""

    function: ShardFunction[Argument, State]
    argument: Argument
    state: State

    def answer(self, batch: bytes) -> bytes:
        """The answer to a batch, made in this process."""
        return self.function.work(self.state, batch)

    def give_up(self, item: bytes, why: ReadProblem) -> bytes:
        """What to say of an item of which a process died."""
        return self.function.give_up(self.argument, item, why)


class ShardEngine(Protocol):
    """Who answers batches: processes here, tasks on other machines, or a plain loop."""

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        """The answers in the order of the batches, of which no more are taken than is needed."""


StartEngine = Callable[[ShardFunction[Any, Any], Any, int], AbstractContextManager[ShardEngine]]
"""Starts an engine for a function with its argument, with so many processes."""


def nothing_needed(argument: Argument) -> Argument:
    """The argument as it is, for work that needs no preparation."""
    return argument
