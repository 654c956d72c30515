"""The answers of a phase as arrays, and what they say together."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.annotation.answer_table import NONE, AnswerTable, Codes, Floats
from auslese.analyse.annotation.consensus import Consensus, consensus, counts_of
from auslese.analyse.annotation.votes import majority, unanimous
from auslese.records.annotation import AnnotationItem, AnnotationPhase, ItemUse
from auslese.store.annotation_book import AnnotationBook, annotator_key


class PhaseAnswers:
    """All answers of one phase at a moment."""

    def __init__(self, book: AnnotationBook, phase: AnnotationPhase) -> None:
        """Items on the topic alone count in the second phase."""
        self.phase = phase
        self.labels = book.round.labels(phase)
        self.annotators = book.annotators
        kept = [item for item in book.items if item.use is not ItemUse.EXAMPLE]
        answered = {each.item for each in book.answers(phase)}
        self._every: list[AnnotationItem] = [
            item
            for item in kept
            if item.number in answered and (item.use is ItemUse.GOLD or book.is_asked(item, phase))
        ]
        self._table = self._codes(book)

    def _codes(self, book: AnnotationBook) -> AnswerTable:
        columns = {annotator_key(name): at for at, name in enumerate(self.annotators)}
        codes = np.full((len(self._every), len(columns)), NONE)
        self._numbers = np.zeros(codes.shape, np.int64)
        for row, item in enumerate(self._every):
            for each in book.said(item.number, self.phase):
                column = columns[annotator_key(each.annotator)]
                codes[row, column] = each.category
                self._numbers[row, column] = each.number
        return AnswerTable(codes, np.arange(len(self.labels), dtype=np.float64))

    @cached_property
    def _is_asked(self) -> Codes:
        rows = [row for row, item in enumerate(self._every) if item.use is ItemUse.ASKED]
        return np.array(rows, np.int64)

    @cached_property
    def items(self) -> list[AnnotationItem]:
        """The items that were answered, without gold questions."""
        return [self._every[row] for row in self._is_asked]

    @cached_property
    def table(self) -> AnswerTable:
        """Their answers."""
        return self._table.rows(self._is_asked)

    @cached_property
    def gold(self) -> tuple[AnswerTable, Codes]:
        """The answers to gold questions, and the right ones."""
        rows = [row for row, item in enumerate(self._every) if item.use is ItemUse.GOLD]
        right = [self._every[row].right(self.phase) for row in rows]
        return self._table.rows(np.array(rows, np.int64)), np.array(right, np.int64)

    @cached_property
    def fetched(self) -> Floats:
        """When each item was fetched."""
        return np.array([item.place for item in self.items], np.float64)

    @cached_property
    def answered(self) -> Floats:
        """When each item got its last answer, by the line of the journal."""
        numbers = self._numbers[self._is_asked]
        last: Floats = numbers.max(axis=1, initial=0).astype(np.float64)
        return last

    @cached_property
    def majority(self) -> Codes:
        """By item: what more than half say; -1 if there is no such thing."""
        return majority(self.table)

    @cached_property
    def unanimous(self) -> NDArray[np.bool_]:
        """By item: whether all say the same."""
        return unanimous(self.table)

    @cached_property
    def consensus(self) -> Consensus:
        """What all answers say together, the right answers of gold questions being known."""
        known = np.array([item.right(self.phase) for item in self._every], np.int64)
        asked = np.array([item.use is ItemUse.ASKED for item in self._every], bool)
        known[asked] = NONE
        return consensus(counts_of(self._table), known)

    @cached_property
    def beliefs(self) -> Floats:
        """By item: how likely each category is the true one."""
        return self.consensus.beliefs[self._is_asked]
