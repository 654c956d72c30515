"""Stop words: lists for many languages, and words that a collection makes meaningless."""

from pathlib import Path

import pytest

from auslese.text import stop_words as module
from auslese.text.stop_words import StopWordReason, dynamic_stop, languages, stop_words
from auslese.text.words import words_of

LISTS = sorted(Path(module.__file__).with_suffix("").glob("*.txt"))


def test_more_than_twenty_languages_have_a_list_and_german_and_english_rich_ones() -> None:
    assert len(LISTS) >= 30
    assert len(stop_words("de")) >= 2_500
    assert len(stop_words("en")) >= 1_500
    assert min(len(stop_words(code)) for code in languages()) >= 100


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_every_listed_word_is_a_word_of_the_tokeniser_in_small_letters(file: Path) -> None:
    stray = {word for word in stop_words(file.stem) if words_of(word) != [word]}

    # A leading apostrophe parts from its word, and Latin points part abbreviations.
    assert {word for word in stray if not word.startswith(("'", "’")) and "." not in word} <= {
        "ό,τι"
    }
    assert all(word == word.lower() for word in stop_words(file.stem))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "der dieselben meinetwegen hätten zwischen achtzigstens dienstags für fuer dass"),
        ("en", "the themselves hasn't hasn’t wherein twenty-first thursday"),
        ("fr", "c'est qu’il lesquelles"),
        ("ru", "ее её которые"),
        ("ro", "și şi"),
        ("no", "ikke hvilket"),
    ],
)
def test_forms_and_second_spellings_are_listed(language: str, words: str) -> None:
    assert set(words.split()) <= stop_words(language)


def test_words_with_a_subject_are_not_listed() -> None:
    assert not {"institut", "rechner", "gletscher", "haus", "frauen", "art"} & stop_words("de")
    assert not {"computer", "glacier", "art", "house", "sun"} & stop_words("en")


def test_a_language_without_a_list_has_no_stop_words() -> None:
    assert stop_words("tlh") == stop_words("") == stop_words("../words") == frozenset()


@pytest.mark.parametrize(
    ("uses", "documents", "why"),
    [
        (1, 1, StopWordReason.ONCE),
        (950, 901, StopWordReason.EVERYWHERE),
        (900, 900, None),
        (10, 10, None),
        (20, 9, StopWordReason.RARE),
    ],
)
def test_a_word_on_nearly_all_or_hardly_any_of_a_thousand_documents_stops(
    uses: int, documents: int, why: StopWordReason | None
) -> None:
    assert dynamic_stop(uses, documents, 1_000) is why
