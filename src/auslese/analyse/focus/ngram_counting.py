"""How often each row of words stands in a text, and behind how many different words.

The text is one array of the numbers of words, each sentence between its two marks. Order by order,
the rows that end at each place get keys (`ngram_table`); keys in order tell which rows there are
and how often. No row reaches over the beginning of a sentence.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.ngram_table import ABSENT, Keys, NgramTable, ngram_table, row_keys
from auslese.analyse.focus.word_stream import BEGIN, Numbers

Counts = NDArray[np.uint32]


class CountedRows(NamedTuple):
    """The rows of one length that stand in a text."""

    table: NgramTable
    """Empty for single words, which are known by their number."""
    counts: Counts
    """How often each row stands there."""
    shorter: Numbers
    """The number of each row without its first word, among those one word shorter."""


def counted_rows(words: Numbers, vocabulary: int, order: int) -> Iterator[CountedRows]:
    """The rows of one word, of two and so on, in a text of so many different words."""
    counts = np.bincount(words, minlength=vocabulary).astype(np.uint32)
    yield CountedRows(ngram_table(np.empty(0, np.uint64)), counts, np.empty(0, np.int32))
    rows = words  # the number of the row that ends at each place
    for _ in range(1, order):
        places = _places(words, rows)
        keys = row_keys(rows[places - 1], words[places])
        table, counts = _counted(keys)
        found = table.find(keys)
        del keys
        shorter = np.empty(len(counts), np.int32)
        shorter[found] = rows[places]
        yield CountedRows(table, counts, shorter)
        rows = np.full(len(words), ABSENT, np.int32)
        rows[places] = found
        del found, shorter, table, counts


def _places(words: Numbers, rows: Numbers) -> NDArray[np.int32]:
    """Where a row ends that is one word longer than these."""
    is_inside = words != BEGIN
    is_inside[:1] = False
    is_inside[1:] &= rows[:-1] != ABSENT
    return np.flatnonzero(is_inside).astype(np.int32)


def _counted(keys: Keys) -> tuple[NgramTable, Counts]:
    """The different keys, and how often there is each."""
    ordered = np.sort(keys)
    is_first = np.empty(len(ordered), bool)
    is_first[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    firsts = np.flatnonzero(is_first).astype(np.uint32)
    counts = np.diff(firsts, append=np.uint32(len(ordered)))
    return ngram_table(ordered[is_first]), counts


def continuation_counts(rows: CountedRows, longer: CountedRows) -> Counts:
    """Behind how many different words each row stands; at the beginning of a sentence, how often.

    Nothing stands before the mark of the beginning, so rows with it keep their plain counts
    (Heafield et al. 2013, Scalable Modified Kneser-Ney Language Model Estimation, section 3).
    """
    different = np.bincount(longer.shorter, minlength=len(rows.counts)).astype(np.uint32)
    return np.where(different > 0, different, rows.counts)
