"""All that is known about one page, in one record: what it says, its life, its neighbours."""

from dataclasses import asdict
from typing import Any

from auslese.recipes.pages.status_report import trace_of
from auslese.recipes.reading.read_pages import LAST_DOCUMENT, read_as
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection

MOST_LINKS = 50  # of each direction; the counts tell how many there are
MOST_IMAGES = 24
MOST_COPIES = 50
MOST_VERSIONS = 50
DIGITS = 4

# By key and past the views of today's pages, which look at every page there is.
PAGE = """
    SELECT url, name, host, site, fetched_at, status, media_type, charset, bytes, title, depth,
        digest, directives, optouts, canonical
    FROM pages_ever WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""
VERSIONS = """
    SELECT fetched_at, media_type, bytes FROM pages_ever
    WHERE id = $id ORDER BY fetched_at DESC LIMIT $most
"""
DOCUMENT = f"""
    SELECT url AS read_as, problem, detail, title, author, date, modified, description, keywords,
        site_name, page_type, words, text, paragraphs, is_cut
    FROM ({LAST_DOCUMENT})
"""
LANGUAGE = """
    SELECT language, confidence, runner_up, is_running, mix FROM languages_ever
    WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
"""
RANK = """
    SELECT rank, inlinks, linking_hosts, outlinks, description, is_fetched
    FROM ranks WHERE id = $id LIMIT 1
"""
CLUSTER = """
    SELECT page_clusters.cluster, label, closeness, words
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
IMAGES = """
    SELECT url, alt, title, width, height, words FROM images_ever
    WHERE page = $id AND fetched_at = (SELECT max(fetched_at) FROM images_ever WHERE page = $id)
    LIMIT $most
"""


def page_record(collection: Collection, tables: Connection, url: Url) -> dict[str, Any]:
    """The record of this URL; `found` says whether the collection knows it at all."""
    trace = trace_of(collection, url)
    own = {"id": key_of(url)}
    read = {"id": read_as(tables, own["id"])}
    page, document = _one(tables, PAGE, own), _one(tables, DOCUMENT, read)
    rank = _one(tables, RANK, own)
    return {
        "url": url,
        "found": bool(trace.found or page or rank),
        "page": page,
        "versions": _rows(tables, VERSIONS, own | {"most": MOST_VERSIONS}),
        "document": document,
        "language": _one(tables, LANGUAGE, read),
        "rank": rank,
        "cluster": _one(tables, CLUSTER, read),
        "copies": _rows(tables, COPIES, own | {"most": MOST_COPIES}),
        "links_in": _rows(tables, LINKS_IN, own | {"most": MOST_LINKS}),
        "links_out": _rows(tables, LINKS_OUT, own | {"most": MOST_LINKS}),
        "images": _rows(tables, IMAGES, read | {"most": MOST_IMAGES}),
        "trace": _trace(trace),
    }


def _trace(trace: Any) -> dict[str, Any]:
    lists = {name: [each._asdict() for each in getattr(trace, name)] for name in TRACE_LISTS}
    return asdict(trace) | lists


TRACE_LISTS = ("attempts", "visits", "path")


def _one(tables: Connection, query: str, values: dict[str, Any]) -> dict[str, Any] | None:
    rows = _rows(tables, query, values)
    return rows[0] if rows else None


def _rows(tables: Connection, query: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    found = tables.execute(query, values)
    names = [column[0] for column in found.description]
    return [dict(zip(names, map(_plain, row), strict=True)) for row in found.fetchall()]


def _plain(value: Any) -> Any:
    """Moments as text and numbers in few digits: what JSON and people want."""
    if isinstance(value, float):
        return round(value, DIGITS)
    return value.isoformat() if hasattr(value, "isoformat") else value
