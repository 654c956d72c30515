"""What is a language called that a domain taught?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from auslese.analyse.language.recogniser import Recogniser
from auslese.records.language import UNKNOWN

PRIVATE = "x-"
"""Begins the name of a language that nobody could name, as x-is for that of .is."""
AGREED = 0.8  # of the held-out sentences; less, and it is a neighbour of what they are taken for


class LanguageNaming(NamedTuple):
    """How a learnt language is called, and why."""

    name: str
    share: float
    """How many of its held-out sentences the known recogniser takes for it; 1 if a user said so."""
    taken_for: str
    """What most of them are taken for, whatever the name is."""


def name_languages(
    core: Mapping[str, Sequence[str]],
    chosen_names: Mapping[str, str],
    known: Recogniser | None,
) -> dict[str, LanguageNaming]:
    """A name for each language, by its held-out sentences; two languages never share one.

    The wishes of the user come first, then what the recogniser calls more of its sentences.
    """
    guesses = {language: _guess(sentences, known) for language, sentences in core.items()}
    names = {
        language: LanguageNaming(chosen_names[language], 1.0, guess.taken_for)
        for language, guess in guesses.items()
        if language in chosen_names
    }
    used_names = {name.name for name in names.values()}
    for language, guess in sorted(guesses.items(), key=lambda each: (-each[1].share, each[0])):
        if language in names:
            continue
        is_sure = guess.share >= AGREED and guess.name not in used_names
        name = guess.name if is_sure else f"{PRIVATE}{language}"
        names[language] = guess._replace(name=name)
        used_names.add(name)
    return {language: names[language] for language in core}


def _guess(sentences: Sequence[str], known: Recogniser | None) -> LanguageNaming:
    if known is None or not sentences:
        return LanguageNaming(UNKNOWN, 0.0, UNKNOWN)
    votes = Counter(each.language for each in known.recognise(sentences))
    best = min(votes, key=lambda language: (-votes[language], language))
    share = votes[best] / len(sentences) if best != UNKNOWN else 0.0
    return LanguageNaming(best, share, best)
