"""A page after reading: what it says and where it points."""

from collections.abc import Sequence
from typing import NamedTuple

from auslese.records.url import Url


class Link(NamedTuple):
    """A pointer from one page to another."""

    url: Url
    anchor: str
    rel: str


class Reading(NamedTuple):
    """What the crawl itself needs of a page."""

    media_type: str
    """What the content really is, whatever the header says."""
    title: str = ""
    charset: str = ""
    language: str = ""
    """The language the page claims to be in."""
    links: Sequence[Link] = ()
    skipped: int = 0
    """Links that are no http or https addresses."""
