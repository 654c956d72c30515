"""Items are dealt three times each, to nobody twice, whatever annotators do."""

from collections import Counter
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.annotated_collection import (
    NAMES,
    annotated_collection,
    answer_all,
    answer_next,
)

from auslese.recipes.annotation.annotation_desk import (
    LEASE_SECONDS,
    AnnotationDesk,
    AnnotationTask,
    DeskState,
    skipped,
)
from auslese.records.annotation import AnnotationAnswer, AnnotationPhase, ItemUse
from auslese.records.errors import NotFoundError
from auslese.store.annotation_book import AnnotationBook

PICTURE, TEXT = AnnotationPhase.PICTURE, AnnotationPhase.TEXT


def desk_of(path: Path, number: int = 6, gold: int = 0) -> AnnotationDesk:
    return AnnotationDesk(annotated_collection(path / "cats", number, gold)[1].book)


def test_every_item_gets_three_answers_and_texts_are_asked_for_pictures_on_the_topic(
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path, 8)
    answer_all(desk, (*NAMES, "dan"))

    for item in desk.book.items:
        assert len(desk.book.said(item.number, PICTURE)) == 3
        assert len(desk.book.said(item.number, TEXT)) == (3 if item.number % 2 == 0 else 0)
    assert desk.next_task("ann") is DeskState.DONE


def test_pictures_come_first_and_items_with_the_fewest_answers_before_others(
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path, 4)

    dealt = [answer_next(desk, name) for name in ("ann", "ann", "bea", "bea", "bea", "bea")]

    assert [task.item for task in dealt if task] == [1, 2, 3, 4, 1, 2]
    assert {task.phase for task in dealt if task} == {PICTURE}


def test_what_somebody_has_before_them_is_kept_until_they_were_away_too_long(
    tmp_path: Path,
) -> None:
    book = annotated_collection(tmp_path / "cats", 1)[1].book
    now = 0.0
    desk = AnnotationDesk(book, clock=lambda: now)
    tasks = [desk.next_task(name) for name in NAMES]

    assert tasks == [AnnotationTask(1, PICTURE)] * 3
    assert desk.next_task("ann") == tasks[0], "it stays until it is answered"
    assert desk.next_task("dan") is DeskState.WAITING
    now = LEASE_SECONDS
    assert desk.next_task("dan") == AnnotationTask(1, PICTURE)
    for name in ("dan", "bea", "cem"):
        assert desk.answer(AnnotationAnswer(1, PICTURE, name, 0))
    assert not desk.answer(AnnotationAnswer(1, PICTURE, "ann", 0)), "one too many"
    assert len(book.said(1, PICTURE)) == 3


def test_whoever_is_ahead_of_the_others_is_told_that_texts_may_follow(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 1)

    for name in ("ann", "bea", "cem"):
        assert desk.next_task(name) == AnnotationTask(1, PICTURE)
        assert desk.answer(AnnotationAnswer(1, PICTURE, name, 0))
        if name == "ann":
            assert desk.next_task("ann") is DeskState.LATER
    for name in ("ann", "bea", "cem"):
        assert desk.next_task(name) == AnnotationTask(1, AnnotationPhase.TEXT)
        assert desk.answer(AnnotationAnswer(1, AnnotationPhase.TEXT, name, 0))
    assert desk.next_task("ann") is DeskState.DONE


def test_a_skipped_item_goes_to_somebody_else(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 1)
    desk.answer(skipped(AnnotationTask(1, PICTURE), "ann"))

    assert desk.next_task("ann") is DeskState.LATER
    for name in ("bea", "cem", "dan"):
        assert answer_next(desk, name)
    assert [each.annotator for each in desk.book.said(1, PICTURE)] == ["bea", "cem", "dan"]


def test_an_answer_taken_back_comes_again_and_may_be_changed(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 3)
    first, second = answer_next(desk, "ann"), answer_next(desk, "ann")
    assert first != second

    assert desk.take_back("Ann ").item == 2
    assert desk.next_task("ann") == second
    assert not desk.book.has_seen(2, PICTURE, "ann")
    desk.answer(AnnotationAnswer(2, PICTURE, "ann", 1))
    desk.answer(AnnotationAnswer(2, PICTURE, "ann", 3))  # sent twice, or another mind
    assert [each.category for each in desk.book.said(2, PICTURE)] == [3]
    desk.take_back("ann")
    desk.take_back("ann")
    with pytest.raises(NotFoundError):
        desk.take_back("ann")


