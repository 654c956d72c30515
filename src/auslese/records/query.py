"""What somebody asked for, as a tree, and what was done to understand it.

    Word Exact Prefix Phrase Near    words of the page's text, wherever it has text
    Field Range                      where or when: they limit an answer and do not rank it
    Some And Or Not                  how these belong together
    All Nothing                      every page, and none

Trees are made by the functions of `search.query.query_tree`, which keep to one form for what means
the same: no `And` in an `And`, no `Not` of a `Not`, no `All` or `Nothing` below anything else.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class FieldName(StrEnum):
    """What can be asked about a page besides its text."""

    TITLE = "title"
    TEXT = "text"
    ANCHOR = "anchor"  # the text of links to it
    AUTHOR = "author"
    PERSON = "person"
    URL = "url"
    SITE = "site"
    HOST = "host"
    LANGUAGE = "lang"
    TYPE = "type"
    TOPIC = "topic"
    CLUSTER = "cluster"
    RIGHTS = "rights"  # for conditions: what pages may be used for is no matter of search


WORD_FIELDS = frozenset(
    {FieldName.TITLE, FieldName.TEXT, FieldName.ANCHOR, FieldName.AUTHOR, FieldName.PERSON}
)
"""Fields whose values are words as in a text; the values of others are compared as a whole."""


class Measure(StrEnum):
    """What can be asked about a page by more and less."""

    DATE = "date"  # days
    DEPTH = "depth"
    WORDS = "words"
    SIZE = "size"  # bytes
    RANK = "rank"
    TOPIC = "topic"  # how well the page fits the topic, 0 to 1


@dataclass(frozen=True, slots=True)
class Word:
    """A word in any of its forms.

    A run of Chinese or Japanese characters is one word here; so is the whole value of a field that
    is not `WORD_FIELDS`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Exact:
    """A word in just this form, neither stemmed nor taken apart."""

    text: str


@dataclass(frozen=True, slots=True)
class Prefix:
    """All words that begin like this."""

    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words one behind the other; at least two."""

    words: tuple[str, ...]
    slop: int = 0
    """How many places, in sum, words may stand away from where the phrase has them."""


Term = Word | Exact | Prefix | Phrase


@dataclass(frozen=True, slots=True)
class Near:
    """Two things close to each other, in either order."""

    left: Term
    right: Term
    distance: int
    """Words from one to the other at most; neighbours are 1 apart."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something in one field of the page."""

    name: FieldName
    value: Term


@dataclass(frozen=True, slots=True)
class Range:
    """A measure between two bounds; None is no bound."""

    measure: Measure
    low: float | date | None = None
    high: float | date | None = None
    above: bool = False
    """The low bound itself is left out. Days and whole numbers never need it."""
    below: bool = False
    """The high bound itself is left out."""
    of: str = ""
    """Which topic, if topics are measured."""


@dataclass(frozen=True, slots=True)
class And:
    """All of these; at least two."""

    parts: tuple["Tree", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of these is enough; at least two."""

    parts: tuple["Tree", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """All pages but these."""

    part: "Tree"


@dataclass(frozen=True, slots=True)
class Some:
    """The more of what is wanted a page has, the better; what is demanded it must have.

    This is what words side by side mean, so that a whole sentence can be asked. What is demanded
    counts for the rank as well.
    """

    wanted: tuple[Word | Prefix, ...]
    demanded: tuple["Tree", ...] = ()

    @property
    def least(self) -> int:
        """How many of the wanted a page must have: none if a demand already says what about."""
        return 0 if any(map(has_search_terms, self.demanded)) else 1


@dataclass(frozen=True, slots=True)
class All:
    """Every page."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No page."""


Tree = Word | Exact | Prefix | Phrase | Near | Field | Range | And | Or | Not | Some | All | Nothing


def has_search_terms(asked: Tree) -> bool:
    """Whether a page that fits is about something asked for, not only from the right place."""
    match asked:
        case Word() | Exact() | Prefix() | Phrase() | Near() | Some():
            return True
        case And(parts):
            return any(map(has_search_terms, parts))
        case Or(parts):
            return all(map(has_search_terms, parts))
        case _:
            return False


class QueryNoteReason(StrEnum):
    """What was done to a query so that it means something."""

    CUT = "cut"  # too long: the end was left out
    TOO_MANY = "too_many"  # too many words: the last were left out
    TOO_DEEP = "too_deep"  # brackets in too many brackets: the inner ones were left out
    QUOTE = "quote"  # a quotation mark without its partner: left out
    OPEN = "open"  # a bracket was not closed: it goes to the end
    CLOSE = "close"  # a bracket was closed that was not open: left out
    HOLLOW = "hollow"  # nothing in a bracket or a quotation: left out
    OPERATOR = "operator"  # an operator or sign with nothing to work on: left out
    UNKNOWN_FIELD = "unknown_field"  # no such field: taken as words
    NO_VALUE = "no_value"  # a field without a value: taken as a word
    VALUE = "value"  # a value that the field cannot have: taken as words
    SWAPPED = "swapped"  # the bounds of a range came in the wrong order
    STAR = "star"  # a star that is not at the end of a word
    NEAR = "near"  # NEAR between more than words: taken as AND
    NUMBER = "number"  # a distance that is too large: the largest was taken
    ADDRESS = "address"  # an address among the words: pages under it are asked for
    ONLY_NOT = "only_not"  # only exclusions: every other page is asked for
    NO_WORDS = "no_words"  # there is nothing to look for in it
    NO_LANGUAGE = "no_language"  # no page is in this language: those there are
    NO_CLUSTER = "no_cluster"  # no cluster has this label: those with it in theirs, or any
    NO_TOPIC = "no_topic"  # no topic has this name: those there are
    NO_TOPICS = "no_topics"  # how well pages fit topics is not known
    CORRECTED = "corrected"  # no page has these words: others, that were probably meant
    NOT_FOUND = "not_found"  # no page has these words
    RIGHTS = "rights"  # rights are asked for, which conditions know and search does not
    NO_PERSON = "no_person"  # nobody of this name is named in pages
    NO_PERSONS = "no_persons"  # who is named in pages is not known: authors are looked for


@dataclass(frozen=True, slots=True)
class QueryNote:
    """One thing that was done, and to what."""

    reason: QueryNoteReason
    about: str = ""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What was typed, what it was taken for, and what was done to get there."""

    text: str
    tree: Tree
    notes: tuple[QueryNote, ...] = ()
