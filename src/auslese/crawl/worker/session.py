"""One leased host in a worker's hands: what to ask it next, and when."""

from collections import Counter, deque
from dataclasses import dataclass, field

from auslese.crawl.fetch.name_resolver import FRESH_SECONDS
from auslese.crawl.frontier.lease import Errand, Lease, RobotsNote
from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.worker_report import GivenUp, HostNote
from auslese.crawl.robots.rights_requests import RightsRequest
from auslese.crawl.robots.robots_policy import Robots, gives_rules, is_absent, is_fresh, robots_from
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome
from auslese.records.url import Url, origin_of

MOST_ROBOTS_HOPS = 5  # RFC 9309, 2.3.1.2
LONGEST_HOLD = 5.0  # seconds; a lease handed back and given again costs a tenth of that
STALE = -1.0
"""Reported as the time of resolving: the address has brought trouble, ask for the name again."""
EARLIER_VISIT = "as on an earlier visit"
SHORT_HOLD = 0.2  # seconds


@dataclass(slots=True)
class Session:
    """A lease while it is worked on; all times are the worker's monotonic clock."""

    lease: Lease
    fence: float
    """No request starts later than this."""
    next_at: float
    """No request starts earlier than this."""
    errands: deque[Errand]
    delay: float
    failures: int
    wanted_delay: float = -1.0
    """What the site asks for, from when we hear it until it is reported."""
    robots: dict[str, Robots] = field(default_factory=dict)
    busy: bool = False
    """A request is under way."""
    ended: bool = False
    given_up: GivenUp | None = None
    trouble: HostTrouble | None = None
    """Why the host cannot be reached, if it cannot."""
    answered: set[str] = field(default_factory=set)
    """Origins that told their rules once: those that cannot be reached now are waited for."""
    resolving: bool = False
    """Its name is being resolved, nothing has been sent."""
    robots_origin: str = ""
    """The origin whose robots.txt is being fetched now; empty if none is."""
    robots_hops: int = 0
    robots_next: str = ""
    """Where robots.txt was redirected to, if it was."""
    rights_files: deque[RightsRequest] = field(default_factory=deque)
    """Files on the use of pages that are asked for before the next page; the first goes first."""
    address: str = ""
    """Where the host is; requests go there and nowhere else."""
    resolved_at: float = 0.0
    """When its name was resolved, in seconds since 1970, until that is reported."""
    is_address_fresh: bool = False
    errors: float = 0.0
    """How much of its error budget the host has used up."""
    unverified: str = ""
    """Why its certificate could not be verified, if that is borne."""
    looked_at: int = 0
    """The errand whose header was asked for first, and was not refused."""
    doubted: Counter[str] = field(default_factory=Counter)
    """Shapes under which something unwanted came just now, although we had asked for it."""
    bytes: int = 0
    seconds: float = 0.0
    asked: int = 0

    @classmethod
    def begin(cls, lease: Lease, fence: float, now: float, wall: float) -> "Session":
        """Start working on a lease; robots notes that are too old are not taken over."""
        session = cls(lease, fence, now, deque(lease.errands), lease.delay, lease.failures)
        session.address = lease.address
        session.is_address_fresh = wall - lease.resolved_at < FRESH_SECONDS
        session.errors = lease.errors
        session.unverified = EARLIER_VISIT if lease.unverified else ""
        for note in lease.robots:
            if gives_rules(note):
                session.answered.add(note.origin)
            if is_fresh(note, wall):
                session.robots[note.origin] = robots_from(note)
        return session

    def learn_robots(self, note: RobotsNote, agent: str) -> Robots:
        """Take in what an origin's robots.txt says; its delay counts from now on."""
        robots = robots_from(note)
        self.robots[note.origin] = robots
        if gives_rules(note):
            self.answered.add(note.origin)
        self.wanted_delay = max(known.delay(agent) for known in self.robots.values())
        self.delay = max(self.delay, self.wanted_delay)
        return robots

    def robots_for(self, url: Url) -> Robots | None:
        """The rules for this URL; None if they are not known yet."""
        return self.robots.get(origin_of(url))

    def take_errands_of(self, origin: str) -> list[Errand]:
        """Remove and return what was to be fetched from one origin."""
        taken = [errand for errand in self.errands if origin_of(errand.visit.url) == origin]
        self.errands = deque(errand for errand in self.errands if errand not in taken)
        return taken

    def move(self, addresses: tuple[str, ...], wall: float) -> bool:
        """Take notice of where the host is; whether that is where the frontier thinks it is.

        If it is not, the lease is handed back at once: others may be asking at that address.
        """
        self.resolved_at = wall
        self.is_address_fresh = True
        if self.lease.address in addresses and not self.failures:
            return True
        self.address = addresses[self.failures % len(addresses)]  # after a failure, another one
        return self.address == self.lease.address

    def count(self, fetched: Fetched, now: float) -> None:
        """Take notice of an answer: the host is well, and this is what it gave."""
        self.address = fetched.address or self.address
        self.bytes += len(fetched.raw_body)
        self.seconds += fetched.seconds
        if fetched.rendering is not None:
            self.pause(now, fetched.rendering.rest)

    def note_reached(self, outcome: FetchOutcome) -> None:
        """Take notice of an answer, whatever it says: the host can be reached."""
        if isinstance(outcome, Failed):
            answered = outcome.why is Failure.HTTP and is_absent(outcome.status)
        else:
            answered = isinstance(outcome, Fetched)
        if answered:
            self.failures, self.trouble = 0, None

    def note_down(self, trouble: HostTrouble) -> None:
        """Take notice that the host cannot be reached; its name is to be resolved again."""
        self.failures += 1
        self.trouble = trouble
        self.resolved_at = STALE

    @property
    def asks_for_rights(self) -> bool:
        """Whether the request under way is for a file on the use of pages."""
        return bool(self.rights_files) and not self.robots_origin

    def pause(self, now: float, at_least: float = 0.0) -> None:
        """Let the host rest after a request has ended."""
        self.busy = False
        self.next_at = now + max(self.delay, at_least)

    def doubt(self, shape: str) -> None:
        """Note that something unwanted came under this shape.

        From the second on, headers do not help: they lie. The frontier is to hear of it before it
        lends more of them.
        """
        self.doubted[shape] += 1
        if self.doubted[shape] > 1:
            self.end()

    def hand_over(self, now: float) -> None:
        """End the lease before anything was asked: the host may be asked again at once."""
        self.busy = False
        self.next_at = now
        self.ended = True

    def take_back(self, now: float) -> None:
        """Note that a request could not be sent: the lease ends, and all of it waits on."""
        self.asked = max(0, self.asked - 1)
        self.resolving = False
        self.robots_origin = self.robots_next = ""
        self.hand_over(now)

    def rests_long(self, now: float) -> bool:
        """Whether the next request is so far away that the address is better given to others."""
        begun = bool(self.errands) and self.looked_at == self.errands[0].id
        return (
            not (self.robots_origin or self.rights_files or begun)
            and self.next_at - now > LONGEST_HOLD
        )

    def put_off(self, now: float) -> None:
        """Let the next request wait a moment, for reasons of our own."""
        self.next_at = now + SHORT_HOLD

    def end(self) -> None:
        """Hand the lease back with the next report."""
        self.ended = True

    def stop(self, now: float) -> None:
        """Hand the lease back although a request may be under way: the host rests after it too."""
        if self.busy:
            self.pause(now)
        self.end()

    @property
    def has_news(self) -> bool:
        """Whether the frontier must hear of it: a lease that ends, a delay it does not know."""
        return self.ended or self.wanted_delay >= 0

    @property
    def is_resting(self) -> bool:
        """Whether only time keeps it from its next request."""
        return not (self.busy or self.ended)

    def may_start(self, now: float) -> bool:
        """Whether a request may go out now; a lease without another one in time ends instead."""
        if self.resolving and not self.ended and now >= self.fence:
            self.hand_over(now)  # the name server took too long: the lease would run out
        if self.busy or self.ended:
            return False
        if max(now, self.next_at) >= self.fence or not self.errands:
            self.end()
            return False
        return now >= self.next_at

    def note(self, now: float) -> HostNote:
        """What to report of this host; the counts start anew."""
        note = HostNote(
            self.lease.host_id,
            self.lease.token,
            max(0.0, self.next_at - now),
            self.ended,
            self.address,
            self.wanted_delay,
            self.bytes,
            self.seconds,
            self.asked,
            self.failures,
            self.given_up,
            self.resolved_at,
            self.errors,
            bool(self.unverified),
            self.trouble,
        )
        self.bytes, self.seconds, self.asked, self.wanted_delay = 0, 0.0, 0, -1.0
        self.resolved_at = 0.0
        return note
