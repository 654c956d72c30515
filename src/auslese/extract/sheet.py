"""A page laid flat: its blocks of text in reading order, where each stands, where it points.

One walk through the parsed page, from which everything else is made: visible text, main text,
paragraphs, links with their position. Inline elements join what they stand in (`<b>F</b>onts` is
one word), all others separate, those nobody knows too.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.marks import BY_TAG, CODE, HIDDEN, attributes_of

INLINE_TAGS = (
    "abbr acronym bdi bdo cite code data del dfn font ins kbd label nobr q rb rp rt ruby s samp"
    " small span strike sub sup time tt var wbr"
)
BOLD_TAGS = "b strong em i u mark big"
# What no reader sees, or what is no text.
UNSEEN_TAGS = (
    "#comment #document-type applet audio canvas datalist embed frameset head img input map math"
    " meta link object noembed noframes param picture script select style svg template textarea"
    " title track video source"
)
BLOCK, INLINE, BOLD, LINK, BREAK, UNSEEN, FRAME = range(7)
INLINE_KINDS = (INLINE, BOLD, LINK)
KINDS = (
    dict.fromkeys(INLINE_TAGS.split(), INLINE)
    | dict.fromkeys(BOLD_TAGS.split(), BOLD)
    | dict.fromkeys(UNSEEN_TAGS.split(), UNSEEN)
    | {"a": LINK, "br": BREAK, "iframe": FRAME, "frame": FRAME, "area": FRAME}
)
POINTING = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
LINE_BREAK = "\x1e"  # stands for <br> until the block is closed
EMPTY_LINE = re.compile(rf"{LINE_BREAK}\s*{LINE_BREAK}")
EMPTY_LINES = re.compile(r"\n\s*\n")
DEEPEST = 500  # elements within elements; what lies deeper belongs to the last of them
MOST_BLOCKS = 40_000  # to tell what each is takes 1.5 s; a manual of 2 MB has 25,000


class Pointer(NamedTuple):
    """An element that leads elsewhere, as it is written."""

    tag: str
    href: str
    rel: str
    anchor: str
    block: int
    """Number of the block in which it begins; the next one if it stands between two."""


@dataclass(slots=True)
class Places:
    """The elements that hold blocks, column by column, each behind the one it stands in."""

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """Number of the place around it; the outermost is its own."""
    marks: list[int] = field(default_factory=list)
    """What it is, by bits, with what all around it are."""
    names: list[str] = field(default_factory=list)
    """Its class and id, as written."""
    depths: list[int] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    """Number of the first block in it,"""
    ends: list[int] = field(default_factory=list)
    """and of the first block behind it."""

    def __len__(self) -> int:
        """Count them."""
        return len(self.tags)


@dataclass(slots=True)
class Sheet:
    """The blocks of a page, column by column, and what else the walk came by."""

    texts: list[str] = field(default_factory=list)
    """White space made single; line breaks as the page has them."""
    places: list[int] = field(default_factory=list)
    """Number of the place in which each block stands."""
    linked: list[int] = field(default_factory=list)
    """Letters of each block that belong to links."""
    bold: list[int] = field(default_factory=list)
    """Letters of each block that are emphasised."""
    where: Places = field(default_factory=Places)
    pointers: list[Pointer] = field(default_factory=list)
    is_cut: bool = False
    """Whether the page had more than we read."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.texts)

    def marks_of(self, block: int) -> int:
        """What a block stands in, by bits."""
        return self.where.marks[self.places[block]]

    def tag_of(self, block: int) -> str:
        """The element a block stands in."""
        return self.where.tags[self.places[block]]


def lay_flat(body: DOMNode) -> Sheet:
    """Walk through a parsed page, from its <body> on."""
    walk = _Walk()
    walk.run(body)
    return walk.sheet


def visible_text(sheet: Sheet) -> str:
    """All that a reader sees, block by block."""
    marks_of = sheet.where.marks
    return "\n".join(
        text
        for text, place in zip(sheet.texts, sheet.places, strict=True)
        if not marks_of[place] & HIDDEN
    )


