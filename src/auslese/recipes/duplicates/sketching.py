"""Sketches the texts of documents and adds them to the sketch index, chunk by chunk.

    chunks     a segment of documents, a thousand pages: one file of imprints
    batches    some documents at a time, in processes side by side
    loads      some chunks at a time are added to the index, then their imprints are written

The index knows texts, not pages: a text that is in it is not added again, whichever page has it or
had it, and pages that change take nothing out. A text that nobody has any more changes no group;
once such texts are most of the index, they are taken out
(`recipes.duplicates.duplicate_stage`). A kill costs at most the load at hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.imprint import Imprints, ReadableText
from auslese.analyse.duplicates.minhash import Sketches
from auslese.analyse.duplicates.shingles import ShingleSets, joined
from auslese.analyse.duplicates.sketch_index import SketchIndex
from auslese.analyse.language.text_batches import weighed_batches
from auslese.recipes.duplicates.imprint_shards import unpacked
from auslese.store.sketch_folder import ROW, ImprintRows, SketchFolder
from auslese.store.tables.document_chunks import fingerprint_of
from auslese.store.tables.duplicate_table import DocumentText, texts_in
from auslese.system.key_set import KeySet
from auslese.system.shard_function import ShardEngine

BATCH_PAGES = 64
BATCH_LETTERS = 500_000  # a tenth of a second of work
LOAD_TEXTS = 20_000  # added to the index at once: ten million texts are then 500 runs to be merged
LOAD_SHINGLES = 8_000_000  # 32 MB


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
class SketchLoad:
    """What waits to be added to the index, with the imprints to be written then."""

    texts: list[NewTexts] = field(default_factory=list)
    chunks: dict[int, ImprintRows] = field(default_factory=dict)
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


class ChunksToSketch(NamedTuple):
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

    def sketch(self, pool: ShardEngine, chunks: ChunksToSketch) -> str:
        """Sketch chunks; the reason if it was stopped, with all whole chunks stored."""
        load = SketchLoad()
        for number in chunks.numbers:
            rows = [np.empty(0, ROW)]
            for some, imprints in _answered(pool, chunks.tables, number):
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
                load = SketchLoad()
        self._store(load, chunks.tables)
        return ""

    def _store(self, load: SketchLoad, tables: Path) -> None:
        """First the texts, then the imprints: what these tell to be in the index is in it."""
        if load.texts:
            self._add(load.all_texts(), ", ".join(map(str, load.chunks)))
        for number, rows in load.chunks.items():
            self._folder.write_imprints(number, fingerprint_of(tables, number), rows)
            self.stored += len(rows)

    def _add(self, texts: NewTexts, chunks: str) -> None:
        lacking = np.flatnonzero(self._known.lacks(texts.numbers))
        _, once = np.unique(texts.numbers[lacking], return_index=True)
        lacking_once = lacking[np.sort(once)]
        if len(lacking_once):
            numbers, sets, sketches = texts.at(lacking_once)
            # Whatever is dropped of the index for damage goes by the name it came under.
            name = f"{numbers[0]:016x} and others of documents {chunks}"
            self._index.add(numbers, sets, sketches, name)
            self._known.add_distinct(texts.numbers[lacking_once])


def _answered(
    pool: ShardEngine, tables: Path, number: int
) -> Iterator[tuple[list[DocumentText], Imprints]]:
    """The documents of a chunk, without their texts, with the imprints of them."""
    waiting: list[list[DocumentText]] = []

    def encoded_batches() -> Iterator[bytes]:
        documents = texts_in(tables, number)
        for some in weighed_batches(documents, BATCH_PAGES, letters_of, BATCH_LETTERS):
            waiting.append([each._replace(title="", text="", rest="") for each in some])
            yield msgspec.msgpack.encode([ReadableText(it.title, it.text, it.rest) for it in some])

    for answer in pool.answers(encoded_batches()):
        yield waiting.pop(0), unpacked(answer)


def letters_of(document: DocumentText) -> int:
    """How many letters of a document cost work."""
    return len(document.text) or len(document.rest)


def rows_of(documents: list[DocumentText], imprints: Imprints) -> ImprintRows:
    """The rows of documents as they are kept."""
    rows = np.zeros(len(documents), ROW)
    rows["id"] = [document.id for document in documents]
    rows["fetched_at"] = [document.fetched_at for document in documents]
    rows["text"] = imprints.numbers
    rows["fingerprint"] = np.frombuffer(imprints.fingerprints, "<u8").reshape(-1, 2)
    rows["shingles"] = imprints.sets.sizes
    return rows
