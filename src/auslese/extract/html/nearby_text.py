"""The text around an element: that of the elements it stands in, and of those beside it.

All text of the page is written down once, with where each element begins and ends in it: the text
of any element is a slice then, however deep the page is nested.
"""

from resiliparse.parse.html import DOMNode

from auslese.extract.html.page_sheet import BLOCK, BREAK, KINDS

MOST_TEXTS = 5  # parents, and as many siblings
LONGEST_TEXT = 1_000
MOST_STEPS = 30  # elements that are passed on the way to them, on each side
TextStretch = tuple[int, int]


class NearbyText:
    """The text of a page, and which stretch of it each element has."""

    def __init__(self, body: DOMNode) -> None:
        notes = _PageTextNotes()
        notes.take(body)
        self._stretches = notes.stretches
        self._text = "".join(notes.parts)

    def of(self, element: DOMNode) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Texts of the elements around it, from the inside out, and of those beside it.

        Around it means also: around what has no text but holds it, as a link or a frame.
        """
        frame = self._frame(element)
        return self._parents(frame), self._siblings(frame)

    def _frame(self, element: DOMNode) -> DOMNode:
        """The outermost element that holds this one and has no text."""
        for _ in range(MOST_STEPS):
            parent = element.parent
            if parent is None:
                break
            start, end = self._stretches.get(hash(parent), (0, 0))
            if end > start or parent.tag in ("body", "html"):
                break
            element = parent
        return element

    def _parents(self, frame: DOMNode) -> tuple[str, ...]:
        at = self._stretches.get(hash(frame), (0, 0))[0]
        texts: list[str] = []
        before: TextStretch = (0, 0)
        parent = frame.parent
        for _ in range(MOST_STEPS):
            if parent is None or len(texts) == MOST_TEXTS:
                break
            stretch = self._stretches.get(hash(parent), (0, 0))
            if stretch[0] < stretch[1] and stretch != before:
                text = self._around(stretch, at)
                if not texts or text != texts[-1]:
                    texts.append(text)
            before = stretch
            parent = parent.parent
        return tuple(texts)

    def _siblings(self, frame: DOMNode) -> tuple[str, ...]:
        """Texts of the nearest elements; of two as near, the one behind: captions stand there."""
        texts: list[str] = []
        behind: DOMNode | None = frame
        before: DOMNode | None = frame
        for _ in range(MOST_STEPS):
            behind = behind.next_element if behind is not None else None
            before = before.prev_element if before is not None else None
            for each in (behind, before):
                if each is not None and (text := self._beginning(each)):
                    texts.append(text)
            if len(texts) >= MOST_TEXTS or (behind is None and before is None):
                break
        return tuple(texts[:MOST_TEXTS])

    def _beginning(self, element: DOMNode) -> str:
        start, end = self._stretches.get(hash(element), (0, 0))
        text = self._text[start : min(end, start + LONGEST_TEXT + 1)].strip()
        return text if len(text) <= LONGEST_TEXT else _whole_words(text[:LONGEST_TEXT])

    def _around(self, stretch: TextStretch, at: int) -> str:
        """The text of an element; of a long one that which is nearest to a place in it."""
        start, end = stretch
        if end - start <= LONGEST_TEXT + 1:
            return self._text[start:end].strip()
        first = max(start, min(at - LONGEST_TEXT // 2, end - LONGEST_TEXT))
        text = self._text[first : first + LONGEST_TEXT]
        if first > start:
            text = text.partition(" ")[2] or text
        return _whole_words(text) if first + LONGEST_TEXT < end else text.strip()


def _whole_words(text: str) -> str:
    return (text.rpartition(" ")[0] or text).strip()


class _PageTextNotes:
    """All text while it is written down, its white space made single.

    White space is written with the word behind it, so no stretch is white space alone.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.stretches: dict[int, TextStretch] = {}
        self._length = 0
        self._has_gap = False

    def take(self, body: DOMNode) -> None:
        """Go through all nodes of a page."""
        stack: list[tuple[DOMNode, int, int]] = []
        node: DOMNode | None = body
        while node is not None or stack:
            if node is None:
                node, kind, start = stack.pop()
                self._leave(node, kind, start)
            elif node.tag == "#text":
                self._write(node.value)
            else:
                kind = KINDS.get(node.tag, BLOCK)
                self._has_gap = self._has_gap or kind in (BLOCK, BREAK)
                if kind < BREAK:
                    stack.append((node, kind, self._length))
                    node = node.first_child
                    continue
                self._leave(node, kind, self._length)
            node = node.next if stack else None

    def _leave(self, element: DOMNode, kind: int, start: int) -> None:
        self.stretches[hash(element)] = (start, self._length)
        self._has_gap = self._has_gap or kind == BLOCK

    def _write(self, text: str) -> None:
        words = " ".join(text.split())
        if not words:
            self._has_gap = self._has_gap or bool(text)
            return
        if self.parts and (self._has_gap or text[0].isspace()):
            words = f" {words}"
        self._has_gap = text[-1].isspace()
        self.parts.append(words)
        self._length += len(words)
