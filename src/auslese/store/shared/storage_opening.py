"""Opens shared storage by its URL."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from auslese.store.shared.folder_storage import FolderStorage
from auslese.store.shared.shared_storage import PATIENCE, SharedStorage, StorageError
from auslese.wording.fleet.storage_sentences import StorageProblem

PARAMETERS = frozenset({"endpoint", "region"})
RACERS = 4  # makers of one object at once; a server that does not look makes two winners of them


def open_storage(url: str, patience: float = PATIENCE) -> SharedStorage:
    """The storage of this URL; nothing is made or asked there yet.

    `patience`: seconds that one call may wait for storage that does not answer.
    """
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return FolderStorage(Path(unquote(parts.path)), patience)
    wanted = dict(parse_qsl(parts.query))
    if parts.scheme == "s3" and parts.netloc and wanted.keys() <= PARAMETERS:
        return _open_bucket(url, parts, wanted, patience)
    raise StorageError(StorageProblem.BAD_URL.of(url=url))


def _open_bucket(
    url: str, parts: SplitResult, wanted: dict[str, str], patience: float
) -> SharedStorage:
    try:  # not everybody has a bucket, and its client is an extra
        bucket = import_module("auslese.store.shared.bucket_storage")
    except ModuleNotFoundError as error:
        if error.name != "obstore":
            raise
        raise StorageError(StorageProblem.NO_PACKAGE.of()) from error
    address = bucket.BucketAddress(parts.netloc, parts.path.strip("/"), **wanted)
    storage: SharedStorage = bucket.BucketStorage(url, address, patience)
    return storage


def prove_conditions(storage: SharedStorage) -> None:
    """Raise a StorageError unless of several that make one object at once exactly one succeeds.

    There were servers that take the conditions and do not heed them, or not when several come at
    once: issue 8800 of SeaweedFS, issue 1659 of RustFS.
    """
    key = f"proof/{secrets.token_hex(8)}"
    try:
        with ThreadPoolExecutor(RACERS) as threads:
            made = list(threads.map(lambda n: storage.create(key, b"%d" % n), range(RACERS)))
        first = storage.get(key)
        changed = storage.replace(key, b"second", first.version)
        again = storage.replace(key, b"third", first.version)
    finally:
        storage.delete(key)
    if (sum(made), changed, again) != (1, True, False):
        raise StorageError(StorageProblem.NO_CONDITIONS.of(url=storage.url))
