"""How right answers about languages are, in all and by language."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

from auslese.records.language import UNKNOWN

OTHER_CODES = {
    "no": "nb",
    "nob": "nb",
    "nno": "nn",
    "iw": "he",
    "in": "id",
    "ji": "yi",
    "fil": "tl",
    "cmn": "zh",
    "deu": "de",
    "eng": "en",
    "und": UNKNOWN,
    "zxx": UNKNOWN,
}
"""Older and longer codes for the same language; Norwegian without a kind is mostly Bokmål."""
_LAST_LATIN = "\u024f"
CONFUSIONS = 50


class GoldText(NamedTuple):
    """A text and the language it is in."""

    language: str
    text: str


def code_of(tag: str, text: str = "") -> str:
    """The recogniser's code for a tag as de-AT, iw, no or sh; scripts and regions are dropped.

    Serbian is told by the script of the text, unless the tag names one.
    """
    parts = tag.strip().replace("_", "-").split("-")
    language = OTHER_CODES.get(parts[0].lower(), parts[0].lower())
    if language not in ("sr", "sh"):
        return language
    scripts = [part.title() for part in parts[1:]]
    is_latin = "Latn" in scripts or ("Cyrl" not in scripts and _is_latin(text))
    return "sr-Latn" if is_latin else "sr"


def _is_latin(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    return sum(letter <= _LAST_LATIN for letter in letters) * 2 > len(letters)


class LanguageScore(NamedTuple):
    """How often texts of one language were named right."""

    texts: int
    right: int
    mistakes: tuple[tuple[str, int], ...]
    """What else they were said to be in, the most frequent first."""

    @property
    def accuracy(self) -> float:
        """The share of right answers."""
        return self.right / self.texts


@dataclass(frozen=True, slots=True)
class LanguageEvaluation:
    """How right answers are."""

    languages: dict[str, LanguageScore]
    lacking: tuple[str, ...]
    """Languages of the gold that the recogniser does not know."""

    @classmethod
    def of(cls, answers: Iterable[tuple[str, str]], known: Sequence[str]) -> "LanguageEvaluation":
        """Count pairs of what a text is in and what it is said to be in."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for language, recognised in answers:
            counts[language][recognised] += 1
        scores = {language: _score(language, counts[language]) for language in sorted(counts)}
        lacking = sorted(set(scores) - set(known) - {UNKNOWN})
        return cls(scores, tuple(lacking))

    @property
    def texts(self) -> int:
        """How many there are."""
        return sum(score.texts for score in self.languages.values())

    @property
    def micro(self) -> float:
        """The share of texts that were named right."""
        return sum(score.right for score in self.languages.values()) / self.texts

    @property
    def macro(self) -> float:
        """The mean of the languages' accuracies, each language counting the same."""
        return fmean(score.accuracy for score in self.languages.values())

    @property
    def unknown(self) -> int:
        """How many texts in a language were said to be in none."""
        return sum(
            count
            for score in self.languages.values()
            for recognised, count in score.mistakes
            if recognised == UNKNOWN
        )

    @property
    def confusions(self) -> list[tuple[str, str, int]]:
        """The mistakes made most often: language, what it was taken for, how often."""
        found = [
            (language, recognised, count)
            for language, score in self.languages.items()
            for recognised, count in score.mistakes
        ]
        return sorted(found, key=lambda each: (-each[2], each[0], each[1]))[:CONFUSIONS]

    def as_json(self) -> dict[str, Any]:
        """As `language evaluate --json` tells it."""
        return {
            "texts": self.texts,
            "micro": round(self.micro, 5),
            "macro": round(self.macro, 5),
            "unknown": self.unknown,
            "lacking": list(self.lacking),
            "languages": {
                language: {
                    "texts": score.texts,
                    "accuracy": round(score.accuracy, 5),
                    "mistakes": dict(score.mistakes),
                }
                for language, score in self.languages.items()
            },
            "confusions": [list(each) for each in self.confusions],
        }


def _score(language: str, recognised: Counter[str]) -> LanguageScore:
    mistakes = Counter({other: count for other, count in recognised.items() if other != language})
    return LanguageScore(recognised.total(), recognised[language], tuple(mistakes.most_common()))
