"""What walks tell about the web they were on: shares of all pages, and how many pages there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.interval import Interval
from auslese.sample.estimates import (
    independent_draws,
    known,
    share,
    size_by_collisions,
    size_by_recapture,
)
from auslese.sample.trail import Trail

MOST_SHARES = 10  # of one kind that are told, the largest first


class ShareEstimate(NamedTuple):
    """How much of the web something is."""

    name: str
    interval: Interval


@dataclass(frozen=True, slots=True)
class ShareEstimates:
    """The largest shares of one kind."""

    kind: str
    unknown: float
    """The share of pages of which it is not known; they are left out."""
    others: int
    """How many smaller ones there are."""
    largest: tuple[ShareEstimate, ...]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        largest = [{"name": each.name} | each.interval.as_json() for each in self.largest]
        return {"unknown": self.unknown, "others": self.others, "largest": largest}


class SizeEstimate(NamedTuple):
    """A size, how it was found, and what it rests on."""

    how: str
    draws: int
    met_again: int
    interval: Interval


def share_estimates(
    kind_name: str,
    trails: Sequence[Trail],
    answered: Sequence[str | None],
    told: Sequence[str] | None = None,
) -> ShareEstimates:
    """The shares of what is answered of each page, the largest first; None: it is not known.

    With `told` these alone are told, in this order, also those that no page has.
    """
    names = list(dict.fromkeys(name for name in answered if name is not None))
    if told is not None and names:
        names = list(dict.fromkeys([*told, *names]))
    places = {name: number for number, name in enumerate(names)}
    kinds = np.array([-1 if name is None else places[name] for name in answered], np.int64)
    there = [known(trail, kinds[trail.pages] >= 0) for trail in trails]
    weight = sum(float(trail.weights.sum()) for trail in trails)
    seen = sum(float(trail.weights.sum()) for trail in there)
    order = _by_weight(there, kinds, len(names))
    if told is not None:
        order = [places[name] for name in told] if names else []
    largest = tuple(
        ShareEstimate(names[kind], share(there, [(kinds[t.pages] == kind) * 1.0 for t in there]))
        for kind in order[:MOST_SHARES]
    )
    others = max(0, len(order) - MOST_SHARES)
    return ShareEstimates(kind_name, 1 - seen / weight, others, largest)


def _by_weight(trails: Sequence[Trail], kinds: NDArray[np.int64], size: int) -> list[int]:
    time = np.zeros(size)
    for trail in trails:
        time += np.bincount(kinds[trail.pages], trail.weights, size)
    order: list[int] = np.argsort(-time, kind="stable").tolist()
    return [kind for kind in order if time[kind] > 0]


def size_estimates(groups: Sequence[Sequence[Trail]], time: float) -> list[SizeEstimate]:
    """The size by two walks that met the same pages, and by walks that came back to some."""
    if len(groups) == 1:  # of one collection, half of the walks against the other half
        middle = (len(groups[0]) + 1) // 2
        groups = [groups[0][:middle], groups[0][middle:]]
    drawn = [[independent_draws(trail, time) for trail in group] for group in groups]
    found = []
    if all(drawn):
        first, second = (np.concatenate(group) for group in drawn)
        both = len(np.intersect1d(first, second))
        size = size_by_recapture(first, second)
        found.append(SizeEstimate("recapture", len(first) + len(second), both, size))
    whole = max((draws for group in drawn for draws in group), key=len)
    again = len(whole) - len(np.unique(whole))
    found.append(SizeEstimate("collisions", len(whole), again, size_by_collisions(whole)))
    return found
