"""Are the files of an index as they were written?

Every file of a segment ends with a footer that has a checksum of all before it, the length of the
footer and a magic number (tantivy, `directory/footer.rs`). The files are read whole.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from isal import isal_zlib
from xxhash import xxh3_64_hexdigest

from auslese.system.array_folder import VERIFIED_BYTES
from auslese.system.seals.file_pieces import pieces_of

META = "meta.json"
DIGESTS = "digests.npy"
SEGMENT_FILES = ("*.fast", "*.fieldnorm", "*.idx", "*.pos", "*.store", "*.term", "*.del")
MAGIC = 1337
END_BYTES = 8
LONGEST_FOOTER = 50_000


def opstamp_of(folder: Path) -> int | None:
    """The number of the last change that counts; None if it cannot be read."""
    try:
        return int(_meta_of(folder)["opstamp"])
    except (ValueError, KeyError, TypeError):
        return None


def damaged_files(folder: Path, note: Mapping[str, Any]) -> Iterator[str]:
    """The names of files that are not as they were written; the note of the index knows more."""
    is_published = opstamp_of(folder) == note.get("opstamp")
    if META in note and not _is_meta_whole(folder, note):
        yield META
    if is_published and DIGESTS in note and note[DIGESTS] != content_of(folder / DIGESTS):
        yield DIGESTS
    for path in segment_files(folder):
        if not _is_whole(path):
            yield path.name


def contents_of(folder: Path) -> dict[str, str]:
    """What the note of an index is to know of files that have no checksum themselves."""
    return {META: _fixed_part(_meta_of(folder)), DIGESTS: content_of(folder / DIGESTS)}


def _is_meta_whole(folder: Path, note: Mapping[str, Any]) -> bool:
    """Whether the list of segments is that which was published.

    A later change that was not published is not damage. Segments may have been merged since: then
    they are others and have as many pages.
    """
    meta = _meta_of(folder)
    if not meta or meta.get("opstamp") != note.get("opstamp"):
        return bool(meta)
    try:
        pages = sum(each["max_doc"] - _deleted(each) for each in meta["segments"])
    except (KeyError, TypeError):
        return False
    are_there = all((folder / name).exists() for each in meta["segments"] for name in _names(each))
    return bool(are_there and pages == note.get("pages") and _fixed_part(meta) == note[META])


def _names(segment: Mapping[str, Any]) -> Iterator[str]:
    """Files that a segment must have."""
    stem = str(segment["segment_id"]).replace("-", "")
    yield f"{stem}.store"
    if segment["deletes"]:
        yield f"{stem}.{segment['deletes']['opstamp']}.del"


def _deleted(segment: Mapping[str, Any]) -> int:
    return int(segment["deletes"]["num_deleted_docs"]) if segment["deletes"] else 0


def _fixed_part(meta: Mapping[str, Any]) -> str:
    """A short name for all that merging segments does not change."""
    fixed = {name: part for name, part in meta.items() if name != "segments"}
    return xxh3_64_hexdigest(json.dumps(fixed, sort_keys=True).encode())


def _meta_of(folder: Path) -> dict[str, Any]:
    """What the library notes of an index; nothing if that cannot be read."""
    try:
        meta = json.loads((folder / META).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return meta if isinstance(meta, dict) else {}


def segment_files(folder: Path) -> list[Path]:
    """The files of all segments that count; of all if nobody can say which do.

    What a change left that a full disk ended is none of the index: the next change takes it away.
    """
    segments = _meta_of(folder).get("segments")
    stems = {str(each.get("segment_id", "")).replace("-", "") for each in segments or ()}
    return sorted(
        path
        for shape in SEGMENT_FILES
        for path in folder.glob(shape)
        if segments is None or path.name.partition(".")[0] in stems
    )


def is_quickly_verified(folder: Path) -> bool:
    """Whether an index is so small that it can be verified whenever it is opened."""
    return sum(path.stat().st_size for path in segment_files(folder)) <= VERIFIED_BYTES


def content_of(path: Path) -> str:
    """A short name for the content of a file; empty if it cannot be read."""
    try:
        return xxh3_64_hexdigest(path.read_bytes())
    except OSError:
        return ""


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
    with path.open("rb", buffering=0) as file:
        for piece in pieces_of(file, 0, size):
            found = isal_zlib.crc32(piece, found)
    return found
