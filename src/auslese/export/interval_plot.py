"""Shares with their intervals as SVG, one group under the other."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from auslese.export.plots import ASCENT, BAR, BOTTOM, ROW, SIDE, TOP, WIDTH, picture, shown, text

LEFT = 210  # pixels for the names
RIGHT = WIDTH - 60
HEAD = 30  # pixels above a group, with its name


class Measured(NamedTuple):
    """A share between 0 and 1, with its bounds."""

    label: str
    value: float
    low: float
    high: float
    told: str
    """Stands in its tooltip."""


def interval_plot(title: str, note: str, groups: Sequence[tuple[str, Sequence[Measured]]]) -> str:
    """A dot for each share and a bar for its interval."""
    parts = [text(SIDE, 26, title, "title"), text(SIDE, 46, note, "note")]
    top: float = TOP
    for name, group in groups:
        parts.append(text(SIDE, top + HEAD / 2, name, "note"))
        top += HEAD
        parts += _rows(group, top)
        top += ROW * len(group)
    parts += _axis(top)
    return picture(top + BOTTOM, parts, title)


def _at(share: float) -> float:
    return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, share))


def _rows(group: Sequence[Measured], top: float) -> Iterable[str]:
    for row, each in enumerate(group):
        middle = top + row * ROW + BAR / 2
        low, high = _at(each.low), _at(each.high)
        yield (
            f"<g><title>{shown(f'{each.label}: {each.told}')}</title>"
            f'<rect class="line" x="{low:.1f}" y="{middle - 4:.1f}" height="8" rx="2"'
            f' width="{max(1.0, high - low):.1f}"/>'
            f'<circle class="up" cx="{_at(each.value):.1f}" cy="{middle:.1f}" r="4"/>'
            f"{text(LEFT - 8, middle + ASCENT, each.label, '', 'end')}</g>"
        )


def _axis(foot: float) -> Iterable[str]:
    for tenth in range(0, 11, 2):
        place = _at(tenth / 10)
        yield f'<path class="line" d="M{place:.1f} {TOP}V{foot:.1f}"/>'
        yield text(place, foot + 18, f"{tenth * 10} %", "note", "middle")
