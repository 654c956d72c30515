"""Rules and the tagger together: what each finds, weighed against the others.

All that may be a name is put in order by how sure it is; what overlaps a surer find is dropped.
"""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from auslese.analyse.people.name_grammar import NameCandidate, names_of_run
from auslese.analyse.people.name_parts import split_name
from auslese.analyse.people.name_runs import RunWord, capital_runs
from auslese.analyse.people.person_titles import begin_of_titles, end_of_titles
from auslese.analyse.people.told_names import (
    MailAccounts,
    labelled_names,
    surer_names,
    surnames_alone,
)
from auslese.analyse.people.turned_names import turned_names
from auslese.records.person import FoundName, NameSource, PersonName

USUAL = "usual"
STRICT = "strict"
"""Only what is nearly sure: nine of ten are names."""
MODES = (USUAL, STRICT)
VERSION = "1"  # of the rules: another one finds other names
LEAST_CONFIDENCE = {USUAL: 0.5, STRICT: 0.9}
_FILE = Path(__file__).with_name("name_confidence.toml")


class CombinedFinder:
    """The finder of the house."""

    def __init__(self, mode: str = USUAL) -> None:
        """Find names; in the mode `strict` only what is nearly sure."""
        self._least = LEAST_CONFIDENCE[mode]
        self.name = f"auslese-{VERSION}" + (f"-{mode}" if mode == STRICT else "")

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names of a text in order, without overlaps."""
        kept = [each for each in _kept_candidates(text) if each.confidence >= self._least]
        return [_found(text, candidate) for candidate in kept]


def _kept_candidates(text: str) -> list[NameCandidate]:
    """What may be a name, however unsure, without overlaps, in the order of the text."""
    runs = list(capital_runs(text))
    candidates = sorted(map(_weighed, _candidates(text, runs)))
    told = map(_weighed, surer_names(text, candidates, MailAccounts(text)))
    kept = _without_overlaps([*candidates, *told])
    alone = map(_weighed, surnames_alone(text, runs, kept))
    return _without_overlaps([*kept, *alone])


def _candidates(text: str, runs: Sequence[Sequence[RunWord]]) -> Iterator[NameCandidate]:
    for run in runs:
        if len(run) > 1:
            yield from names_of_run(text, run)
    yield from turned_names(text, runs)
    yield from labelled_names(text, runs)


def _weighed(candidate: NameCandidate) -> NameCandidate:
    place, _, roles = candidate.kind.partition(" ")
    known = _confidences()[place]
    return candidate._replace(confidence=known.get(roles, known["default"]))


@cache
def _confidences() -> dict[str, dict[str, float]]:
    return tomllib.loads(_FILE.read_text("utf-8"))


def _without_overlaps(candidates: Iterable[NameCandidate]) -> list[NameCandidate]:
    """The surest first; what overlaps one is dropped. In the order of the text."""
    kept: list[NameCandidate] = []
    for each in sorted(candidates, key=lambda each: (each.start, -each.confidence)):
        if kept and each.start < kept[-1].end:
            if each.confidence > kept[-1].confidence:
                kept[-1] = each
            continue
        kept.append(each)
    return kept


def _found(text: str, candidate: NameCandidate) -> FoundName:
    name = _name_in(text, candidate)
    return FoundName(
        candidate.start, candidate.end, name, round(candidate.confidence, 3), NameSource.RULES
    )


def _name_in(text: str, candidate: NameCandidate) -> PersonName:
    """A name with the titles around it."""
    begin = begin_of_titles(text, candidate.start)
    end = end_of_titles(text, candidate.end)
    name = split_name(text[begin:end])
    return name if name.family else split_name(text[candidate.start : candidate.end])
