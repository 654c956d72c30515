"""How does an exchange get onto the disk so that no crash can take it away again?

    writer.add(exchange)      → Capture: where it will lie
    writer.sync()             → positions: it lies there now, and the caller may record them
    repair(folder, …)         → after a crash: cut to what was recorded (archive_repair)

Every worker writes segments of its own, so nothing is locked and nothing interleaves.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from auslese import __version__
from auslese.store.archive import cdxj
from auslese.store.archive.cdxj import CaptureLocation, CdxjEntry
from auslese.store.archive.warc_records import (
    EarlierCapture,
    WarcExchange,
    conversion_member,
    digest_of,
    info_member,
    new_id,
    request_member,
    resource_member,
    response_member,
    revisit_member,
)
from auslese.system.durable_files import AppendFile, sync_folder

RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """How large segments grow, and what their first record says."""

    # What the WARC standard recommends (annex C) and Common Crawl keeps to: tools expect it, it
    # copies well, and its index still sorts in memory: docs/methods/archive.md.
    segment_bytes: int = 1 << 30
    operator: str = ""
    """Who is responsible, as in the user agent."""
    user_agent: str = ""
    mode: int = 0o640
    """Who may read the files, less the umask: pages may have been meant for us alone."""


class SegmentPosition(NamedTuple):
    """How much of a segment is safely on the disk."""

    segment: str
    warc_bytes: int
    cdxj_bytes: int
    closed: bool


def segment_name(run: str, worker: int, number: int) -> str:
    """Return the name of a worker's n-th segment in a run."""
    return f"auslese-{run}-w{worker}-{number:05}.warc.gz"


class _ExchangeRecords(NamedTuple):
    """An exchange in the form it is written in."""

    response: bytes
    request: bytes
    mime: str
    digest: str
    conversion: bytes = b""
    """What a browser made of it; no index names it, the response does."""


class _GrowingSegment:
    """A WARC file and its index, growing together."""

    def __init__(self, path: Path, first_record: bytes, mode: int) -> None:
        self.path = path
        self.is_dirty = True
        self._warc = AppendFile(path, mode)
        self._index = AppendFile(cdxj.growing_path(path), mode)
        self._warc.append(first_record)

    @property
    def warc_bytes(self) -> int:
        return self._warc.length

    def append(self, exchange: WarcExchange, records: _ExchangeRecords) -> CaptureLocation:
        capture = CaptureLocation(self.path.name, self._warc.length, len(records.response))
        line = cdxj.line_of(_entry(exchange, records, capture), exchange.fetched_at)
        # Only now, when nothing but the disk can fail: no record without its line.
        self._warc.append(records.response)
        self._warc.append(records.request)
        self._warc.append(records.conversion)
        self._index.append(line)
        self.is_dirty = True
        return capture

    def sync(self) -> SegmentPosition:
        self._warc.sync()
        self._index.sync()
        self.is_dirty = False
        return SegmentPosition(self.path.name, self._warc.length, self._index.length, closed=False)

    def seal(self) -> SegmentPosition:
        """Sync, sort the index and take nothing more."""
        position = self.sync()
        self._warc.close()
        self._index.close()
        cdxj.finish_index(
            self.path, cdxj.growing_path(self.path).read_bytes().splitlines(keepends=True)
        )
        return position._replace(closed=True)


class ArchiveWriter:
    """Appends exchanges to the segments of one worker; no other process may have its number.

    An `OSError` (disk full) comes out as it is. The writer takes nothing more after it, and
    everything synced before stays whole.
    """

    def __init__(self, folder: Path, run: str, worker: int, settings: ArchiveSettings) -> None:
        if not RUN_NAME.fullmatch(run):
            raise ValueError(f"a run is named by letters, digits, dots and dashes, not {run!r}")
        self._folder = folder
        self._run = run
        self._worker = worker
        self._settings = settings
        self._number = 0
        self._segment: _GrowingSegment | None = None
        self._sealed: list[SegmentPosition] = []
        self._has_new_names = False

    def add(self, exchange: WarcExchange, earlier: EarlierCapture | None = None) -> CaptureLocation:
        """Return where the response will lie once `sync` has returned.

        With `earlier` the body is dropped and the record points to the one that has it; the
        caller vouches that `raw_body` is the same there, or that the answer was 304.
        """
        segment = self._segment = self._segment or self._next_segment()
        capture = segment.append(exchange, _records_of(exchange, earlier))
        if segment.warc_bytes >= self._settings.segment_bytes:
            self._seal(segment)
        return capture

    def sync(self) -> list[SegmentPosition]:
        """Return what is safe now, for every segment that changed since the last call."""
        positions = list(self._sealed)
        if self._segment is not None and self._segment.is_dirty:
            positions.append(self._segment.sync())
        if self._has_new_names:
            sync_folder(self._folder)
            self._has_new_names = False
        self._sealed.clear()
        return positions

    def close(self) -> list[SegmentPosition]:
        """Return what is safe now; the last segment is finished."""
        if self._segment is not None:
            self._seal(self._segment)
        return self.sync()

    def _seal(self, segment: _GrowingSegment) -> None:
        self._sealed.append(segment.seal())
        self._segment = None  # not before: after a failed seal nothing may be added elsewhere

    def _next_segment(self) -> _GrowingSegment:
        path = self._next_path()
        while path.exists():  # of an earlier process with our number, which died
            path = self._next_path()
        self._has_new_names = True
        first = info_member(path.name, datetime.now(UTC), self._info())
        return _GrowingSegment(path, first, self._settings.mode)

    def _next_path(self) -> Path:
        self._number += 1
        return self._folder / segment_name(self._run, self._worker, self._number)

    def _info(self) -> bytes:
        """Return who wrote the segment, in the words of the standard (section 6.2)."""
        fields = {
            "software": f"Auslese/{__version__}",
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            "isPartOf": self._run,
            "operator": self._settings.operator,
            "http-header-user-agent": self._settings.user_agent,
        }
        return "".join(f"{name}: {text}\r\n" for name, text in fields.items() if text).encode()


def _records_of(exchange: WarcExchange, earlier: EarlierCapture | None) -> _ExchangeRecords:
    digest = exchange.digest or digest_of(exchange.raw_body)
    response_id = new_id()
    if exchange.content_type:
        resource = resource_member(exchange, digest, response_id)
        return _ExchangeRecords(resource, b"", exchange.media_type or cdxj.UNKNOWN, digest)
    request = request_member(exchange, response_id) if exchange.request else b""
    conversion = conversion_member(exchange, response_id) if exchange.rendered else b""
    if earlier is not None and _is_worth_pointing(exchange):
        revisit = revisit_member(exchange, digest, response_id, earlier)
        return _ExchangeRecords(revisit, request, cdxj.REVISIT, digest, conversion)
    response = response_member(exchange, digest, response_id)
    mime = exchange.media_type or cdxj.UNKNOWN
    return _ExchangeRecords(response, request, mime, digest, conversion)


def _is_worth_pointing(exchange: WarcExchange) -> bool:
    """Pointing to an empty body saves nothing and costs every reader a detour."""
    return bool(exchange.raw_body) or exchange.status == HTTPStatus.NOT_MODIFIED


def _entry(
    exchange: WarcExchange, records: _ExchangeRecords, capture: CaptureLocation
) -> CdxjEntry:
    return CdxjEntry(
        url=exchange.url,
        mime=records.mime,
        status=str(exchange.status),
        digest=records.digest,
        length=str(capture.length),
        offset=str(capture.offset),
        filename=capture.segment,
    )
