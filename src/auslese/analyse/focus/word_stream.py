"""Texts as one array of the numbers of their words, with sentences and owners.

A text is a row of small arrays to Python, and of one large array to numpy, which is a hundred times
as fast. So many texts are put together, with the marks of sentences between them, and are taken
apart again by arrays.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_tokens import spaced_words

UNKNOWN, BEGIN, END = 0, 1, 2
"""The numbers of an unknown word and of the marks around a sentence."""
MARKS = ("<unk>", "<s>", "</s>")
"""Their names, as everybody has them; no word of a text is spelled so."""
PIECE = 1 << 19
"""Letters of texts that are numbered in one step: memory does not grow with the number of texts."""
NEXT_SENTENCE, NEXT_TEXT = f" {MARKS[END]} ", f" {MARKS[BEGIN]} "

Numbers = NDArray[np.int32]
Places = NDArray[np.int64]
NumbersOf = Callable[[list[str]], Iterable[int]]
"""The numbers of words; the marks have those above."""


class WordStream(NamedTuple):
    """The words of sentences, one behind the other."""

    words: Numbers
    sizes: Places
    """Words of each sentence, all above 0."""
    owners: Places
    """Which text each sentence is of."""

    def of_length(self, least: int) -> "WordStream":
        """Those sentences that have so many words."""
        is_long = self.sizes >= least
        if is_long.all():
            return self
        words = self.words[np.repeat(is_long, self.sizes)]
        return WordStream(words, self.sizes[is_long], self.owners[is_long])

    def marked(self) -> tuple[Numbers, Places]:
        """The words with both marks around each sentence, and where each begins."""
        ends = np.cumsum(self.sizes + 2)
        begins = ends - self.sizes - 2
        words = np.empty(len(self.words) + 2 * len(ends), np.int32)
        is_word = np.ones(len(words), bool)
        is_word[begins] = False
        is_word[ends - 1] = False
        words[begins] = BEGIN
        words[ends - 1] = END
        words[is_word] = self.words
        return words, begins


def text_stream(texts: Iterable[str], numbers_of: NumbersOf, *, cut: bool = True) -> WordStream:
    """The words of texts; of each as one sentence if they are not to be cut."""
    between = NEXT_SENTENCE if cut else " "
    joined = NEXT_TEXT.join(map(spaced_words, texts)).replace("\n", between).split()
    numbers = np.fromiter(numbers_of(joined), np.int32, len(joined))
    is_text = numbers == BEGIN
    is_mark = is_text | (numbers == END)
    is_word = ~is_mark
    sentence = np.cumsum(is_mark)[is_word]
    begins = np.flatnonzero(np.diff(sentence, prepend=-1))
    owners = np.cumsum(is_text)[is_word][begins]
    return WordStream(numbers[is_word], np.diff(begins, append=len(sentence)), owners)


def sentence_stream(sentences: Sequence[Sequence[str]], numbers_of: NumbersOf) -> WordStream:
    """The words of sentences; a mark among them is an unknown word."""
    filled = [sentence for sentence in sentences if len(sentence)]
    words = [word for sentence in filled for word in sentence]
    numbers = np.fromiter(numbers_of(words), np.int32, len(words))
    numbers[numbers <= END] = UNKNOWN
    sizes = np.fromiter(map(len, filled), np.int64, len(filled))
    return WordStream(numbers, sizes, np.arange(len(filled)))


def joined_streams(streams: Iterable[WordStream]) -> WordStream:
    """All sentences of several, in their order, as if of one text."""
    parts = list(streams)
    words = np.concatenate([np.empty(0, np.int32), *(part.words for part in parts)])
    sizes = np.concatenate([np.empty(0, np.int64), *(part.sizes for part in parts)])
    return WordStream(words, sizes, np.zeros(len(sizes), np.int64))


def pieces_of(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts, some at a time."""
    piece: list[str] = []
    letters = 0
    for text in texts:
        piece.append(text)
        letters += len(text)
        if letters >= PIECE:
            yield piece
            piece, letters = [], 0
    if piece:
        yield piece
