"""Pages that only a browser can read: fetched as ever, then rendered, by the same manners.

    1. the page itself is fetched like any other                    the fetcher below
    2. a browser without a network loads what came                  browser_process
    3. what its scripts ask of the same host is asked here, one request after the other, each
       allowed by robots.txt and after the host's delay
    4. what the page looks like when it has settled is what is read

The host's lease is ours and its session stays busy until the page is done, so nobody else asks
that host meanwhile. Nothing of a page is ever lost by rendering: what cannot be rendered is kept
as it came, with a note.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from select import select
from time import monotonic

from auslese.crawl.fetch.fetcher import FetchAnswer, Fetcher, Request
from auslese.crawl.render.browser import Browser
from auslese.crawl.render.browser_messages import RenderRequest, RenderResult, RenderStarted
from auslese.crawl.render.subrequests import (
    PageSubRequests,
    SubRequest,
    SubRequester,
    SubRequestSettings,
    content_type_of,
)
from auslese.crawl.scope.rule_book import UrlRuleBook, Verdict
from auslese.crawl.scope.rules import address_in, parse_rule
from auslese.crawl.worker.exchange_keeper import Keeper
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Fetched, Rendering
from auslese.records.url import Url, host_of
from auslese.wording.outcome_sentences import OutcomeDetail

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MARK = b"\xef\xbb\xbf"  # whatever the page says of its charset, this is UTF-8
LAUNCH_SECONDS = 30.0  # for a browser to start; a second, if the machine has nothing else to do
GRACE_SECONDS = 15.0  # beyond a page's time: to read it, to close it
GLANCE_SECONDS = 0.01  # at the network, while a browser may have something to say
PAGES_AT_ONCE = 4  # of one worker; mostly they wait for the delay of their hosts
OK = 200


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """What is rendered, by whom, and within what bounds."""

    rules: tuple[str, ...]
    executable: str
    user_agent: str
    subs: SubRequestSettings
    seconds: float = 60.0
    """How long a page may take after it was fetched."""
    most_letters: int = 10_000_000
    """Where a rendered page is cut."""


def longest_fetch(request_seconds: float, render_seconds: float) -> float:
    """How long a page can keep its host busy: itself, its scripts, the last of their requests."""
    return 2 * request_seconds + LAUNCH_SECONDS + render_seconds + GRACE_SECONDS


def choice_of(rules: Iterable[str]) -> Callable[[Url], bool]:
    """A test that tells which URLs the rules mean."""
    book = UrlRuleBook((parse_rule(rule), Verdict(True, rule)) for rule in rules)

    def is_meant(url: Url) -> bool:
        host = host_of(url)
        address = address_in(host)
        if book.for_host(host, address):
            return True
        return any(test(url) for test in book.for_urls(host, address))

    return is_meant


@dataclass(slots=True)
class _PageToRender:
    """A page to be rendered, from its request to its answer."""

    number: int
    request: Request
    session: Session
    fetched: Fetched | None = None
    wants: PageSubRequests | None = None
    """Set with `fetched`: the browser has it."""
    done: RenderResult | None = None


class RenderingFetcher:
    """A `fetch.Fetcher` that has chosen pages rendered on their way."""

    def __init__(self, settings: RenderSettings, inner: Fetcher, keeper: Keeper) -> None:
        """Nothing under way; no browser before the first page that needs one."""
        self._settings = settings
        self._inner = inner
        self._is_chosen = choice_of(settings.rules)
        self._browser = Browser(settings.executable, settings.user_agent)
        self._asker = SubRequester(settings.subs, inner, keeper, self._browser.send)
        self._pages: dict[int, _PageToRender] = {}
        self._coming: dict[int, _PageToRender] = {}
        """The pages that are being fetched, by the identity of their requests."""
        self._number = 0

    # -- as the worker sees it --------------------------------------------------------------------

    def has_room_for(self, url: Url) -> bool:
        """Whether a request may start now; too many pages at once would outlive their leases."""
        return len(self._pages) < PAGES_AT_ONCE or not self._is_chosen(url)

    def start(self, request: Request) -> None:
        """Send a request; a page to be rendered is fetched first."""
        session = request.ticket
        is_page = isinstance(session, Session) and not (request.any_type or request.head_only)
        if is_page and self._is_chosen(request.url):
            assert isinstance(session, Session)
            self._number += 1
            page = _PageToRender(self._number, request, session)
            self._pages[page.number] = self._coming[id(request)] = page
            self._browser.start()  # while the page is on its way
        self._inner.start(request)

    @property
    def under_way(self) -> int:
        """Count the requests that have not ended."""
        return self._inner.under_way + len(self._pages) - len(self._coming)

    def wait(self, seconds: float) -> list[FetchAnswer]:
        """Work on all requests, and with the browser, until one has ended or the time is over."""
        if not self._pages:
            return self._inner.wait(seconds)
        end = monotonic() + seconds
        while True:
            left = max(0.0, end - monotonic())
            answers = [*self._taken(min(left, GLANCE_SECONDS)), *self._ended()]
            if answers or not left:
                return answers

    def request_bytes(self, request: Request) -> bytes:
        """The request as it was sent, for the archive."""
        return self._inner.request_bytes(request)

    def close(self) -> None:
        """Drop everything under way, and the browser."""
        self._pages.clear()
        self._coming.clear()
        self._inner.close()
        self._browser.end()

    # -- from the network -------------------------------------------------------------------------

    def _taken(self, seconds: float) -> Iterator[FetchAnswer]:
        """What came from the network, except for what the browser gets."""
        for request, outcome in self._glance(seconds):
            if isinstance(request.ticket, SubRequest):
                wants = self._pages[request.ticket.page].wants
                assert wants is not None
                self._asker.end(wants, request, outcome)
                continue
            page = self._coming.pop(id(request), None)
            if page is not None and isinstance(outcome, Fetched) and _can_be_rendered(outcome):
                self._open(page, outcome)
                continue
            if page is not None:
                del self._pages[page.number]
            yield request, outcome

    def _glance(self, seconds: float) -> list[FetchAnswer]:
        """Look at the network for a moment, or at the browser if nothing is under way there."""
        if self._inner.under_way:
            return self._inner.wait(seconds)
        sock = self._browser.socket
        select([sock] if sock else [], [], [], seconds)
        return []

    def _open(self, page: _PageToRender, fetched: Fetched) -> None:
        """Give a page to the browser."""
        settings, now = self._settings, monotonic()
        page.fetched = fetched
        page.wants = PageSubRequests(
            page.request, page.session, now + LAUNCH_SECONDS, now + page.session.delay
        )
        content_type = content_type_of(fetched.header_bytes) or fetched.media_type
        self._browser.start()
        self._browser.send(
            RenderRequest(
                page.number,
                page.request.url,
                content_type,
                fetched.body,
                settings.seconds,
                settings.most_letters,
            )
        )

    # -- from the browser -------------------------------------------------------------------------

    def _ended(self) -> list[FetchAnswer]:
        """The pages that are done; those that wait for something get it on its way."""
        self._hear()
        self._end_hanging_browser()
        answers: list[FetchAnswer] = []
        for page in list(self._pages.values()):
            if page.wants is None or page.fetched is None:
                continue
            if page.done is None and self._browser.socket is None:
                page.done = RenderResult(page.number, trouble=self._browser.trouble)
            if page.done is None:
                self._asker.send_next(page.wants)
            elif page.wants.current is None:  # until then its host is being asked
                del self._pages[page.number]
                rendering = rendering_of(page.done, page.wants)
                answers.append((page.request, replace(page.fetched, rendering=rendering)))
        return answers

    def _hear(self) -> None:
        for message in self._browser.receive():
            page = self._pages.get(message.page)
            if page is None or page.wants is None:
                continue
            if isinstance(message, RenderStarted):
                page.wants.until = monotonic() + self._settings.seconds
            elif isinstance(message, RenderResult):
                page.done = message
            else:
                self._asker.take(page.wants, message)

    def _end_hanging_browser(self) -> None:
        """A browser that has not given a page back in time gives back none."""
        latest = monotonic() - GRACE_SECONDS
        for page in self._pages.values():
            if page.wants is not None and page.done is None and page.wants.until < latest:
                self._browser.end()
                self._browser.trouble = "the browser did not answer in time"
                return


def _can_be_rendered(fetched: Fetched) -> bool:
    return fetched.status == OK and fetched.media_type in HTML_TYPES and bool(fetched.body)


def rendering_of(done: RenderResult, wants: PageSubRequests) -> Rendering:
    """What became of a page in the browser, with a note that tells it."""
    if not done.html:
        trouble = done.trouble and OutcomeDetail.NOT_RENDERED.text(problem=done.trouble)
        return Rendering(b"", trouble or OutcomeDetail.RENDERED_EMPTY.text(), wants.rest)
    noun = OutcomeDetail.REQUEST if wants.asked == 1 else OutcomeDetail.REQUESTS
    notes = [OutcomeDetail.RENDERED.text(), noun.text(requests=wants.asked)]
    if refused := done.refused + wants.refused:
        notes.append(OutcomeDetail.REQUESTS_REFUSED.text(requests=refused))
    if not done.settled:
        notes.append(OutcomeDetail.NOT_SETTLED.text())
    return Rendering(MARK + done.html, ", ".join(notes), wants.rest)
