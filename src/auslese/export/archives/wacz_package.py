"""WACZ 1.1.1: archive, index and list of pages in one ZIP file that a browser can replay.

https://specs.webrecorder.net/wacz/1.1.1/. Written from begin to end, so it can go into a pipe: the
size of each file stands behind it, and once more in the directory at the end.
"""

import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import IO, Self, cast

WACZ_VERSION = "1.1.1"
PACKAGE, SEAL = "datapackage.json", "datapackage-digest.json"
READABLE = 0o644 << 16  # where a ZIP directory keeps the rights of a file
STAMP_BYTES, HAS_MOMENT = 5, 1  # of the field that tells a moment in seconds since 1970
EARLIEST = (1980, 1, 1, 0, 0, 0)  # which a ZIP directory can tell


@dataclass(frozen=True, slots=True)
class PackageFacts:
    """What a package says of itself."""

    title: str
    description: str
    software: str
    made_at: datetime
    main_page: str = ""
    main_page_at: str = ""


@dataclass(frozen=True, slots=True)
class _PackedResource:
    """A file of the package, as its description lists it."""

    name: str
    path: str
    hash: str
    bytes: int


class WaczPackage:
    """A package that grows file by file."""

    def __init__(self, write: Callable[[bytes], object], made_at: datetime) -> None:
        """All bytes go to `write`."""
        self._sink = _WriteOnlyFile(write)
        self._zip = zipfile.ZipFile(cast(IO[bytes], self._sink), "w", zipfile.ZIP_STORED)
        self._moment = max(made_at.timetuple()[:6], EARLIEST)
        # Not for the moment alone: where the directory has no such field, ReplayWeb.page takes it
        # that there is none before the file either, and misses the one that tells large sizes.
        self._stamp = struct.pack(
            "<2sHBI", b"UT", STAMP_BYTES, HAS_MOMENT, int(made_at.timestamp())
        )
        self._resources: list[_PackedResource] = []

    def __enter__(self) -> Self:
        """Write nothing more after a failure."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        """Leave a package that failed as it is; the directory would only say that it is whole."""
        if kind is not None:
            self._sink.stop()
        self._zip.close()

    @contextmanager
    def file(self, path: str, *, packed: bool = False) -> Iterator[Callable[[bytes], None]]:
        """Give what takes the bytes of a file; archives must not be packed once more."""
        digest, length = sha256(), 0
        with self._zip.open(self._entry(path, packed), "w", force_zip64=True) as file:

            def write(data: bytes) -> None:
                nonlocal length
                digest.update(data)
                length += len(data)
                file.write(data)

            yield write
        name = path.rpartition("/")[2]
        seal = f"sha256:{digest.hexdigest()}"
        self._resources.append(_PackedResource(name, path, seal, length))

    def finish(self, facts: PackageFacts) -> None:
        """Write the description of all files, and its seal."""
        package = _package_text(facts, self._resources)
        seal = {"path": PACKAGE, "hash": f"sha256:{sha256(package).hexdigest()}"}
        self._zip.writestr(self._entry(PACKAGE, packed=True), package)
        self._zip.writestr(self._entry(SEAL, packed=True), json.dumps(seal, indent=2))

    def _entry(self, path: str, packed: bool) -> zipfile.ZipInfo:
        entry = zipfile.ZipInfo(path, self._moment)
        entry.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        entry.external_attr = READABLE
        entry.extra = self._stamp
        return entry


class _WriteOnlyFile:
    """What `zipfile` takes for a pipe."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def write(self, data: bytes) -> int:
        self._write(data)
        return len(data)

    def stop(self) -> None:
        self._write = len

    def flush(self) -> None:
        """There is nothing to flush: whoever takes the bytes does."""


def _package_text(facts: PackageFacts, resources: list[_PackedResource]) -> bytes:
    moment = facts.made_at.isoformat(timespec="seconds").replace("+00:00", "Z")
    main_page = {"mainPageUrl": facts.main_page, "mainPageDate": facts.main_page_at}
    package = {
        "profile": "data-package",
        "wacz_version": WACZ_VERSION,
        "title": facts.title,
        "description": facts.description,
        "created": moment,
        "software": facts.software,
        **(main_page if facts.main_page else {}),
        "resources": [asdict(each) for each in resources],
    }
    return json.dumps(package, indent=2, ensure_ascii=False).encode()
