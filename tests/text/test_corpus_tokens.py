"""Tokens of sentences."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from auslese.text.corpus_tokens import tokens_of

CASES = [
    ("de", "Er sah z.B. am 9. Mai Dr. Maier.", "Er|sah|z.B.|am|9.|Mai|Dr.|Maier|."),
    ("de", "Um 19:30: 1.234,50 € (ca. 3 %) usw.", "Um|19:30|:|1.234,50|€|(|ca.|3|%|)|usw."),
    ("de", "Es waren 5.", "Es|waren|5|."),
    ("en", "John F. Kennedy's far-away 3D-map...", "John|F.|Kennedy's|far-away|3D-map|..."),
    (
        "en",
        "At https://a.example/x?y=1, or a@b-c.de.",
        "At|https://a.example/x?y=1|,|or|a@b-c.de|.",
    ),
    ("en", "(www.a.example) C++ and node.js!", "(|www.a.example|)|C++|and|node.js|!"),
    ("fr", "« L'été », dit-il.", "«|L'été|»|,|dit-il|."),
    ("ja", "東京は。", "東|京|は|。"),
    ("hi", "नमस्ते दुनिया।", "नमस्ते|दुनिया|।"),
    ("en", "a_b __x __init__ -- == 1.1x", "a_b|__|x|__init__|--|==|1|.|1x"),
]
SLOW = ["a.", "www.", "a@", "http://", "1.", "'", "((", "a.b@", "#a", "\u0301", "b@c.", "a_"]


@pytest.mark.parametrize(("language", "sentence", "tokens"), CASES, ids=[c[1][:12] for c in CASES])
def test_words_numbers_addresses_and_signs_are_tokens(
    language: str, sentence: str, tokens: str
) -> None:
    assert [token.text for token in tokens_of(sentence, language)] == tokens.split("|")


@given(
    some.text() | some.text("aZ1.:,@w/-'#+_ \u0301\u200d"),
    some.sampled_from(["", "de", "en", "ja"]),
)
@example("www.www.", "")
@example("a@b.c.", "de")
def test_tokens_and_the_white_space_between_them_are_the_sentence(text: str, code: str) -> None:
    rebuilt, end = "", 0
    for token in tokens_of(text, code):
        between = text[end : token.start]
        assert not between.strip()
        assert token.text
        assert not any(letter.isspace() for letter in token.text)
        rebuilt += between + token.text
        end = token.end
    assert not text[end:].strip()
    assert rebuilt + text[end:] == text


@pytest.mark.parametrize("end", ["", "x"])
@pytest.mark.parametrize("piece", SLOW)
def test_a_text_of_traps_takes_linear_time(piece: str, end: str) -> None:
    """A quadratic search would take minutes here, not moments."""
    text = piece * 20_000 + end

    tokens = tokens_of(text)

    assert sum(len(token.text) for token in tokens) == len(text)
