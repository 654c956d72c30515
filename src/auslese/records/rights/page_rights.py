"""What may be done with a page: one value for each use, and who said so."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Use(StrEnum):
    """What somebody may want to do with pages, in the words of the AIPREF drafts and their kin."""

    SEARCH = "search"
    AI_INPUT = "ai-input"
    AI_TRAIN = "ai-train"


class Permission(StrEnum):
    """What holds for a use, from the freest to the most restrictive."""

    UNSTATED = "unstated"
    ALLOWED = "allowed"
    CONDITIONAL = "conditional"
    """For those who take a licence that is named."""
    RESERVED = "reserved"


def most_restrictive(permissions: Iterable[Permission]) -> Permission:
    """What holds if all of these were said."""
    return max(permissions, key=_STRICTNESS.__getitem__, default=Permission.UNSTATED)


_STRICTNESS = {permission: place for place, permission in enumerate(Permission)}


class RightsProfile(StrEnum):
    """Which pages may leave the house, and in which shape."""

    INTERNAL = "internal"
    SHAREABLE = "shareable"
    SENTENCES_SHUFFLED = "sentences-shuffled"
    URLS_ONLY = "urls-only"


class RightsStatement(NamedTuple):
    """What one source says of one use."""

    use: Use
    permission: Permission
    source: str
    """Where it was said: `robots.txt Content-Usage`, `header tdm-reservation`, `rsl` …"""
    vocabulary: str
    """Name and version of the words it is said in, as `aipref-vocab draft-05`."""
    said_at: datetime | None = None
    """When we read it."""
    detail: str = ""
    """The words themselves, or the address of a licence."""


class PageRights(NamedTuple):
    """What holds for a page: of each use the most restrictive that was said."""

    search: RightsStatement | None = None
    ai_input: RightsStatement | None = None
    ai_train: RightsStatement | None = None
