"""What does robots.txt allow, and how long does that hold? No setting switches this off."""

import re
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.robots.robots_extensions import RobotsPreferences, VisitTime
from auslese.crawl.robots.robots_rules import RobotsRuleSet, in_one_spelling
from auslese.crawl.robots.robots_txt import RobotsTxt, parse_robots, text_of
from auslese.crawl.worker.report_rows import header_fields
from auslese.records.fetch import Failed, Failure, Fetched
from auslese.records.url import Url, canonical, path_of
from auslese.wording.outcome_sentences import OutcomeDetail

FRESH_SECONDS = 24 * 3600  # RFC 9309, 2.4: no longer than a day
SHORTEST_FRESH_SECONDS = 600  # many servers say max-age=0 of everything they make
LARGEST_BYTES = 500 * 1024  # RFC 9309, 2.5: at least so much must be read
OK, MOVED, CLIENT_ERROR, SERVER_ERROR = 200, 300, 400, 500
TOO_MANY_REQUESTS = 429
LOCKED = frozenset({401, 403})

_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?([0-9]{1,10})", re.IGNORECASE)
_NOT_TO_BE_KEPT = re.compile(r"(?:^|[,\s])no-(?:store|cache)(?![\w=-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of one origin."""

    rules: RobotsTxt | None = None
    """None: there are none, so everything is allowed."""
    unreachable: str = ""
    """Why the rules cannot be known; then nothing is allowed (RFC 9309, 2.3.1.4)."""
    locked: str = ""
    """What was answered, if we may not see the rules; who is strict then stays away."""
    _compiled: dict[str, RobotsRuleSet] = field(default_factory=dict, compare=False, repr=False)

    def allows(self, url: Url, agent: str, strict: bool = False) -> bool:
        """Whether this robot may fetch the URL."""
        if self.unreachable or (strict and self.locked):
            return False
        if self.rules is None:
            return True
        rules = self._compiled.get(agent)
        if rules is None:
            rules = self._compiled[agent] = self.rules.rules_for(agent, in_one_spelling)
        return rules.allows(in_one_spelling(path_of(url)))

    @property
    def no(self) -> str:
        """In words why something is not allowed."""
        return self.unreachable or self.locked or OutcomeDetail.ROBOTS_NO.text()

    def preferences(self, agent: str) -> RobotsPreferences:
        """What else the site asks of this robot."""
        return RobotsPreferences() if self.rules is None else self.rules.preferences_for(agent)

    def delay(self, agent: str) -> float:
        """Seconds the site wants between two requests, an hour at most; 0 if it does not say."""
        return self.preferences(agent).delay

    def visit_times(self, agent: str) -> tuple[VisitTime, ...]:
        """When the site wants to be visited; empty: at any time."""
        return self.preferences(agent).visit_times

    @property
    def sitemaps(self) -> list[Url]:
        """Where the site lists its pages, for all robots alike."""
        if self.rules is None:
            return []
        urls = map(canonical, self.rules.sitemaps)
        return list(dict.fromkeys(url for url in urls if url is not None))

    def licences(self, origin: str) -> list[Url]:
        """Where it says that RSL licences are, for all robots alike."""
        if self.rules is None:
            return []
        urls = (canonical(each, Url(f"{origin}/")) for each in self.rules.licences)
        return list(dict.fromkeys(url for url in urls if url is not None))


UNASKED_ROBOTS = Robots()
"""For hosts of the user's own, where robots.txt is not asked."""


def robots_from(note: RobotsNote) -> Robots:
    """The rules behind what the server answered."""
    if OK <= note.status < MOVED:
        return Robots(parse_robots(note.text))
    if note.status in LOCKED:
        return Robots(locked=OutcomeDetail.ROBOTS_LOCKED.text(status=note.status))
    if is_absent(note.status):
        return Robots()
    if not note.status:
        return Robots(unreachable=OutcomeDetail.ROBOTS_SILENT.text())
    return Robots(unreachable=OutcomeDetail.ROBOTS_ANSWERS.text(status=note.status))


def is_absent(status: int) -> bool:
    """Whether the answer says that there are no rules (RFC 9309, 2.3.1.3).

    "Too many requests" says nothing about the rules but that the server has enough of us.
    """
    return CLIENT_ERROR <= status < SERVER_ERROR and status != TOO_MANY_REQUESTS


def gives_rules(note: RobotsNote) -> bool:
    """Whether the origin told its rules, or that it has none."""
    return OK <= note.status < MOVED or is_absent(note.status)


def note_of(origin: str, outcome: Fetched | Failed, at: float) -> RobotsNote:
    """What to remember of an answer to a request for robots.txt."""
    until = at + fresh_seconds(outcome.header_bytes, at)
    if isinstance(outcome, Failed):
        # Rules that broke off are not known; that there are none needs no body to be believed.
        is_told = outcome.why is Failure.HTTP or is_absent(outcome.status)
        status = outcome.status if is_told else 0
        return RobotsNote(origin, status, "", at, until)
    if outcome.location:  # still a redirect after five: RFC 9309, 2.3.1.2, treats it as absent
        return RobotsNote(origin, CLIENT_ERROR, "", at, until)
    body = outcome.body
    if len(body) >= LARGEST_BYTES:
        # Half a path would forbid more than the whole one.
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return RobotsNote(origin, outcome.status, text_of(body), at, until)


def fresh_seconds(header: bytes, now: float) -> float:
    """How long an answer with this header may be used: as it says, within our bounds."""
    fields = header_fields(header)
    control = fields.get(b"cache-control", "")
    if _NOT_TO_BE_KEPT.search(control):
        return SHORTEST_FRESH_SECONDS
    if age := _MAX_AGE.search(control):
        said = float(age[1])
    elif expires := fields.get(b"expires"):
        said = _seconds_until(expires, now)
    else:
        return FRESH_SECONDS
    return min(max(said, SHORTEST_FRESH_SECONDS), FRESH_SECONDS)


def _seconds_until(date: str, now: float) -> float:
    """Seconds until an HTTP date; 0, as RFC 9111 (5.3) has it, if it is none."""
    try:
        return parsedate_to_datetime(date).timestamp() - now
    except (ValueError, OverflowError):
        return 0.0


def is_fresh(note: RobotsNote, now: float) -> bool:
    """Whether the note may still be used; an unreachable robots.txt is asked for again.

    What was known before it became unreachable does not count either: it may have changed.
    """
    until = note.until or note.at + FRESH_SECONDS
    return now < until and gives_rules(note)
