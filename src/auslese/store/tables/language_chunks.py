"""Which chunks of documents have their languages, and of which the languages are stale?

A segment of `languages` is stale if another model has made it, or if it was made of other
documents: every row has the short name of the model, and a fingerprint of the segment of
`documents`.
"""

from pathlib import Path

from auslese.store.tables.made_from import digest_of, is_marked
from auslese.store.tables.segment_files import numbers_of, segment_path

DOCUMENTS, LANGUAGES = "documents", "languages"


def stale_chunks(folder: Path, model: str) -> list[int]:
    """The numbers of the chunks whose languages this model has yet to tell."""
    return [
        number
        for number in numbers_of(folder, DOCUMENTS)
        if not is_marked(
            segment_path(folder, LANGUAGES, number), model, fingerprint_of(folder, number)
        )
    ]


def fingerprint_of(folder: Path, number: int) -> str:
    """A short name for the content of a segment of `documents`."""
    return digest_of(segment_path(folder, DOCUMENTS, number))
