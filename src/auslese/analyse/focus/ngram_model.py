"""A language model: how likely is each word behind those before it?

Learnt from sentences with modified Kneser–Ney smoothing (`kneser_ney`), kept as arrays in a folder
that are mapped when it is opened, and asked for many texts in one call. The perplexity of a text is

    PP = 2^H      H = - 1/|X| sum of log2 p(x)

over all its words and the ends of its sentences: how surprised the model is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_tokens import focus_sentences, focus_tokens
from auslese.analyse.focus.kneser_ney import (
    DiscountNote,
    DiscountReason,
    Discounts,
    Logarithms,
    discounts_of,
    logarithms,
    row_shares,
    word_shares,
)
from auslese.analyse.focus.ngram_counting import (
    BEGIN,
    END,
    MARKS,
    UNKNOWN,
    CountedRows,
    continuation_counts,
    counted_rows,
)
from auslese.analyse.focus.ngram_table import ABSENT, MOST_WORDS, NgramTable, Numbers, row_keys
from auslese.records.errors import AusleseError, NotFoundError
from auslese.system.array_folder import map_arrays, note_of, write_arrays
from auslese.system.packed_texts import PackedTexts, pack_texts

FORMAT = 1
"""Of the folder; raised with every change to what its arrays mean."""
HIGHEST_ORDER = 5
PIECE = 1 << 18
"""Words of texts that are scored in one step: memory does not grow with the number of texts."""


class NgramOptions(NamedTuple):
    """How a model is learnt."""

    order: int = HIGHEST_ORDER
    """Words of the longest rows."""
    is_open: bool = True
    """Words that were not learnt have a probability, that of a word with the count zero; in a
    closed vocabulary they are left out of what is scored."""
    least_words: int = 1
    """Of a sentence that is learnt from."""


class NgramLevel(NamedTuple):
    """Rows of one length."""

    table: NgramTable
    chances: Logarithms
    """Decimal logarithms of the probability of their last word behind the first ones."""
    left: Logarithms
    """The same of what is left to words that were not seen behind them; none for the longest."""


@dataclass(frozen=True, slots=True)
class NgramModel:
    """Probabilities of rows of words."""

    words: dict[str, int]
    """The vocabulary; an unknown word and the marks of sentences have the first three numbers."""
    levels: tuple[NgramLevel, ...]
    is_open: bool = True
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

    def perplexities(self, texts: Sequence[str], *, fragments: bool = False) -> NDArray[np.float64]:
        """How surprising each text is; infinite for one without words.

        Fragments, as the texts of links, are no sentences: neither their beginning nor their end
        is expected.
        """
        if fragments:
            return self.token_perplexities([[focus_tokens(text)] for text in texts], fragments=True)
        return self.token_perplexities([focus_sentences(text) for text in texts])

    def token_perplexities(
        self, texts: Sequence[Sequence[Sequence[str]]], *, fragments: bool = False
    ) -> NDArray[np.float64]:
        """The same for texts that are sentences of words already."""
        sums, sizes = np.zeros(len(texts)), np.zeros(len(texts))
        for stream in _streams(self, texts, fragments):
            chances = self.chances(stream.words, stream.is_begin)
            counted = stream.is_counted
            owners = stream.owners[counted]
            sums += np.bincount(owners, chances[counted], len(texts))
            sizes += np.bincount(owners, minlength=len(texts))
        entropies = np.divide(-sums, sizes, out=np.full(len(texts), np.inf), where=sizes > 0)
        return np.asarray(
            np.power(10.0, np.minimum(entropies, 300.0, where=sizes > 0, out=entropies))
        )

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
        "open": model.is_open,
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
    return NgramModel(words, levels, note["open"], discounts)


class _Stream(NamedTuple):
    """Texts one behind the other."""

    words: Numbers
    owners: NDArray[np.int32]
    """Which text each word is of."""
    is_begin: NDArray[np.bool_]
    is_counted: NDArray[np.bool_]


def _streams(
    model: NgramModel, texts: Sequence[Sequence[Sequence[str]]], fragments: bool
) -> Iterable[_Stream]:
    """The texts in pieces of some 100,000 words; a sentence is never cut."""
    sentences: list[Sequence[str]] = []
    owners: list[int] = []
    size = 0
    for number, text in enumerate(texts):
        for sentence in text:
            if not sentence:
                continue
            sentences.append(sentence)
            owners.append(number)
            size += len(sentence)
            if size >= PIECE:
                yield _stream(model, sentences, owners, fragments)
                sentences, owners, size = [], [], 0
    if sentences:
        yield _stream(model, sentences, owners, fragments)


def _stream(
    model: NgramModel, sentences: list[Sequence[str]], owners: list[int], fragments: bool
) -> _Stream:
    sizes = np.fromiter(map(len, sentences), np.int64, len(sentences))
    total = int(sizes.sum())
    get = model.words.get
    plain = np.fromiter(
        (get(word, UNKNOWN) for word in chain.from_iterable(sentences)), np.int32, total
    )
    if fragments:
        words = plain
        begins = np.cumsum(sizes) - sizes
    else:
        words, begins = marked(plain, sizes)
        sizes = sizes + 2
    is_begin = np.zeros(len(words), bool)
    is_begin[begins] = True
    is_counted = np.ones(len(words), bool) if fragments else words != BEGIN
    if not model.is_open:
        is_counted &= words != UNKNOWN
    return _Stream(words, np.repeat(np.array(owners, np.int32), sizes), is_begin, is_counted)


def marked(plain: Numbers, sizes: NDArray[np.int64]) -> tuple[Numbers, NDArray[np.int64]]:
    """The words of sentences of these sizes with both marks around each, and where each begins."""
    ends = np.cumsum(sizes + 2)
    begins = ends - sizes - 2
    words = np.empty(int(ends[-1]) if len(ends) else 0, np.int32)
    is_word = np.ones(len(words), bool)
    is_word[begins] = False
    is_word[ends - 1] = False
    words[begins] = BEGIN
    words[ends - 1] = END
    words[is_word] = plain
    return words, begins


class _Vocabulary(dict[str, int]):
    """Words with their numbers, in the order in which they are met."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


