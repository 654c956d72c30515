"""How many languages a model has room for."""

from pathlib import Path

import pytest

from auslese.analyse.language.language_arrays import MOST_LANGUAGES
from auslese.analyse.language.language_candidates import open_model
from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.records.errors import SettingsError


def languages(number: int) -> dict[str, LanguageCounts]:
    """Languages that share a word."""
    return {
        f"x{at}": LanguageCounts.of_words({"hallo": 2.0, f"w{at}": 1.0}) for at in range(number)
    }


def test_a_word_may_be_in_as_many_languages_as_a_model_has_room_for(tmp_path: Path) -> None:
    learn(languages(MOST_LANGUAGES)).save(tmp_path)

    rows, _ = open_model(tmp_path).entries(["hallo"])

    assert len(rows) == MOST_LANGUAGES


def test_more_languages_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(SettingsError, match=f"room for {MOST_LANGUAGES}"):
        learn(languages(MOST_LANGUAGES + 1))
