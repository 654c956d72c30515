"""Which pages are worth another visit? Plans a round of coming back, within a budget.

Arrays in, a plan out: what is known of the URLs that have ended comes from the frontier's store,
and what is chosen goes back there. Neither a clock nor a file is asked here.
"""

from math import ceil
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.crawl.recrawl.change_rate import (
    DAY,
    Floats,
    Numbers,
    ObservedChanges,
    RevisitProspects,
    host_weights,
    prospects,
)
from auslese.records.visit import (
    INDEXED_BUCKET,
    SITEMAP_BUCKET,
    SITEMAP_BUCKETS,
    THROTTLED_BUCKET,
)

LISTING, PAGE, OTHER, FAILED, ROBOTS = range(5)
"""Sorts of candidates: sitemaps, pages, redirects and noindex, failures, robots.txt."""

LONGEST_REST: Final = 30 * DAY  # what failed again and again is still asked once a month
ROBOTS_REST: Final = DAY  # robots.txt itself is kept that long: RFC 9309, 2.4
REVIVAL: Final = 0.1  # what failed comes back that much less often than a page changes: a guess
HINTED_CHANCE: Final = 0.99  # what a sitemap says has changed has, though some always say today
FIRST: Final = 2.0  # above every probability: sitemaps tell what is new
FLOOR: Final = 0.1  # share of a budget for those unseen for longest, so that nothing starves
PAGE_BUCKETS: Final = range(INDEXED_BUCKET + 1, THROTTLED_BUCKET)

Places = npt.NDArray[np.intp] | npt.NDArray[np.bool_]


class RecrawlEvidence(NamedTuple):
    """What is known of URLs that have ended, one place for each in every array."""

    numbers: Numbers
    sorts: npt.NDArray[np.uint8]
    ages: Floats
    """Seconds since the last visit ended."""
    hosts: Numbers
    failures: Floats
    """Visits in a row that failed before the last one; of interest if that failed, too."""
    observed: ObservedChanges
    """What visits have told about changes; zeros where there was one visit only."""
    hinted: npt.NDArray[np.bool_]
    """Whether others say, sitemaps above all, that it has changed since."""

    def at(self, places: Places) -> "RecrawlEvidence":
        """What is known of some of them."""
        return RecrawlEvidence(
            self.numbers[places],
            self.sorts[places],
            self.ages[places],
            self.hosts[places],
            self.failures[places],
            self.observed.at(places),
            self.hinted[places],
        )


class RecrawlCandidates(NamedTuple):
    """URLs that may be visited again, one place for each in every array."""

    numbers: Numbers
    sorts: npt.NDArray[np.uint8]
    ages: Floats
    """Seconds since the last visit ended."""
    chances: Floats
    """How likely there is news: the order in which they are asked."""
    gains: Floats
    """How much a visit is worth: who is asked at all."""

    def at(self, places: Places) -> "RecrawlCandidates":
        """Some of them."""
        return RecrawlCandidates(
            self.numbers[places],
            self.sorts[places],
            self.ages[places],
            self.chances[places],
            self.gains[places],
        )


# -- what is due ----------------------------------------------------------------------------------


def due_candidates(known: RecrawlEvidence, rest: float) -> RecrawlCandidates:
    """Everything that has rested long enough, with what a visit to it promises."""
    due = known.at(_are_rested(known, rest))
    return RecrawlCandidates(due.numbers, due.sorts, due.ages, *_worth(due))


def _are_rested(known: RecrawlEvidence, rest: float) -> npt.NDArray[np.bool_]:
    """Failures rest twice as long after every further one."""
    rests = np.full(len(known.numbers), rest, dtype=np.float32)
    failed = known.sorts == FAILED
    doubled = rest * 2.0 ** known.failures[failed].astype(np.float64)
    rests[failed] = np.minimum(doubled, max(LONGEST_REST, rest))
    rests[known.sorts == ROBOTS] = max(ROBOTS_REST, rest) if rest else 0.0
    return (known.ages >= rests) | (known.ages < 0)


def _worth(due: RecrawlEvidence) -> RevisitProspects:
    """What a visit to each promises; more than anything can if it must come first."""
    seen = due.observed
    visited = np.flatnonzero((seen.quiet > 0) | (seen.changes > 0))
    most_hosts = int(due.hosts.max(initial=0)) + 1
    weights = host_weights(seen.at(visited), due.hosts[visited], most_hosts)
    worth = prospects(seen, weights, due.hosts, np.maximum(due.ages, 0))
    for values in worth:
        values[due.sorts == FAILED] *= REVIVAL
        values[due.hinted] = np.maximum(values[due.hinted], HINTED_CHANCE)
        values[due.sorts == LISTING] = FIRST
    return worth


# -- choosing -------------------------------------------------------------------------------------


def choose_candidates(due: RecrawlCandidates, budget: int | None) -> RecrawlCandidates:
    """The most worthwhile within the budget; a share of it goes to those unseen for longest.

    What robots.txt kept us from costs no request to ask about, and so nothing of the budget.
    """
    free = due.sorts == ROBOTS
    if budget is None or np.count_nonzero(~free) <= budget:
        return due
    costly = np.flatnonzero(~free)
    by_age = ceil(budget * FLOOR)
    best, others = _split(costly, due.gains[costly], budget - by_age)
    oldest, _ = _split(others, due.ages[others], by_age)
    return due.at(np.concatenate((np.flatnonzero(free), best, oldest)))


def _split(
    places: npt.NDArray[np.intp], marks: Floats, most: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The places with the highest marks, and all the others."""
    if most >= len(places):
        return places, places[:0]
    order = np.argpartition(-marks, most)
    return places[order[:most]], places[order[most:]]


def bucket_of(chances: Floats) -> Numbers:
    """The more likely it has changed, the earlier; sitemaps are in the bucket that is theirs."""
    late = np.floor((1 - np.minimum(chances, 1)) * len(PAGE_BUCKETS)).astype(np.int64)
    pages = PAGE_BUCKETS.start + np.minimum(late, len(PAGE_BUCKETS) - 1)
    buckets: Numbers = np.where(chances >= FIRST, SITEMAP_BUCKET, pages)
    return buckets


def planned_buckets(chosen: RecrawlCandidates, first: Numbers) -> Numbers:
    """In which bucket each of those chosen waits; `first` are those in which it waited at first.

    A sitemap that failed is still one: only its bucket tells a worker so.
    """
    is_kept = np.isin(first, list(SITEMAP_BUCKETS)) & (chosen.sorts != PAGE)
    buckets: Numbers = np.where(is_kept, first, bucket_of(chosen.chances))
    return buckets
