"""Languages of texts as the filter `language detect` tells them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from auslese.analyse.language.language_mix import (
    MOST_LETTERS,
    LanguageMix,
    LanguageMixInput,
    claim_odds,
    recognise_mixes,
    weigh_evidence,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.recipes.filters.extract_filters import NO_PAGE, problem
from auslese.recipes.filters.text_input import TextRequest, text_request_of
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.language import UNKNOWN, RecognisedLanguage

DIGITS = 4
LanguageReport = dict[str, Any]


class PlainLineAnswer(NamedTuple):
    """What is told of a plain line."""

    language: str
    confidence: float
    text: str


class DetectionOptions(NamedTuple):
    """How languages are to be told."""

    recogniser: Recogniser
    mix: bool = False
    """With the spans of texts in several languages."""


def answers_to(
    lines: Sequence[bytes], options: DetectionOptions
) -> list[LanguageReport | PlainLineAnswer]:
    """What is to be told of each line, in order."""
    questions = [text_request_of(line) for line in lines]
    report = language_reports(questions, options)
    return [_answer(request, each) for request, each in zip(questions, report, strict=True)]


def language_reports(
    questions: Sequence[TextRequest], options: DetectionOptions
) -> list[LanguageReport]:
    """The languages of texts."""
    if options.mix:
        pages = [
            LanguageMixInput(request.text[:MOST_LETTERS].split("\n"), (request.hint,))
            for request in questions
        ]
        mixes = recognise_mixes(options.recogniser, pages)
        return [mix_report(page, mix) for page, mix in zip(pages, mixes, strict=True)]
    said = options.recogniser.recognise([request.text for request in questions])
    number = len(options.recogniser.languages)
    return [
        _hinted(each, request.hint, number - len(each.alternatives)).as_json()
        for request, each in zip(questions, said, strict=True)
    ]


def _hinted(said: RecognisedLanguage, hint: str, others: int) -> RecognisedLanguage:
    return weigh_evidence(said, claim_odds((hint,)), others) if hint else said


def mix_report(page: LanguageMixInput, mix: LanguageMix) -> LanguageReport:
    """The languages of a text and where each of them stands, in letters of the text."""
    language, confidence = (mix.language, mix.confidence) if mix.language else (UNKNOWN, 1.0)
    whole = RecognisedLanguage(language, confidence, mix.alternatives, mix.running_text).as_json()
    shares = [[code, round(share, DIGITS)] for code, share in mix.shares]
    return whole | {"mix": shares, "spans": _spans(page, mix)}


def _spans(page: LanguageMixInput, mix: LanguageMix) -> list[LanguageReport]:
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


def _answer(request: TextRequest, report: LanguageReport) -> LanguageReport | PlainLineAnswer:
    if request.error:
        return {"id": request.name} | _NOTHING | {"error": request.error, "problem": NO_PAGE}
    if not request.is_plain:
        return {"id": request.name} | report
    shares = ",".join(f"{code}:{share:.2f}" for code, share in report.get("mix", ()))
    return PlainLineAnswer(shares or report["language"], report["confidence"], request.text)


_NOTHING: LanguageReport = RecognisedLanguage(UNKNOWN, 0.0, (), 0.0).as_json()


def give_up(line: bytes, why: ReadProblem) -> LanguageReport:
    """What to say of a line of which its process died."""
    return {"id": text_request_of(line).name} | _NOTHING | problem(Unreadable(why))
