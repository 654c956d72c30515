"""Finds the copies among the pages of a collection: from documents into the table duplicates.

    sketching    texts into the sketch index, in the folder sketches/; only what is new
    groups       pages with the same text, and texts that are alike
    the table    is replaced as a whole, and there is a row for every page

It can be stopped or killed at any moment and goes on where it was. Until the new table is there,
the old one stays. Files of the sketch index that are damaged are told, and what they held is
sketched anew.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from auslese.analyse.duplicates.copy_groups import SimilarTextPairs
from auslese.analyse.duplicates.mirror_folding import fold
from auslese.analyse.duplicates.page_groups import RELATIONS, PageGroups, PageTexts
from auslese.analyse.duplicates.sketch_index import SketchIndex, SketchIndexPlan
from auslese.recipes.duplicates.duplicate_sources import sources_of
from auslese.recipes.duplicates.group_rows import grouped_pages, rows_of_groups, texts_of_today
from auslese.recipes.duplicates.imprint_shards import IMPRINT_SHARDS, ImprintRules
from auslese.recipes.duplicates.mirror_report import mirrors_to_fold
from auslese.recipes.duplicates.sketching import ChunksToSketch, Sketcher
from auslese.recipes.duplicates.stale_copies import plan_of, stale_words
from auslese.recipes.stages.stage import (
    FINISHED,
    Stage,
    StageOptions,
    StageRun,
    StageSummary,
)
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import pages_by_relation
from auslese.store.sketch_folder import ImprintRows, SketchFolder
from auslese.store.tables.chunk_rows import count_documents
from auslese.store.tables.copy_sources import is_made_of
from auslese.store.tables.document_chunks import DOCUMENTS, fingerprint_of
from auslese.store.tables.duplicate_table import replace_duplicates
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.key_set import KeySet
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE

SKETCHED = "looked through for copies"
UNFINISHED = ""  # what a table is made of that is to be replaced at once
FEW_TEXTS = 10_000  # in the index that no page has any more: not worth building it anew


@dataclass(slots=True)
class DuplicateSummary(StageSummary):
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


@dataclass(frozen=True, slots=True)
class DuplicateStage(Stage[DuplicateSummary]):
    """Puts copies into groups."""

    name = "duplicates"
    about = "which pages are copies of each other"
    needs = ("reading",)
    shards = IMPRINT_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Why the groups of copies are to be made anew."""
        return stale_words(collection, options.settings.duplicates, again=options.again)

    def run(self, run: StageRun) -> DuplicateSummary:
        """Make the table anew if it is stale."""
        collection, summary = run.collection, DuplicateSummary()
        sources = sources_of(collection, run.options.settings.duplicates)
        if sources and (run.options.again or not is_made_of(collection.tables, sources)):
            _DuplicateRun(run, summary).find(sources)
        with connect(collection) as tables:
            _count(tables, summary)
        return summary


def _count(tables: Connection, summary: DuplicateSummary) -> None:
    counts = Counter(pages_by_relation(tables))
    alone, first, exact, near = (counts[relation] for relation in RELATIONS)
    summary.alone, summary.groups, summary.exact, summary.near = alone, first, exact, near
    summary.pages = counts.total()


class _DuplicateRun:
    """One run, from the first chunk to the table."""

    def __init__(self, run: StageRun, summary: DuplicateSummary) -> None:
        self._run = run
        self._collection = run.collection
        self._settings = settings = run.options.settings.duplicates
        self._summary = summary
        self._folder = SketchFolder(run.collection.path)
        self._plan = SketchIndexPlan(settings.threshold, settings.recall, settings.words)

    def find(self, sources: str) -> None:
        modulus = self._prepare()
        with connect(self._collection) as tables:
            pages = texts_of_today(tables)
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
            groups = grouped_pages(tables, pages, alike)
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
        folding = mirrors_to_fold(self._collection)
        self._summary.mirrors = folding.mirrors
        groups = grouped_pages(tables, pages, alike, folding.mirrored)
        return fold(groups, pages, folding)

    def _prepare(self) -> int:
        """Begin anew if the sketches are by another plan; the modulus of fingerprints."""
        there = self._folder.plan()
        modulus = there.modulus if there else f"{random_irreducible(DEGREE):x}"
        plan = plan_of(self._settings, modulus)
        if self._run.options.again or there != plan:
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
        self._run.options.notify(f"duplicates: {words}; what it held is made anew")

    def _sketch(self, index: SketchIndex, pages: PageTexts, modulus: int) -> bool:
        """Sketch what the index lacks; whether all of it was done."""
        known = KeySet(len(index))
        known.add_distinct(index.ids())
        numbers = self._lacking(known, pages)
        if not numbers:
            return True
        of = count_documents(self._collection.tables, numbers)
        rules = ImprintRules(modulus, self._settings.words, self._plan.bands.minima)
        sketcher = Sketcher(self._folder, index, known)

        def progress(done: int) -> None:
            self._run.show(done, of, SKETCHED, self._run.workers)

        stopped = self._run.options.stopped
        chunks = ChunksToSketch(self._collection.tables, numbers, progress, stopped)
        with self._run.engine(IMPRINT_SHARDS, rules) as pool:
            ending = sketcher.sketch(pool, chunks)
        self._summary.sketched = sketcher.sketched
        self._summary.left = of - sketcher.stored
        self._summary.ending = ending or FINISHED
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
        name = fingerprint_of(self._collection.tables, number)
        try:
            return self._folder.imprints(number, name)
        except DamagedFileError as error:
            self._report_damage(f"{error.path} is damaged")
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
