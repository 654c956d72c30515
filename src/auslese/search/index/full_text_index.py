"""The full-text index of a collection: a folder for each generation, and a note which one counts.

    index/current.json    which generation is read, and how it was made
    index/000001/         files of tantivy, the digests of its pages, and folders of arrays

Pages are added to the generation that is there; a reader sees all of a change or nothing of it. If
an index is made anew it grows beside the old one, which answers until the new one is complete.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EIO
from os import strerror
from pathlib import Path
from shutil import rmtree
from types import TracebackType
from typing import Any, Self

import msgspec
import numpy as np
import tantivy
from numpy.typing import NDArray

from auslese.records.errors import AusleseError
from auslese.search.index.index_checksums import (
    DIGESTS,
    content_of,
    contents_of,
    damaged_files,
    is_quickly_verified,
    opstamp_of,
)
from auslese.search.index.index_fields import schema
from auslese.search.index.index_generation import (
    FORMAT,
    NOTE,
    IndexGeneration,
    current_generation,
    index_command,
)
from auslese.search.index.unlocked_index import opened_index
from auslese.system.array_folder import save_array
from auslese.system.exhausted import exhausted_resource
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.sealed_json import sealed_json
from auslese.wording.problem_sentences import PageProblem

HEAP_BYTES = 256 << 20  # shared by the threads that write
IDS_AT_ONCE = 50_000
PANIC = "PanicException"
OS_ERROR = re.compile(r"os error (\d+)")
UNREADABLE = (ValueError, OSError, msgspec.MsgspecError)

Publishing = Callable[[Path, Path], None]
"""Gives the first file the name of the second, for good; the store knows how."""
Digests = NDArray[np.int64]
"""Two rows: ids in order, and the digest of each page."""
NO_DIGESTS: Digests = np.empty((2, 0), np.int64)


class BrokenIndexError(AusleseError):
    """The index cannot be read."""


def open_index(generation: IndexGeneration) -> tantivy.Index:
    """Open an index to read it; DamagedFileError if one of its files is not as it was written.

    No right to write is needed. It is verified before unless it is large: then only
    `auslese index --check` and `auslese check` tell.
    """
    if is_quickly_verified(generation.folder):
        for name in damaged_files(generation.folder, generation.note):
            if name != DIGESTS:  # no answer is made of it, and the index itself has all in it
                raise DamagedFileError(generation.folder / name)
    with reporting_broken_index(generation):
        return opened_index(generation.folder)


@contextmanager
def reporting_broken_index(generation: IndexGeneration) -> Iterator[None]:
    """Say what to do if an index cannot be read."""
    try:
        yield
    except BaseException as error:
        # The library gives up with an exception of its own that is no Exception.
        if not isinstance(error, UNREADABLE) and type(error).__name__ != PANIC:
            raise
        if exhausted_resource(error):  # the index may be whole: it is we who cannot open it
            raise
        command = f"{index_command(generation.folder.parent)} --again"
        raise BrokenIndexError(
            PageProblem.BROKEN_INDEX.of(
                folder=generation.folder, problem=str(error), command=command
            )
        ) from error


def is_finished(generation: IndexGeneration) -> bool:
    """Whether the last change of an index was published.

    If whoever made it was killed before, what lies beside the index does not know all its pages.
    """
    return opstamp_of(generation.folder) == generation.note.get("opstamp")


def digests_of(generation: IndexGeneration | None) -> Digests:
    """The digests of all pages of an index; if the list of them cannot be read, it is asked."""
    if generation is None:
        return NO_DIGESTS
    listed = listed_digests(generation)
    return digests_in(open_index(generation)) if listed is None else listed


def listed_digests(generation: IndexGeneration) -> Digests | None:
    """The list of digests that is kept beside the index; None if it is not whole."""
    try:
        found: Digests = np.load(generation.folder / DIGESTS, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if generation.note.get(DIGESTS, "") not in ("", content_of(generation.folder / DIGESTS)):
        return None
    pages = generation.note.get("pages")
    return found if found.dtype == np.int64 and found.shape == (2, pages) else None


class IndexWriter:
    """Changes an index, or makes a new generation; nothing counts before `publish`."""

    def __init__(self, folder: Path, *, anew: bool, threads: int = 1) -> None:
        """Go on with the index that is there unless it is to be made anew."""
        self._root = folder
        there = None if anew else current_generation(folder)
        number = int(there.note["number"]) if there else _next_number(folder)
        self._folder = folder / f"{number:06}"
        self._note = dict(there.note) if there else {"number": number, "format": FORMAT}
        self._is_unpublished = there is None
        if there is None:
            rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(parents=True)
            with naming_disk_errors():
                self._index = tantivy.Index(schema(), path=str(self._folder))
        else:
            self._index = open_index(there)
        with naming_disk_errors():
            self._writer = self._index.writer(HEAP_BYTES, threads)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Forget what was not published."""
        with suppress(*(ValueError,) * (error is not None)):  # on a full disk that fails as well
            self._writer.rollback()
        if error is not None and self._is_unpublished and not self._is_named():
            rmtree(self._folder, ignore_errors=True)  # on a full disk it would be in the way

    def _is_named(self) -> bool:
        """Whether the note names this generation: it may, though publishing it has failed."""
        there = current_generation(self._root)
        return there is not None and there.folder == self._folder

    @property
    def generation(self) -> IndexGeneration:
        """The folder that is written to, and its note as it was before."""
        return IndexGeneration(self._folder, self._note)

    def saved(self) -> tantivy.Searcher:
        """Keep what was added so far, and ask it; readers of this generation see it, too."""
        with naming_disk_errors():
            self._writer.commit()
            self._index.reload()
        return self._index.searcher()

    def forget(self, ids: Iterable[int]) -> None:
        """Take pages out; it need not be known whether they are in."""
        for each in ids:
            self._writer.delete_documents_by_term("id", each)

    def add(self, fields: dict[str, Any]) -> None:
        """Put a page in."""
        with naming_disk_errors():
            self._writer.add_document(tantivy.Document(**fields))

    def publish(self, digests: Digests, note: dict[str, Any], publishing: Publishing) -> None:
        """Let all that was changed count."""
        with naming_disk_errors():
            self._writer.commit()
        aside = self._folder / f"{DIGESTS}.new"
        save_array(aside, digests)
        publishing(aside, self._folder / DIGESTS)
        changed = int(self._note.get("changed", 0)) + 1
        counted = {"pages": digests.shape[1], "opstamp": opstamp_of(self._folder)}
        contents = contents_of(self._folder)
        note_written = self._note | note | counted | contents | {"changed": changed}
        aside = self._root / f"{NOTE}.new"
        aside.write_text(sealed_json(note_written), "utf-8")
        publishing(aside, self._root / NOTE)
        self._is_unpublished = False
        self._drop_others()

    def _drop_others(self) -> None:
        """Remove older generations; whoever has one open keeps what it has mapped."""
        for place in self._root.iterdir():
            if place.is_dir() and place != self._folder:
                rmtree(place, ignore_errors=True)


