"""Names that stand turned round: "Müller, Hans", "von der Leyen, Ursula", "Smith, J. R.".

With given names they count where nothing else can be meant: the family name begins a line, a cell
or follows a sign of a list, and the given names end there. With initials they count anywhere, for
so literature is cited.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from auslese.analyse.people.name_evidence import NameRole
from auslese.analyse.people.name_grammar import NameCandidate, behind_titles
from auslese.analyse.people.name_runs import RunWord, begins_cell
from auslese.analyse.people.name_words import listed_words

MOST_FAMILY_WORDS = 4  # "von und zu Guttenberg", "Ortega y Gasset"
MOST_GIVEN_WORDS = 4
_ENDS = frozenset("\n\r\t|;(:/•·*–—[]<>{}.,&\u2028")


def turned_names(text: str, runs: Sequence[Sequence[RunWord]]) -> Iterator[NameCandidate]:
    """The names whose family name stands before a comma; `runs` are those of the text."""
    for before, behind in pairwise(runs):
        end = before[-1].end
        if text[end] not in BETWEEN_OR_BLANK:
            continue
        gap = text[end : behind[0].start]
        if len(gap) > LONGEST_GAP or gap.strip(" \u00a0") not in BETWEEN:
            continue
        if gap == TAB and not _are_cells(text, before, behind):
            continue
        found = _turned(text, before, behind)
        if found:
            yield found


LONGEST_GAP = 3  # letters between family and given names: the comma and a blank or two


TAB = "\t"
BETWEEN = frozenset((",", TAB))
BETWEEN_OR_BLANK = frozenset((",", TAB, " ", "\u00a0"))


def _are_cells(text: str, before: Sequence[RunWord], behind: Sequence[RunWord]) -> bool:
    """Whether a line of a table begins with a family name and goes on with given names."""
    begin = before[0].start
    if begin and text[begin - 1] != "\n":
        return False
    is_given = behind[0].kind.first == NameRole.SURE
    is_family = before[-1].kind.first < NameRole.SURE and before[-1].kind.last > NameRole.NO
    return is_given and is_family


def _turned(
    text: str, before: Sequence[RunWord], behind: Sequence[RunWord]
) -> NameCandidate | None:
    family, given = _family_words(before), _given_words(behind)
    if not family or not given:
        return None
    with_initials = all(word.kind.is_initial for word in given)
    if _is_whole_name(family, with_initials=with_initials):
        return None
    if with_initials:
        if not all("." in word.text for word in given) or _is_abbreviation(given):
            return None
    elif not begins_cell(text, before[0].start) or not _ends(text, given[-1].end):
        return None
    kinds = [word.kind for word in family if not word.is_particle]
    last = max(kinds[-1].last, NameRole.UNKNOWN if kinds[-1].first > NameRole.NO else NameRole.NO)
    if _is_town(family, given):
        return None
    first = "initial" if with_initials else given[0].kind.first.name.lower()
    return NameCandidate(
        family[0].start, given[-1].end, f"turned {first}-{last.name.lower()}", is_turned=True
    )


def _family_words(run: Sequence[RunWord]) -> Sequence[RunWord]:
    """The whole row before the comma if it may be a family name, behind titles."""
    begin = behind_titles(run, 0)
    words = run[begin:]
    if not words or len(words) > MOST_FAMILY_WORDS:
        return ()
    if any(word.kind.is_initial or _cannot_be(word) for word in words):
        return ()
    return words


def _is_town(family: Sequence[RunWord], given: Sequence[RunWord]) -> bool:
    """Whether it is a town with its land: Edmonton, Alberta."""
    last = family[-1].kind
    is_region = given[0].text.lower() in listed_words("regions")
    if last.is_place and is_region:
        return True
    return last.last < NameRole.SURE and (is_region or (last.is_place and given[0].kind.is_place))


def _is_whole_name(family: Sequence[RunWord], *, with_initials: bool) -> bool:
    """Whether given and family name stand before the comma already: "Hans Müller, A. Meier"."""
    named = [word.kind for word in family if not word.is_particle]
    return (
        len(named) > 1
        and named[0].first == NameRole.SURE
        and not family[0].is_particle
        and (with_initials or named[0].last < NameRole.SURE)
    )


def _cannot_be(word: RunWord) -> bool:
    kind = word.kind
    if word.is_particle or word.text in listed_words("capital_particles"):
        return False
    return kind.is_small or (kind.is_thing and kind.last == NameRole.NO) or kind.opens_titles


def _given_words(run: Sequence[RunWord]) -> Sequence[RunWord]:
    """The given names at the beginning of the row behind the comma, behind titles."""
    begin = behind_titles(run, 0)
    end = begin
    while end < len(run) and end - begin < MOST_GIVEN_WORDS and _is_given(run[end], run[begin]):
        end += 1
    return run[begin:end]


def _is_given(word: RunWord, first: RunWord) -> bool:
    if first.kind.is_initial:
        return word.kind.is_initial
    return word.is_particle or word.kind.first > NameRole.NO or word.kind.is_initial


def _is_abbreviation(given: Sequence[RunWord]) -> bool:
    """Whether initials are no names: Washington, D.C."""
    return "".join(word.text for word in given) in {"D.C.", "U.S.", "U.S.A.", "B.C.", "N.Y.", "D.C"}


def _ends(text: str, end: int) -> bool:
    """Whether nothing that belongs to a sentence follows on the same line."""
    while end < len(text) and text[end] in " \u00a0":
        end += 1
    return end >= len(text) or text[end] in _ENDS or text[end].isdigit()
