"""What is to be seen? Small pictures, drawn row by row and written as PNG."""

import struct
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random

Point = tuple[float, float]
Colour = tuple[int, int, int]


class Canvas:
    """A sheet of palette colours; colour 0 is the paper."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [bytearray(width) for _ in range(height)]

    def span(self, y: int, left: float, right: float, colour: int) -> None:
        """Colour one row between two columns, as far as it lies on the sheet."""
        start, end = max(0, round(left)), min(self.width, round(right))
        if 0 <= y < self.height and start < end:
            self._rows[y][start:end] = bytes([colour]) * (end - start)

    def box(self, corner: Point, size: Point, colour: int) -> None:
        """Colour an upright rectangle."""
        for y in range(round(corner[1]), round(corner[1] + size[1])):
            self.span(y, corner[0], corner[0] + size[0], colour)

    def ellipse(self, centre: Point, radius: Point, colour: int) -> None:
        """Colour an upright ellipse."""
        (cx, cy), (rx, ry) = centre, radius
        for y in range(round(cy - ry), round(cy + ry) + 1):
            half = rx * max(0.0, 1 - ((y - cy) / ry) ** 2) ** 0.5
            self.span(y, cx - half, cx + half, colour)

    def polygon(self, points: Sequence[Point], colour: int) -> None:
        """Colour the area inside the corners."""
        edges = list(zip(points, [*points[1:], points[0]], strict=True))
        heights = [y for _, y in points]
        for y in range(max(0, round(min(heights))), min(self.height, round(max(heights)) + 1)):
            cuts = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in edges
                if (ay <= y) != (by <= y)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                self.span(y, left, right, colour)

    def png(self, palette: Sequence[Colour]) -> bytes:
        """The sheet as a PNG file."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        colours = bytes(part for colour in palette for part in colour)
        rows = b"".join(b"\0" + row for row in self._rows)
        parts = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 6)))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def _regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> list[Point]:
    angles = (2 * pi * number / corners + turn for number in range(corners))
    return [(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in angles]


def _bees(sheet: Canvas, dice: Random) -> None:
    radius = sheet.height / 11
    for row in range(9):
        for column in range(12):
            x = (column + (row % 2) / 2) * radius * 1.8
            centre = (x, row * radius * 1.56)
            sheet.polygon(_regular(centre, radius, 6, pi / 6), 1)
            sheet.polygon(_regular(centre, radius * 0.86, 6, pi / 6), dice.choice((2, 2, 3, 4)))
    for _ in range(dice.randint(2, 5)):
        _bee(sheet, (dice.uniform(0.15, 0.85), dice.uniform(0.15, 0.85)))


def _bee(sheet: Canvas, place: Point) -> None:
    size = sheet.height / 12
    x, y = place[0] * sheet.width, place[1] * sheet.height
    sheet.ellipse((x - size * 0.3, y - size * 0.8), (size * 0.7, size * 0.45), 6)
    sheet.ellipse((x + size * 0.5, y - size * 0.8), (size * 0.7, size * 0.45), 6)
    sheet.ellipse((x, y), (size * 1.2, size * 0.65), 5)
    for stripe in (-0.6, 0.0, 0.6):
        half = size * 0.5
        sheet.box((x + stripe * size - size * 0.12, y - half), (size * 0.24, half * 2), 3)


def _maps(sheet: Canvas, dice: Random) -> None:
    for _ in range(dice.randint(2, 4)):
        centre = (dice.uniform(0.2, 0.8) * sheet.width, dice.uniform(0.25, 0.75) * sheet.height)
        waves = [(dice.uniform(0.03, 0.12), dice.uniform(0, 6)) for _ in range(4)]
        for level in range(5):
            _contour(sheet, centre, (1 - level / 5.5) * sheet.height * 0.32, (waves, level))
    river = [(x, 0.5 + 0.12 * sin(x * 7 + dice.random())) for x in (0, 0.2, 0.4, 0.6, 0.8, 1)]
    banks = [(x * sheet.width, y * sheet.height) for x, y in river]
    sheet.polygon([*banks, *((x, y + sheet.height / 40) for x, y in reversed(banks))], 6)


def _contour(
    sheet: Canvas, centre: Point, radius: float, shape: tuple[list[tuple[float, float]], int]
) -> None:
    waves, level = shape
    points = []
    for step in range(48):
        angle = step * pi / 24
        swell = 1 + sum(a * sin((n + 1) * angle + p) for n, (a, p) in enumerate(waves))
        points.append(
            (centre[0] + radius * swell * cos(angle) * 1.2, centre[1] + radius * swell * sin(angle))
        )
    sheet.polygon(points, 1 + level % 5)


def _organs(sheet: Canvas, dice: Random) -> None:
    count = dice.randint(9, 15)
    wide = sheet.width / (count + 1)
    for number in range(count):
        tall = sheet.height * (0.45 + 0.4 * abs(sin(number * pi / (count - 1) + dice.random() / 9)))
        left, foot = wide * (number + 0.5), sheet.height * 0.92
        sheet.box((left + wide * 0.1, foot - tall), (wide * 0.8, tall * 0.86), 2 + number % 2)
        sheet.box((left + wide * 0.1, foot - tall), (wide * 0.2, tall * 0.86), 4)
        mouth = foot - tall * 0.22
        sheet.polygon(
            [
                (left + wide * 0.25, mouth),
                (left + wide * 0.75, mouth),
                (left + wide * 0.5, mouth - tall * 0.09),
            ],
            5,
        )
        sheet.polygon(
            [
                (left + wide * 0.1, foot - tall * 0.14),
                (left + wide * 0.9, foot - tall * 0.14),
                (left + wide * 0.5, foot),
            ],
            3,
        )
    sheet.box((0, sheet.height * 0.9), (sheet.width, sheet.height * 0.1), 1)


def _ice(sheet: Canvas, dice: Random) -> None:
    for layer, colour in ((0.35, 1), (0.5, 2), (0.62, 3)):
        _range(sheet, layer, colour, dice)
    tongue = [(0.42, 0.5), (0.58, 0.5), (0.55, 0.7), (0.72, 0.95), (0.3, 0.95), (0.45, 0.7)]
    sheet.polygon([(x * sheet.width, y * sheet.height) for x, y in tongue], 4)
    for _ in range(9):
        x, y = dice.uniform(0.44, 0.49) * sheet.width, dice.uniform(0.6, 0.92) * sheet.height
        sheet.box((x, y), (sheet.width / 14, sheet.height / 160), 5)
    sheet.box((0, sheet.height * 0.93), (sheet.width, sheet.height * 0.07), 6)


def _range(sheet: Canvas, top: float, colour: int, dice: Random) -> None:
    """A chain of peaks from the left edge to the right, snow on the higher ones."""
    peaks = [(x / 6, top + dice.uniform(-0.15, 0.12)) for x in range(7)]
    points = [(-0.1, 1.0)]
    for number, (x, y) in enumerate(peaks):
        points += [(x - 0.06, y + 0.09), (x, y), (x + 0.07, y + 0.1 + 0.01 * number)]
    points.append((1.1, 1.0))
    sheet.polygon([(x * sheet.width, y * sheet.height) for x, y in points], colour)
    for x, y in peaks:
        cap = [(x - 0.035, y + 0.055), (x, y), (x + 0.04, y + 0.06), (x, y + 0.045)]
        sheet.polygon([(a * sheet.width, b * sheet.height) for a, b in cap], 4)


def _wine(sheet: Canvas, dice: Random) -> None:
    sheet.polygon(
        [
            (0, sheet.height * 0.55),
            (sheet.width, sheet.height * 0.35),
            (sheet.width, sheet.height),
            (0, sheet.height),
        ],
        1,
    )
    for row in range(9):
        base = sheet.height * (0.6 + row * 0.045)
        sheet.polygon(
            [
                (0, base),
                (sheet.width, base - sheet.height * 0.2),
                (sheet.width, base - sheet.height * 0.185),
                (0, base + sheet.height / 60),
            ],
            2,
        )
    x, y = dice.uniform(0.3, 0.7) * sheet.width, sheet.height * 0.22
    radius = sheet.height / 17
    for line in range(6):
        for number in range(6 - line):
            spot = (x + (number - (5 - line) / 2) * radius * 1.8, y + line * radius * 1.6)
            sheet.ellipse(spot, (radius, radius), 3 + (number + line) % 2)
            sheet.ellipse((spot[0] - radius / 3, spot[1] - radius / 3), (radius / 5,) * 2, 6)
    sheet.polygon(_regular((x, y - radius * 1.8), radius * 1.9, 5, -pi / 2), 5)


def _stars(sheet: Canvas, dice: Random) -> None:
    for band in range(5):
        top = sheet.height * (0.5 + band * 0.09)
        sheet.box((0, top), (sheet.width, sheet.height - top), 1 + band // 2)
    for _ in range(160):
        x, y = dice.random() * sheet.width, dice.random() ** 1.3 * sheet.height * 0.85
        size = dice.choice((1, 1, 1, 2, 3)) * sheet.height / 480
        sheet.ellipse((x, y), (size, max(size, 0.6)), 4)
    x, y = dice.uniform(0.5, 0.8) * sheet.width, dice.uniform(0.15, 0.35) * sheet.height
    half = sheet.height / 70
    tail = (x - sheet.width * 0.35, y + sheet.height * 0.2)
    sheet.polygon([(x, y - half), (x, y + half), tail], 3)
    sheet.ellipse((x, y), (sheet.height / 45,) * 2, 5)
    sheet.ellipse((sheet.width / 2, sheet.height * 1.08), (sheet.width * 0.7, sheet.height / 5), 6)


_MOTIFS: dict[str, tuple[Callable[[Canvas, Random], None], tuple[str, ...]]] = {
    "bees": (_bees, ("fdf3d8", "8a5a16", "f2b632", "3a2a1a", "d98f1f", "f7cf4d", "f4f4ee")),
    "maps": (_maps, ("e9efdd", "c4d6a0", "d9d99a", "d8bf84", "c39a66", "9f7350", "6fa3c7")),
    "organs": (_organs, ("3d2b24", "6b4630", "c9c3b4", "a39c8c", "ece8dc", "2a201b", "d0a24c")),
    "ice": (_ice, ("cfe3f2", "93a8bd", "6c8096", "4b5c70", "f4f9fd", "b5d3e6", "5d6a55")),
    "wine": (_wine, ("f6ead2", "a9b46a", "6e8443", "5b2a55", "7a3b70", "55803a", "e7d3ea")),
    "stars": (_stars, ("0c1230", "17204a", "263064", "5a6aa8", "f6f2d8", "fff6b8", "05070f")),
}


@lru_cache(maxsize=256)
def draw(theme: str, key: str, size: tuple[int, int]) -> bytes:
    """A picture on the theme as PNG; the same key gives the same picture."""
    dice = Random(f"picture/{theme}/{key}")
    motif, colours = _MOTIFS[theme]
    sheet = Canvas(*size)
    motif(sheet, dice)
    shift = [dice.randint(-14, 14) for _ in range(3)]
    return sheet.png([_shifted(colour, shift) for colour in colours])


def _shifted(colour: str, shift: Sequence[int]) -> Colour:
    red, green, blue = (
        min(255, max(0, part + by)) for part, by in zip(bytes.fromhex(colour), shift, strict=True)
    )
    return red, green, blue
