"""What walks tell about the web they were on: shares, sizes, and what may be wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.recipes.walks.stored_walks import host, read_plan, walks_of
from auslese.recipes.walks.walk_biases import WalkBias, biases
from auslese.recipes.walks.walk_facts import COPY, FIRST, QUESTIONS, FactQuestion, answers, facts_of
from auslese.records.errors import SettingsError
from auslese.sample.convergence import WalkDiagnosis, diagnose
from auslese.sample.estimates import (
    independent_draws,
    known,
    share,
    size_by_collisions,
    size_by_recapture,
)
from auslese.sample.interval import Interval, finite
from auslese.sample.trail import BURN_IN, Trail, trail_of
from auslese.store.collection import Collection
from auslese.wording.walk_sentences import WalkBiasText

MOST_SHARES = 10  # of one kind that are told, the largest first
FEW_PAIRS = 10  # pages met again, below which a size is little more than a guess


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
        told = [{"name": each.name} | each.interval.as_json() for each in self.largest]
        return {"unknown": self.unknown, "others": self.others, "largest": told}


class SizeEstimate(NamedTuple):
    """A size, how it was found, and what it rests on."""

    how: str
    draws: int
    met_again: int
    interval: Interval


@dataclass(frozen=True, slots=True)
class WalkEstimate:
    """All that walks tell."""

    shares: tuple[ShareEstimates, ...]
    sizes: tuple[SizeEstimate, ...]
    course: WalkDiagnosis
    biases: tuple[WalkBias, ...]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        told: dict[str, Any] = {
            "shares": {each.kind: each.as_json() for each in self.shares},
            "sizes": [
                {"how": each.how, "draws": each.draws, "met_again": each.met_again}
                | each.interval.as_json()
                for each in self.sizes
            ],
            "convergence": self.course.as_json(),
            "biases": [bias.as_json() for bias in self.biases],
        }
        return {key: finite(value) for key, value in told.items()}


def estimate(collections: Sequence[Collection], burn_in: float = BURN_IN) -> WalkEstimate:
    """Estimate from the walks of one collection, or of two over the same web."""
    groups = [walks_of(collection) for collection in collections]
    walks = [walk for group in groups for walk in group]
    numbers: dict[str, int] = {}
    trails = [[trail_of(walk, numbers, burn_in) for walk in group] for group in groups]
    every = [trail for group in trails for trail in group]
    if not any(map(len, every)):
        raise SettingsError("the walks have made no moves that count; let them go on")
    urls = list(numbers)
    course = diagnose(every, list(map(host, urls)))
    facts = [facts_of(collection) for collection in collections]
    shares = tuple(
        _shares(question, every, answers(question, urls, facts)) for question in QUESTIONS
    )
    plans = [plan for each in collections if (plan := read_plan(each)) is not None]
    sizes = tuple(_sizes(trails, course.correlation_time))
    told = [*biases(plans, walks, course), *_thin(sizes), *_unknown(shares)]
    return WalkEstimate(shares, sizes, course, tuple(told))


def _shares(
    question: FactQuestion, trails: Sequence[Trail], answered: list[str | None]
) -> ShareEstimates:
    names = list(dict.fromkeys(name for name in answered if name is not None))
    if question.name == "copies" and names:
        names = [COPY, FIRST]
    places = {name: number for number, name in enumerate(names)}
    kinds = np.array([-1 if name is None else places[name] for name in answered], np.int64)
    there = [known(trail, kinds[trail.pages] >= 0) for trail in trails]
    weight = sum(float(trail.weights.sum()) for trail in trails)
    seen = sum(float(trail.weights.sum()) for trail in there)
    order = _by_weight(there, kinds, len(names))
    if question.name == "copies":  # that none is a copy is told, too
        order = [places[COPY]] if names else []
    largest = tuple(
        ShareEstimate(names[kind], share(there, [(kinds[t.pages] == kind) * 1.0 for t in there]))
        for kind in order[:MOST_SHARES]
    )
    return ShareEstimates(
        question.name, 1 - seen / weight, max(0, len(order) - MOST_SHARES), largest
    )


def _by_weight(trails: Sequence[Trail], kinds: NDArray[np.int64], size: int) -> list[int]:
    time = np.zeros(size)
    for trail in trails:
        time += np.bincount(kinds[trail.pages], trail.weights, size)
    order: list[int] = np.argsort(-time, kind="stable").tolist()
    return [kind for kind in order if time[kind] > 0]


def _sizes(groups: Sequence[Sequence[Trail]], time: float) -> list[SizeEstimate]:
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


def _thin(sizes: Sequence[SizeEstimate]) -> list[WalkBias]:
    return [
        WalkBias("size", WalkBiasText.SIZE.of(met=size.met_again, draws=size.draws, how=size.how))
        for size in sizes
        if size.met_again < FEW_PAIRS
    ]


def _unknown(shares: Sequence[ShareEstimates]) -> list[WalkBias]:
    return [
        WalkBias("unknown", WalkBiasText.UNKNOWN.of(kind=each.kind, share=each.unknown))
        for each in shares
        if each.unknown > 0
    ]
