"""Was another word meant, one that the collection has?

Words are compared in a bare form: in small letters, ä as ae, ß as ss, other accents left out. These
cost nothing. A word is corrected only if it is unknown or rare, and only to one that is much more
frequent: most rare words are right, and nobody likes to be corrected.

    score = log(frequency) - 6 for each edit - 2 if the first letter is another

People rarely mistake the first letter (Yannakoudakis and Fawthrop 1983); the numbers are chosen on
typing errors drawn by lot, see docs/methods/query.md.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auslese.search.spelling.delete_keys import (
    FARTHEST,
    MOST_WORDS,
    Numbers,
    hash_of,
    hashes_of,
    ids_under,
    keys_of,
)
from auslese.search.spelling.edit_distance import edits_between

LONGEST = 40
"""Letters of a word that is corrected or suggested; longer ones are mostly no words."""
SHORTEST = 3
"""Letters of a word that is corrected: shorter ones are one edit from everything."""
TWO_EDITS_FROM = 5
"""Letters of an unknown word in which two errors are looked for."""
EDIT_COST = 6.0
FIRST_LETTER_COST = 2.0
LEAST_FREQUENCY = 2
"""Documents with a word that is suggested: what only one has may be a typing error of its own."""
CLEARLY = 50
"""How many times more frequent a suggestion is than a rare word that is known."""
RARE_SHARE = 20_000
"""A word is rare in up to one of so many documents, or in two."""
MOST_COMPARED = 256
"""Candidates compared letter by letter, the most frequent first; it bounds the time it takes."""
AT_ONCE = 20_000
"""Words whose letters are in memory as numbers at once."""

_DIGIT = re.compile(r"\d")  # nobody can say which number was meant
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})
_MARKS: dict[int, None] = dict.fromkeys(range(0x300, 0x370))

Arrays = Mapping[str, NDArray[np.generic]]


class Correction(NamedTuple):
    """What may have been meant."""

    words: tuple[str, ...]
    """One word, or the two that were written together."""
    frequency: int
    """Documents with it; of two words, of the rarer one."""
    edits: int


@dataclass(frozen=True, slots=True)
class SpellingIndex:
    """The words of a collection, ready to be asked; all that is kept are arrays."""

    letters: NDArray[np.uint8]
    """All words in UTF-8, one behind the other, the most frequent first."""
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]
    lengths: NDArray[np.uint8]
    """Of the bare forms."""
    bags: Numbers
    """Which letters a bare form has, as bits."""
    names: Numbers
    """Hashes of the bare forms, sorted."""
    named: NDArray[np.int64]
    """Which word each of these is."""
    keys: Numbers

    @classmethod
    def learn(cls, words: Sequence[str], counts: ArrayLike) -> "SpellingIndex":
        """Take the words of a collection with the number of documents that have each."""
        numbers = np.asarray(counts, dtype=np.int64)
        order = np.argsort(-numbers, kind="stable")[:MOST_WORDS]
        sorted_words = [words[at] for at in order.tolist()]
        bare = [bare_form(word) for word in sorted_words]
        fit = [at for at, word in enumerate(bare) if 0 < len(word) <= LONGEST]
        known = [sorted_words[at] for at in fit]
        bare = [bare[at] for at in fit]
        encoded = [word.encode("utf-8", "replace") for word in known]
        sizes = np.fromiter(map(len, encoded), dtype=np.int64, count=len(encoded))
        names = _in_batches(bare)
        by_name = np.argsort(names, kind="stable")
        return cls(
            letters=np.frombuffer(b"".join(encoded), dtype=np.uint8),
            starts=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)]),
            counts=numbers[order][fit],
            lengths=np.fromiter(map(len, bare), dtype=np.uint8, count=len(bare)),
            bags=np.fromiter(map(_bag, bare), dtype=np.uint64, count=len(bare)),
            names=names[by_name],
            named=by_name,
            keys=keys_of(bare) if bare else np.empty(0, dtype=np.uint64),
        )

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> "SpellingIndex":
        """What `arrays` gave, perhaps kept in files in between."""
        return cls(**{name: arrays[name] for name in cls.__dataclass_fields__})  # type: ignore[arg-type]

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, for numpy to save."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def frequency(self, word: str) -> int:
        """How many documents have the word, in its most frequent spelling."""
        return int(self._frequencies([bare_form(word)])[0])

    def is_rare(self, frequency: int) -> bool:
        """Whether a word in so few documents may be an error."""
        most = int(self.counts[0]) if len(self.counts) else 0
        return frequency <= max(LEAST_FREQUENCY, most // RARE_SHARE)

    def correction(self, word: str, excluded: frozenset[str] = frozenset()) -> Correction | None:
        """The word, or the two words, that were probably meant; None if this one is all right.

        None of those excluded is meant: they are stop words, which are one edit from many words.
        """
        bare = bare_form(word)
        if not SHORTEST <= len(bare) <= LONGEST or _DIGIT.search(bare):
            return None
        frequency = int(self._frequencies([bare])[0])
        if not self.is_rare(frequency):
            return self._spelt_otherwise(word, bare)
        found = [
            each for each in self._parted(bare, frequency) if excluded.isdisjoint(each[1].words)
        ]
        far = frequency == 0 and len(bare) >= TWO_EDITS_FROM
        for edits in range(1, 1 + (FARTHEST if far else 1)):
            best = max((score for score, _ in found), default=-math.inf)
            more_than = max(_clear(frequency) - 1, math.exp(best + EDIT_COST * edits))
            found += self._nearest(bare, edits, more_than, excluded)
        return max(found, default=(0.0, None), key=lambda one: one[0])[1]

    def joined(self, left: str, right: str) -> Correction | None:
        """The word that two may be the halves of, if one of them is unknown or rare."""
        whole = bare_form(left) + bare_form(right)
        if len(whole) > LONGEST:
            return None
        *halves, frequency = self._frequencies([bare_form(left), bare_form(right), whole]).tolist()
        if not self.is_rare(min(halves)) or frequency < _clear(min(halves)):
            return None
        return Correction((self._word(self._named(whole)),), frequency, 1)

    def _spelt_otherwise(self, word: str, bare: str) -> Correction | None:
        """The usual spelling, if the word is hardly ever spelt like this: Straße for Strasse."""
        first, last = (
            int(np.searchsorted(self.names, np.uint64(hash_of(bare, LONGEST)), side=side))
            for side in _SIDES
        )
        counts = {self._word(at): int(self.counts[at]) for at in self.named[first:last].tolist()}
        usual = self._word(int(self.named[first]))
        own = max((count for other, count in counts.items() if _same(other, word)), default=0)
        if not self.is_rare(own) or counts[usual] < _clear(own):
            return None
        return Correction((usual,), counts[usual], 0)

    def _nearest(
        self, bare: str, edits: int, more_than: float, excluded: frozenset[str]
    ) -> Iterator[tuple[float, Correction]]:
        """Words just so many edits away that more documents have than this."""
        for at in self._candidates(bare, edits, more_than).tolist():
            other = self._word(at)
            there = bare_form(other)
            if other in excluded or edits_between(bare, there) != edits:
                continue
            count = int(self.counts[at])
            first = there[0] != bare[0]
            score = math.log(count) - EDIT_COST * edits - FIRST_LETTER_COST * first
            yield score, Correction((other,), count, edits)
            if not first:
                return  # those that follow are rarer

    def _candidates(self, bare: str, edits: int, more_than: float) -> NDArray[np.int64]:
        """Words that may be near enough, the most frequent first."""
        ids = ids_under(self.keys, bare, edits)
        ids = ids[self.counts[ids] > more_than]
        apart = np.abs(self.lengths[ids].astype(np.int16) - len(bare))
        strange = np.bitwise_count(self.bags[ids] ^ np.uint64(_bag(bare)))
        near: NDArray[np.int64] = ids[(apart <= edits) & (strange <= 2 * edits)]
        return near[:MOST_COMPARED]

    def _parted(self, bare: str, frequency: int) -> Iterator[tuple[float, Correction]]:
        """The best two words that make up one; a blank left out is one edit.

        They count as frequent as both would be together by chance: short words are frequent, and
        most words can be cut into two somewhere.
        """
        cuts = range(SHORTEST, len(bare) - SHORTEST + 1)
        halves = [half for at in cuts for half in (bare[:at], bare[at:])]
        if not halves or not len(self.counts):
            return
        counts = self._frequencies(halves).reshape(-1, 2)
        together = counts.astype(np.float64).prod(axis=1) / self.counts[0]
        best = int(np.argmax(together))
        if together[best] >= _clear(frequency):
            pair = tuple(self._word(self._named(half)) for half in halves[2 * best : 2 * best + 2])
            rarer = int(counts[best].min())
            yield math.log(together[best]) - EDIT_COST, Correction(pair, rarer, 1)

    def _frequencies(self, bare: Sequence[str]) -> NDArray[np.int64]:
        """How many documents have each word; 0 for unknown ones."""
        if not len(self.names):
            return np.zeros(len(bare), dtype=np.int64)
        hashes = np.array([hash_of(word[:LONGEST], LONGEST) for word in bare], dtype=np.uint64)
        at = np.minimum(np.searchsorted(self.names, hashes), len(self.names) - 1)
        counts: NDArray[np.int64] = self.counts[self.named[at]]
        known: NDArray[np.int64] = np.where(self.names[at] == hashes, counts, 0)
        return known

    def _named(self, bare: str) -> int:
        """The most frequent word with this bare form; it is known."""
        return int(self.named[np.searchsorted(self.names, np.uint64(hash_of(bare, LONGEST)))])

    def _word(self, at: int) -> str:
        return self.letters[self.starts[at] : self.starts[at + 1]].tobytes().decode("utf-8")


def bare_form(word: str) -> str:
    """A word without what is not counted as an error."""
    small = unicodedata.normalize("NFC", word).lower()
    if small.isascii():
        return small
    plain = unicodedata.normalize("NFD", small.translate(_SPELT_OUT)).translate(_MARKS)
    return unicodedata.normalize("NFC", plain)


def _same(left: str, right: str) -> bool:
    forms = (unicodedata.normalize("NFC", word).lower() for word in (left, right))
    return next(forms) == next(forms)


def _clear(than: int) -> int:
    """How frequent a word must be to be suggested for one that is so frequent."""
    return max(LEAST_FREQUENCY, than * CLEARLY)


def _bag(bare: str) -> int:
    bits = 0
    for letter in bare:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _in_batches(bare: Sequence[str]) -> Numbers:
    starts = range(0, len(bare), AT_ONCE)
    parts = [hashes_of(bare[start : start + AT_ONCE], LONGEST) for start in starts]
    return np.concatenate([np.empty(0, dtype=np.uint64), *parts])
