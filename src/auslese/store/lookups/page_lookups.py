"""All that the tables have about one page, asked by its key.

Pages are asked for past the views of today's pages, which look at every page there is: the last row
of a page is today's.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from auslese.store.lookups.document_lookups import LAST_DOCUMENT
from auslese.store.tables.sql_views import Connection

Row = TypeVar("Row", bound=NamedTuple)


class StoredPage(NamedTuple):
    """A page as it was fetched last."""

    url: str
    name: str
    host: str
    site: str
    fetched_at: datetime
    status: int
    media_type: str
    charset: str
    bytes: int
    title: str
    depth: int
    digest: str
    directives: str | None
    optouts: str | None
    canonical: str | None


class PageVersion(NamedTuple):
    """One of the times that a page was fetched."""

    fetched_at: datetime
    media_type: str
    bytes: int


class StoredDocument(NamedTuple):
    """What a page says, as it was read last."""

    read_as: str
    """The URL of the page that was read."""
    problem: str
    detail: str
    title: str
    author: str
    date: str
    modified: str
    description: str
    keywords: str
    site_name: str
    page_type: str
    words: int
    text: str
    paragraphs: Sequence[dict[str, Any]]
    is_cut: bool


class StoredLanguage(NamedTuple):
    """The language of a page, in short."""

    language: str
    confidence: float
    runner_up: str
    is_running: bool
    mix: Sequence[dict[str, Any]]


class StoredRank(NamedTuple):
    """The place of a page in the graph of links."""

    rank: float
    inlinks: int
    linking_hosts: int
    outlinks: int
    description: str
    is_fetched: bool


class StoredCluster(NamedTuple):
    """The topic of a page."""

    cluster: int
    label: str
    closeness: float
    words: Sequence[str]
    also: Sequence[dict[str, Any]] = ()
    """Further clusters it is in, with their labels."""


class StoredCopyOf(NamedTuple):
    """Another page of the same group of copies."""

    url: str
    relation: str
    similarity: float


class IncomingLink(NamedTuple):
    """A page that links to this one."""

    url: str
    title: str
    anchors: Sequence[str]


class OutgoingLink(NamedTuple):
    """Where a page links to."""

    url: str
    anchor: str
    position: str


class StoredImage(NamedTuple):
    """An image on a page."""

    url: str
    alt: str
    title: str
    width: int
    height: int
    words: str


class ArchivedPlace(NamedTuple):
    """Where the archive has a page, and what kind of thing it is."""

    segment: str
    record_offset: int
    record_length: int
    media_type: str
    charset: str


PAGE = f"""
    SELECT {", ".join(StoredPage._fields)}
    FROM pages_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""
VERSIONS = f"""
    SELECT {", ".join(PageVersion._fields)} FROM pages_ever
    WHERE id = $id ORDER BY fetched_at DESC LIMIT $most
"""
DOCUMENT = f"""
    SELECT {", ".join(StoredDocument._fields)}
    FROM (SELECT *, url AS read_as FROM ({LAST_DOCUMENT}))
"""
LANGUAGE = f"""
    SELECT {", ".join(StoredLanguage._fields)} FROM languages_ever
    WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""
RANK = f"SELECT {', '.join(StoredRank._fields)} FROM ranks WHERE id = $id LIMIT 1"
CLUSTER = """
    SELECT page_clusters.cluster, label, closeness, words, coalesce((
        SELECT list({'cluster': further.cluster, 'label': further.label} ORDER BY further.cluster)
        FROM clusters AS further WHERE list_contains(page_clusters.also, further.cluster)
    ), []) AS also
    FROM page_clusters JOIN clusters USING (cluster) WHERE id = $id LIMIT 1
"""
COPIES = """
    SELECT url, relation, similarity FROM duplicates
    WHERE "group" = (SELECT "group" FROM duplicates WHERE id = $id LIMIT 1) AND id <> $id
    ORDER BY relation <> 'first', similarity DESC, url LIMIT $most
"""
LINKS_IN = """
    SELECT pages.url, any_value(title) AS title, list(DISTINCT anchor)[1:3] AS anchors
    FROM links_ever JOIN pages_ever AS pages ON pages.id = source
    WHERE target = $id AND source <> $id GROUP BY pages.url ORDER BY pages.url LIMIT $most
"""
LINKS_OUT = """
    SELECT url, any_value(anchor) AS anchor, any_value(position) AS position FROM links_ever
    WHERE source = $id AND target <> $id GROUP BY url ORDER BY url LIMIT $most
"""
IMAGES = f"""
    SELECT {", ".join(StoredImage._fields)} FROM images_ever
    WHERE page = $id AND fetched_at = (SELECT max(fetched_at) FROM images_ever WHERE page = $id)
    LIMIT $most
"""
PLACE = f"""
    SELECT {", ".join(ArchivedPlace._fields)} FROM pages_ever
    WHERE id = $id AND ($at = '' OR strftime(fetched_at, '%Y%m%d%H%M%S') = $at)
    ORDER BY fetched_at DESC LIMIT 1
"""


def stored_page(tables: Connection, key: int) -> StoredPage | None:
    """The page as it was fetched last; None if it never was."""
    return _one(tables, StoredPage, PAGE, {"id": key})


def page_versions(tables: Connection, key: int, most: int) -> list[PageVersion]:
    """When it was fetched, the last time first."""
    return _rows(tables, PageVersion, VERSIONS, {"id": key, "most": most})


def stored_document(tables: Connection, key: int) -> StoredDocument | None:
    """What the page says; None if it was not read."""
    return _one(tables, StoredDocument, DOCUMENT, {"id": key})


def stored_language(tables: Connection, key: int) -> StoredLanguage | None:
    """The language of the page; None if it was not recognised."""
    return _one(tables, StoredLanguage, LANGUAGE, {"id": key})


def stored_rank(tables: Connection, key: int) -> StoredRank | None:
    """The place of the page among links; None if there is none."""
    return _one(tables, StoredRank, RANK, {"id": key})


def stored_cluster(tables: Connection, key: int) -> StoredCluster | None:
    """The topic of the page; None if it has none."""
    return _one(tables, StoredCluster, CLUSTER, {"id": key})


def copies_beside(tables: Connection, key: int, most: int) -> list[StoredCopyOf]:
    """Other pages of its group, the one that stands for the group first."""
    return _rows(tables, StoredCopyOf, COPIES, {"id": key, "most": most})


def links_into(tables: Connection, key: int, most: int) -> list[IncomingLink]:
    """Pages that link to it, in the order of their URLs."""
    return _rows(tables, IncomingLink, LINKS_IN, {"id": key, "most": most})


def links_from(tables: Connection, key: int, most: int) -> list[OutgoingLink]:
    """Where it links to, in the order of the URLs."""
    return _rows(tables, OutgoingLink, LINKS_OUT, {"id": key, "most": most})


def stored_images(tables: Connection, key: int, most: int) -> list[StoredImage]:
    """The images on it, as it was read last."""
    return _rows(tables, StoredImage, IMAGES, {"id": key, "most": most})


def archived_place(tables: Connection, key: int, at: str) -> ArchivedPlace | None:
    """Where the archive has it, last or at a moment, as 20240531120000; None if nowhere."""
    return _one(tables, ArchivedPlace, PLACE, {"id": key, "at": at})


def _one(tables: Connection, kind: type[Row], query: str, values: dict[str, Any]) -> Row | None:
    return next(iter(_rows(tables, kind, query, values)), None)


def _rows(tables: Connection, kind: type[Row], query: str, values: dict[str, Any]) -> list[Row]:
    return [kind(*row) for row in tables.execute(query, values).fetchall()]
