"""What do `train-ai=n, search=y` and their kin state? Words that nobody knows state nothing."""

from collections.abc import Iterator
from typing import NamedTuple

from auslese.records.rights.page_rights import Permission, Use
from auslese.records.rights.rights_vocabulary import NO, WORDS, YES

MOST_WORDS = 50  # of one line; all words there are have fewer than a dozen
LONGEST_WORD = 60  # letters that are shown of one that nobody knows


class StatedUse(NamedTuple):
    """What one word states of one use."""

    use: Use
    permission: Permission
    words: str
    """As they were written."""


class UsageWords(NamedTuple):
    """What a list of words states."""

    stated: tuple[StatedUse, ...]
    unknown: tuple[str, ...]
    """Words without a meaning that we know."""


def read_usage(field: str, text: str) -> UsageWords:
    """What a list of preferences states, in the vocabulary of this field."""
    stated: list[StatedUse] = []
    unknown: list[str] = []
    for part in text.split(",")[:MOST_WORDS]:
        words = part.partition(";")[0].strip().lower()
        found = list(_stated(field, words))
        stated += found
        if words and not found:
            unknown.append(words[:LONGEST_WORD])
    return UsageWords(tuple(stated), tuple(unknown))


def _stated(field: str, words: str) -> Iterator[StatedUse]:
    name, equals, value = (part.strip() for part in words.partition("="))
    if not equals or value not in YES | NO:
        return
    permission = Permission.RESERVED if value in NO else Permission.ALLOWED
    for use in WORDS[field].get(name, ()):
        yield StatedUse(use, permission, words)
