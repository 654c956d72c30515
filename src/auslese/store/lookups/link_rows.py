"""The links of a collection as numbers: from tables with ids and URLs to what a graph is made of.

    known      every page that we have, or that a page of today links to
    standing   pages that are another page: redirects, other spellings (`pages.canonical`), copies
    node       all others, numbered in the order of site, host and URL
    place      every id with the number of its node

The joins run in DuckDB with bounded memory and go to disk beyond it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from auslese.records.reading import ASIDE, FOOTER, HEADER, NAVIGATION, UNFOLLOWED
from auslese.records.suffixes import registrable_domain
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect

MEMORY = "3GB"  # beyond, DuckDB goes to its temporary files
NODES_AT_ONCE = 100_000
MOST_NAMES = 10  # of one page that are kept
LONGEST_NAME = 100  # letters; a longer one is a teaser, not a name
MENU_TARGETS = 5  # pages of a host that the same words lead to: these say where, not what
MENU_HOSTS = 3  # that lead to own pages by the same words of their menus
STEP_SHARE = 0.2  # of the links with the same words that say they lead on or back

# Of machines for machines: they cite nothing.
RELATED = "(rel IN ('canonical', 'sitemap') OR starts_with(rel, 'alternate'))"
HOST = r"regexp_extract(url, '^https?://(\[[^\]]*\]|[^/:?#]*)', 1)"
MENUS = ", ".join(f"'{position}'" for position in (NAVIGATION, HEADER, FOOTER, ASIDE))
STEP = r"regexp_matches(lower(rel), '(^|\s)(next|prev|previous|first|last|up)(\s|$)')"
ADDRESS = r"regexp_matches(lower(anchor), '^(https?://|www\.)')"  # as a name it says nothing
UNVOUCHED = rf"regexp_matches(lower(rel), '(^|\s)({'|'.join(sorted(UNFOLLOWED))})(\s|$)')"

KNOWN = f"""
    CREATE TEMP TABLE present AS
    SELECT id, url, coalesce(canonical, '') AS canonical, copy_of,
        list_contains(string_split(coalesce(directives, ''), ','), 'nofollow') AS is_unvouched
    FROM pages WHERE gone_at IS NULL;

    CREATE TEMP TABLE redirected AS
    SELECT id, url, detail AS leads_to FROM (
        SELECT id, url, detail, reason FROM outcomes
        QUALIFY row_number() OVER (PARTITION BY id ORDER BY ended_at DESC) = 1
    ) WHERE reason = 'redirect';

    CREATE TEMP TABLE citing AS
    SELECT source, target, url, trim(anchor) AS anchor,
        coalesce(position, '') IN ({MENUS}) OR rel IN ('next', 'prev') AS is_menu,
        {STEP} AS is_step, {UNVOUCHED} OR is_unvouched AS is_unvouched
    FROM links JOIN (SELECT id, is_unvouched FROM present) AS page ON page.id = source
    WHERE NOT {RELATED};

    CREATE TEMP TABLE known AS
    SELECT id, min(url) AS url, bool_or(fetched) AS fetched FROM (
        SELECT id, url, true AS fetched FROM present
        UNION ALL SELECT DISTINCT target, url, false FROM citing
    ) GROUP BY id;

    CREATE TEMP TABLE ways_on AS
    SELECT led.id, known.id AS first, led.step FROM (
        SELECT id, leads_to AS url, 1 AS step FROM redirected
        UNION ALL SELECT id, canonical, 2 FROM present WHERE canonical NOT IN ('', url)
    ) AS led JOIN known USING (url) WHERE led.step = 1 OR known.fetched
    UNION ALL SELECT id, copy_of, 3 FROM present
        WHERE copy_of IN (SELECT id FROM present) AND copy_of <> id
    UNION ALL SELECT id, first, 4 FROM folded WHERE first IN (SELECT id FROM present);
