"""Brings the pages of a collection into its full-text index: what is new, changed or gone."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from shutil import rmtree
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.language.recogniser import shipped
from auslese.analyse.language.word_frequency import frequencies_in
from auslese.recipes.reading import Progress
from auslese.recipes.unwritable import telling_if_unwritable
from auslese.records.url import Url, host_of
from auslese.search.index import (
    BrokenIndexError,
    Digests,
    IndexWriter,
    current,
    digests_of,
    ids_in,
    open_index,
)
from auslese.search.pages import IndexPage, document_of
from auslese.search.forms import GERMAN, TermMaker
from auslese.store.collection import Collection
from auslese.store.durable import publish
from auslese.store.index_rows import chosen_pages, languages_of, mark_of_sources, note_wanted
from auslese.store.views import Connection, connect
from auslese.text.compounds import split_compounds

INDEXED = "indexed"
SAVED_EVERY = 50_000  # pages: what is kept of a first index that is stopped
IDS_AT_ONCE = 20_000
ANCHOR_LETTERS = 2000


@dataclass(slots=True)
class IndexSummary:
    """What came of it; the fields of `index --json`."""

    pages: int = 0
    """In the index now."""
    added: int = 0
    changed: int = 0
    removed: int = 0
    ending: str = "finished"
    seconds: float = 0.0
    pages_per_second: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class IndexWishes:
    """How it is to be done."""

    again: bool = False
    """All anew, in a new folder; the old one answers meanwhile."""
    progress: Callable[[Progress], None] = lambda progress: None
    stopped: Callable[[], str] = lambda: ""


@cache
def term_maker() -> TermMaker:
    """Makes terms with German compounds taken apart, by the dictionary of the language model."""
    frequencies = frequencies_in(shipped().model, GERMAN)
    return TermMaker(lambda words: list(split_compounds(words, frequencies)))


def why_stale(collection: Collection) -> str:
    """Why the index is to be made or filled; empty if it is up to date."""
    there = current(collection.index)
    if there is None:
        return "there is no index yet"
    changed = there.note.get("made_from") != mark_of_sources(collection)
    return "pages, links, copies or clusters have changed since" if changed else ""


def make_index(collection: Collection, wishes: IndexWishes) -> IndexSummary:
    """Bring the index up to date; whoever calls it holds the collection."""
    began, summary = monotonic(), IndexSummary()
    with telling_if_unwritable(collection.path), connect(collection) as tables:
        _Stage(collection, wishes, summary, tables).run()
    summary.seconds = round(monotonic() - began, 3)
    done = summary.added + summary.changed
    summary.pages_per_second = round(done / max(summary.seconds, 1e-9), 1)
    return summary


class _Stage:
    """One run."""

    def __init__(
        self, collection: Collection, wishes: IndexWishes, summary: IndexSummary, tables: Connection
    ) -> None:
        self._collection, self._wishes = collection, wishes
        self._summary, self._tables = summary, tables
        self._began = monotonic()

    def run(self) -> None:
        """Compare what is wanted with what is there, and change what differs."""
        made_from = mark_of_sources(self._collection)
        wanted = note_wanted(self._tables)
        there = NO_PAGES if self._wishes.again else digests_of(current(self._collection.index))
        missing, other, gone = differences(wanted, there)
        note = {"made_from": made_from, "languages": languages_of(self._tables)}
        with IndexWriter(self._collection.index, anew=self._wishes.again) as writer:
            writer.forget([*other.tolist(), *gone.tolist()])
            todo = np.union1d(missing, other)
            for done, page in enumerate(self._pages(todo, wanted), 1):
                writer.add(document_of(page, term_maker()))
                ...
            if self._summary.ending == "finished":
                writer.publish(wanted, note, publish)
        self._summary.pages = wanted.shape[1]
