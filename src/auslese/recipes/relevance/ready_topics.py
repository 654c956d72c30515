"""Ready-made topics: kinds of pages that can be told by their words before anybody has rated one.

Nitsche (2003) knows pages with addresses by at least four different words of a list; that rule,
made gradual, scores all ready-made topics until ratings teach something better.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.errors import NotFoundError
from auslese.records.rating import RatedTopic
from auslese.wording.rating_sentences import RatingProblem

FILE = "ready_topics.toml"
ENOUGH_WORDS = 4.0
"""Different words of the list with which a page is one of the topic as likely as not; four is
Nitsche's number, of whose pages 80 % had an address."""
SLOPE = 1.0  # of the step from no to yes, in words: 5 are 0.73, 7 are 0.95, none 0.02


class ReadyTopic(NamedTuple):
    """A topic to switch on."""

    name: str
    english: str
    german: str
    criteria_english: str
    criteria_german: str
    words: tuple[str, ...]

    def topic(self, ui_language: str = "en") -> RatedTopic:
        """The topic as it is added to a collection: its pages go back in answers, and stay there.

        Words alone tell too little to leave a page out.
        """
        is_german = ui_language == "de"
        name = self.german if is_german else self.english
        criteria = self.criteria_german if is_german else self.criteria_english
        return RatedTopic(0, name, criteria, self.name, is_ranked=True, is_unwanted=True)

    def distinct_words(self, small: str) -> int:
        """How many different words of the list begin somewhere in a text in small letters."""
        # Most words are in no text: that is found out far sooner than where one begins.
        return sum(word in small and begins(word).search(small) is not None for word in self.words)


@cache
def ready_topics() -> dict[str, ReadyTopic]:
    """All of them, by name."""
    tables = tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {
        name: ReadyTopic(
            name,
            table["en"],
            table["de"],
            table["criteria_en"],
            table["criteria_de"],
            tuple(table["words"]),
        )
        for name, table in tables.items()
    }


def ready_topic(name: str) -> ReadyTopic:
    """The one of this name; NotFoundError if there is none."""
    try:
        return ready_topics()[name]
    except KeyError:
        names = ", ".join(ready_topics())
        raise NotFoundError(RatingProblem.NO_READY.of(name=name, names=names)) from None


def word_scores(distinct: NDArray[np.int64]) -> NDArray[np.float64]:
    """How likely pages with so many different words of a list are of its topic."""
    scores: NDArray[np.float64] = 1 / (1 + np.exp((ENOUGH_WORDS - distinct) / SLOPE))
    return scores


@cache
def begins(word: str) -> re.Pattern[str]:
    """This, where a word begins."""
    return re.compile(rf"(?<!\w){re.escape(word)}")
