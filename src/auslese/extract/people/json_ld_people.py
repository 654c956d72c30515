"""Persons and contact points in JSON-LD, wherever in a script they stand."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from auslese.extract.people.person_draft import FIELD_OF, PersonDraft, local_name
from auslese.extract.people.reach_links import is_mail, number_in, tidied_mail
from auslese.extract.tidying import tidy
from auslese.records.person import ContactKind, MarkedContact

Node = dict[str, Any]

DEEPEST = 12  # objects within objects; a staff of departments of a house has six
MOST_NODES = 5_000  # of one script
MOST_VALUES = 50  # of one property
LONGEST_LABEL = 100
SOURCE = "json-ld"
PERSONS = frozenset(("person", "patient", "physicianperson"))
ABOUT_ONE = frozenset(("profilepage", "aboutpage"))
REACHED = {
    "telephone": ContactKind.PHONE,
    "faxnumber": ContactKind.FAX,
    "email": ContactKind.EMAIL,
}


def read_script(decoded: Any) -> tuple[list[PersonDraft], list[MarkedContact]]:
    """The persons and the contacts of others in a script that was decoded."""
    nodes = list(islice(_nodes(decoded), MOST_NODES))
    by_id = {node["@id"]: node for node in nodes if _is_named(node)}
    mains = _main_entities(nodes)
    people: list[PersonDraft] = []
    contacts: list[MarkedContact] = []
    for node in nodes:
        if not PERSONS.isdisjoint(_types(node)):
            draft = _draft(node, by_id)
            draft.is_main = draft.is_main or id(node) in mains or node.get("@id") in mains
            people.append(draft)
        else:
            contacts += _contacts_of(node)
    return people, contacts


def _nodes(value: Any) -> Iterator[Node]:
    """All objects, the outer ones first."""
    waiting: list[tuple[Any, int]] = [(value, DEEPEST)]
    while waiting:
        each, deepest = waiting.pop()
        if isinstance(each, dict):
            yield each
            inner: list[Any] = list(each.values())
        elif isinstance(each, list):
            inner = each
        else:
            continue
        if deepest:
            parts = [part for part in inner[:MOST_NODES] if isinstance(part, dict | list)]
            waiting += [(part, deepest - 1) for part in reversed(parts)]


def _is_named(node: Node) -> bool:
    return isinstance(node.get("@id"), str) and len(node) > 1


def _types(node: Node) -> set[str]:
    return {local_name(each) for each in _listed(node.get("@type")) if isinstance(each, str)}


def _main_entities(nodes: list[Node]) -> set[object]:
    """The objects that profile pages are about: their places in memory, or the names they have."""
    mains: set[object] = set()
    for node in nodes:
        if not ABOUT_ONE.isdisjoint(_types(node)):
            for entity in _listed(node.get("mainEntity") or node.get("about")):
                mains.add(id(entity))
                if isinstance(entity, dict) and isinstance(entity.get("@id"), str):
                    mains.add(entity["@id"])
    return mains


def _draft(node: Node, by_id: dict[str, Node]) -> PersonDraft:
    draft = PersonDraft(SOURCE)
    for key, value in node.items():
        name = local_name(key) if not key.startswith("@") else key
        if name in FIELD_OF:
            for text in islice(_texts(value, by_id), MOST_VALUES):
                draft.add(name, text)
        elif name == "contactpoint":
            for point in filter(lambda each: isinstance(each, dict), _listed(value)):
                draft.add("email", _text(point.get("email")))
                draft.add("telephone", _text(point.get("telephone")))
    return draft


def _texts(value: Any, by_id: dict[str, Node]) -> Iterator[str]:
    """What a value says: words, the names of objects, identifiers."""
    for each in _listed(value)[:MOST_VALUES]:
        if isinstance(each, dict):
            known = by_id.get(str(each.get("@id")), each)
            yield _text(each.get("value")) or _text(known.get("name")) or _text(each.get("@id"))
        else:
            yield _text(each)


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name")
    return value if isinstance(value, str) else ""


def _contacts_of(node: Node) -> Iterator[MarkedContact]:
    """How to reach what is no person: a house, a department, a contact point."""
    label = tidy(_text(node.get("contactType")) or _text(node.get("name")), LONGEST_LABEL)
    for key, value in node.items():
        kind = REACHED.get(local_name(key)) if not key.startswith("@") else None
        for text in map(_text, _listed(value)[:MOST_VALUES] if kind else ()):
            if contact := contact_from(kind or "", text, label):
                yield contact


def contact_from(kind: str, text: str, label: str) -> MarkedContact | None:
    """A contact as a property gives it; None if it is none."""
    if kind == ContactKind.EMAIL:
        mail = tidied_mail(text.removeprefix("mailto:"))
        return MarkedContact(kind, mail, label) if is_mail(mail) else None
    number = number_in(f"tel:{text.removeprefix('tel:')}")
    return MarkedContact(kind, number.value, label) if number else None


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
