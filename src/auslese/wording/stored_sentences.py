"""Sentences that come from files: English text there, so that its code has to be found again.

Outcomes, documents and the state of a running crawl lie on disk as English text, written by the
forms listed here, by this program or by an older one. These are the only sentences that are
recognised by their look; everything else carries its code.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

from auslese.wording.coded_sentence import (
    CodedSentence,
    SentenceForm,
    SpokenText,
    in_language,
    spoken,
)
from auslese.wording.crawl_sentences import BrakeReason, TrapReason
from auslese.wording.durations import DurationText
from auslese.wording.outcome_sentences import OutcomeDetail, UnreadReason
from auslese.wording.rule_sentences import RuleDescription

LONGEST = 2000  # letters of a sentence
DEEPEST = 4  # sentences within sentences
# What stands first is tried first.
STORED_FORMS: tuple[type[SentenceForm], ...] = (
    BrakeReason,
    TrapReason,
    RuleDescription,
    UnreadReason,
    OutcomeDetail,
    DurationText,
)
LIST_MARKS = ("; ", ", ")  # between sentences that are told one after the other


class _Place(NamedTuple):
    """Where a part stands in a form."""

    name: str
    spec: str


class _Pattern(NamedTuple):
    """A form, cut at its places."""

    form: SentenceForm
    fixed: Sequence[str]
    places: Sequence[_Place]


def spoken_from_file(text: str, ui_language: str) -> SpokenText:
    """A text of a file or of another room in this language, as far as we have words for it."""
    if isinstance(text, CodedSentence):
        return spoken(text, ui_language)
    translated = _translated(text, ui_language, LIST_MARKS)
    return spoken(text, ui_language) if translated is None else SpokenText(translated)


def _translated(text: str, ui_language: str, marks: Sequence[str]) -> str | None:
    """A sentence, or several between marks, in this language; None if one of them is not ours."""
    if sentence := stored_sentence(text):
        return in_language(sentence, ui_language)
    if not marks:
        return None
    several = [_translated(part, ui_language, marks[1:]) for part in text.split(marks[0])]
    known = [part for part in several if part is not None]
    return marks[0].join(known) if len(known) == len(several) else None


def stored_sentence(text: str, depth: int = DEEPEST) -> CodedSentence | None:
    """The sentence whose English text this is; None if it is none of ours.

    Texts may hold what others wrote, so this takes one look for each form and never goes back.
    """
    if len(text) > LONGEST or not depth:
        return None
    return next(_sentences(text, depth), None)


def _sentences(text: str, depth: int) -> Iterator[CodedSentence]:
    for pattern in _patterns():
        found = _parts(text, pattern.fixed)
        if found is None:
            continue
        try:
            parts = {
                place.name: _part(each, place.spec, depth - 1)
                for place, each in zip(pattern.places, found, strict=True)
            }
            made = pattern.form.of(**parts)
        except ValueError:  # a word where the form has a figure
            continue
        if made == text:
            yield made


def _part(text: str, spec: str, depth: int) -> object:
    """A part as it was put in: a figure, a sentence, or a text."""
    if not spec:
        return stored_sentence(text, depth) or text
    figure = text.replace(",", "")
    if spec.endswith("%"):
        return float(figure.removesuffix("%")) / 100
    return int(figure) if spec in ("d", ",") else float(figure)


def _parts(text: str, fixed: Sequence[str]) -> list[str] | None:
    """What stands at the places of a form, none of it empty; None if the text has another form."""
    first, last = fixed[0], fixed[-1]
    if len(fixed) == 1:
        return [] if text == first else None
    if not (text.startswith(first) and text.endswith(last)):
        return None
    at, end = len(first), len(text) - len(last)
    parts = []
    for between in fixed[1:-1]:
        found = text.find(between, at + 1, end)
        if found < 0:
            return None
        parts.append(text[at:found])
        at = found + len(between)
    return [*parts, text[at:end]] if at < end else None


@cache
def _patterns() -> list[_Pattern]:
    return [_pattern(form) for forms in STORED_FORMS for form in forms]


def _pattern(form: SentenceForm) -> _Pattern:
    fixed, places = [""], []
    for literal, name, spec, _ in Formatter().parse(form.english):
        fixed[-1] += literal
        if name is not None:
            places.append(_Place(name, spec or ""))
            fixed.append("")
    return _Pattern(form, fixed, places)
