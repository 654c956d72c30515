"""What a storage holds beside pieces and lists: whose it is, and the settings of its collection."""

from auslese.store.shared.piece_keys import WRITER_DIGITS
from auslese.store.shared.shared_storage import SharedStorage, StorageError
from auslese.wording.fleet.storage_sentences import StorageProblem

SETTINGS_KEY = "collection/auslese.toml"
WRITERS = "writers"


def claim_writer(storage: SharedStorage, writer: int, name: str) -> None:
    """Take the number of a writer for whoever is called so; an error if somebody else has it."""
    key = f"{WRITERS}/{writer:0{WRITER_DIGITS}}"
    if not storage.create(key, name.encode()):
        other = storage.get(key).content.decode()
        raise StorageError(
            StorageProblem.TAKEN.of(url=storage.url, writer=writer, name=name, other=other)
        )


def keep_settings(storage: SharedStorage, text: bytes) -> None:
    """Let those who join find these settings."""
    storage.put(SETTINGS_KEY, text)


def shared_settings(storage: SharedStorage) -> bytes:
    """The settings of the collection; MissingObjectError if nobody has begun one here."""
    return storage.get(SETTINGS_KEY).content
