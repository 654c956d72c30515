"""A thing of which a page speaks to machines: its types, its properties, and what it is part of."""

from collections.abc import Iterable
from dataclasses import dataclass, field

MOST_ITEMS = 1_000  # of a page; a list of products has some hundred
MOST_FIELDS = 100  # of an item; the richest products have 60
LONGEST_VALUE = 5_000  # letters
LONGEST_NAME = 100  # of a property or type
NAMING = ("name", "headline", "title", "text", "value")
"""Properties by which a thing is called within another one."""


@dataclass(slots=True)
class MarkedItem:
    """An item as it stands on the page."""

    markup: str
    """json-ld, microdata or rdfa."""
    types: tuple[str, ...]
    """As they are written, with or without their vocabulary."""
    identifier: str = ""
    part_of: int = -1
    """Place of the item whose property it is; -1 if it stands by itself."""
    fields: list[tuple[str, str]] = field(default_factory=list)

    def add(self, name: str, value: str) -> None:
        """Note a value of a property, if there is room."""
        name, text = plain_name(name), value[:LONGEST_VALUE].strip()
        if name and text and len(self.fields) < MOST_FIELDS:
            self.fields.append((name, text))

    @property
    def kind(self) -> str:
        """The first type without its vocabulary."""
        return next(filter(None, map(plain_name, self.types)), "item")

    @property
    def called(self) -> str:
        """What it is called; empty if it does not say."""
        for wanted in NAMING:
            for name, value in self.fields:
                if name == wanted:
                    return value
        return self.identifier


def plain_name(name: str) -> str:
    """The name of a property or type without its vocabulary: `schema:name` and the like."""
    return name.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2].strip()[:LONGEST_NAME]


def names_in(text: str | None) -> list[str]:
    """The names that stand in an attribute."""
    return (text or "").split()[:6]


def join_parts(items: list[MarkedItem], properties: Iterable[tuple[int, str]]) -> None:
    """Say in an item how its parts are called: `author: A. Adler`, and the author is an item, too.

    The properties come in the order of the page: of which part, and what it is of the whole.
    """
    for place, name in properties:
        part = items[place]
        if part.part_of >= 0 and part.called:
            items[part.part_of].add(name, part.called)
