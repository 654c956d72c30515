"""Everything that is known to be wrong with a sample, in words, with its size where it has one."""

from collections import Counter
from collections.abc import Iterator, Sequence

from auslese.recipes.walks.stored_walks import WalkPlan
from auslese.sample.convergence import WalkDiagnosis
from auslese.sample.random_walk import Walk

MOST_REASONS = 8  # that are told of one kind of dead ends


def biases(plans: Sequence[WalkPlan], walks: Sequence[Walk], course: WalkDiagnosis) -> list[str]:
    """What to keep in mind when the figures are used."""
    return [*_of_reach(plans, walks), *_of_pages(walks), *_of_course(course)]


def _of_reach(plans: Sequence[WalkPlan], walks: Sequence[Walk]) -> Iterator[str]:
    """What the walks could not come to, or came to too easily."""
    starts = ", ".join(dict.fromkeys(walk.names[0] for walk in walks))
    yield f"reach: only what links lead to from {starts}, within the rules of the collection"
    incoming = max((plan.incoming for plan in plans), default=0)
    if incoming:
        yield (
            f"index: up to {incoming} in-links of each page come from an index; pages that it knows"
            " well are favoured until the walk has come round"
        )
    else:
        yield (
            "in-links: none were taken from an index, so pages that lead here and to which nothing"
            " leads back are never seen"
        )
    if not all(plan.is_live for plan in plans):
        yield "stored links: pages that were never fetched are left out"
    if restarts := sum(walk.restarts for walk in walks):
        yield f"restarts: {restarts:,} moves led back to random earlier pages, which favours these"


def _of_pages(walks: Sequence[Walk]) -> Iterator[str]:
    """What was cut off on the way."""
    visited = sum(walk.visited for walk in walks)
    dead = sum((walk.dead_ends() for walk in walks), Counter[str]())
    for kind, words in DEAD_ENDS.items():
        if some := {why: n for why, n in dead.items() if _kind_of(why) == kind}:
            reasons = _reasons_text(Counter(some))
            share = sum(some.values()) / (visited + sum(dead.values()))
            yield f"{words} ({share:.1%} of all that was wanted): {reasons}"
    if cut := sum(walk.cut for walk in walks):
        yield f"links: {cut:,} links of pages with very many were left out by chance"
    if any(walk.is_stuck for walk in walks):
        yield "stuck: a walk came to an end, since nothing leads away from where it began"


def _reasons_text(reasons: Counter[str]) -> str:
    """The most frequent reasons: a trap has one for every host."""
    texts = [f"{n:,} {why}" for why, n in sorted(reasons.most_common(MOST_REASONS))]
    if others := len(reasons) - len(texts):
        texts.append(f"and {others:,} other reasons")
    return ", ".join(texts)


def _kind_of(reason: str) -> str:
    return next((kind for kind in DEAD_ENDS if reason.startswith(kind)), "")


def _of_course(course: WalkDiagnosis) -> Iterator[str]:
    """What the course of the walks says against them."""
    if not course.has_converged:
        yield from (f"convergence: {words}" for words in course.words)


DEAD_ENDS = {
    "refused: robots": "robots: pages that robots.txt closes were not seen",
    "refused: trap": "traps: endless pages were cut off",
    "trap": "traps: endless pages were cut off by the limits of the walk",
    "failed": "failures: pages that could not be fetched were not seen",
    "not fetched": "not fetched: pages whose links nobody knows were dead ends",
    "redirects": "redirects: pages that lead round in circles were dead ends",
    "unknown": "unknown: pages that the link graph does not have were dead ends",
    "refused: noindex": "noindex: pages that do not want to be in an index were not seen",
    "refused: type": "types: what is no page of the wanted types was left out",
    "": "rules: pages that were refused for another reason were not seen",
}
"""Beginnings of reasons, the first that fits counts, and what to say of them."""
