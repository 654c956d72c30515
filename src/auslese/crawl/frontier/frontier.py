"""The frontier: every URL we know, what became of it, and which host may be asked next.

The life of a URL:

    unknown ──add──► waiting ──lease──► leased ──complete──► ended (one outcome, with its reason)
                        ▲                  │
                        └── lease lost, ───┘
                            or to be tried again

Three verbs, always in batches: `add`, `lease`, `complete`.

A **lease** gives one worker one politeness key (a host) with a bundle of its best URLs, for a
limited time, under a **fencing token**. One key is leased to one worker at a time, so nobody else
can ask that host: politeness holds by construction. A worker reads its own clock *before* it asks
and starts no request later than `seconds` after that (the self-fence). A completion is one
transaction guarded by the tokens; bodies are in the archive before. So a worker that dies or hangs
costs its bundle a lease time, nothing is lost and nothing is recorded twice.

Stores behind these verbs: `embedded.EmbeddedFrontier` (SQLite, one writing process). Any other
must pass `tests/crawl/frontier_conformance.py` unchanged.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from auslese.records.visit import Visit


class LastVisit(NamedTuple):
    """What the last visit to a page brought; a server may answer that it is still so."""

    etag: str
    modified: str
    """The Last-Modified field as the server wrote it."""
    payload: bytes
    """Digest of the body as it came, before unpacking."""
    url: str
    """Where that body was archived: this page, or another with the same content."""
    at: float
    """When it was archived."""
    digest: bytes = b""
    """The name of the content; empty if the page was."""
    seen_at: float = 0.0
    """When the page was last there."""


EVERY_ORIGIN = "*"


class Errand(NamedTuple):
    """One leased visit."""

    id: int
    """The frontier's number for this URL."""
    visit: Visit
    tries: int
    """How often it was tried before, in vain."""
    before: LastVisit | None = None
    """Set when we come back to a page that we have."""
    look_first: bool = False
    """Ask for the header alone first: URLs of this shape often are what we do not want."""
    suspect: bool = False
    """Of a shape that may be a trap: the report is to hold a sketch of its text."""


class RobotsNote(NamedTuple):
    """What an origin's robots.txt said when we last asked."""

    origin: str
    status: int
    """HTTP status; 0 if there was no answer."""
    text: str
    at: float
    """Seconds since 1970."""
    until: float = 0.0
    """How long it may be used, in seconds since 1970."""


class Lease(NamedTuple):
    """A host that is ours for a while, and what to fetch there."""

    host: str
    host_id: int
    token: int
    seconds: float
    """How long it is ours, counted from before we asked."""
    delay: float
    failures: int
    """Failures of the host itself in a row."""
    errands: list[Errand]
    robots: list[RobotsNote]
    address: str = ""
    """The address that is ours with the host, and no other host's; empty if none is known yet."""
    resolved_at: float = 0.0
    """When the name was last resolved, in seconds since 1970."""
    errors: float = 0.0
    """How much of its error budget the host has used up."""
    unverified: bool = False
    """Its certificate is known not to verify, and the presence takes it nevertheless."""


class KnownContent(NamedTuple):
    """Where content was archived first."""

    url: str
    key: int
    at: float
    payload: bytes
    """Digest of the body as it came, before unpacking."""


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
    give_up: str = ""
    """Not empty: end all of an origin, or of `*`, that waits here: `origin kind reason detail`."""
    resolved_at: float = 0.0
    """When the name was resolved to `address`, in seconds since 1970; 0: it was not.

    Negative: the address brought trouble, the name is to be resolved again.
    """
    errors: float = -1.0
    """How much of its error budget the host has used up; negative: unchanged."""
    unverified: bool = False
    """Its certificate did not verify, and the presence takes it nevertheless."""


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


class Frontier(Protocol):
    """What a crawl needs of its frontier; all times are the frontier's own clock."""

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs and say how many were new; refused ones are new only as outcomes."""
        ...

    def lease(self, worker: int, hosts: int, urls: int | None = None) -> list[Lease]:
        """Give up to `hosts` permitted hosts to this worker, the most promising first.

        With `urls`, at most so many URLs in all: a limit of pages then holds exactly.
        """
        ...

    def complete(self, report: WorkerReport) -> bool:
        """Record the report; False, and nothing is recorded, if one of its leases is not valid."""
        ...

    def release(self, worker: int, died_reading: int = 0) -> int:
        """Take back the leases of a worker known to be dead; the number of hosts freed.

        `died_reading` is the URL in whose content it died: it gets one more chance.
        """
        ...

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased; None if nothing waits (leased hosts aside)."""
        ...
