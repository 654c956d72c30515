"""Texts that come in lines, and which of them are alike: the filter `duplicates pairs`.

Processes side by side read the lines and make sketches; what they give goes into files that are
mapped when the last line has come, so that memory holds only names and a few numbers of each text.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from auslese.analyse.duplicates.alike_pairs import SketchedTexts, alike_pairs
from auslese.analyse.duplicates.bands import Bands, choose_bands
from auslese.analyse.duplicates.minhash import Shuffles, shuffles
from auslese.analyse.duplicates.shingles import ShingleSets, shingle_sets
from auslese.recipes.filters.text_input import text_request_of
from auslese.records.document import ReadProblem
from auslese.system.pooled_batches import answers_in_batches
from auslese.system.shard_function import LINES, ShardFunction

DIGITS = 4
LENGTH_BYTES = 8  # before each part


class PairOptions(NamedTuple):
    """What counts as alike."""

    threshold: float
    words: int
    recall: float


class SketchedBatch(NamedTuple):
    """What a process makes of some lines; arrays as their bytes."""

    names: list[str]
    """Of each line as JSON, which holds numbers and letters that the pipe does not; or empty."""
    errors: list[str]
    """Of each line: why it is no text, or empty."""
    sizes: bytes = b""
    values: bytes = b""
    sketches: bytes = b""
    keys: bytes = b""
    marks: bytes = b""


class TextPair(NamedTuple):
    """Two texts by their names."""

    one: Any
    other: Any
    similarity: float


@dataclass(slots=True)
class PairSummary:
    """What is to be said beside the pairs."""

    texts: int = 0
    pairs: int = 0
    wordless: int = 0
    """Texts without a word: nothing is like them."""
    errors: list[tuple[int, str]] = field(default_factory=list)
    """Lines that are no texts, and why."""


def similar_pairs(
    arriving: BinaryIO, options: PairOptions, workers: int, summary: PairSummary
) -> Iterator[TextPair]:
    """The pairs among the texts of all lines; `summary` is filled on the way."""
    bands = choose_bands(options.threshold, options.recall)
    with TemporaryFile() as values, TemporaryFile() as sketches:
        spool = SketchSpool(bands, values, sketches)
        shard = SKETCHED_LINES.prepared(SketchRules(bands, options.words))
        for answer in answers_in_batches(arriving, shard, workers):
            for part in _unframed(answer):
                spool.take(part, summary)
        for one, other, similarity in alike_pairs(spool.sketched(), options.threshold):
            summary.pairs += 1
            yield TextPair(spool.name(one), spool.name(other), round(similarity, DIGITS))


class SketchRules(NamedTuple):
    """How texts are sketched."""

    bands: Bands
    words: int
    """Of a shingle."""


class TextSketcher(NamedTuple):
    """What a process sketches texts with."""

    rules: SketchRules
    shuffled: Shuffles


def text_sketcher(rules: SketchRules) -> TextSketcher:
    """Who sketches texts by these rules."""
    return TextSketcher(rules, shuffles(rules.bands.minima))


def sketch_lines(sketcher: TextSketcher, batch: bytes) -> bytes:
    """The sketches of the texts of lines."""
    requests = [text_request_of(line) for line in LINES.split(batch)]
    (bands, words), shuffled = sketcher
    sets = shingle_sets([each.text for each in requests if not each.error], words)
    sketches = shuffled.sketches(sets)
    part = SketchedBatch(
        ["" if each.is_plain or each.name is None else json.dumps(each.name) for each in requests],
        [each.error for each in requests],
        sets.sizes.tobytes(),
        sets.values.tobytes(),
        sketches.tobytes(),
        bands.keys(sketches).tobytes(),
        marks_of(sets).tobytes(),
    )
    return _framed(part)


def leave_unsketched(rules: SketchRules, line: bytes, why: ReadProblem) -> bytes:
    """What is said of a line that kills its process."""
    return _framed(SketchedBatch([""], [f"it could not be read: {why}"]))


SKETCHED_LINES = ShardFunction(text_sketcher, sketch_lines, leave_unsketched, LINES)


def marks_of(sets: ShingleSets) -> NDArray[np.uint64]:
    """A fingerprint of each set."""
    digests = (xxh3_64_intdigest(sets.of(number).tobytes()) for number in range(len(sets)))
    return np.fromiter(digests, np.uint64, len(sets))


def _framed(part: SketchedBatch) -> bytes:
    packed = msgspec.msgpack.encode(part)
    return len(packed).to_bytes(LENGTH_BYTES) + packed


def _unframed(answer: bytes) -> Iterator[SketchedBatch]:
    """The parts of an answer: several, if a batch killed its process and its lines came alone."""
    at = 0
    while at < len(answer):
        begin = at + LENGTH_BYTES
        at = begin + int.from_bytes(answer[at:begin])
        yield msgspec.msgpack.decode(answer[begin:at], type=SketchedBatch)


class SketchSpool:
    """Sketched texts that wait until the last has come: what is large lies in files."""

    def __init__(self, bands: Bands, values: BinaryIO, sketches: BinaryIO) -> None:
        """Nothing waits yet; shingles and sketches go to these files."""
        self._names: list[str] = []
        self._bands = bands
        self._values = values
        self._sketches = sketches
        self._lines = 0
        self._sizes = [np.empty(0, np.int64)]
        self._keys = [np.empty((0, bands.bands), np.uint32)]
        self._marks = [np.empty(0, np.uint64)]

    def take(self, part: SketchedBatch, summary: PairSummary) -> None:
        """Take in what a process made of some lines."""
        for name, error in zip(part.names, part.errors, strict=True):
            self._lines += 1
            if error:
                summary.errors.append((self._lines, error))
            else:
                self._names.append(name or str(self._lines))
        sizes = np.frombuffer(part.sizes, np.int64)
        summary.texts += len(sizes)
        summary.wordless += int(np.count_nonzero(sizes == 0))
        self._sizes.append(sizes)
        self._keys.append(np.frombuffer(part.keys, np.uint32).reshape(-1, self._bands.bands))
        self._marks.append(np.frombuffer(part.marks, np.uint64))
        self._values.write(part.values)
        self._sketches.write(part.sketches)

    def name(self, number: int) -> Any:
        """What a text is called: as it was asked, or by its line."""
        return json.loads(self._names[number])

    def sketched(self) -> SketchedTexts:
        """All texts."""
        sizes = np.concatenate(self._sizes)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        return SketchedTexts(
            ShingleSets(_mapped(self._values), starts),
            _mapped(self._sketches).reshape(-1, self._bands.minima),
            np.concatenate(self._keys),
            np.concatenate(self._marks),
        )


def _mapped(file: BinaryIO) -> NDArray[np.uint32]:
    file.flush()
    if not file.tell():
        return np.empty(0, np.uint32)
    return np.memmap(file, np.uint32, mode="r")
