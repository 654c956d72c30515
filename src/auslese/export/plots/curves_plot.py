"""Several curves over one another, as SVG: one panel for each thing that was measured."""

from collections.abc import Iterator, Sequence
from math import floor, inf, log10
from typing import NamedTuple

from auslese.export.plots.svg_plots import ASCENT, SIDE, TOP, WIDTH, svg_picture, text

PANEL = 240  # pixels of a panel, without its head and foot
HEAD, FOOT = 30, 44
LEFT, RIGHT = 80, 200  # room for numbers and for names
TICKS = 4
ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # between two numbers at an axis, times a power of ten
DASHES = ("", "6 4", "2 3", "9 3 2 3", "1 5", "12 4")
"""Curves are told apart by these also where colours are not."""
COLOURS = ("up", "down", "third", "fourth", "fifth", "sixth")
"""Of the style of all plots, which has others in the dark."""


class NamedCurve(NamedTuple):
    """One curve: places across and up."""

    name: str
    points: Sequence[tuple[float, float]]


class CurvePanel(NamedTuple):
    """Curves on one scale, which begins at 0."""

    heading: str
    across: str
    curves: Sequence[NamedCurve]


def curves_plot(title: str, note: str, panels: Sequence[CurvePanel]) -> str:
    """Panels one below the other."""
    parts = [text(SIDE, 26, title, "title"), text(SIDE, 46, note, "note")]
    top = float(TOP)
    for panel in panels:
        parts += _panel(panel, top)
        top += HEAD + PANEL + FOOT
    return svg_picture(top, parts, title)


def _panel(panel: CurvePanel, top: float) -> Iterator[str]:
    points = [point for curve in panel.curves for point in curve.points]
    widest = axis_end(max((across for across, _ in points), default=1.0))
    highest = axis_end(max((up for _, up in points), default=1.0))
    begin, end, right = top + HEAD, top + HEAD + PANEL, WIDTH - RIGHT
    yield text(SIDE, top + 14, panel.heading, "heading")
    for tick in range(TICKS + 1):
        place = end - PANEL * tick / TICKS
        yield f'<path class="line" d="M{LEFT} {place:.1f}H{right}"/>'
        yield text(LEFT - 8, place + ASCENT, f"{highest * tick / TICKS:,g}", "note", "end")
        column = LEFT + (right - LEFT) * tick / TICKS
        yield text(column, end + 18, f"{widest * tick / TICKS:,g}", "note", "middle")
    yield text((LEFT + right) / 2, end + 36, panel.across, "note", "middle")
    for number, curve in enumerate(panel.curves):
        places = [
            (LEFT + (right - LEFT) * across / widest, end - PANEL * up / highest)
            for across, up in curve.points
        ]
        yield from _drawn(curve, places, number, begin)


def axis_end(most: float) -> float:
    """Where an axis ends that holds this much, so that its numbers are round and nothing else."""
    step = most / TICKS
    if not 0 < step < inf:
        return float(TICKS)
    power = 10.0 ** floor(log10(step))
    return TICKS * power * next(each for each in ROUND_STEPS if each * power >= step)


def _drawn(
    curve: NamedCurve, places: Sequence[tuple[float, float]], number: int, top: float
) -> Iterator[str]:
    """A curve, and its name at the side with a piece of its line."""
    colour = COLOURS[number % len(COLOURS)]
    style = f' style="stroke: var(--{colour})" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
    line = "L".join(f"{across:.1f} {up:.1f}" for across, up in places)
    if line:
        yield f'<path class="curve"{style} d="M{line}"/>'
    row = top + 10 + 22 * number
    left = WIDTH - RIGHT + 14
    yield f'<path class="curve"{style} d="M{left} {row:.1f}h30"/>'
    yield text(left + 38, row + ASCENT, curve.name, "note")
