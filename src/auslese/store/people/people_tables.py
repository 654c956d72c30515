"""All names of today's pages in the order of sites and family names; the tables made of them.

Names are put into order by DuckDB, which uses a file where its memory ends: a family of a site is
in memory at a time, not all names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from auslese.store.collection import Collection
from auslese.store.tables.made_from import is_marked, mark_of
from auslese.store.tables.parquet_segments import Columns, from_ipc, replace_in_parts, to_ipc
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import SNAPSHOT, segment_path
from auslese.store.tables.sql_views import Connection, connect

PEOPLE, PERSON_PAGES = "people", "person_pages"
MADE_FROM = ("mentions", "pages", "outcomes", "duplicates", "documents", "ranks")
NOTE = b"auslese.made_from"
MEMORY = "150MB"
"""What DuckDB may take before it uses a file; the stage may take 500 MB, with 1,000,000 names."""
ROWS_AT_ONCE = 2000
TITLE_WORDS = (
    "prof|professor|dr|ing|phd|msc|bsc|dipl|inf|phil|rer|nat|habil|med|mult|h|c|frau|herr|mr|mrs|ms"
)
# A name as it is compared, in SQL: what links call pages is compared with names by it.
FOLDED = """
    CREATE MACRO folded(name) AS trim(regexp_replace(
        strip_accents(lower(name)), '[^\\p{L}\\p{N}]+', ' ', 'g'))
"""
PLACES = """
    CREATE TEMP TABLE places AS
    SELECT pages.id, pages.fetched_at, pages.host, pages.site
    FROM pages WHERE id IN (SELECT id FROM first_documents WHERE problem = '') AND gone_at IS NULL
        AND fetched_at >= $since
"""
NAMED = """
    CREATE TEMP TABLE named AS
    SELECT mentions.* FROM mentions JOIN places USING (id, fetched_at)
"""
TOTALS = """
    CREATE TEMP TABLE page_totals AS
    SELECT id, any_value(words) AS words, any_value(is_first_person) AS is_first_person,
        count(DISTINCT key) FILTER (name <> '') AS names, sum(count)::INTEGER AS counts
    FROM named GROUP BY id
"""
LINK_NAMES = f"""
    CREATE TEMP TABLE link_names AS
    SELECT id, links, regexp_replace(
        folded(if(regexp_matches(called, '^[^,]+,[^,]+$'),
            regexp_replace(called, '^([^,]+),([^,]+)$', '\\2 \\1'), called)),
        '^(({TITLE_WORDS}) )+', '') AS called
    FROM (
        SELECT ranks.id, link.name AS called, link.links AS links
        FROM (SELECT id, unnest(names) AS link FROM ranks WHERE id IN (SELECT id FROM places))
            AS ranks
    )
"""
# Names by which links call a page, of people who are named elsewhere on its site: a page that says
# "I" may not have the name at all.
LINKED = """
    CREATE TEMP TABLE linked AS
    WITH called AS (
        SELECT link_names.id, places.site, called, sum(links)::INTEGER AS links
        FROM link_names JOIN places USING (id) GROUP BY ALL
    ), known AS (
        SELECT site, folded(name) AS called, arg_max(id, count) AS example,
            any_value(given) AS given, any_value(particle) AS particle,
            any_value(family) AS family, any_value(key) AS key, any_value(name) AS name
        FROM named JOIN places USING (id) WHERE name <> '' AND given <> '' GROUP BY ALL
    )
    SELECT called.id, called.links, known.* EXCLUDE (example, called, site), called.called
    FROM called JOIN known USING (site, called)
"""
LINK_TOTALS = """
    CREATE TEMP TABLE link_totals AS
    SELECT id, sum(links)::INTEGER AS all_links FROM link_names GROUP BY id
"""
BLOCKS = "CREATE TEMP TABLE blocks (site VARCHAR, key VARCHAR, block VARCHAR)"
# Rows without a mention are those of links alone: their name stands nowhere on the page.
ORDERED = """
    WITH every AS (
        SELECT named.id, named.name, given, particle, family, titles, suffixes, key, count,
            places AS at, emails, phones, identifiers, role, organisation,
            coalesce(linked.links, 0) AS links
        FROM named LEFT JOIN (
            SELECT id, called, max(links) AS links FROM linked GROUP BY ALL
        ) AS linked ON linked.id = named.id AND linked.called = folded(named.name)
        WHERE named.name <> ''
        UNION ALL
        SELECT id, name, given, particle, family, '', '', key, 0, [], [], [], [], '', '', links
        FROM linked WHERE (id, called) NOT IN (
            SELECT (id, folded(name)) FROM named WHERE name <> ''
        )
    )
    SELECT places.site, coalesce(blocks.block, every.key) AS block, every.id, mentions_url.url,
        places.fetched_at, places.host, every.name, every.given, every.particle, every.family,
        every.titles, every.suffixes, every.count, every.at, every.emails, every.phones,
        every.identifiers, every.role, every.organisation, every.links,
        coalesce(link_totals.all_links, 0), page_totals.words, page_totals.names,
        page_totals.counts, page_totals.is_first_person
    FROM every JOIN places USING (id) JOIN page_totals USING (id)
    JOIN page_urls AS mentions_url USING (id)
    LEFT JOIN link_totals USING (id)
    LEFT JOIN blocks ON blocks.site = places.site AND blocks.key = every.key
    ORDER BY places.site, block, every.id, every.name
