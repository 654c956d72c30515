"""Which part of a collection is meant, and which two are compared?

A part is named as people write it: `2026-10` or `2026-01..2026-06` for the pages of that time,
`.at` for a top-level domain, `example.org` for a site or host, `last-crawl` for what the last
crawl brought. Every part can tell in words what it is.
"""

import re
from calendar import monthrange
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.page_texts import (
    FETCHED,
    PUBLISHED,
    CrawlPeriod,
    PageSelection,
    crawls_of,
    pages_by_month,
)
from auslese.wording.figures import plural

LAST_CRAWL = "last-crawl"
LEAST_PAGES = 5  # dated pages on each side; fewer say nothing about a month
SPAN = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
BETWEEN = ".."
NAMES_OF_PARTS = (
    f"a time as 2026-10 or 2026-01{BETWEEN}2026-06, a top-level domain as .at, a site as"
    f" example.org, or {LAST_CRAWL}"
)


class CollectionPart(NamedTuple):
    """Some pages of a collection, and what to call them."""

    collection: Collection
    choice: PageSelection
    description: str


class PartComparison(NamedTuple):
    """The two parts that are compared, and why just these."""

    this: CollectionPart
    that: CollectionPart
    why: str = ""


def read_span(text: str) -> tuple[datetime, datetime]:
    """The first moment of a year, a month or a day, and the first one after it."""
    first, _, last = text.partition(BETWEEN)
    return _moments(first)[0], _moments(last or first)[1]


def _moments(text: str) -> tuple[datetime, datetime]:
    found = SPAN.fullmatch(text)
    if not found:
        raise SettingsError(f"{text!r} is no year, month or day as 2026, 2026-10 or 2026-10-31")
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        begin = datetime(year, month or 1, day or 1, tzinfo=UTC)
        end = datetime(year, month or 12, day or monthrange(year, month or 12)[1], tzinfo=UTC)
        return begin, end + timedelta(days=1)
    except (ValueError, OverflowError):
        raise SettingsError(f"there is no day {text!r}") from None


def named_part(collection: Collection, name: str, base: PageSelection) -> CollectionPart:
    """The part that is called so."""
    if name == LAST_CRAWL:
        return _last_crawl(collection, base)[0]
    if SPAN.fullmatch(name.partition(BETWEEN)[0]):
        since, until = read_span(name)
        choice = replace(base, since=since, until=until, ever=base.by == FETCHED)
        return CollectionPart(
            collection, choice, f"pages {base.by} in {name.replace(BETWEEN, ' to ')}"
        )
    if name.startswith(".") and name[1:]:
        return CollectionPart(
            collection, replace(base, domains=(name[1:].lower(),)), f"pages below {name}"
        )
    if "." in name or name == "localhost":
        return CollectionPart(
            collection, replace(base, sites=(name.lower(),)), f"pages of {name.lower()}"
        )
    raise SettingsError(f"{name!r} is no part of a collection: say {NAMES_OF_PARTS}")


def comparison(collection: Collection, this: str, that: str, base: PageSelection) -> PartComparison:
    """The two parts by name; what is not named is found out."""
    if not this:
        return _found_out(collection, base)
    mine = named_part(collection, this, base)
    if that:
        return PartComparison(mine, named_part(collection, that, base))
    return PartComparison(mine, _the_rest(mine, base))


def _the_rest(part: CollectionPart, base: PageSelection) -> CollectionPart:
    """What a part is compared with if nobody says: all before it, or all others."""
    choice = part.choice
    if choice.since is not None and choice.since != base.since:
        before = replace(base, until=choice.since, ever=choice.ever)
        return CollectionPart(part.collection, before, f"all {base.by} before")
    if choice.domains != base.domains:
        others = replace(base, not_domains=choice.domains)
        return CollectionPart(part.collection, others, "pages below all other top-level domains")
    return CollectionPart(
        part.collection, replace(base, not_sites=choice.sites), "pages of all other sites"
    )


def _found_out(collection: Collection, base: PageSelection) -> PartComparison:
    """The last month against all before; within one month, the last crawl against all before.

    A collection that was crawled once is compared by the months in which its pages were published.
    """
    months = pages_by_month(collection, replace(base, by=FETCHED, ever=True))
    if len(months) > 1:
        return _last_month(collection, replace(base, by=FETCHED), list(months))
    if len(crawls_of(collection)) > 1:
        this, that = _last_crawl(collection, base)
        return PartComparison(this, that, "all pages were fetched within one month")
    published = pages_by_month(collection, replace(base, by=PUBLISHED))
    if dated := _last_with_enough(published):
        why = "the collection was crawled once, so pages are taken by the day they name themselves"
        return _last_month(collection, replace(base, by=PUBLISHED), dated)._replace(why=why)
    raise NotFoundError(
        f"nothing to compare: all pages are of one crawl and {_why_not_dated(published)};"
        f" name two parts ({NAMES_OF_PARTS}), or give another collection by --against"
    )


def _why_not_dated(months: dict[str, int]) -> str:
    """Why pages cannot be compared by the months in which they were published."""
    dated = sum(months.values())
    if not dated:
        return "do not say when they were published"
    return (
        f"{plural(dated, 'page')} of {plural(len(months), 'month')} ({next(iter(months))} to"
        f" {next(reversed(months))}) with a day of publication are too few: a month and the time"
        f" before it need {LEAST_PAGES} each"
    )


def _last_with_enough(months: dict[str, int]) -> list[str]:
    """The months up to the last that has enough pages; empty if none has, or none before it."""
    names = list(months)
    while names and months[names[-1]] < LEAST_PAGES:
        names.pop()
    return names if sum(months[name] for name in names[:-1]) >= LEAST_PAGES else []


def _last_month(collection: Collection, base: PageSelection, months: list[str]) -> PartComparison:
    part = named_part(collection, months[-1], base)
    return PartComparison(part, _the_rest(part, base))


def _last_crawl(
    collection: Collection, base: PageSelection
) -> tuple[CollectionPart, CollectionPart]:
    crawls: list[CrawlPeriod] = crawls_of(collection)
    if not crawls:
        raise NotFoundError("no page was fetched yet; `auslese crawl` fetches them")
    begin = crawls[-1].begin
    by_crawl = replace(base, by=FETCHED, ever=True)
    description = f"pages new or changed in the last crawl, begun {begin:%Y-%m-%d %H:%M} UTC"
    return (
        CollectionPart(collection, replace(by_crawl, since=begin), description),
        CollectionPart(collection, replace(by_crawl, until=begin), "all crawls before"),
    )
