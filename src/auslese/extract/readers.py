"""Readers that come from elsewhere: a package offers them by an entry point.

A package that wants to read a further type names a function in the group `auslese.readers`, the
media type being the name: `"text/vtt" = "my_package:read_vtt"`. The function is a
`source.Reader`. Nothing is imported before a page of that type is read.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from auslese.extract.source import Reader, Source
from auslese.records.document import Document, ReadProblem, Unreadable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "auslese.readers"
LONGEST_DETAIL = 300


def further_reader(media_type: str, declared: str = "") -> Reader | None:
    """The reader for a type that the house itself cannot read, or for what the server calls it.

    An EPUB is a ZIP file by its bytes: only the server's word tells what is in it.
    """
    offered = offered_readers()
    entry = offered.get(media_type) or offered.get(declared.partition(";")[0].strip().lower())
    return None if entry is None else guarded_reader(entry)


@cache
def offered_readers() -> dict[str, "EntryPoint"]:
    """What installed packages offer, by media type; of two for one type the first by name."""
    metadata = import_module("importlib.metadata")  # 20 ms, for the few who need it
    found = sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.value, reverse=True)
    return {entry.name.lower(): entry for entry in found}


def lazy_reader(module: str, function: str) -> Reader:
    """A reader of the house that is imported when it is first needed."""

    def read(source: Source, media_type: str) -> Document | Unreadable:
        reader: Reader = getattr(import_module(module), function)
        return reader(source, media_type)

    return read


@cache
def guarded_reader(entry: "EntryPoint") -> Reader:
    """The reader, which may do what it likes: it ends as a document or as a reason."""
    return _GuardedReader(entry).read


class _GuardedReader:
    """A reader whose failures become outcomes; one that cannot be loaded is not tried again."""

    def __init__(self, entry: "EntryPoint") -> None:
        self._entry = entry
        self._reader: Reader | None = None
        self._trouble = ""

    def read(self, source: Source, media_type: str) -> Document | Unreadable:
        """Read, or say what the reader died of."""
        if self._reader is None and not self._trouble:
            self._load()
        if self._reader is None:
            return Unreadable(ReadProblem.CRASHED, self._trouble, media_type)
        return self._read_with(self._reader, source, media_type)

    def _load(self) -> None:
        try:
            reader = self._entry.load()
        except Exception as problem:  # whatever a strange package does when it is imported
            self._trouble = self._complaint("cannot be loaded", problem)
            return
        if callable(reader):
            self._reader = reader
        else:
            self._trouble = self._complaint("is no function")

    def _read_with(self, reader: Reader, source: Source, media_type: str) -> Document | Unreadable:
        try:
            answer = reader(source, media_type)
        except Exception as problem:  # readers must not raise; this one does not know
            return Unreadable(ReadProblem.CRASHED, self._complaint("failed", problem), media_type)
        if isinstance(answer, Document | Unreadable):
            return answer
        return Unreadable(ReadProblem.CRASHED, self._complaint("gave no document"), media_type)

    def _complaint(self, what: str, problem: Exception | None = None) -> str:
        why = f": {type(problem).__name__}: {problem}" if problem else ""
        return f"the reader {self._entry.value} {what}{why}"[:LONGEST_DETAIL]
