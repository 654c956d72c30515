"""How long politeness alone makes a crawl: hosts of very different size, each asked in turn.

No machine makes a host of twenty million pages quicker than its delay allows. Hosts are drawn from
a Pareto distribution cut at the largest host, and kept as classes of like size, so that a billion
pages are a hundred numbers. Time goes in steps; in each, hosts that still have pages share what the
machines can fetch, none of them more than one page in delay and answer.
"""

from dataclasses import dataclass

import numpy as np

from scaling.costs import Table

CLASSES = 400
STEP_SECONDS = 4 * 3600.0
MOST_STEPS = 50_000
DAY = 86400.0


@dataclass(frozen=True)
class HostClass:
    """So many hosts of one size."""

    pages: float
    hosts: float


def host_classes(pages: float, web: Table) -> list[HostClass]:
    """Hosts for so many pages: many small ones, few that are very large."""
    low, high = 1e-3, web["pages_per_host"]
    for _ in range(60):  # the smallest host with which the mean is the one that was asked for
        middle = (low * high) ** 0.5
        sizes, shares = _sizes_from(middle, web)
        low, high = (middle, high) if sizes @ shares < web["pages_per_host"] else (low, middle)
    hosts = pages / web["pages_per_host"]
    return [
        HostClass(float(size), float(share * hosts))
        for size, share in zip(sizes, shares, strict=True)
    ]


def _sizes_from(smallest: float, web: Table) -> tuple[np.ndarray, np.ndarray]:
    """Classes of hosts by size, each with its share of all hosts."""
    edges = np.geomspace(smallest, web["largest_host"], CLASSES + 1)
    beyond = edges ** -web["tail"]
    return np.sqrt(edges[:-1] * edges[1:]), -np.diff(beyond) / (beyond[0] - beyond[-1])


@dataclass(frozen=True)
class CrawlCourse:
    """When which share of all pages was there."""

    days: dict[float, float]
    largest: float
    """Pages of the largest host that can be expected."""


def crawl_course(classes: list[HostClass], pages_per_second: float, web: Table) -> CrawlCourse:
    """Crawl on paper until all is there."""
    sizes = np.array([each.pages for each in classes])
    counts = np.array([each.hosts for each in classes])
    left, all_pages = sizes.copy(), float((sizes * counts).sum())
    fastest = 1.0 / (web["delay_seconds"] + web["answer_seconds"])
    days: dict[float, float] = {}
    shares = iter((0.5, 0.9, 0.99, 0.999, 1.0))
    wanted = next(shares)
    for step in range(1, MOST_STEPS):
        rate = _rates(left, counts, pages_per_second, fastest)
        left = np.maximum(0.0, left - rate * STEP_SECONDS)
        done = 1.0 - float((left * counts).sum()) / all_pages
        while wanted <= 1.0 and done >= min(wanted, 1.0 - 1e-9):
            days[wanted] = step * STEP_SECONDS / DAY
            wanted = next(shares, 2.0)
        if wanted > 1.0:
            break
    expected = counts[::-1].cumsum()[::-1] >= 1.0
    return CrawlCourse(days, float(sizes[expected].max()))


def _rates(
    left: np.ndarray, counts: np.ndarray, pages_per_second: float, fastest: float
) -> np.ndarray:
    """What each host gives a second: all that have pages share alike, none above its pace."""
    most = np.where(left > 0, np.minimum(fastest, left / STEP_SECONDS), 0.0)
    if float((most * counts).sum()) <= pages_per_second:
        return most
    # The even share at which the machines are just busy: hosts below it give all they have.
    order = np.argsort(most)
    given = (most * counts)[order].cumsum()
    others = counts[order][::-1].cumsum()[::-1] - counts[order]
    share = (pages_per_second - given) / np.maximum(others, 1e-12)
    at = int(np.argmax(share <= np.append(most[order][1:], np.inf)))
    return np.minimum(most, share[at])
