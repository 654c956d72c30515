"""What is kept beside the sketch index: of which documents which texts are in it.

    sketches/plan       by which rules the rest was made; without it the rest counts for nothing
    sketches/imprints/  a file for each segment of `documents`, with a row for each of its rows
    sketches/index/     the sketches of all texts (`analyse.duplicates`)

Every file begins with a checksum of the rest of it. It is written aside and renamed, so a kill
leaves the old or the new one; what is damaged is told and never used.
"""

import shutil
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from auslese.system.durable_files import sync_folder, write_whole
from auslese.system.seals.damaged_file import DamagedFileError

SKETCHES = "sketches"
VERSION = 1
SEAL_BYTES = 16
BREAK = b"\n"

ROW = np.dtype(
    [
        ("id", "<i8"),  # of the page
        ("fetched_at", "<i8"),  # milliseconds
        ("text", "<i8"),  # number of the text
        ("fingerprint", "<u8", (2,)),  # 16 bytes as they come
        ("shingles", "<i4"),
    ]
)
ImprintRows = NDArray[np.void]


class SketchPlan(msgspec.Struct, frozen=True):
    """By which rules texts are sketched and fingerprinted."""

    threshold: float
    recall: float
    words: int
    modulus: str
    """Of the fingerprints, hexadecimal."""
    version: int = VERSION


class SketchFolder:
    """The folder of the sketches of a collection; one process at a time writes there."""

    def __init__(self, collection: Path) -> None:
        self.path = collection / SKETCHES
        self.index = self.path / "index"
        self._imprints = self.path / "imprints"
        self._plan = self.path / "plan"

    def plan(self) -> SketchPlan | None:
        """The plan by which it was made; None if there is none, or if it is damaged."""
        try:
            return msgspec.json.decode(_opened(self._plan), type=SketchPlan)
        except (FileNotFoundError, DamagedFileError, msgspec.DecodeError):
            return None

    def begin(self, plan: SketchPlan) -> None:
        """Throw away what is there and begin anew by this plan."""
        self.path.mkdir(exist_ok=True)
        self._plan.unlink(missing_ok=True)
        sync_folder(self.path)
        for place in (self._imprints, self.index):
            if place.exists():
                shutil.rmtree(place)
        self._imprints.mkdir()
        write_whole(self._plan, _sealed(msgspec.json.encode(plan)))

    def imprints(self, number: int, documents: str) -> ImprintRows | None:
        """The rows of a segment of documents; None if there are none, or of other documents."""
        path = self._path(number)
        try:
            mark, _, rows = _opened(path).partition(BREAK)
        except FileNotFoundError:
            return None
        return np.frombuffer(rows, ROW) if mark == documents.encode() else None

    def has_imprints(self, number: int, documents: str) -> bool:
        """Whether there are rows of these documents, at a glance: they may still be damaged."""
        mark = documents.encode() + BREAK
        try:
            with self._path(number).open("rb") as file:
                return file.read(SEAL_BYTES + len(mark))[SEAL_BYTES:] == mark
        except FileNotFoundError:
            return False

    def write_imprints(self, number: int, documents: str, rows: ImprintRows) -> None:
        """Write the rows of a segment of documents that has this fingerprint."""
        write_whole(self._path(number), _sealed(documents.encode() + BREAK + rows.tobytes()))

    def drop_others(self, numbers: set[int]) -> None:
        """Remove what a kill left over, and the rows of segments other than these."""
        self._imprints.mkdir(exist_ok=True)  # somebody may have removed it: then all is made anew
        names = {self._path(number).name for number in numbers}
        for path in self._imprints.iterdir():
            if path.name not in names:
                path.unlink()

    def sealed_files(self) -> list[Path]:
        """The files that have a checksum of all of it at their beginning."""
        plan = [self._plan] * self._plan.exists()
        return [*plan, *sorted(self._imprints.glob("[0-9]*"))]

    def _path(self, number: int) -> Path:
        return self._imprints / f"{number:06}"


def verify_sealed(path: Path) -> bool:
    """True if a file is as it was written; DamagedFileError if it is not."""
    return bool(_opened(path))


def _sealed(content: bytes) -> list[bytes]:
    return [xxh3_128_digest(content), content]


def _opened(path: Path) -> bytes:
    data = path.read_bytes()
    if xxh3_128_digest(data[SEAL_BYTES:]) != data[:SEAL_BYTES]:
        raise DamagedFileError(path)
    return data[SEAL_BYTES:]
