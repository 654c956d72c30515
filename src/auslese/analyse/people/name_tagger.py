"""A statistical second opinion on what is the name of a person in a text.

How it was learnt, and how good it is: docs/methods/name-tagger.md.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.people.name_lists import SHIPPED, shipped_names
from auslese.analyse.people.name_tokens import GAP, NO_WORD, row_of, token_row
from auslese.analyse.people.tagger_decoding import WordSpan, probable_spans
from auslese.analyse.people.tagger_features import (
    FeatureGroup,
    WordClusters,
    WordFeatures,
    form_print,
    group_features,
)
from auslese.analyse.people.tagger_network import TaggerNetwork, word_vectors

NETWORK_FILE = "name_tagger.npz"
CLUSTERS_FILE = "word_clusters.npz"
USUAL = 0.4
"""The probability from which on a name is told: the best F of the cross-validation."""
STRICT = 0.9
"""The same for the strict mode, in which at least 90 of 100 names are true."""
MOST_KEPT = 120_000  # words that are kept in mind: about 30 MB
AT_ONCE = 10_000  # words that are computed together: some 20 MB
GAP_ROW = 0
UNKNOWN = -1
Rows = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


class TokenSpan(NamedTuple):
    """A name among the words of sentences."""

    sentence: int
    first: int
    behind: int
    """Behind the last word."""
    probability: float


class TaggedSpan(NamedTuple):
    """A name in a text."""

    start: int
    """Its first letter."""
    end: int
    """Behind its last letter."""
    probability: float


class KnownWords:
    """Words that were met, and the vectors of those that were read, until there are too many."""

    def __init__(self, network: TaggerNetwork, features: WordFeatures, most: int) -> None:
        """Compute vectors with this network, of what these features see, of that many words."""
        self._most = most
        self._network = network
        self._features = features
        self._index = network.index()
        self._groups: dict[FeatureGroup, list[int]] = {}
        self._lock = Lock()
        self._forget()

    def to_read(self, words: Sequence[str]) -> tuple[Rows, Rows, Floats]:
        """The places of the words to read, their rows, and the vectors they are rows of."""
        with self._lock:
            get = self._known.get
            found = [get(word, UNKNOWN) for word in words]
            if UNKNOWN in found:
                self._meet(words)
                found = [self._known[word] for word in words]
            rows = np.array(found)
            places = _places_to_read(rows, self._candidates)
            rows = rows[places]
            self._learn(np.unique(rows[~self._is_learnt[rows]]).tolist())
            return places, rows, self._vectors

    def _meet(self, words: Sequence[str]) -> None:
        """Give each new word a row."""
        met = dict.fromkeys(words)
        new = [word for word in met if word not in self._known]
        if len(self._known) + len(new) > self._most:
            self._forget()
            new = [word for word in met if word != NO_WORD]
        start, end = len(self._known), len(self._known) + len(new)
        self._candidates[start:end] = [self._features.may_be_name(word) for word in new]
        self._known.update(zip(new, range(start, end), strict=True))
        self._names += new

    def _learn(self, rows: list[int]) -> None:
        """Compute the vectors of these rows."""
        if rows:
            seen = [self._features.seen(self._names[row]) for row in rows]
            features = [self._rows_of(each.letters, each.groups) for each in seen]
            self._vectors[rows] = word_vectors(self._network, features)
            self._is_learnt[rows] = True

    def _rows_of(self, letters: list[str], groups: list[FeatureGroup]) -> list[int]:
        rows = self._indexed(letters)
        for group in groups:
            if (shared := self._groups.get(group)) is None:
                shared = self._groups[group] = self._indexed(group_features(group))
            rows += shared
        return rows

    def _indexed(self, names: list[str]) -> list[int]:
        found = [self._index.get(form_print(name), UNKNOWN) for name in names]
        return [row for row in found if row != UNKNOWN]

    def _forget(self) -> None:
        self._known = {NO_WORD: GAP_ROW}
        self._names = [NO_WORD]
        self._groups.clear()
        self._vectors = np.zeros((self._most, self._network.vectors.shape[1]), np.float32)
        self._candidates = np.zeros(self._most, bool)
        self._is_learnt = np.zeros(self._most, bool)
        self._is_learnt[GAP_ROW] = True


class NameTagger:
    """Tells the names of persons in sentences and texts."""

    def __init__(
        self, network: TaggerNetwork, features: WordFeatures, most_kept: int = MOST_KEPT
    ) -> None:
        """Tag with this network, of words with these features; keep so many words in mind.

        More than AT_ONCE: all words that are computed together are kept.
        """
        self._network = network
        self._words = KnownWords(network, features, most_kept)
        self._steps = network.step_factors()

    def tag(self, sentences: Sequence[Sequence[str]], least: float = USUAL) -> list[TokenSpan]:
        """The names in sentences of words, in order, each at least as probable as that."""
        row, owners = row_of(sentences)
        return [
            TokenSpan(owners[first], row.starts[first], row.starts[behind - 1] + 1, probability)
            for first, behind, probability in self._spans(row.words, least)
        ]

    def tag_text(self, text: str, least: float = USUAL) -> list[TaggedSpan]:
        """The names in a text, in order, each at least as probable as that."""
        row = token_row(text)
        return [
            TaggedSpan(
                row.starts[first],
                row.starts[behind - 1] + len(row.words[behind - 1]),
                probability,
            )
            for first, behind, probability in self._spans(row.words, least)
        ]

    def _spans(self, words: Sequence[str], least: float) -> Iterator[WordSpan]:
        for start, some in _portions(words):
            places, rows, vectors = self._words.to_read(some)
            if len(places):
                is_word = rows != GAP_ROW
                emissions = self._network.emissions(vectors[rows], is_word)
                for found in probable_spans(emissions, is_word, self._steps, least):
                    shift = start + int(places[found.first]) - found.first
                    yield WordSpan(found.first + shift, found.behind + shift, found.probability)


@lru_cache(maxsize=1)
def shipped_tagger() -> NameTagger:
    """The tagger that ships with the program, read once."""
    clusters = WordClusters.load(SHIPPED / CLUSTERS_FILE)
    network = TaggerNetwork.load(SHIPPED / NETWORK_FILE)
    return NameTagger(network, WordFeatures(shipped_names(), clusters))


def _portions(words: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Parts of a row of words, each with where it begins; they end where a sentence does."""
    start = 0
    while start < len(words):
        end = start + AT_ONCE
        if end < len(words):
            end = words.index(NO_WORD, end) + 1
            end += end < len(words) and words[end] == NO_WORD
        yield start, words[start:end]
        start = end


def _places_to_read(rows: Rows, candidates: Flags) -> Rows:
    """The places of all words, and gaps, of the sentences that have a word which may be a name."""
    gaps = rows == GAP_ROW
    numbers = (np.cumsum(gaps) - gaps) // len(GAP)
    has_candidate = np.bincount(numbers, weights=candidates[rows]) > 0
    return np.flatnonzero(has_candidate[numbers])
