"""What raters said about a topic, put to the rows of prepared pages; and the model of it.

A page drawn by lot teaches the model only when the process has come upon it by itself: how many of
these it has come upon tells how much it has found (`analyse.relevance.page_choice`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.relevance_lesson import RelevanceOptions
from auslese.analyse.relevance.relevance_model import (
    ModelState,
    RelevanceModel,
    train_relevance,
)
from auslese.recipes.relevance.prepared_pages import PreparedPages
from auslese.recipes.relevance.ready_topics import ready_topics, word_scores
from auslese.records.rating import (
    RELEVANT,
    ChoiceReason,
    PageRating,
    RatedTopic,
    RatingAnswer,
)

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TopicAnswers(NamedTuple):
    """One answer for each page that was rated."""

    rows: Rows
    """In the order in which the process came upon them; those it did not come upon are behind."""
    grades: Floats
    """What raters say on the average, about it or a copy of it."""
    drawn: Flags
    """Whether it was drawn by lot."""
    reached: Flags
    """Whether the process, or a person, came upon it."""
    later: Rows
    """Pages that somebody was not sure about and nobody has rated."""
    elsewhere: int
    """Ratings of pages that are not among those prepared: gone, or not here yet."""

    @property
    def relevant(self) -> int:
        """How many pages count as relevant."""
        return int(np.count_nonzero(self.grades >= RELEVANT))

    @property
    def is_two_sided(self) -> bool:
        """Whether there are relevant pages and others."""
        return 0 < self.relevant < len(self.rows)


@dataclass(slots=True)
class _RowAnswers:
    """All that was said about one page and its copies."""

    last: dict[str, PageRating] = field(default_factory=dict)
    """By rater."""
    is_drawn: bool = False
    reached_at: int = 0
    """The line at which the process came upon it; 0: it has not."""


def topic_answers(history: Iterable[PageRating], pages: PreparedPages) -> TopicAnswers:
    """The answers that count, from all that was ever said about a topic."""
    found: dict[int, _RowAnswers] = {}
    elsewhere: set[tuple[int, str]] = set()
    for rating in history:
        row = pages.row_of(rating.page)
        if row < 0:
            elsewhere.add((rating.page, rating.rater))
            continue
        _note(found.setdefault(row, _RowAnswers()), rating)
    rated = {
        row: [each.grade for each in said.last.values() if each.answer is RatingAnswer.RATED]
        for row, said in found.items()
    }
    later = [
        row
        for row, said in found.items()
        if not rated[row] and any(each.answer is RatingAnswer.LATER for each in said.last.values())
    ]
    order = sorted(
        (row for row in found if rated[row]),
        key=lambda row: (not found[row].reached_at, found[row].reached_at),
    )
    return TopicAnswers(
        np.array(order, np.int64),
        np.array([np.mean(rated[row]) for row in order], np.float64),
        np.array([found[row].is_drawn for row in order], bool),
        np.array([found[row].reached_at > 0 for row in order], bool),
        np.array(later, np.int64),
        len(elsewhere),
    )


def _note(said: _RowAnswers, rating: PageRating) -> None:
    said.last[rating.rater] = rating
    if rating.answer is not RatingAnswer.RATED:
        return
    if rating.chosen is ChoiceReason.RANDOM:
        said.is_drawn = True
    elif not said.reached_at:
        said.reached_at = rating.number


def taught_by(answers: TopicAnswers) -> TopicAnswers:
    """The answers that the process may learn from while rating goes on."""
    kept = answers.reached
    return answers._replace(
        rows=answers.rows[kept],
        grades=answers.grades[kept],
        drawn=answers.drawn[kept],
        reached=kept[kept],
    )


def trained_on(
    pages: PreparedPages, answers: TopicAnswers, options: RelevanceOptions | None = None
) -> RelevanceModel:
    """The model that these answers teach."""
    return train_relevance(pages.features, answers.rows, answers.grades, options, answers.drawn)


def scores_of(pages: PreparedPages, topic: RatedTopic, model: RelevanceModel) -> Floats:
    """How relevant each page is, 0 to 1.

    A ready-made topic goes by its words until there are relevant and other answers to learn from.
    """
    if topic.ready in ready_topics() and model.state is not ModelState.LEARNT:
        return word_scores(pages.ready_words[topic.ready])
    return model.scores(pages.features)
