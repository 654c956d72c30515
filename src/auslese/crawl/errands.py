"""Runs the errands of leased hosts: robots.txt first, then page by page."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha1
from time import monotonic, time

from auslese.crawl.fetch import Fetcher, Request
from auslese.crawl.frontier import Ended, Errand, Known, RobotsNote
from auslese.crawl.keeping import Capture, Exchange, Keeper, rendered_in
from auslese.crawl.outbox import Outbox
from auslese.crawl.politeness import HOST_TROUBLE, Patience, is_host_trouble
from auslese.crawl.robots import LARGEST_BYTES, note_of
from auslese.crawl.rows import (
    Taken,
    ended_at_redirect,
    ended_in_vain,
    ended_with_page,
    log_line,
    page_row,
    stream_line,
)
from auslese.crawl.session import MOST_ROBOTS_HOPS, Session
from auslese.records.document import Link, Links, Reading
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.url import Url, canonical, host_of, key_of, origin_of
from auslese.records.visit import Visit

RECENT_URLS = 100_000  # just seen, with their keys: keeps most links out of the reports
LONGEST_DETAIL = 500
LONGEST_TARGET = 2048  # of a redirect, in its detail; the default of limits.url_length
MOVED = 300
ROOM_SECONDS = 0.2  # until we look again whether there is room for a page that needs much


@dataclass(frozen=True, slots=True)
class Parts:
    """What a worker is made of; the recipe puts it together."""

    fetcher: Fetcher
    keeper: Keeper
    read: Callable[[Url, Fetched], Reading]
    refuse: Callable[[Url, int], str]
    """Why a URL at a depth is not to be fetched, as `reason: detail`; empty if it is."""
    bucket: Callable[[Link], int]
    known_content: Callable[[bytes], Known | None]
    pack_links: Callable[[dict[str, list[int] | list[str]]], bytes]
    mark_reading: Callable[[int], None]
    """Tells the coordinator's shared memory which URL is being read, in case we die of it."""
    refuse_at: Callable[[Url, str], Refused | None] = lambda url, address: None
    """Why a URL is not to be fetched from the address that its host is known to have."""
    has_room_for: Callable[[Url], bool] = lambda url: True
    """Whether this URL can be worked on now; if not, the host waits a little."""


@dataclass(frozen=True, slots=True)
class ErrandSettings:
    """How errands are run."""

    agent: str
    """The name by which robots.txt knows us."""
    body_bytes: int = 10_000_000
    redirects: int = 10
    media_types: frozenset[str] = frozenset()
    patience: Patience = field(default_factory=Patience)
    stream: bool = False
    log: bool = False


