"""Pages that stand for others: copies, redirects, and other spellings of the same page."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

DOUBLINGS = 20  # each doubles the steps that are followed: a chain of a million ends


def last_of_each(
    size: int, pages: NDArray[np.int64], stand_for: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Which page each of `size` pages ends at, if `pages` lead on to those they stand for.

    A page leads to one other at most, the first that is named. Where pages lead round in a circle,
    the one with the lowest number stands for all.
    """
    leads_to = np.arange(size)
    leads_to[pages[::-1]] = stand_for[::-1]
    ahead = leads_to.copy()
    for _ in range(DOUBLINGS):
        ahead = ahead[ahead]
    links = coo_array((np.ones(size, np.bool_), (np.arange(size), leads_to)), shape=(size, size))
    number, group_of = connected_components(links, directed=False)
    last = np.full(number, size)
    np.minimum.at(last, group_of, ahead)
    found: NDArray[np.int64] = last[group_of]
    return found
