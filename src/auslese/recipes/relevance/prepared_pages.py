"""The pages of a collection made ready for rating: what a model sees of each, in arrays.

    models/relevance/space/     what turns a page into numbers
    models/relevance/pages/     these numbers, a row for each page, in the order of ids
    models/relevance/rows/      the id and the cluster of each row, and which copies stand behind it
    models/relevance/topic-3/   what was learnt of the third topic

The first three belong together: each notes what it was made from.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.page_features import (
    PageFeatures,
    features_note,
    read_page_features,
)
from auslese.analyse.relevance.relevance_features import (
    FeatureSpace,
    read_feature_space,
    space_note,
)
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.relevance_table import mark_of_sources
from auslese.system.array_folder import damaged_files, map_arrays, note_of
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.wording.rating_sentences import RatingProblem
from auslese.wording.stage_sentences import StaleReason

FOLDER, SPACE, PAGES, ROWS = "relevance", "space", "pages", "rows"
MADE_FROM = "made_from"
ROWS_FORMAT = 1
COMMAND = "auslese analyse DIR relevance"

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PreparedPages:
    """Pages that can be rated, a row for each."""

    space: FeatureSpace
    features: PageFeatures
    ids: Numbers
    """Of the pages, growing."""
    clusters: Numbers
    """-1: none."""
    closeness: NDArray[np.float64]
    """To the middle of the own cluster."""
    ready_words: dict[str, Numbers]
    """By ready-made topic: how many different words of its list each page has."""
    folded: Numbers
    """The ids of copies, growing, and"""
    firsts: Numbers
    """the pages that stand for them."""
    mark: str
    """A short name for what all this was made from."""

    def __len__(self) -> int:
        return len(self.ids)

    def row_of(self, page: int) -> int:
        """The row of a page, or of the one that stands for it; -1 if it has none."""
        row = _place(self.ids, page)
        if row < 0 and (copy := _place(self.folded, page)) >= 0:
            row = _place(self.ids, int(self.firsts[copy]))
        return row


def relevance_folder(collection: Collection) -> Path:
    """Where all of it lies."""
    return collection.models / FOLDER


def topic_folder(collection: Collection, topic: int) -> Path:
    """Where the model of a topic lies."""
    return relevance_folder(collection) / f"topic-{topic}"


def why_unprepared(collection: Collection) -> str:
    """Why the pages are to be prepared (again); empty if they are ready."""
    folder = relevance_folder(collection)
    marks = {note.get(MADE_FROM, "") for note in _notes(folder)}
    if "" in marks or len(marks) > 1:
        return StaleReason.UNPREPARED.of()
    damaged = [
        f"{part}/{name}" for part in (SPACE, PAGES, ROWS) for name in damaged_files(folder / part)
    ]
    if damaged:
        return StaleReason.DAMAGED.of(files=", ".join(damaged))
    if marks != {mark_of_sources(collection)}:
        return StaleReason.RATEABLE_CHANGED.of()
    return ""


def open_prepared(collection: Collection) -> PreparedPages:
    """The pages as they were prepared last; NotFoundError if they never were.

    They may be older than the tables: who rates goes on with them until they are made anew.
    """
    folder = relevance_folder(collection)
    notes = _notes(folder)
    marks = {note.get(MADE_FROM, "") for note in notes}
    space, features = read_feature_space(folder / SPACE), read_page_features(folder / PAGES)
    rows: dict[str, Any] = map_arrays(folder / ROWS)
    if "" in marks or len(marks) > 1 or space is None or features is None or not rows:
        raise NotFoundError(RatingProblem.NOT_PREPARED.of(command=COMMAND))
    ready = {
        name.removeprefix("ready_"): array.astype(np.int64)
        for name, array in rows.items()
        if name.startswith("ready_")
    }
    return PreparedPages(
        space,
        features,
        rows["ids"],
        rows["clusters"].astype(np.int64),
        rows["closeness"].astype(np.float64),
        ready,
        rows["folded"],
        rows["firsts"],
        marks.pop(),
    )


def prepared_mark(collection: Collection) -> str:
    """The short name of what the pages were prepared from; another one when they are made anew."""
    return str(_rows_note(relevance_folder(collection) / ROWS).get(MADE_FROM, ""))


def prepared_ids(collection: Collection) -> Numbers:
    """The ids of the pages that are prepared; none if nobody knows."""
    try:
        rows = map_arrays(relevance_folder(collection) / ROWS)
    except DamagedFileError:
        rows = {}
    return np.array(rows.get("ids", ()), np.int64)


def _notes(folder: Path) -> list[dict[str, Any]]:
    return [
        space_note(folder / SPACE),
        features_note(folder / PAGES),
        _rows_note(folder / ROWS),
    ]


def _rows_note(folder: Path) -> dict[str, Any]:
    note = note_of(folder)
    return note if note.get("format") == ROWS_FORMAT else {}


def _place(ids: Numbers, page: int) -> int:
    """Where an id stands among others that grow; -1 if it does not."""
    if not -(1 << 63) <= page < 1 << 63:
        return -1
    place = int(np.searchsorted(ids, page))
    return place if place < len(ids) and ids[place] == page else -1
