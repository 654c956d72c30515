"""A machine that archives, uploads, records and publishes; it can be killed at every step.

The record stands for a frontier: one file, replaced as a whole, so what it says is said at once.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from auslese.records.url import Url, host_of, key_of
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter, SegmentPosition
from auslese.store.archive.archived_responses import read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.warc_records import WarcExchange
from auslese.store.shared.collection_mirror import CollectionMirror
from auslese.store.shared.manifest import Manifest
from auslese.store.shared.piece_keys import PIECES, piece_key
from auslese.store.shared.piece_upload import SegmentUpload, bring_table_segment
from auslese.store.shared.segment_publishing import RecordedFiles, publish_recorded
from auslese.store.shared.shared_storage import SharedStorage
from auslese.store.shared.storage_garbage import clean_behind
from auslese.store.tables.parquet_segments import read_table, to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.system.durable_files import write_whole

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EMPTY: dict[str, Any] = {"string": "", "int64": 0, "int32": 0, "int16": 0}
PAGES, AT_ONCE = 6, 2
SEGMENT_BYTES = 2_000  # of two pages or so: some segments are finished on the way
Row = tuple[str, str, int, int]


def url_of(number: int) -> Url:
    return Url(f"http://www.example/{number}")


def body_of(url: str) -> bytes:
    return f"<p>All that is on {url}".encode() * 20


class FrontierFile:
    """What is to be fetched, what was, by whom, and how far its files are recorded."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if not path.exists():
            self._write({"waiting": [url_of(n) for n in range(PAGES)], "writers": {}})

    def begin(self) -> int:
        """A writer more."""
        state = self._read()
        writer = len(state["writers"]) + 1
        state["writers"][str(writer)] = {"segments": {}, "rows": [], "next": 1, "fenced": False}
        self._write(state)
        return writer

    def waiting(self, most: int) -> list[str]:
        return list(self._read()["waiting"][:most])

    def commit(self, writer: int, positions: list[SegmentPosition], rows: list[Row]) -> bool:
        """All of it or nothing; False if the writer was taken for dead."""
        state = self._read()
        own = state["writers"][str(writer)]
        if own["fenced"]:
            return False
        own["segments"].update({position.segment: position for position in positions})
        own["rows"] += rows
        state["waiting"] = [url for url in state["waiting"] if url not in {row[0] for row in rows}]
        self._write(state)
        return True

    def rows(self, writer: int) -> tuple[int, list[Row]]:
        """The number of the next table segment, and what goes into it."""
        own = self._read()["writers"][str(writer)]
        return own["next"], own["rows"]

    def forget(self, writer: int) -> None:
        state = self._read()
        own = state["writers"][str(writer)]
        own["next"], own["rows"] = own["next"] + 1, []
        self._write(state)

    def adopt(self, heir: int) -> list[int]:
        """Fence all others and take their rows; who they are."""
        state = self._read()
        others = [int(writer) for writer in state["writers"] if int(writer) != heir]
        for other in others:
            own = state["writers"][str(other)]
            state["writers"][str(heir)]["rows"] += own["rows"]
            own["rows"], own["fenced"] = [], True
        self._write(state)
        return others

    # -- as a WriterRecord ------------------------------------------------------------------------

    def fence(self, writer: int) -> None:
        assert self._read()["writers"][str(writer)]["fenced"]

    def recorded(self, writer: int) -> RecordedFiles:
        own = self._read()["writers"][str(writer)]
        segments = {name: SegmentPosition(*position) for name, position in own["segments"].items()}
        return RecordedFiles(segments, {"pages": own["next"]})

    def _read(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self._path.read_bytes())
        return state

    def _write(self, state: dict[str, Any]) -> None:
        write_whole(self._path, [json.dumps(state).encode()])


class SteppedStorage:
    """A storage of which every call is a step, before it and behind it."""

    def __init__(self, storage: SharedStorage, step: Callable[[], None]) -> None:
        self._storage = storage
        self._step = step

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._storage, name)
        if not callable(found):
            return found

        def stepped(*words: Any) -> Any:
            self._step()
            answer = found(*words)
            self._step()
            return answer

        return stepped


