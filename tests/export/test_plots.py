"""Plots are sound files whatever words are made of, and say what they show."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.export.plots.svg_plots import PlotBar, PlotCurve, growth_curve, two_sided_bars
from auslese.export.plots.text_plots import bar, columns_of, curve, padded

HOSTILE = [
    "</text><script>alert(1)</script>",
    "\x1b[2Jclear",
    "\u202eright to left",
    "שלום עולם",
    "e" + "\u0301" * 200,
    "x" * 10_000,
    "\ud800",
    "a&b<c>\"d'",
    "中文词语",
]


def texts_in(picture: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(picture).iter() if each.tag.endswith("}text")]


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_breaks_a_picture(word: str) -> None:
    picture = two_sided_bars(word, word, [PlotBar(word, 1.0, word)], [PlotBar(word, 2.0, word)])

    root = ET.fromstring(picture.encode("utf-8"))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert all(text.isprintable() for text in texts_in(picture))
    assert all(len(text) <= 200 for text in texts_in(picture))


@given(st.text(max_size=40), st.floats(0, 1e6), st.floats(0, 1e6))
def test_any_text_and_any_value_make_a_sound_picture(word: str, a: float, b: float) -> None:
    picture = two_sided_bars("t", "n", [PlotBar(word, a, word)], [PlotBar(word, b, word)])

    ET.fromstring(picture.encode("utf-8"))


def test_rising_words_stand_right_of_the_middle_and_falling_ones_left() -> None:
    picture = two_sided_bars("t", "n", [PlotBar("down", 1.0, "")], [PlotBar("up", 2.0, "")])

    bars = {each.get("class"): each for each in ET.fromstring(picture).iter() if each.get("rx")}
    up, down = bars["up"], bars["down"]
    assert float(up.get("x", 0)) == 380
    assert float(down.get("x", 0)) + float(down.get("width", 0)) == pytest.approx(380, abs=0.2)
    assert float(up.get("width", 0)) == pytest.approx(2 * float(down.get("width", 0)), abs=0.2)


def test_a_curve_goes_up_from_left_to_right_and_stays_in_its_frame() -> None:
    read, met = [1.0, 10, 100, 1_000], [1.0, 8, 50, 300]
    picture = growth_curve(PlotCurve("t", "n", ("words", read), ("kinds", met), [290.0]))

    (line,) = [each for each in ET.fromstring(picture).iter() if each.get("class") == "curve"]
    points = [tuple(map(float, pair.split(","))) for pair in line.get("points", "").split()]
    assert points == sorted(points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert all(0 <= x <= 760 and 0 <= y <= 420 for x, y in points)


@pytest.mark.parametrize("word", HOSTILE)
def test_a_padded_word_takes_its_columns_and_no_more(word: str) -> None:
    assert columns_of(padded(word, 24)) == 24


def test_bars_of_letters_grow_with_the_value() -> None:
    lengths = [len(bar(value, 8, 8)) for value in range(9)]

    assert lengths == sorted(lengths)
    assert bar(8, 8, 8) == "█" * 8
    assert bar(0, 0, 8)


def test_a_curve_of_letters_has_all_its_lines() -> None:
    drawn = curve([1, 10, 100], [1, 5, 20], [19.0])

    assert len(drawn.split("\n")) == 14
    assert "●" in drawn
    assert curve([], []) == ""