def test_gold_questions_are_mixed_in_and_asked_of_everybody(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 40, gold=3)
    answer_all(desk)

    for name in NAMES:
        own = [each for each in desk.book.own_answers(name) if each.phase is PICTURE]
        uses = [desk.book.item(each.item).use for each in own]
        assert uses.count(ItemUse.GOLD) == 3
        places = [at for at, use in enumerate(uses) if use is ItemUse.GOLD]
        assert [later - before for before, later in pairwise(places)] == [11, 11]
    orders = {
        tuple(each.item for each in desk.book.own_answers(name) if each.item > 40) for name in NAMES
    }
    assert len(orders) > 1, "not everybody has the same one at the same time"


def test_threads_that_are_dealt_to_at_once_never_answer_an_item_too_often(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, 12)
    threads = [
        Thread(target=lambda name=f"person {number}": answer_all(desk, (name,)))
        for number in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answer_all(desk, [f"person {number}" for number in range(6)])

    again = AnnotationBook(desk.book.folder)
    for item in again.items:
        assert len(again.said(item.number, PICTURE)) == 3


class DealingMachine(RuleBasedStateMachine):
    """Annotators come, answer, skip, take back, go away; the server dies and comes again."""

    people = st.sampled_from(["ann", "bea", "cem", "dan", "Ann"])

    def __init__(self) -> None:
        super().__init__()
        self.room = TemporaryDirectory()
        self.now = 0.0
        self.desk = desk_of(Path(self.room.name), 4, gold=1)
        self.desk._clock = lambda: self.now
        self.shown: dict[str, AnnotationTask] = {}

    @rule(who=people)
    def look(self, who: str) -> None:
        task = self.desk.next_task(who)
        if isinstance(task, AnnotationTask):
            assert not self.desk.book.has_seen(task.item, task.phase, who), "nobody sees it twice"
            self.shown[who] = task
        else:
            self.shown.pop(who, None)

    @rule(who=people, category=st.integers(0, 3))
    def answer(self, who: str, category: int) -> None:
        if task := self.shown.get(who):
            self.desk.answer(AnnotationAnswer(task.item, task.phase, who, category))

    @rule(who=people)
    def skip(self, who: str) -> None:
        if task := self.shown.pop(who, None):
            self.desk.answer(skipped(task, who))

    @rule(who=people)
    def undo(self, who: str) -> None:
        own = self.desk.book.own_answers(who)
        if own:
            assert self.desk.take_back(who) == own[-1]

    @rule(seconds=st.sampled_from([1.0, LEASE_SECONDS]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def die(self) -> None:
        before = self.desk.book.answers(PICTURE) + self.desk.book.answers(TEXT)
        self.desk = AnnotationDesk(AnnotationBook(self.desk.book.folder), lambda: self.now)
        assert self.desk.book.answers(PICTURE) + self.desk.book.answers(TEXT) == before

    @invariant()
    def no_item_has_too_many_answers_or_two_of_one(self) -> None:
        for item in self.desk.book.items:
            for phase in AnnotationPhase:
                said = self.desk.book.said(item.number, phase)
                if item.use is ItemUse.ASKED:
                    assert len(said) <= 3
                names = Counter(each.annotator.casefold() for each in said)
                assert max(names.values(), default=0) <= 1

    def teardown(self) -> None:
        """Enough people who go on to the end finish every picture."""
        self.now += LEASE_SECONDS
        for number in count():
            if not any(
                self.desk.book.missing(item, PICTURE)
                for item in self.desk.book.items
                if item.use is ItemUse.ASKED
            ):
                break
            answer_all(self.desk, [f"late {number}"])
            self.now += LEASE_SECONDS
        self.room.cleanup()


DealingMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestDealing = DealingMachine.TestCase
