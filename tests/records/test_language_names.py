"""What languages are called, and what tags claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.records.language_names import (
    all_language_names,
    claimed_language,
    language_name_of,
    languages_meant_by,
)


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("DE_at", "de"),
        (" pt-BR ", "pt"),
        ("deu", "de"),
        ("ger", "de"),
        ("iw", "he"),
        ("in", "id"),
        ("fil", "tl"),
        ("no", "no"),
        ("nor", "no"),
        ("nb-NO", "nb"),
        ("sh", "hbs"),
        ("sr", "sr"),
        ("sr-Latn-RS", "sr-Latn"),
        ("sr-Cyrl", "sr"),
        ("zh-Hant", "zh"),
        ("zh-Hans-CN", "zh"),
        ("cz", "cs"),
        ("en;q=0.8", "en"),
        ("x-default", ""),
        ("und", ""),
        ("mul", ""),
        ("english", ""),
        ("", ""),
    ],
)
def test_a_tag_claims_a_language_under_the_code_we_know(tag: str, code: str) -> None:
    assert claimed_language(tag) == code


@pytest.mark.parametrize(
    ("tag", "language", "does"),
    [
        ("de-CH", "de", True),
        ("de", "nl", False),
        ("no", "nb", True),
        ("no", "nn", True),
        ("no", "da", False),
        ("nb", "nn", False),
        ("sh", "bs", True),
        ("sr", "sr-Latn", True),
        ("sr-Latn", "sr", False),
        ("may", "id", True),
        ("ms", "id", False),
        ("x-default", "de", False),
    ],
)
def test_a_claim_is_met_by_each_language_it_may_mean(tag: str, language: str, does: bool) -> None:
    assert (language in languages_meant_by(claimed_language(tag))) is does


def test_languages_have_names_in_english_and_german() -> None:
    assert language_name_of("nn") == ("Norwegian Nynorsk", "Norwegisch (Nynorsk)")
    assert language_name_of("no").german == "Norwegisch"
    assert language_name_of("xx") == ("xx", "xx")
    assert len(all_language_names()) > 90
    assert all(name.english and name.german for name in all_language_names().values())


def test_a_code_stands_for_itself_and_for_languages_that_have_names() -> None:
    for code in all_language_names():
        assert claimed_language(code) == code
        assert set(languages_meant_by(code)) <= set(all_language_names())


@given(st.text())
def test_every_text_claims_a_language_that_has_a_name_or_none(text: str) -> None:
    code = claimed_language(text)

    assert code == "" or code in all_language_names()
