"""A page laid flat: its blocks of text in reading order, and where each stands.

One walk through the parsed page, from which visible text, main text and paragraphs are made. Inline
elements join what they stand in (`<b>F</b>onts` is one word), all others separate, those nobody
knows too.
"""

import re
from dataclasses import dataclass, field

from resiliparse.parse.html import DOMNode

from auslese.extract.html.element_marks import (
    BY_TAG,
    CODE,
    HIDDEN,
    NOSCRIPT,
    attributes_of,
    marks_within,
)

INLINE_TAGS = (
    "abbr acronym bdi bdo cite code data del dfn font ins kbd label nobr q rb rp rt ruby s samp"
    " small span strike sub sup time tt var wbr"
)
BOLD_TAGS = "b strong em i u mark big"
# What no reader sees, or what is no text.
UNSEEN_TAGS = (
    "#comment #document-type applet audio canvas datalist embed frame frameset head iframe img"
    " input map math meta link object noembed noframes param picture script select style svg"
    " template textarea title track video source"
)
BLOCK, INLINE, BOLD, LINK, BREAK, UNSEEN = range(6)
INLINE_KINDS = (INLINE, BOLD, LINK)
KINDS = (
    dict.fromkeys(INLINE_TAGS.split(), INLINE)
    | dict.fromkeys(BOLD_TAGS.split(), BOLD)
    | dict.fromkeys(UNSEEN_TAGS.split(), UNSEEN)
    | {"a": LINK, "br": BREAK}
)
SOFT_HYPHEN = "\u00ad"  # no reader sees it
LINE_BREAK = "\x1e"  # stands for <br> until the block is closed
EMPTY_LINE = re.compile(rf"{LINE_BREAK}\s*{LINE_BREAK}")
EMPTY_LINES = re.compile(r"\n\s*\n")
DEEPEST = 500  # elements within elements; what lies deeper belongs to the last of them
MOST_BLOCKS = 40_000  # to tell what each is takes 1.5 s; a manual of 2 MB has 25,000


@dataclass(slots=True)
class SheetPlaces:
    """The elements that hold blocks, column by column, each behind the one it stands in."""

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    """Number of the place around it; the outermost is its own."""
    marks: list[int] = field(default_factory=list)
    """What it is, by bits, with what all around it are."""
    names: list[str] = field(default_factory=list)
    """Its class and id, as written."""
    begins: list[int] = field(default_factory=list)
    """Number of the first block in it,"""
    ends: list[int] = field(default_factory=list)
    """and of the first block behind it."""

    empty: list[str] = field(default_factory=list)
    """The tags of elements that hold no text: these are only counted."""

    def __len__(self) -> int:
        """Count them."""
        return len(self.tags)

    def count(self, tag: str) -> int:
        """How many elements of a tag there are, with those that hold no text."""
        return self.tags.count(tag) + self.empty.count(tag)


@dataclass(slots=True)
class BlockSheet:
    """The blocks of a page, column by column, and what else the walk came by."""

    texts: list[str] = field(default_factory=list)
    """White space made single; line breaks as the page has them."""
    places: list[int] = field(default_factory=list)
    """Number of the place in which each block stands."""
    linked: list[int] = field(default_factory=list)
    """Letters of each block that belong to links."""
    bold: list[int] = field(default_factory=list)
    """Letters of each block that are emphasised."""
    where: SheetPlaces = field(default_factory=SheetPlaces)
    links: list[DOMNode] = field(default_factory=list)
    """The links of the page, in its order."""
    is_cut: bool = False
    """Whether the page had more than we read."""

    def __len__(self) -> int:
        """Count the blocks."""
        return len(self.texts)

    def marks_of(self, block: int) -> int:
        """What a block stands in, by bits."""
        return self.where.marks[self.places[block]]


def lay_flat(body: DOMNode) -> BlockSheet:
    """Walk through a parsed page, from its <body> on."""
    walk = _SheetWalk(body)
    walk.run(body)
    return walk.sheet


def visible_text(sheet: BlockSheet) -> str:
    """All that a reader sees, block by block.

    What is for readers without scripts counts where it is the larger part of the page.
    """
    marks_of = sheet.where.marks
    shown: list[str] = []
    for_others: list[str] = []
    for text, place in zip(sheet.texts, sheet.places, strict=True):
        found = marks_of[place]
        if not found & HIDDEN:
            (for_others if found & NOSCRIPT else shown).append(text)
    if for_others and sum(map(len, for_others)) > sum(map(len, shown)):
        shown += for_others
    return "\n".join(shown)


