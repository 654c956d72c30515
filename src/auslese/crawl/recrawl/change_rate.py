"""How likely is it that a page has changed since we saw it last?

Changes are taken to come as a Poisson process with a rate of the page's own. A visit tells only
*whether* it changed since the last one, and visits come at any time. So a page's rate is not
estimated as one number: a few dozen possible rates are weighed against each other. Where the
weights begin is learnt from all pages, and from those of the same host most: nonparametric
empirical Bayes. Why, and how good it is: docs/methods/recrawl.md.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

# Possible rates, in changes per second: from twice an hour to once in eight years. 28 of them,
# each 1.7 times the next: two rates that are closer cannot be told apart by a few visits.
RATES: Final[Floats] = np.geomspace(2 / HOUR, 1 / (8 * 365 * DAY), 28).astype(np.float32)
# Before anything is learnt: a fifth of all pages change daily or more often, and half of them
# within 50 days (Cho, Garcia-Molina: The evolution of the web, VLDB 2000).
DAILY_SHARE: Final = 0.2
MEDIAN_RATE: Final = 1 / (50 * DAY)
START_PAGES: Final = 20.0  # that much do those figures weigh against pages we have observed
HOST_PAGES: Final = 10.0  # and that much do all hosts weigh against the pages of one
SAMPLE: Final = 100_000  # pages from which the common weights are learnt
ROUNDS: Final = 12  # of expectation and maximisation; more move no weight by a hundredth
CHUNK: Final = 100_000  # pages at a time: a table of 11 MB
SHORTEST: Final = 1.0  # seconds between two visits; less is a clock that was set back


class ObservedChanges(NamedTuple):
    """What visits have told about pages, one place for each in every array."""

    changes: Floats
    """How many visits found the page changed."""
    quiet: Floats
    """Seconds between visits after which it was as before, summed up."""
    moved: Floats
    """Seconds between visits after which it had changed, summed up."""

    def at(self, places: slice | Numbers | npt.NDArray[np.bool_]) -> "ObservedChanges":
        """The observations of some of the pages."""
        return ObservedChanges(self.changes[places], self.quiet[places], self.moved[places])


def start_weights() -> Floats:
    """How likely each rate is before any page was visited twice."""
    bands = (
        (RATES >= 1 / DAY, DAILY_SHARE),
        ((RATES < 1 / DAY) & (RATES >= MEDIAN_RATE), 0.5 - DAILY_SHARE),
        (RATES < MEDIAN_RATE, 0.5),
    )
    weights = np.zeros(len(RATES), dtype=np.float32)
    for band, share in bands:
        weights[band] = share / np.count_nonzero(band)
    return weights


def likelihoods(seen: ObservedChanges) -> Floats:
    """How well each rate explains what was seen; a row for every page, its best being 1.

    Exact for visits that found no change. Those that found one count as if they had been equally
    far apart, so that a page needs two sums and no list.
    """
    apart = np.maximum(seen.moved / np.maximum(seen.changes, 1), SHORTEST)
    with np.errstate(under="ignore"):
        moved = np.log(-np.expm1(-np.outer(apart, RATES)))
        logs = seen.changes[:, None] * moved - np.outer(seen.quiet, RATES)
        fit: Floats = np.exp(logs - logs.max(axis=1, keepdims=True)).astype(np.float32)
    return fit


def _normal(weights: Floats) -> Floats:
    normal: Floats = weights / weights.sum(axis=1, keepdims=True)
    return normal


def common_weights(seen: ObservedChanges) -> Floats:
    """How likely each rate is for a page we know nothing about, given pages we know (EM)."""
    step = max(1, len(seen.changes) // SAMPLE)
    fit = likelihoods(seen.at(slice(None, None, step)))
    start = weights = start_weights()
    for _ in range(ROUNDS):
        mass = _normal(fit * weights).sum(axis=0) + START_PAGES * start
        weights = (mass / mass.sum()).astype(np.float32)
    return weights


def host_weights(seen: ObservedChanges, hosts: Numbers, most_hosts: int) -> Floats:
    """The same for the pages of every host; hosts are numbered below `most_hosts`."""
    common = common_weights(seen) if len(hosts) else start_weights()
    mass = np.tile(HOST_PAGES * common, (most_hosts, 1)).astype(np.float32)
    for start in range(0, len(hosts), CHUNK):
        part = slice(start, start + CHUNK)
        np.add.at(mass, hosts[part], _normal(likelihoods(seen.at(part)) * common))
    return _normal(mass)


class RevisitProspects(NamedTuple):
    """What a visit to each page promises."""

    chances: Floats
    """The probability that it has changed since it was seen last."""
    gains: Floats
    """The same, weighed by how long what we fetch now will stay true.

    A page that changes every hour is nearly sure to have changed, but what we get of it is old
    again at once: the visit is better spent elsewhere (Cho, Garcia-Molina 2003).
    """

    @classmethod
    def none(cls, pages: int) -> "RevisitProspects":
        """Room for so many pages."""
        return cls(np.zeros(pages, dtype=np.float32), np.zeros(pages, dtype=np.float32))


def prospects(
    seen: ObservedChanges, weights: Floats, hosts: Numbers, elapsed: Floats
) -> RevisitProspects:
    """What a visit promises after so many seconds; `weights` are those of every host.

    What stays true is counted over the mean of `elapsed`: about when we shall come again.
    """
    result = RevisitProspects.none(len(hosts))
    horizon = max(float(elapsed.mean()) if len(elapsed) else 0.0, SHORTEST)
    lasting = (-np.expm1(-RATES * horizon) / (RATES * horizon)).astype(np.float32)
    for start in range(0, len(hosts), CHUNK):
        part = slice(start, start + CHUNK)
        weighed = _normal(likelihoods(seen.at(part)) * weights[hosts[part]])
        with np.errstate(under="ignore"):
            weighed *= -np.expm1(-np.outer(elapsed[part], RATES))
        result.chances[part] = weighed.sum(axis=1)
        result.gains[part] = weighed @ lasting
    return result
