"""The seed's finder of names: a state machine over words (Bumüller 3.2.2, Listing 3.3).

    title* ( first+ | first+ last+ | first+ middle+ last+ | title+ last+ )

The text is read word by word, a line break being a ";". A state says what the last word was. A word
with a capital that nobody knows goes on in a name that has begun (ANY). A name ends at a word that
fits nowhere, at a sign at the end of a word, or at the limit of its length; then middle names at
its end are cut off: "Christian Edgar von und" is "Christian Edgar". The machine knows no
"Last, First" and no titles behind names; the finder of the house does (`combined_finder`).
"""

import re
from collections.abc import Callable, Collection, Container, Iterator
from enum import Enum, auto
from typing import NamedTuple

from auslese.analyse.people.name_lists import shipped_names
from auslese.analyse.people.name_parts import normalised_name
from auslese.analyse.people.name_words import listed_words
from auslese.records.person import FoundName, NameSource, PersonName

NO_LIMIT = -1
"""Of words of a name."""
PREFIX_TITLE = (
    r"(?:Herrn?|Frau|Mrs?\.?|Ms\.?|Miss|Sir|Prof(?:essor(?:in)?|\.)?|(?:PD|Priv\.-Doz\.?)"
    r"|Dr(?:\.|\.-Ing\.)?|Dipl\.-\w+\.?|Mag\.|Ing\.|rer\.|nat\.|med\.|phil\.|h\.c\.|mult\.)"
)
PUNCTUATION = ".,;:!?\"'()[]{}<>|/\\…“”„»«"
LEAST_BEARERS = 30.0  # of a million, so that the noise of the lists is out
LEAST_SHARE = 0.35  # of the places of the word in running text: Müller .57, Hall .48, Will .09
_WORD = re.compile(r"[^\s;]+|;+")
_DIGIT_TAG = re.compile(r"<[0-9]+>")


class LookupForm(Enum):
    """In which form a word is looked up in a set."""

    AS_IT_IS = auto()
    LOWER = auto()
    CAPITALISED = auto()
    """The first letter large, the others small."""
    WITHOUT_PUNCTUATION = auto()
    LOWER_WITHOUT_PUNCTUATION = auto()
    CAPITALISED_WITHOUT_PUNCTUATION = auto()


class NameState(Enum):
    """What the last word was."""

    INIT = auto()
    TITLE = auto()
    FIRST = auto()
    MIDDLE = auto()
    LAST = auto()
    ANY = auto()
    """A word with a capital that no set has."""


class TaggedText(NamedTuple):
    """What the seed's `find_names` gives."""

    text: str
    """With `<0>`, `<1>` … in place of names; titles stay."""
    names: dict[str, str]
    """The name of each tag."""


class StateWord(NamedTuple):
    """A word of the text."""

    start: int
    end: int
    text: str


class NameSets(NamedTuple):
    """What the machine asks for parts of names; `NameSets(*name_part_sets(…))` will do."""

    first: Container[str]
    middle: Container[str]
    last: Container[str]


def is_listed(
    word: str,
    names: Container[str],
    forms: Collection[LookupForm] = (LookupForm.AS_IT_IS, LookupForm.WITHOUT_PUNCTUATION),
) -> bool:
    """Whether a set has a word in one of these forms: the seed's `lookup`."""
    return any(_in_form(word, form) in names for form in forms)


def _in_form(word: str, form: LookupForm) -> str:
    if "WITHOUT" in form.name:
        word = word.rstrip(PUNCTUATION)
    if form.name.startswith("LOWER"):
        return word.lower()
    return word.capitalize() if form.name.startswith("CAPITALISED") else word


def plain_words(text: str, *, without_punctuation: bool = False) -> list[str]:
    """The words between blanks, digit tags left out: the seed's `get_words`."""
    words = [word for word in text.split() if not _DIGIT_TAG.fullmatch(word)]
    if without_punctuation:
        words = [word.strip(PUNCTUATION) for word in words]
    return [word for word in words if word]


def without_trailing(words: list[str], middle: Container[str]) -> list[str]:
    """A name without the words at its end that this set has."""
    end = len(words)
    while end and words[end - 1].rstrip(PUNCTUATION) in middle:
        end -= 1
    return words[:end]


