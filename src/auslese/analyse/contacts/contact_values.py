"""What contacts are made of: each with its place in the text."""

from typing import NamedTuple


class FoundWay(NamedTuple):
    """A mail address or a number in a text."""

    start: int
    """Where it begins, in letters; -1: it stands in a link."""
    end: int
    kind: str
    """email, phone, fax or mobile."""
    value: str
    """A mail address in small letters behind the @, a number as +49 761 2030."""
    written: str
    """As it stands there."""
    person: str = ""
    """Whose it is, as far as the page shows."""


class FoundAddress(NamedTuple):
    """A postal address in a text."""

    start: int
    end: int
    written: str
    street: str = ""
    """With its number; or the box of the post office."""
    postcode: str = ""
    town: str = ""
    country: str = ""
    """As DE."""
    organisation: str = ""
    """What stands in front of it, as an institute."""


class FoundResponsible(NamedTuple):
    """Somebody whom a page names as responsible for it."""

    start: int
    end: int
    name: str
    """A person, or a house."""
    role: str = ""
    """As content, press, webmaster, contact."""


class PageContacts(NamedTuple):
    """All that a text says about how to reach somebody."""

    ways: tuple[FoundWay, ...] = ()
    addresses: tuple[FoundAddress, ...] = ()
    responsible: tuple[FoundResponsible, ...] = ()
    organisation: str = ""
    """Whose contact it is, as far as the page says."""
