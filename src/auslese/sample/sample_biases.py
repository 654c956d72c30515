"""What is known to be wrong with a sample, in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from auslese.sample.draws import Draw, DrawMethod, DrawOutcome, DrawPlan, PickedPage
from auslese.sample.query_pool import QueryPool
from auslese.sample.sampled_engine import PagePresence

FEW_PAGES = 100
"""Below so many free pages intervals are wide, and hold the truth more seldom than they say."""
HEAVY_SHARE = 0.1
"""From this share of all weight on, a single page decides."""


@dataclass(frozen=True, slots=True)
class SampleBias:
    """A reason why a figure may be off."""

    name: str
    """As rank_limit, for programs."""
    words: str
    """One sentence."""
    count: int = 0
    """How many draws or pages it touched, if it can be counted."""
    of: int = 0
    """Among how many."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {"name": self.name, "words": self.words, "count": self.count, "of": self.of}


def biases_of(
    name: str, draws: Sequence[Draw], pool: QueryPool, plan: DrawPlan
) -> tuple[SampleBias, ...]:
    """What is wrong with the draws from one engine."""
    found = [*_by_design(name, pool, plan), *_of_answers(name, draws), *_of_silence(name, draws)]
    pages = [page for draw in draws for page in draw.pages]
    if plan.method is not DrawMethod.PLAIN:
        found += _of_weights(name, draws, pages, plan)
    return (*found, *_of_few(name, pages))


def biases_of_both(
    first: str, second: str, in_second: Sequence[PagePresence], in_first: Sequence[PagePresence]
) -> tuple[SampleBias, ...]:
    """What is wrong with looking for the pages of each in the other."""
    sides = ((first, second, in_second), (second, first, in_first))
    found: list[SampleBias] = []
    for source, other, presences in sides:
        unknown, held = presences.count(PagePresence.UNKNOWN), presences.count(PagePresence.HELD)
        if unknown:
            words = (
                f"Whether {other} has {unknown:,} of {len(presences):,} pages from {source} is"
                " unknown. They are left out; the bounds say what they could change."
            )
            found.append(SampleBias("unknown_presence", words, unknown, len(presences)))
        if presences and not held:
            words = f"{other} has none of the pages from {source}: no bound to the quotient."
            found.append(SampleBias("no_overlap", words, 0, len(presences)))
    return tuple(found)


def _by_design(name: str, pool: QueryPool, plan: DrawPlan) -> Iterator[SampleBias]:
    kind = "one of" if pool.together == 1 else f"{pool.together} of"
    words = f"Pages of {name} without {kind} the pool's {len(pool.words):,} words cannot be drawn."
    yield SampleBias("pool", words)
    if plan.method is DrawMethod.PLAIN:
        yield SampleBias(
            "length", f"Long pages of {name} are drawn too often: more queries find them."
        )
        yield SampleBias("ranking", f"Pages that {name} puts first are drawn too often.")
    elif not plan.trials:
        words = f"All queries of a page are believed to find it in {name}; those that do not, bias."
        yield SampleBias("no_trials_wanted", words)


def _of_answers(name: str, draws: Sequence[Draw]) -> Iterator[SampleBias]:
    answered = sum(draw.why is not DrawOutcome.SILENT for draw in draws)
    cut = sum(draw.is_cut for draw in draws)
    if cut:
        words = (
            f"{name} gave only the first pages of {cut:,} of {answered:,} answers. Pages that it"
            " puts first for no query cannot be drawn."
        )
        yield SampleBias("rank_limit", words, cut, answered)
    repeated = sum(draw.repeated > 0 for draw in draws)
    if repeated:
        words = f"{name} gave pages twice in {repeated:,} answers; they count once."
        yield SampleBias("repeated", words, repeated, answered)
    lies = sum(map(_is_total_wrong, draws))
    if lies:
        words = (
            f"{name} told totals that its own answers contradict, {lies:,} times of {answered:,}."
            " Nothing is computed from totals."
        )
        yield SampleBias("wrong_totals", words, lies, answered)


def _is_total_wrong(draw: Draw) -> bool:
    """Fewer pages claimed than given, or more although all were given."""
    if draw.total is None or draw.why is DrawOutcome.SILENT:
        return False
    with_repeated = draw.given + draw.repeated
    return draw.total < draw.given or (draw.total > with_repeated and not draw.is_cut)


def _of_silence(name: str, draws: Sequence[Draw]) -> Iterator[SampleBias]:
    reasons = Counter(draw.reason for draw in draws if draw.why is DrawOutcome.SILENT)
    if silent := reasons.total():
        told = ", ".join(f"{reason or 'unknown'} {n:,}" for reason, n in reasons.most_common())
        words = (
            f"{name} did not answer {silent:,} of {len(draws):,} queries ({told}). They are left"
            " out; if it fails at broad queries, their pages are missing."
        )
        yield SampleBias("silent", words, silent, len(draws))
    trials = sum(draw.silent_trials for draw in draws)
    if trials:
        words = f"{name} did not answer {trials:,} queries asked to weigh pages."
        yield SampleBias("silent_trials", words, trials, sum(draw.asked for draw in draws))


PAGE_REASONS = {
    DrawOutcome.NO_TEXT: (
        "have a text that could not be had; they cannot be weighed and are left out"
    ),
    DrawOutcome.NO_WORDS: "do not have the words they were given for; they are left out",
    DrawOutcome.NO_TRIALS: "could not be weighed, for none of their queries was answered",
}


def _of_weights(
    name: str, draws: Sequence[Draw], pages: Sequence[PickedPage], plan: DrawPlan
) -> Iterator[SampleBias]:
    reasons = Counter(page.why for page in pages)
    for why, told in PAGE_REASONS.items():
        if count := reasons[why]:
            words = f"{count:,} of {len(pages):,} pages from {name} {told}."
            yield SampleBias(why.value, words, count, len(pages))
    bounded = sum(page.is_bounded for page in pages)
    if bounded:
        words = (
            f"{bounded:,} pages from {name} count less than they should: they are found by very few"
            f" queries (less than {plan.floor}, or by none of those tried)."
        )
        yield SampleBias("bounded_weight", words, bounded, len(pages))
    total = sum(draw.weight for draw in draws)
    heaviest = max((page.weight for page in pages), default=0.0)
    if total and heaviest > HEAVY_SHARE * total:
        words = f"One page from {name} has {heaviest / total:.0%} of all weight."
        yield SampleBias("heavy_page", words, 1, len(pages))


def _of_few(name: str, pages: Sequence[PickedPage]) -> Iterator[SampleBias]:
    weights = [page.weight for page in pages if page.weight > 0]
    squares = sum(weight * weight for weight in weights)
    worth = int(sum(weights) ** 2 / squares) if squares else 0
    if not weights:
        yield SampleBias(
            "few_pages", f"No page from {name} counts: these figures say nothing.", 0, 0
        )
    elif worth < FEW_PAGES:
        words = (
            f"The {len(weights):,} pages from {name} are worth {worth:,} of equal weight: intervals"
            " are wide, and may be too narrow still."
        )
        yield SampleBias("few_pages", words, worth, len(weights))
