"""One fetched page as we keep it: the row of the pages table."""

from typing import NamedTuple


class Page(NamedTuple):
    """A page with its address, its content in the archive, and what its header says."""

    id: int
    url: str
    host: str
    site: str
    fetched_at: float
    status: int
    media_type: str
    charset: str
    bytes: int
    title: str
    depth: int
    via: int
    digest: str
    last_modified: str
    etag: str
    language_hint: str
    links: int
    segment: str
    record_offset: int
    record_length: int
    # What is added later stands at the end with a value of its own: rows of an older version may
    # still wait for their table.
    canonical: str = ""
    directives: str = ""
    optouts: str = ""
    name: str | None = None
    """What it was called where it was imported from."""
    focus_score: float | None = None
    """How far from the topic of a focused crawl, the lower the nearer; None if nobody judged it."""
    focus_by: str | None = None
    """By what it was judged."""
    focus_reward: float | None = None
    """What it was worth to that crawl, 0 to 1; None if that cannot be told."""
