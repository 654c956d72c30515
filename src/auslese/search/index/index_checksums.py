"""Are the files of an index as they were written?

Every file of a segment ends with a footer that has a checksum of all before it, the length of the
footer and a magic number (tantivy, `directory/footer.rs`). The files are read whole.
"""

import json
import zlib
from pathlib import Path
from typing import Any

META = "meta.json"
SEGMENT_FILES = ("*.fast", "*.fieldnorm", "*.idx", "*.pos", "*.store", "*.term", "*.del")
MAGIC = 1337
END_BYTES = 8
LONGEST_FOOTER = 50_000
READ_BYTES = 1 << 20


def opstamp_of(folder: Path) -> int | None:
    """The number of the last change that counts; None if it cannot be read."""
    try:
        return int(json.loads((folder / META).read_text("utf-8"))["opstamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def damaged_files(folder: Path) -> list[str]:
    """The names of files that are not as they were written."""
    files = sorted(path for shape in SEGMENT_FILES for path in folder.glob(shape))
    return [path.name for path in files if not _is_whole(path)]


def _is_whole(path: Path) -> bool:
    try:
        size, checksum = _footer(path)
        return bool(checksum["crc"] == _checksum(path, size))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _footer(path: Path) -> tuple[int, dict[str, Any]]:
    """How many bytes stand before the footer, and what it says."""
    with path.open("rb") as file:
        file.seek(-END_BYTES, 2)
        end = file.read(END_BYTES)
        length, magic = (int.from_bytes(part, "little") for part in (end[:4], end[4:]))
        if magic != MAGIC or length > LONGEST_FOOTER:
            raise ValueError("no footer")
        size = file.seek(-END_BYTES - length, 2)
        return size, json.loads(file.read(length))


def _checksum(path: Path, size: int) -> int:
    found = 0
    with path.open("rb") as file:
        while size > 0 and (some := file.read(min(READ_BYTES, size))):
            found = zlib.crc32(some, found)
            size -= len(some)
    return found
