"""How much do the links of pages promise? Asked for all pages of a report at once.

The one question to a language model costs about as much for fifty pages as for one, so pages wait
for it until a worker reports. What is asked is the recipe's to say: a crawl knows no topics.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from auslese.records.page import Page
from auslese.records.reading import Link
from auslese.records.url import Url
from auslese.records.visit import Visit

DROPPED = -1
"""In place of a bucket: the link promises too little to be followed at all."""


class JudgeablePage(NamedTuple):
    """A page that was read, with those of its links that are new to us and that we may follow."""

    url: Url
    bucket: int
    """How much the link to it promised."""
    text: str
    """Enough of its text to judge it; empty if it has none."""
    links: Sequence[Link]
    key: int = 0
    targets: Sequence[int] = ()
    """The keys of where these links lead."""
    named: Sequence[int] = ()
    """The keys of all that it links to, known or not, as often as it does."""
    tag_paths: Sequence[str] = ()
    """In which tags these links stand, if that was read."""
    title: str = ""
    language: str = ""
    """That it claims to be in."""


class PageFocus(NamedTuple):
    """What is thought of a page and its links."""

    score: float | None
    """Of the page, the lower the better; None if there is nothing to judge it by."""
    buckets: Sequence[int]
    """One for each link; or `DROPPED`."""
    scores: Sequence[float] = ()
    """Of the links, for those who ask why one was dropped."""
    reward: float | None = None
    """What the page was worth, 0 to 1; None if that cannot be told."""


class LinkFocus(Protocol):
    """Judges pages and links by a topic."""

    @property
    def name(self) -> str:
        """By what it judges, with the version of it: noted at every page."""
        ...

    @property
    def razor(self) -> float:
        """The score above which links are dropped."""
        ...

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        """What is thought of each of these pages, in the order in which they came."""
        ...

    def keep(self) -> None:
        """Keep what was learnt on the way, if anything was: the worker ends."""
        ...


class UnjudgedPage(NamedTuple):
    """A page that waits until a report is due."""

    page: JudgeablePage
    visits: list[Visit]
    """Where its links lead, in their order."""
    row: Page | None
    """Its row for the table; None if it is not to be kept."""
    place: int
    """Of its end among those that are to be reported."""
