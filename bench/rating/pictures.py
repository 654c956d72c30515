"""Learning curves as an SVG picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT, SIDE, TOP, BOTTOM = 640, 380, 60, 44, 46
COLOURS = ("#0b6e4f", "#c8553d", "#4f5d75", "#c9a227", "#6a4c93")


class Axes(NamedTuple):
    """What a picture is about, and how far its axes go."""

    title: str
    across: str
    up: str
    right: float
    top: float
    names_left: bool = False
    """The names of curves stand at the left above, where rising curves are not."""


def write_curves(
    path: Path, axes: Axes, curves: Mapping[str, Sequence[tuple[float, float]]]
) -> None:
    """A picture with a line for each curve and their names beside it."""
    parts = [
        f'<text x="{SIDE}" y="24" font-size="15">{axes.title}</text>',
        f'<text x="{SIDE}" y="{HEIGHT - 8}">{axes.across} →</text>',
        f'<text x="4" y="{TOP - 4}">{axes.up}</text>',
        *_grid(axes),
    ]
    for number, (name, points) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(axes, *point) for point in points))
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{line}"/>')
        left, at = WIDTH - 210, HEIGHT - BOTTOM - 18 * (len(curves) - number)
        if axes.names_left:
            left, at = SIDE + 14, TOP + 24 + 18 * number
        parts.append(f'<text x="{left}" y="{at}" fill="{colour}">{name}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = ' font-family="sans-serif" font-size="12" fill="#333">'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([head + style, ground, *parts, "</svg>", ""]))


def _place(axes: Axes, x: float, y: float) -> tuple[float, float]:
    wide, high = WIDTH - SIDE - 20, HEIGHT - TOP - BOTTOM
    return SIDE + wide * min(x / axes.right, 1), HEIGHT - BOTTOM - high * min(y / axes.top, 1)


def _grid(axes: Axes) -> list[str]:
    lines = []
    for step in range(5):
        x, y = _place(axes, axes.right * step / 4, axes.top * step / 4)
        left, bottom = _place(axes, 0, 0)
        right, top = _place(axes, axes.right, axes.top)
        lines.append(f'<path stroke="#ddd" d="M{x:.1f} {bottom:.1f}V{top:.1f}"/>')
        lines.append(f'<path stroke="#ddd" d="M{left:.1f} {y:.1f}H{right:.1f}"/>')
        lines.append(
            f'<text x="{x:.1f}" y="{bottom + 16:.1f}" text-anchor="middle">'
            f"{axes.right * step / 4:g}</text>"
        )
        lines.append(
            f'<text x="{left - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">'
            f"{axes.top * step / 4:g}</text>"
        )
    return lines
