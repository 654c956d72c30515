"""Small webs made from dice, to be walked on."""

import random
from dataclasses import dataclass, field

from auslese.sample.random_walk import DeadEnd, MovedPage, NeighbourLookup, Neighbours


@dataclass(frozen=True, slots=True)
class MadeWeb:
    """Pages named by numbers; what is not linked from here is linked from nowhere."""

    out: dict[str, tuple[str, ...]]
    dead: frozenset[str] = frozenset()
    moved: dict[str, str] = field(default_factory=dict)

    def neighbours(self, url: str) -> NeighbourLookup:
        """What is around a page."""
        if url in self.moved:
            return MovedPage(self.moved[url])
        if url in self.dead:
            return DeadEnd("failed: http")
        into = tuple(page for page, links in self.out.items() if url in links)
        return Neighbours(self.out[url], into)

    def reachable(self, start: str) -> set[str]:
        """The pages that links lead to, dead ones and moved ones left out."""
        found: set[str] = set()
        left = [start]
        while left:
            page = left.pop()
            while page in self.moved:
                page = self.moved[page]
            if page not in found and page not in self.dead:
                found.add(page)
                left += self.out[page]
        return found


def uneven_web(pages: int, seed: int) -> MadeWeb:
    """A web in which few pages have most of the links; all can be reached from all."""
    dice = random.Random(seed)
    out = {}
    for page in range(pages):
        count = min(pages, int(2 * dice.paretovariate(1.2)))
        links = {int(pages * dice.random() ** 3) for _ in range(count)} | {(page + 1) % pages}
        out[str(page)] = tuple(str(each) for each in sorted(links - {page}))
    return MadeWeb(out)
