"""What stands around a link: its position on the page and the words near it.

Everything is found from the link outwards, a few steps each: a page has fifty links and thousands
of nodes, and most links stand alone in their line.
"""

import re
from collections.abc import Callable
from operator import attrgetter

from resiliparse.parse.html import DOMNode

from auslese.extract.link_words import picture_words, text_within
from auslese.extract.marks import BY_TAG, HEADING
from auslese.extract.position import UNDECIDED, Positions
from auslese.extract.sheet import BLOCK, BREAK, INLINE, KINDS, LINK
from auslese.records.document import MAIN, NAVIGATION

LONGEST_CONTEXT = 300
LONGEST_SIDE = 90  # letters before a link and after it: some ten words
MOST_LETTERS = 200  # the same with white space, of which pages are full
MOST_STEPS = 10  # neighbours on one side: words are often in tags of their own
MOST_NODES = 30  # of each neighbour
MOST_LEVELS = 3  # list, section, column: where a heading may stand before it
# A list of links: nearly all its letters lead elsewhere, and there are some.
LINK_SHARE = 0.9
FEWEST_LINKS = 3
RUNNING_WORDS = 8  # beside a link or a list of links: a text that goes on there

WORD = re.compile(r"[^\W\d_]{2}").search  # what is more than a sign or a number
SIGNS = re.compile(r"[\W_]+")
FENCES = frozenset(("html", "body", "main", "article", "nav", "header", "footer", "aside", "form"))
ITEMS = frozenset(("li", "dd", "dt", "tr"))
CELLS = frozenset(("td", "th", "dd"))

Step = Callable[[DOMNode], DOMNode | None]
_previous: Step = attrgetter("prev")
_next: Step = attrgetter("next")
Side = tuple[str, bool]
"""The words on one side of a link, in its line; whether some of them are no links."""
ALONE: Side = ("", False)


class _Cluster:
    """An element with links in it, of which we want to know whether it is a list of links."""

    __slots__ = ("element", "letters", "links")

    def __init__(self, element: DOMNode) -> None:
        self.element = element
        self.links = 0
        self.letters = 0


