"""WebWalker: a random walk that comes to every page as often as to any other, in the end.

A walk along links comes to a page the more often the more links lead there. WebWalker (Bar-Yossef,
Berg, Chien, Fakcharoenphol and Weitz, VLDB 2000) walks on a patched graph instead: links count both
ways, and loops fill every page up to the same degree. Such a walk tends to the uniform distribution
over all that can be reached. The loops are not walked: how long the walk stays at a page is drawn.

    neighbourhood   fixed at the first visit: pages that named this one when they were visited, all
                    out-links, some in-links that an index knows; so edges count both ways, always
    stay            steps on loops, geometrically distributed: the fewer neighbours, the longer
    move            a step to another page; only this may cost a request

A walk is a value: `saved` and `restored` bring it back as it was, dice included. Who brings pages
is not its affair: it says which page it wants, and is told what came of it. Memory grows with the
pages visited and their links, and with twenty bytes for each move.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import log, log1p
from random import Random
from typing import Any, NamedTuple, Protocol, Self

LOOPS = 10_000_000  # Bar-Yossef et al. 2000: more than any page has neighbours
MOST_LINKS = 5_000  # of one page; beyond, some are drawn, so that one page cannot fill the memory
MOST_REDIRECTS = 20  # in a row; what browsers follow
NOWHERE = -1


class Neighbours(NamedTuple):
    """Where a page leads, and what an index knows to lead there."""

    out: Sequence[str]
    into: Sequence[str] = ()


class DeadEnd(NamedTuple):
    """There is no page to visit; the walk goes on without it."""

    reason: str
    """As `failed: http`, `refused: robots`."""


class MovedPage(NamedTuple):
    """The page is known under another URL."""

    to: str


NeighbourLookup = Neighbours | DeadEnd | MovedPage


class WalkableWeb(Protocol):
    """What can be walked on."""

    def neighbours(self, url: str) -> NeighbourLookup:
        """What is around a page; asked once for each page."""
        ...


@dataclass(frozen=True, slots=True)
class WalkOptions:
    """How to walk."""

    seed: int = 1
    incoming: int = 0
    """In-links of each page that are drawn from what the index knows."""
    loops: int = LOOPS
    """The degree that all pages are filled up to."""
    most_links: int = MOST_LINKS
    host_pages: int = 0
    """A host with more pages than this is taken for a trap: no new ones are visited; 0: never."""
    shape_pages: int = 0
    """The same for pages of one host whose URLs have one shape."""
    restart: float = 0.0
    """How often a move leads to a random earlier page instead; this favours what is known."""


UrlGrouping = Callable[[str], str]
"""Tells of a URL to what it belongs: its host, its shape."""


def _no_grouping(url: str) -> str:
    return ""


class Walk:
    """One walk, as far as it has come."""

    def __init__(
        self,
        start: str,
        options: WalkOptions,
        host: UrlGrouping = _no_grouping,
        shape: UrlGrouping = _no_grouping,
    ) -> None:
        """Stand before the first page; the walk wants it."""
        self.options = options
        self.names: list[str] = []
        """All URLs that it knows, by number."""
        self._numbers: dict[str, int] = {}
        self._hoods: dict[int, list[int]] = {}
        self._order: list[int] = []
        self._claims: dict[int, list[int]] = {}
        """Unvisited pages, with those that have them for neighbours."""
        self._gone: dict[int, str] = {}
        self._aliases: dict[int, int] = {}
        self._dice = Random(options.seed)
        self._host, self._shape = host, shape
        self._crowds: Counter[str] = Counter()
        self._redirects = 0
        self.here = NOWHERE
        self._wanted = self._number(start)
        self.trail, self.degrees, self.stays = array("i"), array("i"), array("q")
        """Moves: the page, its degree without loops, and the steps it took to leave it."""
        self.cut = 0
        """Links that were left out because their page has too many."""
        self.restarts = 0

    # -- what it says -----------------------------------------------------------------------------

    @property
    def wanted(self) -> str | None:
        """The page that it must be told about before it can go on; None if it can."""
        return self.names[self._wanted] if self._wanted != NOWHERE else None

    @property
    def is_stuck(self) -> bool:
        """Whether it can never go on: nothing leads away from where it began."""
        is_waiting = self._wanted != NOWHERE
        return not is_waiting and (self.here == NOWHERE or not self._hoods[self.here])

    @property
    def place(self) -> str:
        """The page where it is; empty before the first one."""
        return self.names[self.here] if self.here != NOWHERE else ""

    @property
    def moves(self) -> int:
        """How many moves it has made; standing on the first page, or anew on one, is a move."""
        return len(self.trail)

    @property
    def visited(self) -> int:
        """How many different pages it has visited."""
        return len(self._hoods)

    def visits(self) -> list[str]:
        """The pages that it has visited, in order."""
        return [self.names[number] for number in self._order]

    def dead_ends(self) -> Counter[str]:
        """Pages that it wanted and that could not be visited, by reason."""
        return Counter(self._gone.values())

    def neighbourhood(self, url: str) -> tuple[str, ...]:
        """The neighbours of a page that was visited."""
        return tuple(self.names[each] for each in self._hoods[self._numbers[url]])

    # -- walking ----------------------------------------------------------------------------------

    def advance(self, moves: int) -> None:
        """Go on until it has made so many moves, wants a page it does not know, or is stuck."""
        draw, hoods, restart = self._dice.random, self._hoods, self.options.restart
        while self._wanted == NOWHERE and len(self.trail) < moves:
            hood = hoods.get(self.here)
            if not hood:  # before any dice are cast: asked again, a stuck walk is as it was
                return
            if restart and draw() < restart:
                self.restarts += 1
                self._arrive(self._dice.choice(self._order))
                continue
            target = hood[int(draw() * len(hood))]
            if target in hoods:
                self._arrive(target)
            elif trap := self._trap(target):
                self._bury(target, trap)
                self._stay()
            else:
                self._wanted = target

    def hear(self, outcome: NeighbourLookup) -> None:
        """Take in what came of the wanted page."""
        page, self._wanted, moves = self._wanted, NOWHERE, self.moves
        if page == NOWHERE:
            raise ValueError("the walk did not want any page")
        if isinstance(outcome, Neighbours):
            self._visit(page, outcome)
            self._arrive(page)
        elif isinstance(outcome, MovedPage):
            self._follow(page, self._number(outcome.to))
        else:
            self._bury(page, outcome.reason)
        if self._wanted == NOWHERE:  # wherever the redirects led, they have come to an end
            self._redirects = 0
            if self.moves == moves:
                self._stay()

    def _number(self, url: str) -> int:
        number = self._numbers.setdefault(url, len(self.names))
        if number == len(self.names):
            self.names.append(url)
        while number in self._aliases:
            number = self._aliases[number]
        return number

    def _arrive(self, page: int) -> None:
        """Stand on a page, and draw how many steps it takes until another edge than a loop."""
        self.here = page
        degree = max(1, len(self._hoods[page]))
        leaving = degree / self.options.loops
        stay = 1
        if leaving < 1:
            stay += int(log(1.0 - self._dice.random()) / log1p(-leaving))
        self.trail.append(page)
        self.degrees.append(degree)
        self.stays.append(stay)

    def _stay(self) -> None:
        """Stand anew where a neighbour proved to be none: that edge was a loop.

        So a page counts as if the edge had never been there, 1 / d + 1 / d * 1 / (d - 1) =
        1 / (d - 1); otherwise pages with many dead links would count too little.
        """
        if self.here != NOWHERE and self._hoods[self.here]:
            self._arrive(self.here)

    def _visit(self, page: int, outcome: Neighbours) -> None:
        """Fix the neighbourhood of a page.

        An edge to a page whose neighbourhood is fixed already is one only if it is there, too:
        otherwise it would lead one way.
        """
        hood = self._claims.pop(page, [])
        mine = set(hood)
        for each in self._named(outcome):
            number = self._number(each)
            known = number in self._hoods or number in self._gone or number in mine
            if not known and number != page:
                mine.add(number)
                hood.append(number)
                self._claims.setdefault(number, []).append(page)
        self._hoods[page] = hood
        self._order.append(page)
        self._crowds.update(self._kinds(page))

    def _named(self, outcome: Neighbours) -> list[str]:
        """The out-links and the in-links that are drawn."""
        out = list(dict.fromkeys(outcome.out))
        if len(out) > self.options.most_links:
            self.cut += len(out) - self.options.most_links
            out = self._dice.sample(out, self.options.most_links)
        into = list(dict.fromkeys(outcome.into))
        if len(into) > self.options.incoming:
            into = self._dice.sample(into, self.options.incoming)
        return out + into

    def _follow(self, page: int, target: int) -> None:
        """Put the page that it has moved to in its place."""
        self._redirects += 1
        if target == page or self._redirects > MOST_REDIRECTS:
            self._bury(page, "redirects")
            return
        if target in self._gone:
            self._bury(page, self._gone[target])
            return
        self._aliases[page] = target
        hood = self._hoods.get(self.here, [])
        degree = len(hood)
        for each in self._claims.pop(page, []):
            self._rename(each, page, target)
        # A second edge to a neighbour, or one to a page that has none back, is no edge.
        if len(hood) == degree:
            self._wanted = target

    def _rename(self, page: int, old: int, new: int) -> None:
        hood = self._hoods[page]
        hood.remove(old)
        if new not in hood and new not in self._hoods:
            hood.append(new)
            self._claims.setdefault(new, []).append(page)

    def _bury(self, page: int, reason: str) -> None:
        """Take a page that is none out of all neighbourhoods; the walk stays where it is."""
        self._gone[page] = reason
        for each in self._claims.pop(page, []):
            self._hoods[each].remove(page)

    def _kinds(self, page: int) -> tuple[str, str]:
        url = self.names[page]
        host = self._host(url)
        return host, f"{host} {self._shape(url)}"

    def _trap(self, page: int) -> str:
        """Why no more pages of this kind are visited; empty if they are."""
        options = self.options
        if not (options.host_pages or options.shape_pages):
            return ""
        host, shape = self._kinds(page)
        if options.host_pages and self._crowds[host] >= options.host_pages:
            return f"trap: {host} has more than {options.host_pages} pages"
        if options.shape_pages and self._crowds[shape] >= options.shape_pages:
            return f"trap: more than {options.shape_pages} pages like {shape}"
        return ""

    # -- being kept -------------------------------------------------------------------------------

    def saved(self) -> dict[str, Any]:
        """All of it as plain values that JSON can hold."""
        return {
            "wishes": asdict(self.options),
            "names": self.names,
            "hoods": list(self._hoods.items()),
            "gone": list(self._gone.items()),
            "aliases": list(self._aliases.items()),
            "dice": self._dice.getstate(),
            "here": self.here,
            "wanted": self._wanted,
            "redirects": self._redirects,
            "trail": list(self.trail),
            "degrees": list(self.degrees),
            "stays": list(self.stays),
            "cut": self.cut,
            "restarts": self.restarts,
        }

    @classmethod
    def restored(
        cls,
        saved: dict[str, Any],
        host: UrlGrouping = _no_grouping,
        shape: UrlGrouping = _no_grouping,
    ) -> Self:
        """The walk as it was when it was saved."""
        walk = cls(saved["names"][0], WalkOptions(**saved["wishes"]), host, shape)
        walk.names = list(saved["names"])
        walk._numbers = {name: number for number, name in enumerate(walk.names)}
        walk._hoods = {page: list(hood) for page, hood in saved["hoods"]}
        walk._gone = dict(saved["gone"])
        walk._aliases = dict(saved["aliases"])
        walk._order, walk._claims = list(walk._hoods), _claims(walk._hoods)
        walk._crowds.update(kind for page in walk._hoods for kind in walk._kinds(page))
        version, numbers, gauss = saved["dice"]
        walk._dice.setstate((version, tuple(numbers), gauss))
        walk.here, walk._wanted = saved["here"], saved["wanted"]
        walk._redirects = saved["redirects"]
        for each in ("trail", "degrees", "stays"):
            getattr(walk, each).extend(saved[each])
        walk.cut, walk.restarts = saved["cut"], saved["restarts"]
        return walk


def _claims(hoods: dict[int, list[int]]) -> dict[int, list[int]]:
    claims: dict[int, list[int]] = {}
    for page, hood in hoods.items():
        for each in hood:
            if each not in hoods:
                claims.setdefault(each, []).append(page)
    return claims


def walk_on(walk: Walk, web: WalkableWeb, moves: int) -> None:
    """Walk until so many moves are made, on a web that answers at once."""
    walk.advance(moves)
    while (wanted := walk.wanted) is not None:
        walk.hear(web.neighbours(wanted))
        walk.advance(moves)


def walks_from(
    starts: Iterable[str], options: Sequence[WalkOptions], *kinds: UrlGrouping
) -> list[Walk]:
    """Walks from these pages in turn, each with its own wishes."""
    places = list(starts)
    return [Walk(places[turn % len(places)], each, *kinds) for turn, each in enumerate(options)]
