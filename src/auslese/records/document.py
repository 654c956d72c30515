"""A page read as a person would read it: a document, or why there is none."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from auslese.records.person import MarkedContact, MarkedPerson
from auslese.records.url import Url


class ParagraphKind(StrEnum):
    """What a paragraph is; only the first is running text."""

    TEXT = "text"
    HEADING = "heading"
    LIST = "list"
    TABLE = "table"
    ADDRESS = "address"
    CODE = "code"
    CAPTION = "caption"
    LINE = "line"
    """A line that is none of these: a date, a name, a button."""


class Paragraph(NamedTuple):
    """A stretch of text between two borders."""

    text: str
    """White space made single; a line break stands where the page has one."""
    kind: ParagraphKind
    is_main: bool
    """Whether it belongs to what the page is about, not to what stands around it."""


class Picture(NamedTuple):
    """A picture on a page, with the text around it."""

    url: Url
    alt: str = ""
    title: str = ""
    width: int = 0
    """As the page says, in pixels; 0 if it does not."""
    height: int = 0
    words: str = ""
    """Guessed from the name of the file."""
    position: str = ""
    """main, navigation, header, footer or aside."""
    parents: tuple[str, ...] = ()
    """Texts of the elements around it that have any, from the inside out, five at most."""
    siblings: tuple[str, ...] = ()
    """Texts of the elements beside it that have any, the nearest first, five at most."""


class ReadProblem(StrEnum):
    """Why there is no document."""

    EMPTY = "empty"
    """Nothing to read."""
    ENCRYPTED = "encrypted"
    BROKEN = "broken"
    TOO_LARGE = "too_large"
    TOO_SLOW = "too_slow"
    UNKNOWN_TYPE = "unknown_type"
    """No reader for it."""
    CRASHED = "crashed"
    """The reader died of it."""


class Unreadable(NamedTuple):
    """A page that could not be read."""

    why: ReadProblem
    detail: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """What a page says about itself, or is seen to be."""

    title: str = ""
    author: str = ""
    date: str = ""
    """When it was published, as 2024-05-31; empty if unknown."""
    modified: str = ""
    """When it was last changed, in the same form."""
    description: str = ""
    keywords: str = ""
    """Separated by commas."""
    language: str = ""
    """The language it claims to be in, as de or pt-BR."""
    site_name: str = ""
    manual: str = ""
    """Which program made it, if it is a page of a generated manual, as javadoc."""


@dataclass(frozen=True, slots=True)
class Document:
    """A page, read."""

    media_type: str
    charset: str = ""
    about: DocumentMetadata = field(default_factory=DocumentMetadata)
    paragraphs: tuple[Paragraph, ...] = ()
    """All that a reader sees, in order."""
    pictures: tuple[Picture, ...] = ()
    page_type: str = ""
    """article, forum, product, listing, collection, documentation, service, or empty."""
    is_cut: bool = False
    """Whether the page had more than we read."""
    problem: Unreadable | None = None
    """Why it has no text though it could be read, as a scan; None if nothing is wrong."""
    people: tuple[MarkedPerson, ...] = ()
    """Persons that it marks up for machines."""
    contacts: tuple[MarkedContact, ...] = ()
    """Ways to reach somebody that it marks up: links to mail addresses and numbers."""

    @property
    def text(self) -> str:
        """The main text."""
        return "\n".join(each.text for each in self.paragraphs if each.is_main)

    @property
    def visible_text(self) -> str:
        """All text."""
        return "\n".join(each.text for each in self.paragraphs)


_LANGUAGE = re.compile(r"\s*([A-Za-z]{2,3})(?:[-_](?:[A-Za-z]{4}[-_])?([A-Za-z]{2}))?(?![A-Za-z])")


def language_of(text: str) -> str:
    """A language tag in its usual spelling, as de or pt-BR; empty if it is none."""
    found = _LANGUAGE.match(text)
    if found is None:
        return ""
    return found[1].lower() + (f"-{found[2].upper()}" if found[2] else "")
