"""Where in the archive is the capture of this URL from that moment?

One line per capture, as pywb and its relatives read it: SURT key, 14 digits of time, JSON.
While a segment grows its lines stand in `NAME.cdxj.open` in the order they came; when it is
finished they are sorted into `NAME.cdxj`. So every `*.cdxj` is sorted, always.
"""

import mmap
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.records.url import Url, surt_of
from auslese.store.archive.warc_records import moment_text
from auslese.system.durable_files import write_whole
from auslese.system.seals.damaged_file import DamagedFileError

SORTED = ".cdxj"
GROWING = ".cdxj.open"
REVISIT = "warc/revisit"  # what stands for the media type of a revisit: pywb's word
UNKNOWN = "unk"  # pywb's word again
PUNCTUATION = str.maketrans("", "", "-T:")


class CaptureLocation(NamedTuple):
    """The place of one record."""

    segment: str
    """Name of the file in the archive folder."""
    offset: int
    length: int


class CdxjEntry(msgspec.Struct, frozen=True):
    """The JSON of one line; numbers are written as text because pywb writes them so."""

    url: Url
    mime: str
    status: str
    digest: str
    length: str
    offset: str
    filename: str

    @property
    def capture(self) -> CaptureLocation:
        return CaptureLocation(self.filename, int(self.offset), int(self.length))


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(CdxjEntry).decode


def line_of(entry: CdxjEntry, fetched_at: datetime) -> bytes:
    """Return the line that leads to a capture."""
    return b"%b%b\n" % (_key(entry.url, fetched_at), _encode(entry))


def _key(url: Url, moment: datetime) -> bytes:
    digits = moment_text(moment)[:19].translate(PUNCTUATION)
    return f"{surt_of(url)} {digits} ".encode()


def entry_of(line: bytes) -> CdxjEntry:
    """Return what a line says."""
    return _decode(line.split(b" ", 2)[2])


def sorted_path(segment: Path) -> Path:
    """Return where the index of a finished segment lies."""
    return segment.with_name(segment.name.removesuffix(".warc.gz") + SORTED)


def growing_path(segment: Path) -> Path:
    """Return where the index of a growing segment lies."""
    return segment.with_name(segment.name.removesuffix(".warc.gz") + GROWING)


def finish_index(segment: Path, lines: Iterable[bytes]) -> None:
    """Leave the sorted index of a segment, and only that."""
    write_whole(sorted_path(segment), sorted(lines), like=segment)
    growing_path(segment).unlink(missing_ok=True)


def lines_before(segment: Path, warc_bytes: int) -> list[bytes]:
    """Return the lines that lead to the first so many bytes of a segment.

    A kill can leave the growing index, the sorted one or both, and behind what was synced there
    may be anything. So lines are not told by where they stand but by where they lead to.
    """
    growing = growing_path(segment)
    source = growing if growing.exists() else sorted_path(segment)
    lines = source.read_bytes().splitlines(keepends=True) if source.exists() else []
    return [line for line in lines if _leads_before(line, warc_bytes)]


def _leads_before(line: bytes, warc_bytes: int) -> bool:
    try:
        return entry_of(line).capture.offset < warc_bytes
    except (msgspec.DecodeError, IndexError, ValueError):  # half a line, or a broken one
        return False


def is_capture(segment: Path, offset: int) -> bool:
    """Tell whether a capture begins at this byte of a segment, as its index says."""
    lines = lines_before(segment, offset + 1)
    return any(entry_of(line).capture.offset == offset for line in lines)


def find_entries(folder: Path, url: Url, moment: datetime) -> Iterator[CdxjEntry]:
    """Give the captures of this URL from that second."""
    key = _key(url, moment)
    for path in sorted(folder.glob("*" + SORTED)):
        yield from _entries(path, _sorted_lines(path, key), url)
    for path in sorted(folder.glob("*" + GROWING)):
        lines = path.read_bytes().splitlines(keepends=True)
        whole = (line for line in lines if line.startswith(key) and line.endswith(b"\n"))
        yield from _entries(path, whole, url)


def _entries(path: Path, lines: Iterable[bytes], url: Url) -> Iterator[CdxjEntry]:
    """Give what the lines say of this URL; others may have the same key."""
    for line in lines:
        try:
            entry = entry_of(line)
            is_wanted = entry.capture.offset >= 0 and entry.url == url
        except (msgspec.MsgspecError, IndexError, ValueError) as error:
            raise DamagedFileError(path, str(error)) from error
        if is_wanted:
            yield entry


def _sorted_lines(path: Path, key: bytes) -> Iterator[bytes]:
    """Give the lines of a sorted file that begin with a key, by halving."""
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        text.seek(_first_at_or_after(text, key))
        while (line := text.readline()).startswith(key):
            yield line


def _first_at_or_after(text: mmap.mmap, key: bytes) -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high) // 2
        start = text.rfind(b"\n", low, middle) + 1 or low
        end = text.find(b"\n", middle) + 1 or len(text)
        if text[start:end] < key:
            low = end
        else:
            high = start
    return low
