"""Pages of the link graph for those who ask: by number, by words, by host."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.page_standing import PageStanding
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000
MOST_WORDS = 20  # of a question; more make it no clearer
TEXT_LETTERS = 500  # of a page that are compared with others
IN_TITLE, IN_NAMES, IN_TEXT = 4, 2, 1  # where a word counts how much

STANDINGS = (
    PageStanding.LIVING,
    PageStanding.GONE,
    PageStanding.UNFETCHED,
    PageStanding.OUTSIDE,
    PageStanding.DEAD,
    PageStanding.UNWANTED,
)
"""In the order in which the arrays of the graph number them on disk."""
NAMES = "SELECT number, description FROM ranks"
# Asked past the views of today's pages, which look at all of them: the last row is today's.
COLUMNS = """
    number, ranks.url, rank, inlinks, linking_hosts, outlinks, description, is_fetched
"""


class LinkedPage(NamedTuple):
    """A page of the graph."""

    number: int
    url: str
    rank: float
    inlinks: int
    linking_hosts: int
    outlinks: int
    description: str
    is_fetched: bool
    title: str = ""
    standing: str = PageStanding.LIVING
    """What it is to the collection."""


def standings_of(tables: Connection, nodes: int) -> NDArray[np.uint8]:
    """What each of so many nodes is to the collection, by its place in `STANDINGS`.

    Whoever asks for several pages finds this once: it is the dearest part of a small answer.
    """
    query = f"""
        SELECT number, list_position({[str(each) for each in STANDINGS]}, standing) - 1 AS place
        FROM ranks JOIN standings USING (id)
        WHERE standing <> '{PageStanding.LIVING}' AND number < $nodes
    """
    # The table may be ahead of the arrays, for it is written first.
    found = tables.execute(query, {"nodes": nodes}).fetchnumpy()
    standings = np.zeros(nodes, np.uint8)
    standings[np.asarray(found["number"])] = np.asarray(found["place"])
    return standings


def pages_numbered(
    tables: Connection, numbers: Iterable[int], standings: NDArray[np.uint8]
) -> dict[int, LinkedPage]:
    """These pages by their numbers."""
    query = f"""
        SELECT {COLUMNS}, coalesce(arg_max(title, fetched_at), '')
        FROM ranks LEFT JOIN pages_ever USING (id)
        WHERE number IN (SELECT unnest($numbers)) GROUP BY ALL
    """
    rows = tables.execute(query, {"numbers": [int(each) for each in numbers]}).fetchall()
    pages = (LinkedPage(*row) for row in rows)
    return {
        page.number: page._replace(standing=STANDINGS[standings[page.number]]) for page in pages
    }


def all_pages(tables: Connection) -> Iterator[LinkedPage]:
    """All pages in the order of their numbers, few in memory at a time."""
    query = f"""
        SELECT {COLUMNS}, coalesce(title, '') FROM ranks
        LEFT JOIN (SELECT id, arg_max(title, fetched_at) AS title FROM pages_ever GROUP BY id)
        USING (id) ORDER BY number
    """
    found = tables.execute(query)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield from (LinkedPage(*row) for row in rows)


def numbers_of_pages(tables: Connection, pages: str) -> list[int]:
    """The numbers of the pages whose ids a query finds."""
    rows = tables.execute(f"SELECT number FROM ranks WHERE id IN ({pages})").fetchall()
    return [number for (number,) in rows]


def titles_in_order(tables: Connection) -> Iterator[Sequence[str]]:
    """The titles of all nodes in the order of their numbers, some at a time; empty without one."""
    query = """
        SELECT coalesce(title, '') FROM ranks
        LEFT JOIN (SELECT id, arg_max(title, fetched_at) AS title FROM pages_ever GROUP BY id)
        USING (id) ORDER BY number
    """
    found = tables.execute(query)
    while rows := found.fetchmany(ROWS_AT_ONCE):
        yield [title for (title,) in rows]


def beginnings(tables: Connection) -> Iterator[tuple[Sequence[int], Sequence[str]]]:
    """Numbers of nodes, and what they begin with, some at a time: names, then title and text.

    Every node has names, if only empty ones; a page that was read has its text, too.
    """
    for query in (
        NAMES,
        f"""
        SELECT number, concat_ws(' ', title, substr(text, 1, {TEXT_LETTERS}))
        FROM documents JOIN ranks USING (id)
    """,
    ):
        found = tables.execute(query)
        while rows := found.fetchmany(ROWS_AT_ONCE):
            numbers, texts = zip(*rows, strict=True)
            yield numbers, texts


def pages_with(tables: Connection, words: Sequence[str], most: int) -> list[int]:
    """Numbers of pages that have all these words in title, names or text; the best first.

    A word is found inside longer ones, too. Words in titles count most; then the rank decides.
    """
    wanted = list(dict.fromkeys(word.casefold() for word in words))[:MOST_WORDS]
    if not wanted:
        return []
    each = [
        f"""(contains(title, $word{at})::INT * {IN_TITLE}
        + contains(names, $word{at})::INT * {IN_NAMES} + contains(text, $word{at})::INT * {IN_TEXT})
        """
        for at in range(len(wanted))
    ]
    query = f"""
        SELECT number FROM (
            SELECT number, rank, lower(ranks.description) AS names,
                lower(coalesce(documents.title, '')) AS title, lower(coalesce(text, '')) AS text
            FROM ranks LEFT JOIN documents USING (id)
        ) WHERE {" AND ".join(f"{score} > 0" for score in each)}
        ORDER BY {" + ".join(each)} DESC, rank DESC, number LIMIT $most
    """
    values: dict[str, Any] = {f"word{at}": word for at, word in enumerate(wanted)}
    return [number for (number,) in tables.execute(query, values | {"most": most}).fetchall()]


def pages_of_host(tables: Connection, name: str) -> list[int]:
    """Numbers of the pages of a host, or of all hosts below a domain."""
    query = r"""
        SELECT number FROM (
            SELECT number, regexp_extract(url, '^https?://([^/:?#]*)', 1) AS host FROM ranks
        ) WHERE host = $name OR ends_with(host, '.' || $name) ORDER BY number
    """
    return [number for (number,) in tables.execute(query, {"name": name.lower()}).fetchall()]
