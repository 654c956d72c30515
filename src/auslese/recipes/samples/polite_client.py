"""Asks engines and sites over HTTP, one request after the other, as politely as a crawl.

Every host rests between two requests, longer if it answers slowly or asks for it. What failed for
a passing reason is tried again. robots.txt is honoured for pages; a search API was described or
named by the user on purpose, so it is asked without.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import sleep, time
from typing import NamedTuple
from urllib.parse import urlsplit

from auslese.crawl.fetch.fetcher import Fetcher, Request
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.politeness.pace import LONGEST_REST as LONGEST_LEAVE
from auslese.crawl.politeness.pace import Pace, Patience
from auslese.crawl.robots.robots_policy import (
    LARGEST_BYTES,
    UNASKED_ROBOTS,
    Robots,
    is_fresh,
    note_of,
    robots_from,
)
from auslese.records.engine_reply import EngineSilence, ReceivedAnswer
from auslese.records.errors import AusleseError
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refused, Unsent
from auslese.records.url import Url, canonical, host_of, origin_of
from auslese.records.whatwg import standard_href
from auslese.store.answer_book import AnswerBook
from auslese.wording.resource_sentences import exhausted_sentence

MOST_REDIRECTS = 5
LONGEST_REST = 300.0
"""Seconds that we wait because a host asks for it; for more, a later command comes back."""
HOPELESS = 3
"""Questions in a row without an answer, after which none is asked a second time."""
MOST_FAILURES = 10
"""Questions in a row without an answer, after which an engine is left alone."""
LONGEST_DETAIL = 200
PATIENCE = Patience(retries=2)  # a person waits for the figures, and a query can be spared
PACE = Pace()
ROBOTS, TEXT = "robots ", "text "  # what a question in the book begins with, if it is no API's


class EngineGoneError(AusleseError):
    """An engine does not answer, or asks to be left alone; later the same command goes on."""


@dataclass(frozen=True, slots=True)
class AskerPolicy:
    """How hosts are treated."""

    agent: str
    delay: float = 1.0
    patience: Patience = PATIENCE
    pace: Pace = PACE
    strict_robots: bool = False
    own_sites: tuple[str, ...] = ()
    most_bytes: int = 10_000_000
    again: bool = False
    """Ask again what failed in an earlier command."""


class RequestKind(NamedTuple):
    """How a question goes out."""

    is_page: bool = False
    """A page of the web, not a search API."""
    headers: tuple[str, ...] = ()


API = RequestKind()
PAGE = RequestKind(is_page=True)


class Asker:
    """The one way from a sample to the network."""

    def __init__(self, fetcher: Fetcher, book: AnswerBook, policy: AskerPolicy) -> None:
        """Ask with this fetcher and keep the answers in this book."""
        self._fetcher = fetcher
        self._book = book
        self._policy = policy
        self._robots: dict[str, Robots] = {}
        self._failures: Counter[str] = Counter()
        """Questions in a row that a host did not answer."""
        self._fresh: set[str] = set()
        """Questions that were asked by this command: what failed is not asked again at once."""
        self.asked = 0
        """Requests that were sent."""

    def api(self, url: str, headers: tuple[str, ...] = ()) -> ReceivedAnswer | EngineSilence:
        """What a search API answers; EngineGoneError if it does not answer for long."""
        return self._kept(url, lambda: self._followed(url, RequestKind(headers=headers)))

    def opening(self, url: str) -> ReceivedAnswer | EngineSilence:
        """As `api`, for what a command begins with: if it fails, the next command asks again."""
        stored_answer = self._book.stored_answer(url)
        if not isinstance(stored_answer, ReceivedAnswer):
            stored_answer = self._followed(url, API)
            if isinstance(stored_answer, ReceivedAnswer):
                self._book.write(url, stored_answer)
        return stored_answer

    def page_text(
        self, url: str, read: Callable[[ReceivedAnswer], str | None]
    ) -> str | EngineSilence:
        """The text of a page of the web, as `read` reads it, or why it cannot be had."""

        def text() -> ReceivedAnswer | EngineSilence:
            got = self._followed(url, PAGE)
            if isinstance(got, EngineSilence):
                return got
            words = read(got)
            if words is None:
                return EngineSilence("unreadable", got.media_type)
            return ReceivedAnswer(
                got.url, got.status, "text/plain", b"", words.encode("utf-8", "replace")
            )

        stored_answer = self._kept(TEXT + url, text)
        return (
            stored_answer.body.decode()
            if isinstance(stored_answer, ReceivedAnswer)
            else stored_answer
        )

    def forget(self) -> None:
        """Ask everything anew; hosts rest as before."""
        self._book.forget()

    def close(self) -> None:
        """Ask nothing more."""
        self._fetcher.close()

    def _kept(
        self, question: str, ask: Callable[[], ReceivedAnswer | EngineSilence]
    ) -> ReceivedAnswer | EngineSilence:
        """The answer out of the book, or a new one that goes there."""
        stored_answer = self._book.stored_answer(question)
        stale = (
            isinstance(stored_answer, EngineSilence)
            and self._policy.again
            and question not in self._fresh
        )
        if stored_answer is None or stale:
            stored_answer = ask()
            self._fresh.add(question)
            self._book.write(question, stored_answer)
        return stored_answer

    def _followed(self, url: str, kind: RequestKind) -> ReceivedAnswer | EngineSilence:
        """Ask, and follow redirects: an API stays on its host, pages go where robots may go."""
        here = url
        for _ in range(MOST_REDIRECTS + 1):
            if kind.is_page and not (rules := self._rules(Url(here))).allows(
                Url(here), self._policy.agent, self._policy.strict_robots
            ):
                return EngineSilence("robots", rules.no[:LONGEST_DETAIL])
            outcome = self._tried(here, kind)
            if not isinstance(outcome, Fetched):
                return silence_from(outcome)
            if not outcome.location:
                return _got(here, outcome)
            target = _target(outcome.location, here, kind)
            if target is None or not (kind.is_page or is_same_place(here, target)):
                return EngineSilence("redirected", f"to {outcome.location}"[:LONGEST_DETAIL])
            here = target
        return EngineSilence("redirects", f"more than {MOST_REDIRECTS}")

    def _tried(self, url: str, kind: RequestKind) -> FetchOutcome:
        """Ask, and ask again as long as there is hope."""
        request = Request(
            Url(url),
            None,
            self._policy.most_bytes,
            any_type=not kind.is_page,
            headers=kind.headers,
        )
        tries = 0
        while True:
            outcome = self._sent(request)
            if not isinstance(outcome, Failed):
                self._note_end(url, kind, None)
                return outcome
            wait = self._policy.patience.again_in(outcome, tries)
            if self._failures[host_of(request.url)] >= HOPELESS:
                wait = -1.0
            if wait < 0 or wait > LONGEST_REST:
                self._note_end(url, kind, outcome)
                return outcome
            self._rest(host_of(request.url), wait)
            tries += 1

    def _note_end(self, url: str, kind: RequestKind, failed: Failed | None) -> None:
        """Count failures in a row; an engine that asks for a long rest ends the command."""
        if kind.is_page:
            return
        host = host_of(Url(url))
        self._failures[host] = self._failures[host] + 1 if failed else 0
        if failed and failed.retry_after > LONGEST_REST:
            raise EngineGoneError(
                f"{host} asks to be left alone for {failed.retry_after:,.0f} seconds; after that,"
                " the same command goes on where it stopped"
            )
        if failed and self._failures[host] >= MOST_FAILURES:
            raise EngineGoneError(
                f"{host} did not answer {self._failures[host]} questions in a row (the last:"
                f" {silence_from(failed).reason}); later, the same command goes on where it"
                " stopped, and with --retry it asks again what failed"
            )

    def _sent(self, request: Request) -> FetchOutcome:
        """Send one request when its host may be asked, and wait for its end."""
        host = host_of(request.url)
        wait = self._book.next_at(host) - time()
        if wait > LONGEST_REST:
            return Failed(Failure.HTTP, "it asked to be left alone", 429, retry_after=wait)
        if wait > 0:
            sleep(wait)
        self._fetcher.start(request)
        self.asked += 1
        while not (answers := self._fetcher.wait(1.0)):
            pass
        outcome = answers[0][1]
        if isinstance(outcome, Unsent):  # of our own machine, so the engine is not to blame
            raise AusleseError(exhausted_sentence(outcome.resource, outcome.detail))
        rest = max(self._delay(request.url), self._policy.pace.pause_after(outcome))
        if isinstance(outcome, Failed):  # a page's host asks for rest as an engine does
            rest = max(rest, min(outcome.retry_after, LONGEST_LEAVE))
        self._rest(host, rest)
        return outcome

    def _delay(self, url: Url) -> float:
        rules = self._robots.get(origin_of(url))
        return max(self._policy.delay, rules.delay(self._policy.agent) if rules else 0.0)

    def _rest(self, host: str, seconds: float) -> None:
        if seconds > 0:
            self._book.rest_until(host, time() + seconds)

    # -- robots.txt -------------------------------------------------------------------------------

    def _rules(self, url: Url) -> Robots:
        """What robots.txt says on the origin of a page."""
        origin = origin_of(url)
        if host_of(url) in self._policy.own_sites:
            return UNASKED_ROBOTS
        if origin not in self._robots:
            self._robots[origin] = self._fetched_rules(origin)
        return self._robots[origin]

    def _fetched_rules(self, origin: str) -> Robots:
        question = f"{ROBOTS}{origin}"
        known = self._book.stored_answer(question)
        if isinstance(known, ReceivedAnswer):
            stored_answer = known.body.decode("utf-8", "replace")
            note = RobotsNote(origin, known.status, stored_answer, 0.0, float(known.header))
            if is_fresh(note, time()):
                return robots_from(note)
        outcome = self._robots_outcome(origin)
        if isinstance(outcome, Refused):
            return Robots(unreachable=f"robots.txt: {outcome.detail or outcome.why}")
        note = note_of(origin, outcome, time())
        until = str(note.until).encode()
        self._book.write(
            question,
            ReceivedAnswer(origin, note.status, "", until, note.text.encode("utf-8", "replace")),
        )
        return robots_from(note)

    def _robots_outcome(self, origin: str) -> FetchOutcome:
        """The answer to the request for robots.txt, behind redirects (RFC 9309, 2.3.1.2)."""
        url = f"{origin}/robots.txt"
        for _ in range(MOST_REDIRECTS + 1):
            request = Request(Url(url), None, LARGEST_BYTES, any_type=True, may_cut=True)
            outcome = self._sent(request)
            if not (isinstance(outcome, Fetched) and outcome.location):
                return outcome
            url = _target(outcome.location, url, PAGE) or ""
            if not url:
                return Failed(Failure.HTTP, "redirected to nowhere", 404)
        return outcome


def silence_from(outcome: Failed | Refused) -> EngineSilence:
    """Why there is no answer, in one word and some."""
    if isinstance(outcome, Failed) and outcome.why is Failure.HTTP and outcome.status:
        return EngineSilence(f"status_{outcome.status}", outcome.detail[:LONGEST_DETAIL])
    return EngineSilence(str(outcome.why), outcome.detail[:LONGEST_DETAIL])


def _got(url: str, fetched: Fetched) -> ReceivedAnswer:
    return ReceivedAnswer(
        url, fetched.status, fetched.media_type, fetched.header_bytes, fetched.body
    )


def is_same_place(here: str, target: str) -> bool:
    """Whether an API that redirects stays where it is.

    Its header lines may hold keys, which are for nobody else: not for another port, nor for who
    listens in because a redirect leaves https.
    """
    ours, theirs = urlsplit(here), urlsplit(target)
    is_as_safe = theirs.scheme in ("https", ours.scheme)
    return ours.netloc == theirs.netloc and is_as_safe


def _target(location: str, base: str, kind: RequestKind) -> str | None:
    """Where a redirect points to, if that is on the web."""
    if kind.is_page:
        return canonical(location, base)
    target = standard_href(location, base)
    return target if target and target.startswith(("http://", "https://")) else None
