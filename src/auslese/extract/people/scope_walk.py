"""What stands within an element that speaks of one person, without what speaks of others.

A page may nest such elements as deep as it likes: all walks of a page share one budget.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from resiliparse.parse.html import DOMNode

from auslese.extract.html.element_text import words_of

MOST_NODES = 30_000  # of all walks of a page: 0.05 s; a list of 400 people has 10,000
MOST_OF_ONE = 1_500  # of one walk; a long profile has 300
BAR = " | "  # stands between the blocks of an element


class WalkBudget:
    """How many nodes of a page may still be looked at."""

    def __init__(self) -> None:
        """All of them."""
        self.left = MOST_NODES

    def within(
        self, root: DOMNode, is_foreign: Callable[[DOMNode], bool]
    ) -> Iterator[tuple[DOMNode, bool]]:
        """The elements below one, and whether each begins what is foreign: that is not entered."""
        walk = _elements_below(root, is_foreign)
        for node, foreign in islice(walk, min(self.left, MOST_OF_ONE)):
            self.left -= 1
            if node.tag[0] != "#":
                yield node, foreign


def _elements_below(
    root: DOMNode, is_foreign: Callable[[DOMNode], bool]
) -> Iterator[tuple[DOMNode, bool]]:
    """All nodes below one in the order of the page."""
    open_nodes: list[DOMNode] = []
    node = root.first_child
    while True:
        if node is None:
            if not open_nodes:
                return
            node = open_nodes.pop().next
            continue
        foreign = node.tag[0] != "#" and is_foreign(node)
        yield node, foreign
        inner = None if foreign else node.first_child
        if inner is not None:
            open_nodes.append(node)
            node = inner
        else:
            node = node.next


def line_of(element: DOMNode) -> str:
    """The words in an element as one line."""
    return words_of(element).replace(BAR, " ")
