"""Pages of the link graph for those who ask: by number, by words, by host."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.page_standing import NO_ANSWERS, PageStanding
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 10_000
MOST_WORDS = 20  # of a question; more make it no clearer
TEXT_LETTERS = 500  # of a page that are compared with others
IN_TITLE, IN_NAMES, IN_TEXT = 4, 2, 1  # where a word counts how much

NO_ANSWER_VALUES = f"({', '.join(repr(str(each)) for each in NO_ANSWERS)})"
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


class UnlivingPages(NamedTuple):
    """Pages that do not stand among the first, by their numbers."""

    below: NDArray[np.int64]
    """Those that come behind all living ones."""
    no_answers: NDArray[np.int64]
    """Those that are not named at all."""


def pages_numbered(tables: Connection, numbers: Iterable[int]) -> dict[int, LinkedPage]:
    """These pages by their numbers."""
    query = f"""
        SELECT {COLUMNS}, coalesce(arg_max(title, fetched_at), ''), any_value(standing)
        FROM ranks LEFT JOIN pages_ever USING (id) JOIN standings USING (id)
        WHERE number IN (SELECT unnest($numbers)) GROUP BY ALL
    """
    rows = tables.execute(query, {"numbers": [int(each) for each in numbers]}).fetchall()
    return {row[0]: LinkedPage(*row) for row in rows}


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


def best_ranked(tables: Connection, most: int) -> list[LinkedPage]:
    """The pages with the highest ranks, the best first: living ones, then others."""
    query = f"""
        WITH best AS (
            FROM ranks JOIN standings USING (id) WHERE standing NOT IN {NO_ANSWER_VALUES}
            ORDER BY standing <> '{PageStanding.LIVING}', rank DESC, number LIMIT $most
        ), titles AS (
            SELECT id, arg_max(title, fetched_at) AS title FROM pages_ever
            WHERE id IN (SELECT id FROM best) GROUP BY id
        )
        SELECT {COLUMNS.replace("ranks.", "best.")}, coalesce(title, ''), standing
        FROM best LEFT JOIN titles USING (id)
        ORDER BY standing <> '{PageStanding.LIVING}', rank DESC, number
    """
    return [LinkedPage(*row) for row in tables.execute(query, {"most": most}).fetchall()]


def unliving_pages(tables: Connection) -> UnlivingPages:
    """The pages that are not living, and what may be said of them."""
    query = f"""
        SELECT number, standing IN {NO_ANSWER_VALUES} AS is_none FROM ranks
        JOIN standings USING (id) WHERE standing <> '{PageStanding.LIVING}'
    """
    found = tables.execute(query).fetchnumpy()
    numbers, is_none = np.asarray(found["number"], np.int64), np.asarray(found["is_none"], bool)
    return UnlivingPages(numbers[~is_none], numbers[is_none])


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
