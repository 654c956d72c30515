"""Answers to batches, kept on disk until the table is written that is made of all of them.

A stage that writes its table as a whole would lose hours of work to a kill. So each answer goes to
a ledger as it comes, by the digest of its batch. A run that comes later asks only for what is
missing, and ends with the same bytes: a shard function says the same of the same batch.

    DIR/unfinished/relevance/plan.json   made by what: function, argument, program
    DIR/unfinished/relevance/1.answers   key, length, checksum, answer; a file for each run

By another plan all is begun anew. What is cut off or damaged is answered anew. The ledger
takes at most a share of the disk that is free; what goes beyond is answered and not kept.
"""

import errno
import os
import pickle
import shutil
import struct
from collections import deque
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self

from xxhash import xxh3_64_intdigest

from auslese.system.durable_files import write_whole
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import read_sealed_json, sealed_json
from auslese.system.shard_function import ShardEngine, ShardFunction
from auslese.system.shards.code_mark import code_mark

PLAN, ANSWERS = "plan.json", ".answers"
HEAD = struct.Struct("<16sQQ")  # key of the batch, length and checksum of the answer
KEY_BYTES = 16
FREE_SHARE = 8  # of the disk that is free, a ledger takes at most one part of so many
SYNC_SECONDS = 5.0  # that a power cut may cost; a kill costs nothing that was kept


class _KeptAnswer(NamedTuple):
    """Where an answer stands."""

    path: Path
    begin: int
    length: int
    checksum: int


def plan_of(function: ShardFunction[Any, Any], argument: object) -> str:
    """A short name for what is done with batches, by what, and by which program."""
    packed = pickle.dumps((function, argument), protocol=pickle.HIGHEST_PROTOCOL)
    return blake2b(packed + code_mark().encode(), digest_size=KEY_BYTES).hexdigest()


class ShardLedger:
    """The answers that are kept in a folder; used in a `with` statement."""

    def __init__(self, folder: Path, plan: str) -> None:
        """Take what is there, if it was made by this plan."""
        self._folder = folder
        self.was_renewed = folder.exists() and _plan_in(folder) != plan
        if self.was_renewed:
            forget_shards(folder)
        self._places: dict[bytes, _KeptAnswer] = {}
        self._numbers = [0]
        for path in sorted(folder.glob(f"*{ANSWERS}")):
            self._numbers.append(int(path.stem))
            self._places.update(_places_in(path))
        self.found = len(self._places)
        """How many answers a run before has left."""
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / PLAN, [sealed_json({"plan": plan}).encode()])
        self._room = shutil.disk_usage(folder).free // FREE_SHARE
        self._file: BinaryIO | None = None
        self._synced_at = monotonic()

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it; the answers stay until they are forgotten."""
        if self._file is not None:
            self._file.close()

    def knows(self, key: bytes) -> bool:
        """Whether there is an answer to the batch with this key."""
        return key in self._places

    def answer(self, key: bytes) -> bytes:
        """The answer to the batch with this key."""
        place = self._places[key]
        with place.path.open("rb") as file:
            file.seek(place.begin)
            answer = file.read(place.length)
        if xxh3_64_intdigest(answer) != place.checksum:  # it was right when the ledger was opened
            raise DamagedFileError(place.path)
        return answer

    def keep(self, key: bytes, answer: bytes) -> None:
        """Keep an answer, if there is room for it."""
        size = HEAD.size + len(answer)
        if size > self._room:
            return
        self._room -= size
        try:
            self._append(HEAD.pack(key, len(answer), xxh3_64_intdigest(answer)) + answer)
        except OSError:  # the disk is full: the work itself goes on as long as it can
            self._room = 0

    def _append(self, record: bytes) -> None:
        if self._file is None:
            path = self._folder / f"{max(self._numbers) + 1}{ANSWERS}"
            self._file = path.open("xb", buffering=0)  # so that a kill costs nothing that was kept
        if self._file.write(record) != len(record):
            raise OSError(errno.ENOSPC, "the disk is full", self._file.name)
        if monotonic() - self._synced_at > SYNC_SECONDS:
            os.fdatasync(self._file.fileno())
            self._synced_at = monotonic()


class RecordedEngine:
    """An engine that is only asked for what a ledger does not know."""

    def __init__(self, engine: ShardEngine, ledger: ShardLedger) -> None:
        """Keep all new answers of the engine in the ledger."""
        self._engine, self._ledger = engine, ledger

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        """The answers in the order of the batches."""
        turns: deque[tuple[bytes, bool]] = deque()  # key, and whether the answer is kept

        def unknown() -> Iterator[bytes]:
            for batch in batches:
                key = blake2b(batch, digest_size=KEY_BYTES).digest()
                turns.append((key, self._ledger.knows(key)))
                if not turns[-1][1]:
                    yield batch

        for answer in self._engine.answers(unknown()):
            yield from self._known(turns)
            key, _ = turns.popleft()
            self._ledger.keep(key, answer)
            yield answer
        yield from self._known(turns)

    def _known(self, turns: deque[tuple[bytes, bool]]) -> Iterator[bytes]:
        """The kept answers whose turn it is."""
        while turns and turns[0][1]:
            yield self._ledger.answer(turns.popleft()[0])


def forget_shards(folder: Path) -> None:
    """Remove a ledger: what was made of it is written."""
    shutil.rmtree(folder, ignore_errors=True)


def _plan_in(folder: Path) -> str:
    try:
        return str(read_sealed_json(folder / PLAN).get("plan", ""))
    except (OSError, DamagedFileError):
        return ""


def _places_in(path: Path) -> Iterator[tuple[bytes, _KeptAnswer]]:
    """The records of a file, up to the first that is cut off or damaged."""
    size, begin = path.stat().st_size, 0
    with path.open("rb") as file:
        while begin + HEAD.size <= size:
            key, length, checksum = HEAD.unpack(file.read(HEAD.size))
            begin += HEAD.size
            if length > size - begin or xxh3_64_intdigest(file.read(length)) != checksum:
                return
            yield key, _KeptAnswer(path, begin, length, checksum)
            begin += length