"""
URLS = "CREATE TEMP TABLE page_urls AS SELECT id, any_value(url) AS url FROM named GROUP BY id"


class NameRow(NamedTuple):
    """A form of a name on a page of today, with what counts for it."""

    site: str
    block: str
    """Names with the same one may mean one person."""
    id: int
    url: str
    fetched_at: datetime
    host: str
    name: str
    given: str
    particle: str
    family: str
    titles: str
    suffixes: str
    times: int
    """0: only links to the page have it."""
    places: list[str]
    emails: list[str]
    phones: list[str]
    identifiers: list[str]
    role: str
    organisation: str
    links: int
    """Pages whose links to this one have the name."""
    all_links: int
    words: int
    names: int
    """Different family names on the page."""
    counts: int
    """How often any name stands there."""
    is_first_person: bool


class NameTotals(NamedTuple):
    """What the measures by counts need of all pages."""

    pages: int
    mean_words: float
    names: int
    """Rows with a name."""


class SharedBlock(NamedTuple):
    """Family names of a site that somebody has joined: they are looked at together."""

    site: str
    key: str
    block: str


class OrderedNames:
    """All names, in order."""

    def __init__(self, tables: Connection) -> None:
        """The temporary tables are there."""
        self._tables = tables

    def totals(self) -> NameTotals:
        """Of all pages."""
        row = self._tables.execute("""
            SELECT count(*), coalesce(avg(words), 0), coalesce(sum(names), 0)::BIGINT
            FROM page_totals
        """).fetchall()[0]
        return NameTotals(int(row[0]), float(row[1]), int(row[2]))

    def blocks(self, shared: Sequence[SharedBlock]) -> Iterator[list[NameRow]]:
        """The rows of a site that may mean the same persons, site by site."""
        for block in shared:
            self._tables.execute("INSERT INTO blocks VALUES ($site, $key, $block)", block._asdict())
        yield from (list(rows) for _, rows in groupby(self._rows(), key=lambda row: row[:2]))

    def _rows(self) -> Iterator[NameRow]:
        rows = self._tables.execute(ORDERED)
        while some := rows.fetchmany(ROWS_AT_ONCE):
            yield from (NameRow(*row) for row in some)


@contextmanager
def ordered_names(collection: Collection, since: datetime) -> Iterator[OrderedNames]:
    """The names of today's pages fetched since a moment, for as long as they are needed."""
    with TemporaryDirectory() as aside, connect(collection) as tables:
        tables.execute(f"SET memory_limit = '{MEMORY}'")
        tables.execute("SET temp_directory = $1", [aside])
        tables.execute(FOLDED)
        tables.execute(PLACES, {"since": since})
        for query in (NAMED, TOTALS, URLS, LINK_NAMES, LINKED, LINK_TOTALS, BLOCKS):
            tables.execute(query)
        yield OrderedNames(tables)


# -- the tables -----------------------------------------------------------------------------------


def people_mark(collection: Collection, more: str) -> str:
    """A short name for all that the tables are made from."""
    return f"{mark_of(collection.tables, MADE_FROM)}-{more}"


def are_people_of(collection: Collection, mark: str) -> bool:
    """Whether the tables were made from this."""
    paths = [segment_path(collection.tables, name, SNAPSHOT) for name in (PERSON_PAGES, PEOPLE)]
    return all(is_marked(path, mark) for path in paths)


def replace_person_pages(collection: Collection, parts: Iterable[Columns], mark: str) -> int:
    """Make the table of the pages of persons these rows, and return how many."""
    return replace_in_parts(collection.tables, PERSON_PAGES, parts, {NOTE: mark.encode()})


def replace_people(collection: Collection, parts: Iterable[bytes], mark: str) -> int:
    """Make the table of persons these rows, packed as `packed_people` does, and return how many."""
    names = TABLES[PEOPLE].schema.names
    columns = (_columns(names, from_ipc(part, names)) for part in parts)
    return replace_in_parts(collection.tables, PEOPLE, columns, {NOTE: mark.encode()})


def packed_people(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows of persons in little memory, for later."""
    names = TABLES[PEOPLE].schema.names
    return to_ipc(PEOPLE, {name: [row[name] for row in rows] for name in names})


def person_page_columns(rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Rows of pages of persons, column by column."""
    names = TABLES[PERSON_PAGES].schema.names
    return {name: [row[name] for row in rows] for name in names}


def _columns(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> Columns:
    values = list(zip(*rows, strict=True))
    return dict(zip(names, values, strict=True)) if values else {name: [] for name in names}
