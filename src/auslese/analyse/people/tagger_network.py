"""What the words of a sentence speak for: a small network over what each word looks like.

A word is the sum of the vectors of its features; two layers look at it with its neighbours, three
words on each side. Rows of zeros stand between sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from auslese.analyse.people.tagger_decoding import allowed_steps
from auslese.analyse.people.tagger_features import form_print

WINDOW = 5  # words that the first layer sees
SECOND_WINDOW = 3
Floats = npt.NDArray[np.float32]
QUANTUM = 127.0
BLOCK = 16
"""Rows that are multiplied at once: OpenBLAS starts threads from 2**18 products of numbers on."""


@dataclass(frozen=True, slots=True)
class TaggerNetwork:
    """The learnt numbers."""

    features: npt.NDArray[np.uint32]
    """Sorted fingerprints of features."""
    vectors: npt.NDArray[np.int8]
    """A row for each feature."""
    scales: Floats
    """What a step of each column of the vectors is worth."""
    first: Floats
    """From the columns of WINDOW words to the first layer."""
    first_bias: Floats
    second: Floats
    second_bias: Floats
    out: Floats
    """From the second layer to what speaks for each label."""
    out_bias: Floats
    steps: Floats
    """What speaks for a label behind another."""

    def save(self, path: Path) -> None:
        """Write it into a file."""
        np.savez_compressed(path, **{name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def load(cls, path: Path) -> "TaggerNetwork":
        """Read it from a file."""
        with np.load(path) as stored:
            return cls(**{name: _wide(stored[name]) for name in stored.files})

    def index(self) -> dict[int, int]:
        """The row of each feature."""
        return dict(zip(self.features.tolist(), range(len(self.features)), strict=True))

    def step_factors(self) -> Floats:
        """The factors from one label to the next, 0 where none may follow."""
        return np.where(allowed_steps(), np.exp(self.steps), 0.0).astype(np.float32)

    def emissions(self, words: Floats, is_word: npt.NDArray[np.bool_]) -> Floats:
        """What speaks for each label, for each row of words; the GAP ends each sentence.

        `words` are rows as `word_vectors` gives them, zeros where no word is.
        """
        first = _seen_by(words, WINDOW, self.first, self.first_bias)
        first *= is_word[:, None]
        first += _seen_by(first, SECOND_WINDOW, self.second, self.second_bias)
        return _product(first, 1, self.out)[: len(words)] + self.out_bias


def word_vectors(network: TaggerNetwork, rows: Sequence[Sequence[int]]) -> Floats:
    """A vector for each word, from the rows of its features."""
    sums = np.zeros((len(rows), network.vectors.shape[1]), np.float32)
    flat = np.array([row for each in rows for row in each], np.int64)
    lengths = np.array([len(each) for each in rows], np.int64)
    if len(flat):
        starts = (np.cumsum(lengths) - lengths)[lengths > 0]
        seen = network.vectors[flat].astype(np.float32)
        sums[lengths > 0] = np.add.reduceat(seen, starts, axis=0)
    found: Floats = np.maximum(sums * network.scales, 0.0)
    return found


def quantised(vectors: Floats) -> tuple[npt.NDArray[np.int8], Floats]:
    """Vectors in bytes, and what a step of each column is worth."""
    scales = (np.abs(vectors).max(axis=0) / QUANTUM).astype(np.float32)
    return np.round(vectors / scales).astype(np.int8), scales


def feature_prints(names: Sequence[str]) -> npt.NDArray[np.uint32]:
    """The fingerprints of features."""
    return np.array([form_print(name) for name in names], np.uint32)


def _wide(stored: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return stored.astype(np.float32) if stored.dtype == np.float16 else stored


def _seen_by(rows: Floats, window: int, weights: Floats, bias: Floats) -> Floats:
    """What a layer makes of each row with its neighbours."""
    found = _product(rows, window, weights)[: len(rows)]
    found += bias
    return np.maximum(found, 0.0, out=found)


def _product(rows: Floats, window: int, weights: Floats) -> Floats:
    """Each row with its neighbours side by side, times weights; some more rows at the end.

    In blocks so small that the library of linear algebra does not start threads for them, which
    cost more than they bring: pages are small, and several are read at the same time.
    """
    columns = rows.shape[1]
    blocks = -(-len(rows) // BLOCK)
    padded = np.zeros((blocks * BLOCK + window - 1, columns), np.float32)
    padded[window // 2 : window // 2 + len(rows)] = rows
    windows = np.empty((blocks * BLOCK, window, columns), np.float32)
    for at in range(window):
        windows[:, at] = padded[at : at + blocks * BLOCK]
    product: Floats = np.matmul(windows.reshape(blocks, BLOCK, window * columns), weights)
    return product.reshape(blocks * BLOCK, -1)
