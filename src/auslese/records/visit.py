"""A URL on its way: where we found it, how deep, and how much it promises."""

from typing import NamedTuple

from auslese.records.fetch import Refused
from auslese.records.url import Url

BUCKETS = 16  # priority classes per host: Werner's four borders (W5) with room to refine
SEED_BUCKET = 0
PLAIN_BUCKET = 8  # an unfocused crawl puts every link here, so it is breadth-first per host
# Kept for sitemaps: a bucket is stored with its URL and travels with it, so a worker knows by it,
# also after a restart, that the site itself calls this URL a sitemap. No link of a page comes here.
SITEMAP_BUCKET = 1  # named by robots.txt
INDEXED_BUCKET = 2  # among the first that an index of sitemaps names
IMPORT_BUCKET = 3  # came from a file, and nobody asked for it; no link of a page comes here either
LATE_BUCKET = 15  # named by an index behind those, or by an index within an index
THROTTLED_BUCKET = 14  # last of all pages: what may be a trap
# Where a focused crawl puts its links, the most promising first; the plain bucket is among them.
FOCUS_BUCKETS = range(4, 14)
# Not taken out of turn for their age: what may be a trap has to wait for all others.
LAST_BUCKETS = frozenset({THROTTLED_BUCKET, LATE_BUCKET})
SITEMAP_BUCKETS = frozenset({SITEMAP_BUCKET, INDEXED_BUCKET, LATE_BUCKET})


class Visit(NamedTuple):
    """A URL we know and mean to fetch, or know and will not (`refused` says the reason).

    A tuple and not a dataclass because millions are made: half the time, half the memory.
    """

    url: Url
    key: int
    """The URL's 64-bit name in every table and set of the house."""
    host: str
    depth: int
    bucket: int = PLAIN_BUCKET
    via: int = 0
    """Key of the page on which we found it first; 0 for start pages."""
    hops: int = 0
    """Redirects that led here, one after the other."""
    refused: Refused | None = None
    """Why we will not fetch it; None if we mean to."""
