"""Many responses one after the other: the segment that was read last stays open.

To open a file and to find it takes as long as to read a page from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from auslese.store.archive.archived_responses import (
    ArchivedResponse,
    open_segment,
    read_response,
    record_in,
    rendering_behind,
    response_in,
)
from auslese.store.archive.cdxj import CaptureLocation


class ShownResponse(NamedTuple):
    """A response as it was archived, and how a browser showed it."""

    response: ArchivedResponse
    rendering: bytes
    """Empty if no browser did."""


class OpenArchive:
    """An archive that is read in the order of its places."""

    def __init__(self, folder: Path) -> None:
        """Made by `opened_archive`."""
        self._folder = folder
        self._name = ""
        self._file: IO[bytes] | None = None

    def response(self, capture: CaptureLocation) -> ShownResponse:
        """The response at a place, with the body that a revisit points to."""
        file = self._segment(capture.segment)
        response = response_in(record_in(file, self._folder, capture))
        rendering = rendering_behind(file, self._folder, capture)
        if response.earlier is not None:
            response = read_response(self._folder, capture)
        return ShownResponse(response, rendering)

    def close(self) -> None:
        """Let go of the segment that is open."""
        if self._file is not None:
            self._file.close()
        self._file, self._name = None, ""

    def _segment(self, name: str) -> IO[bytes]:
        if self._file is None or name != self._name:
            self.close()
            self._file, self._name = open_segment(self._folder, name), name
        return self._file


@contextmanager
def opened_archive(folder: Path) -> Iterator[OpenArchive]:
    """An archive to read many responses from."""
    archive = OpenArchive(folder)
    try:
        yield archive
    finally:
        archive.close()
