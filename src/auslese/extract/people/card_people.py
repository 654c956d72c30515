"""Persons in microformats: elements of the classes vcard (hCard) and h-card."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.people.item_people import MOST_NAMES
from auslese.extract.people.marked_elements import CARDS
from auslese.extract.people.person_draft import PersonDraft
from auslese.extract.people.reach_links import mails_in, number_in
from auslese.extract.people.scope_walk import WalkBudget, line_of
from auslese.records.person import ContactKind, MarkedContact

SOURCE = "hcard"
OLD_NAMES = (
    "fn given-name additional-name family-name honorific-prefix honorific-suffix title role org"
    " organization-name email tel url uid"
)
OLD = frozenset(OLD_NAMES.split())
NEW_PREFIXES = ("p-", "u-", "e-")
MOST_ORDINARY_NAMES = 12  # classes of an element that are looked at
WRITTEN_BY = {"email": "href", "tel": "href", "url": "href", "uid": "href"}
"""Attributes that have the value where the element is a link."""
FAX = "fax"


class ReadCard(NamedTuple):
    """What a card says."""

    draft: PersonDraft
    contacts: list[MarkedContact]
    """How to reach a house, if the card is that of one."""


def read_cards(elements: Iterable[DOMNode], budget: WalkBudget) -> Iterator[ReadCard]:
    """What cards say."""
    for element in elements:
        yield _read_card(element, budget)


def _read_card(card: DOMNode, budget: WalkBudget) -> ReadCard:
    draft, faxes = PersonDraft(SOURCE), []
    is_old = "vcard" in _classes(card)
    houses = names = ""
    elements = [(card, False), *budget.within(card, _is_card)]
    for element, is_other in elements:
        for name in () if is_other else _properties(element, is_old):
            value = _value_of(element, name)
            if name == "tel" and _is_fax(element):
                faxes.append(value)
                continue
            names = names or (value if name in ("fn", "name") else "")
            houses = houses or (value if name == "org" else "")
            draft.add(name, value)
        if element.tag == "a" and not is_other:
            draft.add_link(element.getattr("href") or "")
    if not is_old and not names:
        draft.add("name", line_of(card))
    if names and names == houses:  # so hCard says that it is the card of a house
        return ReadCard(PersonDraft(SOURCE), _of_house(draft, faxes, names))
    return ReadCard(draft, _numbers(faxes, ContactKind.FAX, names))


def _of_house(draft: PersonDraft, faxes: list[str], label: str) -> list[MarkedContact]:
    mails = [
        MarkedContact(ContactKind.EMAIL, mail, label)
        for value in draft.values.get("emails", ())
        for mail in mails_in(value if ":" in value else f"mailto:{value}")
    ]
    phones = _numbers(draft.values.get("phones", ()), ContactKind.PHONE, label)
    return [*mails, *phones, *_numbers(faxes, ContactKind.FAX, label)]


def _numbers(values: list[str] | tuple[()], kind: str, label: str) -> list[MarkedContact]:
    numbers = (number_in(value if ":" in value else f"tel:{value}") for value in values)
    return [MarkedContact(kind, number.value, label) for number in numbers if number]


def _is_card(element: DOMNode) -> bool:
    return element.hasattr("class") and not CARDS.isdisjoint(_classes(element))


def _classes(element: DOMNode) -> list[str]:
    return element.class_name.split()[:MOST_ORDINARY_NAMES] if element.hasattr("class") else []


def _properties(element: DOMNode, is_old: bool) -> list[str]:
    """The properties that an element has the value of."""
    found = []
    for name in _classes(element):
        if is_old and name in OLD:
            found.append(name)
        elif not is_old and name.startswith(NEW_PREFIXES):
            found.append(name[2:])
    return found[:MOST_NAMES]


def _value_of(element: DOMNode, name: str) -> str:
    """The value as microformats have it: of a link its address, else a title, else the words."""
    attribute = WRITTEN_BY.get(name)
    if attribute and (value := element.getattr(attribute)):
        return str(value)
    if element.tag in ("abbr", "data"):
        return element.getattr("title") or element.getattr("value") or line_of(element)
    if name == "tel":
        inner = element.query_selector(".value")
        return line_of(inner if inner is not None else element)
    return element.getattr("alt") or line_of(element) if element.tag == "img" else line_of(element)


def _is_fax(element: DOMNode) -> bool:
    """Whether the number of a card is that of a fax."""
    kind = element.query_selector(".type")
    called = kind.getattr("title") or line_of(kind) if kind is not None else ""
    return FAX in called.lower() or FAX in _classes(element)
