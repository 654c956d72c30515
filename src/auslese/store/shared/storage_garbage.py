"""Cleans up behind writers that are gone: what is recorded is published, the rest is removed."""

import secrets
from typing import NamedTuple, Protocol

from auslese.store.shared.manifest import Manifest
from auslese.store.shared.piece_keys import folder_of_writer, piece_at
from auslese.store.shared.segment_publishing import RecordedFiles, publish_recorded
from auslese.store.shared.shared_storage import SharedStorage

# Seconds after which something half written is nobody's any more: it does not say whose it is, and
# another machine may be writing it just now. The longest upload is a segment of an archive.
UNFINISHED_AGE = 3600.0


class WriterRecord(Protocol):
    """What a frontier knows of those who write for it."""

    def fence(self, writer: int) -> None:
        """Return when nothing more that this writer sends is ever recorded."""
        ...

    def recorded(self, writer: int) -> RecordedFiles:
        """How far its files are recorded."""
        ...


class StorageCleaning(NamedTuple):
    """What was done behind a writer."""

    published: int
    """Pieces that were recorded and that it could not publish itself."""
    removed: int
    """Pieces that were never recorded."""
    bytes: int
    """Of those removed."""


def clean_behind(
    storage: SharedStorage, writer: int, record: WriterRecord, least_age: float
) -> StorageCleaning:
    """Publish what of a writer is recorded, and remove what is not and is older than `least_age`.

    The caller knows that it is gone: its lease has ended. It may be alive nevertheless, cut off
    from us; so it is fenced first, and what it puts later is found by the next cleaning.
    """
    record.fence(writer)
    manifest = Manifest(storage)
    publication = publish_recorded(storage, manifest, writer, record.recorded(writer))
    now = storage_moment(storage)
    before = now - least_age
    published = {piece for one in manifest.publications(writer) for piece in one.pieces}
    strays = [
        entry
        for entry in storage.entries(folder_of_writer(writer))
        if entry.changed_at <= before and piece_at(entry.key) not in published
    ]
    for entry in strays:
        storage.delete(entry.key)
    storage.remove_unfinished(now - max(least_age, UNFINISHED_AGE))
    fresh = len(publication.pieces) if publication else 0
    return StorageCleaning(fresh, len(strays), sum(entry.size for entry in strays))


def storage_moment(storage: SharedStorage) -> float:
    """What time it is by the clock of the storage, by which objects are young or old."""
    key = f"clock/{secrets.token_hex(8)}"
    storage.put(key, b"")
    try:
        return next(entry.changed_at for entry in storage.entries("clock") if entry.key == key)
    finally:
        storage.delete(key)
