"""The texts of chosen pages, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

ROWS_AT_ONCE = 500
FETCHED, PUBLISHED = "fetched", "published"
SITE = "coalesce(nullif(pages.site, ''), documents.host)"
# As it was recognised; where that was not done yet, as the page claims, without the region.
LANGUAGE = "coalesce(languages.language, split_part(documents.language_hint, '-', 1))"
RECOGNISED = (
    " LEFT JOIN languages_ever AS languages"
    " ON languages.id = documents.id AND languages.fetched_at = documents.fetched_at"
)
TOP_LEVEL = "regexp_extract(documents.host, '[^.]*$')"
DAY = "try_cast(documents.date AS TIMESTAMP)"
# Of groups what is in them, down to the clusters.
IN_TOPICS = """cluster IN (
    WITH RECURSIVE chosen AS (
        SELECT cluster FROM clusters
        WHERE len(list_intersect(?::VARCHAR[], [lower(label), cluster::VARCHAR])) > 0
        UNION SELECT clusters.cluster FROM clusters JOIN chosen ON clusters.parent = chosen.cluster
    ) FROM chosen
)"""
RUN = r"regexp_extract(segment, '^auslese-(.*)-w\d+-\d+\.warc\.gz$', 1)"


@dataclass(frozen=True, slots=True)
class PageSelection:
    """Which pages; what is empty chooses all."""

    languages: tuple[str, ...] = ()
    """Codes as de or sr-Latn."""
    domains: tuple[str, ...] = ()
    """Top-level domains, as de."""
    sites: tuple[str, ...] = ()
    """Registrable domains or hosts."""
    not_domains: tuple[str, ...] = ()
    not_sites: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    """Before this moment."""
    by: str = FETCHED
    """Which moment of a page is meant: when it was fetched, or published as far as it says so."""
    ever: bool = False
    """Also what stood on a page before it changed."""
    no_copies: bool = False
    """None of pages that are copies of others."""
    topics: tuple[str, ...] = ()
    """Clusters or groups of clusters, by their numbers or labels."""
    pages: str = ""
    """A query for the ids of pages, beside all other conditions."""


class PageText(NamedTuple):
    """The main text of a page."""

    site: str
    text: str
    url: str


class CrawlPeriod(NamedTuple):
    """A crawl that brought pages: all runs until pages were fetched again."""

    begin: datetime
    pages: int


def texts_of(collection: Collection, choice: PageSelection) -> Iterator[PageText]:
    """The main texts of these pages, in the order in which they were read."""
    with connect(collection) as tables:
        # One thread keeps the order; whoever reads the words is slower than that anyway.
        tables.execute("SET threads = 1")
        where, values = _conditions(choice)
        rows = tables.execute(
            f"SELECT {SITE}, documents.text, documents.url {_source(choice)} {where}", values
        )
        while found := rows.fetchmany(ROWS_AT_ONCE):
            yield from (PageText(*row) for row in found)


def pages_by_month(collection: Collection, choice: PageSelection) -> dict[str, int]:
    """How many of these pages belong to each month, as 2026-10, in order."""
    moment = DAY if choice.by == PUBLISHED else "documents.fetched_at"
    month = f"strftime({moment}, '%Y-%m')"
    with connect(collection) as tables:
        where, values = _conditions(choice)
        rows = tables.execute(
            f"SELECT {month} AS month, count(*) {_source(choice)} {where}"
            " AND month IS NOT NULL GROUP BY month ORDER BY month",
            values,
        ).fetchall()
    return dict(rows)


def crawls_of(collection: Collection) -> list[CrawlPeriod]:
    """The crawls that brought pages, in order.

    A crawl that goes on where it stopped is the same crawl: a new one begins with a run that
    fetched a page which an earlier run had.
    """
    with connect(collection) as tables:
        rows = tables.execute(f"""
            WITH run AS (
                SELECT {RUN} AS name, min(fetched_at) AS begin, count(*) AS pages
                FROM pages_ever GROUP BY ALL
            ), again AS (
                SELECT DISTINCT {RUN} AS name FROM pages_ever
                WHERE (id, fetched_at) NOT IN (
                    SELECT (id, min(fetched_at)) FROM pages_ever GROUP BY id
                )
            )
            SELECT begin, pages, name IN (SELECT name FROM again) FROM run ORDER BY begin
        """).fetchall()
    crawls: list[CrawlPeriod] = []
    for begin, pages, is_again in rows:
        if is_again or not crawls:
            crawls.append(CrawlPeriod(begin, pages))
        else:
            crawls[-1] = crawls[-1]._replace(pages=crawls[-1].pages + pages)
    return crawls


def sentences_with(
    collection: Collection, choice: PageSelection, words: list[str]
) -> Iterator[tuple[str, str]]:
    """Sentences of these pages in which one of the words may stand, each with its URL."""
    pattern = "|".join(_quoted(word) for word in words)
    with connect(collection) as tables:
        tables.execute("SET threads = 1")
        where, values = _conditions(choice)
        rows = tables.execute(
            f"SELECT sentences.text, documents.url {_source(choice)}"
            f" JOIN {_table('sentences', choice)} AS sentences"
            " ON sentences.page = documents.id AND sentences.fetched_at = documents.fetched_at"
            f" {where} AND regexp_matches(lower(sentences.text), ?)",
            [*values, pattern],
        )
        while found := rows.fetchmany(ROWS_AT_ONCE):
            yield from found


def all_sentences(collection: Collection, choice: PageSelection) -> Iterator[str]:
    """The sentences of these pages."""
    with connect(collection) as tables:
        tables.execute("SET threads = 1")
        where, values = _conditions(choice)
        rows = tables.execute(
            f"SELECT sentences.text {_source(choice)}"
            f" JOIN {_table('sentences', choice)} AS sentences"
            f" ON sentences.page = documents.id AND sentences.fetched_at = documents.fetched_at"
            f" {where}",
            values,
        )
        while found := rows.fetchmany(ROWS_AT_ONCE):
            yield from (row[0] for row in found)


def _quoted(word: str) -> str:
    return "".join(letter if letter.isalnum() else f"\\x{{{ord(letter):x}}}" for letter in word)


def _table(name: str, choice: PageSelection) -> str:
    return f"{name}_ever" if choice.ever else name


def _source(choice: PageSelection) -> str:
    return (
        f"FROM {_table('documents', choice)} AS documents"
        f" JOIN {_table('pages', choice)} AS pages"
        " ON pages.id = documents.id AND pages.fetched_at = documents.fetched_at"
        + (RECOGNISED if choice.languages else "")
    )


def _conditions(choice: PageSelection) -> tuple[str, list[Any]]:
    """What stands behind WHERE, and the values for it."""
    conditions, values = ["documents.text <> ''"], list[Any]()
    wanted = {"first_documents": choice.no_copies, "pages": choice.ever}
    # A page that asks not to be indexed any more is none.
    conditions += [f"documents.id IN (SELECT id FROM {it})" for it in wanted if wanted[it]]
    listed = (
        (f"lower({LANGUAGE}) IN", tuple(code.lower() for code in choice.languages)),
        (f"{TOP_LEVEL} IN", choice.domains),
        (f"{TOP_LEVEL} NOT IN", choice.not_domains),
    )
    for condition, names in listed:
        if names:
            conditions.append(f"{condition} (SELECT unnest(?))")
            values.append(list(names))
    for no, names in (("", choice.sites), ("NOT", choice.not_sites)):
        if names:
            among = f"({SITE} IN (SELECT unnest(?)) OR documents.host IN (SELECT unnest(?)))"
            conditions.append(f"{no} {among}")
            values += [list(names)] * 2
    if choice.topics:
        conditions.append(f"documents.id IN (SELECT id FROM page_clusters WHERE {IN_TOPICS})")
        values.append([topic.lower() for topic in choice.topics])
    conditions += [f"documents.id IN ({choice.pages})"] * bool(choice.pages)
    moment = DAY if choice.by == PUBLISHED else "documents.fetched_at"
    for sign, limit in ((">=", choice.since), ("<", choice.until)):
        if limit is not None:
            conditions.append(f"{moment} {sign} ?")
            values.append(limit.replace(tzinfo=None) if choice.by == PUBLISHED else limit)
    return "WHERE " + " AND ".join(conditions), values
