"""What was something made from, and is that still there as it was?

All of it stands in the footers of segments and is read there as bytes: whoever only asks whether
something is stale need not import Arrow.
"""

from collections.abc import Iterable
from pathlib import Path

from xxhash import xxh3_64_hexdigest

from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.segment_seal import END_BYTES, footer_of
from auslese.system.seals.damaged_file import DamagedFileError

GRAPH_SOURCES = ("pages", "links", "outcomes", "duplicates", "documents")
"""What the link graph is made from."""
RIGHTS_SOURCES = ("outcomes", "pages", "sites")
"""What the table of rights is made from."""
INDEX_SOURCES = (
    "documents",
    "duplicates",
    "languages",
    "links",
    "outcomes",
    "page_clusters",
    "pages",
    "people",
    "person_pages",
    "ranks",
    "relevance",
)
"""What the full-text index is made from."""


def digest_of(segment: Path) -> str:
    """A short name for the content of a segment.

    It is made of the footer of the file, which has the place, the size and the bounds of every
    column: other content has another, and a copy of the file has the same.
    """
    return xxh3_64_hexdigest(footer_of(segment)[:-END_BYTES])


def is_marked(segment: Path, *marks: str) -> bool:
    """Whether each of these short names stands in the footer: as a note, or as that of all rows.

    A name that all rows of a column have is both its bounds. The names are made of digests, so that
    none of them is there by chance; a file that cannot be read, or is damaged, is not marked: it is
    made anew.
    """
    try:
        footer = footer_of(segment)
    except (OSError, DamagedFileError):
        return False
    return all(mark and mark.encode() in footer for mark in marks)


def mark_of(folder: Path, names: Iterable[str]) -> str:
    """A short name for the content of these tables; it changes as soon as one of them does."""
    digests = [f"{name} {digest_of(path)}" for name in names for path in segments_of(folder, name)]
    return xxh3_64_hexdigest("\n".join(digests).encode())
