"""What stands around a link: its position on the page and the words near it.

Everything is found from the link outwards, a few steps each: a page has fifty links and thousands
of nodes, and most links stand alone in their line.
"""

import re

from resiliparse.parse.html import DOMNode

from auslese.extract.html.element_marks import BY_TAG, HEADING
from auslese.extract.html.element_position import Positions
from auslese.extract.html.link_line import (
    ALONE,
    LONGEST_CONTEXT,
    MOST_NODES,
    MOST_STEPS,
    WORD,
    NodeStep,
    beginning,
    ending,
    following,
    in_line,
    previous,
    sides_of,
)
from auslese.extract.html.link_text import picture_words, text_within
from auslese.extract.html.page_sheet import BLOCK, KINDS, LINK
from auslese.records.reading import MAIN, NAVIGATION

MOST_LEVELS = 3  # list, section, column: where a heading may stand before it
# A list of links: nearly all its letters lead elsewhere, and there are some.
LINK_SHARE = 0.9
FEWEST_LINKS = 3
RUNNING_WORDS = 8  # beside a link or a list of links: a text that goes on there

SIGNS = re.compile(r"[\W_]+")
FENCES = frozenset(("html", "body", "main", "article", "nav", "header", "footer", "aside", "form"))
ITEMS = frozenset(("li", "dd", "dt", "tr"))
CELLS = frozenset(("td", "th", "dd"))


class _LinkListCandidate:
    """An element with links in it, of which we want to know whether it is a list of links."""

    __slots__ = ("element", "letters", "links")

    def __init__(self, element: DOMNode) -> None:
        self.element = element
        self.links = 0
        self.letters = 0


class LinkContext:
    """Looks around the links of one page."""

    def __init__(self, room: int) -> None:
        """`room` is how many letters are read in all: elements within elements share theirs."""
        self._positions = Positions()
        self._room = room
        self._leads: dict[int, str] = {}
        self._clusters: dict[int, _LinkListCandidate] = {}
        self._undecided: list[tuple[int, list[int]]] = []

    def look(self, link: DOMNode, words: str, number: int) -> tuple[str, str]:
        """Position and context of a link, the `number`-th of its page."""
        parent = link.parent
        tag = "" if parent is None else parent.tag
        around = parent.parent if tag in ITEMS else parent
        position = self._positions.within(around)
        words = words or picture_words(link)
        before, after, is_free = sides_of(link, tag not in KINDS) if self._room > 0 else ALONE
        self._room -= len(before) + len(after)
        if not position:
            self._note(parent, words, number, is_free and _runs(before + after))
        if is_free:
            return position, in_line(before, words, after)
        key = hash(around)
        lead = self._leads.get(key)
        if lead is None:
            lead = self._leads[key] = self._lead(around)
        return position, f"{lead} {words}".strip()[:LONGEST_CONTEXT]

    def position_of(self, element: DOMNode) -> str:
        """Where an element stands that is no link."""
        return self._positions.within(element) or MAIN

    def settle(self, positions: list[str]) -> None:
        """Decide where those links stand of which no element around them said it."""
        lists: dict[int, bool] = {}
        for number, keys in self._undecided:
            positions[number] = MAIN
            for key in keys:
                if key not in lists:
                    lists[key] = self._is_list(self._clusters[key])
                if lists[key]:
                    positions[number] = NAVIGATION
                    break

    def _lead(self, block: DOMNode | None) -> str:
        """What comes before a line, or a list of lines, that is nothing but links.

        That is the heading or text beside a block, or beside what it stands in.
        """
        for _ in range(MOST_STEPS):
            if block is None or KINDS.get(block.tag, BLOCK) == BLOCK:
                break
            block = block.parent
        for level in range(MOST_LEVELS):
            if block is None or (tag := block.tag) in FENCES:
                return ""
            if text := self._beside(block.prev_element, tag):
                return text
            if level == 0 and (text := self._beside(block.next_element, tag)):
                return text
            block = block.parent
        return ""

    def _beside(self, neighbour: DOMNode | None, tag: str) -> str:
        """The words of a neighbour, unless it is one more of the same kind, or has links."""
        if neighbour is None or self._room <= 0:
            return ""
        other = neighbour.tag
        if (other == tag and other not in CELLS) or KINDS.get(other, BLOCK) >= LINK:
            return ""
        text, _, has_link = text_within(neighbour, MOST_NODES)
        self._room -= len(text)
        if has_link or not WORD(text):
            return ""
        is_heading = BY_TAG.get(other, 0) & HEADING
        text = beginning(text.strip()) if is_heading else ending(text.strip())
        return " ".join(text.split())

    def _note(self, parent: DOMNode, words: str, number: int, is_running: bool) -> None:
        """Remember in what a link stands whose position nothing tells yet."""
        keys: list[int] = []
        here: DOMNode | None = parent
        letters = len(SIGNS.sub("", words))
        for _ in range(MOST_STEPS):
            if here is None or len(keys) > MOST_LEVELS or (tag := here.tag) in FENCES:
                break
            if KINDS.get(tag, BLOCK) == BLOCK:
                key = hash(here)
                cluster = self._clusters.get(key)
                if cluster is None:
                    cluster = self._clusters[key] = _LinkListCandidate(here)
                cluster.links += 1
                cluster.letters += letters
                keys.append(key)
            here = here.parent
        self._undecided.append((number, [] if is_running else keys))

    def _is_list(self, cluster: _LinkListCandidate) -> bool:
        """Whether nearly all that stands there leads elsewhere, and no text goes on around it."""
        if cluster.links < FEWEST_LINKS or self._room <= 0:
            return False
        text = cluster.element.text
        self._room -= len(text)
        if cluster.letters < LINK_SHARE * len(SIGNS.sub("", text)):
            return False
        return not self._is_in_text(cluster.element)

    def _is_in_text(self, element: DOMNode) -> bool:
        """Whether text runs before and after an element, or the one before announces it."""
        before = self._neighbour_text(element, previous)
        if before.endswith(":"):
            return True
        return _runs(before) and _runs(self._neighbour_text(element, following))

    def _neighbour_text(self, element: DOMNode, step: NodeStep) -> str:
        node = step(element)
        for _ in range(MOST_STEPS):
            if node is None or self._room <= 0:
                break
            text: str = node.value if node.tag == "#text" else node.text
            if text and not text.isspace():
                self._room -= len(text)
                return text.strip()
            node = step(node)
        return ""


def _runs(text: str) -> bool:
    return len(text[-LONGEST_CONTEXT:].split()) >= RUNNING_WORDS