class _Walk:
    """Lays a page flat.

    `parts` holds all text so far, `begin` is where the open block begins in it: so the words of
    a link that goes over several blocks can be had as well as those of each block.
    """

    def __init__(self) -> None:
        self.sheet = Sheet()
        self._parts: list[str] = []

    def run(self, root: DOMNode) -> None:  # noqa: C901, PLR0915
        """Go through all nodes. One long loop: a call for each of thousands of nodes is dear."""
        parts, kinds, texts, ends = self._parts, KINDS, self.sheet.texts, self.sheet.where.ends
        begin = linked = bold = in_link = in_bold = 0
        place = self._enter(root, root.tag, 0)
        stack: list[tuple[DOMNode, int, int]] = []
        node = root.first_child
        while True:
            if node is None:
                if not stack:
                    break
                node, kind, mark = stack.pop()
                if kind == BLOCK:
                    if len(parts) != begin:
                        begin = self._close(begin, place, linked, bold)
                        linked = bold = 0
                    ends[place] = len(texts)
                    place = mark
                elif kind == LINK:
                    in_link -= 1
                    self._point(node, "a", "".join(parts[mark:]))
                elif kind == BOLD:
                    in_bold -= 1
                node = node.next
                continue
            tag = node.tag
            if tag == "#text":
                text = node.value
                if not text.isspace():
                    parts.append(text)
                    linked += len(text) if in_link else 0
                    bold += len(text) if in_bold else 0
                elif len(parts) != begin:
                    parts.append(text)
                node = node.next
                continue
            kind, mark = kinds.get(tag, BLOCK), 0
            if kind == BLOCK:
                if len(parts) != begin:
                    begin = self._close(begin, place, linked, bold)
                    linked = bold = 0
                if len(texts) >= MOST_BLOCKS:
                    self.sheet.is_cut = True
                    break
                mark, place = place, self._enter(node, tag, place)
            elif kind == LINK:
                in_link += 1
                mark = len(parts)
            elif kind == BOLD:
                in_bold += 1
            elif kind >= BREAK:
                if kind == BREAK:
                    parts.append(LINE_BREAK)
                elif kind == FRAME:
                    self._point(node, tag, "")
                node = node.next
                continue
            stack.append((node, kind, mark))
            node = node.first_child if len(stack) < DEEPEST else None
        self._close(begin, place, linked, bold)
        ends[0] = len(texts)
        if stack:
            self.sheet.is_cut = True
            ends[:] = [end if end >= 0 else len(texts) for end in ends]

    def _enter(self, node: DOMNode, tag: str, parent: int) -> int:
        """Go into an element that holds blocks."""
        where = self.sheet.where
        name, own = "", BY_TAG.get(tag, 0)
        if node.attrs:
            name, told = attributes_of(node, tag)
            own |= told
        number = len(where.tags)
        where.tags.append(tag)
        where.names.append(name)
        where.parents.append(parent)
        where.marks.append(where.marks[parent] | own if number else own)
        where.depths.append(where.depths[parent] + 1 if number else 0)
        where.begins.append(len(self.sheet.texts))
        where.ends.append(-1)
        return number

    def _point(self, node: DOMNode, tag: str, anchor: str) -> None:
        href = node.getattr(POINTING[tag])
        if href:
            rel = node.getattr("rel") or ""
            words = " ".join(anchor.split()) if anchor else node.getattr("alt") or ""
            self.sheet.pointers.append(Pointer(tag, href, rel, words, len(self.sheet.texts)))

    def _close(self, begin: int, place: int, linked: int, bold: int) -> int:
        """Close the open block; where the next one begins."""
        parts, sheet = self._parts, self.sheet
        raw = "".join(parts[begin:])
        is_code = sheet.where.marks[place] & CODE
        if LINE_BREAK in raw or is_code:
            pieces = self._lines(raw, bool(is_code))
        else:
            text = " ".join(raw.split())
            pieces = [text] if text else []
        share = 1.0 if len(pieces) == 1 else 1 / max(len(raw), 1)
        for text in pieces:
            sheet.texts.append(text)
            sheet.places.append(place)
            part = share if len(pieces) == 1 else share * len(text)
            sheet.linked.append(min(int(linked * part), len(text)))
            sheet.bold.append(min(int(bold * part), len(text)))
        parts.append(" ")  # words of a link that goes on must not grow together
        return len(parts)

    def _lines(self, raw: str, is_code: bool) -> list[str]:
        if is_code:
            lines = [line.rstrip() for line in raw.replace(LINE_BREAK, "\n").split("\n")]
            text = EMPTY_LINES.sub("\n \n", "\n".join(lines).strip("\n"))
            return [text] if text.strip() else []
        pieces = []
        for piece in EMPTY_LINE.split(raw):
            lines = [" ".join(line.split()) for line in piece.split(LINE_BREAK)]
            pieces.append("\n".join(filter(None, lines)))
        return [piece for piece in pieces if piece]
