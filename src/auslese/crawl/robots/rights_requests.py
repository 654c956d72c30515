"""Which files say what pages of an origin may be used for, and what came when they were asked for.

`/.well-known/tdmrep.json` is asked for whenever robots.txt was, and so are the RSL licences that
robots.txt or a page names, if they lie on the same host. They are no visits: no page leads there,
nothing is learnt of where to go on, and that there is none is no failure.
"""

from collections.abc import Iterator
from typing import NamedTuple

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.robots.robots_policy import MOVED, OK, Robots
from auslese.crawl.robots.robots_txt import text_of
from auslese.records.fetch import Failed, Fetched
from auslese.records.url import Url, canonical, host_of

TDMREP = "/.well-known/tdmrep.json"
LARGEST_BYTES = 100 * 1024  # five hundred rules with long paths have 50 kB; the rest is cut off
RSL = "rsl"  # stands in the name of its vocabulary
MOST_HOPS = 5  # as for robots.txt


class RightsRequest(NamedTuple):
    """A file to ask for."""

    name: Url
    """The address under which it is known."""
    url: Url
    """Where to ask: there, or where that was redirected to."""
    hops: int = 0


def rights_requests(origin: str, robots: Robots) -> Iterator[RightsRequest]:
    """What to ask for, now that the rules of an origin are known."""
    for url in (Url(origin + TDMREP), *robots.licences(origin)):
        if host_of(url) == host_of(Url(f"{origin}/")):
            yield RightsRequest(url, url)


def redirected(request: RightsRequest, fetched: Fetched) -> RightsRequest | None:
    """Where to ask instead; None if it is not sent elsewhere, or too far."""
    target = canonical(fetched.location, request.url) if fetched.location else None
    if target is None or host_of(target) != host_of(request.url) or request.hops >= MOST_HOPS:
        return None
    return RightsRequest(request.name, target, request.hops + 1)


def rights_note(request: RightsRequest, outcome: Fetched | Failed, at: float) -> RobotsNote:
    """What to remember of an answer; of one that is no file, only its status."""
    text = ""
    if isinstance(outcome, Fetched) and OK <= outcome.status < MOVED:
        text = text_of(outcome.body[:LARGEST_BYTES]).replace("\0", "")
    return RobotsNote(request.name, outcome.status, text if _may_be_one(request, text) else "", at)


def _may_be_one(request: RightsRequest, text: str) -> bool:
    """Whether a text may be what was asked for; many servers answer all questions with a page."""
    if request.name.endswith(TDMREP):
        return text.lstrip()[:1] in ("[", "{")
    return RSL in text
