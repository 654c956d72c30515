"""The line in which a link stands: the words before it and after it, up to the next block."""

import re
from collections.abc import Callable
from operator import attrgetter

from resiliparse.parse.html import DOMNode

from auslese.extract.html.link_text import text_within
from auslese.extract.html.page_sheet import BLOCK, BREAK, INLINE, KINDS, LINK

LONGEST_CONTEXT = 300
LONGEST_SIDE = 90  # letters before a link and after it: some ten words
MOST_LETTERS = 200  # the same with white space, of which pages are full
MOST_STEPS = 10  # neighbours on one side: words are often in tags of their own
MOST_NODES = 30  # of each neighbour

WORD = re.compile(r"[^\W\d_]{2}").search  # what is more than a sign or a number

NodeStep = Callable[[DOMNode], DOMNode | None]
previous: NodeStep = attrgetter("prev")
following: NodeStep = attrgetter("next")
LineSide = tuple[str, bool]
"""The words on one side of a link, in its line; whether some of them are no links."""
NOTHING: LineSide = ("", False)
ALONE = ("", "", False)


def sides_of(link: DOMNode, is_last: bool) -> tuple[str, str, bool]:
    """What stands in the line before a link and after it; whether some of it is no link.

    `is_last` says that the line ends with the last neighbour of the link itself.
    """
    left, right = link.prev, link.next
    if left is None and right is None and is_last:
        return ALONE
    before, is_free = _side(link, left, previous, is_last)
    after, is_free_after = _side(link, right, following, is_last)
    return before, after, is_free or is_free_after


def _side(link: DOMNode, neighbour: DOMNode | None, step: NodeStep, is_last: bool) -> LineSide:
    """One of both sides, that of this neighbour."""
    if neighbour is None:
        return NOTHING if is_last else _read_on(link, None, step, is_last)
    if neighbour.tag == "#text":  # as in every running text, and mostly there is no need of more
        text = neighbour.value
        is_free = WORD(text) is not None
        if (is_free and len(text) > LONGEST_SIDE) or (is_last and step(neighbour) is None):
            return text, is_free
    return _read_on(link, neighbour, step, is_last)


def _read_on(link: DOMNode, node: DOMNode | None, step: NodeStep, is_last: bool) -> LineSide:
    """Go from neighbour to neighbour until there are words enough, or the line ends."""
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
        is_free = is_free or (kind != LINK and WORD(text) is not None)
        texts.append(text)
        letters += len(text)
        # One link after the other: nothing beyond the next one is about this one.
        if letters > LONGEST_SIDE or (kind == LINK and not is_free):
            break
        node = step(here)
    return "".join(texts if step is following else reversed(texts)), is_free


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


def in_line(before: str, words: str, after: str) -> str:
    """The words of a link between those around it."""
    if len(words) + 2 * LONGEST_SIDE > LONGEST_CONTEXT:
        words = words[: LONGEST_CONTEXT - 2 * LONGEST_SIDE]
    line = f"{ending(before)}{words}{beginning(after)}"
    # Of all white space only the blank is printable. Nearly every line is told so to have nothing
    # that must be made single, in half the time that it would take.
    return line.strip() if line.isprintable() and "  " not in line else " ".join(line.split())


def ending(text: str) -> str:
    """The last whole words of a text."""
    if len(text) <= LONGEST_SIDE:
        return text
    words = text[-LONGEST_SIDE:]
    if "\n" in words or "  " in words:  # perhaps more white space than words
        words = f"{' '.join(text.rstrip()[-MOST_LETTERS:].split())} "[-LONGEST_SIDE:]
        words = words if text[-1].isspace() else words[:-1]
    return words.partition(" ")[2] or words


def beginning(text: str) -> str:
    """The first whole words of a text."""
    if len(text) <= LONGEST_SIDE:
        return text
    words = text[:LONGEST_SIDE]
    if "\n" in words or "  " in words:
        words = f" {' '.join(text.lstrip()[:MOST_LETTERS].split())}"[:LONGEST_SIDE]
        words = words if text[0].isspace() else words[1:]
    return words.rpartition(" ")[0] or words
