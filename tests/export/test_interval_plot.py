"""Intervals as a picture: sound XML, whatever the figures and the names."""

from math import inf, nan
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from auslese.export.plots.interval_plot import IntervalGroup, IntervalRow, interval_plot
from auslese.export.plots.svg_plots import WIDTH

SVG = "{http://www.w3.org/2000/svg}"
ANY = st.floats(min_value=0) | st.sampled_from([inf, nan, 0.0])


def picture(*groups: IntervalGroup) -> ElementTree.Element:
    return ElementTree.fromstring(interval_plot("Title", "note", groups))


def test_every_estimate_has_a_dot_between_the_ends_of_its_line() -> None:
    rows = [IntervalRow("a", 0.5, 0.25, 0.75), IntervalRow("b", 0.1, 0.0, 1.0, is_plain=True)]

    drawn = picture(IntervalGroup("shares", rows, is_share=True))

    dots = [float(dot.attrib["cx"]) for dot in drawn.iter(f"{SVG}circle")]
    assert len(dots) == 2
    assert dots[1] < dots[0]
    assert {dot.attrib["class"] for dot in drawn.iter(f"{SVG}circle")} == {"up", "down"}


def test_what_is_unknown_has_no_dot_and_says_so() -> None:
    drawn = picture(IntervalGroup("times", [IntervalRow("a", nan, 0.0, inf)], is_share=False))

    assert not list(drawn.iter(f"{SVG}circle"))
    assert "unknown" in "".join(drawn.itertext())


@given(st.text(max_size=40), ANY, ANY, ANY, st.booleans())
def test_any_figures_stay_in_a_sound_picture(
    name: str, value: float, low: float, high: float, is_share: bool
) -> None:
    drawn = picture(IntervalGroup(name, [IntervalRow(name, value, low, high)], is_share))

    assert all(0 <= float(dot.attrib["cx"]) <= WIDTH for dot in drawn.iter(f"{SVG}circle"))