def dying_at(number: int) -> Callable[[], None]:
    """A step; the one of this number is the last. 0: none is."""
    left = number

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


def live(storage: SharedStorage, frontier: FrontierFile, folder: Path) -> int:
    """Clean up behind all who were before, then do what is left; the number of this writer."""
    writer = frontier.begin()
    for dead in frontier.adopt(writer):
        clean_behind(storage, dead, frontier, 0.0)
    own = folder / str(writer)
    (own / "archive").mkdir(parents=True)
    manifest, upload = Manifest(storage), SegmentUpload(storage, writer, own / "archive")
    settings = ArchiveSettings(segment_bytes=SEGMENT_BYTES)
    archive = ArchiveWriter(own / "archive", f"run{writer}", 1, settings)
    while urls := frontier.waiting(AT_ONCE):
        rows = [(url, *archive.add(_exchange(url))) for url in urls]
        if not _record(frontier, upload, writer, archive.sync(), rows):
            return writer
        publish_recorded(storage, manifest, writer, frontier.recorded(writer))
    _write_rows(storage, frontier, writer, own / "tables")
    _record(frontier, upload, writer, archive.close(), [])
    publish_recorded(storage, manifest, writer, frontier.recorded(writer))
    return writer


def _record(
    frontier: FrontierFile,
    upload: SegmentUpload,
    writer: int,
    positions: list[SegmentPosition],
    rows: list[Row],
) -> bool:
    upload.bring(positions)
    return frontier.commit(writer, positions, rows)


def _write_rows(storage: SharedStorage, frontier: FrontierFile, writer: int, tables: Path) -> None:
    number, rows = frontier.rows(writer)
    if rows:
        names = TABLES["pages"].schema.names
        made = [_page_row(row) for row in rows]
        columns = {name: [row[name] for row in made] for name in names}
        write_segment(tables, "pages", number, [to_ipc("pages", columns)])
        bring_table_segment(storage, writer, tables, "pages", number)
        frontier.forget(writer)


def _exchange(url: str) -> WarcExchange:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    return WarcExchange(
        Url(url), NOON, b"GET / HTTP/1.1\r\n\r\n", head, body_of(url), 200, "text/html"
    )


def _page_row(row: Row) -> dict[str, Any]:
    url, segment, offset, length = row
    empty = {field.name: EMPTY.get(str(field.type)) for field in TABLES["pages"].schema}
    return empty | {
        "id": key_of(Url(url)),
        "url": url,
        "host": host_of(Url(url)),
        "fetched_at": NOON,
        "segment": segment,
        "record_offset": offset,
        "record_length": length,
        "copy_of": None,
    }


def check_all(storage: SharedStorage, frontier: FrontierFile, folder: Path) -> None:
    """Everything was recorded, is published once, and can be read in a mirror; nothing else is."""
    assert frontier.waiting(1) == []
    mirror = folder / "mirror"
    CollectionMirror(storage, mirror).bring_all()
    rows = read_table(mirror / "tables", "pages").to_pylist()
    assert sorted(row["url"] for row in rows) == sorted(url_of(n) for n in range(PAGES))
    for row in rows:
        place = CaptureLocation(row["segment"], row["record_offset"], row["record_length"])
        assert read_response(mirror / "archive", place).body == body_of(row["url"])
    indexes = [path.read_bytes() for path in (mirror / "archive").glob("*.cdxj*")]
    assert sum(index.count(b"\n") for index in indexes) == PAGES
    published = list(published_keys(storage))
    assert sorted(published) == [entry.key for entry in storage.entries(PIECES)]


def published_keys(storage: SharedStorage) -> Iterator[str]:
    """The keys of all pieces that are published, each as often as it is."""
    manifest = Manifest(storage)
    for writer in manifest.writers():
        for publication in manifest.publications(writer):
            yield from (piece_key(writer, piece) for piece in publication.pieces)
