"""Clusters on a map: where do their discs lie?

A map shows neighbours well or distances well, not both: hundreds of words do not go into two
dimensions. We choose neighbours, for a reader looks around from a cluster she knows. So the first
two principal axes begin, t-SNE draws neighbours together, the picture is stretched over the field,
and discs that overlap are pushed apart. docs/methods/map.md has the sources and the figures.

The field goes from 0 to 1 in both directions. The area of a disc tells how many pages it has.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

Points = NDArray[np.float64]
"""A row for each point: from the left, from above."""
Values = NDArray[np.float64]

FILLED = 0.42
"""The share of the field that discs cover. Discs of any sizes fit into a square up to 0.539 (Morr
2017); what lies between leaves room for gaps, and for a push that is not the best one."""
LEAST_SHARE = 0.15  # of the middling area: a cluster of one page can still be seen
GAP = 0.006  # between two discs: two pixels on a map of 400
PERPLEXITY = 6.0  # how many neighbours a cluster is drawn to, about
LEAST_EMBEDDED = 4  # below so many clusters the two axes tell all there is
DRAWN, DRAWN_TOGETHER = 300, 80  # rounds of t-SNE, and those of them with neighbours drawn harder
HARDER = 4.0
SPEED, INERTIA_FIRST, INERTIA = 0.5, 0.5, 0.8
EVEN = 0.5  # how much of a place its rank says: all of it costs neighbours, nothing leaves holes
GROWING, SMALL, SWOLLEN = 40, 0.3, 1.2  # rounds in which discs grow, from and to which size
PUSHES = 150  # rounds after that; what overlaps then is put into gaps
GRID = 96  # spots along an edge where a disc may find a gap
ATTEMPTS, ATTEMPTED = 8, 300  # drawings of which the best counts, and clusters in all of them
SHIVER = 1e-4  # so that clusters that are the same can be told apart
HALVINGS = 30  # of the interval in which a width is sought
NEIGHBOURS = 5
_TINY = 1e-12


def cluster_places(likeness: Values, sizes: NDArray[np.int64], seed: int = 0) -> Points:
    """Where the middles of clusters lie.

    `likeness` has the cosine of every two centres. The discs of `disc_radii` do not overlap there.
    """
    number = len(sizes)
    if number < 2:  # noqa: PLR2004 - nothing to be near to
        return np.full((number, 2), 0.5)
    likeness = np.nan_to_num(np.asarray(likeness, np.float64))
    chance, radii = np.random.default_rng(seed), full_radii(sizes)
    # Few clusters are drawn in no time: it is worth trying again.
    attempts = (
        _drawn(likeness, radii, chance) for _ in range(max(1, min(ATTEMPTS, ATTEMPTED // number)))
    )
    return max(attempts, key=lambda places: neighbours_kept(likeness, places))


def _drawn(likeness: Values, radii: Values, chance: np.random.Generator) -> Points:
    points = principal_axes(likeness)
    points += SHIVER * (points.std() or 1.0) * chance.standard_normal(points.shape)
    if len(points) >= LEAST_EMBEDDED:
        points = _neighbours_drawn(1 - likeness, points)
    points = _pushed_apart(_stretched(points, radii), radii)
    return points if _overlap(points, radii) < GAP else _put_into_gaps(points, radii)


def _overlap(points: Points, radii: Values) -> float:
    overlap = radii[:, None] + radii + GAP - _distances(points)
    np.fill_diagonal(overlap, 0)
    return float(overlap.max())


def full_radii(sizes: NDArray[np.int64]) -> Values:
    """Radii that fill the field as far as is wanted, whatever lies where."""
    areas = np.maximum(np.asarray(sizes, np.float64), 0)
    areas = np.maximum(areas, LEAST_SHARE * areas.mean()) if areas.sum() else np.ones(len(areas))
    radii: Values = np.sqrt(FILLED * areas / max(areas.sum(), _TINY) / np.pi)
    return radii


def disc_radii(places: Points, sizes: NDArray[np.int64]) -> Values:
    """The radii of discs at these places: as large as they may be without touching.

    Sizes may be newer than places: if a cluster has grown all discs get smaller, and none moves.
    """
    places = np.asarray(places, np.float64)
    radii = full_radii(sizes)
    if not len(radii):
        return radii
    to_wall = np.minimum(places, 1 - places).min(axis=1)
    room = float((to_wall / radii).min())
    if len(radii) > 1:
        apart = _distances(places) / (radii[:, None] + radii)
        np.fill_diagonal(apart, np.inf)
        room = min(room, float(apart.min()))
    return radii * max(min(room, 1.0), 0.0)


def neighbours_kept(likeness: Values, places: Points, number: int = NEIGHBOURS) -> float:
    """The share of the most alike clusters that are also the nearest on the map: 0 to 1."""
    number = min(number, len(places) - 1)
    if number < 1:
        return 1.0
    distances, unlike = _distances(places), -np.array(likeness, np.float64)
    np.fill_diagonal(distances, np.inf)
    np.fill_diagonal(unlike, np.inf)
    near = np.argsort(distances, axis=1, kind="stable")[:, :number]
    alike = np.argsort(unlike, axis=1, kind="stable")[:, :number]
    both = (near[:, :, None] == alike[:, None, :]).any(axis=2)
    return float(both.mean())


def principal_axes(likeness: Values) -> Points:
    """Classical scaling: the two directions in which centres differ most."""
    centred = likeness - likeness.mean(axis=0) - likeness.mean(axis=1)[:, None] + likeness.mean()
    last = len(likeness) - 1
    values, axes = linalg.eigh((centred + centred.T) / 2, subset_by_index=[last - 1, last])
    # A direction has no sign of its own: the entry that is largest is made positive.
    axes = axes * np.where(axes[np.abs(axes).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    found: Points = axes * np.sqrt(np.maximum(values, 0))
    return found[:, ::-1].copy()


def _neighbours_drawn(unlikeness: Values, start: Points) -> Points:
    """t-SNE (van der Maaten and Hinton 2008), exact, from a beginning in order."""
    wanted = _shared_chances(np.maximum(unlikeness, 0))
    points = start / max(float(start.std()), _TINY) * 0.01
    step, speeds = np.zeros_like(points), np.ones_like(points)
    for turn in range(DRAWN):
        harder = HARDER if turn < DRAWN_TOGETHER else 1.0
        slope = _slope(harder * wanted, points)
        # Each coordinate goes faster while it goes one way (Jacobs 1988), as they have it.
        speeds = np.where(slope * step < 0, speeds + 0.2, speeds * 0.8).clip(0.01)
        inertia = INERTIA_FIRST if turn < DRAWN_TOGETHER else INERTIA
        step = inertia * step - SPEED * len(points) * speeds * slope
        points = points + step
        points -= points.mean(axis=0)
    return points


def _slope(wanted: Values, points: Points) -> Points:
    weights = 1 / (1 + _squares(points))
    np.fill_diagonal(weights, 0)
    pull = (wanted - weights / weights.sum()) * weights
    found: Points = 4 * (pull.sum(axis=1)[:, None] * points - pull @ points)
    return found


def _shared_chances(unlikeness: Values) -> Values:
    """How much each two clusters are neighbours: the same number of neighbours for each."""
    number = len(unlikeness)
    wanted = np.log(min(PERPLEXITY, (number - 1) / 1.5))
    low, high = np.zeros(number), np.full(number, np.inf)
    narrow = np.ones(number) / max(float(unlikeness.mean()), _TINY)
    others = unlikeness - np.where(np.eye(number) > 0, np.inf, unlikeness).min(axis=1)[:, None]
    for _ in range(HALVINGS):
        chances = _chances(others, narrow)
        information = -(chances * np.log(np.maximum(chances, _TINY))).sum(axis=1)
        wide = information > wanted
        low, high = np.where(wide, narrow, low), np.where(wide, high, narrow)
        narrow = np.where(np.isinf(high), narrow * 2, (low + np.minimum(high, 1e300)) / 2)
    chances = _chances(others, narrow)
    found: Values = np.maximum((chances + chances.T) / (2 * number), _TINY)
    return found


def _chances(others: Values, narrow: Values) -> Values:
    weights = np.exp(-np.minimum(np.maximum(others, 0) * narrow[:, None], 700))
    np.fill_diagonal(weights, 0)
    found: Values = weights / np.maximum(weights.sum(axis=1), _TINY)[:, None]
    return found


def _stretched(points: Points, radii: Values) -> Points:
    """Over the whole field, each direction by itself; a disc at the edge lies inside.

    Half of a place is told by its rank among all: an island comes nearer and leaves less empty.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    shares = (points - low) / np.maximum(high - low, _TINY)
    ranks = (points.argsort(axis=0, kind="stable").argsort(axis=0) + 0.5) / len(points)
    shares = (1 - EVEN) * shares + EVEN * ranks
    found: Points = radii[:, None] + shares * (1 - 2 * radii[:, None])
    return found


