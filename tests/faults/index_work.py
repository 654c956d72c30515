"""The files of the index, changed as the stage does it, without its questions to the tables."""

import os
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from auslese.search.index.answer_arrays import (
    IndexChange,
    damaged_search_aids,
    drop_unused,
    frequency_in,
    open_search_aids,
    write_search_aids,
)
from auslese.search.index.full_text_index import (
    NO_DIGESTS,
    Digests,
    IndexWriter,
    digests_in,
    digests_of,
    is_finished,
    open_index,
)
from auslese.search.index.index_checksums import damaged_files
from auslese.search.index.index_generation import IndexGeneration, current_generation
from auslese.search.index.key_terms import KeyTermMaker
from auslese.system.durable_files import publish
from auslese.system.seals.damaged_file import DamagedFileError
from tests.faults.fault_operations import Confirm, Operation

OLD, ALL = (1, 2), (1, 2, 3)
COUNTED = "counted"  # as `recipes.searching.index_shards` calls it


class IndexWork(Operation):
    """An index that is there gets another page, or is made anew."""

    def __init__(self, *, again: bool) -> None:
        self._again = again

    def prepare(self, folder: Path) -> None:
        folder.mkdir()
        change(folder, OLD, again=False)

    def run(self, folder: Path, confirm: Confirm) -> None:
        change(folder, ALL, again=self._again)
        confirm("all")

    def check(self, folder: Path, confirmed: Sequence[str]) -> None:
        there = current_generation(folder)
        assert there is not None
        found = digests_in(open_index(there))[0].tolist()
        assert found == [*ALL] if confirmed else found in ([*OLD], [*ALL]), found
        change(folder, ALL, again=False)
        there = current_generation(folder)
        assert there is not None
        assert digests_in(open_index(there))[0].tolist() == digests_of(there)[0].tolist() == [*ALL]
        assert is_finished(there)
        assert [*damaged_files(there.folder, there.note), *damaged_search_aids(there)] == []
        assert [place for place in folder.iterdir() if place.is_dir()] == [there.folder]


def change(folder: Path, pages: Sequence[int], *, again: bool) -> None:
    """Let these pages be in the index, as `IndexStage` does."""
    old = None if again else kept(folder)
    indexed = digests_of(old) if old else NO_DIGESTS
    todo = [page for page in pages if page not in indexed[0]]
    keys = KeyTermMaker(frequency_in(old), indexed.shape[1])
    with IndexWriter(folder, anew=old is None) as writer:
        for page in todo:
            fields = dict(fields_of(page))
            counted = fields.pop(COUNTED)
            writer.add(fields)
            keys.add(fields, counted)
        note: dict[str, Any] = {}
        if todo:
            generation = writer.generation
            new = IndexChange(indexed[0], keys.found(), 0)
            note = write_search_aids(generation.folder, generation.note, new, writer.saved())
        writer.publish(np.concatenate([indexed, digests(todo)], axis=1), note, publish)
    drop_unused(current_generation(folder))


def kept(folder: Path) -> IndexGeneration | None:
    """The index that is gone on with."""
    try:
        old = current_generation(folder)
        if old is None or not is_finished(old):
            return None
        open_index(old)
        return old if open_search_aids(old) is not None else None
    except DamagedFileError:
        return None


def digests(pages: Sequence[int]) -> Digests:
    return np.array([pages, [page * 7 for page in pages]], np.int64).reshape(2, -1)


@cache
def fields_of(page: int) -> dict[str, Any]:
    """What the index takes of a page; made once, before calls fail."""
    row = {
        "id": page,
        "url": f"http://a.example/{page}",
        "host": "a.example",
        "title": f"Haus {page}",
        "text": f"Ein altes Haus am See, Nummer {page}, mit Garten und Geige.",
        "rest": "",
        "headings": [],
        "anchor": "",
        "language": "de",
        "digest": page * 7,
        **dict.fromkeys(("site", "author", "date", "page_type", "media_type"), ""),
        **dict.fromkeys(("depth", "bytes", "length", "rank", "cluster", "copies"), 1),
    }
    ours, theirs = os.pipe()
    if not (process := os.fork()):  # what makes them is large, and need not be in every fork
        shards: Any = import_module("auslese.recipes.searching.index_shards")
        with os.fdopen(theirs, "wb") as pipe:
            pipe.write(shards.make_fields(shards.field_maker(None), shards.pack([row])))
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as made:
        (fields,) = msgspec.msgpack.decode(made.read(), type=list[dict[str, Any]])
    os.waitpid(process, 0)
    return fields


OPERATION = IndexWork(again=False)
