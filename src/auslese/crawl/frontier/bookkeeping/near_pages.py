"""Which page says nearly what this one says? Sketches in memory; a store keeps them on disk."""

from collections.abc import Iterable
from typing import NamedTuple

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.recent_sketches import RecentSketches
from auslese.records.url import Url

_SIGN = 1 << 63


class SketchNews(NamedTuple):
    """What is to be written down of one visit."""

    ended: EndedVisit
    near: int = 0
    """The number of the page that it is nearly a copy of; 0: of none."""
    is_kept: bool = False
    """Whether its sketch is one to be kept."""


class NearPages:
    """Compares every page with those before, and tells what was found."""

    def __init__(self) -> None:
        """No page yet."""
        self._index = RecentSketches()
        self.count = 0
        """Near copies found since it was made."""
        self._told: dict[int, Url] | None = None

    def listen(self) -> dict[int, Url]:
        """Ask to be told: pages by key and what they nearly repeat, from the next report on."""
        self._told = {}
        return self._told

    def put(self, kept: Iterable[tuple[int, int]]) -> None:
        """Take in sketches as they are kept: number of the page and signed bits."""
        for number, bits in kept:
            self._index.put(number, bits % (2 * _SIGN))

    def forget(self, kept: Iterable[tuple[int, int]]) -> None:
        """Forget what pages said that have changed."""
        for number, bits in kept:
            self._index.forget(number, bits % (2 * _SIGN))

    def take(self, ended: EndedVisit) -> SketchNews:
        """Note the sketch of a page; and which one it is nearly a copy of."""
        near = self._index.nearest(ended.sketch)
        is_kept = near is None or bool(near[1])  # of equal sketches one is enough to find the next
        if is_kept:
            self._index.put(ended.id, ended.sketch)
        return SketchNews(ended, 0 if near is None else near[0], is_kept)

    def remarked(self, errand: Errand, ended: EndedVisit, first: str) -> EndedVisit:
        """The end of a visit with the remark that this URL says nearly the same."""
        self.count += 1
        if self._told is not None:
            self._told[errand.visit.key] = Url(first)
        remarks = (ended.detail, f"near copy of {first}")
        return ended._replace(detail="; ".join(filter(None, remarks)))


def signed(sketch: int) -> int:
    """64 bits as a number that stores can keep."""
    return sketch if sketch < _SIGN else sketch - 2 * _SIGN


def says_something(ended: EndedVisit) -> bool:
    """Whether a visit brought a page with a sketch."""
    return bool(ended.sketch) and ended.reason == "page"
