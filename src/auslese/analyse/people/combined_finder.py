"""Rules and the tagger together: what each finds, weighed against the others.

All that may be a name is put in order by how sure it is; what overlaps a surer find is dropped.
"""

import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from unicodedata import is_normalized, normalize

from auslese.analyse.people.name_evidence import NameRole
from auslese.analyse.people.name_grammar import THING, NameCandidate, names_of_run
from auslese.analyse.people.name_merging import LEAST_CHANCE, TAGGER, merged
from auslese.analyse.people.name_parts import split_name
from auslese.analyse.people.name_runs import RunWord, capital_runs
from auslese.analyse.people.name_tagger import shipped_tagger
from auslese.analyse.people.person_titles import begin_of_titles, end_of_titles
from auslese.analyse.people.told_names import (
    MailAccounts,
    labelled_names,
    surer_names,
    surnames_alone,
)
from auslese.analyse.people.turned_names import turned_names
from auslese.records.person import FoundName, NameSource, PersonName
from auslese.text.late_pattern import late_pattern
from auslese.text.words import MARKS

USUAL = "usual"
STRICT = "strict"
"""Only what is nearly sure: nine of ten are names."""
EVERY = "every"
"""For running text: lone words, too, that only the tagger takes for names. Not for pages, where
every second of them is the name of something else."""
MODES = (USUAL, STRICT, EVERY)
VERSION = "2"  # of the rules: another one finds other names
LEAST_CONFIDENCE = {USUAL: 0.45, STRICT: 0.9, EVERY: 0.4}
TURNED_FIRST = 0.8  # a surer "Last, First" goes before what the tagger makes of its parts
_CLUSTER = late_pattern(rf"(?s:.)[{MARKS}]*+")
Tag = Callable[[str, float], Sequence[tuple[int, int, float]]]
"""The spans of a text that are at least so probable: begin, end, probability."""
_FILE = Path(__file__).with_name("name_confidence.toml")


class CombinedFinder:
    """The finder of the house."""

    def __init__(self, mode: str = USUAL, tag: Tag | None = None) -> None:
        """Find names; in the mode `strict` only what is nearly sure. `tag` is the tagger's."""
        self._least = LEAST_CONFIDENCE[mode]
        self._with_lone_words = mode == EVERY
        self._tag = tag if tag is not None else _shipped_tag
        self.name = f"auslese-{VERSION}" + (f"-{mode}" if mode != USUAL else "")

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names of a text in order, without overlaps."""
        if not is_normalized("NFC", text):
            composed, places = _composed(text)
            found = self.find(composed, language)
            return [each._replace(start=places[each.start], end=places[each.end]) for each in found]
        kept = [each for each in self._candidates(text) if each.confidence >= self._least]
        return [_found(text, candidate) for candidate in kept]

    def _candidates(self, text: str) -> list[NameCandidate]:
        """What may be a name, however unsure, without overlaps, in the order of the text."""
        runs = list(capital_runs(text))
        ruled = sorted(map(_weighed, _candidates(text, runs)))
        tagged = self._tagged(text, runs, ruled)
        candidates = merged(text, ruled, tagged, with_lone_words=self._with_lone_words)
        told = map(_weighed, surer_names(text, candidates, MailAccounts(text)))
        kept = _without_overlaps([*candidates, *told])
        alone = map(_weighed, surnames_alone(text, runs, kept))
        return _without_overlaps([*kept, *alone])

    def _tagged(
        self, text: str, runs: Sequence[Sequence[RunWord]], ruled: Sequence[NameCandidate]
    ) -> list[NameCandidate]:
        """What the tagger finds; on pages in lines alone where something may be a name."""
        if self._with_lone_words:
            lines = [(0, len(text))]
        else:
            lines = list(_lines_with(text, _places_of_names(runs, ruled)))
        begins = list(accumulate((end - start + 1 for start, end in lines), initial=0))
        found: list[NameCandidate] = []
        for first, behind, chance in self._tag(
            "\n".join(text[start:end] for start, end in lines), LEAST_CHANCE
        ):
            line = bisect_right(begins, first) - 1
            shift = lines[line][0] - begins[line]
            found.append(NameCandidate(first + shift, behind + shift, TAGGER, chance))
        return found


def _places_of_names(
    runs: Sequence[Sequence[RunWord]], ruled: Sequence[NameCandidate]
) -> list[int]:
    """Where something stands that may be a name: a rule's find, or a word that mostly is one."""
    places = [each.start for each in ruled]
    places += [
        run[0].start
        for run in runs
        if any(NameRole.SURE in (word.kind.first, word.kind.last) for word in run)
    ]
    return sorted(places)


def _lines_with(text: str, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the lines begin and end in which these places are; each once."""
    end = -1
    for place in places:
        if place > end:
            start = text.rfind("\n", 0, place) + 1
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            yield start, end


def _composed(text: str) -> tuple[str, list[int]]:
    """A text with its marks put together with their letters, and where each letter stood."""
    pieces: list[str] = []
    places: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        piece = normalize("NFC", cluster[0])
        pieces.append(piece)
        places += [cluster.start()] * len(piece)
    return "".join(pieces), [*places, len(text)]


def _shipped_tag(text: str, least: float) -> Sequence[tuple[int, int, float]]:
    return shipped_tagger().tag_text(text, least)


def _candidates(text: str, runs: Sequence[Sequence[RunWord]]) -> Iterator[NameCandidate]:
    for run in runs:
        if len(run) > 1:
            yield from names_of_run(text, run)
    yield from turned_names(text, runs)
    yield from labelled_names(text, runs)


def _weighed(candidate: NameCandidate) -> NameCandidate:
    place, _, roles = candidate.kind.partition(" ")
    if place == THING:
        return candidate
    known = _confidences()[place]
    return candidate._replace(confidence=known.get(roles, known["default"]))


@cache
def _confidences() -> dict[str, dict[str, float]]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def _without_overlaps(candidates: Iterable[NameCandidate]) -> list[NameCandidate]:
    """The surest first; what overlaps one is dropped. In the order of the text."""
    kept: list[NameCandidate] = []
    for each in sorted(candidates, key=lambda each: (each.start, -_rank(each), -each.end)):
        if kept and each.start < kept[-1].end:
            if _rank(each) > _rank(kept[-1]):
                kept[-1] = each
            continue
        kept.append(each)
    return kept


def _rank(candidate: NameCandidate) -> float:
    """How sure it is; what stands turned round before all others, for it has the comma, too."""
    is_turned = candidate.is_turned and candidate.confidence >= TURNED_FIRST
    return candidate.confidence + is_turned


def _found(text: str, candidate: NameCandidate) -> FoundName:
    name = _name_in(text, candidate)
    source = NameSource.TAGGER if candidate.kind == TAGGER else NameSource.RULES
    return FoundName(candidate.start, candidate.end, name, round(candidate.confidence, 3), source)


def _name_in(text: str, candidate: NameCandidate) -> PersonName:
    """A name with the titles around it."""
    begin = begin_of_titles(text, candidate.start)
    end = end_of_titles(text, candidate.end)
    name = split_name(text[begin:end].replace("\t", ", "))
    return name if name.family else split_name(text[candidate.start : candidate.end])
