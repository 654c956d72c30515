"""The items of JSON-LD scripts, each with its own properties."""

from typing import Any

from auslese.extract.marked_up.marked_item import MOST_FIELDS, MOST_ITEMS, MarkedItem, join_parts

JSON_LD = "json-ld"
DEEPEST = 12  # objects within objects; a shop's offers have six
MOST_OBJECTS = 5_000  # of one script
Node = dict[str, Any]


def json_ld_items(decoded: Any) -> list[MarkedItem]:
    """The items of a script that was decoded, the outer ones first."""
    reader = _ScriptReader()
    reader.read(decoded, -1, "", 0)
    join_parts(reader.items, reader.properties)
    reader.name_references()
    return reader.items


class _ScriptReader:
    def __init__(self) -> None:
        self.items: list[MarkedItem] = []
        self.properties: list[tuple[int, str]] = []
        self._references: list[tuple[int, str, str]] = []
        self._left = MOST_OBJECTS

    def read(self, value: Any, place: int, name: str, depth: int) -> None:
        """Take a value: of a property of the item at this place, or of the script itself."""
        self._left -= 1
        if depth > DEEPEST or self._left < 0:
            return
        if isinstance(value, list):
            for each in value[:MOST_ITEMS]:
                self.read(each, place, name, depth + 1)
        elif isinstance(value, dict):
            self._read_object(value, place, name, depth)
        elif place >= 0 and name:
            self.items[place].add(name, _text(value))

    def _read_object(self, node: Node, place: int, name: str, depth: int) -> None:
        if "@value" in node:
            self.read(node["@value"], place, name, depth + 1)
        elif types := _types(node):
            self._read_item(node, types, place, name, depth)
        elif isinstance(node.get("@id"), str) and len(node) == 1:
            if place >= 0:
                self._references.append((place, name, node["@id"]))
        else:
            for key, inner in node.items():
                if key == "@graph" or not key.startswith("@"):
                    self.read(inner, place, name or key, depth + 1)

    def _read_item(
        self, node: Node, types: tuple[str, ...], place: int, name: str, depth: int
    ) -> None:
        if len(self.items) >= MOST_ITEMS:
            return
        own = len(self.items)
        self.items.append(MarkedItem(JSON_LD, types, _text(node.get("@id")), place))
        for key, inner in list(node.items())[:MOST_FIELDS]:
            if key.startswith("@reverse") or (key.startswith("@") and key != "@graph"):
                continue
            self.read(inner, own if key != "@graph" else place, key, depth + 1)
        if place >= 0:
            self.properties.append((own, name))

    def name_references(self) -> None:
        """Say how things are called that are only pointed to; by their addresses if nobody does."""
        called = {each.identifier: each.called for each in self.items if each.identifier}
        for place, name, identifier in self._references:
            self.items[place].add(name, called.get(identifier) or identifier)


def _types(node: Node) -> tuple[str, ...]:
    said = node.get("@type")
    given = said if isinstance(said, list) else [said]
    return tuple(each for each in given[:6] if isinstance(each, str) and each)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""