"""
NODES = f"""
    CREATE TEMP TABLE node AS
    SELECT (row_number() OVER (ORDER BY host_number, url) - 1)::INTEGER AS number,
        id, url, host_number, site_number, fetched
    FROM (SELECT *, {HOST} AS host FROM known ANTI JOIN standing USING (id))
    JOIN hosts USING (host);

    CREATE TEMP TABLE place AS
    SELECT id, number, host_number FROM node
    UNION ALL
    SELECT standing.id, number, host_number FROM standing JOIN node ON node.id = standing.first;
"""
LINKS = """
    SELECT source.number, target.number, is_menu::TINYINT, is_unvouched::TINYINT
    FROM citing JOIN place AS source ON source.id = citing.source
    JOIN place AS target ON target.id = citing.target
"""
# What menus call pages is known by how it behaves: on one host it leads to many pages ("Next",
# "more"), it leads on and back, or many hosts lead by it to pages of their own ("Home").
# A name that is given to very many pages says little about any of them.
NAMES = f"""
    CREATE TEMP TABLE naming AS
    SELECT lower(anchor) AS key, anchor, is_menu, is_step, source.number AS source,
        source.host_number AS host, target.number, target.host_number = host AS is_own
    FROM citing JOIN place AS source ON source.id = citing.source
    JOIN place AS target ON target.id = citing.target
    WHERE anchor <> '' AND NOT {ADDRESS} AND length(anchor) <= {LONGEST_NAME}
        AND source.number <> target.number;

    CREATE TEMP TABLE menu_of_host AS
    SELECT key, host FROM naming GROUP BY key, host
    HAVING count(DISTINCT number) FILTER (is_own) >= {MENU_TARGETS}
        OR count(*) FILTER (is_step) >= {STEP_SHARE} * count(*);

    CREATE TEMP TABLE menu AS
    SELECT key FROM naming GROUP BY key
    HAVING count(DISTINCT host) FILTER (is_own AND is_menu)
        >= greatest({MENU_HOSTS}, count(DISTINCT host) / 2)
    UNION SELECT key FROM menu_of_host GROUP BY key HAVING count(*) >= {MENU_HOSTS};

    CREATE TEMP TABLE named AS
    SELECT number, key, mode(anchor ORDER BY anchor) AS name,
        count(DISTINCT source) AS links, count(DISTINCT host) AS hosts
    FROM naming ANTI JOIN menu USING (key) ANTI JOIN menu_of_host USING (key, host)
    GROUP BY number, key;

    CREATE TEMP TABLE names AS
    SELECT number, list({{'name': name, 'links': links, 'hosts': hosts}} ORDER BY telling DESC, key)
        AS names
    FROM (
        SELECT *, (hosts + ln(links)) * ln(1 + (SELECT count(*) FROM node) / pages) AS telling
        FROM named JOIN (SELECT key, count(*) AS pages FROM named GROUP BY key) USING (key)
        QUALIFY row_number() OVER (PARTITION BY number ORDER BY telling DESC, key) <= {MOST_NAMES}
    ) GROUP BY number;
"""
ROWS = """
    SELECT node.id, node.url, fetched, coalesce(names, []) AS names
    FROM node LEFT JOIN names USING (number)
    WHERE node.number >= $begin AND node.number < $end ORDER BY node.number
