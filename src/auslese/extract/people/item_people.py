"""Persons in microdata and RDFa Lite: elements with a type, and the properties within them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.people.json_ld_people import (
    ABOUT_ONE,
    LONGEST_LABEL,
    PERSONS,
    REACHED,
    contact_from,
)
from auslese.extract.people.person_draft import PersonDraft, local_name
from auslese.extract.people.scope_walk import WalkBudget, line_of
from auslese.records.person import MarkedContact

MAIN = frozenset(("mainentity", "about"))
HIGHEST = 30  # elements around one that are looked at
MOST_NAMES = 6  # of properties or types in one attribute
TRANSPARENT = frozenset(("contactpoint", "address", "contactpoints"))
"""Properties whose objects say how to reach the one around them."""
TOLD_BY = ("content", "href", "resource", "datetime")
"""Attributes that have the value of a property; else it is what stands in the element."""


class ItemMarkup(NamedTuple):
    """How a kind of markup writes types and properties."""

    source: str
    kind: str
    property_name: str

    def types_of(self, element: DOMNode) -> list[str]:
        """The types of what an element speaks of, in small letters."""
        return _names(element.getattr(self.kind))

    def properties_of(self, element: DOMNode) -> list[str]:
        """The properties that an element has the value of."""
        return _names(element.getattr(self.property_name))

    def begins_item(self, element: DOMNode) -> bool:
        """Whether an element speaks of something else than what stands around it."""
        if not element.hasattr(self.kind) and not element.hasattr("itemscope"):
            return False
        return TRANSPARENT.isdisjoint(self.properties_of(element))


MICRODATA = ItemMarkup("microdata", "itemtype", "itemprop")
RDFA = ItemMarkup("rdfa", "typeof", "property")


def read_items(elements: Iterable[DOMNode], budget: WalkBudget) -> Iterator[PersonDraft]:
    """The persons that elements with a type speak of."""
    for element in elements:
        markup = markup_of(element)
        if not PERSONS.isdisjoint(markup.types_of(element)):
            yield _person(element, markup, budget)


def markup_of(element: DOMNode) -> ItemMarkup:
    """The kind of markup that an element has."""
    return MICRODATA if element.hasattr("itemtype") or element.hasattr("itemprop") else RDFA


def read_reaching(elements: Iterable[DOMNode], budget: WalkBudget) -> Iterator[MarkedContact]:
    """How to reach what is no person: the numbers and addresses of houses and contact points."""
    for element in elements:
        markup = markup_of(element)
        around = _item_around(element, markup)
        if around is None or PERSONS.isdisjoint(markup.types_of(around)):
            label = _name_within(around, markup, budget)[:LONGEST_LABEL] if around else ""
            for name in markup.properties_of(element):
                kind = REACHED.get(name)
                if kind and (contact := contact_from(kind, _value_of(element), label)):
                    yield contact


def _person(element: DOMNode, markup: ItemMarkup, budget: WalkBudget) -> PersonDraft:
    draft = PersonDraft(markup.source)
    draft.is_main = _is_main(element, markup)
    for inner, is_other in budget.within(element, markup.begins_item):
        names = markup.properties_of(inner)
        for name in names:
            value = _name_within(inner, markup, budget) if is_other else _value_of(inner)
            draft.add(name, value)
        if inner.tag == "a" and not is_other:
            draft.add_link(inner.getattr("href") or "")
    return draft


def _is_main(element: DOMNode, markup: ItemMarkup) -> bool:
    """Whether a profile page says that it is about this one."""
    if MAIN.isdisjoint(markup.properties_of(element)):
        return False
    around = _item_around(element, markup)
    return around is not None and not ABOUT_ONE.isdisjoint(markup.types_of(around))


def _item_around(element: DOMNode, markup: ItemMarkup) -> DOMNode | None:
    """The item that an element stands in."""
    around = element.parent
    for _ in range(HIGHEST):
        if around is None or around.tag[0] == "#":
            return None
        if around.hasattr(markup.kind):
            return around
        around = around.parent
    return None


def _name_within(element: DOMNode, markup: ItemMarkup, budget: WalkBudget) -> str:
    """What something else is called."""
    for inner, is_other in budget.within(element, markup.begins_item):
        if not is_other and "name" in markup.properties_of(inner):
            return _value_of(inner)
    return _value_of(element)


def _value_of(element: DOMNode) -> str:
    for attribute in TOLD_BY:
        if value := element.getattr(attribute):
            return str(value)
    return line_of(element)


def _names(attribute: str | None) -> list[str]:
    """The names in an attribute without their vocabularies."""
    return [local_name(name) for name in (attribute or "").split()[:MOST_NAMES]]
