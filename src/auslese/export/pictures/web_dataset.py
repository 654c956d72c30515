"""WebDataset: tar files in which the picture, its caption and its record lie side by side."""

import io
import json
import tarfile
from collections.abc import Iterable, Iterator

from auslese.export.pictures.picture_entry import PictureEntry, plain_record

SAMPLES = 1_000  # of one shard
SHARD_BYTES = 500_000_000
EPOCH = 0  # the same pictures give the same bytes


def samples_of(entry: PictureEntry) -> Iterator[tuple[str, bytes]]:
    """The members of one picture; they share a name and differ in the ending."""
    key = f"{entry.first['number']:09}"
    records = [plain_record(record) for record in entry.records]
    yield f"{key}.{entry.ending}", entry.body
    yield f"{key}.txt", entry.caption.encode()
    about = json.dumps({"key": key, "records": records}, ensure_ascii=False, sort_keys=True)
    yield f"{key}.json", about.encode()


def shard_name(number: int) -> str:
    """The name of a shard, as loaders of WebDataset expect it."""
    return f"images-{number:06}.tar"


def packed(samples: Iterable[PictureEntry]) -> Iterator[bytes]:
    """The bytes of a tar file, member by member."""
    for entry in samples:
        for name, body in samples_of(entry):
            yield _member(name, body)
    yield bytes(2 * tarfile.BLOCKSIZE)


def _member(name: str, body: bytes) -> bytes:
    about = tarfile.TarInfo(name)
    about.size, about.mtime, about.mode = len(body), EPOCH, 0o644
    out = io.BytesIO(about.tobuf(tarfile.USTAR_FORMAT))
    out.seek(0, io.SEEK_END)
    out.write(body)
    out.write(bytes(-len(body) % tarfile.BLOCKSIZE))
    return out.getvalue()
