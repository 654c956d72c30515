"""Is a segment of a table as it was written?

DuckDB verifies no checksum of a Parquet file: of 200 single bits flipped in a table with page
checksums it read 158 without a word and gave other values. So a segment has a seal of ours between
its last column and its footer, where no reader of Parquet looks:

    PAR1  column chunks …  seal  frame of the seal  footer  length of the footer  PAR1

It has the place and the XXH3 of every column chunk, and that of the footer. Whoever is about to ask
for some columns has these verified before, once for as long as the file stays what it is. The pages
have their own checksums as well: Arrow verifies them as it reads, and so can others.

Segments from before there were seals have none; they are read as they are, and `auslese check`
counts them.
"""

import json
import os
import struct
from collections.abc import Collection as AnyOf
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from xxhash import xxh3_64, xxh3_64_intdigest

from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.file_pieces import pieces_of

MAGIC = b"AUSLSEAL"
FRAME = struct.Struct("<QI8s")  # XXH3 of the seal, its length, the magic letters
END_BYTES = 8  # of a Parquet file: how long its footer is, and four letters
LENGTH_BYTES = 4
END_LETTERS = b"PAR1"
TAIL_BYTES = 1 << 16  # in which the frame is looked for where the end of a file is wrong

SegmentState = tuple[int, int, int, int]
"""Inode, bytes, and when it was written and changed last."""
Chunks = Mapping[str, list[tuple[int, int]]]
"""Begin and length of the chunks of each column."""


class SegmentSeal(NamedTuple):
    """What a segment says of itself."""

    columns: dict[str, list[tuple[int, int, int]]]
    """Begin, length and XXH3 of the chunks of each column."""
    footer: int
    """XXH3 of the footer, up to the end of the file."""


class VerifiedSegment:
    """What was found sound of a segment, as long as it is the same file."""

    def __init__(self, state: SegmentState, seal: SegmentSeal | None) -> None:
        """Nothing but the footer is verified so far."""
        self.state = state
        self.seal = seal
        self.columns: set[str] = set()


_VERIFIED: dict[str, VerifiedSegment] = {}
"""Of this process. A file that changes on the disk without being written is seen by the next."""


def seal_segment(path: Path, chunks: Chunks) -> None:
    """Put a seal into a finished Parquet file."""
    with path.open("rb", buffering=0) as file:
        footer = _footer_of(file, path)
        columns = {
            name: [(begin, length, _digest(file, begin, length)) for begin, length in places]
            for name, places in chunks.items()
        }
    seal = json.dumps({"columns": columns, "footer": xxh3_64_intdigest(footer)}).encode()
    with path.open("r+b") as file:
        file.seek(-len(footer), 2)
        file.truncate()
        file.write(seal + FRAME.pack(xxh3_64_intdigest(seal), len(seal), MAGIC) + footer)


def footer_of(path: Path) -> bytes:
    """All that a segment says of itself, up to its end, if that is as it was written."""
    with _reading(path) as file:
        footer = _footer_of(file, path)
        _sound_seal(file, path, footer)
        return footer


def is_sealed(path: Path) -> bool:
    """Whether a segment has a seal at all; DamagedFileError if that, or the footer, is wrong."""
    with _reading(path) as file:
        return _sound_seal(file, path, _footer_of(file, path)) is not None


def verify_columns(path: Path, columns: AnyOf[str] | None = None) -> None:
    """Raise DamagedFileError unless these columns are as they were written; or all of them."""
    with _reading(path) as file:
        verified = _verified(file, path)
        if verified.seal is None:
            return
        wanted = verified.seal.columns.keys() if columns is None else set(columns)
        for name in (wanted & verified.seal.columns.keys()) - verified.columns:
            for begin, length, digest in verified.seal.columns[name]:
                if _digest(file, begin, length) != digest:
                    raise DamagedFileError(path, f"column {name}")
            verified.columns.add(name)


def _verified(file: FileIO, path: Path) -> VerifiedSegment:
    """What is known of this file since it was last written; its footer is verified."""
    about = os.fstat(file.fileno())
    state = (about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
    known = _VERIFIED.get(str(path))
    if known is None or known.state != state:
        known = VerifiedSegment(state, _sound_seal(file, path, _footer_of(file, path)))
        _VERIFIED[str(path)] = known
    return known


def _footer_of(file: FileIO, path: Path) -> bytes:
    size = file.seek(0, 2)
    file.seek(max(0, size - END_BYTES))
    end = file.read()
    length = int.from_bytes(end[:LENGTH_BYTES], "little") + END_BYTES
    if end[LENGTH_BYTES:] != END_LETTERS or length > size:
        raise DamagedFileError(path, "its end")
    file.seek(-length, 2)
    return file.read()


def _sound_seal(file: FileIO, path: Path, footer: bytes) -> SegmentSeal | None:
    """The seal before a footer that is as it was written; None if there never was one."""
    end = file.seek(-len(footer), 2)
    file.seek(max(0, end - FRAME.size))
    frame = file.read(FRAME.size)
    if len(frame) < FRAME.size:
        return None
    digest, length, magic = FRAME.unpack(frame)
    file.seek(max(0, end - FRAME.size - length))
    seal = file.read(min(length, end))
    is_whole = xxh3_64_intdigest(seal) == digest
    if magic != MAGIC and not is_whole:
        _require_unsealed(file, path, end)
        return None
    if magic != MAGIC or not is_whole:
        raise DamagedFileError(path, "its seal")
    found = json.loads(seal)
    if xxh3_64_intdigest(footer) != found["footer"]:
        raise DamagedFileError(path, "its footer")
    columns = {name: [tuple(chunk) for chunk in it] for name, it in found["columns"].items()}
    return SegmentSeal(columns, found["footer"])


def _require_unsealed(file: FileIO, path: Path, end: int) -> None:
    """See to it that there is no seal a little further: then the length of the footer is wrong."""
    file.seek(max(0, end - TAIL_BYTES))
    if MAGIC in file.read():
        raise DamagedFileError(path, "its end")


def _digest(file: FileIO, begin: int, length: int) -> int:
    digest = xxh3_64()
    for piece in pieces_of(file, begin, length):
        digest.update(piece)
    return digest.intdigest()


@contextmanager
def _reading(path: Path) -> Iterator[FileIO]:
    with path.open("rb", buffering=0) as file:
        yield file
