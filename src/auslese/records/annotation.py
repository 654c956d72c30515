"""What annotators say about pictures with their texts: rounds, items, answers, decisions."""

from dataclasses import dataclass
from enum import StrEnum

NO_CATEGORY = -1


class AnnotationPhase(StrEnum):
    """What is asked: first of all pictures, then of those on the topic."""

    PICTURE = "picture"  # what does it show?
    TEXT = "text"  # what has the text beside it to do with it?


class TextRelation(StrEnum):
    """What a text has to do with its picture (Werner 2015, 4.4)."""

    DESCRIBES = "describes"
    FITS = "fits"
    IRRELEVANT = "irrelevant"
    MISLEADING = "misleading"


class ItemUse(StrEnum):
    """What an item is for."""

    ASKED = "asked"
    GOLD = "gold"  # the right answer is known: it tells how good annotators are
    EXAMPLE = "example"  # shown on the help page, never asked


class AnswerKind(StrEnum):
    """What an annotator can do with an item."""

    ANSWERED = "answered"
    SKIPPED = "skipped"  # cannot say: it goes to somebody else
    WITHDRAWN = "withdrawn"  # taken back; the item is as if this annotator had not seen it


@dataclass(frozen=True, slots=True)
class AnnotationRound:
    """What is asked of whom."""

    name: str
    """That of its folder."""
    categories: tuple[str, ...]
    """Of pictures, the topic first, something else last."""
    topic: str = ""
    """What pictures are wanted of, in a few words."""
    instructions: str = ""
    on_topic: int = 1
    """How many of the first categories count as on the topic."""
    annotators: int = 3
    """Answers that each item gets in each phase."""
    gold_every: int = 10
    """One gold question for so many others."""
    created_at: float = 0.0
    """Seconds since 1970."""

    def labels(self, phase: AnnotationPhase) -> tuple[str, ...]:
        """The categories of a phase."""
        return self.categories if phase is AnnotationPhase.PICTURE else tuple(TextRelation)


@dataclass(frozen=True, slots=True)
class AnnotationItem:
    """A picture with its text."""

    number: int
    """Its name in the journal, from 1."""
    id: str
    """Its name where it came from."""
    picture: str
    """Its file among the pictures of the round."""
    media_type: str
    text: str = ""
    page: str = ""
    """The page it was found on."""
    place: int = 0
    """When it was fetched, as a number that grows: the download index."""
    use: ItemUse = ItemUse.ASKED
    right_picture: int = NO_CATEGORY
    """The right category, of gold questions and examples."""
    right_text: int = NO_CATEGORY
    note: str = ""
    """Why it is right; shown with examples."""

    def right(self, phase: AnnotationPhase) -> int:
        """The right category in a phase, if it is known."""
        return self.right_picture if phase is AnnotationPhase.PICTURE else self.right_text


@dataclass(frozen=True, slots=True)
class AnnotationAnswer:
    """One answer of one annotator."""

    item: int
    phase: AnnotationPhase
    annotator: str
    category: int = NO_CATEGORY
    """Its place among the categories of the phase."""
    kind: AnswerKind = AnswerKind.ANSWERED
    at: float = 0.0
    """Seconds since 1970."""
    number: int = 0
    """Its line in the journal."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What somebody decides where annotators do not agree; the last one counts."""

    item: int
    phase: AnnotationPhase
    category: int
    """-1 takes a decision back."""
    by: str
    at: float = 0.0
