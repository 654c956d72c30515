"""What a worker reports: how visits ended, what it learnt about hosts, what it found."""

from typing import NamedTuple

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.outage import HostTrouble
from auslese.records.fetch import Refused
from auslese.records.visit import Visit


class EndedVisit(NamedTuple):
    """How one leased visit ended, or why it must be tried again."""

    id: int
    host_id: int
    kind: str
    """fetched, refused or failed."""
    reason: str
    detail: str = ""
    status: int = 0
    at: float = 0.0
    seconds: float = 0.0
    size: int = 0
    """Bytes that came over the wire."""
    again_in: float = -1.0
    """Not negative: not the end; try again after so many seconds."""
    digest: bytes = b""
    """The name of the content of a page: equal for equal contents; empty if there is none."""
    payload: bytes = b""
    """Digest of the body as it came."""
    page: bytes = b""
    """The row of the pages table, packed; empty if there is none."""
    etag: str = ""
    modified: str = ""
    """The Last-Modified field as the server wrote it."""
    sketch: int = 0
    """64 bits that are alike for texts that are alike; 0 if none were asked for."""


def ended_by_refusal(number: int, refused: Refused, at: float = 0.0) -> EndedVisit:
    """The end of a visit that was never made."""
    return EndedVisit(number, 0, "refused", refused.why.value, refused.detail, at=at)


class GivenUp(NamedTuple):
    """How all ends that waits at a host, or at one origin of it."""

    kind: str
    """refused or failed."""
    reason: str
    detail: str
    origin: str = ""
    """Empty: all of the host."""


class HostNote(NamedTuple):
    """What a worker learnt about a leased host, and when it may be asked again."""

    host_id: int
    token: int
    wait: float
    """Seconds from now until the next request is permitted."""
    done: bool
    """The lease is handed back; what was not ended waits again."""
    address: str = ""
    delay: float = -1.0
    """Seconds between requests as the site wants it; negative: unchanged."""
    size: int = 0
    """Bytes that came over the wire."""
    seconds: float = 0.0
    asked: int = 0
    """Requests since the last note."""
    failures: int = -1
    """Failures of the host itself in a row; negative: unchanged."""
    given_up: GivenUp | None = None
    """Set if there is no hope: what waits here is not to be asked for."""
    resolved_at: float = 0.0
    """When the name was resolved to `address`, in seconds since 1970; 0: it was not.

    Negative: the address brought trouble, the name is to be resolved again.
    """
    errors: float = -1.0
    """How much of its error budget the host has used up; negative: unchanged."""
    unverified: bool = False
    """Its certificate did not verify, and the presence takes it nevertheless."""
    trouble: HostTrouble | None = None
    """Set if it could not be reached: it is asked again after `wait`, within its patience."""


class SegmentMark(NamedTuple):
    """How far an archive segment is safely on disk."""

    segment: str
    warc_bytes: int
    cdxj_bytes: int
    closed: bool


class WorkerReport(NamedTuple):
    """One worker's news since its last report; the frontier takes all of it or nothing."""

    worker: int
    hosts: list[HostNote]
    ended: list[EndedVisit]
    found: list[Visit]
    robots: list[RobotsNote]
    segments: list[SegmentMark]
    links: bytes = b""
    """Rows of the links table as one Arrow batch."""
    hints: tuple[tuple[int, float], ...] = ()
    """Keys of URLs that changed at a time, as sitemaps say."""
