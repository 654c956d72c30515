"""A layer: some documents of the sketch index, sorted by the keys of their bands, never changed.

ids, order      the documents as they came, oldest first, and their places by id
portions        under which name each came
starts, values  their shingles
sketches        of each number of a sketch one byte: different ones look equal once in 256 times,
                which may cost a vain look but never a pair (Li and König 2010)
bands           for each band the keys in order, each with the place of its document; padded to
                whole blocks. The last band has the number of the whole set, for equal ones.
fences          the first key of each block, kept in memory
followers, followed   the places of copies, and whose copies they are; they are in no band
removed         documents of older layers that are gone, or are here anew
one, other, similarity   the pairs that were found when these documents came
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.minhash import Sketches
from auslese.analyse.duplicates.shingles import Numbers, ShingleSets
from auslese.system.sealed_files import Head, PlannedPart, SealedFile

BLOCK = 64  # keys from fence to fence: the fences of ten million documents need 21 MB
WINDOW = 1 << 16  # bytes the system maps around a byte that is looked at
MOST_MAPPED = 1 << 24  # bytes of a file that stay mapped; in 20 files some 300 MB
FEW = 1024  # keys that are looked for by fences; more are faster looked for in order
FEW_DOCUMENTS = 256  # looked for one by one; for more of them files are read ahead

Ids = NDArray[np.int64]
Places = NDArray[np.int64]
Keys = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

HALF = np.uint64(32)
REST = np.uint64(0xFFFF_FFFF)
NO_KEY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class SimilarMatches(NamedTuple):
    """Pairs that are at least as alike as the plan says."""

    one: Ids
    """The later document."""
    other: Ids
    """The earlier one."""
    similarity: NDArray[np.float64]

    @classmethod
    def joined(cls, parts: Iterable["SimilarMatches"]) -> "SimilarMatches":
        """All of them, one after the other."""
        none = cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
        columns = zip(none, *parts, strict=True)
        return cls(*(np.concatenate(column) for column in columns))

    def where(self, kept: Flags) -> "SimilarMatches":
        """Those of them."""
        return SimilarMatches(self.one[kept], self.other[kept], self.similarity[kept])


class BandTable:
    """The keys of documents, band by band in order."""

    def __init__(self, entries: Keys, bands: int, fences: Numbers) -> None:
        self.bands = bands
        self.touched: Callable[[int], None] = _is_cheap_to_map
        self.rows: Callable[[Places], Keys] = self._rows_in_memory
        self.stride = len(entries) // bands
        self.entries = entries
        band = np.arange(bands, dtype=np.uint64) << HALF
        self._fences = np.repeat(band, self.stride // BLOCK) | fences

    def first_from(self, bands: Places, targets: Keys) -> tuple[Places, Keys]:
        """Where in `entries` the first one stands that is not below the target, and which it is.

        At the end of a band that is NO_KEY, and the place that of the next band.
        """
        if len(targets) > FEW:
            return self._in_order(bands, targets)
        blocks = np.searchsorted(self._fences, (bands.astype(np.uint64) << HALF) | targets >> HALF)
        blocks = np.maximum(blocks - 1, bands * (self.stride // BLOCK))
        rows = self.rows(blocks)
        below = (rows < targets[:, None]).sum(axis=1)
        places = blocks * BLOCK + below
        found = rows[np.arange(len(rows)), np.minimum(below, BLOCK - 1)]
        (beyond,) = (below == BLOCK).nonzero()
        for each in beyond.tolist():
            inside = places[each] < (bands[each] + 1) * self.stride
            found[each] = self.entries[places[each]] if inside else NO_KEY
        return places, found

    def _rows_in_memory(self, blocks: Places) -> Keys:
        return self.entries.reshape(-1, BLOCK)[blocks]

    def counted(self, bands: Places, begins: Places, ends: Keys, most: int) -> Places:
        """How many entries from there on are below the end; those above `most` do not matter."""
        if len(bands) > FEW:
            return self._in_order(bands, ends)[0] - begins
        self.touched(len(bands) * WINDOW)
        places = begins[:, None] + np.arange(most)
        inside = places < ((bands + 1) * self.stride)[:, None]
        entries = self.entries[np.where(inside, places, 0)]
        counted: Places = (inside & (entries < ends[:, None])).sum(axis=1)
        return counted

    def _in_order(self, bands: Places, targets: Keys) -> tuple[Places, Keys]:
        places, found = np.empty(len(targets), np.int64), np.full(len(targets), NO_KEY)
        for band in np.flatnonzero(np.bincount(bands, minlength=self.bands)).tolist():
            rows = np.flatnonzero(bands == band)
            rows = rows[np.argsort(targets[rows])]
            begin = band * self.stride
            row = self.entries[begin : begin + self.stride]
            self.touched(min(row.nbytes, len(rows) * WINDOW))
            at = np.searchsorted(row, targets[rows])
            places[rows] = begin + at
            inside = at < self.stride
            found[rows[inside]] = row[at[inside]]
        return places, found


def _is_cheap_to_map(touched_bytes: int) -> None:
    """Arrays that are in memory anyway."""


def band_table(keys: NDArray[np.uint32], places: Places) -> BandTable:
    """The keys of new documents (a row each) in order."""
    entries = keys.T.astype(np.uint64) << HALF | places.astype(np.uint64)
    padded = np.full((len(entries), -(-len(places) // BLOCK) * BLOCK), NO_KEY)
    padded[:, : len(places)] = np.sort(entries, axis=1)
    fences = (padded[:, ::BLOCK] >> HALF).astype(np.uint32)
    return BandTable(padded.reshape(-1), len(entries), fences.reshape(-1))


class SketchBatch(NamedTuple):
    """Documents that are looked for, and perhaps added."""

    ids: Ids
    sets: ShingleSets
    sketches: Bytes
    keys: NDArray[np.uint32]
    """Of the bands, and last that of the whole set."""


class IndexLayer:
    """A stored layer. Ids, their order and the fences are in memory, 24 bytes a document."""

    def __init__(self, path: Path) -> None:
        self._sealed = SealedFile(path)
        self.path = path
        self.head: Head = self._sealed.head
        self.first, self.last = numbers_of(path)
        self.ids: Ids = self._sealed.loaded("ids")
        self._order: Numbers = self._sealed.loaded("order")
        self._sorted: Ids = self.ids[self._order]
        self.living: Flags = np.ones(len(self.ids), bool)
        self.following: Flags = np.zeros(len(self.ids), bool)
        self.followers: Numbers = self._sealed.loaded("followers")
        self.followed: Ids = self._sealed.loaded("followed")
        self.following[self.followers] = True
        self.removed: Ids = self._sealed.loaded("removed")
        self.marks: list[str] = self.head["marks"]
        self.forgotten: list[str] = self.head["forgotten"]
        bands = self.head["bands"]
        self.table = BandTable(self._sealed.array("bands"), bands, self._sealed.loaded("fences"))
        self.table.touched, self.table.rows = self.touched, self._rows
        self._mapped, self._many = 0, False

    def __len__(self) -> int:
        """Documents in the file, also those that are gone."""
        return len(self.ids)

    @property
    def sets(self) -> ShingleSets:
        """The shingles, as they lie in the file."""
        return ShingleSets(self.array("values"), self.array("starts"))

    @property
    def sketches(self) -> Bytes:
        """A byte of each number of each sketch, as they lie in the file."""
        return self.array("sketches").reshape(-1, self.head["minima"])

    @property
    def pairs(self) -> SimilarMatches:
        """The pairs found when these documents came; some of them may be gone."""
        return SimilarMatches(*(self.array(name).copy() for name in SimilarMatches._fields))

    @property
    def gone(self) -> int:
        """How many of its documents are removed or here anew in a later layer."""
        return len(self) - int(np.count_nonzero(self.living))

    def array(self, name: str) -> NDArray[Any]:
        """A part, as it lies in the file."""
        return self._sealed.array(name)

    def _rows(self, blocks: Places) -> Keys:
        """Blocks of keys, read and not mapped: a look at a mapped page costs twice as much."""
        return self._sealed.read("bands", blocks * BLOCK, BLOCK).reshape(-1, BLOCK)

    def expect(self, many: bool) -> None:
        """Say whether many documents are going to be looked at, or a few."""
        if many != self._many:
            self._sealed.read_ahead(many)
            self._many = many

    def touched(self, touched_bytes: int) -> None:
        """Say that so much is going to be looked at; what was before may go."""
        self._mapped += touched_bytes
        if self._mapped > MOST_MAPPED:
            self.let_go()
            self._mapped = touched_bytes

    def let_go(self) -> None:
        """Give back the memory of what was looked at."""
        self._sealed.let_go()
        self._mapped = 0

    def damages(self) -> list[str]:
        """What is not as it was written, in words."""
        return list(self._sealed.damages())

    def places(self, ids: Ids) -> Places:
        """Where the living documents stand; -1 for those that are not here."""
        if not len(self.ids):
            return np.full(len(ids), -1)
        at = np.minimum(np.searchsorted(self._sorted, ids), len(self.ids) - 1)
        places = self._order[at].astype(np.int64)
        return np.where((self._sorted[at] == ids) & self.living[places], places, -1)

    def leads(self, ids: Ids) -> Flags:
        """Which of these are living here and no copies."""
        places = self.places(ids)
        found = places >= 0
        found[found] = ~self.following[places[found]]
        return found

    def bury(self, ids: Ids) -> None:
        """These are removed, or here anew in a later layer."""
        places = self.places(ids)
        self.living[places[places >= 0]] = False


class ExactCopies(NamedTuple):
    """Documents with the same shingles as an older one."""

    places: Places
    of: Ids


class IndexPortion(NamedTuple):
    """A new layer: the documents, and all that is known about them when they are written."""

    batch: SketchBatch
    portions: Numbers
    copies: ExactCopies
    table: BandTable
    removed: Ids
    pairs: SimilarMatches


def parts_of(new: IndexPortion) -> Iterator[PlannedPart]:
    """The parts of a layer of new documents."""
    ids, sets = new.batch.ids, new.batch.sets
    table = new.table.entries.reshape(new.table.bands, -1)
    yield PlannedPart("ids", "<i8", [ids])
    yield PlannedPart("order", "<u4", [np.argsort(ids)])
    yield PlannedPart("portions", "<u4", [new.portions])
    yield PlannedPart("starts", "<i8", [sets.starts - sets.starts[0]])
    yield PlannedPart("values", "<u4", [sets.values[sets.starts[0] : sets.starts[-1]]])
    yield PlannedPart("sketches", "|u1", [new.batch.sketches])
    yield PlannedPart("bands", "<u8", [table])
    yield PlannedPart("fences", "<u4", [table[:, ::BLOCK] >> HALF])
    yield PlannedPart("followers", "<u4", [new.copies.places])
    yield PlannedPart("followed", "<i8", [new.copies.of])
    yield PlannedPart("removed", "<i8", [new.removed])
    yield from pair_parts([new.pairs])


def pair_parts(pairs: Sequence[SimilarMatches]) -> Iterator[PlannedPart]:
    """The parts that hold pairs."""
    yield PlannedPart("one", "<i8", [each.one for each in pairs])
    yield PlannedPart("other", "<i8", [each.other for each in pairs])
    yield PlannedPart("similarity", "<f8", [each.similarity for each in pairs])


def shortened(sketches: Sketches) -> Bytes:
    """A byte of each number."""
    return (sketches & np.uint32(0xFF)).astype(np.uint8)


SUFFIX = ".layer"


def layer_path(folder: Path, first: int, last: int) -> Path:
    """The file of the adds from the first to the last, by their numbers."""
    return folder / f"{first:010}-{last:010}{SUFFIX}"


def numbers_of(path: Path) -> tuple[int, int]:
    """The inverse of `named`."""
    first, _, last = path.name.removesuffix(SUFFIX).partition("-")
    return int(first), int(last)
