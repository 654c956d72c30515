"""How is the table `rights` replaced as a whole?

It is one segment, written piece by piece. In its footer stands what it was made of.
"""

from collections.abc import Iterable
from pathlib import Path

from auslese.store.tables.made_from import RIGHTS_SOURCES, is_marked, mark_of
from auslese.store.tables.parquet_segments import Columns, replace_in_parts
from auslese.store.tables.segment_files import SNAPSHOT, segment_path, segments_of

RIGHTS = "rights"
MADE_OF = b"made_of"


def sources_of_rights(folder: Path, rules: str) -> str:
    """A short name of all that the table is to be made of; empty if there are no pages."""
    return f"{rules}-{mark_of(folder, RIGHTS_SOURCES)}" if segments_of(folder, "pages") else ""


def are_rights_there(folder: Path) -> bool:
    """Whether there is a table."""
    return bool(segments_of(folder, RIGHTS))


def are_rights_of(folder: Path, sources: str) -> bool:
    """Whether the table was made of these sources."""
    return is_marked(segment_path(folder, RIGHTS, SNAPSHOT), sources)


def replace_rights(folder: Path, sources: str, parts: Iterable[Columns]) -> int:
    """Return the number of rows of the table, which is now these rows and no others."""
    return replace_in_parts(folder, RIGHTS, parts, {MADE_OF: sources.encode()})
