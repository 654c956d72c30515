"""A body that lists pages in place of being one: a feed or a sitemap."""

from auslese.extract.lists.feed import read_feed
from auslese.extract.lists.sitemap import read_sitemap, unpacked_gzip
from auslese.extract.sniff import ATOM, JSON_FEED, RSS, XML, list_type, shown_head, true_type
from auslese.records.reading import Reading
from auslese.records.url import Url

FEED_TYPES = frozenset({RSS, ATOM, JSON_FEED})


def read_list(url: Url, body: bytes, media_type: str, charset: str) -> Reading | None:
    """What a feed or sitemap names; None for anything else."""
    if media_type in FEED_TYPES:
        return read_feed(url, body, media_type, charset)
    if media_type == XML and list_type(shown_head(body)):
        return read_sitemap(url, body, charset)
    return None


def is_list(body: bytes, media_type: str) -> bool:
    """Tell whether `read_list` knows what to do with it."""
    return media_type in FEED_TYPES or (media_type == XML and bool(list_type(shown_head(body))))


def read_named_sitemap(url: Url, body: bytes, declared: str, charset: str) -> Reading:
    """What the site itself calls a sitemap: it may be packed, a plain list of lines, or a feed.

    A reading of the kind `page`, without links, if it is none of these.
    """
    reading = read_sitemap(url, body, charset)
    if reading.kind == "sitemap":
        return reading
    content = unpacked_gzip(body)
    media_type = true_type(content, declared)
    if media_type in FEED_TYPES:
        return read_feed(url, content, media_type, charset)
    return Reading(media_type)
