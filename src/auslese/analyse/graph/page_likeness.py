"""How much are pages like an answer, by their words?

The most telling words of the answer make an artificial question; a page is as like the answer as
the cosine of its words and those of the question. A word counts by the logarithm of its uses and of
one over its share of the pages, so that what stands on every page counts for nothing.

Of a page its first words are compared, as numbers: `PageWords` has them for all nodes of a graph,
ready to be mapped, so that an answer needs no text. Of twenty thousand different words two in a
hundred share their number with another one, which changes a cosine by next to nothing.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh32_intdigest

from auslese.text.words import words_of

QUESTION_WORDS = 1000  # as the seed has it
MOST_WORDS = 64  # of a text that are compared: its title and its first sentences
MOST_LETTERS = 1_000  # that are looked at for them
PAGES_AT_ONCE = 100_000
KNOWN_WORDS = 1 << 16  # whose numbers are remembered: a few megabytes
WORD_BITS = 20
NUMBERS = 1 << WORD_BITS

Numbers = NDArray[np.int32]


class PageWords(NamedTuple):
    """The words of pages as numbers."""

    starts: NDArray[np.int64]
    """Where the words of each page begin; one more number says where the last end."""
    words: Numbers
    """Those of a page are sorted; a word stands there as often as it is used."""

    def of(self, pages: NDArray[np.integer]) -> "PageWords":
        """Those of these pages."""
        begins = self.starts[pages]
        counts = self.starts[pages + 1] - begins
        starts = _starts(counts)
        places = np.repeat(begins - starts[:-1], counts) + np.arange(starts[-1])
        return PageWords(starts, self.words[places])


def word_numbers(text: str) -> list[int]:
    """The first words of a text as numbers."""
    return [*map(_number_of, words_of(text[:MOST_LETTERS].casefold())[:MOST_WORDS])]


@lru_cache(KNOWN_WORDS)
def _number_of(word: str) -> int:
    return xxh32_intdigest(word.encode("utf-8", "replace")) % NUMBERS


def gather_page_words(
    pages: int, batches: Iterable[tuple[Sequence[int], Sequence[str]]]
) -> PageWords:
    """The words of so many pages, from texts as they come; a page may have several."""
    places, parts = [np.empty(0, np.int32)], [np.empty(0, np.int32)]
    for numbers, texts in batches:
        words = [word_numbers(text) for text in texts]
        places.append(np.repeat(np.array(numbers, np.int32), [*map(len, words)]))
        parts.append(np.array([word for each in words for word in each], np.int32))
    page_of = np.concatenate(places)
    order = np.argsort(page_of, kind="stable")
    found = PageWords(_starts(np.bincount(page_of, minlength=pages)), np.concatenate(parts)[order])
    for begin in range(0, pages, PAGES_AT_ONCE):
        _sort_words(found, begin, min(begin + PAGES_AT_ONCE, pages))
    return found


def _sort_words(found: PageWords, begin: int, end: int) -> None:
    """Sort the words of each of these pages."""
    here = slice(found.starts[begin], found.starts[end])
    keys = _keys(PageWords(found.starts[begin : end + 1], found.words[here]))
    keys.sort()
    found.words[here] = keys & (NUMBERS - 1)


def _keys(pages: PageWords) -> NDArray[np.int64]:
    """Page and word as one number, for each word."""
    page = np.repeat(np.arange(len(pages.starts) - 1), np.diff(pages.starts))
    keys: NDArray[np.int64] = (page << WORD_BITS) | pages.words
    return keys


def page_likeness(pages: PageWords, is_root: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The likeness of each page to those that are the answer, from 0 to 1."""
    number = len(is_root)
    page, word, uses = _counted(pages)
    on_pages = np.bincount(word, minlength=NUMBERS)
    # Logarithms of the few counts there are, rather than of each word.
    rarity = np.log1p(number / np.maximum(np.arange(number + 1), 1))[on_pages]
    weight = (1 + np.log(np.maximum(np.arange(uses.max(initial=0) + 1), 1)))[uses] * rarity[word]
    question = _question(word[is_root[page]], uses[is_root[page]], rarity)
    common = np.bincount(page, weight * question[word], minlength=number)
    length = np.sqrt(np.bincount(page, weight**2, minlength=number) * (question**2).sum())
    alike: NDArray[np.float64] = np.zeros(number)
    np.divide(common, length, out=alike, where=common > 0)
    return alike


def _counted(pages: PageWords) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Each word of each page once: page, word, uses."""
    keys = _keys(pages)
    is_first = np.ones(len(keys), bool)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    first = np.flatnonzero(is_first)
    return keys[first] >> WORD_BITS, keys[first] & (NUMBERS - 1), np.diff(first, append=len(keys))


def _question(
    word: NDArray[np.int64], uses: NDArray[np.int64], rarity: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The weight of each word in the question: that of the most telling ones, else nothing."""
    together = np.bincount(word, uses, minlength=NUMBERS)
    used = np.flatnonzero(together)
    weights = (1 + np.log(together[used])) * rarity[used]
    best = np.argsort(-weights, kind="stable")[:QUESTION_WORDS]
    question = np.zeros(NUMBERS)
    question[used[best]] = weights[best]
    return question


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts
