"""What is known to be wrong with a sample."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from auslese.sample.draws import Draw, DrawMethod, DrawOutcome, DrawPlan, PickedPage
from auslese.sample.query_pool import QueryPool
from auslese.sample.sampled_engine import PagePresence
from auslese.wording.sample_sentences import SampleBiasText

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
            words = SampleBiasText.UNKNOWN_PRESENCE.of(
                other=other, unknown=unknown, all=len(presences), source=source
            )
            found.append(SampleBias("unknown_presence", words, unknown, len(presences)))
        if presences and not held:
            words = SampleBiasText.NO_OVERLAP.of(other=other, source=source)
            found.append(SampleBias("no_overlap", words, 0, len(presences)))
    return tuple(found)


def _by_design(name: str, pool: QueryPool, plan: DrawPlan) -> Iterator[SampleBias]:
    form = SampleBiasText.POOL_ONE if pool.together == 1 else SampleBiasText.POOL_SEVERAL
    words = form.of(name=name, together=pool.together, words=len(pool.words))
    yield SampleBias("pool", words)
    if plan.method is DrawMethod.PLAIN:
        yield SampleBias("length", SampleBiasText.LENGTH.of(name=name))
        yield SampleBias("ranking", SampleBiasText.RANKING.of(name=name))
    elif not plan.trials:
        yield SampleBias("no_trials_wanted", SampleBiasText.NO_TRIALS_WANTED.of(name=name))


def _of_answers(name: str, draws: Sequence[Draw]) -> Iterator[SampleBias]:
    answered = sum(draw.why is not DrawOutcome.SILENT for draw in draws)
    cut = sum(draw.is_cut for draw in draws)
    if cut:
        words = SampleBiasText.RANK_LIMIT.of(name=name, cut=cut, answered=answered)
        yield SampleBias("rank_limit", words, cut, answered)
    repeated = sum(draw.repeated > 0 for draw in draws)
    if repeated:
        words = SampleBiasText.REPEATED.of(name=name, repeated=repeated)
        yield SampleBias("repeated", words, repeated, answered)
    lies = sum(map(_is_total_wrong, draws))
    if lies:
        words = SampleBiasText.WRONG_TOTALS.of(name=name, lies=lies, answered=answered)
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
        counts = ", ".join(f"{reason or 'unknown'} {n:,}" for reason, n in reasons.most_common())
        words = SampleBiasText.SILENT.of(name=name, silent=silent, all=len(draws), reasons=counts)
        yield SampleBias("silent", words, silent, len(draws))
    trials = sum(draw.silent_trials for draw in draws)
    if trials:
        words = SampleBiasText.SILENT_TRIALS.of(name=name, trials=trials)
        yield SampleBias("silent_trials", words, trials, sum(draw.asked for draw in draws))


PAGE_REASONS = {
    DrawOutcome.NO_TEXT: SampleBiasText.NO_TEXT,
    DrawOutcome.NO_WORDS: SampleBiasText.NO_WORDS,
    DrawOutcome.NO_TRIALS: SampleBiasText.NO_TRIALS,
}


def _of_weights(
    name: str, draws: Sequence[Draw], pages: Sequence[PickedPage], plan: DrawPlan
) -> Iterator[SampleBias]:
    reasons = Counter(page.why for page in pages)
    for why, form in PAGE_REASONS.items():
        if count := reasons[why]:
            words = form.of(count=count, all=len(pages), name=name)
            yield SampleBias(why.value, words, count, len(pages))
    bounded = sum(page.is_bounded for page in pages)
    if bounded:
        words = SampleBiasText.BOUNDED_WEIGHT.of(count=bounded, name=name, floor=plan.floor)
        yield SampleBias("bounded_weight", words, bounded, len(pages))
    total = sum(draw.weight for draw in draws)
    heaviest = max((page.weight for page in pages), default=0.0)
    if total and heaviest > HEAVY_SHARE * total:
        words = SampleBiasText.HEAVY_PAGE.of(name=name, share=heaviest / total)
        yield SampleBias("heavy_page", words, 1, len(pages))


def _of_few(name: str, pages: Sequence[PickedPage]) -> Iterator[SampleBias]:
    weights = [page.weight for page in pages if page.weight > 0]
    squares = sum(weight * weight for weight in weights)
    worth = int(sum(weights) ** 2 / squares) if squares else 0
    if not weights:
        yield SampleBias("few_pages", SampleBiasText.NO_PAGES.of(name=name), 0, 0)
    elif worth < FEW_PAGES:
        words = SampleBiasText.FEW_PAGES.of(count=len(weights), name=name, worth=worth)
        yield SampleBias("few_pages", words, worth, len(weights))
