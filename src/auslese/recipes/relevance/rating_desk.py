"""The desk at which pages are rated: which one comes next, what is learnt, when to stop.

All that it knows is in the journal of ratings and in the prepared pages: a desk that is opened
after a crash goes on with the same page. Several raters may sit at it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import RLock
from time import monotonic, time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.page_choice import (
    ChoiceOptions,
    ChoiceState,
    Chosen,
    next_pages,
    something_else,
)
from auslese.analyse.relevance.relevance_model import Reason, RelevanceModel
from auslese.recipes.relevance.prepared_pages import (
    PreparedPages,
    open_prepared,
    prepared_mark,
)
from auslese.recipes.relevance.topic_answers import (
    TopicAnswers,
    scores_of,
    taught_by,
    topic_answers,
    trained_on,
)
from auslese.records.errors import NotFoundError
from auslese.records.rating import RELEVANT, ChoiceReason, PageRating, RatedTopic, RatingAnswer
from auslese.store.collection import Collection
from auslese.store.rating_book import RatingBook
from auslese.wording.rating_sentences import RatingProblem

LEARN_AGAIN = 20
"""The model is learnt again after one answer in so many: at first after each, with 200 after ten.
Waiting for more of them costs hardly a page (Cormack and Grossman let batches grow likewise)."""
OVERLAP = 10  # one page in so many that another rater has rated is shown for agreement
AT_HAND_SECONDS = 600.0  # for so long a page that is shown to one rater is shown to no other
MOST_RATERS = 200  # whose pages are remembered; a script may give itself any number of names
REASONS = 8

Floats = NDArray[np.float64]


class RatingTask(NamedTuple):
    """A page that somebody is to rate."""

    page: int
    why: ChoiceReason
    cluster: int
    """-1: none."""
    is_representative: bool
    """Whether it is the one nearest to the middle of its cluster."""


class ModelGuess(NamedTuple):
    """What the model thinks of a page, and why."""

    score: float
    reasons: list[Reason]


class TopicStanding(NamedTuple):
    """How far rating a topic has come."""

    pages: PreparedPages
    answers: TopicAnswers
    model: RelevanceModel
    scores: Floats
    choice: ChoiceState


@dataclass(slots=True)
class _TopicState:
    """What is known of a topic at a moment."""

    lines: int
    """Of the journal, that have been read."""
    answers: TopicAnswers
    model: RelevanceModel
    scores: Floats
    learnt_from: int
    """Answers that the model knows."""
    at_hand: dict[str, tuple[RatingTask, float]] = field(default_factory=dict)
    """By rater: the page that is shown, and since when."""


class RatingDesk:
    """One for a collection; threads may use it at once."""

    def __init__(self, collection: Collection) -> None:
        """Open the journal; the pages are opened when somebody rates."""
        self.collection = collection
        self.book = RatingBook(collection.path)
        self._lock = RLock()
        self._pages: PreparedPages | None = None
        self._states: dict[int, _TopicState] = {}

    def pages(self) -> PreparedPages:
        """The prepared pages, as they are now; NotFoundError if there are none yet."""
        with self._lock:
            if self._pages is None or self._pages.mark != prepared_mark(self.collection):
                self._pages = open_prepared(self.collection)
                self._states.clear()
            return self._pages

    def next_task(self, topic: RatedTopic, rater: str, *, other: bool = False) -> RatingTask | None:
        """The page that this rater is to answer next; None if all are rated.

        It stays the same until it is answered, unless something else is wanted.
        """
        with self._lock:
            state = self._state_of(topic)
            shown = state.at_hand.get(rater)
            if shown is not None and not other and self._is_open(topic, state, shown[0], rater):
                return shown[0]
            task = self._chosen(topic, state, rater, other=other)
            state.at_hand.pop(rater, None)
            if task is not None:
                state.at_hand[rater] = task, monotonic()
            while len(state.at_hand) > MOST_RATERS:  # the one who has waited longest
                del state.at_hand[next(iter(state.at_hand))]
            return task

    def rate(self, answer: PageRating) -> PageRating:
        """Take an answer; the page must be one that can be rated.

        Why the page was shown is known here; a page that was not shown was found by the rater.
        """
        with self._lock:
            pages = self.pages()
            row = pages.row_of(answer.page)
            if row < 0 or not answer.url:
                raise NotFoundError(RatingProblem.NO_PAGE.of(url=answer.url or answer.page))
            topic = next((each for each in self.book.topics if each.number == answer.topic), None)
            why = self._why(topic, answer, row) if topic else ChoiceReason.SEARCH
            is_rated = answer.answer is RatingAnswer.RATED
            grade = answer.grade if is_rated else 0.0
            rating = replace(answer, at=time(), grade=grade, chosen=why)
            written = self.book.rate([rating])[-1]
            if topic is not None:
                self._state_of(topic).at_hand.pop(rating.rater, None)
            return written

    def take_back(self, topic: RatedTopic, rater: str) -> PageRating:
        """Withdraw the last answer of a rater; its page comes again."""
        with self._lock:
            rating = self.book.take_back(topic.number, rater)
            pages, state = self.pages(), self._state_of(topic)
            if pages.row_of(rating.page) >= 0:
                cluster = int(pages.clusters[pages.row_of(rating.page)])
                task = RatingTask(rating.page, rating.chosen, cluster, False)
                state.at_hand[rater] = task, monotonic()
            return rating

    def guess(self, topic: RatedTopic, page: int) -> ModelGuess | None:
        """What the model thinks of a page; None if it cannot be rated."""
        with self._lock:
            pages, state = self.pages(), self._state_of(topic)
            row = pages.row_of(page)
            if row < 0:
                return None
            reasons = state.model.reasons(pages.features, row, pages.space, REASONS)
            return ModelGuess(float(state.scores[row]), reasons)

    def standing(self, topic: RatedTopic) -> TopicStanding:
        """What was said so far, and what the model makes of it."""
        with self._lock:
            state = self._state_of(topic)
            choice = choice_state(self.pages(), state.answers)
            return TopicStanding(self.pages(), state.answers, state.model, state.scores, choice)

    # -- what is known ----------------------------------------------------------------------------

    def _state_of(self, topic: RatedTopic) -> _TopicState:
        self.book.refresh()
        pages, state = self.pages(), self._states.get(topic.number)
        if state is not None and state.lines == self.book.lines:
            return state
        answers = topic_answers(self.book.history_of(topic.number), pages)
        known = len(answers.rows)
        if state is None or _must_learn(state, answers):
            model = trained_on(pages, taught_by(answers))
            scores = scores_of(pages, topic, model)
            at_hand = state.at_hand if state else {}
            state = _TopicState(0, answers, model, scores, known, at_hand)
        state.lines, state.answers = self.book.lines, answers
        self._states[topic.number] = state
        return state

    def _is_open(self, topic: RatedTopic, state: _TopicState, task: RatingTask, rater: str) -> bool:
        """Whether a page that is shown still waits for an answer of this rater."""
        row = self.pages().row_of(task.page)
        if row < 0:
            return False
        if task.why is ChoiceReason.AGREEMENT:
            return row not in self._rows_of(topic, rater)
        return not np.isin(row, state.answers.rows) and not np.isin(row, state.answers.later)

    def _why(self, topic: RatedTopic, answer: PageRating, row: int) -> ChoiceReason:
        """Why a page was shown to a rater; after a restart, why it would be."""
        state = self._state_of(topic)
        shown = state.at_hand.get(answer.rater)
        task = shown[0] if shown else self._chosen(topic, state, answer.rater)
        is_same = task is not None and self.pages().row_of(task.page) == row
        return task.why if task is not None and is_same else ChoiceReason.SEARCH

    # -- the next page ----------------------------------------------------------------------------

    def _chosen(
        self, topic: RatedTopic, state: _TopicState, rater: str, *, other: bool = False
    ) -> RatingTask | None:
        pages = self.pages()
        own = self._rows_of(topic, rater)
        if not other and len(own) % OVERLAP == OVERLAP - 1:
            theirs = [row for row in state.answers.rows.tolist() if row not in own]
            if theirs:
                row = theirs[len(own) * 7919 % len(theirs)]  # as good as by lot, and repeatable
                return self._task(Chosen(row, ChoiceReason.AGREEMENT))
        # What others have before them is left to them, unless nothing else is left.
        for elsewhere in dict.fromkeys((self._at_others(state, rater), ())):
            choice = choice_state(pages, state.answers, elsewhere)
            if other:
                found = something_else(choice, pages.features, state.scores)
            else:
                found = next_pages(choice, state.scores, 1, ChoiceOptions(seed=topic.number))
            self._count_again(topic, [each for each in found if each.is_known])
            if unknown := [each for each in found if not each.is_known]:
                return self._task(unknown[0])
        return None

    def _task(self, chosen: Chosen) -> RatingTask:
        pages = self.pages()
        return RatingTask(
            int(pages.ids[chosen.row]),
            ChoiceReason(chosen.why),
            int(pages.clusters[chosen.row]),
            chosen.is_representative,
        )

    def _at_others(self, state: _TopicState, rater: str) -> tuple[int, ...]:
        """The rows that other raters have before them."""
        pages = self.pages()
        rows = [
            pages.row_of(task.page)
            for who, (task, since) in state.at_hand.items()
            if who != rater and monotonic() - since < AT_HAND_SECONDS
        ]
        return tuple(row for row in rows if row >= 0)

    def _count_again(self, topic: RatedTopic, found: list[Chosen]) -> None:
        """Write down that the process came upon pages whose answer is known from the slice."""
        if not found:
            return
        pages = self.pages()
        rows = {each.row: each.why for each in found}
        again = []
        for rating in self.book.ratings_of(topic.number):
            row = pages.row_of(rating.page)
            if row in rows and rating.answer is RatingAnswer.RATED:
                why = ChoiceReason(rows.pop(row))
                again.append(replace(rating, at=time(), chosen=why))
        self.book.rate(again)

    def _rows_of(self, topic: RatedTopic, rater: str) -> set[int]:
        pages = self.pages()
        return {
            pages.row_of(rating.page)
            for rating in self.book.ratings_of(topic.number)
            if rating.rater == rater
        }


def choice_state(
    pages: PreparedPages, answers: TopicAnswers, elsewhere: Sequence[int] = ()
) -> ChoiceState:
    """What the choice of the next page depends on; pages shown elsewhere are left out."""
    grades = answers.grades[answers.reached]
    return ChoiceState(
        len(pages),
        answers.rows[answers.reached],
        answers.rows[answers.drawn],
        np.array([*answers.later.tolist(), *elsewhere], np.int64),
        has_both=bool(len(grades)) and grades.min() < RELEVANT <= grades.max(),
        keys=pages.ids.astype(np.uint64),
        clusters=pages.clusters,
        closeness=pages.closeness,
    )


def _must_learn(state: _TopicState, answers: TopicAnswers) -> bool:
    """Whether the model lacks enough answers, or one was changed or taken back."""
    before, now = state.answers, answers
    known = dict(zip(before.rows.tolist(), before.grades.tolist(), strict=True))
    is_changed = any(
        known.get(row, grade) != grade
        for row, grade in zip(now.rows.tolist(), now.grades.tolist(), strict=True)
    ) or len(now.rows) < len(before.rows)
    return is_changed or len(now.rows) - state.learnt_from >= 1 + state.learnt_from // LEARN_AGAIN
