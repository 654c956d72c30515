"""Which words rise and fall between two parts of a collection?

A word moves if it is used more in one part than chance explains (`false_discovery`), by a factor
that matters (`ratio`), on more than a few pages and, where there are many sites, on more than one
of them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.words.significance import (
    Numbers,
    PartSize,
    Whole,
    WordUse,
    chance_of,
    chance_of_pages,
    design_effect,
    false_discovery,
    log_likelihood,
)

EXACT_UP_TO = 50  # pages with the word in both parts; beyond, chi square is good enough
RARE = 0.1  # share of pages with the word; beyond, pages say too little about how often
# A word that is on so few pages that chance could never be excluded is not tested, so that it does
# not raise the bar for others (Tarone 1990).
TESTABLE = 0.001
SMALLEST = 1e-12  # keeps logarithms from nothing
MANY_SITES = 5  # from so many on, a word of one site alone is that site's and no topic


class PartWordUse(NamedTuple):
    """One of the two parts that are compared."""

    use: WordUse
    sites: Whole
    """On how many sites each word is used."""
    size: PartSize
    all_sites: int


@dataclass(frozen=True, slots=True)
class MoverThresholds:
    """What a word must show to be told as moving."""

    false_discovery: float = 0.05
    ratio: float = 0.5
    """Least logarithm of the ratio, to base 2: 0.5 is 1.4 times as often."""
    pages: int = 3
    """Least pages in the part that uses it more."""
    sites: int = 0
    """Least sites there; 0: two if both parts have five sites or more, otherwise one."""
    pseudo: float = 4.0
    """Occurrences added to both parts together, shared as if nothing moved: draws the ratios of
    rare words towards one."""


class WordMoves(NamedTuple):
    """The measures of all words, a place for each."""

    g2: Numbers
    """Log-likelihood of pages for words on few pages; otherwise of uses, by the design effect."""
    g2_plain: Numbers
    bunching: Numbers
    """The design effect."""
    ratio: Numbers
    """Logarithm to base 2 of how much more often `this` uses it than `that`; drawn towards 0."""
    chance: Numbers
    false_discovery: Numbers
    is_tested: npt.NDArray[np.bool_]
    """Whether it stands on enough pages that chance could be excluded."""
    is_moving: npt.NDArray[np.bool_]

    def rising(self, most: int, by: str = "g2") -> list[int]:
        """The words that moved up, the most striking first."""
        return self._ranked(self.is_moving & (self.ratio > 0), most, by)

    def falling(self, most: int, by: str = "g2") -> list[int]:
        """The words that moved down, the most striking first."""
        return self._ranked(self.is_moving & (self.ratio < 0), most, by)

    def _ranked(self, where: npt.NDArray[np.bool_], most: int, by: str) -> list[int]:
        found = np.flatnonzero(where)
        weight = np.abs(self.ratio[found]) if by == "ratio" else self.g2[found]
        order = np.lexsort((found, -self.g2[found], -weight))
        ranked: list[int] = found[order[:most]].tolist()
        return ranked


def compare_word_use(
    this: PartWordUse, that: PartWordUse, thresholds: MoverThresholds | None = None
) -> WordMoves:
    """Measure every word that both parts together use."""
    limits = thresholds or MoverThresholds()
    units = _CountedUnits.of(this, that)
    g2 = log_likelihood(units.mine, units.other, units.all_mine, units.all_other)
    chance = _chances(g2, units, this.use.pages, that.use.pages)
    can_move = _least_chance(this.use.pages + that.use.pages, units.page_share) <= TESTABLE
    discovery = np.ones(len(g2))
    discovery[can_move] = false_discovery(chance[can_move])
    ratio = _ratios(units, limits.pseudo)
    is_moving = (
        (discovery <= limits.false_discovery)
        & (np.abs(ratio) >= limits.ratio)
        & _is_spread(this, that, ratio > 0, limits)
    )
    plain = log_likelihood(
        this.use.times.astype(float), that.use.times.astype(float), this.size.words, that.size.words
    )
    return WordMoves(g2, plain, units.bunching, ratio, chance, discovery, can_move, is_moving)


class _CountedUnits(NamedTuple):
    """What is counted as one event: a page for words on few pages, otherwise a use.

    Uses come in bunches and are therefore divided by the design effect; it cannot be known well
    from few pages.
    """

    by_pages: npt.NDArray[np.bool_]
    is_rare: npt.NDArray[np.bool_]
    bunching: Numbers
    mine: Numbers
    other: Numbers
    all_mine: Numbers
    all_other: Numbers
    page_share: float
    """How many of the pages with a rare word are to be expected in `this`."""

    @classmethod
    def of(cls, this: PartWordUse, that: PartWordUse) -> "_CountedUnits":
        pages, other_pages = this.use.pages, that.use.pages
        is_rare = pages + other_pages <= RARE * (this.size.pages + that.size.pages)
        by_pages = is_rare & (pages + other_pages <= EXACT_UP_TO)
        bunching = design_effect(((this.use, this.size), (that.use, that.size)))
        # Longer pages have more rare words; how many more, all rare words together tell.
        pairs, other_pairs = float(pages[is_rare].sum()), float(other_pages[is_rare].sum())
        known = pairs + other_pairs > 0
        sizes = this.size.words, that.size.words
        share = pairs / (pairs + other_pairs) if known else sizes[0] / max(sum(sizes), 1)
        return cls(
            by_pages,
            is_rare,
            bunching,
            np.where(by_pages, pages, this.use.times / bunching),
            np.where(by_pages, other_pages, that.use.times / bunching),
            np.where(by_pages, pairs, sizes[0] / bunching),
            np.where(by_pages, other_pairs, sizes[1] / bunching),
            share,
        )


def _chances(g2: Numbers, units: _CountedUnits, pages: Whole, other_pages: Whole) -> Numbers:
    """The chance of each G²; exact for words on few pages.

    A word that is on few pages because there are few, though on many of them, must pass both tests:
    how many pages have it says little about how it is used there.
    """
    chances = chance_of(g2)
    few = np.flatnonzero(pages + other_pages <= EXACT_UP_TO)
    exact = chance_of_pages(pages[few], other_pages[few], units.page_share)
    chances[few] = np.where(units.by_pages[few], exact, np.maximum(chances[few], exact))
    return chances


def _least_chance(pages: Whole, share: float) -> Numbers:
    """The least chance that a word on so many pages can have: all of them in the smaller part."""
    least: Numbers = 2 * min(share, 1 - share) ** pages.astype(float)
    return least


def _ratios(units: _CountedUnits, pseudo: float) -> Numbers:
    every = units.all_mine + units.all_other
    mine_part = np.divide(units.all_mine, every, out=np.full(len(every), 0.5), where=every > 0)
    mine = (units.mine + pseudo * mine_part) / np.maximum(mine_part, SMALLEST)
    other = (units.other + pseudo * (1 - mine_part)) / np.maximum(1 - mine_part, SMALLEST)
    ratios: Numbers = np.log2(np.maximum(mine, SMALLEST) / np.maximum(other, SMALLEST))
    return ratios


def _is_spread(
    this: PartWordUse, that: PartWordUse, is_rising: npt.NDArray[np.bool_], limits: MoverThresholds
) -> npt.NDArray[np.bool_]:
    """Whether the part that uses a word more does so on enough pages and sites."""
    pages = np.where(is_rising, this.use.pages, that.use.pages)
    sites = np.where(is_rising, this.sites, that.sites)
    return (pages >= limits.pages) & (sites >= least_sites(this, that, limits))


def least_sites(this: PartWordUse, that: PartWordUse, limits: MoverThresholds) -> int:
    """On how many sites a word must be used to be told."""
    if limits.sites:
        return limits.sites
    return 2 if min(this.all_sites, that.all_sites) >= MANY_SITES else 1