def train_ngrams(
    sentences: Iterable[Sequence[str]], options: NgramOptions | None = None
) -> NgramModel:
    """Learn a model from sentences that are rows of words.

    Without any sentence all words are equally likely, which are then the unknown one and the end.
    """
    options = options or NgramOptions()
    if not 1 <= options.order <= HIGHEST_ORDER:
        raise ValueError(f"the order of a model is 1 to {HIGHEST_ORDER}")
    vocabulary = _Vocabulary(zip(MARKS, range(len(MARKS)), strict=True))
    text = _numbered(sentences, vocabulary, options.least_words)
    if len(vocabulary) > MOST_WORDS:
        raise AusleseError(f"a language model has at most {MOST_WORDS:,} different words")
    rows = list(counted_rows(text, len(vocabulary), options.order))
    del text
    return _learnt(dict(vocabulary), rows, is_open=options.is_open)


def _numbered(sentences: Iterable[Sequence[str]], vocabulary: _Vocabulary, least: int) -> Numbers:
    """All sentences as one array; a name of a mark among the words is an unknown word."""
    pieces: list[Numbers] = []
    sizes: list[int] = []
    number = vocabulary.__getitem__
    for sentence in sentences:
        if len(sentence) >= max(least, 1):
            pieces.append(np.fromiter(map(number, sentence), np.int32, len(sentence)))
            sizes.append(len(sentence))
    plain = np.concatenate([np.empty(0, np.int32), *pieces])
    plain[plain <= END] = UNKNOWN
    return marked(plain, np.array(sizes, np.int64))[0]


def _learnt(words: dict[str, int], rows: list[CountedRows], *, is_open: bool) -> NgramModel:
    """The probabilities of rows; those of each length need those of the length below."""
    levels: list[NgramLevel] = []
    discounts: list[Discounts] = []
    shares = np.empty(0)
    for order, each in enumerate(rows):
        is_longest = order == len(rows) - 1
        counts = each.counts if is_longest else continuation_counts(each, rows[order + 1])
        if order == 0:
            counts = counts.copy()
            counts[BEGIN] = 0
        discounts.append(discounts_of(counts))
        if order == 0:
            shares = word_shares(counts, discounts[-1], is_open=is_open)
        else:
            shares, left = row_shares(each, counts, discounts[-1], shares)
            levels[-1] = levels[-1]._replace(left=logarithms(left))
        levels.append(NgramLevel(each.table, logarithms(shares), np.empty(0, np.float32)))
    return NgramModel(words, tuple(levels), is_open, tuple(discounts))
