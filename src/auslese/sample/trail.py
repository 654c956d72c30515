"""Where a walk was, as arrays: what its diagnostics and estimates are computed from."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.sample.random_walk import Walk

BURN_IN = 0.1  # of the moves are not counted; convergence tells whether that was enough


class Trail(NamedTuple):
    """The moves of a walk that count, in order."""

    pages: NDArray[np.int64]
    """Numbers; those of two walks over one web may be different unless they were matched."""
    degrees: NDArray[np.int64]
    stays: NDArray[np.int64]
    """Steps at the page, those on loops among them."""
    is_new: NDArray[np.bool_]
    """Whether it was the first visit."""

    def __len__(self) -> int:
        """Count the moves."""
        return len(self.pages)

    @property
    def weights(self) -> NDArray[np.float64]:
        """How long the walk stays at each, on average, in a unit of its own.

        The expectation says more than the stay that was drawn, which only adds noise.
        """
        return 1.0 / self.degrees

    def only(self, moves: slice | NDArray[np.bool_]) -> "Trail":
        """Only these moves."""
        return Trail(self.pages[moves], self.degrees[moves], self.stays[moves], self.is_new[moves])


def trail_of(walk: Walk, numbers: dict[str, int], burn_in: float = BURN_IN) -> Trail:
    """The trail of a walk without its burn-in; `numbers` gets the URLs that it does not know."""
    names = (numbers.setdefault(name, len(numbers)) for name in walk.names)
    places = np.fromiter(names, np.int64, len(walk.names))
    own = np.array(walk.trail, np.int64)
    is_new = np.zeros(len(own), np.bool_)
    is_new[np.unique(own, return_index=True)[1]] = True
    whole = Trail(
        places[own] if len(own) else own,
        np.array(walk.degrees, np.int64),
        np.array(walk.stays, np.int64),
        is_new,
    )
    return whole.only(slice(int(len(own) * burn_in), None))


def drawn(trail: Trail, count: int) -> NDArray[np.int64]:
    """The pages at so many moments, spaced evenly in steps: loops count, so no page is favoured."""
    if not len(trail) or count < 1:
        return trail.pages[:0]
    until = np.cumsum(trail.stays)
    moments = (np.arange(count) + 0.5) * (float(until[-1]) / count)
    places = np.minimum(np.searchsorted(until, moments, side="right"), len(trail) - 1)
    return trail.pages[places]
