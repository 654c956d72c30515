"""Pages on a map: where do they lie in the disc of their cluster?

The pages of a cluster take the seats of a sunflower: the closer a page is to the centre of its
cluster, the further inside is its ring, and everywhere seats are equally dense, so that nothing
heaps (Vogel 1979). Which seat of a ring it is, its second cluster says: a page sits on the side
where that one lies.

A page that comes later sits between the pages that are a little closer and a little less close.
Its place depends on its own closeness only, and nobody moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.map_layout import Points, Values

Numbers = NDArray[np.int64]

GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))
INSIDE = 0.94  # of a radius: dots do not stand on the edge of their disc
SIDE = np.pi / 3  # how far from the way to its second cluster a new page may sit


class ClusterDiscs(NamedTuple):
    """The discs of clusters on the field from 0 to 1."""

    places: Points
    radii: Values


class ClusteredPages(NamedTuple):
    """Pages in clusters."""

    clusters: Numbers
    closeness: Values
    """Of each to the centre of its cluster; larger is closer."""
    seconds: Numbers | None = None
    """The next cluster of each; below 0 if it has none."""


def page_places(discs: ClusterDiscs, pages: ClusteredPages) -> Points:
    """Where pages lie when all of them are placed at once."""
    clusters = np.asarray(pages.clusters, np.int64)
    if not len(clusters):
        return np.zeros((0, 2))
    order = np.lexsort((-_known(pages.closeness), clusters))
    sizes = np.bincount(clusters, minlength=len(discs.radii))
    first = np.cumsum(sizes) - sizes
    ranks = np.empty(len(clusters), np.int64)
    ranks[order] = np.arange(len(clusters)) - first[clusters[order]]
    wanted = _ways(discs, pages)
    seats = ranks if wanted is None else _seats(clusters, ranks, wanted)
    depths = np.sqrt((seats + 0.5) / sizes[clusters])
    return _around(discs, clusters, depths, seats * GOLDEN_ANGLE)


def new_page_places(discs: ClusterDiscs, pages: ClusteredPages, there: ClusteredPages) -> Points:
    """Where pages lie that come to those `there`; it does not matter with which others."""
    clusters, closeness = np.asarray(pages.clusters, np.int64), _known(pages.closeness)
    seats, depths = np.zeros(len(clusters)), np.zeros(len(clusters))
    for cluster in np.unique(clusters):
        new = clusters == cluster
        held = np.sort(-_known(there.closeness)[np.asarray(there.clusters) == cluster])
        seats[new] = _between(-closeness[new], held)
        depths[new] = np.sqrt((seats[new] + 0.5) / (len(held) + 1))
    angles = seats * GOLDEN_ANGLE
    wanted = _ways(discs, pages)
    if wanted is not None:
        # The spiral still says where, but within the side of the second cluster.
        aside = (angles / np.pi) % 2 - 1
        angles = np.where(np.isnan(wanted), angles, wanted + SIDE * aside)
    return _around(discs, clusters, depths, angles)


def _between(farness: Values, held: Values) -> Values:
    """Seats between those of pages that are there; before the first and behind the last too."""
    if not len(held):
        return np.zeros(len(farness))
    seats = np.interp(farness, held, np.arange(len(held), dtype=np.float64))
    # A page closer than all others, or less close, shares what room is left with its like.
    found: Values = seats - _share(held[0] - farness) / 2 + _share(farness - held[-1])
    return found


def _share(value: Values) -> Values:
    positive = np.maximum(value, 0)
    found: Values = positive / (1 + positive)
    return found


def _known(closeness: Values) -> Values:
    return np.nan_to_num(np.asarray(closeness, np.float64))


def _ways(discs: ClusterDiscs, pages: ClusteredPages) -> Values | None:
    """The direction from the own cluster to the second; not a number if there is none."""
    if pages.seconds is None:
        return None
    seconds, clusters = np.asarray(pages.seconds, np.int64), np.asarray(pages.clusters, np.int64)
    way = discs.places[np.maximum(seconds, 0)] - discs.places[clusters]
    found: Values = np.arctan2(way[:, 1], way[:, 0])
    return np.where((seconds < 0) | (seconds == clusters), np.nan, found)


def _seats(clusters: Numbers, ranks: Numbers, wanted: Values) -> Numbers:
    """The seat of each page: those of a ring, given out in the order of what is wanted."""
    rings = np.sqrt(ranks).astype(np.int64)
    angles = (ranks * GOLDEN_ANGLE + np.pi) % (2 * np.pi) - np.pi
    wanted_angles = np.where(np.isnan(wanted), angles, wanted)
    seats = np.empty_like(ranks)
    seats[np.lexsort((wanted_angles, rings, clusters))] = ranks[
        np.lexsort((angles, rings, clusters))
    ]
    return seats


def _around(discs: ClusterDiscs, clusters: Numbers, depths: Values, angles: Values) -> Points:
    reach = INSIDE * discs.radii[clusters] * np.minimum(depths, 1)
    turned = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    found: Points = discs.places[clusters] + reach[:, None] * turned
    return found
