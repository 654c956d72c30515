"""The imprints of documents, batch by batch: what the stage `duplicates` hands to processes."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from auslese.analyse.duplicates.imprint import EMPTY_IMPRINTS, Imprinter, Imprints, ReadableText
from auslese.analyse.duplicates.minhash import Sketches, shuffles
from auslese.analyse.duplicates.shingles import ShingleSets, joined
from auslese.records.document import ReadProblem
from auslese.system.shard_function import LISTS, BatchFormat, ShardFunction
from auslese.text.rabin import RabinFingerprinter


class ImprintRules(NamedTuple):
    """By which rules imprints are taken."""

    modulus: int
    """Of fingerprints."""
    words: int
    """Of a shingle."""
    minima: int
    """Numbers of a sketch."""


class ImprintMessage(NamedTuple):
    """Imprints on their way from the process that took them."""

    fingerprints: bytes
    numbers: bytes
    values: bytes
    starts: bytes
    sketches: bytes


def imprinter_of(rules: ImprintRules) -> Imprinter:
    """Who takes imprints by these rules."""
    return Imprinter(RabinFingerprinter(rules.modulus), rules.words, shuffles(rules.minima))


def imprint_batch(imprinter: Imprinter, batch: bytes) -> bytes:
    """The imprints of the documents of a batch."""
    return packed(imprinter.imprints(msgspec.msgpack.decode(batch, type=list[ReadableText])))


def leave_without_imprint(rules: ImprintRules, batch: bytes, why: ReadProblem) -> bytes:
    """A document that kills its process has no imprint."""
    return packed(EMPTY_IMPRINTS)


def join_imprints(answers: Sequence[bytes]) -> bytes:
    """Imprints that came apart as if they had come together."""
    return packed(together([unpacked(answer) for answer in answers]))


def packed(imprints: Imprints) -> bytes:
    """Imprints for the pipe."""
    sets = imprints.sets
    arrays = (imprints.numbers, sets.values, sets.starts, imprints.sketches)
    return msgspec.msgpack.encode(
        ImprintMessage(
            imprints.fingerprints, *(np.ascontiguousarray(array).tobytes() for array in arrays)
        )
    )


def unpacked(answer: bytes) -> Imprints:
    """Imprints as they came; a document without any has a sketch without numbers."""
    wire = msgspec.msgpack.decode(answer, type=ImprintMessage)
    numbers = np.frombuffer(wire.numbers, np.int64)
    sets = ShingleSets(np.frombuffer(wire.values, np.uint32), np.frombuffer(wire.starts, np.int64))
    sketches = np.frombuffer(wire.sketches, np.uint32).reshape(len(numbers), -1)
    return Imprints(wire.fingerprints, numbers, sets, sketches)


def together(parts: list[Imprints]) -> Imprints:
    """Imprints in several parts as one."""
    width = max(part.sketches.shape[1] for part in parts)
    wide = [part.sketches if part.sketches.shape[1] else _blank(part, width) for part in parts]
    return Imprints(
        b"".join(part.fingerprints for part in parts),
        np.concatenate([part.numbers for part in parts]),
        joined([part.sets for part in parts]),
        np.concatenate(wide),
    )


def _blank(part: Imprints, width: int) -> Sketches:
    return np.zeros((len(part.numbers), width), np.uint32)


IMPRINT_SHARDS = ShardFunction(
    imprinter_of,
    imprint_batch,
    leave_without_imprint,
    BatchFormat(LISTS.split, LISTS.merge, join_imprints),
)
