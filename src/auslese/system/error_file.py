"""Where processes of ours write what they have to say when they die."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def error_file(path: Path) -> Iterator[IO[bytes]]:
    """What worker processes say when they die; no file stays if they say nothing."""
    try:
        with path.open("ab") as errors:
            yield errors
    finally:
        if path.stat().st_size == 0:
            path.unlink()
