"""How does every document get its contacts once, whatever is killed, and anew when it must?

`contacts` has a segment for each segment of `documents`, under the same number and with a row for
each of its rows. A segment is replaced as a whole in one step.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from auslese.store.tables.language_chunks import fingerprint_of
from auslese.store.tables.made_from import is_marked
from auslese.store.tables.parquet_segments import (
    Columns,
    read_segment,
    reading_segment,
    to_ipc,
    write_segment,
)
from auslese.store.tables.segment_files import (
    drop_segment,
    drop_unfinished,
    numbers_of,
    segment_path,
)

DOCUMENTS, CONTACTS = "documents", "contacts"
ROWS_AT_ONCE = 64


class DocumentWithContacts(NamedTuple):
    """What is needed of a document to find the contacts on it."""

    id: int
    url: str
    host: str
    fetched_at: datetime
    title: str
    text: str
    rest: str
    language_hint: str
    people: list[dict[str, Any]] | None = None
    contacts: list[dict[str, Any]] | None = None


def chunks_without_contacts(folder: Path, models: Sequence[str]) -> list[int]:
    """The numbers of the chunks whose contacts none of these methods has found."""
    return [
        number for number in numbers_of(folder, DOCUMENTS) if not _is_made(folder, number, models)
    ]


def _is_made(folder: Path, number: int, models: Sequence[str]) -> bool:
    segment, documents = segment_path(folder, CONTACTS, number), fingerprint_of(folder, number)
    return any(is_marked(segment, model, documents) for model in models)


def drop_left_contacts(folder: Path) -> None:
    """Remove what a kill left over, and the contacts of documents that are not there any more."""
    drop_unfinished(folder, CONTACTS)
    for number in set(numbers_of(folder, CONTACTS)) - set(numbers_of(folder, DOCUMENTS)):
        drop_segment(folder, CONTACTS, number)


def documents_with_contacts(folder: Path, number: int) -> Iterator[DocumentWithContacts]:
    """The documents of a chunk, few of them in memory at a time."""
    with reading_segment(segment_path(folder, DOCUMENTS, number)) as file:
        there = set(file.schema_arrow.names)
        columns = [name for name in DocumentWithContacts._fields if name in there]
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
            yield from (DocumentWithContacts(**row) for row in batch.to_pylist())


def contact_chunk(folder: Path, number: int, columns: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a chunk of contacts."""
    rows: list[dict[str, Any]] = read_segment(folder, CONTACTS, number, columns).to_pylist()
    return rows


def write_contacts(folder: Path, number: int, columns: Columns) -> None:
    """Write the contacts of a chunk in the place of those that were there."""
    write_segment(folder, CONTACTS, number, [to_ipc(CONTACTS, columns)])
