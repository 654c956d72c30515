"""Addresses of our own pages, as templates write them."""

from collections.abc import Iterable
from urllib.parse import urlencode

from auslese.serve.asked import Asked

MOST_PAIRS = 100
"""Values of an address that its links keep: a page has many links, and each says them again."""
Pairs = list[tuple[str, str]]


class Links:
    """Makes addresses that stay in the collection and in the language somebody has chosen."""

    def __init__(self, asked: Asked) -> None:
        """For the answer to this request."""
        self._asked = asked
        self._sticky: Pairs = [("lang", asked.door)] if asked.is_door_chosen else []

    def to(self, path: str, **values: object) -> str:
        """A page of this collection."""
        pairs = [(name, str(value)) for name, value in values.items() if value not in ("", None)]
        return _joined(f"{self._asked.prefix}{path}", [*pairs, *self._sticky])

    def root(self, path: str) -> str:
        """A page of the server."""
        return _joined(path, self._sticky)

    def volume(self, name: str, path: str = "/", **values: object) -> str:
        """A page of another collection."""
        pairs = [(key, str(value)) for key, value in values.items() if value not in ("", None)]
        return _joined(f"/c/{name}{path}", [*pairs, *self._sticky])

    def changed(self, **values: object) -> str:
        """This page with other values; those that are empty or None fall out."""
        kept = [pair for pair in self._pairs() if pair[0] not in values]
        more = [(name, str(value)) for name, value in values.items() if value not in ("", None)]
        return _joined(self._here(), kept + more)

    def in_language(self, door: str) -> str:
        """This page in another language."""
        return self.changed(lang=door)

    def toggled(self, facet: str, value: str) -> str:
        """The first page of this answer with a filter more, or without it."""
        chosen = ("filter", f"{facet}:{value}")
        pairs = [pair for pair in self._pairs() if pair[0] != "page"]
        kept = [pair for pair in pairs if pair != chosen]
        return _joined(self._here(), kept if chosen in pairs else [*kept, chosen])

    def twin(self, path: str) -> str:
        """The same question to another door: JSON, or a feed."""
        return _joined(f"{self._asked.prefix}{path}", self._pairs())

    def absolute(self, address: str) -> str:
        """An address for those who are not here."""
        return f"{self._asked.origin}{address}"

    def _here(self) -> str:
        return f"{self._asked.prefix}{self._asked.path}"

    def _pairs(self) -> Pairs:
        pairs = self._asked.values.multi_items()
        return [(name, value) for name, value in pairs if value][:MOST_PAIRS]


def _joined(path: str, pairs: Iterable[tuple[str, str]]) -> str:
    query = urlencode(list(pairs), errors="replace")
    return f"{path}?{query}" if query else path
