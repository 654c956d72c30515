"""The one seam to the network: requests go in, outcomes come out, many at a time.

Everything else in the house is offline; tests put a function in this place
(`FunctionFetcher`).
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from auslese.records.fetch import FetchOutcome, Refused
from auslese.records.url import Url


@dataclass(frozen=True, slots=True)
class Request:
    """One GET on its way; `ticket` is the asker's own mark on it."""

    url: Url
    ticket: object
    most_bytes: int
    any_type: bool = False
    """Take whatever media type comes (robots.txt is often mislabelled)."""
    may_cut: bool = False
    """Take the first `most_bytes` of something longer, instead of nothing."""
    for_url: Url | None = None
    """The page for whose sake this is asked (robots.txt is): the rules are asked about that one."""
    address: str = ""
    """Connect to this address and no other; empty: to what the name resolves to."""
    head_only: bool = False
    """Ask what it is, not for what it says (HEAD)."""
    verify: bool = True
    """Insist on a certificate that can be verified."""
    time_factor: float = 1.0
    """How much longer than usual it may take."""
    headers: tuple[str, ...] = ()
    """Further header lines, as `If-None-Match: "x"`."""


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """Limits of every request."""

    user_agent: str
    contact: str = ""
    connect_seconds: float = 10.0
    request_seconds: float = 30.0
    body_bytes: int = 10_000_000
    picture_bytes: int = 0
    """Bound of what its server calls a picture; 0: that of the request."""
    header_bytes: int = 256 * 1024
    media_types: frozenset[str] = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
    proxy: str = ""
    bytes_under_way: int = 128_000_000
    """Of bodies that are coming in or wait to be read; what is beyond waits at its server."""
    idle_connections: int = 400
    """Open ones that are kept for the next request to the same host."""
    refuse_address: Callable[[Url, str], Refused | None] = lambda url, address: None
    """Why this URL may not be fetched from the address its host resolved to; None if it may.

    Asked for every new connection, with the very address it will go to.
    """
    unwanted_start: Callable[[str, bytes], str] = lambda media_type, start: ""
    """What a body that begins so really is, if it is not wanted; empty if it is.

    The media type is what the server says.
    """


FetchAnswer = tuple[Request, FetchOutcome]


class Fetcher(Protocol):
    """What the worker needs of the network."""

    def start(self, request: Request) -> None:
        """Send a request; its outcome comes out of `wait`."""
        ...

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Work on all requests for so long at most; return when at least one has ended."""
        ...

    @property
    def under_way(self) -> int:
        """Count the requests that have not ended."""
        ...

    def request_bytes(self, request: Request) -> bytes:
        """The request as it was sent, for the archive."""
        ...

    def close(self) -> None:
        """Drop everything under way."""
        ...


class FunctionFetcher:
    """A web that is a function: for tests, and for whatever already knows the answers."""

    def __init__(self, answer: Callable[[Url], FetchOutcome]) -> None:
        """Ask this function instead of the network."""
        self._answer = answer
        self._started: deque[Request] = deque()

    def start(self, request: Request) -> None:
        """Note the request."""
        self._started.append(request)

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Answer all that was asked."""
        answers = [(request, self._answer(request.url)) for request in self._started]
        self._started.clear()
        return answers

    @property
    def under_way(self) -> int:
        """Count what is not answered yet."""
        return len(self._started)

    def request_bytes(self, request: Request) -> bytes:
        """A request as a browser of few words would send it."""
        return f"GET {request.url} HTTP/1.1\r\n\r\n".encode()

    def close(self) -> None:
        """Forget what was asked."""
        self._started.clear()
