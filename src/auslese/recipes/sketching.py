"""Sketches the texts of documents and adds them to the sketch index, chunk by chunk.

    chunks     a segment of documents, a thousand pages: one file of imprints
    batches    some documents at a time, in processes side by side
    loads      some chunks at a time are added to the index, then their imprints are written

The index knows texts, not pages: a text that is in it is not added again, whichever page has it or
had it, and pages that change take nothing out. A text that nobody has any more changes no group;
once such texts are most of the index, they are taken out (`recipes.duplicates`). A kill costs at
most the load at hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.imprint import NOTHING, Imprinter, Imprints, Readable
from auslese.analyse.duplicates.index import SketchIndex
from auslese.analyse.duplicates.minhash import Sketches
from auslese.analyse.duplicates.shingles import ShingleSets, joined
from auslese.analyse.language.batches import weighed_batches
from auslese.crawl.keyset import KeySet
from auslese.recipes.side_by_side import Answering, Crew, answer_each
from auslese.records.text import Problem
from auslese.store.duplicate_table import DocumentText, texts_in
from auslese.store.imprints import ROW, Rows, SketchFolder
from auslese.store.language_table import fingerprint_of

BATCH_PAGES = 64
BATCH_LETTERS = 500_000  # a tenth of a second of work
LOAD_TEXTS = 20_000  # added to the index at once: ten million texts are then 500 runs to be merged
LOAD_SHINGLES = 8_000_000  # 32 MB


class Wire(NamedTuple):
    """Imprints on their way from the process that took them."""

    fingerprints: bytes
    numbers: bytes
    values: bytes
    starts: bytes
    sketches: bytes


class NewTexts(NamedTuple):
    """Texts that the index may not have yet."""

    numbers: NDArray[np.int64]
    sets: ShingleSets
    sketches: Sketches

    def at(self, places: NDArray[np.int64]) -> "NewTexts":
        """Those at these places."""
        sizes = self.sets.sizes[places]
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        values = [self.sets.of(place) for place in places.tolist()]
        sets = ShingleSets(np.concatenate([np.empty(0, np.uint32), *values]), starts)
        return NewTexts(self.numbers[places], sets, self.sketches[places])


@dataclass(slots=True)
class Load:
    """What waits to be added to the index, with the imprints to be written then."""

    texts: list[NewTexts] = field(default_factory=list)
    chunks: dict[int, Rows] = field(default_factory=dict)
    documents: int = 0
    shingles: int = 0

    def take(self, imprints: Imprints) -> None:
        """Let the texts wait that have shingles."""
        texts = NewTexts(imprints.numbers, imprints.sets, imprints.sketches)
        texts = texts.at(np.flatnonzero(imprints.sets.sizes))
        if len(texts.numbers):
            self.texts.append(texts)
        self.documents += len(imprints.numbers)
        self.shingles += len(texts.sets.values)

    def all_texts(self) -> NewTexts:
        """All that wait, together."""
        return NewTexts(
            np.concatenate([each.numbers for each in self.texts]),
            joined([each.sets for each in self.texts]),
            np.concatenate([each.sketches for each in self.texts]),
        )

    @property
    def is_full(self) -> bool:
        """No more is to wait."""
        return self.documents >= LOAD_TEXTS or self.shingles >= LOAD_SHINGLES


def answering_of(imprinter: Imprinter) -> Answering:
    """What the processes do: they get documents and give the imprint of each."""

    def answer(batch: bytes) -> bytes:
        return packed(imprinter.imprints(msgspec.msgpack.decode(batch, type=list[Readable])))

    def give_up(batch: bytes, why: Problem) -> bytes:
        """Take each imprint alone; a document that kills its process has none."""
        documents = msgspec.msgpack.decode(batch, type=list[Readable]) if batch else []
        if len(documents) <= 1:
            return packed(NOTHING)
        alone = answer_each((msgspec.msgpack.encode([each]) for each in documents), answering)
        return packed(together([unpacked(each) for each in alone], len(imprinter.shuffles)))

    answering = Answering(answer, give_up)
    return answering


def packed(imprints: Imprints) -> bytes:
    """Imprints for the pipe."""
    sets = imprints.sets
    arrays = (imprints.numbers, sets.values, sets.starts, imprints.sketches)
    return msgspec.msgpack.encode(
        Wire(imprints.fingerprints, *(np.ascontiguousarray(array).tobytes() for array in arrays))
    )


def unpacked(answer: bytes) -> Imprints:
    """Imprints as they came; a document without any has a sketch without numbers."""
    wire = msgspec.msgpack.decode(answer, type=Wire)
    numbers = np.frombuffer(wire.numbers, np.int64)
    sets = ShingleSets(np.frombuffer(wire.values, np.uint32), np.frombuffer(wire.starts, np.int64))
    sketches = np.frombuffer(wire.sketches, np.uint32).reshape(len(numbers), -1)
    return Imprints(wire.fingerprints, numbers, sets, sketches)


def together(parts: list[Imprints], width: int) -> Imprints:
    """Imprints in several parts as one."""
    wide = [part.sketches if part.sketches.shape[1] else _blank(part, width) for part in parts]
    return Imprints(
        b"".join(part.fingerprints for part in parts),
        np.concatenate([part.numbers for part in parts]),
        joined([part.sets for part in parts]),
        np.concatenate(wide),
    )


def _blank(part: Imprints, width: int) -> Sketches:
    return np.zeros((len(part.numbers), width), np.uint32)


class Chunks(NamedTuple):
    """Chunks of documents that are to be sketched."""

    tables: Path
    numbers: list[int]
    progress: Callable[[int], None]
    """Gets how many documents are done."""
    stopped: Callable[[], str]


class Sketcher:
    """Sketches chunks of documents; one run of an analysis."""

    def __init__(self, folder: SketchFolder, index: SketchIndex, known: KeySet) -> None:
        """Add to this index what is not `known` to be in it."""
        self._folder = folder
        self._index = index
        self._known = known
        self.sketched = 0
        """Documents whose imprints were taken."""
        self.stored = 0
        """Documents whose imprints were written: those of whole chunks."""

    def sketch(self, crew: Crew, chunks: Chunks) -> str:
        """Sketch chunks; the reason if it was stopped, with all whole chunks stored."""
        load = Load()
        for number in chunks.numbers:
            rows = [np.empty(0, ROW)]
            for some, imprints in _answered(crew, chunks.tables, number):
                rows.append(rows_of(some, imprints))
                load.take(imprints)
                self.sketched += len(some)
                chunks.progress(self.sketched)
                if reason := chunks.stopped():
                    self._store(load, chunks.tables)
                    return reason
            load.chunks[number] = np.concatenate(rows)
            if load.is_full:
                self._store(load, chunks.tables)
                load = Load()
        self._store(load, chunks.tables)
        return ""

    def _store(self, load: Load, tables: Path) -> None:
        """First the texts, then the imprints: what these tell to be in the index is in it."""
        if load.texts:
            self._add(load.all_texts(), ", ".join(map(str, load.chunks)))
        for number, rows in load.chunks.items():
            self._folder.write_imprints(number, fingerprint_of(tables, number), rows)
            self.stored += len(rows)

    def _add(self, texts: NewTexts, chunks: str) -> None:
        lacking = np.flatnonzero(self._known.lacks(texts.numbers))
        _, once = np.unique(texts.numbers[lacking], return_index=True)
        kept = lacking[np.sort(once)]
        if len(kept):
            numbers, sets, sketches = texts.at(kept)
            # Whatever is dropped of the index for damage goes by the name it came under.
            name = f"{numbers[0]:016x} and others of documents {chunks}"
            self._index.add(numbers, sets, sketches, name)
            self._known.add_distinct(texts.numbers[kept])


def _answered(
    crew: Crew, tables: Path, number: int
) -> Iterator[tuple[list[DocumentText], Imprints]]:
    """The documents of a chunk, without their texts, with the imprints of them."""
    waiting: list[list[DocumentText]] = []

    def asked() -> Iterator[bytes]:
        documents = texts_in(tables, number)
        for some in weighed_batches(documents, BATCH_PAGES, letters_of, BATCH_LETTERS):
            waiting.append([each._replace(title="", text="", rest="") for each in some])
            yield msgspec.msgpack.encode([Readable(it.title, it.text, it.rest) for it in some])

    for answer in crew.answers(asked()):
        yield waiting.pop(0), unpacked(answer)


def letters_of(document: DocumentText) -> int:
    """How many letters of a document cost work."""
    return len(document.text) or len(document.rest)


def rows_of(documents: list[DocumentText], imprints: Imprints) -> Rows:
    """The rows of documents as they are kept."""
    rows = np.zeros(len(documents), ROW)
    rows["id"] = [document.id for document in documents]
    rows["fetched_at"] = [document.fetched_at for document in documents]
    rows["text"] = imprints.numbers
    rows["fingerprint"] = np.frombuffer(imprints.fingerprints, "<u8").reshape(-1, 2)
    rows["shingles"] = imprints.sets.sizes
    return rows
