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
    Size,
    Use,
    Whole,
    chance_of,
    chance_of_pages,
    design_effect,
    false_discovery,
    log_likelihood,
)

EXACT_UP_TO = 50  # pages with the word in both parts; beyond, chi square is good enough
MANY_SITES = 5  # from so many on, a word of one site alone is that site's and no topic


class Part(NamedTuple):
    """One of the two parts that are compared."""

    use: Use
    sites: Whole
    """On how many sites each word is used."""
    size: Size
    all_sites: int


@dataclass(frozen=True, slots=True)
class Thresholds:
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


class Moves(NamedTuple):
    """The measures of all words, a place for each."""

    g2: Numbers
    """Log-likelihood, divided by the design effect."""
    g2_plain: Numbers
    bunching: Numbers
    """The design effect."""
    ratio: Numbers
    """Logarithm to base 2 of how much more often `this` uses it than `that`; drawn towards 0."""
    chance: Numbers
    false_discovery: Numbers
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


def compare(this: Part, that: Part, thresholds: Thresholds | None = None) -> Moves:
    """Measure every word that both parts together use."""
    limits = thresholds or Thresholds()
    mine, other = this.use.count.astype(float), that.use.count.astype(float)
    words, other_words = max(this.size.words, 1), max(that.size.words, 1)
    plain = log_likelihood(mine, other, words, other_words)
    bunching = design_effect(((this.use, this.size), (that.use, that.size)))
    g2 = plain / bunching
    share = words / (words + other_words)
    chance = _chances(g2, this.use.pages, that.use.pages, share)
    discovery = false_discovery(chance)
    ratio = _ratios(mine / bunching, other / bunching, share, limits.pseudo)
    is_moving = (
        (discovery <= limits.false_discovery)
        & (np.abs(ratio) >= limits.ratio)
        & _is_spread(this, that, ratio > 0, limits)
    )
    return Moves(g2, plain, bunching, ratio, chance, discovery, is_moving)


def _chances(g2: Numbers, pages: Whole, other_pages: Whole, share: float) -> Numbers:
    """The chance of each G²; for words on few pages, that of the pages if it is larger."""
    chances = chance_of(g2)
    few = np.flatnonzero(pages + other_pages <= EXACT_UP_TO)
    exact = chance_of_pages(pages[few], other_pages[few], share)
    chances[few] = np.maximum(chances[few], exact)
    return chances


def _ratios(mine: Numbers, other: Numbers, share: float, pseudo: float) -> Numbers:
    mine_share = (mine + pseudo * share) / share
    other_share = (other + pseudo * (1 - share)) / (1 - share)
    ratios: Numbers = np.log2(mine_share / other_share)
    return ratios


def _is_spread(
    this: Part, that: Part, is_rising: npt.NDArray[np.bool_], limits: Thresholds
) -> npt.NDArray[np.bool_]:
    """Whether the part that uses a word more does so on enough pages and sites."""
    pages = np.where(is_rising, this.use.pages, that.use.pages)
    sites = np.where(is_rising, this.sites, that.sites)
    return (pages >= limits.pages) & (sites >= least_sites(this, that, limits))


def least_sites(this: Part, that: Part, limits: Thresholds) -> int:
    """On how many sites a word must be used to be told."""
    if limits.sites:
        return limits.sites
    return 2 if min(this.all_sites, that.all_sites) >= MANY_SITES else 1
