"""Texts as vectors: which words count, and how much.

counted    how often each word stands in each text
folded     words with one stem as one, named by their most frequent form
kept       without words that are too frequent, too rare, or in a list
bm25, plain   what a count is worth
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.phrases import LONGEST_WORD, MOST_SHARE
from auslese.text.words import words_of

SHORTEST_WORD = 2
LEAST_TEXTS = 3
SATURATION, LENGTH_SHARE = 1.2, 0.75  # k1 and b of BM25 (Robertson and Walker 1994)

Matrix: TypeAlias = sparse.csr_array
"""A row for each text."""
Weights = NDArray[np.float64]


class CountedTexts(NamedTuple):
    """How often each word stands in each text."""

    counts: Matrix
    words: list[str]

    @property
    def texts_with(self) -> NDArray[np.int64]:
        """In how many texts each word stands."""
        return np.bincount(self.counts.indices, minlength=len(self.words))


def count_texts(texts: Iterable[str]) -> CountedTexts:
    """Count the words of texts, in small letters; numbers are no words."""
    numbers: dict[str, int] = {}
    columns: list[NDArray[np.int64]] = []
    for text in texts:
        found = [
            numbers.setdefault(word, len(numbers))
            for word in words_of(text.lower())
            if SHORTEST_WORD <= len(word) <= LONGEST_WORD and not word[0].isdecimal()
        ]
        columns.append(np.array(found, np.int64))
    rows = np.repeat(np.arange(len(columns)), [len(each) for each in columns])
    places = np.concatenate([np.empty(0, np.int64), *columns])
    counts = sparse.coo_array(
        (np.ones(len(places), np.float32), (rows, places)), (len(columns), len(numbers))
    ).tocsr()
    counts.sum_duplicates()
    return CountedTexts(counts, list(numbers))


def fold_stems(texts: CountedTexts, stems: Sequence[str]) -> CountedTexts:
    """Words with the same stem as one; it is called by the form that stands most often."""
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(stem, len(numbers)) for stem in stems]
    onto = sparse.csr_array(
        (np.ones(len(places), np.float32), (np.arange(len(places)), places)),
        (len(places), len(numbers)),
    )
    often = np.asarray(texts.counts.sum(axis=0)).ravel()
    names = [""] * len(numbers)
    # From the rarest to the most frequent, so that the last one named is the one that stays; of
    # equals the first of the alphabet.
    for word in sorted(range(len(places)), key=lambda each: (-often[each], texts.words[each]))[
        ::-1
    ]:
        names[places[word]] = texts.words[word]
    return CountedTexts((texts.counts @ onto).tocsr(), names)


def keep_useful_words(
    texts: CountedTexts,
    without: Collection[str] = (),
    least: int = LEAST_TEXTS,
    share: float = MOST_SHARE,
) -> CountedTexts:
    """Without the words that are to be left out, and those of too few or too many texts."""
    found = texts.texts_with
    most = max(share * texts.counts.shape[0], least)
    stays = (found >= least) & (found <= most)
    left_out = frozenset(without)
    stays &= np.fromiter((word not in left_out for word in texts.words), bool, len(texts.words))
    places = np.flatnonzero(stays)
    return CountedTexts(texts.counts[:, places].tocsr(), [texts.words[place] for place in places])


def rarity(texts: CountedTexts) -> Weights:
    """The inverse document frequency ln(N / n) of each word."""
    number = max(1, texts.counts.shape[0])
    found: Weights = np.log(number / np.maximum(texts.texts_with, 1))
    return found


def bm25(texts: CountedTexts) -> Matrix:
    """Counts that saturate, less worth in long texts; rare words weigh more; length 1."""
    counts = texts.counts.astype(np.float64)
    return of_length_one(weighted(saturated(counts, mean_length(texts)), rarity(texts)))


def mean_length(texts: CountedTexts) -> float:
    """Words of a text in the mean."""
    return float(texts.counts.sum()) / max(1, texts.counts.shape[0]) or 1.0


def saturated(counts: Matrix, mean: float) -> Matrix:
    """Counts of which a further one is worth less and less, the more so in short texts."""
    lengths = np.asarray(counts.sum(axis=1)).ravel()
    norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * lengths / mean)
    counts = counts.copy()
    of_row = np.repeat(norm, np.diff(counts.indptr))
    counts.data = counts.data * (SATURATION + 1) / (counts.data + of_row)
    return counts


def plain(texts: CountedTexts) -> Matrix:
    """The seed's weights: the count times ln(1 / relative frequency), of whatever length."""
    return weighted(texts.counts.astype(np.float64), plain_worth(texts))


def plain_worth(texts: CountedTexts) -> Weights:
    """What the seed gives for each use of a word."""
    often = np.asarray(texts.counts.sum(axis=0)).ravel()
    share = np.maximum(often, 1) / max(1.0, often.sum())
    found: Weights = np.log(1 / share)
    return found


def weighted(counts: Matrix, worth: Weights) -> Matrix:
    """Every column times its worth."""
    counts = counts.copy()
    counts.data = counts.data * worth[counts.indices]
    return counts


def of_length_one(vectors: Matrix) -> Matrix:
    """Every row divided by its length; an empty one stays empty."""
    squares = np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel()
    lengths = np.sqrt(np.maximum(squares, np.finfo(np.float64).tiny))
    vectors = vectors.copy()
    vectors.data = vectors.data / np.repeat(lengths, np.diff(vectors.indptr))
    return vectors
