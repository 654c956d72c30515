"""The sketch index: which of millions of documents on disk are like a new one.

    with SketchIndex.open(folder, Plan(threshold=0.8)) as index:
        sets = shingle_sets(texts, index.plan.words)
        matches = index.add(ids, sets, index.plan.sketches(sets), "chunk 7 of documents")
        matches = index.near(sets, sketches)     # `one` is the place in the batch; nothing is added
        index.pairs()                            # all pairs of living documents found so far
        index.marks                              # the names of the portions that are in
        index.forget("chunk 7 of documents")     # all that came under this name
        index.remove(ids)
        index.check()                            # damages in words; such files are not used then
        index.drop_damaged()                     # the names of the portions to be added anew

What `add`, `remove` and `forget` did is durable when they return; a process that is killed loses at
most the call under way. A document that is added again takes the place of the old one. Only one
process at a time may open a folder.

The folder holds *layers* (`index_layers`), one for each call, merged when many are of a size.
A pair is told by the later of the two documents. Two rules bound the work (`index_lookup`): copies
match the oldest of them alone, with 1.0, and nobody else meets them (when the oldest goes, those
that stay are compared anew); and of all with the same key in a band only the 64 oldest are met.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import xxhash

from auslese.analyse.duplicates.bands import RECALL, Bands, choose_bands
from auslese.analyse.duplicates.layer_folder import LayerFolder
from auslese.analyse.duplicates.layer_merge import merged_head
from auslese.analyse.duplicates.minhash import Sketches, shuffles
from auslese.analyse.duplicates.shingles import SHINGLE_WORDS, ShingleSets, joined
from auslese.analyse.duplicates.sketch_layers import (
    FEW_DOCUMENTS,
    ExactCopies,
    Ids,
    IndexPortion,
    Places,
    SimilarMatches,
    SketchBatch,
    band_table,
    parts_of,
    shortened,
)
from auslese.analyse.duplicates.sketch_lookup import (
    BatchAsStored,
    copies_in,
    matches_in,
    matches_with,
)

THRESHOLD = 0.8


class SketchIndexPlan(NamedTuple):
    """What makes two documents near copies; an index holds to one plan."""

    threshold: float = THRESHOLD
    recall: float = RECALL
    words: int = SHINGLE_WORDS

    @property
    def bands(self) -> Bands:
        """How sketches are cut."""
        return choose_bands(self.threshold, self.recall)

    def sketches(self, sets: ShingleSets) -> Sketches:
        """The sketches that the index wants."""
        return shuffles(self.bands.minima).sketches(sets)


class SketchIndexChange(NamedTuple):
    """What one layer does besides bringing documents."""

    gone: Ids
    again: Ids
    """Copies that are compared anew, as the oldest of them goes."""
    marks: list[str]
    forgotten: list[str]


class SketchIndex:
    """A folder of layers; the head of this module shows all that it does."""

    def __init__(self, folder: Path, plan: SketchIndexPlan) -> None:
        self.plan = plan
        self._bands = plan.bands
        head = {"plan": [*plan, *self._bands], "bands": self._bands.bands + 1}
        head["minima"] = self._bands.minima
        self._folder = LayerFolder(folder, head)

    @classmethod
    def open(cls, folder: Path, plan: SketchIndexPlan) -> Self:
        """The index in this folder; a new one if there is none.

        Raises `OtherPlanError` if it was made by another plan: it must then be built anew.
        """
        return cls(folder, plan)

    def close(self) -> None:
        """Let others open the folder."""
        self._folder.close()

    def __enter__(self) -> Self:
        """Use it until the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    # -- what is in -------------------------------------------------------------------------------

    def __len__(self) -> int:
        """How many documents are in."""
        return sum(len(layer) - layer.gone for layer in self._folder.layers)

    def ids(self) -> Ids:
        """The documents that are in."""
        none = np.empty(0, np.int64)
        return np.concatenate([none, *(layer.ids[layer.living] for layer in self._folder.layers)])

    @property
    def marks(self) -> list[str]:
        """The names of the portions that are in, oldest first."""
        marks: list[str] = merged_head(self._folder.layers, {})["marks"]
        return marks

    def ids_of(self, *marks: str) -> Ids:
        """The documents that came under these names and are still in."""
        found, wanted = [np.empty(0, np.int64)], set(marks)
        for layer in self._folder.layers:
            if not wanted.isdisjoint(layer.marks):
                numbers = [number for number, mark in enumerate(layer.marks) if mark in wanted]
                found.append(layer.ids[np.isin(layer.array("portions"), numbers) & layer.living])
                layer.let_go()
        return np.concatenate(found)

    def pairs(self) -> SimilarMatches:
        """All pairs of documents that are in, as they were found when the later one came."""
        layers = self._folder.layers
        return SimilarMatches.joined(
            [layer.pairs.where(self._folder.still_there(layer)) for layer in layers]
        )

    def near(self, sets: ShingleSets, sketches: Sketches) -> SimilarMatches:
        """What is like these; `one` is the place in the batch. Nothing is added."""
        batch = self._batch(np.arange(len(sets)), sets, sketches)
        return matches_with(batch, self._folder.layers, self.plan.threshold)

    # -- what changes it --------------------------------------------------------------------------

    def add(
        self, ids: Ids, sets: ShingleSets, sketches: Sketches, mark: str = ""
    ) -> SimilarMatches:
        """Take documents in and return the pairs of each with older ones, and among each other.

        Pairs of copies that were compared anew, because the oldest was replaced, are among them.
        """
        ids = np.asarray(ids, np.int64)
        if len(np.unique(ids)) != len(ids) or not len(ids) == len(sets) == len(sketches):
            raise ValueError("each document has one id, one set and one sketch")
        gone = self._in(ids)
        change = SketchIndexChange(gone, self._orphans(gone), [mark], [])
        return self._change(change, self._batch(ids, sets, sketches))

    def remove(self, ids: Ids, mark: str = "") -> None:
        """Take documents out; those that are not in do not matter.

        A mark is one of the names then: it is told if the removal is lost by damage.
        """
        gone = self._in(np.unique(np.asarray(ids, np.int64)))
        if len(gone) or mark:
            self._change(SketchIndexChange(gone, self._orphans(gone), [mark] if mark else [], []))

    def forget(self, *marks: str) -> None:
        """Take out what came under these names, and the names."""
        if not set(marks).isdisjoint(self.marks):
            gone = self.ids_of(*marks)
            self._change(SketchIndexChange(gone, self._orphans(gone), [], list(marks)))

    def check(self) -> list[str]:
        """What is damaged, in words. Reads everything; damaged files are not used from now on."""
        self._folder.set_aside(self._folder.layers)
        return sorted(self._folder.damaged.values())

    def drop_damaged(self) -> list[str]:
        """Do without damaged files; return the names of the portions that must be added anew.

        All that came in those portions is out then; if a file does not even tell what was in it,
        that is everything. What a lost file had removed is in again, unless it is added anew.
        """
        if not self._folder.damaged:
            return []
        marks = self._folder.lost_marks()
        self._folder.load()
        if marks is None:
            marks = self.marks
            self._folder.remove_all()
            return marks
        self.forget(*marks)
        none = np.empty(0, np.int64)
        if len(lost := self._lost()):
            self._change(SketchIndexChange(none, lost, [], []))
        self._folder.replace_damaged(parts_of(self._portion(none, self._no_batch())))
        self._folder.tidy()
        return marks

    def _change(self, change: SketchIndexChange, new: SketchBatch | None = None) -> SimilarMatches:
        """Write one layer: without what goes, with what is new and what is compared anew."""
        marks_again = self._marks_of(change.again)
        marks = list(dict.fromkeys([*change.marks, *marks_again]))
        batch = self._batch_of(change.again)
        if new is not None:
            batch = _both(batch, new)
        number_of = {mark: number for number, mark in enumerate(marks)}
        numbers = [number_of[mark] for mark in marks_again]
        numbers += [0] * (len(batch.ids) - len(numbers))
        removed = np.concatenate([change.gone, change.again])
        with self._folder.buried(removed):
            portion = self._portion(removed, batch, numbers)
            head = {"marks": marks, "forgotten": change.forgotten}
            self._folder.write(head, parts_of(portion))
        self._folder.tidy()
        return portion.pairs

    def _portion(self, removed: Ids, batch: SketchBatch, marks: Sequence[int] = ()) -> IndexPortion:
        """Compare documents with all that is in, and among each other."""
        layers = self._folder.layers
        copies = copies_in(batch, layers)
        leaders = _others(batch, copies)
        table = band_table(batch.keys[leaders], leaders)
        living = np.ones(len(batch.ids), bool)
        itself = BatchAsStored(batch.ids, living, table, batch.sketches, batch.sets)
        near = matches_in(batch, leaders, [*layers, itself], self.plan.threshold)
        pairs = SimilarMatches.joined([_exact(batch, copies), near])
        return IndexPortion(batch, np.array(marks, np.uint32), copies, table, removed, pairs)

    def _batch(self, ids: Ids, sets: ShingleSets, sketches: Sketches) -> SketchBatch:
        for layer in self._folder.layers:
            layer.expect(many=len(ids) > FEW_DOCUMENTS)
        sketches = sketches[:, : self._bands.minima]
        keys = np.empty((len(sets), self._bands.bands + 1), np.uint32)
        keys[:, :-1] = self._bands.keys(sketches)
        keys[:, -1] = [
            xxhash.xxh3_64_intdigest(sets.of(number).data) >> 32 for number in range(len(sets))
        ]
        return SketchBatch(ids, sets, shortened(sketches), keys)

    def _no_batch(self) -> SketchBatch:
        return self._batch_of(np.empty(0, np.int64))

    # -- documents that are in --------------------------------------------------------------------

    def _in(self, ids: Ids) -> Ids:
        there = np.zeros(len(ids), bool)
        for layer in self._folder.layers:
            there |= layer.places(ids) >= 0
        return ids[there]

    def _orphans(self, gone: Ids) -> Ids:
        """Copies of what goes that do not go themselves."""
        found = [np.empty(0, np.int64)]
        for layer in self._folder.layers if len(gone) else ():
            places = layer.followers[np.isin(layer.followed, gone) & layer.living[layer.followers]]
            ids = layer.ids[places]
            found.append(ids[~np.isin(ids, gone)])
        return np.concatenate(found)

    def _lost(self) -> Ids:
        """Copies of documents that are no more in, or are copies themselves."""
        found = [np.empty(0, np.int64)]
        for layer in self._folder.layers:
            lost = layer.living[layer.followers]
            for older in self._folder.layers:
                lost &= ~older.leads(layer.followed)
            found.append(layer.ids[layer.followers[lost]])
        return np.concatenate(found)

    def _marks_of(self, ids: Ids) -> list[str]:
        marks = [""] * len(ids)
        for layer in self._folder.layers if len(ids) else ():
            places = layer.places(ids)
            portions = layer.array("portions")
            for number in np.flatnonzero(places >= 0).tolist():
                marks[number] = layer.marks[int(portions[places[number]])]
        return marks

    def _batch_of(self, ids: Ids) -> SketchBatch:
        """Documents that are in, as if they came again."""
        none = joined([])
        sets = [none] * len(ids)
        for layer in self._folder.layers if len(ids) else ():
            places = layer.places(ids)
            for number in np.flatnonzero(places >= 0).tolist():
                values = layer.sets.of(int(places[number])).copy()
                sets[number] = ShingleSets(values, np.array([0, len(values)], np.int64))
            layer.let_go()
        every = joined(sets)
        return self._batch(ids, every, self.plan.sketches(every))


def _others(batch: SketchBatch, copies: ExactCopies) -> Places:
    """The places of documents with a word that are no copies."""
    kept = batch.sets.sizes > 0
    kept[copies.places] = False
    return np.flatnonzero(kept)


def _exact(batch: SketchBatch, copies: ExactCopies) -> SimilarMatches:
    return SimilarMatches(batch.ids[copies.places], copies.of, np.ones(len(copies.of)))


def _both(one: SketchBatch, other: SketchBatch) -> SketchBatch:
    if not len(one.ids):
        return other
    ids = np.concatenate([one.ids, other.ids])
    sketches = np.concatenate([one.sketches, other.sketches])
    keys = np.concatenate([one.keys, other.keys])
    return SketchBatch(ids, joined([one.sets, other.sets]), sketches, keys)
