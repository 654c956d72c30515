"""Names in a row of words, each with its probability, from what every word speaks for.

Words are labelled as outside of names, as the beginning, the inside and the end of one, and as a
name by themselves. How probable a name is is told exactly, over all ways to label the words around.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

OUTSIDE, BEGIN, INSIDE, END, SINGLE = LABELS = range(5)
FOLLOWERS = {
    OUTSIDE: (OUTSIDE, BEGIN, SINGLE),
    BEGIN: (INSIDE, END),
    INSIDE: (INSIDE, END),
    END: (OUTSIDE, BEGIN, SINGLE),
    SINGLE: (OUTSIDE, BEGIN, SINGLE),
}
"""Which label may follow which."""
SLACK = 4.0
"""A word is outside for certain if that is e^4, 55 times likelier than any other label."""
RUN_LENGTHS = (4, 16, 1 << 30)
"""Runs of words that may be names are computed with those of like length: bounds memory."""
SMALL = 20_000  # words with what fills up the runs: so many are computed together at once
MOST_NAME_WORDS = 16  # of what is longer, the beginning may be told
Floats = npt.NDArray[np.float32]


class WordSpan(NamedTuple):
    """Words that are a name."""

    first: int
    behind: int
    """Behind the last word."""
    probability: float


class RunSteps(NamedTuple):
    """How probable labels and steps between them are in runs of words: a row for each run."""

    begin: Floats
    single: Floats
    steps: dict[tuple[int, int], Floats]
    """Of each pair of labels inside a name: from a word to the next one."""


def allowed_steps() -> npt.NDArray[np.bool_]:
    """A table of the labels that may follow each other."""
    allowed = np.zeros((len(LABELS), len(LABELS)), bool)
    for label, behind in FOLLOWERS.items():
        allowed[label, list(behind)] = True
    return allowed


def probable_spans(
    emissions: Floats, is_word: npt.NDArray[np.bool_], steps: Floats, least: float
) -> list[WordSpan]:
    """Names of at least a probability, in order, the more probable where two overlap.

    Where `is_word` is false stands nothing: there a sentence ends. `steps` are the factors from one
    label to the next, 0 where none may follow.
    """
    may_be = (emissions[:, 1:].max(axis=1) + SLACK > emissions[:, OUTSIDE]) & is_word
    edges = np.flatnonzero(np.diff(may_be, prepend=False, append=False))
    starts, lengths = edges[::2], edges[1::2] - edges[::2]
    found: list[WordSpan] = []
    shorter = 0
    is_small = len(lengths) * lengths.max(initial=0) <= SMALL
    for longest in RUN_LENGTHS[-1:] if is_small else RUN_LENGTHS:
        some = (lengths > shorter) & (lengths <= longest)
        shorter = longest
        if some.any():
            run = _run_steps(emissions, starts[some], lengths[some], steps)
            found += _spans(run, starts[some], least)
    return _without_overlaps(found)


def _run_steps(
    emissions: Floats, starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64], steps: Floats
) -> RunSteps:
    size = int(lengths.max()) + 1  # one more, which is outside
    at = np.arange(size)
    inside = at < lengths[:, None]
    rows = emissions[np.where(inside, starts[:, None] + at, 0)]
    factors = np.exp(rows - rows.max(axis=2, keepdims=True))
    factors[~inside] = 0.0
    factors[~inside, OUTSIDE] = 1.0
    forward, sums = np.empty_like(factors), np.empty(factors.shape[:2], np.float32)
    state = np.zeros((len(starts), len(LABELS)), np.float32)
    state[:, OUTSIDE] = 1.0
    for step in range(size):
        state = (state @ steps) * factors[:, step]
        sums[:, step] = state.sum(axis=1)
        state /= sums[:, step, None]
        forward[:, step] = state
    backward = np.ones_like(factors)
    for step in range(size - 2, -1, -1):
        behind = factors[:, step + 1] * backward[:, step + 1]
        backward[:, step] = (behind @ steps.T) / sums[:, step + 1, None]
    marginal = forward * backward
    onward = factors[:, 1:] * backward[:, 1:] / sums[:, 1:, None]
    here = np.maximum(backward[:, :-1], np.finfo(np.float32).tiny)
    return RunSteps(
        marginal[:, :, BEGIN],
        marginal[:, :, SINGLE],
        {
            (label, then): steps[label, then] * onward[:, :, then] / here[:, :, label]
            for label in (BEGIN, INSIDE)
            for then in (INSIDE, END)
        },
    )


def _spans(run: RunSteps, starts: npt.NDArray[np.int64], least: float) -> Iterator[WordSpan]:
    for row, at in zip(*np.nonzero(run.single >= least), strict=True):
        first = int(starts[row] + at)
        yield WordSpan(first, first + 1, float(run.single[row, at]))
    for row, at in zip(*np.nonzero(run.begin >= least), strict=True):
        first = int(starts[row] + at)
        for words, probability in _ends(run, int(row), int(at), least):
            yield WordSpan(first, first + words, probability)


def _ends(run: RunSteps, row: int, at: int, least: float) -> Iterator[tuple[int, float]]:
    probability, label = float(run.begin[row, at]), BEGIN
    last = run.begin.shape[1] - 1
    for words in range(2, MOST_NAME_WORDS + 1):
        if at == last or probability < least:
            return
        if (ending := probability * float(run.steps[label, END][row, at])) >= least:
            yield words, ending
        probability *= float(run.steps[label, INSIDE][row, at])
        at, label = at + 1, INSIDE


def _without_overlaps(spans: list[WordSpan]) -> list[WordSpan]:
    taken: set[int] = set()
    kept = []
    for span in sorted(spans, key=lambda span: (-span.probability, span.first)):
        words = range(span.first, span.behind)
        if taken.isdisjoint(words):
            taken.update(words)
            kept.append(span)
    return sorted(kept)
