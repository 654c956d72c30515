"""Which pages wait to be read, where the archive has them, and which a chunk of documents has."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect, segment_source

# A page is read once for each time it was fetched and had changed. A copy is not read while the
# page that it is a copy of still says the same, and is read itself.
UNREAD = """
    FROM pages AS page
    WHERE NOT EXISTS (
        SELECT 1 FROM documents_ever AS read
        WHERE read.id = page.id AND read.fetched_at = page.fetched_at
    ) AND NOT EXISTS (
        SELECT 1 FROM pages AS first
        WHERE first.id = page.copy_of AND first.digest = page.digest AND first.id <> page.id
        AND (first.copy_of IS NULL OR first.copy_of = first.id)
    )
"""


PLACE = "id, url, host, epoch_ms(fetched_at), segment, record_offset, record_length"


def unread_places(collection: Collection, most: int) -> Iterator[list[PageRef]]:
    """The pages that wait to be read, host by host, at most so many at a time."""
    with connect(collection) as tables:
        rows = tables.execute(f"SELECT {PLACE} {UNREAD} ORDER BY host, segment, record_offset")
        while some := rows.fetchmany(most):
            yield [PageRef(*row) for row in some]


def chunk_places(collection: Collection, chunk: int) -> list[PageRef]:
    """The pages of a chunk of documents."""
    with connect(collection) as tables:
        rows = tables.execute(f"SELECT {PLACE} {of_chunk(collection, chunk)}").fetchall()
    return [PageRef(*row) for row in rows]


def template_samples(
    collection: Collection, media_types: Sequence[str], most: int
) -> Iterator[list[PageRef]]:
    """For each host its pages to learn from: those with the lowest ids, of equal ones the first.

    Ids are hashes of URLs, so this is a random sample, and the same whatever the pages were
    fetched, recorded or read after.
    """
    types = ", ".join(f"'{each}'" for each in media_types)
    query = f"""
        SELECT {PLACE} FROM (
            FROM pages WHERE media_type IN ({types})
            QUALIFY row_number() OVER (PARTITION BY host, digest ORDER BY id) = 1
        ) QUALIFY row_number() OVER (PARTITION BY host ORDER BY id) <= {most}
        ORDER BY host, id
    """
    with connect(collection) as tables:
        rows = chain.from_iterable(iter(partial(tables.execute(query).fetchmany, most), []))
        for _, pages in groupby((PageRef(*row) for row in rows), lambda page: page.host):
            yield list(pages)


def templates_by_chunk(
    collection: Collection, chunks: Iterable[int]
) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """The hosts of each chunk, with the names of the templates that their pages were read by."""
    with connect(collection) as tables:
        for chunk in chunks:
            segment = segment_source(collection, "documents", chunk)
            query = f"SELECT DISTINCT host, template FROM {segment} WHERE template IS NOT NULL"
            yield chunk, tables.execute(query).fetchall()


def count_unread(collection: Collection) -> int:
    """How many pages wait to be read."""
    with connect(collection) as tables:
        return int(tables.execute(f"SELECT count(*) {UNREAD}").fetchall()[0][0])


def count_in(collection: Collection, chunks: Iterable[int]) -> int:
    """How many pages these chunks have."""
    with connect(collection) as tables:
        queries = (f"SELECT count(*) {of_chunk(collection, chunk)}" for chunk in chunks)
        return sum(int(tables.execute(query).fetchall()[0][0]) for query in queries)


def of_chunk(collection: Collection, chunk: int) -> str:
    """What stands for the pages of a chunk behind SELECT."""
    segment = segment_source(collection, "documents", chunk)
    return f"FROM pages_ever WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM {segment})"
