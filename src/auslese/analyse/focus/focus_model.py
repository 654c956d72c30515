"""All that is known of a subject, learnt from some good pages and some neutral ones.

about.json            key words, parameters, notes, checksums
subject_*.npy         the language model of the good pages
background_*.npy      the one of the neutral pages, if there are some
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auslese.analyse.focus.focus_scores import ScoreOptions, link_scores
from auslese.analyse.focus.focus_tokens import focus_sentences
from auslese.analyse.focus.keywords import AMPLIFIER, MOST, Keywords, Method, learn_keywords
from auslese.analyse.focus.learning.page_reward import RewardScale
from auslese.analyse.focus.ngram_model import (
    NgramModel,
    NgramOptions,
    TextChances,
    model_arrays,
    model_of_arrays,
    train_on_texts,
)
from auslese.analyse.focus.word_stream import pieces_of
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.system.array_folder import map_arrays, note_of, write_arrays

FORMAT = 1
"""Of the folder; raised with every change to what it means."""
SUBJECT, BACKGROUND = "subject_", "background_"
LEAST_WORDS = 5
"""Of a sentence that a model is learnt from (Werner 4.1)."""
FEW_NEUTRAL = 6
"""Neutral pages that there should be at least (Werner 3.3)."""
BY_PERPLEXITY, BY_DIFFERENCE = "by_perplexity", "by_difference"


class FocusNote(StrEnum):
    """What whoever trains a model should know of it."""

    ONE_SEED = "one_seed"
    NO_NEUTRAL = "no_neutral"
    FEW_NEUTRAL = "few_neutral"
    SHORT_SENTENCES = "short_sentences"
    """No sentence had five words: all were learnt from."""
    NO_KEYWORDS = "no_keywords"
    OTHER_LANGUAGE = "other_language"
    """The seeds are in another language than the neutral texts."""
    NO_REWARDS = "no_rewards"
    """What scores are worth is not known: too few texts, or they cannot be told apart."""


class SeedsWithoutTextError(SettingsError):
    """Nothing can be learnt: the good pages have no words."""


class PageScores(NamedTuple):
    """Two scores of each of some texts: the lower, the more it is on the subject."""

    perplexities: NDArray[np.float64]
    differences: NDArray[np.float64]
    """To the background, in bits a word."""


class FocusOptions(NamedTuple):
    """How a subject is learnt."""

    ngrams: NgramOptions = NgramOptions(least_words=LEAST_WORDS)
    scores: ScoreOptions = ScoreOptions()
    most_keywords: int = MOST
    method: Method = AMPLIFIER


@dataclass(frozen=True, slots=True)
class FocusModel:
    """A language model of a subject, its key words, and the parameters of scores."""

    language_model: NgramModel
    keywords: Keywords
    background: NgramModel | None = None
    """Of the neutral pages."""
    options: ScoreOptions = field(default_factory=ScoreOptions)
    notes: tuple[FocusNote, ...] = ()
    all_words: int = 0
    """Different words of both models together."""
    borders: tuple[float, ...] = ()
    """Of scores, as fit this model; none if it is of old times or of too few texts."""
    rewards: Mapping[str, RewardScale] = field(default_factory=dict)
    """By score (`by_perplexity`, of its logarithm; `by_difference`): what it is worth; empty if
    nobody has found that out."""

    def page_scores(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """The perplexity of each text: the less, the more it is on the subject."""
        return self.language_model.perplexities(texts)

    def both_scores(self, texts: Sequence[str]) -> PageScores:
        """Perplexity and difference of each text; the words are looked up once for both."""
        found = [self._both_scores(piece) for piece in pieces_of(texts)]
        perplexities, differences = zip(*found, strict=True) if found else ((), ())
        nothing = np.empty(0)
        return PageScores(
            np.concatenate([nothing, *perplexities]), np.concatenate([nothing, *differences])
        )

    def _both_scores(self, texts: Sequence[str]) -> PageScores:
        mine = self.language_model.text_chances(texts)
        perplexities = self.language_model.perplexities_of(mine, len(texts))
        if self.background is None:
            even = np.log2(len(self.language_model.words))
            return PageScores(perplexities, np.log2(perplexities) - even)
        others = self.background.text_chances(texts)
        return PageScores(perplexities, self._bits_beyond(mine, others, len(texts)))

    def page_differences(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """How many bits a word the subject needs beyond the background: below 0 if it is on it.

        Perplexity alone also prefers short and formulaic texts, which surprise no model; these have
        no difference. A text without words has an infinite one. Without neutral pages the
        background is the even distribution over the words of the subject.
        """
        return self._differences(texts, fragments=False)

    def link_differences(self, link_texts: Sequence[str]) -> NDArray[np.float64]:
        """The same for the texts of links, of which no sentence is expected."""
        return self._differences(link_texts, fragments=True)

    def _differences(self, texts: Sequence[str], *, fragments: bool) -> NDArray[np.float64]:
        if self.background is None:
            subject = self.language_model.perplexities(texts, fragments=fragments)
            return np.asarray(np.log2(subject) - np.log2(len(self.language_model.words)))
        found = [
            self._bits_beyond(
                self.language_model.text_chances(piece, fragments=fragments),
                self.background.text_chances(piece, fragments=fragments),
                len(piece),
            )
            for piece in pieces_of(texts)
        ]
        return np.concatenate([np.empty(0), *found])

    def _bits_beyond(
        self, mine: TextChances, others: TextChances, texts: int
    ) -> NDArray[np.float64]:
        """What the words of texts need more of one model than of the other, on the mean.

        A word that neither knows says nothing and counts as 0. One that a single model does not
        know has, in that model, the share of one unknown word among all words of both: else the
        model that knows fewer words would be the less surprised by strange ones, and a text in
        another language be on the subject of a short seed.
        """
        assert self.background is not None
        here, there = len(self.language_model.words), len(self.background.words)
        bits = (others.chances - mine.chances).astype(np.float64)
        bits += np.where(mine.is_unknown, np.log10(self.all_words / here), 0.0)
        bits -= np.where(others.is_unknown, np.log10(self.all_words / there), 0.0)
        tells = mine.is_counted & ~(mine.is_unknown & others.is_unknown)
        sums = np.bincount(mine.owners, np.where(tells, bits, 0.0), texts) * np.log2(10)
        sizes = np.bincount(mine.owners, mine.is_counted, texts)
        means = np.divide(sums, sizes, out=np.full(texts, np.inf), where=sizes > 0)
        return np.asarray(means)

    def link_scores(
        self, page_perplexity: ArrayLike, link_texts: Sequence[str]
    ) -> NDArray[np.float64]:
        """The score of each link of a page, by its own text; or of links of several pages."""
        texts = self.language_model.perplexities(link_texts)
        return link_scores(page_perplexity, texts, self.keywords.scores(link_texts), self.options)

    def save(self, folder: Path) -> None:
        """Keep it in this folder, in the place of one that is there."""
        arrays, note = _prefixed(SUBJECT, self.language_model)
        notes = {SUBJECT: note}
        if self.background is not None:
            others, notes[BACKGROUND] = _prefixed(BACKGROUND, self.background)
            arrays |= others
        about = {
            "format": FORMAT,
            "models": notes,
            "keywords": self.keywords.weights,
            "options": self.options._asdict(),
            "notes": list(self.notes),
            "all_words": self.all_words,
            "rewards": {name: [one.middle, one.slope] for name, one in self.rewards.items()},
        }
        if self.borders:
            about["borders"] = list(self.borders)
        write_arrays(folder, arrays, {"focus": about})

    @classmethod
    def open(cls, folder: Path) -> "FocusModel":
        """The model in this folder, mapped.

        NotFoundError if there is none, AusleseError if another version has written it.
        """
        about = note_of(folder).get("focus")
        if not about:
            raise NotFoundError(
                f"there is no model of a subject in {folder}; `auslese focus train` makes one"
            )
        if about.get("format") != FORMAT:
            raise AusleseError(
                f"{folder} has a model of another version (format {about.get('format')}, this"
                f" program has {FORMAT}); `auslese focus train` makes it again"
            )
        arrays = map_arrays(folder)
        if not arrays:
            raise NotFoundError(f"{folder} lacks a file; `auslese focus train` makes it again")
        models = {
            name: model_of_arrays(_without_prefix(name, arrays), note)
            for name, note in about["models"].items()
        }
        return cls(
            models[SUBJECT],
            Keywords(about["keywords"]),
            models.get(BACKGROUND),
            ScoreOptions(**about["options"]),
            tuple(map(FocusNote, about["notes"])),
            about["all_words"],
            tuple(about.get("borders", ())),  # models of old times have none
            {name: RewardScale(*scale) for name, scale in about.get("rewards", {}).items()},
        )


def _prefixed(
    prefix: str, model: NgramModel
) -> tuple[dict[str, NDArray[np.generic]], dict[str, Any]]:
    arrays, note = model_arrays(model)
    return {prefix + name: array for name, array in arrays.items()}, note


def _without_prefix(prefix: str, arrays: dict[str, NDArray[np.generic]]) -> dict[str, Any]:
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def train_focus(
    positive_texts: Iterable[str],
    neutral_texts: Iterable[str],
    options: FocusOptions | None = None,
) -> FocusModel:
    """Learn a subject from good texts and neutral ones; SeedsWithoutTextError if none has words."""
    options = options or FocusOptions()
    good, plain = _with_words(positive_texts), _with_words(neutral_texts)
    if not good:
        raise SeedsWithoutTextError("the seeds of the subject have no text to learn from")
    keywords = learn_keywords(good, plain, options.most_keywords, options.method)
    subject = _trained(good, options.ngrams)
    background = _trained(plain, options.ngrams) if plain else None
    return FocusModel(
        subject,
        keywords,
        background,
        options.scores,
        tuple(_notes(good, plain, keywords, options.ngrams.least_words)),
        len(subject.words.keys() | (background.words.keys() if background else ())),
    )


def _with_words(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if focus_sentences(text)]


def _trained(texts: Sequence[str], options: NgramOptions) -> NgramModel:
    if not _has_long_sentence(texts, options.least_words):
        options = options._replace(least_words=1)
    return train_on_texts(texts, options)


def _has_long_sentence(texts: Sequence[str], least: int) -> bool:
    return any(len(each) >= least for text in texts for each in focus_sentences(text))


def _notes(
    good: list[str], plain: list[str], keywords: Keywords, least: int
) -> Iterable[FocusNote]:
    if len(good) == 1:
        yield FocusNote.ONE_SEED
    if not plain:
        yield FocusNote.NO_NEUTRAL
    elif len(plain) < FEW_NEUTRAL:
        yield FocusNote.FEW_NEUTRAL
    if not _has_long_sentence(good, least):
        yield FocusNote.SHORT_SENTENCES
    if not keywords.weights:
        yield FocusNote.NO_KEYWORDS
