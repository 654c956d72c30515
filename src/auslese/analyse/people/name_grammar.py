"""Names in a row of capitalised words, by rules: titles, given names, initials, particles.

A rule has a kind, and a kind the share of its finds that are names, measured
(docs/methods/names.md); that is their confidence.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.analyse.people.name_evidence import NameRole
from auslese.analyse.people.name_runs import RunWord, is_cell
from auslese.analyse.people.name_words import listed_words

MOST_PARTS = 6  # words of a name, particles not counted; "Karl Theodor Maria Nikolaus Johann Jacob"

PAIR = 2  # words: "Robert Hall" is a person, "Newell Simon Hall" a building


class NameCandidate(NamedTuple):
    """What may be a name."""

    start: int
    end: int
    """Titles not counted."""
    kind: str
    """By which rule: its key in `name_confidence`."""
    confidence: float = 0.0
    is_turned: bool = False
    """The family name stands first, before a comma."""


def names_of_run(text: str, run: Sequence[RunWord]) -> Iterator[NameCandidate]:
    """The names in a row of words, in order; none overlaps another."""
    place = 0
    while place < len(run):
        begin = _behind_titles(run, place)
        has_title = begin > place
        if not has_title and not _may_begin(run[begin]):
            place = begin + 1
            continue
        behind = _behind_name(run, begin, has_title=has_title)
        begin = begin if has_title else _surer_begin(run, begin, behind)
        if behind > begin and (has_title or behind > begin + 1):
            found = _judged(text, run, begin, behind, has_title=has_title)
            if found:
                yield found
        place = max(behind, begin + 1)


def _behind_titles(run: Sequence[RunWord], place: int) -> int:
    """Where a row of titles ends that begins here."""
    if not run[place].kind.opens_titles:
        return place
    while place < len(run) and (
        run[place].kind.opens_titles
        or run[place].kind.goes_on_in_titles
        or (run[place].text == "(FH)")
    ):
        place += 1
    return place


def _may_begin(word: RunWord) -> bool:
    if word.kind.is_initial:
        return "." in word.text
    return word.kind.first >= NameRole.UNKNOWN and not word.kind.is_small and not word.is_particle


def _behind_name(run: Sequence[RunWord], begin: int, *, has_title: bool) -> int:
    """Where the name ends that begins here; a particle or an initial at its end is none of it."""
    at, parts = begin, 0
    while at < len(run) and parts < MOST_PARTS and _goes_on(run[at], has_title=has_title):
        parts += not run[at].is_particle
        at += 1
    while at > begin and (run[at - 1].is_particle or _is_lone_initial(run, begin, at)):
        at -= 1
    return at


def _surer_begin(run: Sequence[RunWord], begin: int, behind: int) -> int:
    """Where the name begins if a sure given name follows on a word that may be anything."""
    if run[begin].kind.first == NameRole.SURE or run[begin].kind.is_initial:
        return begin
    for place in range(begin + 1, behind - 1):
        if run[place].kind.first == NameRole.SURE and not run[place - 1].is_particle:
            return place
    return begin


def _goes_on(word: RunWord, *, has_title: bool) -> bool:
    kind = word.kind
    if word.is_particle:
        return True
    if kind.opens_titles or kind.is_small:
        return False
    if kind.is_thing:
        return kind.last == NameRole.SURE or kind.last == NameRole.MAYBE
    return max(kind.first, kind.last) > NameRole.NO or kind.is_initial


def _is_lone_initial(run: Sequence[RunWord], begin: int, behind: int) -> bool:
    """Whether an initial at the end belongs to no name: "Abschnitt B"; "Müller H." has one."""
    last = run[behind - 1]
    if not last.kind.is_initial:
        return False
    return "." not in last.text or all(word.kind.is_initial for word in run[begin:behind])


def _judged(
    text: str, run: Sequence[RunWord], begin: int, behind: int, *, has_title: bool
) -> NameCandidate | None:
    """A name with its kind, unless what follows makes a thing of it."""
    words = run[begin:behind]
    if behind < len(run) and run[behind].kind.is_thing:
        return None
    if words[-1].kind.is_thing and len(words) > PAIR:
        return None
    start, end = words[0].start, words[-1].end
    whole = text[start:end].lower()
    if whole in listed_words("no_persons"):
        return None
    shape = "title" if has_title else "cell" if is_cell(text, start, end) else "pair"
    if not has_title and behind < len(run):
        shape = "followed"
    return NameCandidate(start, end, f"{shape} {_roles(words)}")


def _roles(words: Sequence[RunWord]) -> str:
    """The roles of the given and the family name in words: "sure-unknown"."""
    named = [word for word in words if not word.is_particle]
    first, last = named[0].kind, named[-1].kind
    if len(named) == 1:
        return f"none-{last.last.name.lower()}"
    if last.is_initial:
        return f"initial-{first.last.name.lower()}"
    given = "initial" if first.is_initial else first.first.name.lower()
    family = "thing" if last.is_thing else last.last.name.lower()
    if last.last == NameRole.NO and last.first > NameRole.NO:
        family = "first"
    return f"{given}-{family}"
