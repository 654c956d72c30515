"""What a collection holds, what lies beyond its rules, and the life of a URL."""

from dataclasses import asdict
from importlib import import_module
from time import time
from typing import Any

from auslese.crawl.forecast.forecast import Forecast, forecast
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.frontier.url_trace import UrlTrace
from auslese.crawl.recrawl.recrawl_values import RecrawlStatus
from auslese.recipes.duplicates.copy_report import duplicate_counts
from auslese.recipes.languages.language_report import stale_languages
from auslese.recipes.pages.page_counts import page_counts
from auslese.recipes.reading.read_pages import reading_counts, status_counts_of
from auslese.recipes.searching.index_state import index_status
from auslese.recipes.settings.class_borders import borders_of
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.crawl_settings import RecrawlSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.records.url import canonical
from auslese.store.collection import Collection
from auslese.store.lookups.focus_lookups import class_counts, last_focus
from auslese.store.lookups.overview_lookups import OutsideHost, outside_hosts
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.problem_sentences import PageProblem

MOST_HOSTS = 5  # of those that take longest


def status_of(collection: Collection) -> dict[str, Any]:
    """Where the collection stands, as `status --json` prints it."""
    settings, reader = settings_of(collection), frontier_of(collection).reader()
    again = _recrawl_status(reader, settings.again)
    standing = reader.crawl_state()
    with connect(collection) as tables:
        counts = status_counts_of(tables, settings.reading)
        stale = stale_languages(collection, tables, settings.language)
        duplicates = duplicate_counts(collection, tables)
        focus = _focus_counts(tables, borders_of(collection.path, settings.focus))
    pages = page_counts(collection, counts.hosts)
    return {
        "pages": pages.pages,
        "queued": standing.queued,
        "seen": standing.seen,
        "outcomes": dict(sorted(standing.outcomes.items())),
        "depth": standing.depth,
        "forecast": _as_json(forecast(standing.survey)),
        "hosts": pages.hosts or standing.hosts,
        "again": again,
        "tables": counts.rows,
        "index": index_status(collection),
        "reading": reading_counts(counts),
        "languages": {"pages": counts.languages, "stale": stale},
        "duplicates": duplicates,
        "focus": focus,
        "traps": [trap._asdict() for trap in reader.traps()],
        "unreachable": [host._asdict() for host in reader.unreachable()],
    }


def _recrawl_status(reader: FrontierReader, again: RecrawlSection) -> dict[str, Any]:
    """When it was last crawled, and what is due to be seen again."""
    if not reader.has_begun():
        return RecrawlStatus()._asdict()
    return reader.recrawl_status(time(), again.rest.total_seconds())._asdict()


def _focus_counts(tables: Connection, borders: tuple[float, ...]) -> dict[str, Any]:
    """By what the last crawl was focused, and how its pages fall by the borders of today."""
    if not (by := last_focus(tables)):
        return {}
    counts = class_counts(tables, by, borders)
    return {
        "by": by,
        "borders": list(borders),
        "pages": counts[:-1],
        "unscored": counts[-1],
        "outlook": _outlook(tables),
    }


def _outlook(tables: Connection) -> dict[str, Any]:
    """What the last focused crawl brings; few collections have one, so it is loaded late."""
    outlook = import_module("auslese.recipes.focus.focus_outlook")
    found: dict[str, Any] = outlook.focus_outlook(tables)
    return found


def _as_json(ahead: Forecast) -> dict[str, Any]:
    slowest = [host._asdict() for host in ahead.slowest[:MOST_HOSTS]]
    return asdict(ahead) | {"slowest": slowest}


def trace_of(collection: Collection, text: str) -> UrlTrace:
    """The life of one URL, given in any spelling."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    return frontier_of(collection).reader().trace(url)


def outside_of(collection: Collection, most: int | None) -> tuple[list[OutsideHost], int, int]:
    """Hosts beyond the rules, the most wanted first; and all URLs and hosts there are of them."""
    with connect(collection) as tables:
        hosts = outside_hosts(tables)
    return hosts[:most], sum(host.urls for host in hosts), len(hosts)
