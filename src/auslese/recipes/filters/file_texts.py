"""The texts of files of any type, read in another process: one may kill who reads it."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from auslese.extract.document_reader import read_document
from auslese.recipes.filters.page_input import page_in
from auslese.records.document import ReadProblem, Unreadable
from auslese.system.process_pool import answer_each
from auslese.system.shard_function import ShardFunction, nothing_needed

END_OF_NAME = b"\0"  # no file has it in its name
UNREADABLE = b""  # what can be read has at least the line of its title


def file_texts(files: Sequence[Path]) -> Iterator[str | None]:
    """The title and the text of each file, in order; None for one that cannot be read."""
    # One after the other is read, when its turn comes.
    lines = (os.fsencode(file) + END_OF_NAME + file.read_bytes() for file in files)
    for text in answer_each(lines, FILE_TEXTS.prepared(None)):
        yield None if text == UNREADABLE else text.decode("utf-8", "surrogatepass")


def _text_in(nothing: None, line: bytes) -> bytes:
    name, _, body = line.partition(END_OF_NAME)
    try:
        document = read_document(page_in(Path(os.fsdecode(name)), body))
    except MemoryError:
        return UNREADABLE
    if isinstance(document, Unreadable):
        return UNREADABLE
    text = document.text or document.visible_text
    return f"{document.about.title}\n{text}".encode("utf-8", "surrogatepass")


def _no_text(_: None, line: bytes, why: ReadProblem) -> bytes:
    return UNREADABLE


FILE_TEXTS = ShardFunction(nothing_needed, _text_in, _no_text)
"""The texts of files, each behind its name."""
