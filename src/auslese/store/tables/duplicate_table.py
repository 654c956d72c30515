"""How is the table `duplicates` replaced as a whole, and how is it told that it is stale?

It is one segment, written piece by piece, so that no table has to fit into memory. In its footer
stands what it was made of: a short name of all segments of the tables behind it, and of the rules.
Once one of them is another, the table is stale.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray
from xxhash import xxh3_128_hexdigest

from auslese.store.tables.made_from import digest_of
from auslese.store.tables.parquet_segments import (
    SNAPSHOT,
    Columns,
    numbers_of,
    replace_in_parts,
    segment_path,
    segments_of,
)
from auslese.store.tables.sql_views import Connection

DOCUMENTS, DUPLICATES = "documents", "duplicates"
MADE_OF = b"made_of"
SOURCES = (DOCUMENTS, "pages", "outcomes", "links")
ROWS_AT_ONCE = 64


class DocumentText(NamedTuple):
    """What is needed of a document to find its copies."""

    id: int
    fetched_at: int
    """In milliseconds."""
    title: str
    text: str
    rest: str


def texts_in(folder: Path, number: int) -> Iterator[DocumentText]:
    """The texts of a segment of documents, few of them in memory at a time."""
    with pq.ParquetFile(segment_path(folder, DOCUMENTS, number)) as file:
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=list(DocumentText._fields)):
            columns = batch.to_pydict() | {
                "fetched_at": batch.column("fetched_at").cast(pa.int64()).to_pylist()
            }
            ordered = (columns[name] for name in DocumentText._fields)
            yield from map(DocumentText._make, zip(*ordered, strict=True))


def name_of_sources(folder: Path, rules: str) -> str:
    """A short name of all that the table is made of."""
    names = [
        f"{source}/{path.name} {digest_of(path)}"
        for source in SOURCES
        for path in segments_of(folder, source)
    ]
    return xxh3_128_hexdigest("\n".join([rules, *names]).encode())


def recorded_sources(folder: Path) -> str:
    """What the table that is there was made of; empty if there is none that can be read."""
    if SNAPSHOT not in numbers_of(folder, DUPLICATES):
        return ""
    try:
        metadata = pq.read_metadata(segment_path(folder, DUPLICATES, SNAPSHOT)).metadata or {}
    except (OSError, pa.ArrowInvalid):
        return ""
    return str(metadata.get(MADE_OF, b"").decode())


def show_ids(tables: Connection, name: str, ids: NDArray[np.int64]) -> None:
    """Let queries see these ids as the only column of a table of this name."""
    tables.register(name, pa.table({"id": ids}))


def replace_duplicates(folder: Path, sources: str, parts: Iterable[Columns]) -> int:
    """Return the number of rows of the table, which is now these rows and no others."""
    return replace_in_parts(folder, DUPLICATES, parts, {MADE_OF: sources.encode()})
