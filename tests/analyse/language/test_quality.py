"""Running text is told from lists by its Zipf words, as many as its language has."""

import pytest

from auslese.analyse.language.language_mix import is_running
from auslese.analyse.language.running_text import least_zipf_share


def test_running_text_has_the_zipf_words_of_its_language() -> None:
    assert is_running("de", 0.4)
    assert not is_running("de", 0.1)


def test_inflecting_languages_need_fewer() -> None:
    assert least_zipf_share("ru") < least_zipf_share("en")
    assert is_running("ru", 0.22)
    assert not is_running("en", 0.22)


@pytest.mark.parametrize("language", ["", "unknown"])
def test_what_is_in_no_language_is_no_running_text(language: str) -> None:
    assert not is_running(language, 1.0)


def test_where_zipf_words_do_not_tell_they_do_not_decide() -> None:
    assert is_running("zh", 0.0)


@pytest.mark.parametrize("language", ["", "unknown", "tlh"])
def test_a_language_nobody_measured_is_judged_like_most(language: str) -> None:
    assert 0.05 < least_zipf_share(language) <= 0.4
