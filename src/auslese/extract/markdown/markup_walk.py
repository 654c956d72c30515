"""A parsed page as blocks that remember their markup: links, emphasis, lists, tables, code.

The same walk as that of `html.page_sheet`, so that the text of each block is the same: it is by
their texts that main blocks are known. Only blocks that may be wanted are kept.
"""

from collections.abc import Collection
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.html.page_sheet import BREAK as SHEET_BREAK
from auslese.extract.html.page_sheet import DEEPEST, INLINE_KINDS, KINDS, SOFT_HYPHEN, UNSEEN
from auslese.extract.markdown.markup_box import BOXES, MarkupBox

PLAIN, BOX, WITHIN, MARKED, BREAK, SKIPPED, PICTURE = range(7)
MARKED_TAGS = {
    "a": "a",
    **dict.fromkeys(("em", "i", "cite", "dfn", "var"), "em"),
    **dict.fromkeys(("strong", "b"), "strong"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **dict.fromkeys(("del", "s", "strike"), "del"),
}
"""What an inline element is to Markdown."""
NEVER_MAIN = frozenset(("nav", "footer", "aside", "dialog", "button"))
"""Elements that a first walk leaves out: main text seldom stands there, and half of a page does."""


def _steps() -> dict[str, int]:
    steps = {tag: WITHIN for tag, kind in KINDS.items() if kind in INLINE_KINDS}
    steps |= {tag: SKIPPED for tag, kind in KINDS.items() if kind == UNSEEN}
    steps |= {tag: BREAK for tag, kind in KINDS.items() if kind == SHEET_BREAK}
    return steps | dict.fromkeys(BOXES, BOX) | dict.fromkeys(MARKED_TAGS, MARKED) | {"img": PICTURE}


STEPS = _steps()
FIRST_STEPS = STEPS | dict.fromkeys(NEVER_MAIN, SKIPPED)
MOST_PICTURES = 5_000  # of a page, as in `html.html_page`
MOST_FOUND = 40_000  # blocks, as in `html.page_sheet`
MOST_REOPENED = 8  # marks around a block; honest pages have one or two
CLOSING = "/"
LINE = "br"


TextMark = tuple[int, str, DOMNode]
"""Something that stands between the letters of a block: behind how many texts, what, and where.

What: a value of `MARKED_TAGS`, with a slash before it where it ends; `br`, `img`. A plain tuple, as
a page has a hundred, and a named one takes five times as long to make.
"""


class MarkupBlock(NamedTuple):
    """A stretch of text that no block element divides, as the page has it."""

    number: int
    """Of all blocks of the page, also those that nobody wanted."""
    text: str
    """White space made single; empty if it is a picture alone."""
    box: MarkupBox
    texts: tuple[str, ...]
    marks: tuple[TextMark, ...]
    is_single: bool = False
    """Whether the texts have single white space already."""


def markup_blocks(
    body: DOMNode, wanted: Collection[str], *, everywhere: bool = True
) -> list[MarkupBlock]:
    """The blocks of a page that have one of these texts, stand in a table, or are pictures.

    Unless they are to be looked for everywhere, menus and feet are left out.
    """
    walk = _MarkupWalk(wanted, STEPS if everywhere else FIRST_STEPS)
    walk.run(body)
    return walk.found


class _MarkupWalk:
    """Goes through a page once."""

    def __init__(self, wanted: Collection[str], steps: dict[str, int]) -> None:
        self.found: list[MarkupBlock] = []
        self._wanted = wanted
        self._steps = steps
        self._box = MarkupBox("body", None, None)
        self._number = 0
        self._texts: list[str] = []
        self._marks: list[TextMark] = []
        self._open: list[TextMark] = []  # marks that go on in the next block
        self._line = -1  # texts before the last line break of the open block
        self._pictures = 0

    def run(self, root: DOMNode) -> None:  # noqa: C901, PLR0915
        """Go through all nodes. One long loop: a call for each of thousands of nodes is dear."""
        step_of, texts, marks = self._steps.get, self._texts, self._marks
        stack: list[tuple[DOMNode, int]] = []
        node = root.first_child
        while True:
            if node is None:
                if not stack:
                    break
                node, step = stack.pop()
                self._leave(node, step)
                node = node.next
                continue
            tag = node.tag
            if tag == "#text":
                text = node.value
                if texts or self._box.is_code or not text.isspace():
                    texts.append(text)
                node = node.next
                continue
            step = step_of(tag, PLAIN)
            if step >= BREAK:
                if step == BREAK:
                    self._break(node)
                elif step == PICTURE and self._pictures < MOST_PICTURES:
                    self._pictures += 1
                    marks.append((len(texts), "img", node))
                node = node.next
                continue
            if step <= BOX:
                if texts or marks:
                    self._close()
                if step == BOX:
                    self._box = self._box.within(tag, node)
                elif node.first_element_child is None:  # a text alone: no need to go in
                    text = node.text
                    if text and (self._box.is_code or not text.isspace()):
                        texts.append(text)
                        self._close()
                    node = node.next
                    continue
            elif step == MARKED:
                what = MARKED_TAGS[tag]
                if node.first_element_child is None:  # as in most links: no need to go in
                    text = node.text
                    if text and (texts or self._box.is_code or not text.isspace()):
                        marks.append((len(texts), what, node))
                        texts.append(text)
                        marks.append((len(texts), CLOSING + what, node))
                    node = node.next
                    continue
                mark = (len(texts), what, node)
                self._open.append(mark)
                marks.append(mark)
            stack.append((node, step))
            node = node.first_child if len(stack) < DEEPEST else None
        self._close()

    def _leave(self, node: DOMNode, step: int) -> None:
        """An element ends."""
        texts, marks = self._texts, self._marks
        if step <= BOX:
            if texts or marks:
                self._close()
            if step == BOX:
                self._box = self._box.around or self._box
        elif step == MARKED:
            marks.append((len(texts), CLOSING + self._open.pop()[1], node))

    def _break(self, node: DOMNode) -> None:
        """A line ends; an empty line ends the block."""
        texts = self._texts
        if self._box.is_code:
            texts.append("\n")
            return
        if not texts:
            return
        since = "".join(texts[max(self._line, 0) :])
        if self._line >= 0 and (not since or since.isspace()):
            self._close()
            return
        self._marks.append((len(texts), LINE, node))
        texts.append(" ")
        self._line = len(texts)

    def _close(self) -> None:
        """Close the open block; keep it if it may be wanted."""
        texts, marks = self._texts, self._marks
        raw = texts[0] if len(texts) == 1 else "".join(texts)
        is_single = raw.isprintable() and "  " not in raw
        text = raw.strip() if is_single else single_spaced(raw)
        if text:
            self._number += 1
            is_kept = text in self._wanted or self._box.is_cell
        else:
            is_kept = bool(marks) and _has_picture(marks)
        if is_kept and len(self.found) < MOST_FOUND:
            self.found.append(
                MarkupBlock(self._number, text, self._box, tuple(texts), tuple(marks), is_single)
            )
        texts.clear()
        marks.clear()
        if self._open:
            marks += [(0, what, node) for _, what, node in self._open[:MOST_REOPENED]]
        self._line = -1


def single_spaced(text: str) -> str:
    """A text in one line, without soft hyphens."""
    # Of all white space only the blank is printable, and a soft hyphen is not: nearly every line is
    # told so to be single.
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(text.replace(SOFT_HYPHEN, "").split())


def _has_picture(marks: list[TextMark]) -> bool:
    return any(what == "img" for _, what, _ in marks)
