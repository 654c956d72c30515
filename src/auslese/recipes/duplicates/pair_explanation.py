"""The texts of two pages of a collection, and why they are alike, ready for JSON."""

import re
from dataclasses import dataclass
from typing import Any

from auslese.analyse.duplicates.passages import PassageExplanation
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import key_read_as, read_as, readable_text
from auslese.store.tables.sql_views import Connection, connect

ID = re.compile(r"-?\d{1,20}").fullmatch


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text, and how it was asked for."""

    name: str
    text: str


def texts_in(collection: Collection, names: tuple[str, ...]) -> list[NamedText]:
    """The main texts of pages by their URLs or ids, as they were read last.

    Of a copy that was not read itself it is the text of the page it is a copy of.
    """
    with connect(collection) as tables:
        return [NamedText(name, _text_of(tables, name)) for name in names]


def _text_of(tables: Connection, name: str) -> str:
    key = read_as(tables, int(name)) if ID(name) else key_read_as(tables, name)
    text = readable_text(tables, key)
    if text is None:
        raise NotFoundError(f"{name} was not read in this collection")
    return text


def explanation_report(
    one: NamedText, other: NamedText, found: PassageExplanation
) -> dict[str, Any]:
    """Why two texts are alike, as `duplicates explain --json` prints it."""
    passages = [passage._asdict() for passage in found.passages]
    same = {"has_same_words": found.has_same_words}
    return {"a": one.name, "b": other.name} | found._asdict() | same | {"passages": passages}
