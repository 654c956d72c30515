"""Which words say nothing about what a text is about?

Static ones are listed by language in `stop_words/<code>.txt`; dynamic ones show in a collection
by the number of documents that have them. A line of a list is a row of words, or stems and endings
with a plus between them: `dies + e er es` is three words, and the ending `-` is none. A line with
`@also` names letters that are written in a second way: `ä=ae`.
"""

from enum import StrEnum
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).with_suffix("")
_SAME_LIST = {"no": "nb", "bs": "hr", "sr-latn": "hr"}
"""Languages that are served by the list of another."""
_NOTE, _SECOND_SPELLING, _JOINED, _NO_ENDING = "#", "@also", " + ", "-"


class StopWordReason(StrEnum):
    """Why a word says nothing about a document."""

    LISTED = "listed"
    EVERYWHERE = "everywhere"
    RARE = "rare"
    ONCE = "once"


class StopWordBounds(NamedTuple):
    """Between which shares of documents a word says something. The numbers are Nitsche's."""

    most: float = 0.9
    least: float = 0.01


UNICO_BOUNDS = StopWordBounds()


@cache
def stop_words(language: str) -> frozenset[str]:
    """The words on the list of a language, in small letters; none if there is no list."""
    code = language.lower()
    if code not in languages():
        return frozenset()
    lines = _list_of(_SAME_LIST.get(code, code)).read_text("utf-8").splitlines()
    words = frozenset(word for line in lines for word in _words_in(line))
    return words | _in_second_spelling(words, lines)


@cache
def languages() -> frozenset[str]:
    """The codes of the languages that have a list."""
    own = {file.stem for file in _FOLDER.glob("*.txt")}
    return frozenset(own | {code for code, other in _SAME_LIST.items() if other in own})


def dynamic_stop(
    uses: int, documents: int, of: int, bounds: StopWordBounds = UNICO_BOUNDS
) -> StopWordReason | None:
    """Why a word used so often, in so many documents of so many, is a stop word here, if it is."""
    if uses <= 1:
        return StopWordReason.ONCE
    if documents > bounds.most * of:
        return StopWordReason.EVERYWHERE
    return StopWordReason.RARE if documents < bounds.least * of else None


def _list_of(code: str) -> Path:
    return _FOLDER / f"{code}.txt"


def _words_in(line: str) -> list[str]:
    if line.startswith((_NOTE, _SECOND_SPELLING)):
        return []
    stems, joined, endings = line.partition(_JOINED)
    if not joined:
        return line.split()
    pairs = product(stems.split(), endings.split())
    return [stem if ending == _NO_ENDING else stem + ending for stem, ending in pairs]


def _in_second_spelling(words: frozenset[str], lines: list[str]) -> frozenset[str]:
    rules = [line.split()[1:] for line in lines if line.startswith(_SECOND_SPELLING)]
    second = {ord(rule[0]): rule[2:] for row in rules for rule in row}
    return frozenset(word.translate(second) for word in words)
