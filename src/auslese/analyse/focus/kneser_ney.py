"""The probabilities that counts give: modified Kneser–Ney smoothing, interpolated.

Chen and Goodman, An Empirical Study of Smoothing Techniques for Language Modeling (TR-10-98, 1998).
With c the counts of rows of one length, t_i the number of rows that are counted i times:

    Y = t1 / (t1 + 2 t2)      D_i = i - (i + 1) Y t_(i+1) / t_i      for i = 1, 2, 3 and above
    p(w | h) = (c(h w) - D_c(h w)) / sum_v c(h v) + g(h) p(w | h without its first word)
    g(h) = (D1 N1(h) + D2 N2(h) + D3 N3(h)) / sum_v c(h v)

The longest rows have plain counts, all others continuation counts. Below the single words stands
the even distribution over all words, the unknown one among them.
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.ngram_counting import CountedRows, Counts
from auslese.analyse.focus.ngram_table import rows_of
from auslese.analyse.focus.word_stream import BEGIN, UNKNOWN

FALLBACK = (0.5, 1.0, 1.5)
"""Discounts where the counts give none: those that KenLM takes with --discount_fallback."""
DISCOUNTED = 3
"""Counts above are discounted as this one."""
CHUNK = 1 << 20
"""Rows that are reckoned in one step: their numbers take 8 MB for each array of a step."""
NEVER = -99.0
"""The logarithm of the probability of what is never said, as ARPA files write it."""

Shares = NDArray[np.float64]
Logarithms = NDArray[np.float32]


class UnknownWords(StrEnum):
    """What a word is worth that was not learnt."""

    ZERO_COUNT = "zero-count"
    """As a word with the count zero: its even share below the single words, as KenLM has it."""
    WITTEN_BELL = "witten-bell"
    """All unknown words together have the share of new words in the text, as IRSTLM has it."""
    CLOSED = "closed"
    """Nothing: the vocabulary is closed, and other words are left out of what is scored."""


class DiscountReason(StrEnum):
    """Why discounts of rows of some length are not those of their counts."""

    NO_ROWS = "no_rows"
    """No sentence is so long."""
    NO_COUNT = "no_count"
    """No row is counted once, or none twice, or none three times."""
    OUT_OF_RANGE = "out_of_range"
    """One would be negative, or more than the count itself."""


class DiscountNote(NamedTuple):
    """For rows of this length the discounts of `FALLBACK` were taken."""

    order: int
    reason: DiscountReason


class Discounts(NamedTuple):
    """What is taken from the counts of rows of one length."""

    amounts: tuple[float, float, float]
    """Of those that are counted once, twice, and more often."""
    fallback: DiscountReason | None = None

    def of(self, counts: Counts) -> Shares:
        """What is taken from each of these counts."""
        taken: Shares = np.array((0.0, *self.amounts))[np.minimum(counts, DISCOUNTED)]
        return taken


def discounts_of(counts: Counts) -> Discounts:
    """The discounts of rows with these counts."""
    if not counts.any():
        return Discounts(FALLBACK, DiscountReason.NO_ROWS)
    small = np.bincount(counts[counts <= DISCOUNTED + 1], minlength=DISCOUNTED + 2)
    once, twice, thrice, more = map(int, small[1 : DISCOUNTED + 2])
    if not once or not twice or not thrice:
        return Discounts(FALLBACK, DiscountReason.NO_COUNT)
    share = once / (once + 2 * twice)
    amounts = (
        1 - 2 * share * twice / once,
        2 - 3 * share * thrice / twice,
        3 - 4 * share * more / thrice,
    )
    if any(not 0 <= amount <= count for count, amount in enumerate(amounts, 1)):
        return Discounts(FALLBACK, DiscountReason.OUT_OF_RANGE)
    return Discounts(amounts)


def word_shares(counts: Counts, discounts: Discounts, unknown: UnknownWords) -> Shares:
    """The probabilities of single words; the mark of the beginning is never said."""
    is_word = np.ones(len(counts), bool)
    is_word[BEGIN] = False
    is_word[UNKNOWN] = unknown is UnknownWords.ZERO_COUNT or counts[UNKNOWN] > 0
    total = counts.sum(dtype=np.float64)
    even: Shares = is_word / is_word.sum()
    if not total:
        return even
    if unknown is UnknownWords.WITTEN_BELL:
        return _witten_bell(counts, total)
    taken = discounts.of(counts)
    return np.asarray((counts - taken) / total + taken.sum() / total * even)


def _witten_bell(counts: Counts, total: float) -> Shares:
    """A new word is as likely as it was that a word of the text was new."""
    different = np.count_nonzero(counts)
    shares: Shares = counts / (total + different)
    shares[UNKNOWN] += different / (total + different)
    return shares


class RowShares(NamedTuple):
    """What rows of one length are worth."""

    shares: Shares
    """The probability of the last word of each, behind its first words."""
    left: Shares
    """Of each row one word shorter: what the words leave that were not seen behind it."""


def row_shares(
    rows: CountedRows, counts: Counts, discounts: Discounts, shorter: Shares
) -> RowShares:
    """The probabilities of rows with these counts, of those of rows one word shorter."""
    totals, left = np.zeros(len(shorter)), np.zeros(len(shorter))
    for part in _parts(len(counts)):
        contexts = _contexts(rows, part)
        np.add.at(totals, contexts, counts[part].astype(np.float64))
        np.add.at(left, contexts, discounts.of(counts[part]))
    np.divide(left, totals, out=left, where=totals > 0)
    left[totals == 0] = 1.0
    shares = np.empty(len(counts))
    for part in _parts(len(counts)):
        contexts = _contexts(rows, part)
        own = (counts[part] - discounts.of(counts[part])) / totals[contexts]
        shares[part] = own + left[contexts] * shorter[rows.shorter[part]]
    return RowShares(shares, left)


def _contexts(rows: CountedRows, part: slice) -> NDArray[np.int64]:
    return rows_of(rows.table.keys[part])[0]


def _parts(size: int) -> list[slice]:
    return [slice(begin, begin + CHUNK) for begin in range(0, size, CHUNK)]


def logarithms(shares: Shares) -> Logarithms:
    """The decimal logarithms of probabilities."""
    found = np.full(len(shares), NEVER)
    np.log10(shares, out=found, where=shares > 0)
    return found.astype(np.float32)
