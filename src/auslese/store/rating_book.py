"""The topics of a collection and what raters said about its pages, as the journal has them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import RLock
from time import time
from typing import Any

from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.rating import (
    GRADES,
    ChoiceReason,
    PageRating,
    RatedTopic,
    RatingAnswer,
)
from auslese.records.topic_use import topic_key
from auslese.store.sealed_journal import Entry, SealedJournal, entry_values
from auslese.wording.rating_sentences import RatingProblem

FILE = "ratings.jsonl"
TOPIC, RATING = "topic", "rating"
LONGEST_NAME = 100  # letters; it stands in queries and in columns
LONGEST_CRITERIA = 4000
LONGEST_RATER = 100
UNFIT = frozenset(':"<>=\n\r\t')
"""What ends a name in a query."""
TOPIC_COMMAND, ADD_COMMAND = "auslese topic list DIR", "auslese topic add DIR NAME"

Grades = dict[int, float]
"""By page: what its raters say on the average."""


class RatingError(AusleseError):
    """An answer or a change that cannot be taken."""


class RatingBook:
    """Topics and ratings; threads and other processes may use it at once.

    What other processes write is seen by `refresh`, and before every change.
    """

    def __init__(self, folder: Path) -> None:
        """Read all that was written so far; DamagedFileError if it is not whole."""
        self._journal = SealedJournal(folder / FILE)
        self._lock = RLock()
        self._topics: dict[int, RatedTopic] = {}
        self._ratings: list[PageRating] = []
        self._last: dict[int, dict[tuple[int, str], PageRating]] = defaultdict(dict)
        self._lines = 0
        self.refresh()

    # -- topics -----------------------------------------------------------------------------------

    @property
    def topics(self) -> list[RatedTopic]:
        """Topics that were not removed, in the order in which they came."""
        return [topic for topic in list(self._topics.values()) if not topic.is_removed]

    def topic(self, name: str) -> RatedTopic:
        """The topic of this name, whatever the case of its letters; NotFoundError if none has."""
        found = self._named(name)
        if found is None:
            raise NotFoundError(RatingProblem.NO_TOPIC.of(name=name, command=TOPIC_COMMAND))
        return found

    def only_topic(self, name: str = "") -> RatedTopic:
        """The topic of this name; without a name, the only one there is."""
        if name:
            return self.topic(name)
        topics = self.topics
        if not topics:
            raise NotFoundError(RatingProblem.NO_TOPICS.of(command=ADD_COMMAND))
        if len(topics) > 1:
            names = ", ".join(topic.name for topic in topics)
            raise RatingError(RatingProblem.SEVERAL_TOPICS.of(names=names))
        return topics[0]

    def add_topic(self, topic: RatedTopic) -> RatedTopic:
        """Begin a topic; its number and its time are given here."""
        wanted = _checked(topic)

        def make() -> list[Entry]:
            if self._named(wanted.name):
                raise RatingError(RatingProblem.TOPIC_EXISTS.of(name=wanted.name))
            number = max(self._topics, default=0) + 1
            return [_topic_entry(replace(wanted, number=number, created_at=time()))]

        self._change(make)
        return self.topic(wanted.name)

    def change_topic(self, number: int, change: Callable[[RatedTopic], RatedTopic]) -> RatedTopic:
        """Rename, describe or remove a topic; its ratings stay with it."""

        def make() -> list[Entry]:
            before = self._living(number)
            changed = _checked(change(before))
            namesake = self._named(changed.name)
            if namesake is not None and namesake.number != number:
                raise RatingError(RatingProblem.TOPIC_EXISTS.of(name=changed.name))
            return [_topic_entry(replace(changed, number=number, created_at=before.created_at))]

        self._change(make)
        return self._topics[number]

    def _named(self, name: str) -> RatedTopic | None:
        sought = topic_key(name)
        return next((topic for topic in self.topics if topic_key(topic.name) == sought), None)

    def _living(self, number: int) -> RatedTopic:
        topic = self._topics.get(number)
        if topic is None:
            raise NotFoundError(RatingProblem.NO_TOPIC.of(name=str(number), command=TOPIC_COMMAND))
        if topic.is_removed:
            raise NotFoundError(RatingProblem.TOPIC_REMOVED.of(name=topic.name))
        return topic

    # -- ratings ----------------------------------------------------------------------------------

    def rate(self, ratings: Sequence[PageRating]) -> list[PageRating]:
        """Write down answers, all or none; they are on the disk when this returns."""
        checked = [_checked_rating(rating) for rating in ratings]

        def make() -> list[Entry]:
            for number in {rating.topic for rating in checked}:
                self._living(number)
            return [_rating_entry(rating) for rating in checked]

        with self._lock:
            self._change(make)
            return self._ratings[len(self._ratings) - len(checked) :]

    def take_back(self, topic: int, rater: str) -> PageRating:
        """Withdraw the last answer of a rater that still counts; which one it was."""
        with self._lock:
            self.refresh()
            counting = [
                rating
                for (_, who), rating in self._last[topic].items()
                if who == rater and rating.answer is not RatingAnswer.WITHDRAWN
            ]
            if not counting:
                raise NotFoundError(RatingProblem.NOTHING_TO_UNDO.of())
            last = max(counting, key=lambda rating: rating.number)
            self.rate([replace(last, answer=RatingAnswer.WITHDRAWN, at=time())])
            return last

    def ratings_of(self, topic: int) -> list[PageRating]:
        """The answers to a topic that count: the last of each rater to each page, in order."""
        with self._lock:
            last = list(self._last[topic].values())
        kept = [rating for rating in last if rating.answer is not RatingAnswer.WITHDRAWN]
        return sorted(kept, key=lambda rating: rating.number)

    def history_of(self, topic: int) -> list[PageRating]:
        """Every answer that was ever given to a topic."""
        return [rating for rating in list(self._ratings) if rating.topic == topic]

    @property
    def lines(self) -> int:
        """How many answers and changes there were: another number when something was added."""
        return self._lines

    def refresh(self) -> None:
        """Read what other processes have added."""
        with self._lock:
            self._take(self._journal.new_entries())

    def _change(self, make: Callable[[], list[Entry]]) -> None:
        with self._lock:
            self._journal.change(self._take, make)

    def _take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._lines += 1
            if entry["kind"] == TOPIC:
                topic = RatedTopic(**entry_values(entry, RatedTopic))
                self._topics[topic.number] = topic
            elif entry["kind"] == RATING:
                rating = _rating(entry, self._lines)
                self._ratings.append(rating)
                self._last[rating.topic][rating.page, rating.rater] = rating


def mean_grades(ratings: Iterable[PageRating]) -> Grades:
    """What raters say about each page that any of them has rated, on the average."""
    grades: dict[int, list[float]] = defaultdict(list)
    for rating in ratings:
        if rating.answer is RatingAnswer.RATED:
            grades[rating.page].append(rating.grade)
    return {page: sum(some) / len(some) for page, some in grades.items()}


def _checked(topic: RatedTopic) -> RatedTopic:
    name = " ".join(topic.name.split())
    if not name or len(name) > LONGEST_NAME or UNFIT & set(name) or not name.isprintable():
        raise RatingError(RatingProblem.BAD_NAME.of(name=topic.name[:200], most=LONGEST_NAME))
    if len(topic.criteria) > LONGEST_CRITERIA:
        raise RatingError(RatingProblem.LONG_CRITERIA.of(most=LONGEST_CRITERIA))
    # A browser may send half a letter, which no file can hold.
    criteria = topic.criteria.strip().encode("utf-8", "replace").decode()
    return replace(topic, name=name, criteria=criteria)


def _checked_rating(rating: PageRating) -> PageRating:
    rater = " ".join(rating.rater.split())
    if not rater or len(rater) > LONGEST_RATER or not rater.isprintable():
        raise RatingError(RatingProblem.BAD_RATER.of(name=rating.rater[:200], most=LONGEST_RATER))
    if rating.grade not in GRADES:
        raise RatingError(RatingProblem.BAD_GRADE.of(text=str(rating.grade)))
    return replace(rating, rater=rater)


def _topic_entry(topic: RatedTopic) -> Entry:
    return {"kind": TOPIC} | asdict(topic)


def _rating_entry(rating: PageRating) -> Entry:
    entry: dict[str, Any] = {"kind": RATING} | asdict(rating)
    del entry["number"]
    return entry


def _rating(entry: Entry, number: int) -> PageRating:
    values = entry_values(entry, PageRating)
    values["answer"] = RatingAnswer(values["answer"])
    values["chosen"] = ChoiceReason(values["chosen"])
    return PageRating(**values | {"number": number})
