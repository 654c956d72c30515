"""A process that crawls a shared frontier without any web: it leases, pauses, and reports.

It prints a line for each lease it has had: host, when it had it, when it reported, whether that
was recorded, and the URLs.
"""

import json
import sys
import time
from pathlib import Path

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit

DELAY = 0.2
LEASE_SECONDS = 3.0
BUNDLE = 2
HOSTS_AT_ONCE = 3
LINKED_HOSTS = 12


def settings() -> FrontierSettings:
    """How the crawls of these tests behave."""
    return FrontierSettings(delay=DELAY, lease_seconds=LEASE_SECONDS, bundle=BUNDLE)


def place(url: str, name: str) -> FrontierPlace:
    """The frontier at this URL, opened under this name."""
    return FrontierPlace(Path(), "postgresql", url, name)


def links_of(url: str, generations: int) -> list[str]:
    """Where a page leads: to two hosts, one generation further, until the last."""
    if not generations:
        return []
    host, number = (int(part) for part in url.removeprefix("http://h").split(".example/"))
    if number + 1 >= generations:
        return []
    targets = sorted({(host + 1) % LINKED_HOSTS, (7 * host + number) % LINKED_HOSTS})
    return [f"http://h{target}.example/{number + 1}" for target in targets]


def pages(lease: Lease, generations: int = 0) -> WorkerReport:
    """A report that all of a lease were pages, and what they led to."""
    note = HostNote(lease.host_id, lease.token, DELAY, True, asked=len(lease.errands))
    ended = [
        EndedVisit(one.id, lease.host_id, "fetched", "page", status=200, at=1.0)
        for one in lease.errands
    ]
    links = [to for one in lease.errands for to in links_of(one.visit.url, generations)]
    found = [Visit(Url(to), key_of(Url(to)), host_of(Url(to)), 1) for to in links]
    return WorkerReport(1, [note], ended, found, [], [])


def main(url: str, name: str, asking: float, generations: int) -> None:
    """Crawl until nothing waits; `asking` is how long a host is asked, in seconds."""
    with frontier_store(place(url, name)).open(settings(), time.time) as frontier:
        print("ready", flush=True)
        while True:
            leases = frontier.lease(1, HOSTS_AT_ONCE)
            leased_at = time.monotonic()
            for lease in leases:
                time.sleep(asking)
                asked_at = time.monotonic()
                recorded = frontier.complete(pages(lease, generations))
                urls = [one.visit.url for one in lease.errands]
                print(json.dumps([lease.host, leased_at, asked_at, recorded, urls]), flush=True)
            if not leases:
                wait = frontier.seconds_to_next()
                if wait is None and not frontier.waiting and not frontier.leased:
                    return
                time.sleep(min(wait or 0.1, 0.1))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))
