"""Which words of two texts stand side by side: the same words, in the same order.

In two steps. First by shingles, the same that the similarity is counted from: the n-th time that
one stands in either text is a pair, and the most pairs that go forward in both texts stay (so Hunt
and Szymanski 1977 for lines). Between those by words that stand only once on either side there
(Cohen's patience diff). Each step is a sort and a search in sorted places, so that no text costs
more than n log n; all words are never compared with all.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.shingles import SHINGLE_WORDS, Numbers, PlacedWords

LEAST_SHARED = 3  # words between two differences; fewer tear a changed sentence into shreds

Places = NDArray[np.int64]
Keys = NDArray[np.uint64]
Pairs = tuple[Places, Places]
"""Places of words in the one text, ascending, and in the other."""
_MIX = np.uint64(0x9E3779B97F4A7C15)  # as in `shingles`: an odd number without pattern
_A_SHARED, _B_SHARED = -1, -2  # words of runs are in no gap, and never in the same


class SharedRun(NamedTuple):
    """Words that are the same in both texts, and where they begin."""

    a: int
    b: int
    length: int


def shared_runs(
    one: PlacedWords, other: PlacedWords, words: int = SHINGLE_WORDS
) -> list[SharedRun]:
    """The runs of words that both texts have in the same order."""
    a, b = one.hashes, other.hashes
    runs = _edges(a, b)
    width = max(1, min(words, len(a), len(b)))
    by_shingles = _met(_numbered(one.shingles), _numbered(other.shingles))
    runs = _with_pairs(a, b, runs, _same(a, b, by_shingles, width), width)
    a_gaps, b_gaps = _gaps(a, b, runs)
    by_words = _met(_once(a + a_gaps * _MIX), _once(b + b_gaps * _MIX))
    runs = _with_pairs(a, b, runs, _same(a, b, by_words, 1), 1)
    return _without_shreds(runs, len(a), len(b))


def _edges(a: Keys, b: Keys) -> list[SharedRun]:
    """What both texts begin and end with."""
    begin = _equal_for(a, b)
    end = _equal_for(a[begin:][::-1], b[begin:][::-1])
    return _in_order([SharedRun(0, 0, begin), SharedRun(len(a) - end, len(b) - end, end)])


def _equal_for(a: Keys, b: Keys) -> int:
    short = min(len(a), len(b))
    different = np.flatnonzero(a[:short] != b[:short])
    return int(different[0]) if len(different) else short


def _numbered(shingles: Numbers) -> Keys:
    """A key for each shingle and how often it stood in the text before."""
    order = np.argsort(shingles, kind="stable")
    ordered = shingles[order]
    firsts = np.flatnonzero(np.diff(ordered, prepend=~ordered[:1]))
    times = np.arange(len(ordered)) - np.repeat(firsts, np.diff(firsts, append=len(ordered)))
    keys = np.empty(len(shingles), np.uint64)
    keys[order] = (ordered.astype(np.uint64) << np.uint64(32)) | times.astype(np.uint64)
    return keys


def _once(keys: Keys) -> Keys:
    """The keys; those that stand several times are 0."""
    _, back, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return np.where(counts[back] == 1, keys, np.uint64(0))


def _met(a_keys: Keys, b_keys: Keys) -> Pairs:
    """Where equal keys stand; 0 is no key."""
    if not len(b_keys):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    order = np.argsort(b_keys, kind="stable")
    found = np.searchsorted(b_keys, a_keys, sorter=order)
    found[found == len(order)] = 0
    a_places = np.flatnonzero((b_keys[order[found]] == a_keys) & (a_keys != 0))
    return a_places, order[found[a_places]]


def _same(a: Keys, b: Keys, pairs: Pairs, width: int) -> Pairs:
    """The pairs that begin so many equal words: numbers of 32 bits can meet by chance or design."""
    a_places, b_places = pairs
    for ahead in range(width):
        same = a[a_places + ahead] == b[b_places + ahead]
        a_places, b_places = a_places[same], b_places[same]
    return a_places, b_places


def _with_pairs(
    a: Keys, b: Keys, runs: Sequence[SharedRun], pairs: Pairs, width: int
) -> list[SharedRun]:
    """The runs and those that pairs between them begin, as long as they get."""
    a_gaps, b_gaps = _gaps(a, b, runs)
    within = a_gaps[pairs[0]] == b_gaps[pairs[1]]
    new = _diagonals(_forward((pairs[0][within], pairs[1][within])), width)
    return _grown(a.tolist(), b.tolist(), _in_order([*runs, *new])) if new else list(runs)


def _gaps(a: Keys, b: Keys, runs: Sequence[SharedRun]) -> tuple[Keys, Keys]:
    """The gap between runs that each word stands in."""
    return (
        _gap_of_each(len(a), [(run.a, run.length) for run in runs], _A_SHARED),
        _gap_of_each(len(b), [(run.b, run.length) for run in runs], _B_SHARED),
    )


def _gap_of_each(words: int, runs: Sequence[tuple[int, int]], shared: int) -> Keys:
    steps = np.zeros(words + 1, np.int64)
    covers = np.zeros(words + 1, np.int64)
    for begin, length in runs:
        steps[begin] += 1
        covers[begin] += 1
        covers[begin + length] -= 1
    gaps = np.where(np.cumsum(covers) > 0, shared, np.cumsum(steps))
    return gaps[:words].astype(np.uint64)


def _forward(pairs: Pairs) -> Pairs:
    """The most pairs that go forward in both texts."""
    a, b = pairs
    if not len(b) or np.all(np.diff(b) > 0):
        return pairs
    ends: list[int] = []  # the least place at which so many pairs end
    lasts: list[int] = []  # the pair there
    before: list[int] = []
    for number, place in enumerate(b.tolist()):
        length = bisect_left(ends, place)
        before.append(lasts[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            lasts.append(number)
        else:
            ends[length], lasts[length] = place, number
    chosen = [lasts[-1]]
    while before[chosen[-1]] >= 0:
        chosen.append(before[chosen[-1]])
    return a[chosen[::-1]], b[chosen[::-1]]


def _diagonals(pairs: Pairs, width: int) -> list[SharedRun]:
    """Pairs one after the other as one run."""
    a, b = pairs
    if not len(a):
        return []
    begins = np.flatnonzero(np.concatenate([[True], (np.diff(a) != 1) | (np.diff(b) != 1)]))
    lengths = np.diff(begins, append=len(a)) + width - 1
    return [SharedRun(*run) for run in np.stack([a[begins], b[begins], lengths], axis=1).tolist()]


def _in_order(runs: Iterable[SharedRun]) -> list[SharedRun]:
    """Runs that do not overlap; those that go on where another ended are one with it."""
    kept: list[SharedRun] = []
    for run in sorted(runs):
        last = kept[-1] if kept else SharedRun(0, 0, 0)
        a_end, b_end = last.a + last.length, last.b + last.length
        over = max(0, a_end - run.a, b_end - run.b)
        if over >= run.length:
            continue
        run = SharedRun(run.a + over, run.b + over, run.length - over)
        if kept and (a_end, b_end) == (run.a, run.b):
            kept[-1] = last._replace(length=last.length + run.length)
        else:
            kept.append(run)
    return kept


def _grown(a: list[int], b: list[int], runs: Sequence[SharedRun]) -> list[SharedRun]:
    """Each run with the equal words beside it; none takes a word that another has."""
    grown: list[SharedRun] = []
    a_end = b_end = 0
    for number, (a_begin, b_begin, length) in enumerate(runs):
        after = runs[number + 1] if number + 1 < len(runs) else SharedRun(len(a), len(b), 0)
        back = 0
        while (
            min(a_begin - a_end, b_begin - b_end) > back
            and a[a_begin - back - 1] == b[b_begin - back - 1]
        ):
            back += 1
        room = min(after.a - a_begin, after.b - b_begin)
        while length < room and a[a_begin + length] == b[b_begin + length]:
            length += 1
        grown.append(SharedRun(a_begin - back, b_begin - back, length + back))
        a_end, b_end = a_begin + length, b_begin + length
    return _in_order(grown)


def _without_shreds(runs: Sequence[SharedRun], a_words: int, b_words: int) -> list[SharedRun]:
    """The runs that are long enough, or with which both texts begin or end."""
    return [
        run
        for run in runs
        if run.length >= LEAST_SHARED
        or (run.a, run.b) == (0, 0)
        or (run.a + run.length, run.b + run.length) == (a_words, b_words)
    ]
