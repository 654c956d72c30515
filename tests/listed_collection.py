"""A collection whose crawl ended as a test says, URL by URL, made without any crawl."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from time import time

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Lease, RobotsNote
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit
from auslese.store.collection import Collection

WAITS = "waiting"
BUNDLE = 10_000


def listed_collection(
    path: Path,
    fates: Mapping[str, str],
    settings: str = "",
    robots: Mapping[str, str] | None = None,
    depths: Mapping[str, int] | None = None,
) -> Collection:
    """A collection with these URLs: `fetched page`, `refused scope nothing allows it`, `waiting`.

    `robots`: what origins say.
    """
    collection = Collection.create(path, settings)
    rules = FrontierSettings(delay=0.0, bundle=BUNDLE)
    with EmbeddedFrontier(collection.frontier, rules, time) as frontier:
        ends = {url: fate.split(" ", 2) for url, fate in fates.items() if fate != WAITS}
        given = depths or {}
        frontier.add(list(_visits(ends, given)))
        leases = frontier.lease(1, len(ends) + 1)
        while leases:
            for lease in leases:
                frontier.complete(_report(lease, ends, robots or {}))
            leases = frontier.lease(1, len(ends) + 1)
        frontier.add([_visit(url, given.get(url, 0)) for url in fates if url not in ends])
    return collection


def _visits(ends: Mapping[str, list[str]], depths: Mapping[str, int]) -> Iterable[Visit]:
    for url, (kind, reason, *detail) in ends.items():
        is_at_the_door = kind == "refused" and reason not in ("robots", "type")
        refused = Refused(Refusal(reason), " ".join(detail)) if is_at_the_door else None
        yield _visit(url, depths.get(url, 0), refused)


def _visit(text: str, depth: int = 0, refused: Refused | None = None) -> Visit:
    url = Url(text)
    return Visit(url, key_of(url), host_of(url), depth, refused=refused)


def _report(lease: Lease, ends: Mapping[str, list[str]], robots: Mapping[str, str]) -> WorkerReport:
    ended = []
    for errand in lease.errands:
        kind, reason, *detail = ends[errand.visit.url]
        end = EndedVisit(errand.id, lease.host_id, kind, reason, " ".join(detail), at=1.0)
        ended.append(end)
    note = HostNote(lease.host_id, lease.token, 0.0, done=True, asked=len(ended))
    notes = [RobotsNote(origin, 200, text, 1.0, 2.0) for origin, text in robots.items()]
    return WorkerReport(1, [note], ended, [], notes, [])
