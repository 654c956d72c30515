"""Everything that is known to be wrong with a sample, with its size where it has one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from auslese.recipes.walks.stored_walks import WalkPlan
from auslese.sample.convergence import WalkDiagnosis
from auslese.sample.random_walk import Walk
from auslese.wording.walk_sentences import DeadEndText, WalkBiasText

MOST_REASONS = 8  # that are told of one kind of dead ends


CONVERGENCE = "convergence"


class WalkBias(NamedTuple):
    """A reason why figures may be off."""

    label: str
    """As `stored links`; programs get it with underscores."""
    words: str

    def __str__(self) -> str:
        return f"{self.label}: {self.words}"

    def as_json(self) -> dict[str, str]:
        """As programs get it."""
        return {"name": self.label.replace(" ", "_").replace("-", "_"), "words": self.words}


def biases(
    plans: Sequence[WalkPlan], walks: Sequence[Walk], course: WalkDiagnosis
) -> list[WalkBias]:
    """What to keep in mind when the figures are used."""
    return [*_of_reach(plans, walks), *_of_pages(walks), *_of_course(course)]


def _of_reach(plans: Sequence[WalkPlan], walks: Sequence[Walk]) -> Iterator[WalkBias]:
    """What the walks could not come to, or came to too easily."""
    starts = ", ".join(dict.fromkeys(walk.names[0] for walk in walks))
    yield WalkBias("reach", WalkBiasText.REACH.of(starts=starts))
    incoming = max((plan.incoming for plan in plans), default=0)
    if incoming:
        yield WalkBias("index", WalkBiasText.INDEX.of(incoming=incoming))
    else:
        yield WalkBias("in-links", WalkBiasText.IN_LINKS.of())
    if not all(plan.is_live for plan in plans):
        yield WalkBias("stored links", WalkBiasText.STORED_LINKS.of())
    if restarts := sum(walk.restarts for walk in walks):
        yield WalkBias("restarts", WalkBiasText.RESTARTS.of(moves=restarts))


def _of_pages(walks: Sequence[Walk]) -> Iterator[WalkBias]:
    """What was cut off on the way."""
    visited = sum(walk.visited for walk in walks)
    dead = sum((walk.dead_ends() for walk in walks), Counter[str]())
    for kind, (label, what) in DEAD_ENDS.items():
        if some := {why: n for why, n in dead.items() if _kind_of(why) == kind}:
            reasons = _reasons_text(Counter(some))
            share = sum(some.values()) / (visited + sum(dead.values()))
            words = WalkBiasText.DEAD_ENDS.of(what=what.of(), share=share, reasons=reasons)
            yield WalkBias(label, words)
    if cut := sum(walk.cut for walk in walks):
        yield WalkBias("links", WalkBiasText.LINKS.of(links=cut))
    if any(walk.is_stuck for walk in walks):
        yield WalkBias("stuck", WalkBiasText.STUCK.of())


def _reasons_text(reasons: Counter[str]) -> str:
    """The most frequent reasons: a trap has one for every host."""
    texts = [f"{n:,} {why}" for why, n in sorted(reasons.most_common(MOST_REASONS))]
    if others := len(reasons) - len(texts):
        texts.append(WalkBiasText.OTHER_REASONS.text(number=others))
    return ", ".join(texts)


def _kind_of(reason: str) -> str:
    return next((kind for kind in DEAD_ENDS if reason.startswith(kind)), "")


def _of_course(course: WalkDiagnosis) -> Iterator[WalkBias]:
    """What the course of the walks says against them."""
    if not course.has_converged:
        yield from (WalkBias(CONVERGENCE, words) for words in course.words)


DEAD_ENDS = {
    "refused: robots": ("robots", DeadEndText.ROBOTS),
    "refused: trap": ("traps", DeadEndText.TRAPS),
    "trap": ("traps", DeadEndText.LIMITS),
    "failed": ("failures", DeadEndText.FAILURES),
    "not fetched": ("not fetched", DeadEndText.NOT_FETCHED),
    "redirects": ("redirects", DeadEndText.REDIRECTS),
    "unknown": ("unknown", DeadEndText.UNKNOWN),
    "refused: noindex": ("noindex", DeadEndText.NOINDEX),
    "refused: type": ("types", DeadEndText.TYPES),
    "": ("rules", DeadEndText.RULES),
}
"""Beginnings of reasons, the first that fits counts, and what to say of them."""
