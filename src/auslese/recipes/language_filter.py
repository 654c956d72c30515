"""Languages of texts as the filter `language detect` tells them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from auslese.analyse.language.mix import (
    MOST_LETTERS,
    Asked,
    Mix,
    claim_odds,
    recognise_mixes,
    weighed,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.recipes.asked_text import Question, question_of
from auslese.recipes.extracts import NO_PAGE, problem
from auslese.records.language import UNKNOWN, Recognised
from auslese.records.text import Problem, Unreadable

DIGITS = 4
Told = dict[str, Any]


class PlainAnswer(NamedTuple):
    """What is told of a plain line."""

    language: str
    confidence: float
    text: str


class Detecting(NamedTuple):
    """How languages are to be told."""

    recogniser: Recogniser
    mix: bool = False
    """With the spans of texts in several languages."""


def answers_to(lines: Sequence[bytes], detecting: Detecting) -> list[Told | PlainAnswer]:
    """What is to be told of each line, in order."""
    questions = [question_of(line) for line in lines]
    told = told_of(questions, detecting)
    return [_answer(asked, each) for asked, each in zip(questions, told, strict=True)]


def told_of(questions: Sequence[Question], detecting: Detecting) -> list[Told]:
    """The languages of texts."""
    if detecting.mix:
        pages = [Asked(asked.text[:MOST_LETTERS].split("\n"), (asked.hint,)) for asked in questions]
        mixes = recognise_mixes(detecting.recogniser, pages)
        return [told_mix(page, mix) for page, mix in zip(pages, mixes, strict=True)]
    said = detecting.recogniser.recognise([asked.text for asked in questions])
    number = len(detecting.recogniser.languages)
    return [
        _hinted(each, asked.hint, number - len(each.alternatives)).as_json()
        for asked, each in zip(questions, said, strict=True)
    ]


def _hinted(said: Recognised, hint: str, others: int) -> Recognised:
    return weighed(said, claim_odds((hint,)), others) if hint else said


def told_mix(page: Asked, mix: Mix) -> Told:
    """The languages of a text and where each of them stands, in letters of the text."""
    language, confidence = (mix.language, mix.confidence) if mix.language else (UNKNOWN, 1.0)
    whole = Recognised(language, confidence, mix.alternatives, mix.running_text).as_json()
    shares = [[code, round(share, DIGITS)] for code, share in mix.shares]
    return whole | {"mix": shares, "spans": _spans(page, mix)}


def _spans(page: Asked, mix: Mix) -> list[Told]:
    """Every paragraph, and every part of one that is in several languages."""
    spans, begin = [], 0
    for text, paragraph in zip(page.paragraphs, mix.paragraphs, strict=True):
        whole = (0, len(text), paragraph.language, paragraph.confidence)
        for start, end, language, confidence, *_ in paragraph.spans or (whole,):
            if language:
                place = {"start": begin + start, "end": begin + end}
                spans.append(
                    place | {"language": language, "confidence": round(confidence, DIGITS)}
                )
        begin += len(text) + 1  # the line break
    return spans


def _answer(asked: Question, told: Told) -> Told | PlainAnswer:
    if asked.error:
        return {"id": asked.name} | _NOTHING | {"error": asked.error, "problem": NO_PAGE}
    if not asked.is_plain:
        return {"id": asked.name} | told
    shares = ",".join(f"{code}:{share:.2f}" for code, share in told.get("mix", ()))
    return PlainAnswer(shares or told["language"], told["confidence"], asked.text)


_NOTHING: Told = Recognised(UNKNOWN, 0.0, (), 0.0).as_json()


def give_up(line: bytes, why: Problem) -> Told:
    """What to say of a line of which its process died."""
    return {"id": question_of(line).name} | _NOTHING | problem(Unreadable(why))