class Surroundings:
    """Looks around the links of one page."""

    def __init__(self, room: int) -> None:
        """`room` is how many letters are read in all: elements within elements share theirs."""
        self._positions = Positions()
        self._room = room
        self._places: dict[int, str] = {}
        self._leads: dict[int, str] = {}
        self._clusters: dict[int, _Cluster] = {}
        self._undecided: list[tuple[int, list[int]]] = []

    def look(self, link: DOMNode, words: str, number: int) -> tuple[str, str]:  # noqa: C901
        """Position and context of a link, the `number`-th of its page.

        Fifty times a page, so it is long: a call more for each is dear.
        """
        parent = link.parent
        if parent is None:
            return UNDECIDED, words[:LONGEST_CONTEXT]
        tag = parent.tag
        around = parent.parent if tag in ITEMS else parent
        key = hash(around)
        position = self._places.get(key)
        if position is None:
            position = self._places[key] = self._positions.within(around)
        words = words or picture_words(link)
        if self._room <= 0:
            return position or MAIN, words[:LONGEST_CONTEXT]
        is_block = tag in ITEMS or KINDS.get(tag, BLOCK) == BLOCK
        if is_block and link.prev is None and link.next is None:
            before = after = ""
            is_free = False
        else:
            before, is_free = self._side(link, _previous, is_block)
            after, is_free_after = self._side(link, _next, is_block)
            is_free = is_free or is_free_after
        if not position:
            self._note(parent, words, number, is_free and _runs(before + after))
        if is_free:
            return position, _in_line(before, words, after)
        lead = self._leads.get(key)
        if lead is None:
            lead = self._leads[key] = self._lead(around)
        if lead:
            words = f"{lead} {words}"
        return position, words if len(words) <= LONGEST_CONTEXT else words[:LONGEST_CONTEXT]

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

    def _side(self, link: DOMNode, step: Step, is_last: bool) -> Side:  # noqa: C901
        """What stands in the same line, before a link or after it.

        `is_last` says that the line ends with the last neighbour of the link itself.
        """
        node = step(link)
        if node is None:
            if is_last:
                return ALONE
        elif node.tag == "#text" and len(text := node.value) > LONGEST_SIDE and WORD(text):
            self._room -= len(text)  # as in every running text; all else is rare
            return text, True
        here: DOMNode | None = link
        texts: list[str] = []
        letters, is_free = 0, False
        for _ in range(MOST_STEPS):
            if node is None:
                here = None if is_last else _inline_parent(here)
                if here is None:
                    break
                node = step(here)
                continue
            here = node
            kind, text = _read(here)
            if kind == BLOCK:
                break
            self._room -= len(text)
            is_free = is_free or (kind != LINK and WORD(text) is not None)
            texts.append(text)
            letters += len(text)
            # One link after the other: nothing beyond the next one is about this one.
            if letters > LONGEST_SIDE or (kind == LINK and not is_free):
                break
            node = step(here)
        return "".join(texts if step is _next else reversed(texts)), is_free

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
        found = text_within(neighbour, MOST_NODES)
        text = found.text
        self._room -= len(text)
        if found.has_link or not WORD(text):
            return ""
        is_heading = BY_TAG.get(other, 0) & HEADING
        text = _beginning(text.strip()) if is_heading else _end(text.strip())
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
                    cluster = self._clusters[key] = _Cluster(here)
                cluster.links += 1
                cluster.letters += letters
                keys.append(key)
            here = here.parent
        self._undecided.append((number, [] if is_running else keys))

    def _is_list(self, cluster: _Cluster) -> bool:
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
        before = self._neighbour_text(element, _previous)
        if before.endswith(":"):
            return True
        return _runs(before) and _runs(self._neighbour_text(element, _next))

    def _neighbour_text(self, element: DOMNode, step: Step) -> str:
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


def _read(node: DOMNode) -> tuple[int, str]:
    """What kind of thing stands in a line, and its text."""
    tag = node.tag
    if tag == "#text":
        text = node.value
        return INLINE, " " if text.isspace() else text
    kind = KINDS.get(tag, BLOCK)
    if kind == BLOCK or kind >= BREAK:
        return kind, " "
    if node.first_element_child is None:
        return kind, node.text
    return kind, text_within(node, MOST_NODES).text


def _inline_parent(node: DOMNode | None) -> DOMNode | None:
    """What a node stands in, if the line goes on around it."""
    parent = None if node is None else node.parent
    return None if parent is None or KINDS.get(parent.tag, BLOCK) == BLOCK else parent


def _runs(text: str) -> bool:
    return len(text[-LONGEST_CONTEXT:].split()) >= RUNNING_WORDS


def _in_line(before: str, words: str, after: str) -> str:
    """The words of a link between those around it."""
    if len(words) + 2 * LONGEST_SIDE > LONGEST_CONTEXT:
        words = words[: LONGEST_CONTEXT - 2 * LONGEST_SIDE]
    return " ".join(f"{_end(before)}{words}{_beginning(after)}".split())


def _end(text: str) -> str:
    """The last whole words of a text."""
    if len(text) <= LONGEST_SIDE:
        return text
    words = text[-LONGEST_SIDE:]
    if "\n" in words or "  " in words:  # perhaps more white space than words
        words = f"{' '.join(text.rstrip()[-MOST_LETTERS:].split())} "[-LONGEST_SIDE:]
        words = words if text[-1].isspace() else words[:-1]
    return words.partition(" ")[2] or words


def _beginning(text: str) -> str:
    """The first whole words of a text."""
    if len(text) <= LONGEST_SIDE:
        return text
    words = text[:LONGEST_SIDE]
    if "\n" in words or "  " in words:
        words = f" {' '.join(text.lstrip()[:MOST_LETTERS].split())}"[:LONGEST_SIDE]
        words = words if text[0].isspace() else words[1:]
    return words.rpartition(" ")[0] or words
