"""Lines of a printed page made paragraphs again.

Paper knows lines only. Which of them belong together is told by size, distance, indentation and
how full a line is; what stands at the edge of many pages belongs to none of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from auslese.records.document import Paragraph, ParagraphKind
from auslese.text.hyphens import DIVIDED, joined_lines, words_of

EDGE = 0.12  # of a page's height at its top and foot, where running titles stand
EDGE_LINES = 3  # of each edge that are looked at
MOST_REPEATED = 200  # letters of a line that may be a running title
SAME_SIZE = 0.08  # letters may differ so much, as a share, within a paragraph
WIDE_GAP = 1.3  # times the usual distance of lines: what is more parts paragraphs
ONE_LINE = 0.5  # of a letter's height: what differs by less stands on the same line
INDENT = 0.8  # of a letter's height: how far a first line stands in
SHORT = 0.85  # a line that fills less of its column is the last one of its paragraph
LARGER = 1.12  # times the size of running text: a heading
LONGEST_HEADING = 200
FEW_WORDS = 4
FEW_PAGES = 4  # among so many a line that stands on two is a running title

DIGITS = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"[^\w]*(?:(?:page|seite|p\.|s\.)\s*)?(?:\d{1,5}|[ivxlcdm]{1,8})"
    r"(?:\s*(?:/|of|von|\|)\s*\d{1,5})?[^\w]*",
    re.IGNORECASE,
)
BULLET = re.compile(r"(?:[•◦▪‣●○■□–—∗*·-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+\S")
CAPTION = re.compile(
    r"(?:Fig(?:ure|\.)|Tab(?:le|elle|\.)|Abb(?:ildung|\.)|Listing|Scheme)\s*[\dIVX]+[.:]?"
)
SENTENCE_END = re.compile(r"[.!?:;…][\"'”“»«)\]]*\Z")


class PrintLine(NamedTuple):
    """A line of print: its text, where it stands, in which letters."""

    text: str
    left: float
    right: float
    base: float
    """Height of the line on which its letters stand, from the foot of the page."""
    size: float
    """Height of its letters."""
    is_bold: bool = False
    is_typewriter: bool = False
    begin: int = 0
    """Where it begins in the text of its page."""


class PrintedPage(NamedTuple):
    """A page of print, in the order of reading."""

    height: float
    lines: list[PrintLine]


@dataclass(slots=True)
class PrintedBlock:
    """Lines that belong together."""

    lines: list[PrintLine] = field(default_factory=list)
    is_edge: bool = False


def paragraphs_of(leaves: Sequence[PrintedPage], edges: Sequence[set[int]]) -> list[Paragraph]:
    """The paragraphs of a printed document; `edges` tells which lines of each page are not main."""
    size = usual_size(leaves)
    known = words_of(line.text for leaf in leaves for line in leaf.lines)
    return [_paragraph(block, size, known) for block in _blocks(leaves, edges, size)]


def usual_size(leaves: Iterable[PrintedPage]) -> float:
    """The size of most letters."""
    letters: Counter[float] = Counter()
    for leaf in leaves:
        for line in leaf.lines:
            letters[round(line.size, 1)] += len(line.text)
    return max(letters, key=letters.__getitem__, default=0.0)


# -- edges ----------------------------------------------------------------------------------------


def edge_lines(leaves: Sequence[PrintedPage]) -> list[set[int]]:
    """For each page the places of its lines that are running titles, page numbers, watermarks."""
    candidates = [_outermost(leaf) for leaf in leaves]
    seen = Counter(
        key
        for leaf, places in zip(leaves, candidates, strict=True)
        for key in {_look(leaf, place) for place in places}
    )
    least = 2 if len(leaves) <= FEW_PAGES else 3
    found = [
        {
            place
            for place in places
            if seen[_look(leaf, place)] >= least or PAGE_NUMBER.fullmatch(leaf.lines[place].text)
        }
        for leaf, places in zip(leaves, candidates, strict=True)
    ]
    found = _with_neighbours(leaves, candidates, found)
    return [one | other for one, other in zip(found, _watermarks(leaves), strict=True)]


def _watermarks(leaves: Sequence[PrintedPage]) -> Iterator[set[int]]:
    """For each page the places of lines that stand on half of all pages at the same place."""
    seen = Counter(stamp for leaf in leaves for stamp in {_stamp(line) for line in leaf.lines})
    least = max(len(leaves) / 2, 3)
    for leaf in leaves:
        yield {place for place, line in enumerate(leaf.lines) if seen[_stamp(line)] >= least}


def _stamp(line: PrintLine) -> tuple[str, int, int]:
    return line.text, round(line.left), round(line.base)


def body_lines(leaves: Sequence[PrintedPage], edges: Sequence[set[int]]) -> list[PrintLine]:
    """The lines of the first page that stand not at its edges."""
    for leaf, aside in zip(leaves, edges, strict=True):
        return [line for place, line in enumerate(leaf.lines) if place not in aside]
    return []


def _outermost(leaf: PrintedPage) -> list[int]:
    """Places of the lines at the top and at the foot of a page."""
    low, high = leaf.height * EDGE, leaf.height * (1 - EDGE)
    at_foot = [place for place, line in enumerate(leaf.lines) if line.base < low]
    at_top = [place for place, line in enumerate(leaf.lines) if line.base > high]
    at_foot.sort(key=lambda place: leaf.lines[place].base)
    at_top.sort(key=lambda place: -leaf.lines[place].base)
    return at_foot[:EDGE_LINES] + at_top[:EDGE_LINES]


def _look(leaf: PrintedPage, place: int) -> tuple[bool, str]:
    """What a running title has in common with those of other pages: its edge, and its words."""
    line = leaf.lines[place]
    return line.base > leaf.height / 2, DIGITS.sub("#", line.text[:MOST_REPEATED])


def _with_neighbours(
    leaves: Sequence[PrintedPage], candidates: list[list[int]], found: list[set[int]]
) -> list[set[int]]:
    """Add what stands where half of the pages have a running title: chapters change it."""
    bases = [[round(line.base) for line in leaf.lines] for leaf in leaves]
    heights = Counter(bases[page][place] for page, places in enumerate(found) for place in places)
    usual = {height for height, count in heights.items() if 2 * count >= len(leaves) > FEW_PAGES}
    return [
        places | {place for place in candidates[page] if bases[page][place] in usual}
        for page, places in enumerate(found)
    ]


# -- blocks ---------------------------------------------------------------------------------------


def _blocks(
    leaves: Sequence[PrintedPage], edges: Sequence[set[int]], size: float
) -> list[PrintedBlock]:
    """Blocks of all pages; one that goes on overleaf, or in the next column, is whole again."""
    last: PrintedBlock | None = None  # the last one of running text
    made: list[PrintedBlock] = []
    for leaf, aside in zip(leaves, edges, strict=True):
        body = [line for place, line in enumerate(leaf.lines) if place not in aside]
        made += [PrintedBlock([leaf.lines[place]], is_edge=True) for place in sorted(aside)]
        for block in _blocks_of_page(body):
            is_running = abs(block.lines[0].size - size) <= SAME_SIZE * size
            if last and is_running and _goes_on(last.lines[-1], block.lines[0]):
                last.lines += block.lines
                continue
            made.append(block)
            last = block if is_running else last
    return made


def _goes_on(before: PrintLine, after: PrintLine) -> bool:
    """Whether a paragraph is cut between two lines that are far from each other."""
    if before.is_typewriter or after.is_typewriter:
        return False
    if before.text.endswith(DIVIDED):
        return True
    return after.text[0].islower() and not SENTENCE_END.search(before.text[-5:])


def _blocks_of_page(lines: Sequence[PrintLine]) -> Iterator[PrintedBlock]:
    if not lines:
        return
    pitch = _usual_pitch(lines)
    right = _right_edges(lines)
    block = PrintedBlock([lines[0]])
    for place, (before, line) in enumerate(pairwise(lines)):
        is_full = before.right - before.left >= SHORT * (right[place] - before.left)
        if _is_new(block, line, pitch, is_full):
            yield block
            block = PrintedBlock()
        block.lines.append(line)
    yield block


def _usual_pitch(lines: Sequence[PrintLine]) -> float:
    """The usual distance of lines, as a multiple of their size."""
    steps = [
        (before.base - line.base) / line.size
        for before, line in pairwise(lines)
        if 0 < before.base - line.base < 3 * line.size
    ]
    return median(steps) if steps else 1.2


def _right_edges(lines: Sequence[PrintLine]) -> list[float]:
    """For each line how far the longest line of its column reaches."""
    edges: list[float] = []
    column: list[PrintLine] = []
    for line in lines:
        if column and line.base > column[-1].base + line.size:  # up again: the next column
            edges += [max(each.right for each in column)] * len(column)
            column = []
        column.append(line)
    return edges + [max(each.right for each in column)] * len(column)


def _is_new(block: PrintedBlock, line: PrintLine, pitch: float, is_full: bool) -> bool:
    """Whether a line begins a new paragraph; `is_full` tells whether the last one was filled."""
    before = block.lines[-1]
    if abs(line.size - before.size) > SAME_SIZE * max(line.size, before.size):
        return not _is_part_of_line(before, line)
    step = (before.base - line.base) / line.size
    if step < -ONE_LINE or step > WIDE_GAP * pitch:
        return True
    if before.text.endswith(DIVIDED):
        return False
    if (line.is_typewriter, line.is_bold) != (before.is_typewriter, before.is_bold):
        return step > ONE_LINE
    if step < ONE_LINE:  # the same line, after a gap
        return False
    if BULLET.match(line.text):
        return True
    if line.is_typewriter:
        return False
    return _stands_in(block, line) or not is_full


def _is_part_of_line(before: PrintLine, line: PrintLine) -> bool:
    """Whether small letters above or below belong to the line: exponents, indices."""
    return abs(before.base - line.base) < 0.6 * max(before.size, line.size)


def _stands_in(block: PrintedBlock, line: PrintLine) -> bool:
    """Whether the first line of a paragraph is indented, as in books."""
    indent = line.left - block.lines[-1].left
    return INDENT * line.size / 2 < indent < 5 * line.size and not BULLET.match(block.lines[0].text)


# -- paragraphs -----------------------------------------------------------------------------------


def _paragraph(block: PrintedBlock, size: float, known: set[str]) -> Paragraph:
    if block.is_edge:
        return Paragraph(block.lines[0].text.replace(DIVIDED, "-"), ParagraphKind.LINE, False)
    if all(line.is_typewriter for line in block.lines):
        text = "\n".join(line.text for line in block.lines).replace(DIVIDED, "-")
        return Paragraph(text, ParagraphKind.CODE, True)
    text = joined_lines((line.text for line in block.lines), known)
    return Paragraph(text, _kind(block, text, size), True)


def _kind(block: PrintedBlock, text: str, size: float) -> ParagraphKind:
    first = block.lines[0]
    is_marked = first.size > LARGER * size or all(line.is_bold for line in block.lines)
    if is_marked and len(text) <= LONGEST_HEADING and not text.endswith("."):
        return ParagraphKind.HEADING
    if BULLET.match(text):
        return ParagraphKind.LIST
    if CAPTION.match(text):
        return ParagraphKind.CAPTION
    if len(text.split()) <= FEW_WORDS and not SENTENCE_END.search(text):
        return ParagraphKind.LINE
    return ParagraphKind.TEXT
