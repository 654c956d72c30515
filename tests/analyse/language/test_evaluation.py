"""Accuracy by language and in all, and what is taken for what."""

import pytest

from auslese.analyse.language.language_evaluation import LanguageEvaluation, code_of

ANSWERS = [("de", "de"), ("de", "de"), ("de", "nl"), ("nb", "da"), ("fy", "nl"), ("da", "unknown")]


def test_every_text_and_every_language_counts_once() -> None:
    evaluation = LanguageEvaluation.of(ANSWERS, ("de", "nb", "da", "nl"))

    assert evaluation.texts == 6
    assert evaluation.micro == pytest.approx(2 / 6)
    assert evaluation.macro == pytest.approx((2 / 3) / 4)


def test_languages_that_are_lacking_are_named_and_count_as_wrong() -> None:
    evaluation = LanguageEvaluation.of(ANSWERS, ("de", "nb", "da", "nl"))

    assert evaluation.lacking == ("fy",)
    assert evaluation.languages["fy"].accuracy == 0


def test_mistakes_are_told_with_what_was_said() -> None:
    evaluation = LanguageEvaluation.of([*ANSWERS, ("nb", "da")], ("de", "nb", "da", "nl"))

    assert evaluation.confusions[0] == ("nb", "da", 2)
    assert evaluation.unknown == 1


@pytest.mark.parametrize(
    ("tag", "text", "code"),
    [
        ("no", "", "nb"),
        ("iw", "", "he"),
        ("de-AT", "", "de"),
        ("PT_br", "", "pt"),
        ("zh-Hant", "", "zh"),
        ("sr", "Ово је текст", "sr"),
        ("sr", "Ovo je tekst", "sr-Latn"),
        ("sr-Latn", "", "sr-Latn"),
        ("sr-Cyrl-RS", "Ovo je tekst", "sr"),
        ("sh", "Ovo je tekst", "sr-Latn"),
        (" hsb ", "", "hsb"),
        ("und", "", "unknown"),
    ],
)
def test_older_and_longer_codes_are_understood(tag: str, text: str, code: str) -> None:
    assert code_of(tag, text) == code
