"""What the table `duplicates` is made of, and whether that which is there was made of it."""

from pathlib import Path

from xxhash import xxh3_128_hexdigest

from auslese.store.tables.made_from import digest_of, is_marked
from auslese.store.tables.segment_files import SNAPSHOT, segment_path, segments_of

DUPLICATES = "duplicates"
SOURCES = ("documents", "pages", "outcomes", "links")


def name_of_sources(folder: Path, rules: str) -> str:
    """A short name of all that the table is made of."""
    names = [
        f"{source}/{path.name} {digest_of(path)}"
        for source in SOURCES
        for path in segments_of(folder, source)
    ]
    return xxh3_128_hexdigest("\n".join([rules, *names]).encode())


def is_made_of(folder: Path, sources: str) -> bool:
    """Whether there is a table, and it was made of these sources."""
    return is_marked(segment_path(folder, DUPLICATES, SNAPSHOT), sources)
