"""Which stored documents are like new ones: candidates from the bands, then a look at the shingles.

Two rules keep a large group from costing the square of its size. A text with the same shingles as
an older one is its copy: it matches that one alone, and nobody else meets it. And of each cell
of a band a new document meets the oldest `LEADERS` only, so that all meet the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from auslese.analyse.duplicates.shingles import Numbers, ShingleSets
from auslese.analyse.duplicates.sketch_layers import (
    HALF,
    REST,
    WINDOW,
    BandTable,
    Bytes,
    ExactCopies,
    Flags,
    Ids,
    Keys,
    Places,
    SimilarMatches,
    SketchBatch,
)
from auslese.analyse.duplicates.text_likeness import Pairs, verified, worth_a_look

LEADERS = 64  # of a cell; a group of so many texts has met every newcomer 16 times over
PASSED_OVER = 256  # entries of a cell that may be gone before the search for living ones ends
SLICE = 8_192  # documents at a time: at worst 8 M candidates in 16 bands, some 200 MB
AT_ONCE = 1 << 21  # entries that are unrolled at a time
CELLS_AT_ONCE = 1 << 10  # unrolled at a time, as each may lie elsewhere in the file
ROWS_AT_ONCE = 256  # rows of a file looked at before the memory may be given back


class StoredDocuments(Protocol):
    """Documents that new ones are compared with: a layer, or the batch itself."""

    @property
    def ids(self) -> Ids:
        """Their ids, oldest first."""

    @property
    def living(self) -> Flags:
        """Which of them count."""

    @property
    def gone(self) -> int:
        """How many do not."""

    @property
    def table(self) -> BandTable:
        """Their keys."""

    @property
    def sketches(self) -> Bytes:
        """A byte of each number of their sketches."""

    @property
    def sets(self) -> ShingleSets:
        """Their shingles."""

    def touched(self, touched_bytes: int) -> None:
        """Hear that so much is going to be looked at."""


class BatchAsStored(NamedTuple):
    """A batch whose documents are compared with each other."""

    ids: Ids
    living: Flags
    table: BandTable
    sketches: Bytes
    sets: ShingleSets
    gone: int = 0

    def touched(self, touched_bytes: int) -> None:
        """Nothing to do: a batch is in memory anyway."""


class CellLookups(NamedTuple):
    """Cells that are looked into."""

    documents: Places
    bands: Places
    keys: Keys
    wanted: Places
    """How many more of each cell."""


def copies_in(batch: SketchBatch, layers: Sequence[StoredDocuments]) -> ExactCopies:
    """Which documents are copies: of a stored one, or of one before them in the batch."""
    firsts = _first_equals(batch)
    stored: dict[int, int] = {}
    looked_up = np.flatnonzero((firsts == np.arange(len(firsts))) & (batch.sets.sizes > 0))
    for layer in layers:
        found = _equals_in(layer, batch, looked_up)
        layer.touched(0)
        stored |= found
        if found:
            looked_up = looked_up[~np.isin(looked_up, list(found))]
    later = np.flatnonzero(firsts != np.arange(len(firsts)))
    own = zip(
        later.tolist(), firsts[later].tolist(), batch.ids[firsts[later]].tolist(), strict=True
    )
    of = stored | {place: stored.get(first, first_id) for place, first, first_id in own}
    places = sorted(of)
    return ExactCopies(
        np.array(places, np.int64), np.array([of[place] for place in places], np.int64)
    )


def _first_equals(batch: SketchBatch) -> Places:
    """The first document of the batch with the same shingles, for each."""
    _, first, which = np.unique(batch.keys[:, -1], return_index=True, return_inverse=True)
    firsts: Places = first[which]
    places = np.arange(len(firsts))
    for place in np.flatnonzero(firsts != places).tolist():
        one, other = batch.sets.of(place), batch.sets.of(int(firsts[place]))
        if not len(one) or not np.array_equal(one, other):
            firsts[place] = place
    return firsts


def _equals_in(layer: StoredDocuments, batch: SketchBatch, looked_up: Places) -> dict[int, int]:
    band = np.full(len(looked_up), layer.table.bands - 1)
    wanted = np.full(len(looked_up), LEADERS)
    questions = CellLookups(
        looked_up, band, batch.keys[looked_up, -1].astype(np.uint64) << HALF, wanted
    )
    found: dict[int, int] = {}
    for pair in _candidates(layer, questions, questions.keys | REST).tolist():
        if pair[0] not in found and np.array_equal(batch.sets.of(pair[0]), _set_of(layer, pair[1])):
            found[pair[0]] = int(layer.ids[pair[1]])
    return found


def matches_with(
    batch: SketchBatch, layers: Sequence[StoredDocuments], threshold: float
) -> SimilarMatches:
    """What is like documents that are not to be added; of copies the one they are copies of."""
    found = []
    for some in _slices(np.flatnonzero(batch.sets.sizes)):
        looked_up = _cell_lookups(some, batch.keys)
        found += [_matches(batch, layer, looked_up, threshold) for layer in layers]
    matches = SimilarMatches.joined(filter(None, found))
    copy = matches.similarity == 1
    return matches.where(copy | ~np.isin(matches.one, matches.one[copy]))


def matches_in(
    batch: SketchBatch, places: Places, stored: Sequence[StoredDocuments], threshold: float
) -> SimilarMatches:
    """What is like the documents at these places, in layers and before them in the batch."""
    found = []
    for some in _slices(places):
        looked_up = _cell_lookups(some, batch.keys[:, :-1])
        found += [_matches(batch, layer, looked_up, threshold) for layer in stored]
    return SimilarMatches.joined(filter(None, found))


def _matches(
    batch: SketchBatch, layer: StoredDocuments, looked_up: CellLookups, threshold: float
) -> SimilarMatches | None:
    """None if there is not even a candidate, as nearly always."""
    before = looked_up.documents.astype(np.uint64) if isinstance(layer, BatchAsStored) else REST
    pairs = _candidates(layer, looked_up, looked_up.keys | before)
    found = _compared(batch, layer, pairs, threshold) if len(pairs) else None
    layer.touched(0)
    return found


def _slices(places: Places) -> Iterator[Places]:
    for at in range(0, len(places), SLICE):
        yield places[at : at + SLICE]


def _cell_lookups(documents: Places, keys: Numbers) -> CellLookups:
    """Questions for all of these bands, band by band."""
    bands = keys.shape[1]
    looked_up = keys[documents].T.astype(np.uint64).reshape(-1) << HALF
    band = np.repeat(np.arange(bands), len(documents))
    return CellLookups(np.tile(documents, bands), band, looked_up, np.full(len(looked_up), LEADERS))


def _candidates(layer: StoredDocuments, looked_up: CellLookups, ends: Keys) -> Pairs:
    """Document and place of all that are to be compared, each pair once; counts what is wanted."""
    table = layer.table
    if not table.stride or not len(looked_up.keys):
        return np.empty((0, 2), np.int64)
    begins, first = table.first_from(looked_up.bands, looked_up.keys)
    (hit,) = ((first < ends) & (looked_up.wanted > 0)).nonzero()
    if not len(hit):
        return np.empty((0, 2), np.int64)
    begins, passed_over = begins[hit], min(layer.gone, PASSED_OVER)
    lengths = table.counted(looked_up.bands[hit], begins, ends[hit], LEADERS + passed_over)
    lengths = np.minimum(lengths, looked_up.wanted[hit] + passed_over)
    codes = [
        _living(layer, looked_up, hit[some], begins[some], lengths[some])
        for some in _pieces(lengths)
    ]
    code = np.unique(np.concatenate(codes))
    return np.stack([code >> HALF, code & REST], axis=1).astype(np.int64)


def _pieces(lengths: Places) -> Iterator[slice]:
    ends = np.cumsum(lengths)
    begin = 0
    while begin < len(lengths):
        limit = AT_ONCE + (ends[begin - 1] if begin else 0)
        end = max(begin + 1, int(np.searchsorted(ends, limit, side="right")))
        end = min(end, begin + CELLS_AT_ONCE)
        yield slice(begin, end)
        begin = end


def _living(
    layer: StoredDocuments, looked_up: CellLookups, hit: Places, begins: Places, lengths: Places
) -> Keys:
    """Document and place as one number, of the first living ones of each cell."""
    layer.touched(len(hit) * WINDOW)
    cell = np.repeat(np.arange(len(hit)), lengths)
    offsets = np.arange(len(cell)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    places = (layer.table.entries[begins[cell] + offsets] & REST).astype(np.int64)
    lives = layer.living[places]
    cell, places = cell[lives], places[lives]
    counts = np.bincount(cell, minlength=len(hit))
    rank = np.arange(len(cell)) - np.repeat(np.cumsum(counts) - counts, counts)
    kept = rank < looked_up.wanted[hit][cell]
    looked_up.wanted[hit] -= np.minimum(counts, looked_up.wanted[hit])
    documents = looked_up.documents[hit][cell[kept]].astype(np.uint64)
    found: Keys = documents << HALF | places[kept].astype(np.uint64)
    return found


def _compared(
    batch: SketchBatch, layer: StoredDocuments, pairs: Pairs, threshold: float
) -> SimilarMatches:
    documents, one = np.unique(pairs[:, 0], return_inverse=True)
    places, other = np.unique(pairs[:, 1], return_inverse=True)
    new = len(documents)
    sketches = np.concatenate([batch.sketches[documents], _rows(layer, places)])
    sizes = np.concatenate([batch.sets.sizes[documents], _sizes(layer, places)])
    worth = worth_a_look(sketches, sizes, np.stack([one, new + other], axis=1), threshold)

    def looked(number: int) -> Numbers:
        if number < new:
            return batch.sets.of(int(documents[number]))
        return _set_of(layer, int(places[number - new]))

    kept, similarity = verified(looked, worth, threshold)
    ids = batch.ids[documents[kept[:, 0]]]
    return SimilarMatches(ids, layer.ids[places[kept[:, 1] - new]], similarity)


def _rows(layer: StoredDocuments, places: Places) -> Bytes:
    """The sketches of these places, with little of the file in memory at a time."""
    rows = layer.sketches
    found = np.empty((len(places), rows.shape[1]), np.uint8)
    for at in range(0, len(places), ROWS_AT_ONCE):
        some = places[at : at + ROWS_AT_ONCE]
        layer.touched(len(some) * WINDOW)
        found[at : at + len(some)] = rows[some]
    return found


def _sizes(layer: StoredDocuments, places: Places) -> Places:
    layer.touched(min(len(places) * WINDOW, layer.sets.starts.nbytes))
    starts = layer.sets.starts
    sizes: Places = starts[places + 1] - starts[places]
    return sizes


def _set_of(layer: StoredDocuments, place: int) -> Numbers:
    layer.touched(WINDOW)
    return layer.sets.of(place)
