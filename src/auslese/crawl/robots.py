"""What does robots.txt allow? No setting switches this off."""

from dataclasses import dataclass

from protego import Protego

from auslese.crawl.frontier import RobotsNote
from auslese.crawl.politeness import LONGEST_WAIT
from auslese.records.fetch import Failed, Failure, Fetched

FRESH_SECONDS = 24 * 3600  # RFC 9309, 2.4: no longer than a day
LARGEST_BYTES = 500 * 1024  # RFC 9309, 2.5: at least so much must be read
OK, MOVED, CLIENT_ERROR, SERVER_ERROR = 200, 300, 400, 500


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of one origin."""

    rules: Protego | None
    """None: everything is allowed."""
    unreachable: str = ""
    """Why the rules cannot be known; then nothing is allowed (RFC 9309, 2.3.1.4)."""

    def allows(self, url: str, agent: str) -> bool:
        """Whether this robot may fetch the URL."""
        if self.unreachable:
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, agent))

    def delay(self, agent: str) -> float:
        """Seconds the site wants between two requests, an hour at most; 0 if it does not say."""
        wanted = self.rules.crawl_delay(agent) if self.rules is not None else None
        return min(float(wanted or 0.0), LONGEST_WAIT)


def robots_from(note: RobotsNote) -> Robots:
    """The rules behind what the server answered."""
    if OK <= note.status < MOVED:
        return Robots(Protego.parse(note.text))
    if CLIENT_ERROR <= note.status < SERVER_ERROR:
        return Robots(None)
    return Robots(None, unreachable=f"robots.txt answers {note.status or 'nothing'}")


def note_of(origin: str, outcome: Fetched | Failed, at: float) -> RobotsNote:
    """What to remember of an answer to a request for robots.txt."""
    if isinstance(outcome, Failed):
        # Rules that broke off are not known, whatever status they began with.
        status = outcome.status if outcome.why is Failure.HTTP else 0
        return RobotsNote(origin, status, "", at)
    if outcome.location:  # still a redirect after five: RFC 9309, 2.3.1.2, treats it as absent
        return RobotsNote(origin, CLIENT_ERROR, "", at)
    body = outcome.body
    if len(body) >= LARGEST_BYTES:
        body = body[: body.rfind(b"\n") + 1]  # half a path would forbid more than the whole one
    return RobotsNote(origin, outcome.status, body.decode("utf-8-sig", "replace"), at)


def is_fresh(note: RobotsNote, now: float) -> bool:
    """Whether the note may still be used; an unreachable robots.txt is asked for again."""
    until = note.until or note.at + FRESH_SECONDS
    return now < until and OK <= note.status < SERVER_ERROR
