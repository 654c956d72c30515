"""Names in a row of capitalised words, by rules: titles, given names, initials, particles.

A rule has a kind, and a kind the share of its finds that are names, measured
(docs/methods/names.md); that is their confidence.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.analyse.people.name_evidence import NameRole
from auslese.analyse.people.name_runs import RunWord, is_cell
from auslese.analyse.people.name_words import listed_words
from auslese.analyse.people.person_titles import is_generation, is_title_behind

MOST_PARTS = 6  # words of a name, particles not counted; "Karl Theodor Maria Nikolaus Johann Jacob"

PAIR = 2  # words: "Robert Hall" is a person, "Newell Simon Hall" a building


THING = "thing"
"""The kind of what is named after somebody, and no name whatever the tagger says."""


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
    is_alone = is_cell(text, run[0].start, run[-1].end)
    place = 0
    while place < len(run):
        begin = behind_titles(run, place)
        has_title = begin > place
        if begin >= len(run):
            return
        if not has_title and not _may_begin(run[begin], is_cell=is_alone):
            place = begin + 1
            continue
        behind = _behind_name(run, begin, has_title=has_title)
        begin = begin if has_title else _surer_begin(run, begin, behind)
        if begin > place - 1 >= 0 and _begins_before(run, begin, behind):
            begin -= 1
        if behind > begin + (not has_title):
            yield _judged(text, run, begin, behind, has_title=has_title)
        place = max(behind, begin + 1)


def behind_titles(run: Sequence[RunWord], place: int) -> int:
    """Where a row of titles ends that begins here."""
    begin = place
    if not (run[place].kind.opens_titles or run[place].kind.is_initial):
        return place
    while place < len(run):
        kind = run[place].kind
        pair = "".join(word.text for word in run[place : place + 2])
        if pair in DEGREES_WITH_BLANK:
            place += 2
        elif kind.opens_titles or (
            place > begin and (kind.goes_on_in_titles or run[place].text == "(FH)")
        ):
            place += 1
        else:
            break
    return place


DEGREES_WITH_BLANK = frozenset(("M.Sc.", "B.Sc.", "M.Eng.", "B.Eng.", "B.Ed.", "M.Ed.", "Ph.D."))


def _may_begin(word: RunWord, *, is_cell: bool) -> bool:
    kind = word.kind
    if kind.is_initial:
        return "." in word.text
    return (
        kind.first >= NameRole.UNKNOWN and not word.is_particle and (is_cell or not kind.is_small)
    )


def _behind_name(run: Sequence[RunWord], begin: int, *, has_title: bool) -> int:
    """Where the name ends that begins here; a particle or an initial at its end is none of it."""
    at, parts = begin, 0
    while at < len(run) and parts < MOST_PARTS and _goes_on(run, at, begin):
        parts += not run[at].is_particle
        at += 1
    if at < len(run) and (has_title or at > begin) and _ends_as_word(run, at):
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


def _begins_before(run: Sequence[RunWord], begin: int, behind: int) -> bool:
    """Whether a word that is no usual name is one before an initial: Kam W. Wong."""
    before, first = run[begin - 1], run[begin]
    kind = before.kind
    is_small = kind.is_small and not (begin > 1 and run[begin - PAIR].kind.opens_titles)
    is_other = is_small or kind.is_thing or kind.is_place or before.is_particle
    if is_other or kind.opens_titles or kind.goes_on_in_titles or kind.is_initial:
        return False
    is_office = before.text.lower() in listed_words("offices")
    return first.kind.is_initial and behind > begin + 1 and not is_office


def _goes_on(run: Sequence[RunWord], at: int, begin: int) -> bool:
    word, kind = run[at], run[at].kind
    if word.is_particle:
        return True
    if kind.opens_titles or (kind.is_small and at > begin) or _is_abbreviation(run, at, begin):
        return False
    if kind.is_thing:
        return kind.last > NameRole.NO
    return max(kind.first, kind.last) > NameRole.NO or kind.is_initial


def _is_abbreviation(run: Sequence[RunWord], at: int, begin: int) -> bool:
    """Whether a short word in capitals stands behind one that is not: Travis CI."""
    word = run[at]
    if not 1 < len(word.text) <= LONGEST_ABBREVIATION or word.kind.is_initial or at == begin:
        return False
    return (
        word.text.isupper()
        and not run[begin].text.isupper()
        and word.kind.last < NameRole.SURE
        and not word.is_particle
    )


LONGEST_ABBREVIATION = 5  # letters


def _ends_as_word(run: Sequence[RunWord], at: int) -> bool:
    """Whether an ordinary word is the family name: Rosalind Young, Charles R. Price."""
    kind = run[at].kind
    if at + 1 < len(run) and not run[at + 1].kind.is_initial:
        return False
    is_thing = kind.is_thing and not run[at - 1].kind.is_initial
    if kind.opens_titles or is_thing or kind.goes_on_in_titles:
        return False
    if kind.is_place and not kind.last:
        return False
    if is_title_behind(run[at].text.strip(".")) or _is_abbreviation(run, at, 0):
        return False
    before = at - 1
    while before > 0 and (run[before].kind.is_initial or run[before].is_particle):
        before -= 1
    return before >= 0 and run[before].kind.first == NameRole.SURE


def _is_lone_initial(run: Sequence[RunWord], begin: int, behind: int) -> bool:
    """Whether an initial at the end belongs to no name: "Abschnitt B"; "Müller H." has one."""
    last, first = run[behind - 1].kind, run[begin].kind
    if not last.is_initial:
        return False
    if first.first == NameRole.SURE or run[behind - 1].text in REGNAL:
        return True
    return "." not in run[behind - 1].text or all(
        word.kind.is_initial for word in run[begin:behind]
    )


REGNAL = frozenset(("I.", "V.", "X."))
"""Numbers of kings, which look like initials: Osman I."""


def _judged(
    text: str, run: Sequence[RunWord], begin: int, behind: int, *, has_title: bool
) -> NameCandidate:
    """A name with its kind; what stands beside it may make a thing of it."""
    words = run[begin:behind]
    last = words[-1]
    if _is_thing(run, begin, behind, has_title=has_title):
        return NameCandidate(words[0].start, last.end, THING)
    start, end = words[0].start, last.end - _has_stop_of_sentence(last)
    while behind < len(run) and is_generation(run[behind].text):
        end, behind = run[behind].end, behind + 1
    if text[start:end].lower() in listed_words("no_persons"):
        return NameCandidate(start, end, THING)
    shape = "title" if has_title else "cell" if is_cell(text, start, last.end) else "pair"
    if not has_title and behind < len(run) and not is_title_behind(run[behind].text.strip(".")):
        shape = "followed"
    return NameCandidate(start, end, f"{shape} {_roles(words)}")


def _has_stop_of_sentence(word: RunWord) -> bool:
    return word.text[-1] == "." and not word.kind.is_initial


def _is_thing(run: Sequence[RunWord], begin: int, behind: int, *, has_title: bool) -> bool:
    """Whether it is named after somebody: Johns Hopkins University, Newell Simon Hall, Haus X."""
    if behind < len(run) and run[behind].kind.is_thing:
        return True
    if run[behind - 1].kind.is_thing and not has_title:
        is_long = behind - begin > PAIR and not _has_inner_initial(run[begin:behind])
        return is_long or run[begin].kind.first != NameRole.SURE
    return begin > 0 and not has_title and run[begin - 1].kind.is_thing


def _roles(words: Sequence[RunWord]) -> str:
    """The roles of the given and the family name in words: "sure-unknown"."""
    named = [word for word in words if not word.is_particle]
    first, last = named[0].kind, named[-1].kind
    if len(named) == 1:
        return f"none-{last.last.name.lower()}"
    if last.is_initial:
        return f"initial-{first.last.name.lower()}"
    given = "initial" if first.is_initial else first.first.name.lower()
    if given in {"maybe", "unknown"} and _has_inner_initial(words):
        given = "sure"  # nothing but a name has an initial inside: Urmila M. Diwekar
    if last.is_thing and _has_inner_initial(words):
        return "sure-maybe"
    if last.is_thing and first.last > NameRole.UNKNOWN:
        return "family-thing"
    family = "thing" if last.is_thing else "small" if last.is_small else last.last.name.lower()
    if last.last == NameRole.NO and last.first > NameRole.NO:
        family = "first"
    if family == "no" and (_has_inner_initial(words) or words[-2].is_particle):
        family = "maybe"
    return f"{given}-{family}"


def _has_inner_initial(words: Sequence[RunWord]) -> bool:
    inner = words[1:-1]
    return any(word.kind.is_initial for word in inner) and not any(
        word.is_particle for word in words
    )
