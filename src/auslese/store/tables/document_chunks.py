"""How does every document get its rows in another table once, and anew when it must?

A chunk is a segment of `documents`, a thousand pages. A chunk table (`languages`, `mentions`,
`contacts`) has a segment for each of them, under the same number; it is replaced as a whole in one
step, so no kill can double a row or leave half of one. Every row says who made it (`model`) and has
a fingerprint of the segment it was made of (`documents`): what another method has made, or of other
documents, is stale. Reading and writing: chunk_rows.py, which imports Arrow.
"""

from pathlib import Path
from typing import NamedTuple

from auslese.store.tables.made_from import digest_of, is_marked
from auslese.store.tables.segment_files import (
    drop_segment,
    drop_unfinished,
    numbers_of,
    segment_path,
)

DOCUMENTS = "documents"


class ChunkTable(NamedTuple):
    """A table with a segment for each segment of documents."""

    name: str

    def stale(self, folder: Path, *models: str) -> list[int]:
        """The numbers of the chunks that none of these methods has made of today's documents."""
        return [
            number
            for number in numbers_of(folder, DOCUMENTS)
            if not self._is_by(folder, number, models)
        ]

    def _is_by(self, folder: Path, number: int, models: tuple[str, ...]) -> bool:
        segment, documents = segment_path(folder, self.name, number), fingerprint_of(folder, number)
        return any(is_marked(segment, model, documents) for model in models)

    def drop_leftovers(self, folder: Path) -> None:
        """Remove what a kill left over, and rows of documents that are not there any more."""
        drop_unfinished(folder, self.name)
        for number in set(numbers_of(folder, self.name)) - set(numbers_of(folder, DOCUMENTS)):
            drop_segment(folder, self.name, number)


LANGUAGES, MENTIONS, CONTACTS = map(ChunkTable, ("languages", "mentions", "contacts"))


def fingerprint_of(folder: Path, number: int) -> str:
    """A short name for the content of a segment of `documents`."""
    return digest_of(segment_path(folder, DOCUMENTS, number))
