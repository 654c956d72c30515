"""Webs of several kinds made from a seed, and a polite crawl of them on paper: no server, no clock.

They are what the forecast is calibrated on. A URL is a number; every host is asked at its own
pace, first come first served, so that depths overlap as they do in a real crawl.
"""

import random
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from auslese.crawl.forecast.forecast import CrawlSurvey, Milestone
from auslese.crawl.frontier.bookkeeping.crawl_sums import GROWTH

Links = list[list[int]]


@dataclass(frozen=True, slots=True)
class GeneratedWeb:
    """Who points to whom, where everything lies, and what is no page."""

    links: Links
    hosts: list[int]
    dead: frozenset[int]


class Moment(NamedTuple):
    """What a crawl knew at a moment, and what it could not know."""

    survey: CrawlSurvey
    pages_to_come: int
    urls_to_come: int


def random_links(dice: random.Random, size: int) -> Links:
    """A tree that reaches every page, and links to anywhere."""
    width = dice.randrange(2, 8)
    return [
        [child for child in (2 * page + 1, 2 * page + 2) if child < size]
        + [dice.randrange(size) for _ in range(width)]
        for page in range(size)
    ]


def power_law(dice: random.Random, size: int) -> Links:
    """What is linked to is linked to more: a few pages get most of the links."""
    links: Links = [[] for _ in range(size)]
    pool = [0]
    for page in range(1, size):
        parent = dice.choice(pool) if dice.random() < 0.5 else dice.randrange(page)
        links[parent].append(page)
        links[page] = [dice.choice(pool) for _ in range(dice.randrange(1, 6))]
        pool += [*links[page], page]
    return links


def tree(dice: random.Random, size: int) -> Links:
    """Every page below another, with the way back, the way home, and a few cross links."""
    links: Links = [[] for _ in range(size)]
    for page in range(1, size):
        parent = max(dice.randrange(page) for _ in range(2))
        links[parent].append(page)
        links[page] += [parent, 0, dice.randrange(page)]
    return links


def copying(dice: random.Random, size: int) -> Links:
    """New pages copy the links of old ones, as Kumar and others (2000) saw it."""
    links: Links = [[] for _ in range(size)]
    for page in range(1, size):
        model = links[dice.randrange(page)][:5] or [0]
        links[page] = [old if dice.random() < 0.6 else dice.randrange(page) for old in model]
        links[dice.randrange(page)].append(page)
    return links


class Site:
    """A site that grows below its home page."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.links: Links = [[]]
        self._menu = [0]

    def _below(self, parent: int) -> int:
        self.links.append([0, *self._menu[:6]])
        self.links[parent].append(len(self.links) - 1)
        return len(self.links) - 1

    def section(self) -> None:
        self._menu.append(self._below(self._dice.choice(self._menu)))

    def articles(self) -> None:
        place = self._dice.choice(self._menu)
        for _ in range(self._dice.randrange(1, 12)):
            self._below(place)

    def pages_in_a_row(self) -> None:
        """A list with a next page, or a calendar."""
        place = self._dice.choice(self._menu)
        length, most = self._dice.choice(((1, 20), (2, 20), (3, 20), (8, 20), (20, 20), (24, 3)))
        for _ in range(length):
            place = self._below(place)
            for _ in range(self._dice.randrange(most)):
                self._below(place)


def site(dice: random.Random, size: int) -> Links:
    """A home page, sections in a menu, lists with a next page, articles, calendars."""
    grown = Site(dice)
    while len(grown.links) < size:
        dice.choice((grown.section, grown.articles, grown.articles, grown.pages_in_a_row))()
    for page in grown.links:
        page.append(dice.randrange(len(grown.links)))
    return grown.links


KINDS: dict[str, Callable[[random.Random, int], Links]] = {
    "random": random_links,
    "power law": power_law,
    "tree": tree,
    "copying": copying,
    "site": site,
}


def generated(kind: str, seed: int) -> tuple[GeneratedWeb, random.Random]:
    """A web of this kind, and the dice that go on with it; a tenth of its links may be dead."""
    dice = random.Random(f"{kind}/{seed}")
    links = KINDS[kind](dice, int(10 ** dice.uniform(2.6, 3.6)))
    hosts = [dice.randrange(dice.choice((1, 4, 20))) for _ in links]
    dead = set()
    for page in range(len(links)) if dice.random() < 0.5 else ():
        if dice.random() < 0.1:
            dead.add(len(links))
            links[page].append(len(links))
            links.append([])
            hosts.append(hosts[page])
    return GeneratedWeb(links, hosts, frozenset(dead)), dice


class PaperCrawl:
    """A polite crawl of a generated web."""

    def __init__(self, web: GeneratedWeb, dice: random.Random) -> None:
        self._web, self._dice = web, dice
        self._pace = [dice.choice((1, 1, 1, 2, 5)) for _ in range(max(web.hosts) + 1)]
        self._lines: list[deque[int]] = [deque() for _ in self._pace]
        self._ready: list[tuple[float, float, int]] = []
        self.depths = {0: 0}
        self.found, self.ended, self.pages = [0], [0], 0
        self._take_in(0, 0.0)

    def visits(self) -> Iterator[int]:
        """Visit one URL after the other; how many so far."""
        number = 0
        while self._ready:
            at, _, host = heappop(self._ready)
            url = self._lines[host][0]
            self._visit(url, at)
            self._lines[host].popleft()
            if self._lines[host]:
                heappush(self._ready, (at + self._pace[host], self._dice.random(), host))
            number += 1
            yield number

    def _visit(self, url: int, at: float) -> None:
        depth = self.depths[url]
        self.ended[depth] += 1
        self.pages += url not in self._web.dead
        for target in self._web.links[url]:
            if target not in self.depths:
                self.depths[target] = depth + 1
                self._take_in(target, at)

    def _take_in(self, url: int, at: float) -> None:
        host, depth = self._web.hosts[url], self.depths[url]
        if depth == len(self.found):
            self.found.append(0)
            self.ended.append(0)
        self.found[depth] += 1
        self._lines[host].append(url)
        if len(self._lines[host]) == 1:
            heappush(self._ready, (at, self._dice.random(), host))


def moments(web: GeneratedWeb, dice: random.Random, shares: Collection[float]) -> list[Moment]:
    """What a crawl knows when it has made these shares of all its visits."""
    total = len(reachable(web))
    wanted = {int(total * share) for share in shares}
    crawl = PaperCrawl(web, dice)
    milestones: list[Milestone] = []
    surveys: list[CrawlSurvey] = []
    for visited in crawl.visits():
        now = Milestone(visited, sum(crawl.found), crawl.pages)
        if visited in wanted:
            waiting = [found - ended for found, ended in zip(crawl.found, crawl.ended, strict=True)]
            surveys.append(CrawlSurvey(now, milestones[:], crawl.found[:], waiting))
        if not milestones or visited >= milestones[-1].visited * (1 + 1 / GROWTH):
            milestones.append(now)
    return [
        Moment(survey, crawl.pages - survey.now.pages, total - survey.now.visited)
        for survey in surveys
    ]


def reachable(web: GeneratedWeb) -> set[int]:
    """Everything a crawl will visit."""
    seen, waiting = {0}, [0]
    while waiting:
        fresh = set(web.links[waiting.pop()]) - seen
        seen |= fresh
        waiting += fresh
    return seen