class ErrandRunner:
    """Sends the next request of a session and makes news of what comes back."""

    def __init__(self, settings: ErrandSettings, parts: Parts) -> None:
        """Nothing under way, nothing to report."""
        self._settings = settings
        self._parts = parts
        self._recent: dict[Url, int] = {}
        self.outbox = Outbox()

    def start_next(self, session: Session) -> None:
        """Send the next request, or end the errand that may not be sent."""
        errand = session.errands[0]
        robots = session.robots_for(errand.visit.url)
        if robots is None:
            session.robots_origin = origin_of(errand.visit.url)
            session.robots_hops = 0
            self._send(session, Url(session.robots_origin + "/robots.txt"))
        elif not robots.allows(errand.visit.url, self._settings.agent):
            session.errands.popleft()
            self._end(session, errand, Refused(Refusal.ROBOTS, "robots.txt says no"))
        elif refused := self._refused_at(session, errand):
            session.errands.popleft()
            self._end(session, errand, refused)
        elif not self._parts.has_room_for(errand.visit.url):
            session.next_at = monotonic() + ROOM_SECONDS
        else:
            self._send(session, errand.visit.url)

    def _refused_at(self, session: Session, errand: Errand) -> Refused | None:
        """Ask the rules about addresses; on a kept connection nobody else would."""
        return self._parts.refuse_at(errand.visit.url, session.address) if session.address else None

    def _send(self, session: Session, url: Url) -> None:
        session.busy = True
        session.asked += 1
        robots = bool(session.robots_origin)
        most = LARGEST_BYTES if robots else self._settings.body_bytes
        page = session.errands[0].visit.url
        self._parts.fetcher.start(Request(url, session, most, robots, robots, for_url=page))

    def take(self, request: Request, outcome: FetchOutcome) -> None:
        """Make news of an answer."""
        session = request.ticket
        assert isinstance(session, Session)
        session.pause(monotonic())
        if isinstance(outcome, Fetched):
            session.address = outcome.address
            session.bytes += len(outcome.raw_body)
            session.seconds += outcome.seconds
            session.failures = 0
            if outcome.rendering is not None:
                session.pause(monotonic(), outcome.rendering.rest)
        if session.robots_origin:
            self._take_robots(session, request, outcome)
        else:
            self._take_page(session, request, outcome)

    # -- robots.txt -------------------------------------------------------------------------------

    def _take_robots(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        if isinstance(outcome, Refused):
            self._end_refused(session, outcome)
            return
        self._archive(request, outcome, time())
        if (
            isinstance(outcome, Fetched)
            and outcome.location
            and self._redirect_robots(session, request, outcome)
        ):
            return
        note = note_of(session.robots_origin, outcome, time())
        session.robots_origin = session.robots_next = ""
        robots = session.learn_robots(note, self._settings.agent)
        session.pause(monotonic())  # by the delay we have just been asked for
        self.outbox.robots.append(note)
        if robots.unreachable:
            self._defer_origin(session, outcome, note)

    def _redirect_robots(self, session: Session, request: Request, fetched: Fetched) -> bool:
        """Note where robots.txt is to be fetched instead, at the next permitted moment."""
        target = canonical(fetched.location, request.url)
        session.robots_hops += 1
        if target is None or session.robots_hops > MOST_ROBOTS_HOPS:
            return False
        session.robots_next = target
        return True

    def follow_robots(self, session: Session) -> None:
        """Fetch robots.txt from where it was redirected to."""
        url, session.robots_next = Url(session.robots_next), ""
        self._send(session, url)

    def _end_refused(self, session: Session, refused: Refused) -> None:
        """End what may not be asked for at that address: one page by the scope, else all."""
        origin, session.robots_origin = session.robots_origin, ""
        if refused.why is Refusal.SCOPE:
            self._end(session, session.errands.popleft(), refused)
            return
        for errand in session.take_errands_of(origin):
            self._end(session, errand, refused)

    def _defer_origin(self, session: Session, outcome: FetchOutcome, note: RobotsNote) -> None:
        """Nothing may be fetched while the rules cannot be known: wait, then ask again.

        Other origins of the host (http beside https) are not concerned.
        """
        failed = outcome if isinstance(outcome, Failed) else Failed(Failure.PROTOCOL)
        trouble: Refused | Failed = failed
        if failed.why not in HOST_TROUBLE:
            detail = f"robots.txt cannot be read: {failed.detail or note.status}"
            trouble = Refused(Refusal.ROBOTS, detail)
        session.failures += 1
        wait = 0.0
        for errand in session.take_errands_of(note.origin):
            again_in = self._settings.patience.again_in(failed, errand.tries)
            self._end(session, errand, trouble, again_in)
            wait = max(wait, again_in)
        self._give_up_if_hopeless(session, note.origin, trouble)
        if not session.errands:
            session.pause(monotonic(), wait)

    def _give_up_if_hopeless(
        self, session: Session, origin: str, trouble: Refused | Failed
    ) -> None:
        if session.failures > self._settings.patience.retries:
            kind = "failed" if isinstance(trouble, Failed) else "refused"
            session.give_up = f"{origin} {kind} {trouble.why} {trouble.detail}"

    # -- pages ------------------------------------------------------------------------------------

    def _take_page(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        errand = session.errands.popleft()
        if isinstance(outcome, Fetched):
            self._parts.mark_reading(errand.id)
            self._take_fetched(session, errand, request, outcome)
            self._parts.mark_reading(0)
        elif isinstance(outcome, Failed):
            self._archive(request, outcome, time())
            self._take_failed(session, errand, outcome)
        else:
            self._end(session, errand, outcome)

    def _take_failed(self, session: Session, errand: Errand, failed: Failed) -> None:
        again_in = self._settings.patience.again_in(failed, errand.tries)
        if is_host_trouble(failed):
            session.pause(monotonic(), max(again_in, 0.0))
            session.end()
            if failed.why in HOST_TROUBLE:
                session.failures += 1
                self._give_up_if_hopeless(session, origin_of(errand.visit.url), failed)
        self._end(session, errand, failed, again_in)

    def _end(
        self, session: Session, errand: Errand, outcome: Refused | Failed, again_in: float = -1.0
    ) -> None:
        ended = ended_in_vain(errand, session.lease.host_id, outcome, time())
        self._note(ended._replace(again_in=again_in), errand)

    def _note(self, ended: Ended, errand: Errand) -> None:
        self.outbox.ended.append(ended)
        if self._settings.log:
            self.outbox.log.append(log_line(ended, errand))

    def _take_fetched(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        at = time()
        if fetched.status >= MOVED:
            self._archive(request, fetched, at)
            self._end_redirect(session, errand, fetched, at)
            return
        taken = self._keep(request, errand, fetched, at)
        media_type = taken.reading.media_type
        if media_type not in self._settings.media_types:
            said = fetched.media_type or "nothing"
            refused = Refused(Refusal.TYPE, f"{media_type}, though the server says {said}")
            self._end(session, errand, refused)
            return
        self._follow(errand.visit, taken.reading.links)
        page = page_row(errand, taken)
        self._note(ended_with_page(errand, session.lease.host_id, taken, page), errand)
        if self._settings.stream:
            self.outbox.lines.append(stream_line(page, taken))

    def _keep(self, request: Request, errand: Errand, fetched: Fetched, at: float) -> Taken:
        """Archive the page and read it."""
        payload = sha1(fetched.raw_body).digest()
        content = fetched.content
        digest = payload if content is fetched.raw_body else sha1(content).digest()
        earlier = self._parts.known_content(digest) if fetched.body else None
        if earlier is not None and earlier.payload != payload:
            earlier = None  # the same text packed otherwise must be kept to be replayed
        capture = self._archive(request, fetched, at, payload, earlier)
        reading = self._parts.read(errand.visit.url, fetched)
        return Taken(fetched, reading, capture, at, digest, payload)

    def _archive(
        self,
        request: Request,
        answer: Fetched | Failed,
        at: float,
        payload: bytes = b"",
        earlier: Known | None = None,
    ) -> Capture:
        """Keep what came, if anything did."""
        if not answer.header_bytes:
            return Capture("", 0, 0)
        return self._parts.keeper.keep(
            Exchange(
                request.url,
                at,
                self._parts.fetcher.request_bytes(request),
                answer.header_bytes,
                answer.raw_body,
                answer.status,
                answer.media_type if isinstance(answer, Fetched) else "",
                answer.address if isinstance(answer, Fetched) else "",
                payload or sha1(answer.raw_body).digest(),
                earlier,
                rendered_in(answer),
            )
        )

    # -- where it leads ---------------------------------------------------------------------------

    def _end_redirect(self, session: Session, errand: Errand, fetched: Fetched, at: float) -> None:
        """A redirect is an outcome; where it points to is a visit of its own."""
        visit = errand.visit
        target = canonical(fetched.location, visit.url)
        if target is not None and target != visit.url:
            self.outbox.found.append(self._redirected(visit, target))
        where = target[:LONGEST_TARGET] if target else fetched.location[:LONGEST_DETAIL]
        host_id = session.lease.host_id
        self._note(ended_at_redirect(errand, host_id, fetched, where, at), errand)

    def _redirected(self, visit: Visit, target: Url) -> Visit:
        hops = visit.hops + 1
        why = self._parts.refuse(target, visit.depth)
        if hops > self._settings.redirects:
            why = f"{Refusal.REDIRECTS}: {hops} in a row"
        key, host = key_of(target), host_of(target)
        return Visit(target, key, host, visit.depth, visit.bucket, visit.key, hops, why)

    def _follow(self, visit: Visit, links: Links) -> None:
        """Report the links that we have not just reported; keep all of them for the links table."""
        if len(self._recent) > RECENT_URLS:
            self._recent.clear()
        recent, targets, fresh = self._recent, [], []
        for place, url in enumerate(links.urls):
            key = recent.get(url)
            if key is None:
                key = recent[url] = key_of(url)
                fresh.append(place)
            targets.append(key)
        self.outbox.links.add(visit.key, links, targets)
        for place in fresh:
            self.outbox.found.append(self._found(visit, links[place], targets[place]))

    def _found(self, visit: Visit, link: Link, key: int) -> Visit:
        depth = visit.depth + 1
        bucket, why = self._parts.bucket(link), self._parts.refuse(link.url, depth)
        return Visit(link.url, key, host_of(link.url), depth, bucket, visit.key, 0, why)
