"""Words are what people would count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.text.words import WESTERN_SIGNS, WORD, count_words, names_in, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Dies ist ein Satz.", "Dies ist ein Satz"),
        ("Don't go, l'été d’automne!", "Don't go l'été d’automne"),
        ("E-Mail S-Bahn-Hof -x- a--b", "E-Mail S-Bahn-Hof x a b"),
        ("'n' 'quoted'", "n quoted"),
        ("snake_case 3D 1990 3,5", "snake case 3D 1990 3 5"),
        ("Straße GROẞ naïve", "Straße GROẞ naïve"),
        ("nai\u0308ve", "nai\u0308ve"),
        ("हिन्दी में", "हिन्दी में"),
        ("Donau\u00addampfer", "Donau\u00addampfer"),
        ("日本語です", "日 本 語 で す"),
        ("한국어 カタカナ", "한국어 カタカナ"),
        ("— … !?", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert words_of(text) == words.split()


@given(st.text())
def test_words_hold_all_letters_and_digits_in_order(text: str) -> None:
    letters = "".join(filter(str.isalnum, text))

    assert "".join(filter(str.isalnum, "".join(words_of(text)))) == letters
    assert count_words(text) == len(words_of(text))


@given(st.text(alphabet="ab1Z_ '-.\n\x1c\x00"))
def test_words_of_ascii_are_those_of_the_rule_for_all_letters(text: str) -> None:
    assert words_of(text) == WORD.findall(text)


@given(st.text(alphabet=f"{WESTERN_SIGNS}abé'’·-\xad\u2010日"))
def test_words_of_western_europe_are_those_of_the_rule_for_all_letters(text: str) -> None:
    assert words_of(text) == WORD.findall(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("C++, C# and F# (not C)", ["C++", "C#", "F#"]),
        ("It runs on .NET. Then node.js.", [".NET", "node.js"]),
        ("std::vector<int> v; os.path.join(a)", ["std::vector", "os.path.join"]),
        ("c++17", ["c++17"]),
        ("One. Two, 3.11 and 1.5 km; a+b; issue #4", []),
        ("write to name@mail.example", []),
    ],
)
def test_names_have_their_signs(text: str, names: list[str]) -> None:
    assert names_in(text) == names
