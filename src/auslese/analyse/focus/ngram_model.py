"""A language model: how likely is each word behind those before it?

Learnt from sentences with modified Kneser–Ney smoothing (`kneser_ney`), kept as arrays in a folder
that are mapped when it is opened, and asked for many texts in one call. The perplexity of a text is

    PP = 2^H      H = - 1/|X| sum of log2 p(x)

over all its words and the ends of its sentences: how surprised the model is.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.kneser_ney import (
    DiscountNote,
    DiscountReason,
    Discounts,
    Logarithms,
    UnknownWords,
    discounts_of,
    logarithms,
    row_shares,
    word_shares,
)
from auslese.analyse.focus.ngram_counting import (
    CountedRows,
    Counts,
    continuation_counts,
    counted_rows,
)
from auslese.analyse.focus.ngram_table import ABSENT, MOST_WORDS, NgramTable, row_keys
from auslese.analyse.focus.word_stream import (
    BEGIN,
    MARKS,
    UNKNOWN,
    Numbers,
    WordStream,
    joined_streams,
    pieces_of,
    sentence_stream,
    text_stream,
)
from auslese.records.errors import AusleseError, NotFoundError
from auslese.system.array_folder import map_arrays, note_of, write_arrays
from auslese.system.packed_texts import PackedTexts, pack_texts

Perplexities = NDArray[np.float64]

FORMAT = 1
"""Of the folder; raised with every change to what its arrays mean."""
HIGHEST_ORDER = 5
NOTHING = np.empty(0, np.float32)
SENTENCES = 10_000
"""Numbered in one step."""


class NgramOptions(NamedTuple):
    """How a model is learnt."""

    order: int = HIGHEST_ORDER
    """Words of the longest rows."""
    unknown: UnknownWords = UnknownWords.ZERO_COUNT
    least_words: int = 1
    """Of a sentence that is learnt from."""


class NgramLevel(NamedTuple):
    """Rows of one length."""

    table: NgramTable
    chances: Logarithms
    """Decimal logarithms of the probability of their last word behind the first ones."""
    left: Logarithms
    """The same of what is left to words that were not seen behind them; none for the longest."""


class TextChances(NamedTuple):
    """Words of texts one behind the other, with the marks of sentences."""

    chances: NDArray[np.float32]
    """Decimal logarithms of their probabilities."""
    owners: NDArray[np.int64]
    """Which text each is of."""
    is_counted: NDArray[np.bool_]
    """All but the marks of beginnings."""
    is_unknown: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class NgramModel:
    """Probabilities of rows of words."""

    words: dict[str, int]
    """The vocabulary; an unknown word and the marks of sentences have the first three numbers."""
    levels: tuple[NgramLevel, ...]
    unknown: UnknownWords = UnknownWords.ZERO_COUNT
    discounts: tuple[Discounts, ...] = ()
    """Of each length; none if another program has learnt it."""

    @property
    def order(self) -> int:
        """Words of the longest rows."""
        return len(self.levels)

    @property
    def notes(self) -> tuple[DiscountNote, ...]:
        """Where the counts gave no discounts."""
        return tuple(
            DiscountNote(order, each.fallback)
            for order, each in enumerate(self.discounts, 1)
            if each.fallback
        )

    def perplexities(self, texts: Sequence[str], *, fragments: bool = False) -> Perplexities:
        """How surprising each text is; infinite for one without words.

        Fragments, as the texts of links, are no sentences: neither their beginning nor their end
        is expected.
        """
        found = [self._perplexities(piece, fragments) for piece in pieces_of(texts)]
        return np.concatenate([np.empty(0), *found])

    def _perplexities(self, texts: Sequence[str], fragments: bool) -> Perplexities:
        return self.perplexities_of(self.text_chances(texts, fragments=fragments), len(texts))

    def perplexities_of(self, found: TextChances, texts: int) -> Perplexities:
        """The same from what the words of so many texts are worth, if that is known already."""
        is_counted = found.is_counted
        if self.unknown is UnknownWords.CLOSED:
            is_counted = is_counted & ~found.is_unknown
        chances = np.where(is_counted, found.chances, 0.0)
        sums = np.bincount(found.owners, chances, texts)
        sizes = np.bincount(found.owners, is_counted, texts)
        entropies = np.divide(-sums, sizes, out=np.full(texts, np.inf), where=sizes > 0)
        return np.asarray(np.power(10.0, entropies))

    def text_chances(self, texts: Sequence[str], *, fragments: bool = False) -> TextChances:
        """What each word of texts is worth, and each end of a sentence; all in one step."""
        stream = text_stream(texts, self._numbers_of, cut=not fragments)
        words, begins, added = stream.words, np.cumsum(stream.sizes) - stream.sizes, 0
        if not fragments:
            (words, begins), added = stream.marked(), 2
        is_begin = np.zeros(len(words), bool)
        is_begin[begins] = True
        owners = np.repeat(stream.owners, stream.sizes + added)
        chances = self.chances(words, is_begin)
        return TextChances(chances, owners, words != BEGIN, words == UNKNOWN)

    def _numbers_of(self, words: Iterable[str]) -> Iterable[int]:
        return map(self.words.get, words, repeat(UNKNOWN))

    def chances(self, words: Numbers, is_begin: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The logarithm of the probability of each word of a text behind those before it.

        Nothing before a place where something begins is looked at.
        """
        rows = words
        found = self.levels[0].chances.take(words)
        may_follow = ~is_begin
        for shorter, level in pairwise(self.levels):
            places = np.flatnonzero(may_follow[1:] & (rows[:-1] != ABSENT)) + 1
            contexts = rows[places - 1]
            numbers = level.table.find(row_keys(contexts, words[places]))
            is_seen = numbers != ABSENT
            seen, unseen = places[is_seen], ~is_seen
            found[seen] = level.chances.take(numbers[is_seen])
            found[places[unseen]] += shorter.left.take(contexts[unseen])
            rows = np.full(len(words), ABSENT, np.int32)
            rows[places] = numbers
        return found

    def save(self, folder: Path) -> None:
        """Keep the model in this folder, in the place of one that is there."""
        arrays, note = model_arrays(self)
        write_arrays(folder, arrays, note)

    @classmethod
    def open(cls, folder: Path) -> "NgramModel":
        """The model in this folder, mapped.

        NotFoundError if there is none, AusleseError if another version has written it.
        """
        note = note_of(folder)
        if not note:
            raise NotFoundError(f"there is no language model in {folder}")
        if note.get("format") != FORMAT:
            raise AusleseError(
                f"{folder} has a language model of another version (format {note.get('format')},"
                f" this program has {FORMAT}); train it again"
            )
        arrays: dict[str, Any] = map_arrays(folder)
        if not arrays:
            raise NotFoundError(f"the language model in {folder} lacks a file; train it again")
        return model_of_arrays(arrays, note)


