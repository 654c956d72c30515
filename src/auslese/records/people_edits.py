"""What people say about persons: who is not to be shown, and which names belong together."""

from dataclasses import dataclass
from enum import StrEnum


class OptOutKind(StrEnum):
    """By what somebody is known who is not to be shown."""

    NAME = "name"
    """Everybody of this name, with all forms of it."""
    MAIL = "mail"
    """The address, and whoever has it."""
    PAGE = "page"
    """Nobody is known by this page."""
    SITE = "site"
    """Nobody of this site."""


@dataclass(frozen=True, slots=True)
class OptOut:
    """A wish not to be shown."""

    kind: OptOutKind
    value: str
    reason: str = ""
    names: tuple[str, ...] = ()
    """Names that go with a mail address, as they were known then."""
    site: str = ""
    """Where the name is meant; everywhere if empty."""
    number: int = 0
    """Its name in the journal."""
    at: float = 0.0
    """Seconds since 1970."""
    is_restored: bool = False
    """Whether it was taken back."""


class EditKind(StrEnum):
    """What is said about names."""

    JOIN = "join"
    """These names are those of one person."""
    SPLIT = "split"
    """What is named behind the first one belongs to another person."""


@dataclass(frozen=True, slots=True)
class PeopleEdit:
    """A join or a split by a person."""

    kind: EditKind
    site: str
    names: tuple[str, ...]
    pages: tuple[str, ...] = ()
    """Of a split: pages that speak of the other person of that name."""
    reason: str = ""
    number: int = 0
    at: float = 0.0
    """Seconds since 1970."""
    is_restored: bool = False
    """Whether it was taken back."""
