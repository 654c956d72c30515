"""PDF files made from a seed: reports, papers in two columns, slides, in several fonts."""

import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .pages import phrase
from .vocabulary import NOUNS, PREPOSITIONS, VERBS

SEED = 1993
WIDTH, HEIGHT, MARGIN = 595, 842, 60
FONTS = ("Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold", "Courier")
BODY, BOLD, ITALIC, CODE = "/F0", "/F1", "/F2", "/F5"
KERNED = re.compile(r"([vwyopTVWf])([aeoprt.,])")  # pairs that printers move together
LETTER = 0.5  # width of a letter as a share of its height, on the average


class Kind(NamedTuple):
    """What a file looks like."""

    name: str
    files: int
    pages: int
    columns: int
    size: float
    lines: int
    """Lines in a column."""
    is_set: bool = True
    """Whether blanks are distances and letters are moved together, as TeX and Word do it."""


KINDS = (
    Kind("report", 6, 15, 1, 11, 48),
    Kind("paper", 6, 8, 2, 9.5, 58),
    Kind("slides", 3, 30, 1, 22, 10),
    Kind("book", 1, 100, 1, 10, 52),
    Kind("listing", 2, 25, 1, 10, 56, is_set=False),
)


def make_prints(folder: Path) -> list[Path]:
    """Write the files, unless they are there, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for kind in KINDS:
        for number in range(kind.files):
            path = folder / f"{kind.name}-{number}.pdf"
            if not path.exists():
                path.write_bytes(made_print(kind, random.Random(f"{SEED} {path.name}")))
            paths.append(path)
    return paths


def made_print(kind: Kind, dice: random.Random) -> bytes:
    """One file; its text streams are packed, as nearly everybody packs them."""
    title = _sentence(dice).rstrip(".")
    objects = [b"<</Type/Catalog/Pages 2 0 R/Lang(en)>>", b"", _fonts()]
    kids = []
    for number in range(kind.pages):
        content = zlib.compress("\n".join(_page(kind, title, number, dice)).encode("latin-1"))
        objects.append(
            b"<</Filter/FlateDecode/Length %d>>\nstream\n" % len(content) + content + b"\nendstream"
        )
        objects.append(
            b"<</Type/Page/Parent 2 0 R/Contents %d 0 R/Resources 3 0 R/Annots[%b]>>"
            % (len(objects), _links(dice))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%b]/Count %d/MediaBox[0 0 %d %d]>>" % (
        b" ".join(kids), len(kids), WIDTH, HEIGHT,
    )  # fmt: skip
    objects.append(b"<</Title(%b)/CreationDate(D:20040531)>>" % title.encode("latin-1", "replace"))
    return _file(objects)


def _page(kind: Kind, title: str, number: int, dice: random.Random) -> Iterator[str]:
    """What is drawn: a running title, text line by line, a page number."""
    yield _line(ITALIC, 9, (MARGIN, HEIGHT - 40), title[:60], kind.is_set)
    if number == 0:
        yield _line(BOLD, 2 * kind.size, (MARGIN, HEIGHT - 80), title[:40], kind.is_set)
    width = (WIDTH - 2 * MARGIN - 20 * (kind.columns - 1)) / kind.columns
    letters = int(width / kind.size / LETTER)
    for column in range(kind.columns):
        left, base = MARGIN + column * (width + 20), HEIGHT - 110.0
        for text in _lines(kind.lines, letters, dice):
            font = BOLD if not text.endswith(" ") and len(text) < letters / 2 else BODY
            yield _line(font, kind.size, (left, base), text.rstrip(), kind.is_set)
            base -= 1.2 * kind.size
    yield _line(BODY, 9, (WIDTH / 2, 30), str(number + 1), kind.is_set)


def _lines(count: int, letters: int, dice: random.Random) -> Iterator[str]:
    """Text filled into lines; some words are divided at the ends."""
    words: list[str] = []
    for _ in range(count):
        while sum(map(len, words)) + len(words) < 2 * letters:
            words += _sentence(dice).split()
        line = ""
        while len(line) + len(words[0]) < letters:
            line += words.pop(0) + " "
        rest = letters - len(line) - 2
        if rest > 2 and len(words[0]) - rest > 2:
            line += f"{words[0][:rest]}-"
            words[0] = words[0][rest:]
        yield line


def _sentence(dice: random.Random) -> str:
    verb, where, place = dice.choice(VERBS), dice.choice(PREPOSITIONS), dice.choice(NOUNS)
    return f"The {phrase(dice)} {verb} the {phrase(dice)} {where} the {place}."


def _line(font: str, size: float, place: tuple[float, float], text: str, is_set: bool) -> str:
    """A line, as one string or as TeX and word processors set it."""
    start = f"BT {font} {size:g} Tf 1 0 0 1 {place[0]:.2f} {place[1]:.2f} Tm"
    if not is_set:
        return f"{start} ({_safe(text)})Tj ET"
    words = " -278 ".join(f"({_kerned(_safe(word))})" for word in text.split())
    return f"{start} [{words}]TJ ET"


def _kerned(word: str) -> str:
    return KERNED.sub(r"\1) 28 (\2", word)


def _safe(word: str) -> str:
    safe = word.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return safe.encode("latin-1", "replace").decode("latin-1")


def _links(dice: random.Random) -> bytes:
    return b"".join(
        b"<</Type/Annot/Subtype/Link/Rect[%d %d %d %d]/A<</S/URI/URI(http://www.example.org/%d)>>>>"
        % (MARGIN, base, MARGIN + 80, base + 12, base)
        for base in dice.sample(range(60, 760), 3)
    )


def _fonts() -> bytes:
    entries = b"".join(
        b"/F%d<</Type/Font/Subtype/Type1/BaseFont/%b/Encoding/WinAnsiEncoding>>"
        % (number, font.encode())
        for number, font in enumerate(FONTS)
    )
    return b"<</Font<<%b>>>>" % entries


def _file(objects: list[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n%\xe4\xf6\xfc\xdf\n"), []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, item)
    start, count = len(out), len(objects)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (count + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\n" % (count + 1, count)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start
