"""Who wrote a page: what it says first, then what its bylines look like."""

from collections.abc import Iterator

from auslese.extract.about import source_trust as trust
from auslese.extract.about.byline_words import WORDS
from auslese.extract.about.bylines import (
    STARTS_BYLINE,
    is_house,
    is_login,
    logins_in,
    may_be_byline,
    names_of,
    people_in,
    surname_last,
)
from auslese.extract.about.clues import LONGEST_LINE, Clues

BYLINES = '[class*="author" i],[class*="byline" i],.username,.autor'
PERSON_CLASSES = frozenset(WORDS["classes"])


def authors_of(clues: Clues) -> list[str]:
    """Names of people if there are any; else the name they log in with."""
    logins: list[str] = []
    for source in trust.AUTHORS:
        if source in clues.claims.claimed:
            people = [name for name in _named(clues, source) if not _is_nobody(clues, name)]
            if people and not all(map(is_login, people)):
                return people
            logins = logins or people
    return next(filter(None, _seen(clues)), logins)


def _named(clues: Clues, source: str) -> list[str]:
    """The names that a source gives, each once."""
    claimed = clues.claims.of(source)
    if source in trust.LIBRARIANS:
        claimed = map(surname_last, claimed)
    elif source == trust.LABELLED and not _is_label(clues):
        return []
    return list(dict.fromkeys(name for each in claimed for name in names_of(each)))


def _is_label(clues: Clues) -> bool:
    """Whether the label of a preview says that a name stands beside it."""
    return any(STARTS_BYLINE.match(f"{each} X") for each in clues.claims.of(trust.LABEL))


def _is_nobody(clues: Clues, name: str) -> bool:
    """Whether a name is that of the site or of a company."""
    return clues.site.is_called(name) or is_house(name)


def _seen(clues: Clues) -> Iterator[list[str]]:
    """Names that a reader sees, the likeliest first."""
    behind_day = {text for text, found in clues.days if not found.begin}
    for block in clues.nearby:
        text = clues.sheet.texts[block]
        if len(text) <= LONGEST_LINE and (text in behind_day or may_be_byline(text)):
            yield people_in(text.replace("\n", " | "))
    for element, line in clues.lines(BYLINES):
        people = people_in(line)
        if not people and not PERSON_CLASSES.isdisjoint(element.class_name.lower().split()):
            people = [name for name in logins_in(line) if not _is_nobody(clues, name)]
        yield people