"""

FoldFunction = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]
"""Gets pages and those they lead to; tells for each page at which one it ends."""


class NodeRow(NamedTuple):
    """A node as its table keeps it."""

    id: int
    url: str
    is_fetched: bool
    names: list[dict[str, Any]]


class NumberedLinks:
    """Numbered pages and links; `numbering` makes it."""

    def __init__(self, tables: Connection) -> None:
        """Everything is in these tables already."""
        self._tables = tables
        self.folded = self._count("standing")

    def _count(self, table: str) -> int:
        ((number,),) = self._tables.execute(f"SELECT count(*) FROM {table}").fetchall()
        return int(number)

    def nodes(self) -> dict[str, NDArray[Any]]:
        """Columns of all nodes, by number; and the ids of pages that nodes stand for."""
        query = "SELECT id, host_number, site_number, fetched FROM node ORDER BY number"
        nodes = self._tables.execute(query).fetchnumpy()
        query = "SELECT id, number FROM place WHERE id IN (SELECT id FROM standing) ORDER BY id"
        folded = self._tables.execute(query).fetchnumpy()
        return {
            "ids": _plain(nodes["id"], np.int64),
            "hosts": _plain(nodes["host_number"], np.int32),
            "sites": _plain(nodes["site_number"], np.int32),
            "fetched": _plain(nodes["fetched"], np.bool_),
            "folded_ids": _plain(folded["id"], np.int64),
            "folded_numbers": _plain(folded["number"], np.int32),
        }

    def links(self) -> Iterator[tuple[NDArray[Any], ...]]:
        """Sources and targets by number, whether they stand in a menu, and are not vouched for."""
        for batch in pa.RecordBatchReader.from_stream(self._tables.sql(LINKS)):
            yield tuple(column.to_numpy(zero_copy_only=False) for column in batch.columns)

    def rows(self) -> Iterator[list[NodeRow]]:
        """All nodes with their names, in order, some at a time."""
        self._tables.execute(NAMES)
        for begin in range(0, self._count("node"), NODES_AT_ONCE):
            values = {"begin": begin, "end": begin + NODES_AT_ONCE}
            yield [NodeRow(*row) for row in self._tables.execute(ROWS, values).fetchall()]


@contextmanager
def number_links(collection: Collection, fold: FoldFunction) -> Iterator[NumberedLinks]:
    """Number the pages and links of a collection."""
    with TemporaryDirectory() as aside, connect(collection) as tables:
        tables.execute(f"SET memory_limit = '{MEMORY}'")
        tables.execute("SET temp_directory = $1", [aside])
        tables.execute(KNOWN)
        _take_in(tables, "standing", _standing(tables, fold))
        query = f"SELECT DISTINCT {HOST} FROM known"
        _take_in(tables, "hosts", _numbered(host for (host,) in tables.execute(query).fetchall()))
        tables.execute(NODES)
        yield NumberedLinks(tables)


def _standing(tables: Connection, fold: FoldFunction) -> pa.Table:
    """Pages that are another one, with the page that stands for them."""
    query = "SELECT id, first FROM ways_on WHERE id <> first ORDER BY id, step, first"
    found = tables.execute(query).fetchnumpy()
    pages, firsts = _plain(found["id"], np.int64), _plain(found["first"], np.int64)
    ids, places = np.unique(np.concatenate([pages, firsts]), return_inverse=True)
    ends = ids[fold(places[: len(pages)], places[len(pages) :])] if len(ids) else ids
    other = ends != ids
    return pa.table({"id": ids[other], "first": ends[other]})


def _numbered(hosts: Iterable[str]) -> pa.Table:
    """Hosts with numbers for them and for their sites; those of a site stand side by side."""
    by_site = sorted((registrable_domain(host), host) for host in hosts)
    sites = {site: number for number, site in enumerate(dict.fromkeys(site for site, _ in by_site))}
    return pa.table(
        {
            "host": pa.array([host for _, host in by_site], pa.string()),
            "host_number": pa.array(range(len(by_site)), pa.int32()),
            "site_number": pa.array([sites[site] for site, _ in by_site], pa.int32()),
        }
    )


def _take_in(tables: Connection, name: str, rows: pa.Table) -> None:
    tables.register("arrived", rows)
    tables.execute(f"CREATE TEMP TABLE {name} AS FROM arrived")
    tables.unregister("arrived")


def _plain(column: Any, kind: type[np.generic]) -> NDArray[Any]:
    return np.asarray(column).astype(kind)
