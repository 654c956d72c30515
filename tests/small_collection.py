"""A collection that was crawled a little, made without any crawl."""

from pathlib import Path
from time import time
from typing import Any

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.recipes.crawling.tabulate import Tabulator
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc

START, NEXT = Url("http://a.example/"), Url("http://a.example/next")
SLOW = Url("http://slow.example/")
OUTSIDE = [
    Url("http://b.example/1"),
    Url("http://b.example/2"),
    Url("http://c.example/"),
    Url("http://d.example/"),
]


def visit(url: Url, depth: int = 0, via: int = 0, refused: Refused | None = None) -> Visit:
    """A visit to this URL."""
    return Visit(url, key_of(url), host_of(url), depth, via=via, refused=refused)


def crawled_collection(path: Path) -> Collection:
    """One page fetched, one URL waits, one was tried in vain, four lie outside.

    The page points to each of those outside, and twice to the last.
    """
    collection = Collection.create(path)
    settings = FrontierSettings(delay=0.0)
    with EmbeddedFrontier(collection.frontier, settings, time) as frontier:
        frontier.add([visit(START)])
        _fetch_start(frontier)
        frontier.add([visit(SLOW, 1, key_of(START))])
        _try_in_vain(frontier)
        frontier.add([visit(NEXT, 1, key_of(START))])
        Tabulator(frontier, collection.tables).write_all()
    return collection


def _fetch_start(frontier: EmbeddedFrontier) -> None:
    (lease,) = frontier.lease(1, 1)
    targets = [*OUTSIDE, OUTSIDE[-1]]
    links: dict[str, list[Any]] = {
        "source": [key_of(START)] * len(targets),
        "target": [key_of(url) for url in targets],
        "url": targets,
        "anchor": [""] * len(targets),
        "rel": [""] * len(targets),
        "seen_at": [None] * len(targets),
        "position": ["main"] * len(targets),
        "context": [""] * len(targets),
    }
    note = HostNote(lease.host_id, lease.token, 0.0, True, asked=1)
    number = lease.errands[0].id
    page = EndedVisit(number, lease.host_id, "fetched", "page", status=200, at=time())
    out = Refused(Refusal.SCOPE, "nothing allows it")
    found = [visit(url, 1, key_of(START), out) for url in OUTSIDE]
    report = WorkerReport(1, [note], [page], found, [], [], to_ipc("links", links))
    assert frontier.complete(report)


def _try_in_vain(frontier: EmbeddedFrontier) -> None:
    (lease,) = frontier.lease(1, 1)
    note = HostNote(lease.host_id, lease.token, 0.0, True, asked=1)
    late = EndedVisit(lease.errands[0].id, lease.host_id, "failed", "timeout", "30 s", at=time())
    assert frontier.complete(WorkerReport(1, [note], [late._replace(again_in=60.0)], [], [], []))
