"""A fetcher that carries what some hosts want to see: credentials, and cookies they gave us.

It stands in front of the real one only if the settings name such hosts; other crawls know nothing
of all this.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from auslese.crawl.fetch.cookies import CookieJar
from auslese.crawl.fetch.credentials import Credentials
from auslese.crawl.fetch.fetcher import FetchAnswer, Fetcher, Request
from auslese.records.fetch import Refused


@dataclass(frozen=True, slots=True)
class CarryingFetcher:
    """A `fetch.Fetcher` around another one."""

    fetcher: Fetcher
    credentials: Credentials
    cookies: CookieJar
    clock: Callable[[], float]

    def start(self, request: Request) -> None:
        """Send a request with what its own URL may see; a password only to who proves its name."""
        lines: tuple[str, ...] = ()
        if request.verify:
            lines = self.credentials.header_lines(request.url)
            lines += self.cookies.header_lines(request.url, self.clock())
        self.fetcher.start(replace(request, headers=request.headers + lines) if lines else request)

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Pass on what has ended, and keep its cookies."""
        answers = self.fetcher.wait(seconds)
        for request, outcome in answers:
            if not isinstance(outcome, Refused):
                self.cookies.take(request.url, outcome.header_bytes, self.clock())
        return answers

    @property
    def under_way(self) -> int:
        """Count the requests that have not ended."""
        return self.fetcher.under_way

    def request_bytes(self, request: Request) -> bytes:
        """The request for the archive; secrets are left out there."""
        return self.fetcher.request_bytes(request)

    def close(self) -> None:
        """Drop everything under way."""
        self.fetcher.close()
