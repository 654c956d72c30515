"""The words that texts are clustered by: which language they are in, and what their stems are."""

from collections import Counter
from collections.abc import Sequence

from auslese.analyse.language.recogniser import shipped
from auslese.records.language import UNKNOWN
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words

AUTO, NONE = "auto", "none"
ASKED_TEXTS, ASKED_LETTERS = 200, 1000  # enough to tell what most texts are in


def language_of(texts: Sequence[str]) -> str:
    """The language that most of the texts are in; `none` if none can be told."""
    said = shipped().recognise([text[:ASKED_LETTERS] for text in texts[:ASKED_TEXTS]])
    found = Counter(each.language for each in said if each.language != UNKNOWN)
    return found.most_common(1)[0][0] if found else NONE


def stems_of(words: Sequence[str], language: str) -> list[str]:
    """The stem of each word; the word itself in languages without rules."""
    return stems(words, language)


def stopped_in(language: str) -> frozenset[str]:
    """The words that say nothing in this language; none if there is no list."""
    return stop_words(language)
