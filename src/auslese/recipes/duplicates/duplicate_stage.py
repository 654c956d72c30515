"""Finds the copies among the pages of a collection: from documents into the table duplicates.

    sketching    texts into the sketch index, in the folder sketches/; only what is new
    groups       pages with the same text, and texts that are alike
    the table    is replaced as a whole, and there is a row for every page

It can be stopped or killed at any moment and goes on where it was. Until the new table is there,
the old one stays. Files of the sketch index that are damaged are told, and what they held is
sketched anew.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from auslese.analyse.duplicates.copy_groups import SimilarTextPairs
from auslese.analyse.duplicates.imprint import Imprinter
from auslese.analyse.duplicates.minhash import shuffles
from auslese.analyse.duplicates.sketch_index import SketchIndex, SketchIndexPlan
from auslese.recipes.duplicates.duplicate_sources import DOCUMENTS, plan_of, sources_of
from auslese.recipes.duplicates.mirror_folding import fold, folding_of
from auslese.recipes.duplicates.page_groups import (
    RELATIONS,
    PageGroups,
    PageTexts,
    groups_of,
    rows_of_groups,
)
from auslese.recipes.duplicates.sketching import ChunksToSketch, Sketcher, sketch_handler
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.store.collection import Collection
from auslese.store.sketch_folder import DamagedFileError, ImprintRows, SketchFolder
from auslese.store.tables.duplicate_table import recorded_sources, replace_duplicates
from auslese.store.tables.language_table import count_documents, fingerprint_of
from auslese.store.tables.parquet_segments import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.key_set import KeySet
from auslese.system.process_pool import ProcessPool
from auslese.system.progress import StageProgress
from auslese.system.unwritable import reporting_if_unwritable
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE, RabinFingerprinter

SKETCHED = "looked through for copies"
UNFINISHED = ""  # what a table is made of that is to be replaced at once
FEW_TEXTS = 10_000  # in the index that no page has any more: not worth building it anew

COUNTS = "SELECT relation, count(*) FROM duplicates GROUP BY 1"


@dataclass(frozen=True, slots=True)
class DuplicateOptions:
    """How copies are to be found."""

    workers: int = 0
    """Processes; 0 for one per processor core."""
    again: bool = False
    """From the beginning, whatever is there."""
    progress: Callable[[StageProgress], None] = lambda progress: None
    said: Callable[[str], None] = lambda words: None
    stopped: Callable[[], str] = lambda: ""


@dataclass(slots=True)
class DuplicateSummary:
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    """Rows of the table."""
    groups: int = 0
    """Of two pages or more."""
    exact: int = 0
    """Pages with the same text as the first of their group, without it."""
    near: int = 0
    """Pages with nearly the same text as the first of their group."""
    alone: int = 0
    mirrors: int = 0
    """That were folded in this run."""
    sketched: int = 0
    """Documents that were looked through."""
    left: int = 0
    """Documents that are still to be."""
    renewed: bool = False
    """Whether the table was written."""
    damaged: list[str] = field(default_factory=list)
    """Files that were not as they were written, in words."""
    ending: str = "finished"
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        return {name: getattr(self, name) for name in self.__slots__}


def find_duplicates(
    collection: Collection, settings: DuplicatesSection, options: DuplicateOptions
) -> DuplicateSummary:
    """Make the table anew if it is stale; whoever calls it holds the collection."""
    began = monotonic()
    summary = DuplicateSummary()
    with reporting_if_unwritable(collection.path):
        sources = sources_of(collection, settings)
        if sources and (options.again or recorded_sources(collection.tables) != sources):
            _DuplicateStage(collection, settings, options, summary).run(sources)
    with connect(collection) as tables:
        _count(tables, summary)
    summary.seconds = round(monotonic() - began, 3)
    return summary


def _count(tables: Connection, summary: DuplicateSummary) -> None:
    counts = Counter(dict(tables.execute(COUNTS).fetchall()))
    alone, first, exact, near = (counts[relation] for relation in RELATIONS)
    summary.alone, summary.groups, summary.exact, summary.near = alone, first, exact, near
    summary.pages = counts.total()


class _DuplicateStage:
    """One run, from the first chunk to the table."""

    def __init__(
        self,
        collection: Collection,
        settings: DuplicatesSection,
        options: DuplicateOptions,
        summary: DuplicateSummary,
    ) -> None:
        self._collection = collection
        self._settings = settings
        self._options = options
        self._summary = summary
        self._folder = SketchFolder(collection.path)
        self._plan = SketchIndexPlan(settings.threshold, settings.recall, settings.words)
        self._workers = options.workers or os.cpu_count() or 1
        self._began = monotonic()

    def run(self, sources: str) -> None:
        modulus = self._prepare()
        with connect(self._collection) as tables:
            pages = PageTexts(tables)
            with SketchIndex.open(self._folder.index, self._plan) as index:
                self._mend(index)
                if not self._sketch(index, pages, modulus):
                    return
                for imprints in self._all_imprints():
                    pages.note(imprints)
                _clear(index, pages)
                found = index.pairs()
            pages.note_copies()
            alike = SimilarTextPairs(found.one, found.other, found.similarity.astype(np.float32))
            groups = groups_of(tables, pages, alike)
            if self._settings.fold_mirrors:
                groups = self._folded(tables, pages, alike, groups)
            rows = rows_of_groups(tables, pages, groups)
            replace_duplicates(self._collection.tables, sources, rows)
        self._summary.renewed = True

    def _folded(
        self, tables: Connection, pages: PageTexts, alike: SimilarTextPairs, groups: PageGroups
    ) -> PageGroups:
        """Groups in which originals stand for their mirrors, found in a table that is not final."""
        rows = rows_of_groups(tables, pages, groups)
        replace_duplicates(self._collection.tables, UNFINISHED, rows)
        folding = folding_of(self._collection)
        self._summary.mirrors = folding.mirrors
        groups = groups_of(tables, pages, alike, folding.mirrored)
        return fold(groups, pages, folding)

    def _prepare(self) -> int:
        """Begin anew if the sketches are by another plan; the modulus of fingerprints."""
        there = self._folder.plan()
        modulus = there.modulus if there else f"{random_irreducible(DEGREE):x}"
        plan = plan_of(self._settings, modulus)
        if self._options.again or there != plan:
            self._folder.begin(plan)
        self._folder.drop_others(set(numbers_of(self._collection.tables, DOCUMENTS)))
        return int(modulus, 16)

    def _mend(self, index: SketchIndex) -> None:
        """Do without what is damaged; that texts are missing then is seen by their imprints."""
        for words in index.check():
            self._report_damage(words)
        index.drop_damaged()

    def _report_damage(self, words: str) -> None:
        self._summary.damaged.append(words)
        self._options.said(f"duplicates: {words}; what it held is made anew")

    def _sketch(self, index: SketchIndex, pages: PageTexts, modulus: int) -> bool:
        """Sketch what the index lacks; whether all of it was done."""
        known = KeySet(len(index))
        known.add_distinct(index.ids())
        numbers = self._lacking(known, pages)
        if not numbers:
            return True
        of = count_documents(self._collection.tables, numbers)
        imprinter = Imprinter(
            RabinFingerprinter(modulus), self._settings.words, shuffles(self._plan.bands.minima)
        )
        sketcher = Sketcher(self._folder, index, known)

        def progress(done: int) -> None:
            seconds = monotonic() - self._began
            self._options.progress(StageProgress(done, of, seconds, self._workers, SKETCHED))

        chunks = ChunksToSketch(self._collection.tables, numbers, progress, self._options.stopped)
        with ProcessPool(sketch_handler(imprinter), self._workers) as pool:
            ending = sketcher.sketch(pool, chunks)
        self._summary.sketched = sketcher.sketched
        self._summary.left = of - sketcher.stored
        self._summary.ending = ending or "finished"
        return not ending

    def _lacking(self, known: KeySet, pages: PageTexts) -> list[int]:
        """The chunks without imprints, or with texts that the index does not have."""
        numbers = []
        for number in numbers_of(self._collection.tables, DOCUMENTS):
            rows = self._imprints(number)
            if rows is None or self._lacks(known, pages, rows):
                numbers.append(number)
        return numbers

    def _lacks(self, known: KeySet, pages: PageTexts, rows: ImprintRows) -> bool:
        rows = pages.current(rows)
        return bool(known.lacks(rows["text"][rows["shingles"] > 0]).any())

    def _imprints(self, number: int) -> ImprintRows | None:
        try:
            name = fingerprint_of(self._collection.tables, number)
            return self._folder.imprints(number, name)
        except DamagedFileError as error:
            self._report_damage(str(error))
            return None

    def _all_imprints(self) -> Iterator[ImprintRows]:
        for number in numbers_of(self._collection.tables, DOCUMENTS):
            rows = self._imprints(number)
            if rows is not None:
                yield rows


def _clear(index: SketchIndex, pages: PageTexts) -> None:
    """Take texts out of the index that no page has any more, once they are most of it."""
    living = KeySet()
    living.add(pages.text[pages.shingles > 0])
    if len(index) > 2 * len(living) + FEW_TEXTS:
        ids = index.ids()
        index.remove(ids[living.lacks(ids)])
