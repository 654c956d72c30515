"""Judges links by the PageRank that the links seen so far promise: no topic, no model."""

from collections.abc import Callable, Sequence
from math import inf

from auslese.analyse.focus.learning.link_cash import LinkCash
from auslese.crawl.worker.link_focus import JudgeablePage, PageFocus
from auslese.recipes.focus.learned_focus import KEPT_EVERY, unsigned


class RankFocus:
    """Keeps the promises of `LinkFocus` by what pages are given by those that link to them."""

    razor = inf

    def __init__(self, name: str, cash: LinkCash, keep: Callable[[LinkCash], None]) -> None:
        """Go on with what was given before."""
        self.name = name
        self._cash, self._keep = cash, keep
        self._unkept = 0

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        """Where the links of these pages wait; the pages themselves have no score."""
        found = []
        for page in pages:
            self._cash.hand_on(unsigned(page.key), [unsigned(key) for key in page.named])
            buckets = self._cash.buckets([unsigned(key) for key in page.targets])
            found.append(PageFocus(None, buckets))
        self._unkept += len(pages)
        if self._unkept >= KEPT_EVERY:
            self.keep()
        return found

    def keep(self) -> None:
        """Keep what pages were given, for the next crawl."""
        if self._unkept:
            self._keep(self._cash)
            self._unkept = 0
