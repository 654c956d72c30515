"""Runs the errands of leased hosts: robots.txt first, then page by page."""

from dataclasses import replace
from time import monotonic, time

from auslese.crawl.fetch.conditional_requests import conditions_of
from auslese.crawl.fetch.fetcher import Request
from auslese.crawl.fetch.name_resolver import ResolvedName, known_address
from auslese.crawl.frontier.lease import Errand, RobotsNote
from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.worker_report import GivenUp
from auslese.crawl.politeness.pace import (
    HOST_DOWN,
    HOST_TROUBLE,
    LONGEST_REST,
    LONGEST_WAIT,
    is_host_trouble,
    retry_of,
    time_factor,
)
from auslese.crawl.robots.rights_requests import LARGEST_BYTES as LARGEST_RIGHTS_FILE
from auslese.crawl.robots.rights_requests import (
    RightsRequest,
    redirected,
    rights_note,
    rights_requests,
)
from auslese.crawl.robots.robots_policy import LARGEST_BYTES, UNASKED_ROBOTS, Robots, note_of
from auslese.crawl.robots.sitemap_requests import LARGEST_SITEMAP, MOST_AT_ONCE, named_visits
from auslese.crawl.traps.url_shapes import shape_of
from auslese.crawl.worker.outbox import Outbox
from auslese.crawl.worker.page_taker import PageProcessor
from auslese.crawl.worker.session import LONGEST_HOLD, MOST_ROBOTS_HOPS, Session
from auslese.crawl.worker.worker_parts import ErrandSettings, WorkerParts
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.url import Url, canonical, host_of, origin_of
from auslese.records.visit import SITEMAP_BUCKETS
from auslese.wording.outcome_sentences import OutcomeDetail

NOT_THERE = (404, 410)
REMEMBERED_LICENCES = 10_000  # addresses that a worker asks for once: sites name them on each page


