"""All pairs of texts that are alike, among many.

    classes     texts with the very same shingles are compared once, by the oldest of them
    candidates  those that agree in a band, each pair only in the first band in which it does
    verified    by sizes and sketches, and then by the shingles themselves

Memory does not grow with the number of candidates; it grows with the pairs that are found.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.minhash import Sketches
from auslese.analyse.duplicates.shingles import ShingleSets
from auslese.analyse.duplicates.text_likeness import Pairs, verified, worth_a_look

AT_ONCE = 1 << 18  # candidates: some 30 MB with the sketches of those at hand

Places = NDArray[np.int64]


class SketchedTexts(NamedTuple):
    """Texts that are ready to be compared."""

    sets: ShingleSets
    sketches: Sketches
    keys: NDArray[np.uint32]
    """Of the bands, see `Bands.keys`."""
    marks: NDArray[np.uint64]
    """A fingerprint of each set of shingles."""


class SimilarTextPair(NamedTuple):
    """Two texts, the earlier first, and how alike they are."""

    one: int
    other: int
    similarity: float


def alike_pairs(texts: SketchedTexts, threshold: float) -> Iterator[SimilarTextPair]:
    """All pairs that are at least so alike, in the order of the texts."""
    classes = _classes(texts)
    oldest = np.flatnonzero((classes == np.arange(len(classes))) & (texts.sets.sizes > 0))
    parts = [
        verified(texts.sets.of, some, threshold)
        for candidates in _candidates(texts.keys, oldest)
        if len(some := worth_a_look(texts.sketches, texts.sets.sizes, candidates, threshold))
    ]
    pairs = np.concatenate([np.empty((0, 2), np.int64), *(part for part, _ in parts)])
    similarity = np.concatenate([np.empty(0), *(part for _, part in parts)])
    yield from _ClassPairs(classes, pairs, similarity).in_order(texts.sets.sizes > 0)


def _classes(texts: SketchedTexts) -> Places:
    """For each text the oldest one with the same shingles."""
    order = np.argsort(texts.marks, kind="stable")
    is_new = np.concatenate([[True], np.diff(texts.marks[order]) != 0])[: len(order)]
    oldest = order[np.flatnonzero(is_new)][np.cumsum(is_new) - 1]
    classes = np.empty(len(order), np.int64)
    classes[order] = oldest
    for text in np.flatnonzero(classes != np.arange(len(classes))).tolist():
        if not np.array_equal(texts.sets.of(text), texts.sets.of(int(classes[text]))):
            classes[text] = text  # two sets with one fingerprint: then it stands for itself
    return classes


def _candidates(keys: NDArray[np.uint32], texts: Places) -> Iterator[Pairs]:
    """Pairs of texts that agree in a band, some at a time."""
    for band in range(keys.shape[1] if len(texts) else 0):
        order = texts[np.argsort(keys[texts, band], kind="stable")]
        column = keys[order, band]
        for pairs in _pairs_of_equals(order, column):
            met = (keys[pairs[:, 0], :band] == keys[pairs[:, 1], :band]).any(axis=1)
            yield pairs[~met]


def _pairs_of_equals(order: Places, column: NDArray[np.uint32]) -> Iterator[Pairs]:
    """The pairs of neighbours 1, 2, 3 … places apart that are equal; equals stand in one row."""
    apart = 1
    left = np.arange(len(order) - 1)
    while len(left := left[left + apart < len(order)]):
        left = left[column[left] == column[left + apart]]
        for at in range(0, len(left), AT_ONCE):
            some = left[at : at + AT_ONCE]
            yield np.sort(np.stack([order[some], order[some + apart]], axis=1), axis=1)
        apart += 1


class _ClassPairs:
    """The pairs of classes, and from them those of texts."""

    def __init__(self, classes: Places, pairs: Pairs, similarity: NDArray[np.float64]) -> None:
        self._classes = classes
        self._members = np.argsort(classes, kind="stable")
        self._firsts = np.searchsorted(classes[self._members], np.arange(len(classes) + 1))
        sides = np.concatenate([pairs, pairs[:, ::-1]])
        order = np.argsort(sides[:, 0], kind="stable")
        self._neighbours = sides[order, 1]
        self._similarity = np.concatenate([similarity, similarity])[order]
        self._begins = np.searchsorted(sides[order, 0], np.arange(len(classes) + 1))

    def in_order(self, has_words: NDArray[np.bool_]) -> Iterator[SimilarTextPair]:
        for text in np.flatnonzero(has_words).tolist():
            own = self._classes[text]
            begin, end = self._begins[own], self._begins[own + 1]
            near = [(int(own), 1.0)]
            near += zip(
                self._neighbours[begin:end].tolist(),
                self._similarity[begin:end].tolist(),
                strict=True,
            )
            found = [
                SimilarTextPair(text, other, similarity)
                for each, similarity in near
                for other in self._members_of(each)
                if other > text
            ]
            yield from sorted(found)

    def _members_of(self, oldest: int) -> list[int]:
        members: list[int] = self._members[self._firsts[oldest] : self._firsts[oldest + 1]].tolist()
        return members
