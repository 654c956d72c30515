"""Some runs in a row become one, in bounded memory; what is gone is left out."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.index_files import Head, Planned
from auslese.analyse.duplicates.index_runs import (
    BLOCK,
    HALF,
    NO_KEY,
    REST,
    Flags,
    Ids,
    Keys,
    Run,
    pair_parts,
)

ROWS = 1 << 14  # documents copied at a time
SORTED_AT_ONCE = 1 << 21  # keys of a band merged at a time, in ranges of the keys
KEYS = 1 << 32

Arrays = Iterator[NDArray[Any]]
StillThere = Callable[[Run], Flags]
"""Which pairs of a run are still pairs of living documents."""


def merged_parts(runs: Sequence[Run], older: Sequence[Run], valid: StillThere) -> Iterator[Planned]:
    """The parts of the run that takes the place of these; `older` stay as they are."""
    ids = np.concatenate([run.ids[run.living] for run in runs])
    yield Planned("ids", "<i8", [ids])
    yield Planned("order", "<u4", [np.argsort(ids)])
    del ids
    yield Planned("portions", "<u4", _portions(runs))
    yield Planned("starts", "<i8", _starts(runs))
    yield Planned("values", "<u4", _values(runs))
    yield Planned("sketches", "|u1", _rows(runs))
    fences: list[Keys] = []
    yield Planned("bands", "<u8", _bands(runs, fences))
    yield Planned("fences", "<u4", fences)
    yield from _followers(runs)
    yield Planned("removed", "<i8", [_removed(runs, older)])
    yield from pair_parts([run.pairs.where(valid(run)) for run in runs])


def merged_head(runs: Sequence[Run], head: Head) -> Head:
    """What the new run tells of itself."""
    marks: dict[str, None] = {}
    forgotten: dict[str, None] = {}
    for run in runs:
        for mark in run.forgotten:
            marks.pop(mark, None)
            forgotten[mark] = None
        marks |= dict.fromkeys(run.marks)
    return {**head, "marks": list(marks), "forgotten": list(forgotten)}


def _portions(runs: Sequence[Run]) -> Arrays:
    numbers = {mark: number for number, mark in enumerate(merged_head(runs, {})["marks"])}
    for run in runs:
        # A mark that was forgotten has no living documents, so its number is never used.
        new = np.array([numbers.get(mark, 0) for mark in run.marks], np.uint32)
        portions = run.array("portions")
        for rows in _slices(len(run)):
            yield new[portions[rows][run.living[rows]]]


def _starts(runs: Sequence[Run]) -> Arrays:
    yield np.zeros(1, np.int64)
    end = 0
    for run in runs:
        starts = run.sets.starts
        for rows in _slices(len(run)):
            sizes = np.diff(starts[rows.start : rows.stop + 1])[run.living[rows]]
            yield end + np.cumsum(sizes)
            end += int(sizes.sum())
        run.let_go()


def _values(runs: Sequence[Run]) -> Arrays:
    for run in runs:
        sets = run.sets
        for rows in _slices(len(run)):
            starts = sets.starts[rows.start : rows.stop + 1]
            values = sets.values[starts[0] : starts[-1]]
            living = run.living[rows]
            yield values if living.all() else values[np.repeat(living, np.diff(starts))]
            run.let_go()


def _rows(runs: Sequence[Run]) -> Arrays:
    for run in runs:
        sketches = run.sketches
        for rows in _slices(len(run)):
            yield sketches[rows][run.living[rows]]
            run.let_go()


def _slices(length: int) -> Iterator[slice]:
    for at in range(0, length, ROWS):
        yield slice(at, min(at + ROWS, length))


def _new_places(runs: Sequence[Run]) -> list[NDArray[np.uint32]]:
    """Where each document of each run will stand."""
    begin, found = 0, []
    for run in runs:
        places = np.cumsum(run.living, dtype=np.uint32) + np.uint32(begin) - np.uint32(1)
        begin += int(np.count_nonzero(run.living))
        found.append(places)
    return found


def _bands(runs: Sequence[Run], fences: list[Keys]) -> Arrays:
    places = _new_places(runs)
    number = sum(_in_bands(run) for run in runs)
    ranges = max(1, -(-number // SORTED_AT_ONCE))
    edges = np.linspace(0, KEYS, ranges + 1).astype(np.uint64)
    for band in range(runs[0].table.bands):
        written = 0
        for low, high in pairwise(edges):
            pieces = [_range(*each, band, (low, high)) for each in zip(runs, places, strict=True)]
            piece = np.sort(np.concatenate(pieces), kind="stable")  # it merges what is in order
            fences.append(piece[-written % BLOCK :: BLOCK] >> HALF)
            written += len(piece)
            yield piece
        yield np.full(-written % BLOCK, NO_KEY)


def _in_bands(run: Run) -> int:
    return int(np.count_nonzero(run.living & ~run.following))


def _range(
    run: Run, places: NDArray[np.uint32], band: int, edges: tuple[np.uint64, np.uint64]
) -> Keys:
    """The living entries of a band whose keys are in a range, with their new places."""
    table = run.table
    row = table.entries[band * table.stride : (band + 1) * table.stride]
    low = int(np.searchsorted(row, edges[0] << HALF))
    high = len(row) if edges[1] >= KEYS else int(np.searchsorted(row, edges[1] << HALF))
    entries = row[low:high].copy()
    run.let_go()
    old = entries & REST
    kept = old < len(run)
    kept[kept] = run.living[old[kept]]
    moved: Keys = (entries[kept] & ~REST) | places[old[kept]]
    return moved


def _followers(runs: Sequence[Run]) -> Iterator[Planned]:
    places = _new_places(runs)
    lives = [run.living[run.followers] for run in runs]
    each = list(zip(runs, places, lives, strict=True))
    yield Planned("followers", "<u4", [new[run.followers[kept]] for run, new, kept in each])
    yield Planned("followed", "<i8", [run.followed[kept] for run, _, kept in each])


def _removed(runs: Sequence[Run], older: Sequence[Run]) -> Ids:
    """What is still to be hidden in older runs."""
    removed: Ids = np.unique(np.concatenate([run.removed for run in runs]))
    there = np.zeros(len(removed), bool)
    for run in older:
        there |= np.isin(removed, run.ids)
    return removed[there]
