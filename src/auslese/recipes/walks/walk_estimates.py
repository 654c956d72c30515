"""What walks tell about the web they were on: shares, sizes, and what may be wrong with them."""

from collections.abc import Collection as SomeOf
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auslese.recipes.walks.stored_walks import host, read_plan, walks_of
from auslese.recipes.walks.walk_biases import WalkBias, biases
from auslese.recipes.walks.walk_facts import (
    COPY,
    QUESTIONS,
    SPAM,
    FactQuestion,
    answers,
    facts_of,
    spam_question,
)
from auslese.records.errors import SettingsError
from auslese.records.interval import finite
from auslese.sample.convergence import WalkDiagnosis, diagnose
from auslese.sample.trail import BURN_IN, Trail, trail_of
from auslese.sample.walk_shares import (
    ShareEstimates,
    SizeEstimate,
    share_estimates,
    size_estimates,
)
from auslese.store.collection import Collection
from auslese.wording.walk_sentences import WalkBiasText

TOLD = {"copies": (COPY,), SPAM: (SPAM,)}
FEW_PAIRS = 10  # pages met again, below which a size is little more than a guess


@dataclass(frozen=True, slots=True)
class WalkEstimate:
    """All that walks tell."""

    shares: tuple[ShareEstimates, ...]
    sizes: tuple[SizeEstimate, ...]
    course: WalkDiagnosis
    biases: tuple[WalkBias, ...]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        report: dict[str, Any] = {
            "shares": {each.kind: each.as_json() for each in self.shares},
            "sizes": [
                {"how": each.how, "draws": each.draws, "met_again": each.met_again}
                | each.interval.as_json()
                for each in self.sizes
            ],
            "convergence": self.course.as_json(),
            "biases": [bias.as_json() for bias in self.biases],
        }
        return {key: finite(value) for key, value in report.items()}


def estimate(
    collections: Sequence[Collection], burn_in: float = BURN_IN, spam: SomeOf[str] = ()
) -> WalkEstimate:
    """Estimate from the walks of one collection, or of two over the same web.

    `spam` has hosts and domains whose pages are known to be spam.
    """
    groups = [walks_of(collection) for collection in collections]
    walks = [walk for group in groups for walk in group]
    numbers: dict[str, int] = {}
    trails = [[trail_of(walk, numbers, burn_in) for walk in group] for group in groups]
    every = [trail for group in trails for trail in group]
    if not any(map(len, every)):
        raise SettingsError("the walks have made no moves that count; let them go on")
    urls = list(numbers)
    course = diagnose(every, list(map(host, urls)))
    facts = [facts_of(collection, urls) for collection in collections]
    shares = tuple(
        _shares(question, every, answers(question, urls, facts))
        for question in (*QUESTIONS, spam_question(spam))
    )
    plans = [plan for each in collections if (plan := read_plan(each)) is not None]
    sizes = tuple(size_estimates(trails, course.correlation_time))
    notes = [*biases(plans, walks, course), *_thin(sizes), *_unknown(shares)]
    if shares[-1].largest:
        notes.append(WalkBias(SPAM, WalkBiasText.SPAM.of()))
    return WalkEstimate(shares, sizes, course, tuple(notes))


def _shares(
    question: FactQuestion, trails: Sequence[Trail], answered: list[str | None]
) -> ShareEstimates:
    # That none is a copy, or spam, is told, too.
    return share_estimates(question.name, trails, answered, TOLD.get(question.name))


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
