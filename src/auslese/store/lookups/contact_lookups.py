"""The contacts of pages, as they were found."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1_000
COLUMNS = """
    id, url, fetched_at, site, address_words, address_rank, ways, addresses, responsible,
    organisation,
    coalesce((SELECT max(author) FROM documents WHERE documents.id = contacts.id), '') AS author
"""
HAS_SOME = "(len(ways) > 0 OR len(addresses) > 0 OR len(responsible) > 0)"
IN_ORDER = {
    # Pages that say most first: an address, then who is responsible, then ways of several kinds.
    "contacts": (
        "len(addresses) > 0 DESC, len(responsible) > 0 DESC,"
        " len(list_distinct(list_transform(ways, lambda way: way.kind))) DESC,"
        " address_words DESC, url"
    ),
    "ranking": "address_rank DESC, address_words DESC, url",
    "site": "site, url",
}
"""In which orders pages are listed: by what they say, by the address ranking, site by site."""


class ContactRow(NamedTuple):
    """A page, and how to reach somebody by it."""

    id: int
    url: str
    fetched_at: datetime
    site: str
    address_words: int
    address_rank: float
    ways: list[dict[str, str]]
    addresses: list[dict[str, str]]
    responsible: list[str]
    organisation: str
    author: str
    """Who wrote the page, as far as it says so."""


class ContactSelection(NamedTuple):
    """Which pages, in which order."""

    site: str = ""
    """A registrable domain; all if empty."""
    order: str = "contacts"
    """One of `IN_ORDER`."""
    pages: str = ""
    """A query for the ids of the pages that are meant; all if empty."""


def contact_rows(tables: Connection, selection: ContactSelection) -> Iterator[ContactRow]:
    """Pages with contacts; by the ranking also those that only have words of addresses."""
    has_some = "address_words > 0" if selection.order == "ranking" else HAS_SOME
    conditions = [has_some, "($site = '' OR site = $site)"]
    if selection.pages:
        conditions.append(f"id IN ({selection.pages})")
    query = (
        f"SELECT {COLUMNS} FROM contacts WHERE {' AND '.join(conditions)}"
        f" ORDER BY {IN_ORDER[selection.order]}"
    )
    rows = tables.execute(query, {"site": selection.site})
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from map(ContactRow._make, some)


def are_contacts_known(tables: Connection) -> bool:
    """Whether contacts were looked for at all."""
    rows: list[Any] = tables.execute("SELECT 1 FROM contacts_ever LIMIT 1").fetchall()
    return bool(rows)
