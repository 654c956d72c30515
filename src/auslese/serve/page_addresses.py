"""Addresses of our own pages, as templates write them."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote_plus

from auslese.serve.page_request import PageRequest

MOST_PAIRS = 100
"""Values of an address that its links keep: a page has many links, and each says them again."""


class _Pair(NamedTuple):
    """A value of this address."""

    name: str
    encoded: str
    """With its name, as it stands in addresses."""


class AddressBuilder:
    """Makes addresses that stay in the collection and in the language somebody has chosen."""

    def __init__(self, request: PageRequest) -> None:
        """For the answer to this request."""
        self._request = request
        self._sticky = [_encoded("lang", request.ui_language)] if request.is_door_chosen else []

    def to(self, path: str, **values: object) -> str:
        """A page of this collection."""
        return _joined(f"{self._request.prefix}{path}", [*_all_encoded(values), *self._sticky])

    def root(self, path: str) -> str:
        """A page of the server."""
        return _joined(path, self._sticky)

    def volume(self, name: str, path: str = "/", **values: object) -> str:
        """A page of another collection."""
        return _joined(f"/c/{name}{path}", [*_all_encoded(values), *self._sticky])

    def changed(self, **values: object) -> str:
        """This page with other values; those that are empty or None fall out."""
        kept = [pair.encoded for pair in self._pairs if pair.name not in values]
        return _joined(self._here, kept + _all_encoded(values))

    def in_language(self, ui_language: str) -> str:
        """This page in another language."""
        return self.changed(lang=ui_language)

    def toggled(self, facet: str, value: str) -> str:
        """The first page of this answer with a filter more, or without it."""
        chosen = _encoded("filter", f"{facet}:{value}")
        pairs = [pair.encoded for pair in self._pairs if pair.name != "page"]
        kept = [pair for pair in pairs if pair != chosen]
        return _joined(self._here, kept if len(kept) < len(pairs) else [*kept, chosen])

    def twin(self, path: str, **values: object) -> str:
        """The same question to another door: JSON, a feed, or a file."""
        pairs = [pair.encoded for pair in self._pairs if pair.name not in values]
        pairs += _all_encoded(values)
        return _joined(f"{self._request.prefix}{path}", pairs)

    def absolute(self, address: str) -> str:
        """An address for those who are not here."""
        return f"{self._request.origin}{address}"

    @cached_property
    def _here(self) -> str:
        return f"{self._request.prefix}{self._request.path}"

    @cached_property
    def _pairs(self) -> list[_Pair]:
        """The values of this address; a page has a hundred links, and most say them again."""
        pairs = self._request.values.multi_items()
        kept = [(name, value) for name, value in pairs if value][:MOST_PAIRS]
        return [_Pair(name, _encoded(name, value)) for name, value in kept]


def _all_encoded(values: Mapping[str, object]) -> list[str]:
    """Values as they stand in an address; those that are empty or None fall out."""
    return [_encoded(name, str(value)) for name, value in values.items() if value not in ("", None)]


def _encoded(name: str, value: str) -> str:
    return f"{quote_plus(name, errors='replace')}={quote_plus(value, errors='replace')}"


def _joined(path: str, pairs: Iterable[str]) -> str:
    query = "&".join(pairs)
    return f"{path}?{query}" if query else path
