"""Pages made here, for want of labelled ones: they tell how fast a reader is, not how good."""

from collections.abc import Iterator
from pathlib import Path

from web.pages import Web, html_of

from .sets import Labelled, read_set

MADE = "made"
PAGES = 300


def pages_of(data: Path, name: str) -> Iterator[Labelled]:
    """The pages of a labelled set, or those made here."""
    return made_pages() if name == MADE else read_set(data, name)


def made_pages() -> Iterator[Labelled]:
    """Pages of bench/crawl."""
    web = Web(20, 100, 80)
    for number in range(PAGES):
        html = html_of(web, number % web.hosts, number % web.pages_per_host)
        yield Labelled(str(number), "", html, "", (), (), "")
