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

DELAY = 0.2
LEASE_SECONDS = 3.0
BUNDLE = 2
HOSTS_AT_ONCE = 3


def settings() -> FrontierSettings:
    """How the crawls of these tests behave."""
    return FrontierSettings(delay=DELAY, lease_seconds=LEASE_SECONDS, bundle=BUNDLE)


def place(url: str, name: str) -> FrontierPlace:
    """The frontier at this URL, opened under this name."""
    return FrontierPlace(Path(), "postgresql", url, name)


def pages(lease: Lease) -> WorkerReport:
    """A report that all of a lease were pages."""
    note = HostNote(lease.host_id, lease.token, DELAY, True, asked=len(lease.errands))
    ended = [
        EndedVisit(one.id, lease.host_id, "fetched", "page", status=200, at=1.0)
        for one in lease.errands
    ]
    return WorkerReport(1, [note], ended, [], [], [])


def main(url: str, name: str, asking: float) -> None:
    """Crawl until nothing waits; `asking` is how long a host is asked, in seconds."""
    with frontier_store(place(url, name)).open(settings(), time.time) as frontier:
        print("ready", flush=True)
        while True:
            leases = frontier.lease(1, HOSTS_AT_ONCE)
            leased_at = time.monotonic()
            for lease in leases:
                time.sleep(asking)
                asked_at = time.monotonic()
                recorded = frontier.complete(pages(lease))
                urls = [one.visit.url for one in lease.errands]
                print(json.dumps([lease.host, leased_at, asked_at, recorded, urls]), flush=True)
            if not leases:
                wait = frontier.seconds_to_next()
                if wait is None and not frontier.waiting and not frontier.leased:
                    return
                time.sleep(min(wait or 0.1, 0.1))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
