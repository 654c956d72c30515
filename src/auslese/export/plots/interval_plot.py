"""Estimates with their intervals side by side, as SVG."""

from collections.abc import Iterable, Sequence
from math import inf, isfinite, log10
from typing import NamedTuple

from auslese.export.plots.svg_plots import ASCENT, ROW, SIDE, TOP, WIDTH, svg_picture, text

LEFT, RIGHT = 250, 110  # room for labels and for numbers
HEAD = 34  # pixels above the rows of a group
FOOT = 30
DOT = 4.5
TICK = 3
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
TIMES = (0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
WIDEST = 1000.0  # a quotient beyond is drawn at the edge


class IntervalRow(NamedTuple):
    """One estimate."""

    label: str
    value: float
    low: float
    high: float
    is_plain: bool = False
    """Drawn in the colour of what is not corrected."""


class IntervalGroup(NamedTuple):
    """Estimates on one scale."""

    heading: str
    rows: Sequence[IntervalRow]
    is_share: bool
    """From 0 to 1; else a quotient, on a logarithmic scale around 1."""


def interval_plot(title: str, note: str, groups: Sequence[IntervalGroup]) -> str:
    """Groups of estimates one below the other: a dot each, and a line for its interval."""
    parts = [text(SIDE, 26, title, "title"), text(SIDE, 46, note, "note")]
    top = float(TOP)
    for group in groups:
        parts += _group(group, top)
        top += HEAD + ROW * len(group.rows) + FOOT
    return svg_picture(top, parts, title)


def _group(group: IntervalGroup, top: float) -> Iterable[str]:
    scale = _IntervalScale.of(group)
    begin, end = top + HEAD - 12, top + HEAD + ROW * len(group.rows)
    yield text(SIDE, top + 14, group.heading, "heading")
    for tick in scale.ticks:
        place = scale.at(tick)
        label = f"{tick:.0%}" if group.is_share else f"{tick:g}"
        yield f'<path class="line" d="M{place:.1f} {begin:.1f}V{end:.1f}"/>'
        yield text(place, end + 16, label, "note", "middle")
    for number, row in enumerate(group.rows):
        yield _row(row, scale, top + HEAD + ROW * number + ROW / 2 - 8, group.is_share)


def _row(row: IntervalRow, scale: "_IntervalScale", middle: float, is_share: bool) -> str:
    kind = "down" if row.is_plain else "up"
    low, high = scale.at(row.low), scale.at(row.high)
    form = ".1%" if is_share else ".3g"
    label = format(row.value, form) if isfinite(row.value) else "unknown"
    bounds = " to ".join(format(end, form) for end in (row.low, row.high))
    dot = ""
    if isfinite(row.value):
        place = scale.at(row.value)
        dot = f'<circle class="{kind}" cx="{place:.1f}" cy="{middle:.1f}" r="{DOT}"/>'
    return (
        f"<g><title>{label} ({bounds})</title>"
        + text(SIDE, middle + ASCENT, row.label, "label")
        + f'<path class="{kind}line" d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f}'
        f' {middle - TICK:.1f}v{2 * TICK}M{high:.1f} {middle - TICK:.1f}v{2 * TICK}"/>'
        + dot
        + text(WIDTH - RIGHT + 14, middle + ASCENT, label, "label")
        + "</g>"
    )


class _IntervalScale(NamedTuple):
    low: float
    high: float
    is_share: bool
    ticks: tuple[float, ...]

    @classmethod
    def of(cls, group: IntervalGroup) -> "_IntervalScale":
        if group.is_share:
            return cls(0.0, 1.0, True, SHARES)
        values = [
            abs(log10(min(max(value, 1 / WIDEST), WIDEST)))
            for row in group.rows
            for value in (row.value, row.low, row.high)
            if value > 0 and value != inf
        ]
        reach = max(0.35, *values) * 1.05 if values else 1.0
        ticks = tuple(tick for tick in TIMES if abs(log10(tick)) <= reach)
        return cls(-reach, reach, False, ticks)

    def at(self, value: float) -> float:
        number = value if self.is_share else log10(min(max(value, 1 / WIDEST), WIDEST))
        share = (number - self.low) / (self.high - self.low)
        return LEFT + min(max(share, 0.0), 1.0) * (WIDTH - LEFT - RIGHT)
