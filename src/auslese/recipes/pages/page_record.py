"""All that is known about one page, in one record: what it says, its life, its neighbours."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Protocol

from auslese.recipes.pages.status_report import trace_of
from auslese.records.rights.page_rights import Use
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups import page_lookups
from auslese.store.lookups.document_lookups import read_as
from auslese.store.lookups.relevance_lookups import relevance_of
from auslese.store.people.hidden_names import hides_author
from auslese.store.people_book import PeopleBook
from auslese.store.rights.rights_lookups import column_of, stored_rights
from auslese.store.tables.sql_views import Connection

MOST_LINKS = 50  # of each direction; the counts tell how many there are
MOST_IMAGES = 24
MOST_COPIES = 50
MOST_VERSIONS = 50
DIGITS = 4


def page_record(collection: Collection, tables: Connection, url: Url) -> dict[str, Any]:
    """The record of this URL; `found` says whether the collection knows it at all."""
    trace = trace_of(collection, url)
    own = key_of(url)
    read = read_as(tables, own)
    page, rank = page_lookups.stored_page(tables, own), page_lookups.stored_rank(tables, own)
    return {
        "url": url,
        "found": bool(trace.found or page or rank),
        "page": _record(page),
        "versions": _records(page_lookups.page_versions(tables, own, MOST_VERSIONS)),
        "document": _document(collection, page_lookups.stored_document(tables, read)),
        "language": _record(page_lookups.stored_language(tables, read)),
        "rank": _record(rank),
        "cluster": _record(page_lookups.stored_cluster(tables, read)),
        "relevance": _records(relevance_of(tables, read)),
        "copies": _records(page_lookups.copies_beside(tables, own, MOST_COPIES)),
        "links_in": _records(page_lookups.links_into(tables, own, MOST_LINKS)),
        "links_out": _records(page_lookups.links_from(tables, own, MOST_LINKS)),
        "rights": _rights(tables, own),
        "images": _records(page_lookups.stored_images(tables, read, MOST_IMAGES)),
        "trace": _trace(trace),
    }


def _document(
    collection: Collection, document: page_lookups.StoredDocument | None
) -> dict[str, Any] | None:
    """What the page says; its author only if that may be shown."""
    if document is not None and document.author:
        opt_outs = PeopleBook(collection.path).opt_outs
        if hides_author(opt_outs, document.author, Url(document.read_as)):
            document = document._replace(author="")
    return _record(document)


def _rights(tables: Connection, page: int) -> dict[str, Any] | None:
    """What the page may be used for, as far as anybody has said."""
    rights = stored_rights(tables, page)
    if rights is None:
        return None
    uses = {column_of(use): getattr(rights, column_of(use)) for use in Use}
    return uses | {"sources": sorted({each.source for each in rights.statements})}


def _trace(trace: Any) -> dict[str, Any]:
    lists = {name: [each._asdict() for each in getattr(trace, name)] for name in TRACE_LISTS}
    return asdict(trace) | lists


TRACE_LISTS = ("attempts", "visits", "path")


class StoredRow(Protocol):
    """A row of any table, with its columns by name."""

    def _asdict(self) -> dict[str, Any]: ...


def _record(row: StoredRow | None) -> dict[str, Any] | None:
    return None if row is None else {name: _plain(it) for name, it in row._asdict().items()}


def _records(rows: Iterable[StoredRow]) -> list[dict[str, Any]]:
    return [{name: _plain(it) for name, it in row._asdict().items()} for row in rows]


def _plain(value: Any) -> Any:
    """Moments as text and numbers in few digits: what JSON and people want."""
    if isinstance(value, float):
        return round(value, DIGITS)
    return value.isoformat() if hasattr(value, "isoformat") else value