class _SheetWalk:
    """Lays a page flat."""

    def __init__(self, root: DOMNode) -> None:
        self.sheet = BlockSheet()
        where = self.sheet.where
        self._columns = (
            where.tags,
            where.names,
            where.parents,
            where.marks,
            where.begins,
            where.ends,
        )
        # Elements around the open block that hold no text so far: half of them never will.
        self._empty: list[tuple[DOMNode, str]] = []
        self._place = self._enter(root, root.tag)

    def run(self, root: DOMNode) -> None:  # noqa: C901, PLR0915
        """Go through all nodes. One long loop: a call for each of thousands of nodes is dear."""
        kind_of, texts = KINDS.get, self.sheet.texts
        empty, left_out, links = self._empty, self.sheet.where.empty, self.sheet.links
        linked = bold = in_link = in_bold = 0
        parts: list[str] = []  # of the open block
        stack: list[tuple[DOMNode, int]] = []
        node = root.first_child
        while len(texts) < MOST_BLOCKS:
            if node is None:
                if not stack:
                    break
                node, kind = stack.pop()
                if kind == BLOCK:
                    if parts:
                        self._close(parts, linked, bold)
                        linked = bold = 0
                    if empty:
                        left_out.append(empty.pop()[1])
                    else:
                        self._leave()
                elif kind == LINK:
                    in_link -= 1
                elif kind == BOLD:
                    in_bold -= 1
                node = node.next
                continue
            tag = node.tag
            if tag == "#text":
                text = node.value
                if parts or not text.isspace():
                    parts.append(text.replace(LINE_BREAK, " ") if LINE_BREAK in text else text)
                    if in_link:
                        linked += len(text)
                    if in_bold:
                        bold += len(text)
                node = node.next
                continue
            kind = kind_of(tag, BLOCK)
            if kind == BLOCK:
                if parts:
                    self._close(parts, linked, bold)
                    linked = bold = 0
                empty.append((node, tag))
            elif kind == LINK:
                in_link += 1
                links.append(node)
            elif kind == BOLD:
                in_bold += 1
            elif kind >= BREAK:
                if kind == BREAK:
                    parts.append(LINE_BREAK)
                node = node.next
                continue
            stack.append((node, kind))
            node = node.first_child if len(stack) < DEEPEST else None
        self._close(parts, linked, bold)
        self._end(is_cut=node is not None or bool(stack))

    def _end(self, is_cut: bool) -> None:
        """Close all that is open."""
        sheet = self.sheet
        sheet.is_cut = is_cut
        sheet.where.ends[:] = [end if end >= 0 else len(sheet) for end in sheet.where.ends]

    def _leave(self) -> None:
        """Go out of the innermost element that holds text."""
        where, place = self.sheet.where, self._place
        where.ends[place] = len(self.sheet.texts)
        self._place = where.parents[place]

    def _enter(self, node: DOMNode, tag: str, parent: int = 0) -> int:
        """Go into an element that holds text."""
        name, own = attributes_of(node, tag)
        own |= BY_TAG.get(tag, 0)
        tags, names, parents, marks, begins, ends = self._columns
        number = len(tags)
        tags.append(tag)
        names.append(name)
        parents.append(parent)
        marks.append(marks_within(marks[parent], own) if number else own & HIDDEN)
        begins.append(len(self.sheet.texts))
        ends.append(-1)
        return number

    def _close(self, parts: list[str], linked: int, bold: int) -> None:
        """Close the open block."""
        raw = "".join(parts)
        parts.clear()
        if SOFT_HYPHEN in raw:
            raw = raw.replace(SOFT_HYPHEN, "")
        if not raw or raw.isspace():
            return
        sheet, place = self.sheet, self._place
        if self._empty:
            for node, tag in self._empty:
                place = self._enter(node, tag, place)
            self._place = place
            self._empty.clear()
        is_code = sheet.where.marks[place] & CODE
        if LINE_BREAK not in raw and not is_code:
            text = " ".join(raw.split())
            letters = len(text)
            sheet.texts.append(text)
            sheet.places.append(place)
            sheet.linked.append(linked if linked < letters else letters)
            sheet.bold.append(bold if bold < letters else letters)
            return
        for text in self._lines(raw, bool(is_code))[: MOST_BLOCKS - len(sheet.texts)]:
            share = len(text) / len(raw)
            sheet.texts.append(text)
            sheet.places.append(place)
            sheet.linked.append(min(round(linked * share), len(text)))
            sheet.bold.append(min(round(bold * share), len(text)))

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
