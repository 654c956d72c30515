"""Is a text in a language at all, or is it a table, a program, a menu, a row of keys?

A logistic regression over how well a text fits its best language and what it looks like, with
weights of their own for one or two words, for few and for many. `training/language_noise` learns
them and writes noise.json; docs/methods/text-quality.md has sources and figures.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_fit import LanguageFit, Shares
from auslese.analyse.language.language_method import NOISE
from auslese.analyse.language.text_looks import TextLooks

NOISE_WEIGHTS = NOISE
FEW, MANY = 3, 6  # words; from here on other weights count
LEAST_LETTERS = 0.5  # of all signs: with fewer it is a table, whatever its few words are
MOST_LOGIT = 30.0
# How many times more a letter may cost than usual, as a logarithm: beyond, a text of three words or
# more is in a language the model has never seen. Loses 0.1 % of sentences; finds 44 % of strangers.
FOREIGN = 0.7
_LEAST = 1e-3
# Languages that alone have their script. Letters of Telugu are Telugu, also in a poem with words
# that no list has: there dear letters and unknown words do not count against a text. Its looks do.
ALONE = frozenset(("ta", "te", "kn", "ml", "gu", "pa", "or", "si", "th", "lo", "km", "my"))


@dataclass(frozen=True, slots=True)
class UsualText:
    """What is usual in the running text of a language."""

    cost: float
    """Of a letter, in nats."""
    known: float
    """Share of words in the dictionary."""
    zipf: float
    """Share of Zipf words."""
    capitals: float
    """Share of words that begin with a capital: high in German."""


@dataclass(frozen=True, slots=True)
class NoiseJudge:
    """Tells texts from noise by what was learnt."""

    weights: npt.NDArray[np.float64]
    """A row for each size of text, a column for each feature."""
    usual: Mapping[str, UsualText]
    """By language; the empty name stands for all that were not measured."""

    @classmethod
    def load(cls, path: Path = NOISE_WEIGHTS) -> "NoiseJudge":
        """Read what training has written."""
        model = json.loads(path.read_text("utf-8"))
        return cls(
            np.array(model["weights"]),
            {language: UsualText(*each) for language, each in model["usual"].items()},
        )

    def probabilities(
        self, texts: Sequence[str], fit: LanguageFit, languages: Sequence[str]
    ) -> Shares:
        """How probable it is that each text is in a language at all: noise is below one half."""
        looks = TextLooks.of(texts)
        found = features(looks, fit, self._usual(fit, languages))
        _trust_scripts(found, fit, languages)
        logits = np.einsum("ij,ij->i", found, self.weights[size_of(fit.words)])
        shares = 1 / (1 + np.exp(-np.clip(logits, -MOST_LOGIT, MOST_LOGIT)))
        is_text = (fit.words > 0) & (looks.letters >= LEAST_LETTERS * looks.signs)
        is_text &= (found[:, COST] < FOREIGN) | (fit.words < FEW)
        return np.where(is_text, shares, 0).astype(np.float32)

    def _usual(self, fit: LanguageFit, languages: Sequence[str]) -> npt.NDArray[np.float32]:
        """Rows of what is usual, for each text those of its language."""
        return usual_table(self.usual, languages)[fit.best]


def usual_table(
    usual: Mapping[str, UsualText], languages: Sequence[str]
) -> npt.NDArray[np.float32]:
    """What is usual, a row a language."""
    rows = (usual.get(language, usual[""]) for language in languages)
    return np.array([(one.cost, one.known, one.zipf, one.capitals) for one in rows], np.float32)


def size_of(words: Shares) -> npt.NDArray[np.int64]:
    """0 for one or two words, 1 for few, 2 for many."""
    return (words >= FEW).astype(np.int64) + (words >= MANY)


# What the regression looks at, and in which direction it may count: against a text (-1), for it
# (1), or either way (0). Bound so, a weight cannot learn from what one half of the noise happens to
# lack, as digits beside a single word.
FEATURES = {
    "always": 0,
    "digits": -1,
    "code signs": -1,
    "borders": -1,
    "pauses": 0,
    "other signs": -1,
    "cost": -1,
    "cost by letters": -1,
    "known": 1,
    "Zipf": 1,
    "first capitals": -1,
    "inner capitals": -1,
    "capitals": -1,
    "closed": 1,
    "line ends": -1,
    "words": 0,
    "letters a word": 0,
    "repeated": -1,
    "Zipf and closed": 1,
    "capitals without Zipf": -1,
}
COST = list(FEATURES).index("cost")
NARROW_COST = 2.2  # nats; what letters of an alphabet cost at most, even in a language of wide ones
MOST_LETTERS = 60  # more do not make a text surer: by then topic and register count


def features(looks: TextLooks, fit: LanguageFit, usual: npt.NDArray[np.float32]) -> Shares:
    """What the regression looks at: a row a text, a column for each of `FEATURES`."""
    words, signs = np.maximum(fit.words, 1), np.maximum(looks.signs, 1)
    is_wide = looks.wide * 2 > looks.letters
    expected = np.where(is_wide, usual[:, 0], np.minimum(usual[:, 0], NARROW_COST))
    cost = np.log(np.maximum(fit.cost, _LEAST) / expected).clip(-1, np.where(is_wide, 0, 2))
    zipf = (fit.zipf / np.maximum(usual[:, 2], 0.05)).clip(0, 2)
    first = (looks.first_capitals / words - usual[:, 3]).clip(0, 1)
    punctuated = looks.letters + looks.digits + looks.pauses + looks.codes + looks.borders
    columns = (
        np.ones(len(words)),
        looks.digits / signs,
        looks.codes / signs,
        (looks.borders / words).clip(0, 2),
        looks.pauses / signs,
        (looks.signs - punctuated) / signs,
        cost,
        cost * np.sqrt(np.minimum(looks.letters, MOST_LETTERS)),
        fit.known / np.maximum(usual[:, 1], 0.05),
        zipf,
        first,
        (looks.inner_capitals / words).clip(0, 2),
        looks.capitals / np.maximum(looks.letters, 1),
        looks.is_closed,
        (looks.line_ends / words).clip(0, 2),
        np.log1p(words),
        np.log(np.maximum(looks.letters, 1) / words),
        1 - fit.different,
        zipf * looks.is_closed,
        first * (2 - zipf),
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _trust_scripts(found: Shares, fit: LanguageFit, languages: Sequence[str]) -> None:
    """Take it as usual what texts in the script of one language cost and how much of them is known.

    Not while weights are learnt: such texts would teach that real words are always known.
    """
    rows = np.flatnonzero(np.array([language in ALONE for language in languages], bool)[fit.best])
    for name in ("cost", "cost by letters"):
        column = list(FEATURES).index(name)
        found[rows, column] = np.minimum(found[rows, column], 0)
    found[rows, list(FEATURES).index("known")] = 1


@cache
def shipped_judge() -> NoiseJudge:
    """The judge that comes with the house."""
    return NoiseJudge.load()
