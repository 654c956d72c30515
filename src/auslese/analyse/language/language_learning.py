"""A model of languages from how often words and n-grams were counted in each.

The letters of a word are guessed one by one from up to four before them: absolute discounting,
backed off to shorter histories (Ney, Essen and Kneser 1994). A word that stands in the dictionary
of a language costs what its share there says, whatever its letters.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import (
    DEAREST,
    LONGEST_GRAM,
    MOST_LANGUAGES,
    STEP,
    GramTable,
    LanguageModel,
    ModelDictionary,
    Scores,
)
from auslese.analyse.language.word_letters import BITS, EDGE, Codes, ModelAlphabet, fingerprints
from auslese.records.errors import SettingsError

Numbers = npt.NDArray[np.float64]
ZIPF_SHARE = 0.0006  # Stein's: a Zipf word is more than 0.06 % of all words
DISCOUNT = 0.75  # of each count, for what was never seen; the usual value, others did not help
RAREST_LETTER = 2e-6  # share; rarer ones are other languages' letters in names
RAREST = (0.0, 3e-7, 3e-7, 1e-6, 1e-6)  # share of n-grams by length; rarer ones are left out
KINSHIP = 20.0  # how many sightings of a history the relatives' spelling is worth
NEVER = 1e-9  # what a letter gets that a language does not have


class LanguageCounts(NamedTuple):
    """What was counted in one language."""

    words: Mapping[str, float]
    """How often each word of the dictionary was seen."""
    grams: Mapping[str, float]
    """How often each n-gram of one to five letters was seen, the edge of a word as a blank."""
    relatives: tuple[str, ...] = ()
    """Languages that spell as this one does where too little of it was seen."""

    @classmethod
    def of_words(
        cls, words: Mapping[str, float], relatives: tuple[str, ...] = ()
    ) -> "LanguageCounts":
        """When there are only words: their letters are counted too."""
        return cls(words, grams_of(words), relatives)


@dataclass(frozen=True, slots=True)
class LanguageModelLimits:
    """How large a model may be, and how much its dictionaries count."""

    grams: int = 200_000
    words: int = 30_000
    """For each language, the most frequent ones."""
    beyond: float = 0.3
    """Share of the words of a text that a dictionary lacks."""


def grams_of(words: Mapping[str, float]) -> dict[str, float]:
    """How often each n-gram occurs in these words."""
    counts: dict[str, float] = defaultdict(float)
    for word, count in words.items():
        edged = f" {word} "
        for end in range(1, len(edged)):
            for begin in range(max(0, end - LONGEST_GRAM + 1), end + 1):
                counts[edged[begin : end + 1]] += count
        counts[" "] += count
    return dict(counts)


def learn(
    evidence: Mapping[str, LanguageCounts], measures: LanguageModelLimits | None = None
) -> LanguageModel:
    """The model of these languages; SettingsError if a model has no room for so many."""
    if len(evidence) > MOST_LANGUAGES:
        raise SettingsError(f"{len(evidence)} languages: a model has room for {MOST_LANGUAGES}")
    measures = measures or LanguageModelLimits()
    model = SpellingCosts.learn(evidence).model(measures.grams)
    shares = {language: shares_of(each.words) for language, each in evidence.items()}
    return with_words(model, shares, measures)


def shares_of(counts: Mapping[str, float]) -> dict[str, float]:
    """Counts as shares of all."""
    every = sum(counts.values())
    return {word: count / every for word, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class SpellingCosts:
    """How languages spell: all n-grams that are not very rare, with their costs."""

    languages: tuple[str, ...]
    alphabet: ModelAlphabet
    counts: list["_GramCounts"]
    keys: list[Codes]
    """n-grams, by length."""
    costs: list[Scores]
    """What the last letter of each costs in each language, in steps, by length."""

    @classmethod
    def learn(cls, evidence: Mapping[str, LanguageCounts]) -> "SpellingCosts":
        """From the counts of letters."""
        alphabet = _alphabet(evidence)
        counts = [_GramCounts.of(alphabet, each.grams) for each in evidence.values()]
        keys = _candidates(counts)
        costs = _all_costs(counts, _relatives(evidence), keys)
        return cls(tuple(evidence), alphabet, counts, keys, costs)

    def model(self, most: int = 0) -> LanguageModel:
        """A model without dictionaries, of the n-grams that tell languages apart best, or all."""
        chosen = [np.ones(len(keys), bool) for keys in self.keys]
        if most:
            chosen = _worth_keeping(self.counts, self.keys, self.costs, most)
        grams = tuple(
            GramTable(keys[choice], np.minimum(costs[choice].round(), DEAREST).astype(np.uint8))
            for keys, costs, choice in zip(self.keys, self.costs, chosen, strict=True)
        )
        nothing = np.zeros(len(self.languages), np.float32)
        return LanguageModel(self.languages, self.alphabet, grams, _no_words(), nothing, nothing)


def _relatives(evidence: Mapping[str, LanguageCounts]) -> list[list[int]]:
    """The columns of the relatives of each language; of those only that have none themselves."""
    columns = {
        language: column
        for column, (language, each) in enumerate(evidence.items())
        if not each.relatives
    }
    return [
        [columns[other] for other in each.relatives if other in columns]
        for each in evidence.values()
    ]


def _alphabet(evidence: Mapping[str, LanguageCounts]) -> ModelAlphabet:
    shares: dict[str, float] = defaultdict(float)
    for each in evidence.values():
        letters = {gram: count for gram, count in each.grams.items() if len(gram) == 1}
        letters.pop(" ", None)
        every = sum(letters.values())
        for letter, count in letters.items():
            if count > every * RAREST_LETTER:
                shares[letter] = max(shares[letter], count / every)
    return ModelAlphabet.of(shares)


class _GramCounts(NamedTuple):
    """The n-grams of one language, by length: sorted keys and how often each was seen."""

    keys: list[Codes]
    counts: list[Numbers]

    @classmethod
    def of(cls, alphabet: ModelAlphabet, grams: Mapping[str, float]) -> "_GramCounts":
        sums: list[dict[int, float]] = [defaultdict(float) for _ in range(LONGEST_GRAM)]
        for gram, count in grams.items():
            if key := alphabet.key(gram):
                sums[len(gram) - 1][key] += count
        ordered = [sorted(each.items()) for each in sums]
        return cls(
            [np.array([key for key, _ in each], np.int64) for each in ordered],
            [np.array([count for _, count in each], np.float64) for each in ordered],
        )

    def seen(self, length: int, keys: Codes) -> Numbers:
        """How often these n-grams were seen."""
        return _values(self.keys[length - 1], self.counts[length - 1], keys)

    def followed(self, length: int, histories: Codes) -> tuple[Numbers, Numbers]:
        """How often these were followed by something, and by how many different letters."""
        firsts = self.keys[length] >> BITS
        different, begins, kinds = np.unique(firsts, return_index=True, return_counts=True)
        if not len(different):
            return np.zeros(len(histories)), np.zeros(len(histories))
        sums = np.add.reduceat(self.counts[length], begins)
        return _values(different, sums, histories), _values(different, kinds * 1.0, histories)


def _values(keys: Codes, values: Numbers, wanted: Codes) -> Numbers:
    if not len(keys):
        return np.zeros(len(wanted))
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    return np.where(keys[places] == wanted, values[places], 0.0)


def _candidates(counts: list[_GramCounts]) -> list[Codes]:
    """All n-grams that are not very rare, with all their endings, so that backing off ends."""
    kept: list[Codes] = []
    for length in range(1, LONGEST_GRAM + 1):
        rarest = RAREST[length - 1]
        found = [
            each.keys[length - 1][each.counts[length - 1] >= rarest * each.counts[0].sum()]
            for each in counts
        ]
        kept.append(np.unique(np.concatenate([np.array([EDGE] * (length == 1), np.int64), *found])))
    for length in range(LONGEST_GRAM, 1, -1):
        endings = kept[length - 1] & ((1 << BITS * (length - 1)) - 1)
        kept[length - 2] = np.union1d(kept[length - 2], endings).astype(np.int64)
    return [keys.astype(np.int64) for keys in kept]


def _all_costs(
    counts: list[_GramCounts], relatives: list[list[int]], kept: list[Codes]
) -> list[Scores]:
    costs = [np.zeros((len(keys), len(counts)), np.float32) for keys in kept]
    for language in sorted(range(len(counts)), key=lambda column: bool(relatives[column])):
        shares = np.zeros(0)
        for length in range(1, LONGEST_GRAM + 1):
            shares, times = _shares(counts[language], length, kept, shares)
            if relatives[language]:
                theirs = np.exp(-STEP * costs[length - 1][:, relatives[language]]).mean(axis=1)
                shares = (times * shares + KINSHIP * theirs) / (times + KINSHIP)
            costs[length - 1][:, language] = -np.log(shares) / STEP
    return costs


def _shares(
    each: _GramCounts, length: int, kept: list[Codes], shorter: Numbers
) -> tuple[Numbers, Numbers]:
    """How probable the last letter of each n-gram is after those before it; seen how often."""
    keys = kept[length - 1]
    if length == 1:
        every = max(float(each.counts[0].sum()), 1.0)
        return each.seen(1, keys) / every + NEVER, np.full(len(keys), every)
    histories, endings = keys >> BITS, keys & ((1 << BITS * (length - 1)) - 1)
    followed, kinds = each.followed(length - 1, histories)
    times = np.maximum(each.seen(length - 1, histories), followed)
    backed_off = shorter[np.searchsorted(kept[length - 2], endings)]
    # What the table of n-grams left out, because it was seen too seldom, is unseen too.
    unseen = DISCOUNT * kinds + times - followed
    own = np.maximum(each.seen(length, keys) - DISCOUNT, 0)
    shares = (own + unseen * backed_off) / np.maximum(times, 1e-9)
    return np.where(times > 0, shares, backed_off), times


def _worth_keeping(
    counts: list[_GramCounts], kept: list[Codes], costs: list[Scores], most: int
) -> list[npt.NDArray[np.bool_]]:
    """Which n-grams to keep: those whose costs differ from those of their endings where it counts.

    The difference common to all languages tells none apart, so it is taken out first.
    """
    worths = []
    for length in range(2, LONGEST_GRAM + 1):
        keys = kept[length - 1]
        endings = keys & ((1 << BITS * (length - 1)) - 1)
        worth = np.zeros(len(keys))
        change = costs[length - 1] - costs[length - 2][np.searchsorted(kept[length - 2], endings)]
        change -= np.median(change, axis=1, keepdims=True)
        for language, each in enumerate(counts):
            share = each.seen(length, keys) / max(each.counts[0].sum(), 1.0)
            worth += share * np.abs(change[:, language])
        worths.append(worth)
    every = np.concatenate(worths)
    least = np.partition(every, -most)[-most] if len(every) > most else 0.0
    return [np.ones(len(kept[0]), bool), *(worth >= least for worth in worths)]


def _no_words() -> ModelDictionary:
    return ModelDictionary(
        np.zeros(0, np.uint32),
        np.zeros(1, np.uint32),
        np.zeros(0, np.uint8),
        np.zeros(0, np.uint8),
        np.zeros(0, bool),
    )


def with_words(
    model: LanguageModel, shares: Mapping[str, Mapping[str, float]], measures: LanguageModelLimits
) -> LanguageModel:
    """The model with dictionaries: what share of a language's words each word is.

    A language without a dictionary is asked by its letters alone.
    """
    known = np.array([bool(shares.get(language)) for language in model.languages])
    beyond = np.where(known, -np.log(measures.beyond) / STEP, 0).astype(np.float32)
    parts = [
        _entries(column, shares[language], measures)
        for column, language in enumerate(model.languages)
        if known[column]
    ]
    words = _joined(parts) if parts else _no_words()
    return replace(model, dictionary=words, beyond=beyond)


_Entries = tuple[
    npt.NDArray[np.uint32], npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.bool_]
]


def _entries(column: int, shares: Mapping[str, float], measures: LanguageModelLimits) -> _Entries:
    """The most frequent words of a language and what they cost."""
    words = sorted(shares, key=lambda word: (-shares[word], word))[: measures.words]
    parts = np.array([shares[word] for word in words])
    costs = (-np.log((1 - measures.beyond) * parts) / STEP).round()
    prints = fingerprints(words)
    prints, first = np.unique(prints, return_index=True)
    return (
        prints,
        np.full(len(first), column, np.uint8),
        np.minimum(costs[first], DEAREST).astype(np.uint8),
        parts[first] > ZIPF_SHARE,
    )


def _joined(parts: list[_Entries]) -> ModelDictionary:
    prints, columns, costs, zipf = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((columns, prints))
    different, begins = np.unique(prints[order], return_index=True)
    starts = np.append(begins, len(prints)).astype(np.uint32)
    return ModelDictionary(different, starts, columns[order], costs[order], zipf[order])
