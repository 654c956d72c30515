"""Where the language changes inside a paragraph."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.language.language_spans import (
    MOST_LANGUAGES,
    LanguageStretch,
    costs_of,
    is_doubtful,
    places_of,
    stretches,
)
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.analyse.language.word_letters import letter_words, placed_letter_words

FRENCH = "Le musée est ouvert tous les jours sauf le lundi, de dix heures à dix-huit heures."
ENGLISH = "The museum is open every day except on Mondays, from ten to six o'clock."


def found(text: str) -> list[tuple[str, str]]:
    """The stretches of a text: language and words."""
    recogniser = shipped_recogniser()
    words = placed_letter_words(text)
    (costs,) = costs_of(recogniser.model, [[word.letters for word in words]])
    stretched = stretches(costs, [])
    return [
        (recogniser.languages[each.language], text[start:end])
        for each, (start, end) in zip(stretched, places_of(text, words, stretched), strict=True)
    ]


@given(st.text(st.characters(exclude_characters="İ")))
def test_words_with_places_are_the_words_that_models_are_made_of(text: str) -> None:
    words = placed_letter_words(text)

    if len(text.lower()) == len(text):
        assert [word.letters for word in words] == letter_words(text)
    assert all(0 <= word.start < word.end <= len(text) for word in words)


def test_the_capital_i_of_turkish_does_not_part_a_word() -> None:
    assert [word.letters for word in placed_letter_words("İstanbul")] == ["istanbul"]


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("re\u0301sume\u0301", "résumé"),
        ("за\u0301мок", "замок"),
        ("\u0642\u064e\u0627\u0644\u064e", "\u0642\u0627\u0644"),
        ("\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("Wör\u00adter", "wörter"),
        ("\u0640\u0640", ""),
    ],
)
def test_marks_that_most_texts_do_without_part_no_word(marked: str, plain: str) -> None:
    expected = [plain] if plain else []

    assert letter_words(marked) == expected
    assert [word.letters for word in placed_letter_words(marked)] == expected


def test_vowel_signs_and_dots_do_not_part_words_in_their_places() -> None:
    for text in ("हिन्दी भाषा में लिखा हुआ", "ภาษาไทยที่นี่", "i\u0307yi"):
        assert [word.letters for word in placed_letter_words(text)] == letter_words(text)


def test_the_language_changes_where_the_sentence_ends() -> None:
    assert found(f"{FRENCH} {ENGLISH}") == [("fr", FRENCH), ("en", ENGLISH)]
    quoted = f"Dann sagte er mit leiser Stimme: „{ENGLISH}“ Und dann ging er nach Hause."
    assert [language for language, _ in found(quoted)] == ["de", "en", "de"]


def test_a_name_or_two_change_nothing() -> None:
    text = "Gestern hat Jean-Pierre Dubois in Saint-Germain mit John Williams lange gesprochen."

    assert [language for language, _ in found(text)] == ["de"]


def test_a_text_of_one_language_needs_no_closer_look_and_one_of_two_does() -> None:
    recogniser = shipped_recogniser()
    french = recogniser.languages.index("fr")
    texts = [
        [word.letters for word in placed_letter_words(text)] for text in (FRENCH, FRENCH + ENGLISH)
    ]

    assert [is_doubtful(costs, french) for costs in costs_of(recogniser.model, texts)] == [
        False,
        True,
    ]


def test_a_border_lies_at_the_first_blank_between_two_words() -> None:
    text = 'Oui ! » "Yes, sir."'
    words = placed_letter_words(text)
    halves = [LanguageStretch(0, 1, 0, 1.0), LanguageStretch(1, 3, 1, 1.0)]

    places = places_of(text, words, halves)

    assert [text[start:end] for start, end in places] == ["Oui", '! » "Yes, sir."']


def test_very_many_changes_are_found_at_a_bounded_cost() -> None:
    spans = found(" ".join([FRENCH, ENGLISH] * 200))

    assert [language for language, _ in spans] == ["fr", "en"] * 200
    assert len({language for language, _ in spans}) <= MOST_LANGUAGES