def model_arrays(model: NgramModel) -> tuple[dict[str, NDArray[np.generic]], dict[str, Any]]:
    """What is kept of a model: arrays, and a note about them."""
    packed = pack_texts(model.words)
    arrays: dict[str, NDArray[np.generic]] = {
        "letters": packed.letters,
        "starts": packed.starts,
    }
    for order, level in enumerate(model.levels, 1):
        arrays[f"keys{order}"] = level.table.keys
        arrays[f"directory{order}"] = level.table.starts
        arrays[f"chances{order}"] = level.chances
        arrays[f"left{order}"] = level.left
    discounts = [[each.amounts, each.fallback] for each in model.discounts]
    note = {
        "format": FORMAT,
        "order": model.order,
        "unknown": model.unknown,
        "discounts": discounts,
        "words": len(model.words),
        "rows": [len(level.chances) for level in model.levels],
    }
    return arrays, note


def model_of_arrays(arrays: dict[str, Any], note: dict[str, Any]) -> NgramModel:
    packed = PackedTexts(arrays["letters"], arrays["starts"])
    letters = packed.letters.tobytes()
    ends = packed.starts.tolist()
    words = {
        letters[begin:end].decode(): number for number, (begin, end) in enumerate(pairwise(ends))
    }
    levels = tuple(
        NgramLevel(
            NgramTable(arrays[f"keys{order}"], arrays[f"directory{order}"]),
            arrays[f"chances{order}"],
            arrays[f"left{order}"],
        )
        for order in range(1, note["order"] + 1)
    )
    discounts = tuple(
        Discounts(tuple(amounts), DiscountReason(why) if why else None)
        for amounts, why in note["discounts"]
    )
    return NgramModel(words, levels, UnknownWords(note["unknown"]), discounts)


