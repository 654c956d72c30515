"""Running text is told from lists by its Zipf words, as many as its language has."""

import pytest

from auslese.analyse.language.running_text import is_running, least_zipf_share


def test_running_text_has_the_zipf_words_of_its_language() -> None:
    assert is_running(0.4, "de", 20)
    assert not is_running(0.1, "de", 20)


def test_inflecting_languages_need_fewer() -> None:
    assert least_zipf_share("ru") < least_zipf_share("en")
    assert is_running(0.22, "ru", 20)
    assert not is_running(0.22, "en", 20)


def test_a_few_words_are_no_running_text() -> None:
    assert not is_running(1.0, "de", 4)


def test_where_zipf_words_do_not_tell_the_length_does() -> None:
    assert is_running(0.0, "zh", 2)
    assert not is_running(0.0, "zh", 1)


@pytest.mark.parametrize("language", ["", "unknown", "tlh"])
def test_a_language_nobody_measured_is_judged_like_most(language: str) -> None:
    assert is_running(0.4, language, 10)
    assert not is_running(0.05, language, 10)
