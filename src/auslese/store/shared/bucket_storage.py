"""Shared storage in a bucket of an S3 server, by obstore (the client of Apache Arrow's Rust).

Every call is repeated while the server does not answer: a server that is restarted costs time and
nothing else. A repeated call may meet its own first try, whose answer got lost; so `create` and
`replace` look at what is there before they say that somebody else was faster.
"""

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

import obstore
from obstore.exceptions import (
    AlreadyExistsError,
    BaseError,
    PermissionDeniedError,
    PreconditionError,
    UnauthenticatedError,
)
from obstore.store import S3Store

from auslese.store.shared.shared_storage import (
    PATIENCE,
    MissingObjectError,
    ObjectEntry,
    StorageError,
    StoredObject,
    require_key,
)
from auslese.wording.fleet.storage_sentences import StorageProblem

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 20.0  # 5 MiB, a part of a large object, at 2 Mbit/s
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between two tries; a restarted server is soon seen
LONGEST_PROBLEM = 200  # letters; what follows is the answer in XML
# The server would answer the same again; 409: somebody else is at it.
FINAL = re.compile(r"non-2xx status code: (?!408|409|429)4\d\d")
ERROR_CODE = re.compile(r"<Code>(\w+)</Code>")
Result = TypeVar("Result")


class BucketAddress(NamedTuple):
    """Where objects are kept."""

    bucket: str
    prefix: str
    endpoint: str = ""
    """Of a server that is not Amazon's."""
    region: str = ""


class BucketStorage:
    """Objects in a bucket, all with one prefix."""

    def __init__(self, url: str, address: BucketAddress, patience: float = PATIENCE) -> None:
        """Keep them there; who we are stands in the environment, as for every client of S3."""
        self._url = url
        self._patience = patience
        self._prefix = f"{address.prefix}/" if address.prefix else ""
        optional = {"endpoint": address.endpoint, "region": address.region}
        self._store = S3Store(
            address.bucket,
            client_options={
                "allow_http": address.endpoint.startswith("http://"),
                "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
                "timeout": timedelta(seconds=ANSWER_SECONDS),
            },
            retry_config={"max_retries": 0},  # we do it, as a put that hangs is to be repeated too
            **{name: value for name, value in optional.items() if value},  # type: ignore[arg-type]
        )

    @property
    def url(self) -> str:
        """Where this is, for people."""
        return self._url

    def put(self, key: str, content: bytes | Path) -> None:
        """Keep an object, in place of an earlier one; large ones go in parts."""
        self._patiently(lambda: obstore.put(self._store, self._path(key), content))

    def create(self, key: str, content: bytes) -> bool:
        """Keep an object if there is none, or one that says the same."""
        try:
            self._patiently(
                lambda: obstore.put(self._store, self._path(key), content, mode="create")
            )
        except (AlreadyExistsError, PreconditionError):
            return self._holds(key, content)
        return True

    def replace(self, key: str, content: bytes, version: str) -> bool:
        """Keep an object in place of the one of this version."""
        known = {"e_tag": version}
        try:
            self._patiently(
                lambda: obstore.put(self._store, self._path(key), content, mode=known)  # type: ignore[arg-type]
            )
        except (AlreadyExistsError, PreconditionError, MissingObjectError):
            return self._holds(key, content)
        return True

    def get(self, key: str) -> StoredObject:
        """The whole object."""

        def read() -> StoredObject:
            found = obstore.get(self._store, self._path(key))
            return StoredObject(bytes(found.bytes()), found.meta["e_tag"] or "")

        return self._patiently(read, key)

    def get_range(self, key: str, begin: int, size: int) -> bytes:
        """Bytes of an object."""

        def read() -> bytes:
            wanted = {"range": (begin, begin + size)}
            return bytes(obstore.get(self._store, self._path(key), options=wanted).bytes())  # type: ignore[arg-type]

        return self._patiently(read, key) if size else b""

    def entries(self, folder: str, after: str = "") -> list[ObjectEntry]:
        """All objects below a folder, by key."""
        behind = self._path(after) if after else None

        def read() -> list[ObjectEntry]:
            found = obstore.list(self._store, f"{self._path(folder)}/", offset=behind)
            return [
                ObjectEntry(
                    one["path"].removeprefix(self._prefix),
                    one["size"],
                    one["last_modified"].timestamp(),
                )
                for batch in found
                for one in batch
            ]

        return sorted(self._patiently(read))

    def delete(self, key: str) -> None:
        """Remove an object."""
        with suppress(MissingObjectError):
            self._patiently(lambda: obstore.delete(self._store, self._path(key)))

    def remove_unfinished(self, before: float) -> int:
        """Nothing: parts of uploads that never ended are removed by a rule of the bucket's own."""
        return 0

    def _path(self, key: str) -> str:
        return self._prefix + require_key(key)

    def _holds(self, key: str, content: bytes) -> bool:
        try:
            return self.get(key).content == content
        except MissingObjectError:  # deleted meanwhile
            return False

    def _patiently(self, call: Callable[[], Result], key: str = "") -> Result:
        """Do it, again and again while nobody answers; what the server says at last is told."""
        begin = time.monotonic()
        pause = FIRST_PAUSE
        while True:
            try:
                return call()
            except (AlreadyExistsError, PreconditionError):
                raise
            except FileNotFoundError as error:
                raise self._missing(key, error) from None
            except (PermissionDeniedError, UnauthenticatedError) as error:
                problem = StorageProblem.REFUSED.of(url=self._url, problem=_words(error))
                raise StorageError(problem) from error
            except BaseError as error:
                waited = time.monotonic() - begin
                if FINAL.search(str(error)):
                    problem = StorageProblem.FAILED.of(url=self._url, problem=_words(error))
                    raise StorageError(problem) from error
                if waited > self._patience:
                    problem = StorageProblem.SILENT.of(
                        url=self._url, seconds=waited, problem=_words(error)
                    )
                    raise StorageError(problem) from error
            time.sleep(pause * random.uniform(0.5, 1.0))  # not all machines at the same moment
            pause = min(2 * pause, LONGEST_PAUSE)

    def _missing(self, key: str, error: FileNotFoundError) -> StorageError:
        if "NoSuchBucket" in str(error):
            return StorageError(StorageProblem.FAILED.of(url=self._url, problem="NoSuchBucket"))
        return MissingObjectError(StorageProblem.MISSING.of(key=key, url=self._url))


def _words(error: BaseError) -> str:
    """What the server or the network says, in short."""
    if code := ERROR_CODE.search(str(error)):
        return code[1]
    return " ".join(str(error).partition("Debug source")[0].split())[:LONGEST_PROBLEM]