@contextmanager
def naming_disk_errors() -> Iterator[None]:
    """Say which error of the disk it was: the library has it in its words alone."""
    try:
        yield
    except ValueError as error:
        match = OS_ERROR.search(str(error))
        number = int(match[1]) if match else EIO
        raise OSError(number, strerror(number) if match else str(error)) from error


def digests_in(index: tantivy.Index) -> Digests:
    """All pages in an index, in order; a page that is in it twice is there twice."""
    searcher = index.searcher()
    found: list[tuple[int, int]] = []
    everything = tantivy.Query.all_query()
    while len(found) < searcher.num_docs:
        hits = searcher.search(everything, IDS_AT_ONCE, offset=len(found), count=False).hits
        if not hits:
            break
        addresses = [address for _, address in hits]
        columns = [searcher.fast_field_values(name, addresses) for name in ("id", "digest")]
        found += [(int(id_ or 0), int(digest or 0)) for id_, digest in zip(*columns, strict=True)]
    rows = np.array(sorted(found), np.int64).reshape(-1, 2)
    return np.ascontiguousarray(rows.T)


def _next_number(folder: Path) -> int:
    numbers = [int(place.name) for place in folder.glob("[0-9]*") if place.name.isdecimal()]
    return max(numbers, default=0) + 1
