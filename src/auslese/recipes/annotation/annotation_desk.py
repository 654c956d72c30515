"""The desk at which items are annotated: what comes next for whom.

An item is dealt when somebody is ready for it, to nobody who has seen it, those with the fewest
answers first. What somebody has before them is kept for them for a while; if they never answer, it
is dealt again. Who has what is known to this process alone: after a crash it is dealt anew, and an
answer that is then one too many is refused by the book.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from threading import RLock
from time import monotonic
from typing import NamedTuple

from xxhash import xxh3_64_intdigest

from auslese.records.annotation import (
    NO_CATEGORY,
    AnnotationAnswer,
    AnnotationItem,
    AnnotationPhase,
    AnswerKind,
    ItemUse,
)
from auslese.store.annotation_book import AnnotationBook, annotator_key

LEASE_SECONDS = 600.0  # for so long an item that is shown to somebody is kept for them
MOST_LEASES = 500  # that are remembered; a script may give itself any number of names


class AnnotationTask(NamedTuple):
    """An item that somebody is to answer."""

    item: int
    phase: AnnotationPhase


class DeskState(StrEnum):
    """Why somebody gets nothing."""

    DONE = "done"  # nothing is left that this annotator has not seen
    WAITING = "waiting"  # all that is left lies before others
    LATER = "later"  # texts may follow once others have answered the pictures


class AnnotatorProgress(NamedTuple):
    """How far one annotator and all together have come in a phase."""

    own: int
    """Answers of this annotator, gold questions included."""
    answers: int
    needed: int
    """Answers that all items of the phase get, as far as it is known which these are."""
    items_done: int
    items: int


class AnnotationDesk:
    """One for a round; threads may use it at once."""

    def __init__(self, book: AnnotationBook, clock: Callable[[], float] = monotonic) -> None:
        """Nobody has anything before them yet."""
        self.book = book
        self._clock = clock
        self._lock = RLock()
        self._leases: dict[str, tuple[AnnotationTask, float]] = {}

    def next_task(self, annotator: str) -> AnnotationTask | DeskState:
        """The item that this annotator is to answer next; it stays the same until it is answered.

        Pictures come first; texts when no picture is left.
        """
        with self._lock:
            self.book.refresh()
            key = annotator_key(annotator)
            held = self._leases.get(key)
            task: AnnotationTask | DeskState
            if held is not None and self._is_open(held[0], annotator):
                task = held[0]
            else:
                task = self._chosen(annotator)
            self._leases.pop(key, None)
            if isinstance(task, AnnotationTask):
                self._lease(key, task)
            return task

    def answer(self, answer: AnnotationAnswer) -> bool:
        """Take an answer; False if others have finished the item meanwhile."""
        with self._lock:
            is_taken = self.book.answer(answer)
            held = self._leases.get(annotator_key(answer.annotator))
            if held is not None and held[0] == (answer.item, answer.phase):
                del self._leases[annotator_key(answer.annotator)]
            return is_taken

    def take_back(self, annotator: str) -> AnnotationAnswer:
        """Withdraw the last answer of an annotator; its item comes again."""
        with self._lock:
            last = self.book.take_back(annotator)
            self._lease(annotator_key(annotator), AnnotationTask(last.item, last.phase))
            return last

    def progress(self, annotator: str) -> dict[AnnotationPhase, AnnotatorProgress]:
        """How far the round has come."""
        with self._lock:
            own = [each.phase for each in self.book.own_answers(annotator)]
            return {phase: self._progress(phase, own.count(phase)) for phase in AnnotationPhase}

    def _progress(self, phase: AnnotationPhase, own: int) -> AnnotatorProgress:
        asked = [
            len(self.book.said(item.number, phase))
            for item in self.book.items
            if item.use is ItemUse.ASKED and self.book.is_asked(item, phase)
        ]
        each = self.book.round.annotators
        done = sum(count >= each for count in asked)
        return AnnotatorProgress(own, sum(asked), each * len(asked), done, len(asked))

    # -- the next item ----------------------------------------------------------------------------

    def _chosen(self, annotator: str) -> AnnotationTask | DeskState:
        leases = self._leases_of_others(annotator)
        is_waiting = False
        for phase in AnnotationPhase:
            if (gold := self._gold_due(annotator, phase)) is not None:
                return AnnotationTask(gold.number, phase)
            best: tuple[int, AnnotationTask] | None = None
            for item in self._unseen(annotator, phase):
                task = AnnotationTask(item.number, phase)
                missing, held = self.book.missing(item, phase), leases.count(task)
                is_waiting |= 0 < missing <= held
                answers = self.book.round.annotators - missing + held
                if missing > held and (best is None or answers < best[0]):
                    best = answers, task
            if best is not None:
                return best[1]
        if is_waiting:
            return DeskState.WAITING
        return DeskState.LATER if self._has_open_pictures() else DeskState.DONE

    def _has_open_pictures(self) -> bool:
        """Whether pictures may still turn out to be on the topic, so that their texts are asked."""
        phase = AnnotationPhase.PICTURE
        asked = (item for item in self.book.items if item.use is ItemUse.ASKED)
        return any(self.book.missing(item, phase) for item in asked)

    def _unseen(self, annotator: str, phase: AnnotationPhase) -> Iterator[AnnotationItem]:
        for item in self.book.items:
            is_asked = item.use is ItemUse.ASKED and self.book.is_asked(item, phase)
            if is_asked and not self.book.has_seen(item.number, phase, annotator):
                yield item

    def _gold_due(self, annotator: str, phase: AnnotationPhase) -> AnnotationItem | None:
        """A gold question, once for so many others; at which of them, nobody can tell."""
        if not any(self.book.missing(item, phase) for item in self._unseen(annotator, phase)):
            return None  # no question to hide it among
        own = [each for each in self.book.own_answers(annotator) if each.phase is phase]
        asked = sum(self.book.item(each.item).use is ItemUse.ASKED for each in own)
        every = self.book.round.gold_every
        offset = _digest(annotator_key(annotator)) % every
        if asked < (len(own) - asked) * every + offset:
            return None
        unseen = [
            item
            for item in self.book.items
            if item.use is ItemUse.GOLD and item.right(phase) != NO_CATEGORY
            if not self.book.has_seen(item.number, phase, annotator)
        ]
        if not unseen:
            return None
        order = f"{annotator_key(annotator)}:"  # everybody has another one
        return min(unseen, key=lambda item: _digest(f"{order}{item.number}"))

    # -- leases -----------------------------------------------------------------------------------

    def _is_open(self, task: AnnotationTask, annotator: str) -> bool:
        """Whether an item that somebody has before them still waits for their answer."""
        item = self.book.item(task.item)
        is_seen = self.book.has_seen(task.item, task.phase, annotator)
        return not is_seen and self.book.missing(item, task.phase) > 0

    def _lease(self, key: str, task: AnnotationTask) -> None:
        self._leases.pop(key, None)
        self._leases[key] = task, self._clock()
        while len(self._leases) > MOST_LEASES:  # the one who has waited longest
            del self._leases[next(iter(self._leases))]

    def _leases_of_others(self, annotator: str) -> list[AnnotationTask]:
        now, key = self._clock(), annotator_key(annotator)
        return [
            task
            for who, (task, since) in self._leases.items()
            if who != key and now - since < LEASE_SECONDS
        ]


def skipped(task: AnnotationTask, annotator: str) -> AnnotationAnswer:
    """An item that somebody cannot answer."""
    return AnnotationAnswer(task.item, task.phase, annotator, kind=AnswerKind.SKIPPED)


def _digest(text: str) -> int:
    """A number as good as drawn by lot, and the same after a restart."""
    return xxh3_64_intdigest(text.encode("utf-8", "replace"))
