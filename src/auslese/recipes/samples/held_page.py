"""Does a collection have a page, and by which words is it found?

An index has a page once: pages that say the same stand behind the first of them. So a page is held
if the index has it or the one that stands for it, and an index is as large as it has different
pages. A page that is known by links alone is not held: nobody has seen its words.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from auslese.recipes.read_pages import LAST_DOCUMENT, read_as
from auslese.records.url import Url, key_of
from auslese.store.views import Connection

WORDS = f"SELECT title, text, rest FROM ({LAST_DOCUMENT})"
FIRST = 'SELECT "group" FROM duplicates WHERE id IN ($own, $read) LIMIT 1'


class Having(Protocol):
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


def held_page(index: Having, tables: Connection, url: Url) -> HeldPage:
    """Whether this page is held, and its words if it was read."""
    own = key_of(url)
    read = read_as(tables, own)
    firsts = tables.execute(FIRST, {"own": own, "read": read}).fetchall()
    is_held = bool(index.has(list({own, read, *_numbers(firsts)})))
    rows = tables.execute(WORDS, {"id": read}).fetchall() if is_held else []
    return HeldPage(url, is_held, *(rows[0] if rows else ()))


def _numbers(rows: Iterable[tuple[Any, ...]]) -> Iterable[int]:
    return (int(row[0]) for row in rows)
