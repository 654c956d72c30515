"""What was something made from, and is that still there as it was?"""

from collections.abc import Iterable
from pathlib import Path

from xxhash import xxh3_64_hexdigest

from auslese.store.tables.parquet_segments import segments_of

END_BYTES = 8  # of a Parquet file: how long its footer is, and four letters
LENGTH_BYTES = 4


def digest_of(segment: Path) -> str:
    """A short name for the content of a segment.

    It is made of the footer of the file, which has the place, the size and the bounds of every
    column: other content has another, and a copy of the file has the same.
    """
    with segment.open("rb") as file:
        file.seek(-END_BYTES, 2)
        length = int.from_bytes(file.read(LENGTH_BYTES), "little")
        file.seek(-END_BYTES - length, 2)
        return xxh3_64_hexdigest(file.read(length))


def mark_of(folder: Path, names: Iterable[str]) -> str:
    """A short name for the content of these tables; it changes as soon as one of them does."""
    digests = [f"{name} {digest_of(path)}" for name in names for path in segments_of(folder, name)]
    return xxh3_64_hexdigest("\n".join(digests).encode())
