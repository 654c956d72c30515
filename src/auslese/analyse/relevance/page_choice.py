"""Which page is to be rated next, and why that one.

    cluster   from every cluster at first, its representative before the others
    best      where the model finds most (continuous active learning; Cormack and Grossman 2015)
    doubt     where its answer is least sure
    random    drawn by lot from all pages: the random slice, by which estimates are honest
    other     far from what was shown lately, against narrowing

The random slice is the beginning of one order of all pages that is fixed beforehand, whatever the
answers will be. A page of it may be rated before the model has come upon it. The model is then not
taught by that answer until it does: such a page comes back as one whose answer is known, nobody is
asked again, and how many pages of the slice the model has come upon tells how much it has found.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.page_features import PageFeatures
from auslese.records.rating import ChoiceReason

LATELY = 20  # pages shown that another one shall be far from
FAR_SHARE = 0.25  # of the candidates, those that are far enough
MOST_CANDIDATES = 2000
NO_CLUSTER = -1

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

NOBODY: Rows = np.empty(0, np.int64)
NO_CLOSENESS: Floats = np.empty(0)


class Chosen(NamedTuple):
    """A page that is to be rated."""

    row: int
    why: ChoiceReason
    cluster: int = NO_CLUSTER
    """The one it stands for, if it was chosen for that."""
    is_representative: bool = False
    """Whether it is nearest to the middle of its cluster."""
    is_known: bool = False
    """Whether it was rated as a page of the random slice: its answer counts again as this one."""


@dataclass(frozen=True, slots=True)
class ChoiceOptions:
    """How pages are chosen."""

    seed: int = 0
    random_share: float = 0.1
    """Of all turns, known beforehand."""
    doubt_share: float = 0.1
    """Of the turns that are neither of a cluster nor by lot."""
    least_of_cluster: int = 2
    cluster_pages: int = 0
    """How many of all clusters together, shared out by size; 0: the least of each."""


@dataclass(frozen=True, slots=True)
class ChoiceState:
    """What has been rated so far; rows are those of the scores."""

    size: int
    rated: Rows = field(default_factory=lambda: NOBODY)
    """In the order of answers, but for those by lot."""
    drawn: Rows = field(default_factory=lambda: NOBODY)
    """Rated as pages of the random slice, in their order."""
    later: Rows = field(default_factory=lambda: NOBODY)
    """Put aside; they are not asked again by themselves."""
    has_both: bool = False
    """Whether there are relevant and irrelevant answers."""
    keys: NDArray[np.uint64] | None = None
    """What a page keeps when others come and go; without it the row."""
    groups: Rows | None = None
    """Pages with one number are near copies of each other; below 0: of nobody."""
    clusters: Rows | None = None
    closeness: Floats = field(default_factory=lambda: NO_CLOSENESS)
    """To the middle of the own cluster."""

    @property
    def turns(self) -> int:
        """Answers that were given."""
        return len(self.rated) + int((~np.isin(self.drawn, self.rated)).sum())


def random_order(state: ChoiceState, seed: int) -> Rows:
    """All pages in an order by lot; pages that come and go do not change that of the others."""
    keys = state.keys if state.keys is not None else np.arange(state.size, dtype=np.uint64)
    order: Rows = np.argsort(_mixed(keys, seed), kind="stable").astype(np.int64)
    return order


def random_slice(state: ChoiceState, seed: int) -> Rows:
    """The pages of the slice so far: the beginning of the order, as far as it was asked about.

    Of a group of near copies the first one stands in it; pages put aside are left out.
    """
    order = _first_of_groups(random_order(state, seed), state.groups)
    place = np.empty(state.size, np.int64)
    place.fill(-1)
    place[order] = np.arange(len(order))
    reached = int(place[state.drawn].max()) + 1 if len(state.drawn) else 0
    begin = order[:reached]
    return begin[np.isin(begin, np.concatenate([state.rated, state.drawn]))]


def next_pages(
    state: ChoiceState, scores: Floats, number: int = 1, options: ChoiceOptions | None = None
) -> list[Chosen]:
    """The next pages to be rated, by calibrated scores of all pages; fewer if there are no more.

    Pages whose answer is known come beside that number.
    """
    turns = _Turns(state, scores, options or ChoiceOptions())
    found: list[Chosen] = []
    asked = 0
    while asked < number and (chosen := turns.take()) is not None:
        found.append(chosen)
        asked += not chosen.is_known
    return found


def something_else(
    state: ChoiceState, features: PageFeatures, scores: Floats, number: int = 1
) -> list[Chosen]:
    """Pages far from those that were rated lately, the most promising of these first."""
    free = _free(state)
    candidates = random_order(state, len(state.rated))
    candidates = candidates[free[candidates]][:MOST_CANDIDATES]
    shown = np.concatenate([state.rated, state.drawn])[-LATELY:]
    likeness = features.dense[candidates] @ features.dense[shown].T
    nearest = likeness.max(axis=1) if len(shown) else np.zeros(len(candidates))
    far = candidates[np.argsort(nearest, kind="stable")]
    far = far[: max(number, int(FAR_SHARE * len(far)))]
    best = far[np.argsort(-scores[far], kind="stable")][:number]
    return [Chosen(row, ChoiceReason.OTHER) for row in best.tolist()]


def cluster_quotas(clusters: Rows, least: int, pages: int) -> Rows:
    """How many pages of each cluster are rated: at least so many, more of large ones."""
    sizes = np.bincount(clusters[clusters >= 0])
    shared = np.rint(pages * sizes / max(1, sizes.sum())).astype(np.int64)
    quotas: Rows = np.minimum(np.maximum(shared, least), sizes)
    return quotas


class _Turns:
    """Chooses one page after the other."""

    def __init__(self, state: ChoiceState, scores: Floats, options: ChoiceOptions) -> None:
        self.state, self.scores, self.options = state, scores, options
        self.free = _free(state)
        known = state.drawn[~np.isin(state.drawn, state.rated)]
        self.known = np.zeros(state.size, bool)
        self.known[known] = True
        self.turn = state.turns

    def take(self) -> Chosen | None:
        chosen = self._chosen()
        if chosen is not None:
            self._close(chosen.row)
            self.turn += not chosen.is_known
        return chosen

    def _chosen(self) -> Chosen | None:
        chance = np.random.default_rng([self.options.seed, self.turn]).random(2)
        if chance[0] < self.options.random_share:
            return self._by_lot() or self._of_cluster() or self._by_score(np.inf)
        if (not self.state.has_both or self.turn % 2 == 0) and (page := self._of_cluster()):
            return page
        if not self.state.has_both and not self._is_telling():
            return self._by_lot(ChoiceReason.OTHER)
        wanted = 0.5 if chance[1] < self.options.doubt_share else np.inf
        return self._by_score(wanted)

    def _is_telling(self) -> bool:
        return bool(len(self.scores)) and float(np.ptp(self.scores)) > 0

    def _by_lot(self, why: ChoiceReason = ChoiceReason.RANDOM) -> Chosen | None:
        order = random_order(self.state, self.options.seed)
        unasked = order[self.free[order] & ~self.known[order]]
        return Chosen(int(unasked[0]), why) if len(unasked) else None

    def _by_score(self, wanted: float) -> Chosen | None:
        """The page whose score is nearest to the wanted one."""
        rows = np.flatnonzero(self.free)
        if not len(rows):
            return None
        scores = self.scores[rows]
        is_best = wanted == np.inf
        at = int(scores.argmax()) if is_best else int(np.abs(scores - wanted).argmin())
        row = int(rows[at])
        why = ChoiceReason.BEST if is_best else ChoiceReason.DOUBT
        return Chosen(row, why, is_known=bool(self.known[row]))

    def _of_cluster(self) -> Chosen | None:
        clusters = self.state.clusters
        if clusters is None:
            return None
        quotas = cluster_quotas(clusters, self.options.least_of_cluster, self.options.cluster_pages)
        done = np.concatenate([self.state.rated, self.state.drawn, np.flatnonzero(self._closed())])
        done = np.unique(done)
        had = np.bincount(clusters[done][clusters[done] >= 0], minlength=len(quotas))
        for cluster in _by_need(quotas, had):
            if (page := self._page_of(cluster, bool(had[cluster]))) is not None:
                return page
        return None

    def _page_of(self, cluster: int, has_begun: bool) -> Chosen | None:
        """The representative of a cluster at first, then others by lot."""
        clusters = self.state.clusters
        inside = np.flatnonzero((clusters == cluster) & self.free & ~self.known)
        if not len(inside):
            return None
        if not has_begun and len(self.state.closeness):
            row = int(inside[self.state.closeness[inside].argmax()])
            return Chosen(row, ChoiceReason.CLUSTER, cluster, is_representative=True)
        rng = np.random.default_rng([self.options.seed, self.turn, cluster])
        return Chosen(int(rng.choice(inside)), ChoiceReason.CLUSTER, cluster)

    def _closed(self) -> NDArray[np.bool_]:
        closed = ~self.free
        closed[self.state.later] = False
        return closed

    def _close(self, row: int) -> None:
        self.free[row] = False
        if self.state.groups is not None and self.state.groups[row] >= 0:
            self.free[self.state.groups == self.state.groups[row]] = False


def _by_need(quotas: Rows, had: NDArray[np.int64]) -> Iterator[int]:
    """Clusters that lack pages: those without any first, large ones first."""
    lacking = np.flatnonzero(had < quotas)
    order = np.lexsort((lacking, -quotas[lacking], had[lacking]))
    yield from lacking[order].tolist()


def _free(state: ChoiceState) -> NDArray[np.bool_]:
    """Pages that the process may choose: neither rated, nor put aside, nor copies of such."""
    free = np.ones(state.size, bool)
    done = np.concatenate([state.rated, state.later])
    free[done] = False
    if state.groups is not None:
        closed = np.unique(state.groups[done])
        free &= ~(np.isin(state.groups, closed[closed >= 0]))
    return free


def _first_of_groups(order: Rows, groups: Rows | None) -> Rows:
    if groups is None:
        return order
    alone = np.where(groups < 0, -1 - np.arange(len(groups)), groups)[order]
    first = np.unique(alone, return_index=True)[1]
    return order[np.sort(first)]


def _mixed(keys: NDArray[np.uint64], seed: int) -> NDArray[np.uint64]:
    """Keys as numbers by lot: the finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        mixed = keys.astype(np.uint64) + np.uint64(seed + 1) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
