"""What a page says of its own use, from the words that the crawl has kept of it.

Of `noimageai` nothing follows for a text: `auslese harvest` heeds it for pictures.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from auslese.records.rights.page_rights import Permission, RightsStatement, Use
from auslese.records.rights.rights_vocabulary import (
    AI_USES,
    BARE_WORDS,
    CONTENT_SIGNAL,
    CONTENT_USAGE,
    TDM_POLICY,
    TDM_RESERVATION,
    VOCABULARIES,
    WORDS,
)

PAGE = "page"
"""Source of what stands in the header of an answer or in the head of a page."""


def page_statements(optouts: str, at: datetime | None) -> Iterator[RightsStatement]:
    """What the words of `pages.optouts` state; a licence that they name is not among it."""
    words = optout_words(optouts)
    policy = next((word for word in words if word.startswith(f"{TDM_POLICY}=")), "")
    for word in words:
        field, _, meant = word.partition(":")
        if word in BARE_WORDS:
            yield from _stated(BARE_WORDS[word], Permission.RESERVED, word, at, word)
        elif word == TDM_RESERVATION:
            permission = Permission.CONDITIONAL if policy else Permission.RESERVED
            detail = policy.partition("=")[2] or word
            yield from _stated(AI_USES, permission, TDM_RESERVATION, at, detail)
        elif field in (CONTENT_USAGE, CONTENT_SIGNAL):
            uses = WORDS[field].get(meant, ())
            yield from _stated(uses, Permission.RESERVED, field, at, f"{meant}=n")


def optout_words(optouts: str | None) -> list[str]:
    """The words of `pages.optouts`."""
    return [word for word in (optouts or "").split(",") if word]


def unknown_words(optouts: str) -> list[str]:
    """Words of `pages.optouts` that no vocabulary knows: they state nothing."""
    return [
        word
        for word in optout_words(optouts)
        for field, colon, meant in (word.partition(":"),)
        if colon and field in WORDS and meant not in WORDS[field]
    ]


def _stated(
    uses: Iterable[Use], permission: Permission, field: str, at: datetime | None, detail: str
) -> Iterator[RightsStatement]:
    for use in uses:
        yield RightsStatement(use, permission, f"{PAGE} {field}", VOCABULARIES[field], at, detail)
