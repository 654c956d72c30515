"""Pages on their way out of the house, with all that is told of them.

Texts are read segment by segment in the order in which they were written, so that an export has an
order, the same each time, and needs little memory: no text is sorted, and none waits for a join.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import pairwise
from typing import Any, NamedTuple

from auslese.records.exported_page import (
    ExportedAnchor,
    ExportedPage,
    ExportedSentence,
    ExportedStretch,
    PagePart,
)
from auslese.store.collection import Collection
from auslese.store.exports.bounded_tables import planned_as_written
from auslese.store.exports.export_selection import CHOICE
from auslese.store.exports.segment_groups import lots_of, rows_of_segments
from auslese.store.lookups.table_rows import ArrowBatch, record_batches
from auslese.store.people.hidden_columns import hidden_columns
from auslese.store.people_book import PeopleBook
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 500  # some megabytes of text
NO_REST = "'' AS rest"
AUTHOR = "author"
PAGES = """
    SELECT read.id, read.url, host, read.fetched_at, media_type, title, {author}, date, modified,
        description, keywords, site_name, page_type, chosen.language, chosen.depth, chosen.bytes,
        words, text, paragraphs, {rest}, chosen.rank, chosen.copy_of, chosen.reservations
        {columns}
    FROM {documents} AS read
    JOIN (SELECT * FROM {choice} WHERE id IN (SELECT id FROM {documents})) AS chosen
    ON chosen.id = read.id AND chosen.fetched_at = read.fetched_at
    {joins}
"""
WANTED = "SELECT id FROM {documents} WHERE id IN (SELECT id FROM {choice})"
JOINS = {
    PagePart.SENTENCES: (
        "sentences",
        """
        SELECT page AS id, fetched_at,
            list({{'text': text, 'paragraph': paragraph}} ORDER BY number) AS sentences
        FROM {sentences} WHERE page IN ({wanted}) GROUP BY ALL
        """,
        "with_sentences.id = read.id AND with_sentences.fetched_at = read.fetched_at",
    ),
    PagePart.ANCHORS: (
        "names",
        "SELECT id, names FROM ranks WHERE len(names) > 0 AND id IN ({wanted})",
        "with_names.id = read.id",
    ),
    PagePart.TOPICS: (
        "topics",
        """
        SELECT id, list({{'topic': topic, 'score': score}} ORDER BY topic) AS topics
        FROM relevance WHERE id IN ({wanted}) GROUP BY id
        """,
        "with_topics.id = read.id",
    ),
}
"""The column that a part adds, the query that has it, and what joins it."""


def exported_pages(
    collection: Collection, tables: Connection, parts: Set[PagePart]
) -> Iterator[ExportedPage]:
    """The pages of `CHOICE` in the order in which they were read, some of them in memory.

    Authors who are not to be shown are left out.
    """
    shown = hidden_columns(tables, "documents", PeopleBook(collection.path).opt_outs)
    author = f"{shown[AUTHOR]} AS {AUTHOR}" if shown else AUTHOR
    cursor = tables.cursor()
    try:
        for numbers in lots_of(numbers_of(collection.tables, "documents")):
            with planned_as_written(cursor):
                relation = cursor.sql(_query(collection, numbers, parts, author))
                for batch in record_batches(relation, ROWS_AT_ONCE):
                    yield from _pages(batch)
    finally:
        cursor.close()


def _query(collection: Collection, numbers: list[int], parts: Set[PagePart], author: str) -> str:
    sources = {"documents": rows_of_segments(collection, "documents", numbers)}
    if PagePart.SENTENCES in parts:
        sources["sentences"] = _sentences(collection, numbers)
    wanted = WANTED.format(documents=sources["documents"], choice=CHOICE)
    joined = [JOINS[part] for part in JOINS if part in parts]
    joins = [
        f"LEFT JOIN ({query.format(wanted=wanted, **sources)}) AS with_{name} ON {keys}"
        for name, query, keys in joined
    ]
    return PAGES.format(
        author=author,
        rest="rest" if PagePart.REST in parts else NO_REST,
        columns="".join(f", with_{name}.{name}" for name, *_ in joined),
        documents=sources["documents"],
        choice=CHOICE,
        joins=" ".join(joins),
    )


def _sentences(collection: Collection, numbers: list[int]) -> str:
    """Where the sentences of some segments of documents stand: in those written with them.

    Where the two tables are not cut alike, all of them are looked through.
    """
    cuts = (numbers_of(collection.tables, name) for name in ("documents", "sentences"))
    is_alike = len(set(map(tuple, cuts))) == 1
    return rows_of_segments(collection, "sentences", numbers) if is_alike else "sentences_ever"


def _pages(batch: ArrowBatch) -> Iterator[ExportedPage]:
    plain = {
        name: batch.column(name).to_pylist()
        for name in batch.schema.names
        if name not in LISTS and name != "reservations"
    }
    lists = {
        LISTS[name].field: LISTS[name].of(batch.column(name))
        for name in batch.schema.names
        if name in LISTS
    }
    lists["reservations"] = [tuple(some or ()) for some in batch.column("reservations").to_pylist()]
    names = (*plain, *lists)
    for row in zip(*plain.values(), *lists.values(), strict=True):
        yield ExportedPage(**dict(zip(names, row, strict=True)))


class ListColumn(NamedTuple):
    """A column with rows in it, and what a page has of it."""

    field: str
    parts: tuple[str, ...]
    make: Callable[[tuple[Any, ...]], Any]
    gather: Callable[[Iterable[Any]], Any] = tuple

    def of(self, column: Any) -> list[Any]:
        """The values, one for each page; made at once for all of them, which is quicker."""
        rows = column.values
        parts = (rows.field(part).to_pylist() for part in self.parts)
        values = list(map(self.make, zip(*parts, strict=True)))
        ends = column.offsets.to_pylist()
        return [self.gather(values[begin:end]) for begin, end in pairwise(ends)]


LISTS: Mapping[str, ListColumn] = {
    "paragraphs": ListColumn("stretches", ("start", "end", "kind"), ExportedStretch._make),
    "sentences": ListColumn("sentences", ("text", "paragraph"), ExportedSentence._make),
    "names": ListColumn("anchors", ("name", "links"), ExportedAnchor._make),
    "topics": ListColumn("topics", ("topic", "score"), tuple, dict),
}
