"""Nitsche's second way (2004, 4.3.2.4.5 and 7.4.1.4): one neuron for each topic.

Its inputs are the similarities of a page to all clusters, stretched from 0 to 1 over the clusters
of this page, and the PageRank divided by 100. What comes in is summed up by weights, held between 0
and 1, and put through the Fermi function with threshold 0.5 and slope 0.5. After each page the
weights move against the error by the delta rule with a rate of 0.05. He writes of 500 rounds over
all pages (5.1) and has 10,000 in his program; weights begin by lot, but that of the PageRank at 0.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.relevance_features import RANK_SCALE, cluster_columns

THRESHOLD, SLOPE = 0.5, 0.5
RATE = 0.05
ROUNDS_WRITTEN, ROUNDS_PROGRAMMED = 500, 10_000
MOST_ODDS = 500.0  # beyond them the exponential has no number

Floats = NDArray[np.float64]


class TaughtPair(NamedTuple):
    """What the expert said of a page, and what the neuron says after its lesson."""

    target: float
    output: float


@dataclass(frozen=True, slots=True)
class NeuronOptions:
    """How the neuron learns; `fermi_slope` as in his program."""

    rounds: int = ROUNDS_WRITTEN
    rate: float = RATE
    threshold: float = THRESHOLD
    fermi_slope: float = SLOPE
    seed: int = 0


@dataclass(frozen=True, slots=True)
class RelevanceNeuron:
    """A neuron that has learnt."""

    weights: Floats
    options: NeuronOptions
    pairs: tuple[TaughtPair, ...] = ()

    @property
    def mean_error(self) -> float:
        """How far outputs are from targets, in the mean."""
        if not self.pairs:
            return 0.0
        return float(np.mean([abs(pair.target - pair.output) for pair in self.pairs]))

    def scores(self, inputs: Floats) -> Floats:
        """The relevance of pages, from 0 to 1."""
        return fermi(_active(inputs @ self.weights), self.options)


def neuron_inputs(similarities: NDArray[np.floating], ranks: Floats) -> Floats:
    """A row for each page: its similarities to all clusters and its PageRank, scaled."""
    stretched = cluster_columns(similarities).astype(np.float64)
    return np.column_stack([stretched, np.asarray(ranks, np.float64) / RANK_SCALE])


def fermi(activation: Floats, options: NeuronOptions) -> Floats:
    """1 / (1 + exp(-(x - threshold) / slope)): the smaller the slope, the sharper the step."""
    odds = (activation - options.threshold) / options.fermi_slope
    found: Floats = 1 / (1 + np.exp(-odds.clip(-MOST_ODDS, MOST_ODDS)))
    return found


def train_neuron(
    inputs: Floats, ratings: Floats, options: NeuronOptions | None = None
) -> RelevanceNeuron:
    """Show all pages to a neuron, round by round."""
    options = options or NeuronOptions()
    weights: Floats = np.random.default_rng(options.seed).random((inputs.shape[1],))
    weights[-1] = 0  # his loop leaves the weight of the PageRank out
    for _ in range(options.rounds):
        for row, target in zip(inputs, ratings, strict=True):
            output = float(fermi(_active(row @ weights), options))
            weights += options.rate * (target - output) * row
    neuron = RelevanceNeuron(weights, options)
    outputs = neuron.scores(inputs)
    pairs = (TaughtPair(float(a), float(b)) for a, b in zip(ratings, outputs, strict=True))
    return RelevanceNeuron(weights, options, tuple(pairs))


def _active(summed: Floats) -> Floats:
    """What comes in, held between 0 and 1 as his activation function does."""
    held: Floats = np.clip(summed, 0.0, 1.0)
    return held
