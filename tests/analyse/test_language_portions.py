"""Recognising many and long texts."""

from auslese.analyse.language.recogniser import MOST_LETTERS, shipped_recogniser


def test_long_texts_are_recognised_in_portions_and_by_their_beginnings() -> None:
    german, russian = "Dies ist ein deutscher Satz. ", "Это предложение на русском языке. "
    texts = [german * 20_000, russian, german + russian * 10_000, ""] * 2

    told = [each.language for each in shipped_recogniser().recognise(texts)]

    assert told == ["de", "ru", "ru", "unknown"] * 2
    whole, beginning = shipped_recogniser().recognise(
        [german * 10_000, (german * 10_000)[:MOST_LETTERS]]
    )
    assert whole == beginning
