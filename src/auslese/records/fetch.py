"""How a visit ends: Fetched, Refused or Failed, always with a reason."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Refusal(StrEnum):
    """Why we did not want it, or were not wanted."""

    SCOPE = "scope"  # outside the presence
    DEPTH = "depth"  # deeper than the limit
    ROBOTS = "robots"  # robots.txt says no, or cannot be read
    SUFFIX = "suffix"  # the name ends like something we do not read (.zip)
    TYPE = "type"  # the server says it is something we do not read
    LENGTH = "length"  # the URL is too long to be meant
    REDIRECTS = "redirects"  # too many redirects in a row
    ALIAS = "alias"  # the same host under another name; fetched there
    ADDRESS = "address"  # a private or local address that the presence does not name
    NOINDEX = "noindex"  # the page itself says that it is not to be kept in an index
    NOFOLLOW = "nofollow"  # every link to it so far says that it is not to be followed
    FOCUS = "focus"  # every link to it so far promises nothing on the topic of the crawl
    TRAP = "trap"  # one of endless pages of the same shape
    ERRORS = "errors"  # its host answered with errors too often


class Failure(StrEnum):
    """What went wrong on the way."""

    DNS = "dns"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    CUT = "cut"  # the body ended before its time
    TOO_LARGE = "too_large"
    HEADERS = "headers"  # a flood of header lines, or none that can be read
    ENCODING = "encoding"  # broken or bomb-like compression
    PROTOCOL = "protocol"  # not HTTP as we know it
    HTTP = "http"  # an error status; the detail is the number
    CRASH = "crash"  # the worker died on this page, twice


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a browser made of a page, or why it made nothing of it."""

    html: bytes
    """The page after its scripts, in UTF-8 with a byte order mark; empty if there is none."""
    note: str
    """What happened, in a few words."""
    rest: float = 0.0
    """Seconds that the host asked us to leave it alone, on the way."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer we keep: a page, a copy of one, or a redirect."""

    status: int
    media_type: str
    header_bytes: bytes
    """Status line and header lines as they came."""
    raw_body: bytes
    """The body as it came, still compressed if it was."""
    body: bytes
    """The body decoded."""
    location: str = ""
    """Where a redirect points to, as written."""
    address: str = ""
    seconds: float = 0.0
    unverified: str = ""
    """Why the certificate could not be verified, if the page was taken nevertheless."""
    rendering: Rendering | None = None
    """Set if the page was one to be rendered."""

    @property
    def content(self) -> bytes:
        """What there is to read: the rendered page if there is one, else the body."""
        return (self.rendering.html if self.rendering else b"") or self.body


class Refused(NamedTuple):
    """We did not fetch it, or stopped at the first look.

    A tuple, for most links of the web lead out of a presence: as many are made as visits.
    """

    why: Refusal
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """We tried and got nothing we can keep."""

    why: Failure
    detail: str = ""
    status: int = 0
    seconds: float = 0.0
    header_bytes: bytes = b""
    raw_body: bytes = b""
    """What came along with an error status: archived, never read."""
    retry_after: float = 0.0
    """Seconds the server asked us to wait; 0 if it did not."""


@dataclass(frozen=True, slots=True)
class Unsent(Failed):
    """Something of this machine was used up: neither host nor page is to blame, and it waits on.

    Whoever knows nothing of it takes it for a failure; a worker makes no outcome of it.
    """

    resource: str = ""
    """A `system.exhausted.Resource`."""


def unsent(resource: str, problem: str) -> Unsent:
    """What comes of a request for which this resource did not suffice."""
    return Unsent(Failure.CONNECT, problem, resource=resource)


FetchOutcome = Fetched | Refused | Failed
