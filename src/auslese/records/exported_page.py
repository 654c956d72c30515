"""A page on its way out of the house, whatever the format is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class PagePart(StrEnum):
    """What a format needs beyond the plain columns; each costs a join, so it must be asked for."""

    SENTENCES = "sentences"
    ANCHORS = "anchors"
    TOPICS = "topics"
    REST = "rest"
    """All text outside of the main text."""


class ExportedStretch(NamedTuple):
    """Where a paragraph of the text begins and ends, in letters, and its `ParagraphKind`."""

    start: int
    end: int
    kind: str


class ExportedSentence(NamedTuple):
    """A sentence of running text, and which paragraph it stands in, from 0."""

    text: str
    paragraph: int


class ExportedAnchor(NamedTuple):
    """What links call the page, and how many pages do."""

    text: str
    pages: int


@dataclass(frozen=True, slots=True)
class ExportedPage:
    """One page that was read, with what the analyses have told of it so far."""

    id: int
    url: str
    host: str
    fetched_at: datetime
    media_type: str
    title: str
    author: str = ""
    date: str = ""
    modified: str = ""
    description: str = ""
    keywords: str = ""
    site_name: str = ""
    page_type: str = ""
    language: str = ""
    """As told by `analyse language`; empty before it, or if there is no text."""
    depth: int = 0
    bytes: int = 0
    words: int = 0
    text: str = ""
    stretches: tuple[ExportedStretch, ...] = ()
    rest: str = ""
    rank: float | None = None
    """PageRank, 100 for the best page; None before `analyse graph`."""
    copy_of: int | None = None
    """Id of the page that stands for its group of copies, if it is another one."""
    sentences: tuple[ExportedSentence, ...] = ()
    anchors: tuple[ExportedAnchor, ...] = ()
    topics: Mapping[str, float] = field(default_factory=dict)
    reservations: tuple[str, ...] = ()
    """Uses that its owner reserves: of `search`, `ai-input`, `ai-train`."""


@dataclass(frozen=True, slots=True)
class ExportContext:
    """What a file says of the export it comes from."""

    collection: str
    """Name of the collection: its folder's."""
    made_at: datetime
    version: str
    """Of the house."""
    where: str = ""
    """The conditions on pages, as they were written; all pages if empty."""
    profile: str = ""
    """Which pages may leave, as `shareable`."""
    use: str = ""
    """For which use they may, as `ai-train`."""
    form: str = ""
    """In which form of the format; empty if it has one alone."""
