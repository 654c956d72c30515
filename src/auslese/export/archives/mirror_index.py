"""What the files of a mirror are: `index.json`, an entry a line, so nobody must hold it all."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from auslese.records.exported_page import ExportContext

FORMAT = "auslese-mirror-1"


class MirrorFile(NamedTuple):
    """A file, and what was served under its URL."""

    file: str
    url: str
    media_type: str
    charset: str
    """With which the file is read; empty if it is no text."""
    fetched_at: datetime
    digest: str
    """SHA-1 of the body as it was served, unpacked, hexadecimal; links in the file are others."""
    title: str = ""


class MirrorIndex:
    """The index as it grows."""

    def __init__(self, write: Callable[[bytes], object], context: ExportContext) -> None:
        """Write its head."""
        self._write = write
        self._comma = b""
        told = {"format": FORMAT, "collection": context.collection}
        told |= {"made_at": _moment(context.made_at), "where": context.where}
        head = json.dumps(told | {"profile": context.profile}, ensure_ascii=False)
        self._write(f'{head[:-1]}, "files": ['.encode())

    def add(self, file: MirrorFile) -> None:
        """Note a file."""
        told = file._asdict() | {"fetched_at": _moment(file.fetched_at)}
        line = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        self._write(b"%b\n%b" % (self._comma, line))
        self._comma = b","

    def finish(self) -> None:
        """Write its end."""
        self._write(b"\n]}\n")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
