"""Curves of several crawls in one picture: told apart, with round numbers at the axes."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.export.plots.curves_plot import (
    COLOURS,
    TICKS,
    CurvePanel,
    NamedCurve,
    axis_end,
    curves_plot,
)


def labels(svg: str) -> list[str]:
    """All texts of a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.text]


def sites(names: list[str]) -> str:
    """A picture of crawls that came to six sites."""
    curves = [NamedCurve(name, [(40, 6), (394, 6)]) for name in names]
    return curves_plot("Crawls", "", [CurvePanel("sites", "pages", curves)])


def test_numbers_at_the_axes_are_those_of_their_places() -> None:
    shown = labels(sites(["none"]))
    assert {"0", "2", "4", "6", "8", "100", "200", "300", "400"} <= set(shown)


def test_curves_have_colours_of_their_own_and_the_same_at_their_names() -> None:
    strokes = re.findall(r"var\(--(\w+)\)\" stroke-dasharray", sites([*"abcdef"]))
    assert strokes == [colour for colour in COLOURS for _ in range(2)]


@given(some.floats(1e-6, 1e12))
def test_an_axis_holds_the_most_and_is_used_by_two_fifths_at_least(most: float) -> None:
    end = axis_end(most)
    assert most <= end * (1 + 1e-12)
    assert end <= 2.5 * most


@pytest.mark.parametrize("most", [0.0, -1.0, float("inf"), float("nan")])
def test_an_axis_of_nothing_that_can_be_drawn_has_an_end(most: float) -> None:
    assert axis_end(most) == TICKS
