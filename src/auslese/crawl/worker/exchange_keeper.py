"""What a worker gives to the archive, and what it gets back."""

from typing import NamedTuple, Protocol

from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.worker_report import SegmentMark
from auslese.records.fetch import Failed, Fetched
from auslese.records.url import Url


class Exchange(NamedTuple):
    """One request and its answer."""

    url: Url
    at: float
    request: bytes
    header: bytes
    raw_body: bytes
    status: int
    media_type: str
    address: str
    payload: bytes
    """SHA-1 of the raw body."""
    earlier: KnownContent | None
    """Where the same raw body was kept before."""
    rendered: bytes = b""
    """What a browser made of it; kept beside it."""
    content_type: str = ""
    """Set if it came without HTTP around it: what it is, with its charset."""


class CapturePosition(NamedTuple):
    """Where the archive holds it."""

    segment: str
    offset: int
    length: int


class Keeper(Protocol):
    """The archive as a worker sees it."""

    def keep(self, exchange: Exchange) -> CapturePosition:
        """Append one exchange."""
        ...

    def sync(self) -> list[SegmentMark]:
        """Bring everything to disk and say how far each touched segment reaches."""
        ...

    def close(self) -> list[SegmentMark]:
        """Finish the open segment."""
        ...


def rendered_in(answer: Fetched | Failed) -> bytes:
    """The rendered form that came with an answer; empty if none did."""
    if not isinstance(answer, Fetched) or answer.rendering is None:
        return b""
    return answer.rendering.html
