"""What speaks against the URLs of one shape, and what follows from it.

A trap has two marks, and needs both. It **grows out of itself**: its pages bring more URLs of the
same shape than can be fetched. And it **brings nothing new**: its pages are copies or near-copies
of each other and lead nowhere else. An archive of 100,000 articles has the first mark only, a
folder of print versions the second only.

    open ──looks like growth──► watched ──little new──► throttled ──nothing new──► stopped
      ▲                            │                        │
      └──────── brings new ────────┴────────────────────────┘

Watched pages are sketched, nothing else changes. Throttled ones come last. Stopped ones end.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from math import log
from typing import Final
from zlib import crc32

from auslese.crawl.traps.url_shapes import Shape
from auslese.wording.crawl_sentences import TrapReason

# -- when to look -------------------------------------------------------------------------------
CHAIN_DEPTH: Final = 6  # links from a page of the shape to the next, one after the other
CHAIN_URLS: Final = 20
SPRAWL_URLS: Final = 200  # found on pages of the shape itself; below that a crawl loses minutes
COPIES_LOOK: Final = 8  # pages before their copies are counted
TAINTED_URLS: Final = 20  # found on pages under suspicion

# -- combinations: n filters make 2^n sets of names out of few values ------------------------------
COMBINED_URLS: Final = 100
NAME_SETS: Final = 16  # four filters make 15 sets, and an end
SETS_PER_NAME: Final = 2.5  # a wiki's script knows as many sets as names
URLS_PER_VALUE: Final = 4  # a forum has as many values as pages

# -- how to judge: novelty is a mean over about the last 16 pages --------------------------------
NEAR_STEP: Final = 1 / 16
COPY_STEP: Final = 1 / 8  # an exact copy proves more than a likeness
THROTTLE_BELOW: Final = 0.5
STOP_BELOW: Final = 0.05  # reached when fewer than one page in 14 brings something new
FAMILY_STOP_BELOW: Final = 0.02  # a family takes more with it, so it needs more
TRUST_ABOVE: Final = 0.7
TRUST_PAGES: Final = 24
GROWTH: Final = 0.5  # URLs of its own that each page must bring while we watch
FEWEST_FOUND: Final = 50

ALIKE_BITS: Final = 3  # of 64; about one word in 100 differs (Manku, Jain, Das Sarma 2007 use 3)
SKETCHES: Final = 128  # kept for each shape: weekday and month names make 84 different pages
SKELETONS: Final = 20_000

BITMAP: Final = 1024


COMBINATIONS: Final = "combinations"


class ShapeState(StrEnum):
    """How the URLs of a shape are treated."""

    OPEN = "open"
    WATCHED = "watched"
    THROTTLED = "throttled"
    STOPPED = "stopped"


SUSPECT = frozenset({ShapeState.WATCHED, ShapeState.THROTTLED, ShapeState.STOPPED})


@dataclass(slots=True)
class ParameterCombinations:
    """Which parameters of one path were seen together; bits instead of sets, to stay small."""

    names: int = 0
    sets: int = 0
    values: int = 0

    def note(self, parameters: tuple[str, ...]) -> None:
        """Take in the query of one URL."""
        names = [parameter.partition("=")[0] for parameter in parameters]
        for name, parameter in zip(names, parameters, strict=True):
            self.names |= 1 << crc32(name.encode()) % BITMAP
            self.values |= 1 << crc32(parameter.encode()) % BITMAP
        self.sets |= 1 << crc32("&".join(names).encode()) % BITMAP

    def explode(self, urls: int) -> bool:
        """Whether so many URLs are but combinations of few values."""
        if urls < COMBINED_URLS:
            return False
        sets = distinct_count(self.sets)
        return (
            sets >= NAME_SETS
            and sets >= SETS_PER_NAME * distinct_count(self.names)
            and distinct_count(self.values) * URLS_PER_VALUE <= urls
        )


def distinct_count(bits: int) -> float:
    """How many different things were noted in a bitmap (linear counting)."""
    free = BITMAP - bits.bit_count()
    return BITMAP * log(BITMAP / free) if free else float("inf")


@dataclass(slots=True, eq=False)
class ShapeRecord:
    """All we know about one shape, or one family of shapes, of one host."""

    name: str
    state: ShapeState = ShapeState.OPEN
    kind: str = ""
    """What it looks like: chain, sprawl, combinations, sessions or copies."""
    why: str = ""
    """The evidence in words, from when the state last changed."""
    found: int = 0
    bred: int = 0
    """Found on pages of the same shape."""
    tainted: int = 0
    """Found on pages under suspicion, whatever their shape."""
    fetched: int = 0
    copies: int = 0
    alike: int = 0
    barren: int = 0
    """Watched pages that led nowhere new and brought no text that counts."""
    examined: int = 0
    """Watched pages."""
    refused: int = 0
    shallowest: int = 1 << 30
    deepest: int = 0
    novelty: float = 1.0
    trusted: bool = False
    look_again: int = 0
    """How many URLs must have been found before a trusted shape is watched again."""
    bred_before: int = 0
    fetched_before: int = 0
    wanted: int = 0
    """Answers of a type that we read."""
    unwanted: int = 0
    lies: int = 0
    """Of these, how many came under a header that promised something readable."""
    types: dict[str, int] = field(default_factory=dict)
    spared: int = 0
    """URLs that were refused because of what all others of the shape were."""
    combinations: ParameterCombinations | None = None
    sketches: list[int] = field(default_factory=list)
    skeletons: set[int] = field(default_factory=set)
    """What was met, ids left out, since it is watched."""

    @property
    def is_family(self) -> bool:
        """Whether it speaks for many shapes."""
        return self.name.endswith("*")

    @property
    def is_suspect(self) -> bool:
        """Whether its pages are looked at more closely."""
        return self.state in SUSPECT

    @property
    def span(self) -> int:
        """How much deeper the last one lies than the first."""
        return max(0, self.deepest - self.shallowest)

    def note_found(self, depth: int, shape: Shape) -> None:
        """Take in a new URL."""
        self.found += 1
        self.shallowest = min(self.shallowest, depth)
        self.deepest = max(self.deepest, depth)
        if self.is_family and len(shape.parameters) > 1:
            if self.combinations is None:
                self.combinations = ParameterCombinations()
            self.combinations.note(shape.parameters)

    def is_echo(self, skeleton: str) -> bool:
        """Whether a URL was met before under another id; the first one is none."""
        name = crc32(skeleton.encode())
        if name in self.skeletons or len(self.skeletons) >= SKELETONS:
            return True
        self.skeletons.add(name)
        return False

    def note_page(self, sketch: int, is_copy: bool, leads_on: bool) -> None:
        """Take in a page; without a sketch it says nothing beyond being a copy."""
        self.fetched += 1
        self.copies += is_copy
        if not self.is_suspect or not (sketch or is_copy):
            return
        self.examined += 1
        is_like = is_copy or self._is_like(sketch)
        self.alike += is_like and not is_copy
        brings_new = leads_on or not (is_like or self._explodes())
        self.barren += not brings_new
        step = COPY_STEP if is_copy and not brings_new else NEAR_STEP
        self.novelty += (brings_new - self.novelty) * step

    def _is_like(self, sketch: int) -> bool:
        if any((sketch ^ known).bit_count() <= ALIKE_BITS for known in self.sketches):
            return True
        if len(self.sketches) >= SKETCHES:
            del self.sketches[0]
        self.sketches.append(sketch)
        return False

    def _explodes(self) -> bool:
        return self.combinations is not None and self.combinations.explode(self.found)

    # -- the judgement ----------------------------------------------------------------------------

    def judge(self, may_stop: bool) -> bool:
        """Draw the conclusions; whether the state has changed in a way that others must hear of."""
        before = self.state
        if self.state is ShapeState.OPEN:
            self._watch_if_odd()
        elif self.state is not ShapeState.STOPPED:
            self._weigh(may_stop)
        return self.state is not before

    def _watch_if_odd(self) -> None:
        kind = self._oddity()
        if not kind or (self.found < self.look_again and kind != COMBINATIONS):
            return
        self.state, self.kind, self.novelty, self.examined = ShapeState.WATCHED, kind, 1.0, 0
        self.alike = self.barren = 0
        self.bred_before, self.fetched_before = self.bred, self.fetched

    def _oddity(self) -> str:
        """What makes it look as if it might never end; empty if nothing does."""
        if self._explodes():
            return COMBINATIONS
        if self.fetched >= COPIES_LOOK and 2 * self.copies >= self.fetched:
            return "copies"
        if 2 * self.bred >= self.found:
            if self.span >= CHAIN_DEPTH and self.found >= CHAIN_URLS:
                return "chain"
            if self.found >= SPRAWL_URLS:
                return "sprawl"
        if self.tainted >= TAINTED_URLS and 2 * self.tainted >= self.found:
            return "sprawl"
        return ""

    def _weigh(self, may_stop: bool) -> None:
        limit = FAMILY_STOP_BELOW if self.is_family else STOP_BELOW
        if self._explodes():
            self.kind = COMBINATIONS
        elif self.skeletons and len(self.skeletons) * URLS_PER_VALUE <= self.found:
            self.kind = "sessions"
        if may_stop and self.novelty < limit and self._grows():
            self.state = ShapeState.STOPPED
            self.sketches.clear()
        elif self.novelty < THROTTLE_BELOW:
            self.state = ShapeState.THROTTLED
        elif self.novelty > TRUST_ABOVE and self.examined >= TRUST_PAGES:
            self.state, self.kind, self.trusted = ShapeState.OPEN, "", True
            self.look_again = 2 * self.found
        else:
            return
        self.why = self.evidence() if self.is_suspect else ""

    def _grows(self) -> bool:
        """Whether its own pages keep bringing more of it."""
        bred, fetched = self.bred - self.bred_before, self.fetched - self.fetched_before
        return self.found >= FEWEST_FOUND and bred >= GROWTH * fetched

    def evidence(self) -> str:
        """The figures in words."""
        if self.kind == COMBINATIONS:
            return TrapReason.BARREN.text(
                barren=self.barren, examined=self.examined, found=self.found, deep=self.span
            )
        return TrapReason.ALIKE.text(
            examined=self.examined,
            alike=self.alike,
            copies=max(0, self.barren - self.alike),
            found=self.found,
            deep=self.span,
        )
