"""What a collection has as a whole: how many pages, languages and topics; what lies beyond.

What a page of the server shows is asked past the views of today's pages where that gives the same:
it must come at once.
"""

from datetime import datetime
from typing import NamedTuple

from auslese.store.tables.sql_views import Connection

# A page counts once, however often it was fetched, and as long as it is there.
BY_HOST = """
    SELECT host, count(*) AS pages, max(fetched_at) AS newest FROM pages WHERE gone_at IS NULL
    GROUP BY host ORDER BY 2 DESC, 1
"""
LANGUAGES = """
    SELECT language, count(*) AS pages FROM languages_ever
    WHERE language NOT IN ('', 'unknown') GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $most
"""
TOPICS = """
    SELECT cluster, label, pages FROM clusters WHERE NOT is_group
    ORDER BY pages DESC, cluster LIMIT $most
"""
# Ids are as good as drawn by lot.
TITLES = """
    SELECT title FROM documents_ever WHERE title <> '' AND problem = '' ORDER BY id LIMIT $most
"""
LARGEST_SITE = """
    SELECT site FROM pages_ever WHERE site <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1
"""
OUTSIDE = """
    WITH last AS (
        SELECT id, url, host, reason, kind FROM outcomes
        QUALIFY row_number() OVER (PARTITION BY id ORDER BY ended_at DESC) = 1
    ), beyond AS (SELECT * FROM last WHERE kind = 'refused' AND reason = 'scope'),
    pointing AS (SELECT target, count(*) AS n FROM links GROUP BY target)
    SELECT host, count(*), coalesce(sum(n), 0)::BIGINT, min(url)
    FROM beyond LEFT JOIN pointing ON target = id
    GROUP BY host ORDER BY 2 DESC, 3 DESC, 1
"""
# Ids are as good as drawn by lot.
KNOWN_URLS = """
    SELECT url FROM outcomes
    QUALIFY row_number() OVER (PARTITION BY id ORDER BY ended_at DESC) = 1
    ORDER BY id LIMIT $most
"""


class HostSize(NamedTuple):
    """A host, and how many pages of it there are."""

    host: str
    pages: int
    newest: datetime
    """When the last of them was fetched."""


class TopicSize(NamedTuple):
    """A topic, and how many pages it has."""

    cluster: int
    label: str
    pages: int


class OutsideHost(NamedTuple):
    """A host beyond the rules, and how much of it our pages point to."""

    host: str
    urls: int
    links: int
    example: str


def pages_by_host(tables: Connection) -> list[HostSize]:
    """The hosts that pages are from, those with most pages first."""
    return [HostSize(*row) for row in tables.execute(BY_HOST).fetchall()]


def frequent_languages(tables: Connection, most: int) -> dict[str, int]:
    """Languages with the number of their pages, the most frequent first."""
    return dict(tables.execute(LANGUAGES, {"most": most}).fetchall())


def largest_topics(tables: Connection, most: int) -> list[TopicSize]:
    """Topics, that with most pages first."""
    return [TopicSize(*row) for row in tables.execute(TOPICS, {"most": most}).fetchall()]


def some_titles(tables: Connection, most: int) -> list[str]:
    """Titles of pages, as good as drawn by lot."""
    return [title for (title,) in tables.execute(TITLES, {"most": most}).fetchall()]


def largest_site(tables: Connection) -> str:
    """The site with most pages; empty if there is none."""
    return next((str(site) for (site,) in tables.execute(LARGEST_SITE).fetchall()), "")


def outside_hosts(tables: Connection) -> list[OutsideHost]:
    """Hosts beyond the rules, the most wanted first."""
    return [OutsideHost(*row) for row in tables.execute(OUTSIDE).fetchall()]


def known_urls(tables: Connection, most: int) -> list[str]:
    """Some of the URLs of which the tables tell what became, as good as drawn by lot."""
    return [url for (url,) in tables.execute(KNOWN_URLS, {"most": most}).fetchall()]
