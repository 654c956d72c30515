"""What a collection holds, what lies beyond its rules, and the life of a URL."""

from contextlib import closing
from dataclasses import asdict
from time import time
from typing import Any, NamedTuple

from auslese.crawl.forecast.forecast import Forecast, forecast
from auslese.crawl.frontier.embedded.ledger import (
    UrlTrace,
    open_ledger,
    read_crawl_state,
    read_traps,
    trace_url,
)
from auslese.crawl.recrawl.recrawl_plan import RecrawlStatus, read_recrawl_status
from auslese.recipes.duplicates.copy_report import duplicate_counts
from auslese.recipes.languages.language_report import language_counts
from auslese.recipes.reading.read_pages import reading_counts
from auslese.recipes.searching.index_state import index_status
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.records.url import canonical
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import connect
from auslese.wording.problem_sentences import PageProblem

MOST_HOSTS = 5  # of those that take longest


class OutsideHost(NamedTuple):
    """A host beyond the rules, and how much of it our pages point to."""

    host: str
    urls: int
    links: int
    example: str


def status_of(collection: Collection) -> dict[str, Any]:
    """Where the collection stands, as `status --json` prints it."""
    again = coming_back_of(collection)
    standing = read_crawl_state(collection.frontier)
    with connect(collection) as tables:
        rows = {
            name: tables.execute(f'SELECT count(*) FROM "{name}"').fetchall()[0][0]
            for name in TABLES
        }
        learnt = {
            "reading": reading_counts(collection, tables),
            "languages": language_counts(collection, tables),
            "duplicates": duplicate_counts(collection, tables),
        }
    return {
        "pages": standing.pages,
        "queued": standing.queued,
        "seen": standing.seen,
        "outcomes": dict(sorted(standing.outcomes.items())),
        "depth": standing.depth,
        "forecast": _as_json(forecast(standing.survey)),
        "hosts": standing.hosts,
        "again": again,
        "tables": rows,
        "index": index_status(collection),
        **learnt,
        "traps": [trap._asdict() for trap in read_traps(collection.frontier)],
    }


def coming_back_of(collection: Collection) -> dict[str, Any]:
    """When it was last crawled, and what is due to be seen again."""
    if not collection.frontier.exists():
        return RecrawlStatus(0.0, 0, 0, 0)._asdict()
    rest = settings_of(collection).again.rest.total_seconds()
    with closing(open_ledger(collection.frontier)) as db:
        return read_recrawl_status(db, time(), rest)._asdict()


def _as_json(ahead: Forecast) -> dict[str, Any]:
    slowest = [host._asdict() for host in ahead.slowest[:MOST_HOSTS]]
    return asdict(ahead) | {"slowest": slowest}


def trace_of(collection: Collection, text: str) -> UrlTrace:
    """The life of one URL, given in any spelling."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    return trace_url(collection.frontier, url)


def outside_of(collection: Collection, most: int | None) -> tuple[list[OutsideHost], int, int]:
    """Hosts beyond the rules, the most wanted first; and all URLs and hosts there are of them."""
    with connect(collection) as tables:
        rows = tables.execute(
            """
            WITH last AS (
                SELECT id, url, host, reason, kind FROM outcomes
                QUALIFY row_number() OVER (PARTITION BY id ORDER BY ended_at DESC) = 1
            ), beyond AS (SELECT * FROM last WHERE kind = 'refused' AND reason = 'scope'),
            pointing AS (SELECT target, count(*) AS n FROM links GROUP BY target)
            SELECT host, count(*), coalesce(sum(n), 0)::BIGINT, min(url)
            FROM beyond LEFT JOIN pointing ON target = id
            GROUP BY host ORDER BY 2 DESC, 3 DESC, 1
            """
        ).fetchall()
    hosts = [OutsideHost(*row) for row in rows]
    return hosts[:most], sum(host.urls for host in hosts), len(hosts)
