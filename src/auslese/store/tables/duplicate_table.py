"""How is the table `duplicates` replaced as a whole?

It is one segment, written piece by piece, so that no table has to fit into memory. In its footer
stands what it was made of: a short name of all segments of the tables behind it, and of the rules.
Once one of them is another, the table is stale: copy_sources.py.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from auslese.store.tables.copy_sources import DUPLICATES
from auslese.store.tables.parquet_segments import Columns, reading_segment, replace_in_parts
from auslese.store.tables.segment_files import segment_path
from auslese.store.tables.sql_views import Connection

DOCUMENTS = "documents"
MADE_OF = b"made_of"
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
    with reading_segment(segment_path(folder, DOCUMENTS, number)) as file:
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=list(DocumentText._fields)):
            columns = batch.to_pydict() | {
                "fetched_at": batch.column("fetched_at").cast(pa.int64()).to_pylist()
            }
            ordered = (columns[name] for name in DocumentText._fields)
            yield from map(DocumentText._make, zip(*ordered, strict=True))


def show_ids(tables: Connection, name: str, ids: NDArray[np.int64]) -> None:
    """Let queries see these ids as the only column of a table of this name."""
    tables.register(name, pa.table({"id": ids}))


def replace_duplicates(folder: Path, sources: str, parts: Iterable[Columns]) -> int:
    """Return the number of rows of the table, which is now these rows and no others."""
    return replace_in_parts(folder, DUPLICATES, parts, {MADE_OF: sources.encode()})
