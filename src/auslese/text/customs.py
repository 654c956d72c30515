"""How does a language write abbreviations and ordinals, and with which words begin its sentences?

One file for each language lies in languages/, and one with abbreviations that are known in all.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "languages"
INTERNATIONAL = "international"
SAME_CUSTOMS = {"nb": "da", "nn": "da", "no": "da", "sk": "cs", "lb": "de", "nds": "de"}
CLUE_LETTERS = 1000  # of a text, looked at to guess its language: some 150 words
_WORD = re.compile(r"[^\W\d_]+")


class AbbreviationStop(Enum):
    """What the full stop of an abbreviation says about the end of a sentence."""

    OPEN = auto()
    """The sentence goes on."""
    MIDDLE = auto()
    """It ends if a word follows that begins sentences."""
    END = auto()
    """It ends if a capital follows."""


@dataclass(frozen=True, slots=True)
class SentenceCustoms:
    """What the splitter must know about a language."""

    abbreviations: dict[str, AbbreviationStop]
    numbered: frozenset[str]
    """Abbreviations only before a number."""
    starters: frozenset[str]
    """Words that begin sentences and are written small elsewhere."""
    months: frozenset[str]
    before_ordinals: frozenset[str]
    after_ordinals: frozenset[str]
    saying: frozenset[str]
    """What stands behind a name after direct speech: said, asked."""
    nouns_are_capitalised: bool
    numbers_become_ordinals: bool
    """Whether 3. may mean the third."""


@cache
def customs_of(language: str) -> SentenceCustoms:
    """The customs of a language, given as de or pt-BR; those of English for one we do not know."""
    code = language.partition("-")[0].lower()
    code = SAME_CUSTOMS.get(code, code)
    own = _file(code) if code in languages() else _file("en")
    known = [_file(INTERNATIONAL), own]
    return SentenceCustoms(
        abbreviations={
            word: stop
            for file in known
            for key, stop in (
                ("open", AbbreviationStop.OPEN),
                ("middle", AbbreviationStop.MIDDLE),
                ("end", AbbreviationStop.END),
            )
            for word in _words(file, key)
        },
        numbered=_all(known, "numbered"),
        starters=_all([own], "starters"),
        months=_all(known, "months"),
        before_ordinals=_all([own], "before_ordinals"),
        after_ordinals=_all([own], "after_ordinals"),
        saying=_all([own], "saying"),
        nouns_are_capitalised=bool(own.get("nouns_are_capitalised")),
        numbers_become_ordinals=bool(own.get("numbers_become_ordinals")),
    )


def likely_language(text: str) -> str:
    """The language whose small words are the most frequent in a text; English without any.

    Good enough to choose customs by, not to tell people: relatives are confused.
    """
    counts: Counter[str] = Counter()
    clues = _clues()
    for word in _WORD.findall(text[:CLUE_LETTERS].lower()):
        for language in clues.get(word, ()):
            counts[language] += 1
    return max(languages(), key=counts.__getitem__)


@cache
def languages() -> tuple[str, ...]:
    """The languages whose customs we know; English, the most frequent, first."""
    found = {path.stem for path in FOLDER.glob("*.toml")} - {INTERNATIONAL, "en"}
    return ("en", *sorted(found))


@cache
def _clues() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for language in languages():
        file = _file(language)
        for word in {*_words(file, "clues"), *_words(file, "starters")}:
            found.setdefault(word, []).append(language)
    return found


@cache
def _file(language: str) -> dict[str, str | bool]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))


def _words(file: dict[str, str | bool], key: str) -> list[str]:
    return str(file.get(key, "")).split()


def _all(files: Iterable[dict[str, str | bool]], key: str) -> frozenset[str]:
    return frozenset(word for file in files for word in _words(file, key))