class _GrowingVocabulary(dict[str, int]):
    """Words with their numbers, in the order in which they are met."""

    def __init__(self) -> None:
        super().__init__(zip(MARKS, range(len(MARKS)), strict=True))

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number

    def numbers_of(self, words: Iterable[str]) -> Iterable[int]:
        """The numbers of words, new ones for new words."""
        return map(self.__getitem__, words)


def train_ngrams(
    sentences: Iterable[Sequence[str]], options: NgramOptions | None = None
) -> NgramModel:
    """Learn a model from sentences that are rows of words.

    Without any sentence all words are equally likely, which are then the unknown one and the end.
    """
    options = options or NgramOptions()
    vocabulary = _GrowingVocabulary()
    streams = (
        sentence_stream(some, vocabulary.numbers_of).of_length(options.least_words)
        for some in _some(sentences)
    )
    return _learnt(joined_streams(streams), vocabulary, options)


def train_on_texts(texts: Iterable[str], options: NgramOptions | None = None) -> NgramModel:
    """Learn a model from the sentences of texts."""
    options = options or NgramOptions()
    vocabulary = _GrowingVocabulary()
    streams = (
        text_stream(piece, vocabulary.numbers_of).of_length(options.least_words)
        for piece in pieces_of(texts)
    )
    return _learnt(joined_streams(streams), vocabulary, options)


def _some(sentences: Iterable[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    every = iter(sentences)
    while some := list(islice(every, SENTENCES)):
        yield some


def _learnt(
    stream: WordStream, vocabulary: _GrowingVocabulary, options: NgramOptions
) -> NgramModel:
    if not 1 <= options.order <= HIGHEST_ORDER:
        raise ValueError(f"the order of a model is 1 to {HIGHEST_ORDER}")
    if len(vocabulary) > MOST_WORDS:
        raise AusleseError(f"a language model has at most {MOST_WORDS:,} different words")
    words, _ = stream.marked()
    del stream
    rows = deque(counted_rows(words, len(vocabulary), options.order))
    del words
    return _estimated(dict(vocabulary), rows, options.unknown)


def _estimated(
    words: dict[str, int], rows: deque[CountedRows], unknown: UnknownWords
) -> NgramModel:
    """The probabilities of rows; those of each length need those of the length below.

    Rows are taken out when they are done: counts of ten million words fill half of a gigabyte.
    """
    counts = _counts_of(rows)
    counts[BEGIN] = 0
    discounts = [discounts_of(counts)]
    shares = word_shares(counts, discounts[0], unknown)
    levels = [NgramLevel(rows.popleft().table, logarithms(shares), NOTHING)]
    while rows:
        counts = _counts_of(rows)
        discounts.append(discounts_of(counts))
        shares, left = row_shares(rows[0], counts, discounts[-1], shares)
        levels[-1] = levels[-1]._replace(left=logarithms(left))
        levels.append(NgramLevel(rows.popleft().table, logarithms(shares), NOTHING))
    return NgramModel(words, tuple(levels), unknown, tuple(discounts))


def _counts_of(rows: deque[CountedRows]) -> Counts:
    """The counts of the first of these that smoothing takes."""
    return continuation_counts(rows[0], rows[1]) if len(rows) > 1 else rows[0].counts.copy()
