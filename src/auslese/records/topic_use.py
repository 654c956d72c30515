"""What search does with the topics that an expert taught: how scores are told, and what they do.

Search knows scores in steps of a twentieth. A model that is taught a little more moves nearly every
score by a hair, and no page is to be indexed anew for that.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from auslese.records.query import (
    And,
    Field,
    FieldName,
    Measure,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Tree,
)
from auslese.records.rating import RatedTopic

STEPS = 20
"""Of a score between 0 and 1: what a query asks for and a hit shows is a multiple of 0.05."""
LEAST_MOVED = 5
"""The step below which a page is neither put forward nor back: most pages fit most topics a little,
and all of them would be indexed anew when a topic is ranked."""
DIGITS = 2


class TopicUse(NamedTuple):
    """Topics by what is done with their pages, each by its name."""

    forward: tuple[str, ...] = ()
    """Their pages come forward."""
    back: tuple[str, ...] = ()
    """Their pages go back."""
    left_out: tuple[str, ...] = ()
    """Their pages are no answers, unless somebody asks for just these."""

    def as_json(self) -> dict[str, list[str]]:
        """As the note of an index has it."""
        return {name: sorted(names) for name, names in self._asdict().items()}


NO_USE = TopicUse()


def topic_use(topics: Iterable[RatedTopic]) -> TopicUse:
    """What is to be done with the pages of these topics."""
    living = [topic for topic in topics if not topic.is_removed]
    return TopicUse(
        tuple(each.name for each in living if each.is_ranked and not each.is_unwanted),
        tuple(each.name for each in living if each.is_ranked and each.is_unwanted),
        tuple(each.name for each in living if each.is_unwanted and not each.is_ranked),
    )


def topic_key(name: str) -> str:
    """A name as it is compared: whatever the case of its letters and the blanks between words."""
    return " ".join(name.split()).casefold()


def topics_by_key(names: Iterable[str]) -> dict[str, str]:
    """Names of topics by how they are compared."""
    return {topic_key(name): name for name in names}


def topics_meant(asked: Field | Range, known: Mapping[str, str]) -> list[str]:
    """The topics that a part of a query means, of those `known` by how they are compared."""
    key = topic_key(topic_in(asked))
    if isinstance(asked, Field) and isinstance(asked.value, Prefix):
        return [name for each, name in known.items() if each.startswith(key)]
    return [known[key]] if key in known else []


def topic_in(asked: Field | Range) -> str:
    """The topic that a part of a query names, as it was written."""
    if isinstance(asked, Range):
        return asked.of
    value = asked.value
    return " ".join(value.words) if isinstance(value, Phrase) else value.text


def topic_conditions(tree: Tree) -> Iterator[Field | Range]:
    """What a query says about topics, without what it excludes."""
    match tree:
        case Field(FieldName.TOPIC, _):
            yield tree
        case Range() if tree.measure is Measure.TOPIC:
            yield tree
        case And(parts) | Or(parts) | Some(_, parts):
            for part in parts:
                yield from topic_conditions(part)
        case _:
            pass


def score_of(level: int) -> float:
    """The score of a step."""
    return round(level / STEPS, DIGITS)


def fitting_levels(limits: Range) -> list[int]:
    """The steps whose scores lie between the bounds."""
    low, high = (None if isinstance(each, date) else each for each in (limits.low, limits.high))

    def fits(score: float) -> bool:
        is_high = low is None or score > low or (score == low and not limits.above)
        is_low = high is None or score < high or (score == high and not limits.below)
        return is_high and is_low

    return [level for level in range(STEPS + 1) if fits(score_of(level))]
