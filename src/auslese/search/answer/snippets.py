"""Which piece of a page shows best why it was found?

The text is searched for everything that begins like a stem that was asked for, in small letters and
without accents; a word counts if it is a form of what was asked for. The piece with most different
words of the query is shown, from the beginning of a sentence if one is near.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from auslese.records.answer import SnippetPiece

LENGTH = 240  # letters of a snippet, about
BEFORE = 60  # letters that are shown before the first word found
MOST_PLACES = 200  # places that are looked at
MOST_LETTERS = 30_000
MOST_TARGETS = 200  # beginnings and runs: every place of a text is compared with each
ELLIPSIS = "…"
SENTENCE_END = re.compile(r"[.!?…:]\s+|\n+")
BLANKS = re.compile(r"\s+")
FOREIGN = re.compile(r"[^\x00-\x7f]+")


Meaning = Callable[[str, str], str]
"""What of the query a word of a text in some language stands for; empty if for nothing."""


class MarkTargets(NamedTuple):
    """What is to be marked."""

    beginnings: tuple[str, ...]
    """Of words that may be meant, in bare letters."""
    pattern: re.Pattern[str] | None
    """What else may be meant: several words that were one, and runs of letters."""
    meaning_of: Meaning


class _MarkedPlace(NamedTuple):
    start: int
    end: int
    what: str


def mark_targets(
    beginnings: Iterable[str], meaning_of: Meaning, runs: Iterable[str] = ()
) -> MarkTargets:
    """Look for words that begin like this, and for runs of letters wherever they stand."""
    bare = _bare_longest_first(beginnings)
    plain = tuple(each for begin in bare if " " not in begin for each in _spellings(begin))
    ways = [_pattern(begin) for begin in bare if " " in begin]
    ways += map(re.escape, _bare_longest_first(runs))
    return MarkTargets(plain, re.compile("|".join(ways)) if ways else None, meaning_of)


def _bare_longest_first(texts: Iterable[str]) -> list[str]:
    bare = {bare_letters(each).strip() for each in islice(texts, MOST_TARGETS)} - {""}
    return sorted(bare, key=lambda each: (-len(each), each))


def _spellings(beginning: str) -> tuple[str, ...]:
    """Stems have ss where texts have ß."""
    return (beginning, beginning.replace("ss", "ß")) if "ss" in beginning else (beginning,)


def _pattern(beginning: str) -> str:
    """Terms one behind the other stand for what has a hyphen."""
    terms = [re.escape(term).replace("ss", "(?:ss|ß)") for term in beginning.split()]
    joined = r"\W{1,2}".join(terms)
    return rf"(?<!\w){joined}\w*"


def snippet_of(text: str, wanted: MarkTargets, language: str = "") -> tuple[SnippetPiece, ...]:
    """The best piece of a text, with what was asked for marked."""
    text = text[:MOST_LETTERS]
    found = _marked_places(text, wanted, language)
    begin = _begin(text, _best(found))
    end = _end(text, begin)
    return tuple(_pieces(text, (begin, end), [each for each in found if begin <= each.start < end]))


def bare_letters(text: str) -> str:
    """Small letters without accents, one for each letter of the text."""
    if text.isascii():
        return text.lower()
    # Most letters of most texts are ASCII, which needs no table.
    return FOREIGN.sub(lambda run: run[0].translate(_bare_table()), text).lower()


class _Bare(dict[int, int]):
    """The bare form of every letter, found when it is first met."""

    def __missing__(self, code: int) -> int:
        letter = chr(code)
        low = letter.lower()
        plain = unicodedata.normalize("NFD", low)[:1]
        self[code] = ord(plain) if plain else code
        return self[code]


@cache
def _bare_table() -> _Bare:
    return _Bare()


def _marked_places(text: str, wanted: MarkTargets, language: str) -> list[_MarkedPlace]:
    found: list[_MarkedPlace] = []
    for start, end in sorted(_places(bare_letters(text), wanted).items()):
        if what := wanted.meaning_of(text[start:end], language):
            found.append(_MarkedPlace(start, end, what))
            if len(found) == MOST_PLACES:
                break
    return found


def _places(bare: str, wanted: MarkTargets) -> dict[int, int]:
    """Where what may be meant begins, and ends."""
    places: dict[int, int] = {}
    for beginning in wanted.beginnings:
        at = bare.find(beginning)
        while at >= 0:
            end = at + len(beginning)
            if at == 0 or not _is_letter(bare[at - 1]):
                while end < len(bare) and _is_letter(bare[end]):
                    end += 1
                places[at] = end
            at = bare.find(beginning, end)
    if wanted.pattern is not None:
        for match in wanted.pattern.finditer(bare):
            places.setdefault(*match.span())
    return places


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _best(found: Sequence[_MarkedPlace]) -> int:
    """Where the piece with most different words begins; the first of equals."""
    best, most, first = 0, 0, 0
    for last, each in enumerate(found):
        while each.end - found[first].start > LENGTH - BEFORE and first < last:
            first += 1
        different = len({other.what for other in found[first : last + 1]})
        if different > most:
            best, most = found[first].start, different
    return best


def _begin(text: str, place: int) -> int:
    """A place shortly before, at the beginning of a sentence or at least of a word."""
    if place <= BEFORE:
        return 0
    earliest = place - BEFORE
    ends = [match.end() for match in SENTENCE_END.finditer(text, earliest, place)]
    if ends:
        return ends[0]
    blank = text.find(" ", earliest, place)
    return blank + 1 if blank >= 0 else earliest


def _end(text: str, begin: int) -> int:
    end = begin + LENGTH
    if end >= len(text):
        return len(text)
    blank = text.rfind(" ", begin + LENGTH // 2, end)
    return blank if blank > 0 else end


def _pieces(
    text: str, bounds: tuple[int, int], found: Sequence[_MarkedPlace]
) -> Iterable[SnippetPiece]:
    begin, end = bounds
    if begin > 0:
        yield SnippetPiece(f"{ELLIPSIS} ", False)
    place = begin
    for each in found:
        if each.start > place:
            yield SnippetPiece(BLANKS.sub(" ", text[place : each.start]), False)
        yield SnippetPiece(text[each.start : min(each.end, end)], True)
        place = min(each.end, end)
    if place < end:
        yield SnippetPiece(BLANKS.sub(" ", text[place:end]), False)
    if end < len(text):
        yield SnippetPiece(f" {ELLIPSIS}", False)
