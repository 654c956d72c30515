"""A page after reading: what it says and where it points."""

from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.records.url import Url


class Link(NamedTuple):
    """A pointer from one page to another."""

    url: Url
    anchor: str
    rel: str


@dataclass(frozen=True, slots=True)
class Links:
    """The pointers of one page, column by column: fifty a page, so one object for each is dear."""

    urls: list[Url] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    rels: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        """Count the links."""
        return len(self.urls)

    def __getitem__(self, place: int) -> Link:
        """One of them."""
        return Link(self.urls[place], self.anchors[place], self.rels[place])


@dataclass(frozen=True, slots=True)
class Reading:
    """What the crawl itself needs of a page."""

    media_type: str
    """What the content really is, whatever the header says."""
    title: str = ""
    charset: str = ""
    language: str = ""
    """The language the page claims to be in."""
    links: Links = field(default_factory=Links)
    skipped: int = 0
    """Links that are no http or https addresses."""
    kind: str = "page"
    """page, feed or sitemap: a page to read, one that lists others, or nothing but such a list."""
    modified: list[tuple[Url, float]] = field(default_factory=list)
    """When a sitemap or feed says that others changed, in seconds since 1970: a hint, no more."""
