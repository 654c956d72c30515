"""A page, and where the archive has it."""

from typing import NamedTuple


class PageRef(NamedTuple):
    """A page to be read: who it is, and where the archive has it."""

    id: int
    url: str
    host: str
    fetched_at: int
    """In milliseconds since 1970, as the table has it."""
    segment: str
    offset: int
    length: int
