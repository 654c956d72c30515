"""Runs the errands of leased hosts: robots.txt first, then page by page."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha1
from time import monotonic, time

from auslese.crawl.conditional import NOT_MODIFIED, conditions_of
from auslese.crawl.fetch import Fetcher, Request
from auslese.crawl.frontier import EVERY_ORIGIN, Ended, Errand, Known, RobotsNote
from auslese.crawl.keeping import Capture, Exchange, Keeper
from auslese.crawl.outbox import Outbox
from auslese.crawl.politeness import (
    HOST_TROUBLE,
    LONGEST_REST,
    LONGEST_WAIT,
    Pace,
    Patience,
    is_host_trouble,
)
from auslese.crawl.resolve import NameResolver, Resolved
from auslese.crawl.robots import LARGEST_BYTES, NOT_ASKED, Robots, note_of
from auslese.crawl.rows import (
    Taken,
    content_digest,
    ended_at_redirect,
    ended_in_vain,
    ended_unchanged,
    ended_unindexed,
    ended_with_page,
    log_line,
    page_row,
    stream_line,
)
from auslese.crawl.session import MOST_ROBOTS_HOPS, STALE, Session
from auslese.crawl.shapes import shape_of
from auslese.crawl.sitemaps import (
    LARGEST_SITEMAP,
    MOST_AT_ONCE,
    ended_with_sitemap,
    is_misnamed,
    named_visits,
    pardoned,
    sitemap_visits,
)
from auslese.records.document import Link, Reading, may_follow
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.url import Url, canonical, host_of, key_of, origin_of
from auslese.records.visit import SITEMAP_BUCKETS, Visit

RECENT_URLS = 100_000  # just seen, with their keys: keeps most links out of the reports
LONGEST_DETAIL = 500
MOVED = 300
NOT_THERE = (404, 410)


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
    resolver: NameResolver | None = None
    """None: whoever fetches finds the addresses, as a proxy does."""
    refuse_address: Callable[[Url, str], Refused | None] = lambda url, address: None
    """Why nothing may be asked at an address for this URL's sake."""
    read_sitemap: Callable[[Url, Fetched], Reading] = lambda url, got: Reading(got.media_type)
    """Reads what the site itself calls a sitemap."""
    sketch: Callable[[Url, bytes], int] = lambda url, body: 0
    """64 bits that are alike for texts that are alike."""


@dataclass(frozen=True, slots=True)
class ErrandSettings:
    """How errands are run."""

    agent: str
    """The name by which robots.txt knows us."""
    body_bytes: int = 10_000_000
    redirects: int = 10
    media_types: frozenset[str] = frozenset()
    patience: Patience = field(default_factory=Patience)
    pace: Pace = field(default_factory=Pace)
    unverified_tls: bool = False
    """Whether a host whose certificate does not verify may be asked nevertheless."""
    share_addresses: bool = True
    """Whether hosts may be asked beside others at their address."""
    strict_robots: bool = False
    """Stay away from where we may not even see robots.txt."""
    own_sites: frozenset[str] = frozenset()
    """Hosts at which robots.txt is not asked, because they are the user's own."""
    stream: bool = False
    log: bool = False
    sitemaps: str = "listed"
    """Which to ask for: listed (by robots.txt), probe (also under the usual names), off."""


