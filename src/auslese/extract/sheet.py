"""A page laid flat: its blocks of text in reading order, where each stands, where it points.

One walk through the parsed page, from which everything else is made: visible text, main text,
paragraphs, links with their position. Inline elements join what they stand in (`<b>F</b>onts` is
one word), all others separate, those nobody knows too.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract import marks
from auslese.extract.marks import CODE, HIDDEN, Marker

INLINE_TAGS = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp"
    " rt ruby s samp small span strike strong sub sup time tt u var wbr"
)
INLINE = frozenset(INLINE_TAGS.split())
# What no reader sees, or what is no text.
UNSEEN_TAGS = (
    "#comment #document-type applet audio canvas datalist embed frameset head iframe input map math"
    " meta link object noembed noframes noscript param picture script select style svg template"
    " textarea title track video source"
)
UNSEEN = frozenset(UNSEEN_TAGS.split())
POINTING = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
LINE_BREAK = "\x1e"  # stands for <br> until the block is closed
EMPTY_LINE = re.compile(rf"{LINE_BREAK}\s*{LINE_BREAK}")
DEEPEST = 500  # elements within elements; what lies deeper belongs to the last of them
MOST_BLOCKS = 50_000


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
    """Where we are in the page.

    `parts` holds all text so far, `begin` is where the open block begins in it: so the words of
    a link that goes over several blocks can be had as well as those of each block.
    """

    def __init__(self) -> None:
        self.sheet = Sheet()
        self._marker = Marker()
        self._parts: list[str] = []
        self._begin = 0
        self._linked = 0
        self._bold = 0
        self._place = 0
        self._in_link = 0
        self._in_bold = 0

    def run(self, root: DOMNode) -> None:  # noqa: C901 (a call for each node is dear)
        self._enter(root, root.tag or "")
        stack: list[tuple[DOMNode, str, int]] = []
        node: DOMNode | None = root.first_child
        while True:
            if node is None:
                if not stack:
                    break
                element, tag, mark = stack.pop()
                self._leave(tag, mark, element)
                node = element.next
                continue
            tag = node.tag
            if tag == "#text":
                self._take(node.value)
            elif tag not in UNSEEN:
                child = node.first_child if len(stack) < DEEPEST else None
                mark = self._open(node, tag)
                if child is not None:
                    stack.append((node, tag, mark))
                    node = child
                    continue
                self._leave(tag, mark, node)
            elif tag in POINTING:
                self._point(node, tag, "")
            node = node.next
            if len(self.sheet.texts) > MOST_BLOCKS:
                self.sheet.is_cut = True
                break
        self._flush()

    def _take(self, text: str) -> None:
        if not text:
            return
        if self.sheet.where.marks[self._place] & CODE:
            text = text.replace("\n", LINE_BREAK) if "\n" in text else text
        self._parts.append(text)
        if self._in_link:
            self._linked += len(text.strip())
        if self._in_bold:
            self._bold += len(text.strip())

    def _open(self, node: DOMNode, tag: str) -> int:
        """Begin an element; returns what `_leave` needs to end it."""
        if tag not in INLINE:
            if tag == "br":
                self._parts.append(LINE_BREAK)
                return 0
            if tag == "img":
                return 0
            self._flush()
            before = self._place
            self._enter(node, tag)
            return before
        if tag == "a":
            self._in_link += 1
            return len(self._parts)
        if tag in marks.BOLD:
            self._in_bold += 1
        return 0

    def _leave(self, tag: str, mark: int, node: DOMNode) -> None:
        if tag not in INLINE:
            if tag not in ("br", "img"):
                self._flush()
                self._place = mark
        elif tag == "a":
            self._in_link -= 1
            self._point(node, tag, "".join(self._parts[mark:]))
        elif tag in marks.BOLD:
            self._in_bold -= 1

    def _enter(self, node: DOMNode, tag: str) -> None:
        where = self.sheet.where
        parent = self._place
        inherited = where.marks[parent] if where.tags else 0
        name = node.class_name
        if node.id:
            name = f"{name} {node.id}"
        self._place = len(where.tags)
        where.parents.append(parent)
        where.tags.append(tag)
        where.names.append(name)
        where.depths.append(where.depths[parent] + 1 if where.depths else 0)
        where.marks.append(inherited | self._marker.marks_of(node, tag, name))

    def _point(self, node: DOMNode, tag: str, anchor: str) -> None:
        href = node.getattr(POINTING[tag])
        if href:
            rel = node.getattr("rel") or ""
            words = " ".join(anchor.split()) if anchor else node.getattr("alt") or ""
            self.sheet.pointers.append(Pointer(tag, href, rel, words, len(self.sheet.texts)))

    def _flush(self) -> None:
        """Close the open block."""
        parts = self._parts
        if len(parts) == self._begin:
            return
        raw = "".join(parts[self._begin :])
        if self._in_link or LINE_BREAK in raw:
            parts.append(" ")
        self._begin = len(parts)
        if raw.isspace() or not raw:
            self._linked = self._bold = 0
            return
        if LINE_BREAK in raw:
            self._add_lines(raw)
        else:
            self._add(" ".join(raw.split()))
        self._linked = self._bold = 0

    def _add_lines(self, raw: str) -> None:
        is_code = self.sheet.where.marks[self._place] & CODE
        pieces = [raw] if is_code else EMPTY_LINE.split(raw)
        total = max(len(raw), 1)
        linked, bold = self._linked, self._bold
        for piece in pieces:
            lines = piece.split(LINE_BREAK)
            tidy = [line.rstrip() if is_code else " ".join(line.split()) for line in lines]
            text = "\n".join(tidy).strip("\n") if is_code else "\n".join(filter(None, tidy))
            if text:
                share = len(piece) / total
                self._linked, self._bold = int(linked * share), int(bold * share)
                self._add(text)

    def _add(self, text: str) -> None:
        sheet = self.sheet
        sheet.texts.append(text)
        sheet.places.append(self._place)
        sheet.linked.append(min(self._linked, len(text)))
        sheet.bold.append(min(self._bold, len(text)))
