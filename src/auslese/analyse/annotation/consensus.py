"""What is true by all answers, and how good each annotator is: Dawid and Skene 1979.

Each annotator has a table of how often they say one category where another one is true. Truth and
tables are found by turns (EM): the tables by the truth as it is believed, the truth by the tables.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.annotation.answer_table import NONE, AnswerTable, Codes
from auslese.analyse.annotation.drawn_items import Floats

MOST_ROUNDS = 200
CLOSE = 1e-6  # the largest change of a belief at which nothing more comes

TINY = 1e-300  # whose logarithm is still finite


class AnnotatorPrior(NamedTuple):
    """Answers that everybody is taken to have given in each true category, before any is seen.

    Without them rare categories take over what annotators merely disagree on: with three answers to
    an item the consensus was then worse than the plain vote (docs/methods/agreement.md).
    """

    right: float = 4.0
    """More than each wrong one."""
    each: float = 0.5


class Consensus(NamedTuple):
    """What all answers say together."""

    beliefs: Floats
    """For each item, how likely each category is the true one."""
    shares: Floats
    """Of the categories among all items."""
    errors: Floats
    """For each annotator: a row for each true category, a column for each one said."""
    rounds: int

    @property
    def best(self) -> Codes:
        """The likeliest category of each item."""
        likeliest: Codes = self.beliefs.argmax(axis=1)
        return likeliest

    @property
    def quality(self) -> Floats:
        """How often each annotator is right, over all categories as often as they are."""
        right: Floats = np.einsum("acc,c->a", self.errors, self.shares)
        return right


USUAL_PRIOR = AnnotatorPrior()
NO_PRIOR = AnnotatorPrior(0.0, 0.0)
"""The plain method."""


def consensus(
    counts: Floats, known: Codes | None = None, prior: AnnotatorPrior = USUAL_PRIOR
) -> Consensus:
    """Truth and errors of answers: `counts` of items by annotators by categories said.

    `known` has the true category of items where somebody knows it, and -1 elsewhere.
    """
    items, annotators, categories = counts.shape
    before = prior.right * np.eye(categories) + prior.each
    flat = counts.reshape(items, annotators * categories)
    beliefs = _fixed(_normal(counts.sum(axis=1)), known)
    rounds, change = 0, 1.0
    while change >= CLOSE and rounds < MOST_ROUNDS:
        rounds += 1
        shares = beliefs.mean(axis=0)
        said = (beliefs.T @ flat).reshape(categories, annotators, categories)
        errors = _normal(said.transpose(1, 0, 2) + before)
        chances = np.log(np.maximum(errors, TINY)).transpose(0, 2, 1)
        logs = flat @ chances.reshape(annotators * categories, categories)
        logs += np.log(np.maximum(shares, TINY))
        logs -= logs.max(axis=1, keepdims=True)
        found = _fixed(_normal(np.exp(logs)), known)
        change = float(np.abs(found - beliefs).max(initial=0.0))
        beliefs = found
    return Consensus(beliefs, shares, errors, rounds)


def counts_of(table: AnswerTable) -> Floats:
    """The answers as `consensus` takes them."""
    categories = np.arange(len(table.values))
    counts: Floats = (table.codes[:, :, None] == categories).astype(np.float64)
    return counts


def _normal(rows: Floats) -> Floats:
    """Rows that sum to one; where there is nothing, all categories are alike."""
    sums = rows.sum(axis=-1, keepdims=True)
    even = np.full_like(rows, 1 / rows.shape[-1])
    np.divide(rows, sums, out=even, where=sums > 0)
    return even


def _fixed(beliefs: Floats, known: NDArray[np.int64] | None) -> Floats:
    if known is not None:
        sure = np.flatnonzero(known != NONE)
        beliefs[sure] = np.eye(beliefs.shape[1])[known[sure]]
    return beliefs
