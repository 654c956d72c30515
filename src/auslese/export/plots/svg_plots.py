"""Plots as SVG: files that any browser shows, light or dark as the reader likes it.

Every text is made harmless first: words come from the web, and XML knows characters it forbids.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

LONGEST_LABEL = 22  # letters; the bars begin behind them
MOST_MARKS = 3  # on one letter: Vietnamese and Hebrew need no more, and more reach other lines
UNSHOWN = "\ufffd"
WIDTH = 760
ROW, BAR = 22, 14
TOP, BOTTOM, SIDE = 64, 34, 16
HALF = (WIDTH - 2 * SIDE) / 2
LABEL_ROOM = 190  # pixels that 22 wide letters of 13 pixels need
PLOT_HEIGHT = 300
LEFT_AXIS, RIGHT_AXIS = 70, 40  # room for the numbers beside a plot
TICKS_AT_MOST = 6
ASCENT = 4  # pixels from the middle of a line to its foot

# Colours that differ in lightness too, so that they can be told apart without seeing colour.
STYLE = """
  :root { --ground: #ffffff; --ink: #1f2328; --faint: #656d76; --line: #d0d7de;
          --up: #0b62c4; --down: #c2570c; --law: #c2570c;
          --third: #1a7f37; --fourth: #8250df; --fifth: #bf3989; --sixth: #57606a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #30363d;
            --up: #58a6ff; --down: #f0883e; --law: #f0883e;
            --third: #3fb950; --fourth: #bc8cff; --fifth: #ff7bc3; --sixth: #b1bac4; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--ink); unicode-bidi: isolate; }
  .title { font-size: 16px; font-weight: 600; }
  .note { font-size: 12px; fill: var(--faint); }
  .ground { fill: var(--ground); }
  .up { fill: var(--up); } .down { fill: var(--down); }
  .line { stroke: var(--line); stroke-width: 1; fill: none; }
  .heading { font-weight: 600; }
  .upline { stroke: var(--up); stroke-width: 2; fill: none; }
  .downline { stroke: var(--down); stroke-width: 2; fill: none; }
  .curve { stroke: var(--up); stroke-width: 2.5; fill: none; }
  .law { stroke: var(--law); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
"""


# The combining marks of Unicode's block for them, one after the other.
_STACKED = re.compile("[\u0300-\u036f]{2,}")


class PlotBar(NamedTuple):
    """A word and how long its bar is; `told` stands in its tooltip."""

    label: str
    value: float
    tooltip: str


class PlotCurve(NamedTuple):
    """What was measured, and what a law says of the same places."""

    title: str
    note: str
    across: tuple[str, Sequence[float]]
    up: tuple[str, Sequence[float]]
    law: Sequence[float]


def xml_text(text: str, most: int = 200) -> str:
    """The text for XML: escaped, cut, without anything that cannot be printed."""
    text = _STACKED.sub(lambda marks: marks[0][:MOST_MARKS], text)
    cut = text if len(text) <= most else text[: most - 1] + "…"
    shown = "".join(letter if letter.isprintable() else UNSHOWN for letter in cut)
    return escape(shown, quote=False)


def two_sided_bars(title: str, note: str, left: Sequence[PlotBar], right: Sequence[PlotBar]) -> str:
    """What falls to the left of the middle, what rises to the right, the strongest on top."""
    rows = max(len(left), len(right), 1)
    height = TOP + rows * ROW + BOTTOM
    most = max((bar.value for bar in (*left, *right)), default=1.0) or 1.0
    middle = WIDTH / 2
    parts = [
        text(SIDE, 26, title, "title"),
        text(SIDE, 46, note, "note"),
        f'<path class="line" d="M{middle:.1f} {TOP - 8}V{height - BOTTOM + 4}"/>',
        text(middle + 8, height - 12, "rising →", "note"),
        text(middle - 8, height - 12, "← falling", "note", "end"),
        *_bars(right, most, 1),
        *_bars(left, most, -1),
    ]
    return svg_picture(height, parts, title)


def _bars(bars: Sequence[PlotBar], most: float, direction: int) -> Iterable[str]:
    """Bars from the middle outwards, each with its word behind its end."""
    middle = WIDTH / 2
    anchor, kind = ("start", "up") if direction > 0 else ("end", "down")
    for row, bar in enumerate(bars):
        length = max(1.0, (HALF - LABEL_ROOM) * bar.value / most)
        left = middle if direction > 0 else middle - length
        top = TOP + row * ROW
        label = text(
            middle + direction * (length + 6), top + BAR / 2 + ASCENT, bar.label, "", anchor
        )
        yield (
            f'<g><title>{xml_text(bar.tooltip)}</title><rect class="{kind}" x="{left:.1f}"'
            f' y="{top}" width="{length:.1f}" height="{BAR}" rx="2"/>{label}</g>'
        )


def growth_curve(curve: PlotCurve) -> str:
    """A curve with both axes logarithmic, and the law as a broken line."""
    across, up = curve.across[1], curve.up[1]
    height = TOP + PLOT_HEIGHT + 56
    columns = _AxisScale.over(across, LEFT_AXIS, WIDTH - RIGHT_AXIS)
    rows = _AxisScale.over([*up, *curve.law], TOP + PLOT_HEIGHT, TOP)
    parts = [text(SIDE, 26, curve.title, "title"), text(SIDE, 46, curve.note, "note")]
    for tick in rows.ticks():
        parts.append(
            f'<path class="line" d="M{LEFT_AXIS} {rows.at(tick):.1f}H{WIDTH - RIGHT_AXIS}"/>'
        )
        parts.append(text(LEFT_AXIS - 8, rows.at(tick) + ASCENT, f"{tick:,.0f}", "note", "end"))
    for tick in columns.ticks():
        place = columns.at(tick)
        parts.append(f'<path class="line" d="M{place:.1f} {TOP}v{PLOT_HEIGHT}"/>')
        parts.append(text(place, TOP + PLOT_HEIGHT + 18, f"{tick:,.0f}", "note", "middle"))
    parts.append(_path("curve", columns, rows, list(zip(across, up, strict=True))))
    lawful = list(zip(across[-len(curve.law) :], curve.law, strict=True)) if curve.law else []
    parts.append(_path("law", columns, rows, lawful))
    middle = (LEFT_AXIS + WIDTH - RIGHT_AXIS) / 2
    axes = f"{curve.up[0]} against {curve.across[0]}, both axes logarithmic"
    parts.append(text(middle, height - 14, axes, "note", "middle"))
    return svg_picture(height, parts, curve.title)


class _AxisScale(NamedTuple):
    """A logarithmic axis."""

    low: float
    high: float
    begin: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], begin: float, end: float) -> "_AxisScale":
        positive = [value for value in values if value > 0] or [1.0]
        low, high = floor(log10(min(positive))), ceil(log10(max(positive)))
        return cls(low, max(high, low + 1), begin, end)

    def at(self, value: float) -> float:
        share = (log10(max(value, 10**self.low)) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[float]:
        step = ceil((self.high - self.low) / TICKS_AT_MOST)
        return [10.0**power for power in range(int(self.low), int(self.high) + 1, step)]


def _path(
    kind: str, columns: _AxisScale, rows: _AxisScale, points: Sequence[tuple[float, float]]
) -> str:
    places = " ".join(f"{columns.at(x):.1f},{rows.at(y):.1f}" for x, y in points)
    return f'<polyline class="{kind}" points="{places}"/>'


def text(left: float, foot: float, words: str, kind: str, anchor: str = "start") -> str:
    """Words at a place; without a kind they are a label, which is short."""
    most = LONGEST_LABEL if not kind else 200
    return (
        f'<text x="{left:.1f}" y="{foot:.1f}" class="{kind}" text-anchor="{anchor}">'
        f"{xml_text(words, most)}</text>"
    )


def svg_picture(height: float, parts: Iterable[str], title: str) -> str:
    """The whole file."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" role="img">\n<title>{xml_text(title)}</title>\n'
        f"<style>{STYLE}</style>\n"
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>\n{body}\n</svg>\n'
    )
