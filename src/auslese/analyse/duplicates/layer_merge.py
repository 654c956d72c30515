"""Some layers in a row become one, in bounded memory; what is gone is left out."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.sketch_layers import (
    BLOCK,
    HALF,
    NO_KEY,
    REST,
    Flags,
    Ids,
    IndexLayer,
    Keys,
    pair_parts,
)
from auslese.system.sealed_files import Head, PlannedPart

ROWS = 1 << 14  # documents copied at a time
SORTED_AT_ONCE = 1 << 21  # keys of a band merged at a time, in ranges of the keys
KEYS = 1 << 32

Arrays = Iterator[NDArray[Any]]
StillThere = Callable[[IndexLayer], Flags]
"""Which pairs of a layer are still pairs of living documents."""


def merged_parts(
    layers: Sequence[IndexLayer], older: Sequence[IndexLayer], valid: StillThere
) -> Iterator[PlannedPart]:
    """The parts of the layer that takes the place of these; `older` stay as they are."""
    for layer in layers:
        layer.expect(many=True)
    ids = np.concatenate([layer.ids[layer.living] for layer in layers])
    yield PlannedPart("ids", "<i8", [ids])
    yield PlannedPart("order", "<u4", [np.argsort(ids)])
    del ids
    yield PlannedPart("portions", "<u4", _portions(layers))
    yield PlannedPart("starts", "<i8", _starts(layers))
    yield PlannedPart("values", "<u4", _values(layers))
    yield PlannedPart("sketches", "|u1", _rows(layers))
    fences: list[Keys] = []
    yield PlannedPart("bands", "<u8", _bands(layers, fences))
    yield PlannedPart("fences", "<u4", fences)
    yield from _followers(layers)
    yield PlannedPart("removed", "<i8", [_removed(layers, older)])
    yield from pair_parts([layer.pairs.where(valid(layer)) for layer in layers])


def merged_head(layers: Sequence[IndexLayer], head: Head) -> Head:
    """What the new layer tells of itself."""
    marks: dict[str, None] = {}
    forgotten: dict[str, None] = {}
    for layer in layers:
        for mark in layer.forgotten:
            marks.pop(mark, None)
            forgotten[mark] = None
        marks |= dict.fromkeys(layer.marks)
    return {**head, "marks": list(marks), "forgotten": list(forgotten)}


def _portions(layers: Sequence[IndexLayer]) -> Arrays:
    numbers = {mark: number for number, mark in enumerate(merged_head(layers, {})["marks"])}
    for layer in layers:
        # A mark that was forgotten has no living documents, so its number is never used.
        new = np.array([numbers.get(mark, 0) for mark in layer.marks], np.uint32)
        portions = layer.array("portions")
        for rows in _slices(len(layer)):
            yield new[portions[rows][layer.living[rows]]]


def _starts(layers: Sequence[IndexLayer]) -> Arrays:
    yield np.zeros(1, np.int64)
    end = 0
    for layer in layers:
        starts = layer.sets.starts
        for rows in _slices(len(layer)):
            sizes = np.diff(starts[rows.start : rows.stop + 1])[layer.living[rows]]
            yield end + np.cumsum(sizes)
            end += int(sizes.sum())
        layer.let_go()


def _values(layers: Sequence[IndexLayer]) -> Arrays:
    for layer in layers:
        sets = layer.sets
        for rows in _slices(len(layer)):
            starts = sets.starts[rows.start : rows.stop + 1]
            values = sets.values[starts[0] : starts[-1]]
            living = layer.living[rows]
            yield values if living.all() else values[np.repeat(living, np.diff(starts))]
            layer.let_go()


def _rows(layers: Sequence[IndexLayer]) -> Arrays:
    for layer in layers:
        sketches = layer.sketches
        for rows in _slices(len(layer)):
            yield sketches[rows][layer.living[rows]]
            layer.let_go()


def _slices(length: int) -> Iterator[slice]:
    for at in range(0, length, ROWS):
        yield slice(at, min(at + ROWS, length))


def _new_places(layers: Sequence[IndexLayer]) -> list[NDArray[np.uint32]]:
    """Where each document of each layer will stand."""
    begin, found = 0, []
    for layer in layers:
        places = np.cumsum(layer.living, dtype=np.uint32) + np.uint32(begin) - np.uint32(1)
        begin += int(np.count_nonzero(layer.living))
        found.append(places)
    return found


def _bands(layers: Sequence[IndexLayer], fences: list[Keys]) -> Arrays:
    places = _new_places(layers)
    number = sum(_in_bands(layer) for layer in layers)
    ranges = max(1, -(-number // SORTED_AT_ONCE))
    edges = np.linspace(0, KEYS, ranges + 1).astype(np.uint64)
    for band in range(layers[0].table.bands):
        written = 0
        for low, high in pairwise(edges):
            pieces = [_range(*each, band, (low, high)) for each in zip(layers, places, strict=True)]
            piece = np.sort(np.concatenate(pieces), kind="stable")  # it merges what is in order
            fences.append(piece[-written % BLOCK :: BLOCK] >> HALF)
            written += len(piece)
            yield piece
        yield np.full(-written % BLOCK, NO_KEY)


def _in_bands(layer: IndexLayer) -> int:
    return int(np.count_nonzero(layer.living & ~layer.following))


def _range(
    layer: IndexLayer, places: NDArray[np.uint32], band: int, edges: tuple[np.uint64, np.uint64]
) -> Keys:
    """The living entries of a band whose keys are in a range, with their new places."""
    table = layer.table
    row = table.entries[band * table.stride : (band + 1) * table.stride]
    low = int(np.searchsorted(row, edges[0] << HALF))
    high = len(row) if edges[1] >= KEYS else int(np.searchsorted(row, edges[1] << HALF))
    entries = row[low:high].copy()
    layer.let_go()
    old = entries & REST
    kept = old < len(layer)
    kept[kept] = layer.living[old[kept]]
    moved: Keys = (entries[kept] & ~REST) | places[old[kept]]
    return moved


def _followers(layers: Sequence[IndexLayer]) -> Iterator[PlannedPart]:
    places = _new_places(layers)
    lives = [layer.living[layer.followers] for layer in layers]
    each = list(zip(layers, places, lives, strict=True))
    yield PlannedPart("followers", "<u4", [new[layer.followers[kept]] for layer, new, kept in each])
    yield PlannedPart("followed", "<i8", [layer.followed[kept] for layer, _, kept in each])


def _removed(layers: Sequence[IndexLayer], older: Sequence[IndexLayer]) -> Ids:
    """What is still to be hidden in older layers."""
    removed: Ids = np.unique(np.concatenate([layer.removed for layer in layers]))
    there = np.zeros(len(removed), bool)
    for layer in older:
        there |= np.isin(removed, layer.ids)
    return removed[there]
