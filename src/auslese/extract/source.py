"""A page as it came, and what reads it."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.records.text import Document, Unreadable
from auslese.records.url import Url


class Source(NamedTuple):
    """A page as it came."""

    url: Url
    body: bytes
    declared: str = ""
    """Media type that the server says."""
    header: bytes = b""


Reader = Callable[[Source, str], Document | Unreadable]
"""Reads a source of a media type; must not raise, whatever the bytes."""
