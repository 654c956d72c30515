"""What are our weights worth on a set that nothing was learnt from?

Weights are chosen on all test sets but one and tried on that one: a weight that only fits the sets
it was chosen on is found out. Only the three weights are chosen that texts without links can tell,
each from a few values, and every set counts alike, however many questions it has. To go uphill with
all weights from the questions of the other sets, as `weight_learning` does for one collection, gave
0.03 times plain BM25 less.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from statistics import fmean

from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.search.answer.weight_learning import (
    RatedPools,
    RatedQuery,
    discounted,
    gains,
    pools_of,
)
from auslese.search.answer.weights import SignalWeights

POOL = 100
NEUTRAL = SignalWeights(
    title=0.5, headings=0.5, rest=0.5, anchor=0.5, address=0.5, exact=0.5, parts=0.5, name=0.5
)
"""Half of what the text is worth, wherever a word stands."""
CHOICES = tuple(
    replace(NEUTRAL, title=title, exact=exact, parts=parts)
    for title, exact, parts in product(
        (0.2, 0.35, 0.5, 0.7), (0.0, 0.1, 0.2, 0.35, 0.5), (0.2, 0.4, 0.6)
    )
)

Grades = Mapping[str, Mapping[str, float]]


def pool_of(searcher: Searcher, queries: Mapping[str, str], grades: Grades) -> RatedPools:
    """The best pages of all queries of a set, found with neutral weights, with their parts."""
    searcher.weigh(NEUTRAL)
    rated = []
    for name, judged in grades.items():
        found = searcher.parts(SearchQuery(queries[name], most=POOL, beside=False))
        ideal = discounted(sorted(judged.values(), reverse=True))
        graded = [judged.get(page, 0.0) for page, _ in found]
        rated.append(RatedQuery([parts for _, parts in found], graded, ideal))
    return pools_of(rated, NEUTRAL)


def learnt_without(
    pools: Mapping[str, RatedPools], plain: Mapping[str, float], left_out: str
) -> SignalWeights:
    """The weights that are best on all other sets, in times plain BM25."""
    others = [name for name in pools if name != left_out]

    def worth(weights: SignalWeights) -> float:
        return fmean(value_of(pools[name], weights) / plain[name] for name in others)

    return max(CHOICES, key=worth)


def value_of(pool: RatedPools, weights: SignalWeights) -> float:
    """The mean nDCG@10 of a set by these weights."""
    return fmean(gains(pool, weights).tolist())


def chosen_values(weights: SignalWeights) -> str:
    """The weights that were chosen, in a line."""
    return f"title {weights.title:g} exact {weights.exact:g} parts {weights.parts:g}"