class ErrandRunner:
    """Sends the next request of a session and makes news of what comes back."""

    def __init__(self, settings: ErrandSettings, parts: WorkerParts) -> None:
        """Nothing under way, nothing to report."""
        self._settings = settings
        self._parts = parts
        self._processor = PageProcessor(settings, parts)
        self._with_sitemap: set[int] = set()
        self._licences: set[Url] = set()

    @property
    def outbox(self) -> Outbox:
        """News since the last report."""
        return self._processor.outbox

    @outbox.setter
    def outbox(self, outbox: Outbox) -> None:
        self._processor.outbox = outbox

    def judge_pages(self) -> None:
        """Say how much the links of the last pages promise, before they are reported."""
        self._processor.judge_pages()

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
            self._processor.end(session, errand, Refused(Refusal.ROBOTS, robots.no))
        elif refused := self._refused_at(session, errand):
            session.errands.popleft()
            self._processor.end(session, errand, refused)
        elif session.rights_files:
            self._send(session, session.rights_files[0].url)
        elif self._must_wait(errand):
            session.put_off(monotonic())
        else:
            self._send(session, errand.visit.url)

    def _robots_for(self, session: Session, url: Url) -> Robots | None:
        """The rules for this URL; None if they have yet to be asked for."""
        if self._settings.own_sites and host_of(url) in self._settings.own_sites:
            session.robots[origin_of(url)] = (
                UNASKED_ROBOTS  # what a rendered page asks for needs it too
            )
            return UNASKED_ROBOTS
        return session.robots_for(url)

    def _must_wait(self, errand: Errand) -> bool:
        """Sitemaps and rendered pages are large: a few at once, or memory would not be bounded."""
        if errand.visit.bucket in SITEMAP_BUCKETS:
            return len(self._with_sitemap) >= MOST_AT_ONCE
        return not self._parts.has_room_for(errand.visit.url)

    def _refused_at(self, session: Session, errand: Errand) -> Refused | None:
        """Ask the rules about addresses; on a kept connection nobody else would."""
        return self._parts.refuse_at(errand.visit.url, session.address) if session.address else None

    def _send(self, session: Session, url: Url) -> None:
        """Send a request, as soon as it is known where to."""
        session.busy = True
        robots, rights = bool(session.robots_origin), session.asks_for_rights
        errand = session.errands[0]
        sitemap = not (robots or rights) and errand.visit.bucket in SITEMAP_BUCKETS
        most = LARGEST_BYTES if robots else self._settings.body_bytes
        most = LARGEST_RIGHTS_FILE if rights else most
        if sitemap:
            most = max(most, LARGEST_SITEMAP)
            self._with_sitemap.add(session.lease.host_id)
        request = Request(
            url,
            session,
            most,
            any_type=robots or rights or sitemap,
            may_cut=robots or rights,
            for_url=errand.visit.url,
            head_only=not (robots or rights) and self._looks_first(session, errand),
            verify=not (session.unverified and self._settings.unverified_tls),
            time_factor=time_factor(errand.tries),
            headers=() if robots or rights else conditions_of(errand.before),
        )
        resolver = self._parts.resolver
        elsewhere = host_of(url) != session.lease.host  # robots.txt may be redirected anywhere
        literal = known_address(host_of(url)) if resolver is None else ""
        if literal and (refused := self._parts.refuse_address(errand.visit.url, literal)):
            self.take(request, refused)  # a proxy would not mind
        elif resolver is None or (session.is_address_fresh and not elsewhere):
            self._start(request, session.address if not elsewhere else "")
        else:
            session.resolving = True
            resolver.start(host_of(url), request)

    def _looks_first(self, session: Session, errand: Errand) -> bool:
        """Whether to ask for the header first; the frontier's advice may be a bundle old."""
        if session.looked_at == errand.id or errand.visit.bucket in SITEMAP_BUCKETS:
            return False
        if errand.before is not None:  # it was a page when we saw it last
            return False
        if session.delay > LONGEST_HOLD:  # the lease may end before the second request
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

    def take_resolved(self, resolved: ResolvedName) -> None:
        """Go on with a request whose host has been found, or not."""
        request = resolved.ticket
        assert isinstance(request, Request)
        session = request.ticket
        assert isinstance(session, Session)
        session.resolving = False
        if not session.ended and monotonic() >= session.fence:
            session.hand_over(monotonic())
        if session.ended:  # stopped meanwhile, or its lease is nearly over
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
        if not session.asks_for_rights:  # that such a file is locked says nothing about pages
            self._count_errors(session, outcome)
        session.note_reached(outcome)
        if isinstance(outcome, Fetched):
            elsewhere = host_of(request.url) != session.lease.host
            session.count(replace(outcome, address="") if elsewhere else outcome, monotonic())
            if session.unverified and not request.verify:
                outcome = replace(outcome, unverified=session.unverified)
        if not self._tolerate_certificate(session, request, outcome):
            self._take_answer(session, request, outcome)

    def _take_answer(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        """Make news of an answer of which all is noted that concerns the host."""
        if session.robots_origin:
            self._take_robots(session, request, outcome)
        elif session.rights_files:
            self._take_rights_file(session, request, outcome)
        elif request.head_only and not _settles_it(outcome):
            session.looked_at = session.errands[0].id
        else:
            self._take_page(session, request, outcome)
        if not self._settings.share_addresses and session.rests_long(monotonic()):
            session.end()  # others may be asked at its address meanwhile

    def take_unsent(self, request: Request) -> None:
        """Hand back a host whose request we could not send: nothing has become of its URL."""
        session = request.ticket
        assert isinstance(session, Session)
        self._with_sitemap.discard(session.lease.host_id)
        session.take_back(monotonic())

    def _count_errors(self, session: Session, outcome: FetchOutcome) -> None:
        """Leave a host alone that has used up its error budget."""
        pace = self._settings.pace
        session.errors = pace.errors_after(outcome, session.errors)
        if session.errors >= pace.error_budget and not session.given_up:
            words = OutcomeDetail.ERRORS.text(errors=session.errors, host=session.lease.host)
            session.given_up = GivenUp("refused", Refusal.ERRORS.value, words)
            session.errors = 0.0  # a later crawl begins anew
            session.end()

    def _tolerate_certificate(
        self, session: Session, request: Request, outcome: FetchOutcome
    ) -> bool:
        """Whether to ask the same again without insisting on a certificate, once."""
        if not isinstance(outcome, Failed) or outcome.why is not Failure.TLS:
            return False
        if session.unverified or not self._settings.unverified_tls:
            return False
        if host_of(request.url) != session.lease.host:  # says nothing about our host
            return False
        session.unverified = outcome.detail or "no reason given"
        return True

    # -- robots.txt -------------------------------------------------------------------------------

    def _take_robots(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        if isinstance(outcome, Refused):
            self._end_refused(session, outcome)
            return
        self._processor.archive(request, outcome, time())
        if (
            isinstance(outcome, Fetched)
            and outcome.location
            and self._redirect_robots(session, request, outcome)
        ):
            return
        note = note_of(session.robots_origin, outcome, time())
        session.robots_origin = session.robots_next = ""
        robots = session.learn_robots(note, self._settings.agent)
        # by the delay we have just been asked for
        session.pause(monotonic(), self._settings.pace.pause_after(outcome))
        if robots.unreachable:
            if note.origin not in session.answered:  # else it is still known that it had rules
                self.outbox.robots.append(note)
            self._defer_origin(session, outcome, note)
        else:
            self.outbox.robots.append(note)
            which, refuse = self._settings.sitemaps, self._parts.refuse
            self.outbox.found.extend(named_visits(note.origin, robots.sitemaps, which, refuse))
            for wanted in rights_requests(note.origin, robots):
                self._want_rights_file(session, wanted)

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

    # -- files on the use of pages ----------------------------------------------------------------

    def _want_rights_file(self, session: Session, wanted: RightsRequest) -> None:
        """Let a file be asked for before the next page, if robots.txt allows it."""
        robots, agent = session.robots_for(wanted.url), self._settings.agent
        is_allowed = robots and robots.allows(wanted.url, agent, self._settings.strict_robots)
        if self._settings.rights_files and is_allowed:
            self._note_licence(wanted.name)
            session.rights_files.append(wanted)

    def _note_licence(self, url: Url) -> None:
        if len(self._licences) >= REMEMBERED_LICENCES:
            self._licences.clear()
        self._licences.add(url)

    def _want_licences(self, session: Session) -> None:
        """Ask for licences that the last pages name, each once."""
        for url in self._processor.take_licences():
            if url not in self._licences and host_of(url) == session.lease.host:
                self._want_rights_file(session, RightsRequest(url, url))

    def _take_rights_file(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        """Note what a file says; without one, pages are asked for all the same."""
        wanted = session.rights_files.popleft()
        if isinstance(outcome, Refused):
            return
        self._processor.archive(request, outcome, time())
        further = redirected(wanted, outcome) if isinstance(outcome, Fetched) else None
        if further is not None and self._may_follow(session, further.url):
            session.rights_files.appendleft(further)
            return
        self.outbox.robots.append(rights_note(wanted, outcome, time()))
        if isinstance(outcome, Failed) and is_host_trouble(outcome):
            session.pause(monotonic(), min(outcome.retry_after, LONGEST_REST))

    def _may_follow(self, session: Session, url: Url) -> bool:
        robots = session.robots_for(url)
        return robots is not None and robots.allows(url, self._settings.agent)

    # -- robots.txt that cannot be had ------------------------------------------------------------

    def _end_refused(self, session: Session, refused: Refused) -> None:
        """End what may not be asked for at that address: one page by the scope, else all."""
        origin, session.robots_origin = session.robots_origin, ""
        if refused.why is Refusal.SCOPE:
            self._processor.end(session, session.errands.popleft(), refused)
            return
        for errand in session.take_errands_of(origin):
            self._processor.end(session, errand, refused)

    def _defer_origin(self, session: Session, outcome: FetchOutcome, note: RobotsNote) -> None:
        """Nothing may be fetched while the rules cannot be known: wait, then ask again.

        Other origins of the host (http beside https) are not concerned.
        """
        failed = outcome if isinstance(outcome, Failed) else Failed(Failure.PROTOCOL)
        trouble: Refused | Failed = failed
        if failed.why not in HOST_TROUBLE:
            problem = failed.detail or note.status
            detail = OutcomeDetail.ROBOTS_UNREADABLE.text(problem=problem)
            trouble = Refused(Refusal.ROBOTS, detail)
        session.note_down(self._trouble(session, note.origin, trouble))
        wait, hopeless = min(failed.retry_after, LONGEST_REST), False
        for errand in session.take_errands_of(note.origin):
            again_in = self._again_in(session, errand, failed, is_waited_for=_may_pass(failed))
            self._processor.end(session, errand, trouble, again_in)
            wait = max(wait, again_in)
            hopeless |= again_in < 0 and failed.why in HOST_DOWN
        self._give_up_if_hopeless(session, note.origin, trouble, hopeless)
        if failed.retry_after > 0:  # concerns all of the host
            session.end()
        if session.ended or not session.errands:
            session.pause(monotonic(), wait)

    def _trouble(self, session: Session, origin: str, why: Refused | Failed) -> HostTrouble:
        kind = "failed" if isinstance(why, Failed) else "refused"
        return HostTrouble(
            kind, why.why.value, why.detail, origin, self._has_answered(session, origin)
        )

    def _has_answered(self, session: Session, origin: str) -> bool:
        """Whether this origin was well once; of one's own hosts it is known of all of the host."""
        if session.lease.host in self._settings.own_sites:
            return session.lease.has_answered
        return origin in session.answered

    def _again_in(
        self, session: Session, errand: Errand, failed: Failed, *, is_waited_for: bool
    ) -> float:
        """Seconds until another try; an origin that was well once does not run out of tries."""
        patience = self._settings.patience
        known = self._has_answered(session, origin_of(errand.visit.url))
        if not (is_waited_for and known and patience.retries):
            return patience.again_in(failed, errand.tries)
        return max(patience.snooze(session.failures), failed.retry_after)

    def _give_up_if_hopeless(
        self, session: Session, origin: str, why: Refused | Failed, hopeless: bool = False
    ) -> None:
        """End what waits at an origin that never was well; for others the frontier has patience."""
        retries = self._settings.patience.retries
        if session.given_up or (retries and self._has_answered(session, origin)):
            return
        if hopeless or session.failures > retries:
            session.given_up = GivenUp(*self._trouble(session, origin, why)[:4])

    # -- pages ------------------------------------------------------------------------------------

    def _take_page(self, session: Session, request: Request, outcome: FetchOutcome) -> None:
        errand = session.errands.popleft()
        if isinstance(outcome, Refused) and outcome.why is Refusal.TYPE and not request.head_only:
            session.doubt(shape_of(errand.visit.url).own)
        if isinstance(outcome, Fetched):
            self._parts.mark_reading(errand.id)
            self._processor.take_fetched(session, errand, request, outcome)
            self._parts.mark_reading(0)
            self._want_licences(session)
        elif isinstance(outcome, Failed):
            self._processor.archive(request, outcome, time())
            self._take_failed(session, errand, outcome)
        else:
            self._processor.end(session, errand, outcome)

    def _take_failed(self, session: Session, errand: Errand, failed: Failed) -> None:
        patience, origin = self._settings.patience, origin_of(errand.visit.url)
        is_down = failed.why in HOST_DOWN or failed.why is Failure.TLS
        if is_down:
            session.note_down(self._trouble(session, origin, failed))
            self._give_up_if_hopeless(session, origin, failed)
        again_in = self._again_in(session, errand, failed, is_waited_for=is_down)
        if is_host_trouble(failed):
            rest = patience.snooze(session.failures) if is_down else patience.back_off(errand.tries)
            session.pause(monotonic(), max(rest, again_in, min(failed.retry_after, LONGEST_REST)))
            session.end()
        if failed.retry_after > LONGEST_WAIT:
            words = OutcomeDetail.LEFT_ALONE.text(seconds=failed.retry_after)
            session.given_up = GivenUp("refused", Refusal.ERRORS.value, words)
        self._processor.end(session, errand, failed, again_in)


def _may_pass(failed: Failed) -> bool:
    """Whether rules that cannot be had now may be had later: a server that is down or busy."""
    return retry_of(failed).times > 1 and failed.retry_after <= LONGEST_WAIT


def _settles_it(outcome: FetchOutcome) -> bool:
    """Whether a header alone says enough: what we do not want, or what is not there.

    Servers that do not know HEAD, or answer it with errors of their own, are asked as usual.
    """
    if isinstance(outcome, Failed):
        answered = outcome.status in NOT_THERE or is_host_trouble(outcome)
        return outcome.why is not Failure.HTTP or answered
    return isinstance(outcome, Refused)
