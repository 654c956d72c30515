"""AutoTAR as its authors describe it (Cormack and Grossman 2015), with logistic regression.

Words of two letters or more by tf-idf; a hundred unrated pages are presumed irrelevant anew each
time; the batch begins with 1 and grows by a tenth of itself, rounded up.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.linear_fit import DesignMatrix, GradedAnswers, fit_logistic
from auslese.text.words import words_of

PRESUMED = 100
LEAST_PAGES = 2
PENALTY = (
    1e-2  # they use sofia-ml, whose rate has no counterpart here; this one was not searched for
)
Floats = NDArray[np.float64]


def tf_idf(texts: Sequence[RelevanceText]) -> sparse.csr_array:
    """Subject and body as vectors of length 1, words as they are."""
    numbers: dict[str, int] = {}
    rows, columns, counts = [], [], []
    for row, text in enumerate(texts):
        words = Counter(words_of(f"{text.title}\n{text.text}".lower()))
        for word, count in words.items():
            if len(word) > 1:
                rows.append(row)
                columns.append(numbers.setdefault(word, len(numbers)))
                counts.append(1 + math.log(count))
    found = sparse.coo_array((counts, (rows, columns)), (len(texts), len(numbers))).tocsr()
    having = np.bincount(found.indices, minlength=len(numbers))
    found = found[:, np.flatnonzero(having >= LEAST_PAGES)]
    having = having[having >= LEAST_PAGES]
    found.data = found.data * np.log(len(texts) / having)[found.indices]
    lengths = np.sqrt(np.asarray(found.multiply(found).sum(axis=1)).ravel())
    found.data = found.data / np.repeat(np.maximum(lengths, 1e-12), np.diff(found.indptr))
    return found


def autotar(words: sparse.csr_array, gold: Floats, first: int, until: float, seed: int) -> Floats:
    """The labels in the order of rating, without that of the first page."""
    rng = np.random.default_rng(seed)
    rated, batch = [first], 1
    enough = math.ceil(until * gold.sum())
    scale = np.ones(words.shape[1])
    while gold[rated].sum() < enough and len(rated) < len(gold):
        left = np.setdiff1d(np.arange(len(gold)), rated)
        presumed = rng.choice(left, min(PRESUMED, len(left)), replace=False)
        rows = np.concatenate([rated, presumed]).astype(np.int64)
        targets = np.concatenate([gold[rated], np.zeros(len(presumed))])
        nothing = np.zeros((len(rows), 0))
        matrix = DesignMatrix(words[rows], nothing, scale, np.zeros(0))
        answers = GradedAnswers(targets, np.ones(len(rows)))
        scores = words @ fit_logistic(matrix, answers, PENALTY).words
        rated += left[np.argsort(-scores[left], kind="stable")][:batch].tolist()
        batch += math.ceil(batch / 10)
    return gold[rated[1:]]
