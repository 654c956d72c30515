"""The items of microdata and RDFa Lite: elements with a type, and the properties within them."""

from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.html.element_text import words_of
from auslese.extract.marked_up.marked_item import (
    LONGEST_VALUE,
    MOST_ITEMS,
    MarkedItem,
    join_parts,
    names_in,
)
from auslese.records.url import Url, canonical

MICRODATA, RDFA = "microdata", "rdfa"
MOST_NODES = 100_000  # of a page
MOST_TEXTS = 5_000  # values whose words are gathered: each is a walk of its own
MOST_PARTS = 400  # elements and texts of a value; the longest bodies of articles have some hundred
# Where a property has its value, by the tag (HTML, 5.2.4 "Values").
ADDRESSES = {"a": "href", "area": "href", "link": "href", "object": "data"} | dict.fromkeys(
    ("img", "audio", "video", "embed", "iframe", "source", "track"), "src"
)
TOLD = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


class _WithinItems(NamedTuple):
    """Within which item of each markup an element stands."""

    microdata: int = -1
    rdfa: int = -1


def attribute_items(root: DOMNode, base: Url) -> list[MarkedItem]:
    """The items of a page, in its order."""
    reader = _ElementReader(base)
    ahead: list[tuple[DOMNode | None, _WithinItems]] = [(root.first_child, _WithinItems())]
    left = MOST_NODES
    while ahead and left:
        node, place = ahead.pop()
        if node is None:
            continue
        left -= 1
        ahead.append((node.next, place))
        if not node.tag.startswith("#"):
            ahead.append((node.first_child, reader.take(node, place)))
    join_parts(reader.items, reader.properties)
    return reader.items


class _ElementReader:
    def __init__(self, base: Url) -> None:
        self._base = base
        self._texts = MOST_TEXTS
        self.items: list[MarkedItem] = []
        self.properties: list[tuple[int, str]] = []

    def take(self, element: DOMNode, place: _WithinItems) -> _WithinItems:
        """Note what an element says; in which items that stands which it has within."""
        has = element.attrs
        if not has:
            return place
        if "itemscope" in has or "itemprop" in has:
            place = place._replace(microdata=self._microdata(element, place.microdata))
        if "typeof" in has or "property" in has:
            place = place._replace(rdfa=self._rdfa(element, place.rdfa))
        return place

    def _microdata(self, element: DOMNode, place: int) -> int:
        names = names_in(element.getattr("itemprop"))
        if element.hasattr("itemscope"):
            types = tuple(names_in(element.getattr("itemtype")))
            identifier = self._address(element.getattr("itemid"))
            return self._new(MarkedItem(MICRODATA, types, identifier), names, place)
        if place >= 0 and names:
            self._note(place, names, self._value(element))
        return place

    def _rdfa(self, element: DOMNode, place: int) -> int:
        names = names_in(element.getattr("property"))
        if element.hasattr("typeof"):
            types = tuple(names_in(element.getattr("typeof")))
            said = element.getattr("resource") or element.getattr("about")
            return self._new(MarkedItem(RDFA, types, self._address(said)), names, place)
        if place >= 0 and names:
            told = element.getattr("content") or self._address(element.getattr("resource"))
            self._note(place, names, told or self._value(element))
        return place

    def _new(self, item: MarkedItem, names: list[str], place: int) -> int:
        """Begin an item; what stands in one too many belongs to none."""
        if len(self.items) >= MOST_ITEMS:
            return -1
        own = len(self.items)
        self.items.append(item)
        if place >= 0 and names:
            item.part_of = place
            self.properties += [(own, name) for name in names]
        return own

    def _note(self, place: int, names: list[str], value: str) -> None:
        for name in names:
            self.items[place].add(name, value)

    def _value(self, element: DOMNode) -> str:
        tag = element.tag
        if tag in ADDRESSES and (address := self._address(element.getattr(ADDRESSES[tag]))):
            return address
        told: str | None = element.getattr(TOLD[tag]) if tag in TOLD else None
        if told:
            return told
        if self._texts <= 0:
            return ""
        self._texts -= 1
        return words_of(element, MOST_PARTS, LONGEST_VALUE)

    def _address(self, written: str | None) -> str:
        return (canonical(written, self._base) or written) if written else ""
