"""A page as it came, and what reads it."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.extract.main_text.host_template import HostTemplate
from auslese.records.document import Document, Unreadable
from auslese.records.url import Url


class Source(NamedTuple):
    """A page as it came."""

    url: Url
    body: bytes
    declared: str = ""
    """Media type that the server says."""
    header: bytes = b""
    day: str = ""
    """When it was fetched, as 2024-05-31; what claims to be younger is not believed."""
    template: HostTemplate | None = None
    """What the pages of its host have in common, if that is known."""
    pictures: bool = True
    """Whether its pictures are wanted; they take a quarter of the time."""
    about: bool = True
    """Whether it is wanted what the page says about itself."""


Reader = Callable[[Source, str], Document | Unreadable]
"""Reads a source of a media type; must not raise, whatever the bytes."""
