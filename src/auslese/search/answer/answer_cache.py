"""Answers that were given a short while ago: what many people ask is found once."""

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import NamedTuple

from auslese.records.answer import Answer, SearchQuery

MOST_ANSWERS = 500
MOST_HITS, LONGEST_TEXT = 20, 500
"""Of an answer that is kept, so that all of them take some tens of megabytes at most."""
FRESH_SECONDS = 600.0
"""An answer depends on the day, too, by how new its pages are."""


class _RememberedAnswer(NamedTuple):
    answered_at: float
    source: object
    """What was asked: another one may answer otherwise."""
    answer: Answer


class AnswerMemory:
    """The last answers of a collection; threads may ask at once."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._answers: OrderedDict[SearchQuery, _RememberedAnswer] = OrderedDict()
        self._lock = Lock()

    def recall(self, question: SearchQuery, source: object) -> Answer | None:
        """The answer that this source gave to the same question."""
        with self._lock:
            remembered = self._answers.get(question)
            if remembered is None:
                return None
            if (
                remembered.source is not source
                or monotonic() - remembered.answered_at > FRESH_SECONDS
            ):
                del self._answers[question]
                return None
            self._answers.move_to_end(question)
            return remembered.answer

    def keep(self, question: SearchQuery, source: object, answer: Answer) -> None:
        """Remember an answer, unless it is a very large one; the oldest ones go."""
        if question.most > MOST_HITS or len(question.text) > LONGEST_TEXT:
            return
        with self._lock:
            self._answers[question] = _RememberedAnswer(monotonic(), source, answer)
            self._answers.move_to_end(question)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
