"""Webs made from a seed, to be walked on: few pages have very many links, few are named by most.

In a plain web every page can be reached from every other. A bow tie (Broder et al. 2000) has a core
like that, pages that only lead there, pages that it only leads to, and some that have nothing to do
with it. Pages belong to hosts; half of their links stay there.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from auslese.sample.random_walk import NeighbourLookup, Neighbours

OUT_EXPONENT, FEWEST_LINKS, MOST_LINKS = 1.5, 2, 300
IN_EXPONENT = 0.7  # of Zipf's law, by which pages are named
HOSTS = 20
AT_HOME = 0.5
LEADING_IN, LED_TO = 1, 2  # parts of a bow tie, the core being the first
CORE, INTO, OUT = 0.5, 0.2, 0.2  # the rest of a bow tie is elsewhere


@dataclass(frozen=True, slots=True)
class MadeWeb:
    """Links both ways; pages are named by their numbers."""

    out: list[list[str]]
    into: list[list[str]]
    hosts: list[int]

    def __len__(self) -> int:
        """Count the pages."""
        return len(self.out)

    def neighbours(self, url: str) -> NeighbourLookup:
        """What is around a page."""
        return Neighbours(self.out[int(url)], self.into[int(url)])

    def reachable(self, start: int) -> set[int]:
        """What links lead to from a page, itself among it."""
        found, left = {start}, [start]
        while left:
            new = {int(each) for each in self.out[left.pop()]} - found
            found |= new
            left += new
        return found


def made_web(pages: int, seed: int, *, is_bow_tie: bool = False) -> MadeWeb:
    """A web of so many pages; the core of a bow tie begins at page 0."""
    dice = np.random.default_rng(seed)
    parts = _bow_tie(pages) if is_bow_tie else [slice(0, pages)]
    ways = {0: [0, 2], 1: [0, 1]} if is_bow_tie else {}
    hosts = dice.integers(0, HOSTS, pages)
    out: list[set[int]] = [set() for _ in range(pages)]
    for number, part in enumerate(parts):
        allowed = [parts[each] for each in ways.get(number, [number])]
        _link(dice, out, part, allowed, hosts)
        if number != LEADING_IN:
            _close_ring(out, part)
    if is_bow_tie:
        out[0].add(parts[LED_TO].start)
    return MadeWeb(*_both_ways(out), hosts.tolist())


def _bow_tie(pages: int) -> list[slice]:
    ends = (np.cumsum([0, CORE, INTO, OUT, 1 - CORE - INTO - OUT]) * pages).astype(int).tolist()
    return [slice(*pair) for pair in pairwise(ends)]


def _close_ring(out: list[set[int]], part: slice) -> None:
    """Link every page to the next one, so that none is left out."""
    for page in range(part.start, part.stop):
        out[page].add(part.start + (page + 1 - part.start) % (part.stop - part.start))


def _both_ways(out: list[set[int]]) -> tuple[list[list[str]], list[list[str]]]:
    into: list[list[str]] = [[] for _ in out]
    for page, targets in enumerate(out):
        targets.discard(page)
        for target in targets:
            into[target].append(str(page))
    return [[str(each) for each in sorted(targets)] for targets in out], into


def _link(dice, out, part, allowed, hosts):  # type: ignore[no-untyped-def]
    """Give every page of a part its links."""
    targets = np.concatenate([np.arange(each.start, each.stop) for each in allowed])
    dice.shuffle(targets)
    chances = (1 + np.arange(len(targets))) ** -IN_EXPONENT
    chances /= chances.sum()
    homes = [np.flatnonzero(hosts[targets] == host) for host in range(HOSTS)]
    for page in range(part.start, part.stop):
        count = min(MOST_LINKS, int(FEWEST_LINKS * (1 + dice.pareto(OUT_EXPONENT))))
        out[page].update(targets[dice.choice(len(targets), count, p=chances)].tolist())
        home = homes[hosts[page]]
        if len(home):
            out[page].update(targets[dice.choice(home, max(1, int(count * AT_HOME)))].tolist())
