"""Of which words is a German compound made?

A split is believed if all of its parts are words of a dictionary, frequent enough for their length,
and more frequent than the whole (Koehn and Knight 2003). Between two parts one of the linking
elements may stand: Arbeit-s-platz, Jahr-es-bericht, Kranke-n-haus. Endings as *heit* and words
as *auf* are no parts, so that Freiheit and Aufgabe stay whole. Precise before complete: a word that
is not split is still found as itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

from auslese.text.stop_words import stop_words

Frequencies = Callable[[Sequence[str]], Sequence[float]]
"""How frequent each word is in German: logarithm to base 10 of its uses in a billion words, 0 if
the dictionary lacks it."""

LINKS = ("s", "es", "n", "en", "er", "e")
VOWELS = frozenset("aeiouyäöüáàâéèêíìîóòôúùû")
SHORTEST_PART = 3
SHORTEST, LONGEST = 7, 40  # letters; Bahnhof has seven, and what is longer is no word
# How frequent a part must be, by its letters: short ones are found everywhere by chance.
# Chosen on the odd lines of tests/text/cases/compounds.tsv: docs/methods/stems.md.
LEAST_FREQUENT = {3: 4.0, 4: 3.4, 5: 3.0}
LEAST_OF_LONG = 2.7
PART_COST = 9.0  # uses in a billion, as a logarithm: a frequency of 9 would be certain
LINK_COST = 0.5  # Sprach-erkennung rather than Sprach-er-kennung
LONGEST_ENDING = 3  # letters that follow a word that stays whole: Salzburg, Salzburger, Salzburgers
WORDS_AT_ONCE = 1_000


class _CompoundSplit(NamedTuple):
    cost: float
    parts: tuple[str, ...]


def split_compounds(words: Iterable[str], frequencies: Frequencies) -> Iterator[list[str]]:
    """The parts of each word, in small letters; a word that is no compound is its own only part."""
    batch: list[str] = []
    for word in words:
        batch.append(word.lower())
        if len(batch) >= WORDS_AT_ONCE:
            yield from _split_batch(batch, frequencies)
            batch = []
    yield from _split_batch(batch, frequencies)


def _split_batch(words: list[str], frequencies: Frequencies) -> Iterator[list[str]]:
    """First only beginnings and ends are looked up: most words are no compounds by these alone."""
    long = {word for word in words if _can_be_split(word)}
    known = _known({piece for word in long for piece in _ends(word)}, frequencies)
    can_be = {word for word in long if _has_parts_at_ends(word, known)}
    known |= _known({piece for word in can_be for piece in _pieces(word)}, frequencies)
    for word in words:
        yield _parts(word, known) if word in can_be else [word]


def _known(pieces: set[str], frequencies: Frequencies) -> dict[str, float]:
    candidates = list(pieces)
    found = zip(candidates, frequencies(candidates), strict=True)
    return {piece: frequency for piece, frequency in found if frequency > 0}


def _ends(word: str) -> Iterator[str]:
    for place in range(SHORTEST_PART, len(word) + 1):
        yield word[:place]
        yield word[-place:]


def _has_parts_at_ends(word: str, known: Mapping[str, float]) -> bool:
    places = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    return any(_can_be_part(word[:place], known) for place in places) and any(
        _can_be_part(word[-place:], known) and word[-place:] not in _endings() for place in places
    )


def _can_be_split(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isalpha()


def _pieces(word: str) -> Iterator[str]:
    for begin in range(len(word) - SHORTEST_PART + 1):
        for end in range(begin + SHORTEST_PART, len(word) + 1):
            yield word[begin:end]


def _parts(word: str, known: Mapping[str, float]) -> list[str]:
    """The parts of a word, and the parts of these."""
    if not _can_be_split(word) or _stays_whole(word):
        return [word]
    split = _cheapest(word, known)
    if len(split.parts) < 2 or _mean(split, known) <= known.get(word, 0.0):  # noqa: PLR2004 one part
        return [word]
    return [smaller for part in split.parts for smaller in _parts(part, known)]


def _mean(split: _CompoundSplit, known: Mapping[str, float]) -> float:
    return sum(known[part] for part in split.parts) / len(split.parts)


def _cheapest(word: str, known: Mapping[str, float]) -> _CompoundSplit:
    """The split with the fewest and most frequent parts; none if there is no way to the end."""
    best = {0: _CompoundSplit(0.0, ())}
    nothing = _CompoundSplit(inf, ())
    for end in range(SHORTEST_PART, len(word) + 1):
        ways = [
            _CompoundSplit(before.cost + cost, (*before.parts, part))
            for begin, before in best.items()
            for cost, part in _parts_between(word, (begin, end), known)
        ]
        if ways:
            best[end] = min(ways)
    return best.get(len(word), nothing)


def _parts_between(
    word: str, stretch: tuple[int, int], known: Mapping[str, float]
) -> Iterator[tuple[float, str]]:
    """The words that a stretch can be, as it is or without a linking element; what each costs."""
    is_last = stretch[1] == len(word)
    if is_last and stretch[0] == 0:
        return
    letters = word[slice(*stretch)]
    if _can_be_part(letters, known) and not (is_last and letters in _endings()):
        yield PART_COST - known[letters], letters
    if is_last or not letters.endswith(LINKS):
        return
    for link in LINKS:
        part = letters.removesuffix(link)
        if len(part) < len(letters) and _can_be_part(part, known):
            yield PART_COST - known[part] + LINK_COST, part


def _can_be_part(part: str, known: Mapping[str, float]) -> bool:
    frequency = known.get(part)
    return (
        frequency is not None
        and frequency >= LEAST_FREQUENT.get(len(part), LEAST_OF_LONG)
        and not VOWELS.isdisjoint(part)
        and part not in _no_parts()
    )


@cache
def _no_parts() -> frozenset[str]:
    """Words that stand before others without making a compound, and syllables that are no words."""
    return stop_words("de") - _listed("parts") | _listed("no_parts")


def _stays_whole(word: str) -> bool:
    """Whether a word is listed as no compound, whatever its ending."""
    whole = _listed("whole")
    return any(word[: len(word) - ending] in whole for ending in range(LONGEST_ENDING + 1))


@cache
def _endings() -> frozenset[str]:
    return _listed("endings")


@cache
def _listed(name: str) -> frozenset[str]:
    """A line of `compounds.txt`."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    named = (line.partition(":") for line in lines)
    return frozenset(word for key, _, row in named if key == name for word in row.split())
