"""Which hosts or folders are mirrors: their pages pair off, one by one, with the same rest of URL.

The idea and the word for it: Bharat and Broder, Mirror, mirror on the web (1999). What counts are
texts, not pages: a group of copies is one text, however many pages have it. So a page that says
"not found" everywhere is one text among all those of a host, and makes no mirror. A pair of sides
is told at the highest folders at which enough of the texts of the smaller side pair off.

Pages come twice, in the order of their groups. The first time pairs of sides are counted, and those
that are rare are forgotten when there are too many (Manku and Motwani, 2002); the second time what
is left is counted exactly. Of a large group not all pairs are looked at, but of each page that with
the least URL and with its neighbour: sides that are mirrors meet there again and again.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby, islice, pairwise
from typing import NamedTuple

from auslese.analyse.duplicates.url_pairs import (
    AUTHORITY,
    MirrorSide,
    MirrorSides,
    levels,
    url_difference,
)

LEAST_TEXTS = 4  # that pair off: below that two hosts with the same legal notices are mirrors
LEAST_SHARE = 0.6
"""Of the texts of the smaller side. A mirror lags behind and a crawl does not see all of it, so it
is not 1; above one half, no folder can be the mirror of two that have nothing in common."""
ALL_PAIRS = 8  # pages of a group with the same end of URL, up to which all pairs are looked at
MOST_SIDES = 300_000  # pairs of sides in memory: some 150 MB
MOST_WITHIN = 50  # sides within one other, as print versions, the most frequent ones
MOST_MET = 64  # prefixes of one text that are tried two by two
MOST_FOLDERS = 32  # of a URL
HOST_PARTS = 4  # of "http://h/", between slashes
EXAMPLES = 3


class MirrorPage(NamedTuple):
    """A page, as the table of duplicates has it."""

    url: str
    group: int
    similarity: float = 1.0
    """With the first of its group."""
    fingerprint: str = ""


MirrorPageSource = Callable[[], Iterable[MirrorPage]]
"""All pages, those of a group one after the other; alone ones too. Asked for twice."""


@dataclass(slots=True)
class Mirror:
    """Two sides, and the texts that they have in common."""

    a: MirrorSide
    b: MirrorSide
    paired: int = 0
    """Texts that stand on both sides under the same rest of the URL."""
    a_texts: int = 0
    b_texts: int = 0
    """Different texts of each side; what is within the other side belongs to that."""
    both: int = 0
    """Texts that stand on both sides, under whatever rest."""
    exact: int = 0
    """Of `paired`, those that are equal."""
    likeness: float = 0.0
    """Sum of the similarities of `paired`."""
    examples: list[tuple[str, str]] = field(default_factory=list)

    @property
    def share(self) -> float:
        """How much of the smaller side pairs off."""
        return self.paired / max(1, min(self.a_texts, self.b_texts))

    @property
    def similarity(self) -> float:
        """The mean of those that are paired, each with the first of its group."""
        return self.likeness / max(1, self.paired)

    @property
    def same_path(self) -> float:
        """The share of common texts that stand under the same rest of the URL."""
        return self.paired / max(1, self.both)

    @property
    def is_print(self) -> bool:
        """Whether one side, and not the other, is a version for printing."""
        return self.a.is_for_print != self.b.is_for_print


def find_mirrors(pages: MirrorPageSource) -> list[Mirror]:
    """The mirrors, those with most texts first."""
    tally = _MirrorTally(_frequent(pages))
    for group in _groups(pages):
        tally.add(group)
    found = {sides: mirror for sides, mirror in tally.counted().items() if _is_mirror(mirror)}
    highest = [sides for sides in found if not any(up in found for up in _above(sides))]
    below = _below(found)
    mirrors = [_tightened(found[sides], below) for sides in highest]
    return sorted(mirrors, key=lambda mirror: (-mirror.paired, mirror.a, mirror.b))


def _is_mirror(mirror: Mirror) -> bool:
    return mirror.paired >= LEAST_TEXTS and mirror.share >= LEAST_SHARE


def _below(found: dict[MirrorSides, Mirror]) -> dict[MirrorSides, list[Mirror]]:
    """The mirrors one folder below others."""
    below: dict[MirrorSides, list[Mirror]] = defaultdict(list)
    for sides, mirror in found.items():
        for up in islice(_above(sides), 1):
            below[up].append(mirror)
    return below


def _tightened(mirror: Mirror, below: dict[MirrorSides, list[Mirror]]) -> Mirror:
    """The folder that has all pairs, if most of the larger side is not mirrored at all."""
    while mirror.paired < LEAST_SHARE * max(mirror.a_texts, mirror.b_texts):
        folders = below.get(MirrorSides(mirror.a, mirror.b), ())
        whole = [each for each in folders if each.paired == mirror.paired]
        if not whole:
            break
        mirror = whole[0]
    return mirror


def _groups(pages: MirrorPageSource) -> Iterator[list[MirrorPage]]:
    for _, members in groupby(pages(), key=lambda page: page.group):
        yield list(members)


def _above(sides: MirrorSides) -> Iterator[MirrorSides]:
    """The sides of which these are folders of the same name."""
    a, b = (side.prefix.split("/") for side in sides)
    while min(len(a), len(b)) > HOST_PARTS and a[-2] == b[-2] and not sides.a.ending:
        a, b = [*a[:-2], ""], [*b[:-2], ""]
        yield MirrorSides(MirrorSide("/".join(a)), MirrorSide("/".join(b)))


def _frequent(pages: MirrorPageSource) -> dict[MirrorSides, Mirror]:
    """The pairs of sides that several texts speak for, most first; nothing is counted yet."""
    counts: Counter[MirrorSides] = Counter()
    floor = 0
    for group in _groups(pages):
        counts.update(_sides_of(group))
        while len(counts) > MOST_SIDES:
            floor += 1
            counts = Counter({sides: n for sides, n in counts.items() if n > floor})
    kept = [sides for sides, n in counts.most_common() if n >= LEAST_TEXTS - min(floor, 1)]
    return {sides: Mirror(*sides) for sides in kept}


def _sides_of(group: Sequence[MirrorPage]) -> set[MirrorSides]:
    """All sides that a group speaks for, each once."""
    return {
        sides
        for one, other in _meetings(group)
        if (found := url_difference(one.url, other.url))
        for sides in levels(found)
    }


def _meetings(group: Sequence[MirrorPage]) -> Iterator[tuple[MirrorPage, MirrorPage]]:
    """Pairs of copies: all, or of many with the same end of URL some two for each."""
    if len(group) == 1:
        return
    if len(group) <= ALL_PAIRS:
        yield from combinations(sorted(group), 2)
        return
    by_name: dict[str, list[MirrorPage]] = defaultdict(list)
    for copy in sorted(group):
        by_name[_name(copy.url)].append(copy)
    for copies in by_name.values():
        if len(copies) <= ALL_PAIRS:
            yield from combinations(copies, 2)
        else:
            yield from ((copies[0], other) for other in copies[1:])
            yield from pairwise(copies[1:])
    # A print version stands beside its page if both are sorted, and has another name.
    pairs = pairwise(sorted(group))
    yield from (pair for pair in pairs if _name(pair[0].url) != _name(pair[1].url))


def _name(url: str) -> str:
    """What stands behind the last folder."""
    path, mark, query = url.partition("?")
    return path[path.rindex("/") :] + mark + query


class _MirrorTally:
    """Counts for certain sides only."""

    def __init__(self, mirrors: dict[MirrorSides, Mirror]) -> None:
        self.mirrors: dict[MirrorSides, Mirror] = {}
        self._texts: Counter[str] = Counter()
        self._within: dict[str, list[Mirror]] = defaultdict(list)
        for sides, mirror in mirrors.items():
            if sides.a.is_within(sides.b):
                within = self._within[sides.b.prefix]
                if len(within) == MOST_WITHIN:
                    continue  # whose texts are not counted must not pass for a mirror
                within.append(mirror)
            self.mirrors[sides] = mirror
        self._prefixes = {side.prefix for sides in self.mirrors for side in sides}
        self._hosts = {prefix[: _host_end(prefix)] for prefix in self._prefixes}

    def add(self, group: Sequence[MirrorPage]) -> None:
        """Count one text."""
        pages = self._pages_by_prefix(group)
        self._texts.update(pages.keys())
        if 1 < len(pages) <= MOST_MET:
            for one, other in combinations(sorted(pages), 2):
                if mirror := self.mirrors.get(MirrorSides(MirrorSide(one), MirrorSide(other))):
                    mirror.both += 1
        for prefix in pages.keys() & self._within.keys():
            for mirror in self._within[prefix]:
                _count_within(mirror, pages[prefix])
        self._pair(group)

    def _pages_by_prefix(self, group: Sequence[MirrorPage]) -> dict[str, list[str]]:
        """The pages under each of the prefixes that are asked for."""
        pages: dict[str, list[str]] = defaultdict(list)
        for copy in group:
            end = _host_end(copy.url)
            if copy.url[:end] in self._hosts:
                for prefix in _prefixes_of(copy.url, end):
                    if prefix in self._prefixes:
                        pages[prefix].append(copy.url)
        return pages

    def _pair(self, group: Sequence[MirrorPage]) -> None:
        met: set[MirrorSides] = set()
        for one, other in _meetings(group):
            found = url_difference(one.url, other.url)
            for sides in levels(found) if found else ():
                mirror = self.mirrors.get(sides)
                if mirror and sides not in met:
                    met.add(sides)
                    _count_pair(mirror, one, other)

    def counted(self) -> dict[MirrorSides, Mirror]:
        """The sides with all their counts."""
        for mirror in self.mirrors.values():
            if not mirror.a.is_within(mirror.b):
                mirror.a_texts = self._texts[mirror.a.prefix]
                mirror.b_texts = self._texts[mirror.b.prefix]
            mirror.both = max(mirror.both, mirror.paired)
        return self.mirrors


def _count_within(mirror: Mirror, urls: Sequence[str]) -> None:
    in_a = [mirror.a.holds(url) for url in urls]
    is_on_a = any(in_a)
    is_on_b = any(
        not inside and mirror.b.holds(url) for url, inside in zip(urls, in_a, strict=True)
    )
    mirror.a_texts += is_on_a
    mirror.b_texts += is_on_b
    mirror.both += is_on_a and is_on_b


def _count_pair(mirror: Mirror, one: MirrorPage, other: MirrorPage) -> None:
    is_exact = one.fingerprint == other.fingerprint != ""
    mirror.paired += 1
    mirror.exact += is_exact
    mirror.likeness += 1.0 if is_exact else min(one.similarity, other.similarity)
    if len(mirror.examples) < EXAMPLES:
        turned = not mirror.a.holds(one.url)
        mirror.examples.append((other.url, one.url) if turned else (one.url, other.url))


def _host_end(url: str) -> int:
    return url.index("/", AUTHORITY) + 1


def _prefixes_of(url: str, end: int) -> Iterator[str]:
    """The host and all folders that a URL is in."""
    path = url.partition("?")[0]
    for _ in range(MOST_FOLDERS):
        yield path[:end]
        end = path.find("/", end) + 1
        if not end:
            return
