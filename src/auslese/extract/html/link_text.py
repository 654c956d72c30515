"""What does a link say? Its own words, or those that stand for the picture in it."""

from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.html.page_sheet import BLOCK, BREAK, KINDS

MOST_NODES = 200  # of one link: five hundred letters need less
MOST_WHOLE = 20  # longer links of a page that are read to their end, by the parser
MOST_WRAPPINGS = 4  # elements between a link and its picture
LONGEST_ALT = 1_000
WORDLESS = frozenset(("#comment", "script", "style", "template"))


class LinkWords:
    """Reads the links of one page.

    Links within links hold each other, so what is read of each has an end.
    """

    def __init__(self, room: int) -> None:
        """`room` is how many letters are read in all."""
        self._room = room
        self._whole = MOST_WHOLE

    def of(self, links: list[DOMNode]) -> list[str]:
        """The texts of links as written; those beyond the room are empty."""
        texts = []
        room = self._room
        for link in links:
            if room <= 0:
                text = ""
            else:
                text = link.text if link.first_element_child is None else self._within(link)
                room -= len(text)
            texts.append(text)
        self._room = room
        return texts

    def _within(self, link: DOMNode) -> str:
        """The text of a link with elements in it; that of blocks does not grow together."""
        text, is_whole, _ = text_within(link, MOST_NODES)
        if not is_whole and self._whole > 0:
            self._whole -= 1
            text = link.text
        return text


def picture_words(link: DOMNode) -> str:
    """The words that stand for the picture in a link, or for the part of one that it is."""
    element: DOMNode | None = link
    for _ in range(MOST_WRAPPINGS):
        if element is None:
            break
        if words := " ".join((element.getattr("alt") or "")[:LONGEST_ALT].split()):
            return words
        element = element.first_element_child
    return ""


class ElementText(NamedTuple):
    """What a short walk through an element came by."""

    text: str
    is_whole: bool
    """Whether there was no more to see."""
    has_link: bool


def text_within(element: DOMNode, most_nodes: int) -> ElementText:
    """The text of the first nodes of an element, as written, with blanks between blocks."""
    texts: list[str] = []
    open_elements: list[tuple[DOMNode, bool]] = [(element, False)]
    has_link = False
    node = element.first_child
    for _ in range(most_nodes):
        if node is None:
            ended, is_block = open_elements.pop()
            if not open_elements:
                return ElementText("".join(texts), True, has_link)
            if is_block:
                texts.append(" ")
            node = ended.next
        elif (tag := node.tag) == "#text":
            texts.append(node.value)
            node = node.next
        elif tag in WORDLESS:
            node = node.next
        else:
            has_link = has_link or tag == "a"
            is_block = KINDS.get(tag, BLOCK) in (BLOCK, BREAK)
            if is_block:
                texts.append(" ")
            open_elements.append((node, is_block))
            node = node.first_child
    return ElementText("".join(texts), False, has_link)
