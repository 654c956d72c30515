"""Does a collection have a page, and by which words is it found?

An index has a page once: pages that say the same stand behind the first of them. So a page is held
if the index has it or the one that stands for it, and an index is as large as it has different
pages. A page that is known by links alone is not held: nobody has seen its words.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from auslese.records.url import Url, key_of
from auslese.store.lookups.copy_lookups import first_of_group
from auslese.store.lookups.document_lookups import (
    DocumentWords,
    document_words,
    read_as,
    words_of_documents,
)
from auslese.store.tables.sql_views import Connection


class PageLookup(Protocol):
    """An index that knows which pages it has."""

    def has(self, ids: Sequence[int]) -> set[int]:
        """Those of these pages that it has."""
        ...


class HeldPage(NamedTuple):
    """A page as an index has it."""

    url: str
    is_held: bool
    title: str = ""
    text: str = ""
    rest: str = ""

    @property
    def words(self) -> str:
        """All text by which it is found."""
        return "\n".join(filter(None, (self.title, self.text, self.rest)))

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "url": self.url,
            "held": self.is_held,
            "title": self.title,
            "text": self.text,
            "rest": self.rest,
        }


def held_page(index: PageLookup, tables: Connection, url: Url) -> HeldPage:
    """Whether this page is held, and its words if it was read."""
    read = _read_in(index, tables, url)
    if read is None:
        return HeldPage(url, False)
    return HeldPage(url, True, *(document_words(tables, read) or DocumentWords()))


def is_held(index: PageLookup, tables: Connection, url: Url) -> bool:
    """Whether the index has this page or one that stands for it."""
    return _read_in(index, tables, url) is not None


def _read_in(index: PageLookup, tables: Connection, url: Url) -> int | None:
    """The page that was read in the place of this one; None if the index has none for it.

    Tables are asked last: that takes far longer than asking the index.
    """
    own = key_of(url)
    if index.has([own]):
        return own
    read = read_as(tables, own)
    first = first_of_group(tables, own, read)
    return read if index.has([read] if first is None else [read, first]) else None


def words_of_hits(tables: Connection, urls: Sequence[str]) -> dict[str, str]:
    """The words of pages that the index itself has, all at once."""
    keys = {key_of(Url(url)): url for url in urls}
    found = words_of_documents(tables, keys)
    return {keys[key]: HeldPage(keys[key], True, *texts).words for key, texts in found.items()}