def _pushed_apart(points: Points, radii: Values) -> Points:
    """Move discs that overlap away from each other, the smaller one more, within the field.

    Discs begin small and grow, so that a crowd spreads as a whole and keeps its order; they swell
    beyond their size at first, and so take more of the field.
    """
    needed = radii[:, None] + radii + GAP
    np.fill_diagonal(needed, 0)
    areas = radii**2
    share = areas / (areas[:, None] + areas)  # of the way that both go: what the other one goes
    edge = (radii + GAP / 2)[:, None]
    for turn in range(GROWING + PUSHES):
        grown = SMALL + (SWOLLEN - SMALL) * turn / GROWING if turn < GROWING else 1.0
        distances = np.sqrt(_squares(points))
        overlap = np.maximum(grown * needed - distances, 0)
        if turn >= GROWING and overlap.max() < GAP / 2:
            break
        push = overlap * share.T / np.maximum(distances, _TINY)
        points = points + push.sum(axis=1)[:, None] * points - push @ points
        points = points.clip(edge, 1 - edge)
    return points


def _put_into_gaps(points: Points, radii: Values) -> Points:
    """Give discs that still overlap the nearest free place, the largest discs first.

    Pushing can end in a crowd that a large disc holds against the edge.
    """
    steps = (np.arange(GRID) + 0.5) / GRID
    spots = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    to_disc = np.minimum(spots, 1 - spots).min(axis=1)  # the next thing in the way of a spot
    placed = points.copy()
    for count, disc in enumerate(order := np.argsort(-radii, kind="stable")):
        before = order[:count]
        away = np.sqrt(((placed[before] - points[disc]) ** 2).sum(axis=1)) - radii[before]
        if (away < radii[disc] + GAP / 2).any():
            wanted = np.sqrt(((spots - points[disc]) ** 2).sum(axis=1))
            free = to_disc >= radii[disc] + GAP / 2
            best = np.where(free, wanted, np.inf).argmin() if free.any() else to_disc.argmax()
            placed[disc] = spots[best]
        reach = np.sqrt(((spots - placed[disc]) ** 2).sum(axis=1)) - radii[disc]
        to_disc = np.minimum(to_disc, reach)
    return placed


def _squares(points: Points) -> Values:
    lengths = (points**2).sum(axis=1)
    found: Values = np.maximum(lengths[:, None] + lengths - 2 * points @ points.T, 0)
    return found


def _distances(points: Points) -> Values:
    found: Values = np.sqrt(((points[:, None, :] - points) ** 2).sum(axis=2))
    return found
