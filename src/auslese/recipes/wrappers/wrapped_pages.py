"""Pages of a collection as trees that wrappers look at."""

from typing import NamedTuple

from auslese.extract.page_reader import declared_charset
from auslese.extract.wrappers.page_tree import PageElement, page_tree
from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.fetch import Failed
from auslese.records.url import Url, canonical, key_of
from auslese.store.archive.open_archive import OpenArchive
from auslese.store.records.placed_pages import PlacedPage, placed_page
from auslese.store.tables.sql_views import Connection
from auslese.system.decoding import decoded_body

BODY_BYTES = 16 << 20  # unpacked; of an HTML page five million are read at most


class ArchivedHtml(NamedTuple):
    """A page as it came, or as a browser showed it."""

    body: bytes
    charset: str


def html_of_page(archive: OpenArchive, page: PlacedPage) -> ArchivedHtml | None:
    """What the archive has of a page; None if it cannot be read."""
    try:
        response, rendering = archive.response(page.place)
    except (AusleseError, OSError):
        return None
    if rendering:
        return ArchivedHtml(rendering, "utf-8")
    body = decoded_body(response.body, response.field("content-encoding"), BODY_BYTES)
    if isinstance(body, Failed):
        return None
    return ArchivedHtml(body, declared_charset(response.header))


def tree_of_page(archive: OpenArchive, page: PlacedPage) -> PageElement | None:
    """The tree of a page; None if it cannot be read."""
    html = html_of_page(archive, page)
    return page_tree(html.body, html.charset, page.url) if html else None


def page_named(tables: Connection, written: str) -> PlacedPage:
    """The page at an address; NotFoundError if the collection has none."""
    url = canonical(written)
    found = placed_page(tables, key_of(url)) if url else None
    if found is None:
        raise NotFoundError(f"{written} is no HTML page of the collection")
    return found


def linked_page(tables: Connection, base: str, link: str) -> PlacedPage | None:
    """The page that a link of a page leads to; None if the collection does not have it."""
    url = canonical(link, Url(base))
    return placed_page(tables, key_of(url)) if url else None
