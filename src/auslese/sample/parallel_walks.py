"""Several walks at once: each with dice and a graph of its own, all of them on the same pages.

Walks learn nothing from each other, otherwise they could not be compared. So what one of them does
next depends on its dice and on what became of pages, not on who came first: walks that are made
again from the outcomes of a crawl take the same way.
"""

from collections.abc import Callable, Iterator, Sequence

from auslese.sample.random_walk import NeighbourLookup, Walk

KnownOutcome = Callable[[str], NeighbourLookup | None]
"""What became of a page; None if that is not known yet."""


class WalkGroup:
    """Walks that go on whenever the pages they want are there."""

    def __init__(self, walks: Sequence[Walk], steps: int) -> None:
        """Let each walk make so many moves."""
        self.walks = walks
        self._steps = steps

    def go(self, known: KnownOutcome) -> Iterator[tuple[str, str]]:
        """Let all go on as far as they can; the pages they then want, and from where."""
        for walk in self.walks:
            walk.advance(self._steps)
            while (wanted := walk.wanted) is not None:
                outcome = known(wanted)
                if outcome is None:
                    yield wanted, walk.place
                    break
                walk.hear(outcome)
                walk.advance(self._steps)

    @property
    def moves(self) -> int:
        """How many moves all have made."""
        return sum(walk.moves for walk in self.walks)
