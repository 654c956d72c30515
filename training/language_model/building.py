"""From counts to the model that ships."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import DEAREST, STEP, LanguageModel
from auslese.analyse.language.language_learning import (
    LanguageCounts,
    LanguageModelLimits,
    SpellingCosts,
    grams_of,
    shares_of,
    with_words,
)
from auslese.analyse.language.word_letters import BITS, HANGUL, Codes
from language_model.by_letters import Shares, letter_shares
from language_model.lingua_grams import lingua_grams, lingua_languages
from language_model.roster import (
    EAST_ASIAN,
    LEFT_OUT,
    LISTED,
    NOT_USED,
    RARITY,
)
from language_model.serbian import (
    bosnian_between,
    in_latin_letters,
    tell_serbo_croatian_apart,
)
from language_model.word_lists import UNSPACED, Listed, collected, wordfreq_shares

MEASURES = LanguageModelLimits(grams=450_000, words=40_000, beyond=0.5)
MILLION = 1e6
A_FORM = 0.3  # sightings that a word counts for of which only the form is known
MOST_FORMS = 300_000
MOST_FREQUENT = 60_000  # of wordfreq's words
# How much each source counts for the share of a word.
BY_WORDFREQ, BY_COUNTS, BY_LETTERS, BY_RELATIVES = 1.0, 0.1, 0.3, 0.5


def build_model(folder: Path, say: Callable[[str], None] = print) -> LanguageModel:
    """The model of all languages."""
    lists = {}
    wheels = folder / "packages" / "pip"

    def listed(language: str) -> Listed:
        if language not in lists:
            lists[language] = collected(folder / "lists", language, NOT_USED)
        return lists[language]

    evidence = gather(wheels, listed, say)
    spelling = SpellingCosts.learn(evidence)
    say(f"{len(evidence)} languages, {sum(map(len, spelling.keys)):,} n-grams")
    only_korean_has_syllables(spelling)
    letters = spelling.model()
    shares: dict[str, Shares] = {}
    for language in sorted(evidence, key=lambda name: bool(evidence[name].relatives)):
        frequent = wordfreq_shares(_wheel(wheels, "wordfreq"), language)
        shares[language] = word_shares(letters, language, listed(language), frequent)
        if relatives := evidence[language].relatives:
            lend(shares, language, relatives, listed(language))
        say(f"{language}: {len(shares[language]):,} words")
    add_swiss_spelling(shares["de"])
    tell_serbo_croatian_apart(letters, shares)
    bosnian_between(spelling)
    model = with_words(spelling.model(MEASURES.grams), shares, MEASURES)
    rarity = [RARITY.get(language, 0.0) / STEP for language in model.languages]
    return replace(model, rarity=np.array(rarity, np.float32))


def _wheel(folder: Path, package: str) -> Path:
    return next(iter(sorted(folder.glob(f"{package}-*.whl"))))


def gather(
    wheels: Path, listed: Callable[[str], Listed], say: Callable[[str], None]
) -> dict[str, LanguageCounts]:
    """What was counted of the letters of each language."""
    tables = _wheel(wheels, "lingua_language_detector")
    evidence = {}
    for language in lingua_languages(tables):
        if language not in LEFT_OUT and language not in LISTED:
            evidence[language] = LanguageCounts({}, lingua_grams(tables, language))
            say(f"{language}: {len(evidence[language].grams):,} n-grams")
    evidence["sr-Latn"] = LanguageCounts({}, in_latin_letters(evidence["sr"].grams))
    frequencies = _wheel(wheels, "wordfreq")
    for language in EAST_ASIAN:
        frequent = wordfreq_shares(frequencies, language)
        evidence[language] = LanguageCounts.of_words(
            {word: share * 10 * MILLION for word, share in frequent.items()}
        )
    for language, relatives in LISTED.items():
        words = dict(listed(language).counts)
        for word, share in wordfreq_shares(frequencies, language).items():
            words[word] = words.get(word, 0) + share * MILLION
        for word in listed(language).forms[:MOST_FORMS]:
            words.setdefault(word, A_FORM)
        evidence[language] = LanguageCounts({}, grams_of(words), relatives)
    return dict(sorted(evidence.items()))


def word_shares(letters: LanguageModel, language: str, listed: Listed, frequent: Shares) -> Shares:
    """What share of a language's words each is, by all that is known about it."""
    kept = dict(sorted(frequent.items(), key=lambda pair: -pair[1])[:MOST_FREQUENT])
    if language in UNSPACED:
        return shares_of(kept)
    forms = () if kept else listed.forms[:MOST_FORMS]
    words = sorted({*kept, *listed.counts, *forms})
    if not words:
        return {}
    columns: list[tuple[float, Mapping[str, float]]] = []
    if kept:
        columns.append((BY_WORDFREQ, shares_of(kept)))
    if listed.counts:
        columns.append((BY_COUNTS, shares_of(listed.counts)))
    if language not in LISTED:
        by_letters = shares_of(letter_shares(letters, language, words))
        columns.append((BY_LETTERS if kept else BY_WORDFREQ, by_letters))
    every = sum(weight for weight, _ in columns)
    return {
        word: share
        for word in words
        if (share := sum(weight * each.get(word, 0) for weight, each in columns) / every)
    }


def lend(
    shares: dict[str, Shares], language: str, relatives: tuple[str, ...], listed: Listed
) -> None:
    """Where a language has a word of its relatives, take it to be as frequent as there."""
    forms = {*listed.forms, *listed.counts}
    lent: Shares = {}
    for relative in relatives:
        for word, share in shares.get(relative, {}).items():
            if word in forms:
                lent[word] = lent.get(word, 0) + share / len(relatives)
    own = shares[language]
    shares[language] = {
        word: (1 - BY_RELATIVES) * own.get(word, 0) + BY_RELATIVES * lent.get(word, 0)
        for word in {*own, *lent}
    }


def only_korean_has_syllables(spelling: SpellingCosts) -> None:
    """Take Korean words out of other languages: lists of Japanese words have some."""
    syllable = spelling.alphabet.key(chr(HANGUL.start))
    others = [at for at, language in enumerate(spelling.languages) if language != "ko"]
    for keys, costs in zip(spelling.keys, spelling.costs, strict=True):
        rows = np.flatnonzero(has_letter(keys, syllable))
        costs[np.ix_(rows, others)] = DEAREST


def has_letter(keys: Codes, letter: int) -> npt.NDArray[np.bool_]:
    """Which n-grams have this letter."""
    found = np.zeros(len(keys), bool)
    while keys.any():
        found |= keys & ((1 << BITS) - 1) == letter
        keys = keys >> BITS
    return found


SWISS = 0.1  # of German texts


def add_swiss_spelling(shares: Shares) -> None:
    """Let German know `ss` where Switzerland writes it for `ß`."""
    for word in [word for word in shares if "ß" in word]:
        changed = word.replace("ß", "ss")
        shares[changed] = shares.get(changed, 0) + SWISS * shares[word]
