"""Files that a command was told to write."""

from pathlib import Path

from auslese.records.errors import AusleseError
from auslese.system.durable_files import write_whole


def write_file(file: Path, text: str) -> None:
    """Write a file as a whole, or say what stands in the way."""
    try:
        write_whole(file, [text.encode("utf-8", "replace")])
    except OSError as problem:
        raise AusleseError(f"{file} cannot be written: {problem.strerror}") from problem
