"""What a rendered page asks for beyond itself, asked by our manners: one after the other.

Each sub-request goes to the page's own host, is allowed by its robots.txt and not denied by the
presence, and waits for the host's delay after the one before it.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha1
from time import monotonic, time
from typing import NamedTuple

from auslese.crawl.fetch.fetcher import Fetcher, Request
from auslese.crawl.politeness.pace import LONGEST_REST, Pace, Patience, is_host_trouble
from auslese.crawl.render.browser_messages import BrowserRequest, BrowserResponse
from auslese.crawl.worker.exchange_keeper import Exchange, Keeper
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Failed, Fetched, FetchOutcome
from auslese.records.url import Url, canonical, host_of

SCRIPT = "script"
CACHE_BYTES = 32_000_000  # of scripts, per worker: the bundles of a few dozen sites
LONGEST_ACCEPT = 200


class SubRequest(NamedTuple):
    """Something that a page wants; the ticket of the request for it."""

    page: int
    ask: int
    url: Url
    kind: str
    accept: str


class ScriptCache:
    """Scripts that this worker has fetched: a site has the same ones on every page."""

    def __init__(self) -> None:
        """None yet."""
        self._known: OrderedDict[Url, tuple[str, bytes]] = OrderedDict()
        self._size = 0

    def get(self, url: Url) -> tuple[str, bytes] | None:
        """Content type and body."""
        if url in self._known:
            self._known.move_to_end(url)
        return self._known.get(url)

    def put(self, url: Url, content_type: str, body: bytes) -> None:
        """Remember a script; those not wanted for long are forgotten."""
        if url in self._known or len(body) > CACHE_BYTES:
            return
        self._known[url] = content_type, body
        self._size += len(body)
        while self._size > CACHE_BYTES:
            _, (_, oldest) = self._known.popitem(last=False)
            self._size -= len(oldest)


@dataclass(slots=True)
class PageSubRequests:
    """What one page wants, and what it has got."""

    page: Request
    session: Session
    until: float
    """No request for its sake starts later than this."""
    not_before: float
    """Nor earlier than this: its host rests."""
    waiting: deque[SubRequest] = field(default_factory=deque)
    current: SubRequest | None = None
    """What is under way."""
    asked: int = 0
    size: int = 0
    refused: int = 0
    rest: float = 0.0
    """Seconds that the host needs to be left alone; then the page gets nothing more."""


@dataclass(frozen=True, slots=True)
class SubRequestSettings:
    """What pages may want."""

    agent: str
    """The name by which robots.txt knows us."""
    denied: Callable[[Url], bool] = lambda url: False
    """Whether the presence keeps a URL out by name."""
    most_requests: int = 50
    """For one page; who wants more than this wants no end of them."""
    most_bytes: int = 20_000_000
    """For one page, unpacked; the heaviest bundles of today have half of it."""
    pace: Pace = field(default_factory=Pace)
    strict_robots: bool = False
    """Stay away from where we may not even see robots.txt."""


class SubRequester:
    """Asks for what pages want, and answers the browser."""

    def __init__(
        self,
        settings: SubRequestSettings,
        fetcher: Fetcher,
        keeper: Keeper,
        reply: Callable[[BrowserResponse], object],
    ) -> None:
        """Nothing asked yet."""
        self._settings = settings
        self._fetcher = fetcher
        self._keeper = keeper
        self._reply = reply
        self._scripts = ScriptCache()

    def take(self, wants: PageSubRequests, ask: BrowserRequest) -> None:
        """Hear what a page wants: it is known, refused, or waits for its turn."""
        sub = SubRequest(ask.page, ask.ask, Url(ask.url), ask.kind, ask.accept)
        if self._answered_from_memory(sub):
            return
        if self._may_ask(wants, sub.url):
            wants.waiting.append(sub)
        else:
            self._refuse(wants, sub)

    def send_next(self, wants: PageSubRequests) -> None:
        """Send what is next, if its time has come; refuse what can have no time any more."""
        now = monotonic()
        if wants.rest or max(now, wants.not_before) >= wants.until:
            while wants.waiting:
                self._refuse(wants, wants.waiting.popleft())
        if wants.current is not None or now < wants.not_before or not wants.waiting:
            return
        sub = wants.waiting.popleft()
        if not self._answered_from_memory(sub):
            self._send(wants, sub)

    def end(self, wants: PageSubRequests, request: Request, outcome: FetchOutcome) -> None:
        """Take what came: it is kept, and the browser gets it."""
        sub, wants.current = wants.current, None
        assert sub is not None
        rest = max(wants.session.delay, self._settings.pace.pause_after(outcome))
        wants.not_before = monotonic() + rest
        self._archive(request, outcome)
        if isinstance(outcome, Fetched):
            wants.session.bytes += len(outcome.raw_body)
            wants.session.seconds += outcome.seconds
            wants.size += len(outcome.body)
            self._end_fetched(wants, sub, outcome)
        elif isinstance(outcome, Failed):
            if is_host_trouble(outcome):
                pause = min(outcome.retry_after, LONGEST_REST)
                again_in = Patience().again_in(outcome, 0)
                wants.rest = max(again_in, pause, wants.session.delay, 1.0)
            self._reply(BrowserResponse(sub.page, sub.ask, outcome.status))
        else:
            self._refuse(wants, sub)

    # -- steps ------------------------------------------------------------------------------------

    def _end_fetched(self, wants: PageSubRequests, sub: SubRequest, fetched: Fetched) -> None:
        if fetched.location:  # followed here: the browser would not ask us again
            target = canonical(fetched.location, sub.url)
            if target is not None and self._may_ask(wants, target):
                wants.waiting.appendleft(sub._replace(url=target))
            else:
                self._refuse(wants, sub)
            return
        content_type = content_type_of(fetched.header_bytes)
        if sub.kind == SCRIPT:
            self._scripts.put(sub.url, content_type, fetched.body)
        self._reply(BrowserResponse(sub.page, sub.ask, fetched.status, content_type, fetched.body))

    def _may_ask(self, wants: PageSubRequests, url: Url) -> bool:
        settings, robots = self._settings, wants.session.robots_for(url)
        within_bounds = (
            not wants.rest
            and wants.asked + len(wants.waiting) < settings.most_requests
            and wants.size < settings.most_bytes
        )
        return (
            within_bounds
            and host_of(url) == host_of(wants.page.url)
            and robots is not None  # another port or scheme, whose rules we do not know
            and robots.allows(url, settings.agent, settings.strict_robots)
            and not settings.denied(url)
        )

    def _answered_from_memory(self, sub: SubRequest) -> bool:
        known = self._scripts.get(sub.url) if sub.kind == SCRIPT else None
        if known is not None:
            self._reply(BrowserResponse(sub.page, sub.ask, 200, *known))
        return known is not None

    def _refuse(self, wants: PageSubRequests, sub: SubRequest) -> None:
        wants.refused += 1
        self._reply(BrowserResponse(sub.page, sub.ask))

    def _send(self, wants: PageSubRequests, sub: SubRequest) -> None:
        wants.current = sub
        wants.asked += 1
        wants.session.asked += 1
        page = wants.page
        self._fetcher.start(
            Request(
                sub.url,
                sub,
                min(page.most_bytes, self._settings.most_bytes - wants.size),
                any_type=True,
                for_url=page.url,
                address=page.address,
                verify=page.verify,
                headers=_accept_line(sub.accept),
            )
        )

    def _archive(self, request: Request, outcome: FetchOutcome) -> None:
        """Keep what came, if anything did: it is a request like any other."""
        if not isinstance(outcome, Fetched | Failed) or not outcome.header_bytes:
            return
        self._keeper.keep(
            Exchange(
                request.url,
                time(),
                self._fetcher.request_bytes(request),
                outcome.header_bytes,
                outcome.raw_body,
                outcome.status,
                outcome.media_type if isinstance(outcome, Fetched) else "",
                outcome.address if isinstance(outcome, Fetched) else "",
                sha1(outcome.raw_body).digest(),
                None,
            )
        )


def content_type_of(header: bytes) -> str:
    """The Content-Type field as the server wrote it, in what a browser can be told."""
    found = ""
    for line in header.split(b"\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-type":
            found = value.strip().decode("latin-1")
    return "".join(letter for letter in found if " " <= letter <= "~")


def _accept_line(accept: str) -> tuple[str, ...]:
    """What the page would like; scripts can write anything there."""
    fit = accept.isascii() and accept.isprintable() and len(accept) <= LONGEST_ACCEPT
    return (f"Accept: {accept}",) if accept and fit else ()
