"""The words in an element, and whether what stands around it says that they are of others."""

from resiliparse.parse.html import DOMNode

from auslese.extract.html.element_marks import ASIDE, BY_TAG, COMMENTS, NAVIGATION, by_name
from auslese.extract.html.page_sheet import INLINE_KINDS, KINDS, LINE_BREAK, UNSEEN

HIGHEST = 10  # elements around one that are looked at
MOST_PARTS = 40  # elements and texts within one that are looked at
LONGEST_WORDS = 500
ROOTS = frozenset(("html", "body", "#document"))
OF_OTHERS = frozenset(("review", "reviews", "comment", "comments", "itemlistelement", "blogpost"))
ASIDE_MARKS = ASIDE | COMMENTS | NAVIGATION


def is_of_others(element: DOMNode) -> bool:
    """Whether microdata says that an element belongs to a review, a comment or an entry."""
    around = element.parent
    for _ in range(HIGHEST):
        if around is None or around.tag in ROOTS:
            return False
        names = around.getattr("itemprop")
        if names and not OF_OTHERS.isdisjoint(names.lower().split()):
            return True
        around = around.parent
    return False


def is_aside(element: DOMNode) -> bool:
    """Whether an element stands in the comments or in the margin, by tags, classes and ids."""
    around: DOMNode | None = element
    for _ in range(HIGHEST):
        if around is None or around.tag in ROOTS:
            return False
        called = f"{around.class_name} {around.id}"
        if (by_name(called) | BY_TAG.get(around.tag, 0)) & ASIDE_MARKS:
            return True
        around = around.parent
    return False


def words_of(element: DOMNode, most_parts: int = MOST_PARTS, longest: int = LONGEST_WORDS) -> str:
    """The beginning of the text in an element; a bar stands between its blocks."""
    parts: list[str] = []
    node, depth = element.first_child, 0
    for _ in range(most_parts):
        if node is None:
            break
        tag = node.tag
        if tag == "#text":
            parts.append(node.value or "")
        elif KINDS.get(tag) != UNSEEN:
            parts.append(" " if KINDS.get(tag) in INLINE_KINDS else LINE_BREAK)
            if node.first_child is not None:
                node, depth = node.first_child, depth + 1
                continue
        while node.next is None and depth:
            node, depth = node.parent, depth - 1
            parts.append(" " if KINDS.get(node.tag) in INLINE_KINDS else LINE_BREAK)
        node = node.next if depth or node is not element else None
    blocks = (" ".join(block.split()) for block in "".join(parts)[:longest].split(LINE_BREAK))
    return " | ".join(filter(None, blocks))
