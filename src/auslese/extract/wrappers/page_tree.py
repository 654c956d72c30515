"""A page as a plain tree of elements and texts, without scripts: what wrappers look at."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.html.page_sheet import INLINE_KINDS, KINDS, UNSEEN
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html

MOST_NODES = 60_000  # elements and texts; a second of work, and pages of 2 MB have fewer
DEEPEST = 200  # elements within elements; what lies deeper belongs to the last of them
KEPT = frozenset(("img", "input", "option", "select"))  # unseen by readers of text, seen by rules
TEXT, ELEMENT, BREAK = "#text", "#element", "br"
ROOT = "#root"


class PageElement:
    """An element with what stands in it; compared by identity."""

    __slots__ = ("attributes", "children", "number", "parent", "tag")

    def __init__(
        self, tag: str, attributes: dict[str, str], parent: "PageElement | None", number: int = 0
    ) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.number = number
        """Its place in the order of reading."""
        self.children: list[PageElement | str] = []

    @property
    def elements(self) -> list["PageElement"]:
        """The elements that stand in it, themselves."""
        return [child for child in self.children if isinstance(child, PageElement)]

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()

    def descendants(self) -> Iterator["PageElement"]:
        """All elements in it, in the order of reading."""
        ahead = self.elements[::-1]
        while ahead:
            element = ahead.pop()
            yield element
            ahead += element.elements[::-1]


class PageLine(NamedTuple):
    """A line of text as a reader sees it, and the element of blocks that it stands in."""

    text: str
    element: PageElement


def page_tree(body: bytes, charset: str = "", url: str = "") -> PageElement | None:
    """The tree of a page; None if nothing can be made of it."""
    page = parseable_text(body, charset, url)
    try:
        tree = HTMLTree.parse(as_html(page.text))
    except ValueError:  # so the parser says that it ran out of memory
        return None
    if tree.body is None or tree.body.parent is None:
        return None
    return _TreeBuilder().build(tree.body)


class _TreeBuilder:
    """Copies a tree, as far as it is not too large."""

    def __init__(self) -> None:
        self._room = MOST_NODES

    def build(self, body: DOMNode) -> PageElement:
        root = PageElement("body", {}, None)
        ahead: list[tuple[DOMNode | None, PageElement, int]] = [(body.first_child, root, 0)]
        while ahead:
            node, parent, depth = ahead.pop()
            if node is None or self._room <= 0:
                continue
            self._room -= 1
            ahead.append((node.next, parent, depth))
            element = self._take(node, parent)
            if element is not None:
                ahead.append((node.first_child, element if depth < DEEPEST else parent, depth + 1))
        return root

    def _take(self, node: DOMNode, parent: PageElement) -> PageElement | None:
        tag = node.tag or ""
        if tag == TEXT:
            parent.children.append(node.value or "")
            return None
        if tag.startswith("#") or (KINDS.get(tag) == UNSEEN and tag not in KEPT):
            return None
        attributes = {name: node.getattr(name) or "" for name in node.attrs or ()}
        element = PageElement(tag, attributes, parent, MOST_NODES - self._room)
        parent.children.append(element)
        return element


def lines_of(elements: Iterable[PageElement | str], home: PageElement) -> list[PageLine]:
    """The lines of some elements, in order; `home` is what they stand in."""
    walk = _LineWalk()
    for each in elements:
        walk.take(each, home)
    walk.close(home)
    return walk.lines


class _LineWalk:
    def __init__(self) -> None:
        self.lines: list[PageLine] = []
        self._pieces: list[str] = []

    def take(self, each: PageElement | str, home: PageElement) -> None:
        if isinstance(each, str):
            self._pieces.append(each)
        elif each.tag == BREAK:
            self.close(home)
        elif KINDS.get(each.tag) in INLINE_KINDS:
            for child in each.children:
                self.take(child, home)
        else:
            self.close(home)
            for child in each.children:
                self.take(child, each)
            self.close(each)

    def close(self, home: PageElement) -> None:
        """End a line."""
        text = " ".join("".join(self._pieces).split())
        self._pieces = []
        if text:
            self.lines.append(PageLine(text, home))


def text_of(element: PageElement) -> str:
    """The text of an element, its lines parted by line breaks."""
    return "\n".join(line.text for line in lines_of(element.children, element))
