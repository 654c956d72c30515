"""People as pages speak of them: a name taken apart, a name found in a text, a marked-up person."""

from enum import StrEnum
from typing import NamedTuple


class PersonName(NamedTuple):
    """A name, taken apart; what is not known is empty."""

    given: str = ""
    """As "Hans Peter" or "H.", in the order of speaking."""
    particle: str = ""
    """As "von der", in front of the family name."""
    family: str = ""
    titles: str = ""
    """In front of the name, as "Prof. Dr.-Ing."."""
    suffixes: str = ""
    """Behind it, as "PhD, M.A."."""

    @property
    def full(self) -> str:
        """The name without titles, as it is spoken: "Hans Peter von der Müller"."""
        return " ".join(filter(None, (self.given, self.particle, self.family)))


class NameSource(StrEnum):
    """Who says that it is a name."""

    RULES = "rules"
    TAGGER = "tagger"
    MARKUP = "markup"


class FoundName(NamedTuple):
    """A name in a text."""

    start: int
    """Where it begins, titles not counted: letters of the text."""
    end: int
    name: PersonName
    confidence: float = 1.0
    """0 to 1."""
    source: str = NameSource.RULES


class MarkedPerson(NamedTuple):
    """A person that a page marks up for machines: JSON-LD, microdata, RDFa, hCard, author links."""

    name: str
    """As it stands there."""
    given: str = ""
    family: str = ""
    titles: str = ""
    suffixes: str = ""
    role: str = ""
    """As "Professor of Physics"."""
    organisation: str = ""
    emails: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """As orcid:0000-0002-1825-0097, gnd:118540238, wikidata:Q42."""
    source: str = ""
    """json-ld, microdata, rdfa, hcard or author."""
    is_main: bool = False
    """Whether the page says that it is about this person."""


class ContactKind(StrEnum):
    """Ways to reach somebody."""

    EMAIL = "email"
    PHONE = "phone"
    FAX = "fax"
    MOBILE = "mobile"


class MarkedContact(NamedTuple):
    """A way to reach somebody that a page marks up: a link with mailto: or tel:, a ContactPoint."""

    kind: str
    value: str
    label: str = ""
    """The text of the link, or what the page calls it."""