class ErrandRunner:
    """Sends the next request of a session and makes news of what comes back."""

    def __init__(self, settings: ErrandSettings, parts: Parts) -> None:
        """Nothing under way, nothing to report."""
        self._settings = settings
        self._parts = parts
        self._recent: dict[Url, int] = {}
        self._with_sitemap: set[int] = set()
        self.outbox = Outbox()

    def start_next(self, session: Session) -> None:
        """Send the next request, or end the errand that may not be sent."""
        errand = session.errands[0]
        robots = self._robots_for(session, errand.visit.url)
        if robots is None:
            session.robots_origin = origin_of(errand.visit.url)
            session.robots_hops = 0
            self._send(session, Url(session.robots_origin + "/robots.txt"))
        elif not robots.allows(
            errand.visit.url, self._settings.agent, self._settings.strict_robots
        ):
            session.errands.popleft()
            self._end(session, errand, Refused(Refusal.ROBOTS, robots.no))
        elif refused := self._refused_at(session, errand):
            session.errands.popleft()
            self._end(session, errand, refused)
        elif self._must_wait(errand):
            session.put_off(monotonic())
        else:
            self._send(session, errand.visit.url)

    def _robots_for(self, session: Session, url: Url) -> Robots | None:
        """The rules for this URL; None if they have yet to be asked for."""
        if self._settings.own_sites and host_of(url) in self._settings.own_sites:
            return NOT_ASKED
        return session.robots_for(url)

    def _must_wait(self, errand: Errand) -> bool:
        """Sitemaps are large: only a few at once, or memory would not be bounded."""
        is_sitemap = errand.visit.bucket in SITEMAP_BUCKETS
        return is_sitemap and len(self._with_sitemap) >= MOST_AT_ONCE

    def _refused_at(self, session: Session, errand: Errand) -> Refused | None:
        """Ask the rules about addresses; on a kept connection nobody else would."""
        return self._parts.refuse_at(errand.visit.url, session.address) if session.address else None

    def _send(self, session: Session, url: Url) -> None:
        """Send a request, as soon as it is known where to."""
        session.busy = True
        robots = bool(session.robots_origin)
        errand = session.errands[0]
        sitemap = not robots and errand.visit.bucket in SITEMAP_BUCKETS
        most = LARGEST_BYTES if robots else self._settings.body_bytes
        if sitemap:
            most = max(most, LARGEST_SITEMAP)
            self._with_sitemap.add(session.lease.host_id)
        request = Request(
            url,
            session,
            most,
            any_type=robots or sitemap,
            may_cut=robots,
            for_url=errand.visit.url,
            head_only=not robots and self._looks_first(session, errand),
            verify=not session.unverified,
            headers=() if robots else conditions_of(errand.before),
        )
        resolver = self._parts.resolver
        elsewhere = host_of(url) != session.lease.host  # robots.txt may be redirected anywhere
        if resolver is None or (session.is_address_fresh and not elsewhere):
            self._start(request, session.address if not elsewhere else "")
        else:
            resolver.start(host_of(url), request)

    def _looks_first(self, session: Session, errand: Errand) -> bool:
        """Whether to ask for the header first; the frontier's advice may be a bundle old."""
        if session.looked_at == errand.id or errand.visit.bucket in SITEMAP_BUCKETS:
            return False
        if errand.before is not None:  # it was a page when we saw it last
            return False
        return errand.look_first or (
            bool(session.doubted) and shape_of(errand.visit.url).own in session.doubted
        )

    def _start(self, request: Request, address: str) -> None:
        session = request.ticket
        assert isinstance(session, Session)
        session.asked += 1
        pinned = address if self._parts.resolver is not None else ""
        self._parts.fetcher.start(replace(request, address=pinned))

    def take_resolved(self, resolved: Resolved) -> None:
        """Go on with a request whose host has been found, or not."""
        request = resolved.ticket
        assert isinstance(request, Request)
        session = request.ticket
        assert isinstance(session, Session)
        if session.ended:  # stopped meanwhile
            self._with_sitemap.discard(session.lease.host_id)
            return
        if resolved.failed is not None:
            self.take(request, resolved.failed)
            return
        page = request.for_url or request.url
        verdicts = {at: self._parts.refuse_address(page, at) for at in resolved.addresses}
        good = tuple(at for at, refused in verdicts.items() if refused is None)
        if not good:
            self.take(request, next(filter(None, verdicts.values())))
        elif host_of(request.url) != session.lease.host:
            self._start(request, good[0])
        elif session.move(good, time()) or self._settings.share_addresses:
            self._start(request, session.address)
        else:
            self._with_sitemap.discard(session.lease.host_id)
            session.hand_over(monotonic())

    def take(self, request: Request, outcome: FetchOutcome) -> None:
        """Make news of an answer."""
        session = request.ticket
        assert isinstance(session, Session)
        self._with_sitemap.discard(session.lease.host_id)
        session.pause(monotonic(), self._settings.pace.pause_after(outcome))
        self._count_errors(session, outcome)
        if isinstance(outcome, Fetched):
            session.address = outcome.address or session.address
            session.bytes += len(outcome.raw_body)
            session.seconds += outcome.seconds
            session.failures = 0
            if session.unverified:
                outcome = replace(outcome, unverified=session.unverified)
        if self._bear_certificate(session, outcome):
            return
        if session.robots_origin:
            self._take_robots(session, request, outcome)
        elif request.head_only and not _settles_it(outcome):
            session.looked_at = session.errands[0].id
        else:
            self._take_page(session, request, outcome)
        if not self._settings.share_addresses and session.rests_long(monotonic()):
            session.end()  # others may be asked at its address meanwhile

    def _count_errors(self, session: Session, outcome: FetchOutcome) -> None:
        """Leave a host alone that has used up its error budget."""
        pace = self._settings.pace
        session.errors = pace.errors_after(outcome, session.errors)
        if session.errors >= pace.error_budget and not session.give_up:
            words = f"{session.errors:.0f} errors in a row at {session.lease.host}"
            session.give_up = f"{EVERY_ORIGIN} refused {Refusal.ERRORS} {words}"
            session.errors = 0.0  # a later crawl begins anew
            session.end()

    def _bear_certificate(self, session: Session, outcome: FetchOutcome) -> bool:
        """Whether to ask the same again without insisting on a certificate, once."""
        if not isinstance(outcome, Failed) or outcome.why is not Failure.TLS:
            return False
        if session.unverified or not self._settings.unverified_tls:
            return False
        session.unverified = outcome.detail or "no reason given"
        return True

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
        else:
            which, refuse = self._settings.sitemaps, self._parts.refuse
            self.outbox.found.extend(named_visits(note.origin, robots.sitemaps, which, refuse))

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
        session.resolved_at = STALE
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
        if session.failures > self._settings.patience.retries and not session.give_up:
            kind = "failed" if isinstance(trouble, Failed) else "refused"
            session.give_up = f"{origin} {kind} {trouble.why} {trouble.detail}"

    # -- pages ------------------------------------------------------------------------------------

    def _take_page(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        errand = session.errands.popleft()
        if isinstance(outcome, Refused) and outcome.why is Refusal.TYPE:
            session.doubted.add(shape_of(errand.visit.url).own)
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
        patience = self._settings.patience
        again_in = patience.again_in(failed, errand.tries)
        if is_host_trouble(failed):
            rest = patience.back_off(max(errand.tries, session.failures))
            session.pause(monotonic(), max(rest, again_in, min(failed.retry_after, LONGEST_REST)))
            session.end()
            if failed.why in HOST_TROUBLE:
                session.failures += 1
                session.resolved_at = STALE
                self._give_up_if_hopeless(session, origin_of(errand.visit.url), failed)
        if failed.retry_after > LONGEST_WAIT:
            words = f"it asks to be left alone for {failed.retry_after:.0f} s"
            session.give_up = f"{EVERY_ORIGIN} refused {Refusal.ERRORS} {words}"
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
        if fetched.status == NOT_MODIFIED and errand.before is not None:
            self._end_not_modified(session, errand, request, fetched)
            return
        if fetched.status >= MOVED:
            self._archive(request, fetched, at)
            self._end_redirect(session, errand, fetched, at)
            return
        taken = self._keep(request, errand, fetched, at)
        if taken.reading.kind == "sitemap":
            self.outbox.found.extend(sitemap_visits(errand.visit, taken.reading, self._parts))
            self.outbox.hints.extend((key_of(url), at) for url, at in taken.reading.modified)
            self._note(ended_with_sitemap(errand, session.lease.host_id, taken), errand)
            return
        media_type = taken.reading.media_type
        if is_misnamed(errand.visit, taken.reading):
            self._end(session, errand, Refused(Refusal.TYPE, f"no sitemap, but {media_type}"))
            return
        if media_type not in self._settings.media_types:
            said = fetched.media_type or "nothing"
            refused = Refused(Refusal.TYPE, f"{media_type}, though the server says {said}")
            self._end(session, errand, refused)
            return
        refused_by = taken.reading.directives.refusal(at)
        if not refused_by and self._is_as_before(errand, taken):
            ended = ended_unchanged(errand, session.lease.host_id, fetched, at, "same content")
            self._note(ended, errand)
            return
        self._follow(errand.visit, taken, keep=not refused_by)
        if refused_by:
            ended = ended_unindexed(errand, session.lease.host_id, taken, refused_by)
            self._note(ended, errand)
            return
        page = page_row(errand, taken)
        ended = ended_with_page(errand, session.lease.host_id, taken, page)
        if errand.suspect:
            ended = ended._replace(sketch=self._parts.sketch(errand.visit.url, fetched.body))
        self._note(ended, errand)
        if self._settings.stream:
            self.outbox.lines.append(stream_line(page, taken))

    def _is_as_before(self, errand: Errand, taken: Taken) -> bool:
        """Whether a page we come back to says what it said."""
        return errand.before is not None and content_digest(taken) == errand.before.digest

    def _end_not_modified(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        """Archive an answer without a body as one that points to the body we have."""
        at, before = time(), errand.before
        assert before is not None
        known = Known(before.url, errand.visit.key, before.at, before.payload)
        self._archive(request, fetched, at, before.payload, known)
        host_id = session.lease.host_id
        self._note(ended_unchanged(errand, host_id, fetched, at, "not modified"), errand)

    def _keep(self, request: Request, errand: Errand, fetched: Fetched, at: float) -> Taken:
        """Archive the page and read it."""
        payload = sha1(fetched.raw_body).digest()
        digest = payload if fetched.body is fetched.raw_body else sha1(fetched.body).digest()
        earlier = self._parts.known_content(digest) if fetched.body else None
        if earlier is not None and earlier.payload != payload:
            earlier = None  # the same text packed otherwise must be kept to be replayed
        capture = self._archive(request, fetched, at, payload, earlier)
        reading = self._read(errand.visit, fetched)
        return Taken(fetched, reading, capture, at, digest, payload)

    def _read(self, visit: Visit, fetched: Fetched) -> Reading:
        if visit.bucket in SITEMAP_BUCKETS:
            reading = self._parts.read_sitemap(visit.url, fetched)
            if reading.kind != "page" or not visit.hops:
                return reading
        return self._parts.read(visit.url, fetched)  # sent elsewhere, we may have come to a page

    def _archive(
        self,
        request: Request,
        answer: Fetched | Failed,
        at: float,
        payload: bytes = b"",
        earlier: Known | None = None,
    ) -> Capture:
        """Keep what came, if anything did."""
        if not answer.header_bytes or request.head_only:
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
            )
        )

    # -- where it leads ---------------------------------------------------------------------------

    def _end_redirect(self, session: Session, errand: Errand, fetched: Fetched, at: float) -> None:
        """A redirect is an outcome; where it points to is a visit of its own."""
        visit = errand.visit
        target = canonical(fetched.location, visit.url)
        if target is not None and target != visit.url:
            self.outbox.found.append(self._redirected(visit, target))
        where = target or fetched.location[:LONGEST_DETAIL]
        host_id = session.lease.host_id
        self._note(ended_at_redirect(errand, host_id, fetched, where, at), errand)

    def _redirected(self, visit: Visit, target: Url) -> Visit:
        hops = visit.hops + 1
        why = pardoned(self._parts.refuse(target, visit.depth), visit.bucket)
        if hops > self._settings.redirects:
            why = f"{Refusal.REDIRECTS}: {hops} in a row"
        key, host = key_of(target), host_of(target)
        return Visit(target, key, host, visit.depth, visit.bucket, visit.key, hops, why)

    def _follow(self, visit: Visit, taken: Taken, *, keep: bool) -> None:
        """Report the links that may be followed and that we have not just reported.

        All of them are rows for the links table, if the page is to be kept.
        """
        reading = taken.reading
        if len(self._recent) > RECENT_URLS:
            self._recent.clear()
        recent, targets, fresh, links = self._recent, [], [], reading.links
        nofollow = reading.directives.nofollow
        for place, url in enumerate(links.urls):
            key = recent.get(url)
            if key is None:
                key = key_of(url)
                if not nofollow and may_follow(links.rels[place]):
                    recent[url] = key
                    fresh.append(place)
            targets.append(key)
        if keep:
            self.outbox.links.add(visit.key, links, targets, taken.at)
        for place in fresh:
            self.outbox.found.append(self._found(visit, links[place], targets[place]))

    def _found(self, visit: Visit, link: Link, key: int) -> Visit:
        depth = visit.depth + 1
        bucket, why = self._parts.bucket(link), self._parts.refuse(link.url, depth)
        return Visit(link.url, key, host_of(link.url), depth, bucket, visit.key, 0, why)


def _settles_it(outcome: FetchOutcome) -> bool:
    """Whether a header alone says enough: what we do not want, or what is not there.

    Servers that do not know HEAD, or answer it with errors of their own, are asked as usual.
    """
    if isinstance(outcome, Failed):
        return outcome.why is not Failure.HTTP or outcome.status in NOT_THERE
    return isinstance(outcome, Refused)