class StateNameFinder:
    """Names by the seed's machine, with any sets of name parts."""

    def __init__(self, parts: NameSets, *, most_words: int = NO_LIMIT) -> None:
        """Find names made of these parts, of so many words at most."""
        self.name = "seed-states-1"
        self._parts = parts
        self._most_words = most_words
        self._is_title = re.compile(rf"{PREFIX_TITLE}[,]?").fullmatch

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names of a text in order; titles are taken note of."""
        return [self._found(titles, words) for titles, words in self._names(text)]

    def tagged(self, text: str) -> TaggedText:
        """The text with a digit tag in place of each name, and the names (the seed's tuple)."""
        pieces: list[str] = []
        names: dict[str, str] = {}
        behind = 0
        for number, found in enumerate(self.find(text)):
            tag = f"<{number}>"
            pieces += (text[behind : found.start], tag)
            names[tag] = found.name.full
            behind = found.end
        return TaggedText("".join([*pieces, text[behind:]]), names)

    def normalised(self, text: str) -> list[str]:
        """The names in their one spelling, as <Dennis_Armbruster>."""
        return [normalised_name(found.name) for found in self.find(text)]

    def _found(self, titles: list[StateWord], words: list[StateWord]) -> FoundName:
        end = words[-1].start + len(words[-1].text.rstrip(PUNCTUATION))
        spoken = [word.text.strip(PUNCTUATION) for word in words]
        name = PersonName(
            given=" ".join(spoken[:-1]),
            family=spoken[-1],
            titles=" ".join(word.text for word in titles),
        )
        return FoundName(words[0].start, end, name, 1.0, NameSource.RULES)

    def _names(self, text: str) -> Iterator[tuple[list[StateWord], list[StateWord]]]:
        """Each name's titles and words."""
        state = NameState.INIT
        titles: list[StateWord] = []
        words: list[StateWord] = []
        for found in _WORD.finditer(text.replace("\n", ";")):
            word = StateWord(found.start(), found.end(), found[0])
            following = self._next(state, word.text)
            if following is NameState.INIT:  # it fits nowhere, but may begin another name
                yield from self._ended(titles, words)
                titles, words = [], []
                following = self._next(NameState.INIT, word.text)
            state = following
            if state is not NameState.INIT:
                (titles if state is NameState.TITLE else words).append(word)
            if words and self._is_over(words):
                yield from self._ended(titles, words)
                state, titles, words = NameState.INIT, [], []
        yield from self._ended(titles, words)

    def _next(self, state: NameState, word: str) -> NameState:
        """The state behind a word; INIT if it fits nowhere. The order of the tests counts."""
        if state in TITLES_FOLLOW and self._is_title(word):
            return NameState.TITLE
        for kind, may_follow, names in (
            (NameState.FIRST, FIRST_FOLLOWS, self._parts.first),
            (NameState.LAST, LAST_FOLLOWS, self._parts.last),
            (NameState.MIDDLE, MIDDLE_FOLLOWS, self._parts.middle),
        ):
            if state in may_follow and is_listed(word, names):
                return kind
        goes_on = state in ANY_FOLLOWS and word[:1].isupper()
        return NameState.ANY if goes_on else NameState.INIT

    def _is_over(self, words: list[StateWord]) -> bool:
        return len(words) == self._most_words or words[-1].text[-1] in PUNCTUATION

    def _ended(
        self, titles: list[StateWord], words: list[StateWord]
    ) -> Iterator[tuple[list[StateWord], list[StateWord]]]:
        """A name without middle names at its end, if anything is left."""
        kept = without_trailing([word.text for word in words], self._parts.middle)
        if kept:
            yield titles, words[: len(kept)]


TITLES_FOLLOW = frozenset((NameState.INIT, NameState.TITLE))
FIRST_FOLLOWS = frozenset((NameState.INIT, NameState.TITLE, NameState.FIRST))
LAST_FOLLOWS = frozenset(
    (NameState.TITLE, NameState.FIRST, NameState.MIDDLE, NameState.LAST, NameState.ANY)
)
MIDDLE_FOLLOWS = frozenset((NameState.FIRST, NameState.MIDDLE, NameState.ANY))
ANY_FOLLOWS = frozenset((NameState.FIRST, NameState.MIDDLE, NameState.LAST, NameState.ANY))


class ListedNames:
    """A list of names as a set that can only be asked."""

    def __init__(self, has: Callable[[str], bool]) -> None:
        """Hold what this accepts, of words with a capital."""
        self._has = has

    def __contains__(self, word: object) -> bool:
        """Whether the list has a word, as it is written."""
        return isinstance(word, str) and word[:1].isupper() and self._has(word)


def shipped_name_sets() -> NameSets:
    """The lists of the house as the sets that the machine asks."""
    names = shipped_names()

    def is_first(word: str) -> bool:
        known = names.evidence(word)
        return known.first >= LEAST_BEARERS and known.share >= LEAST_SHARE

    def is_last(word: str) -> bool:
        known = names.evidence(word)
        return known.last >= LEAST_BEARERS and known.share >= LEAST_SHARE

    return NameSets(ListedNames(is_first), listed_words("particles"), ListedNames(is_last))
