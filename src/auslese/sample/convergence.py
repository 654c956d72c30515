"""Has a walk run long enough? What its own course says, in figures and in words.

Nothing here can prove that a walk has converged: one that never left a corner looks calm. What can
be seen is that it has not: the two ends of a walk disagree (Geweke 1992), walks from different
starts disagree (Gelman and Rubin 1992), it still finds new pages at every move, or so few of its
moves are independent of each other (Geyer 1992) that no share can be told from them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.sample.trail import Trail
from auslese.wording.walk_sentences import ConvergenceText

Series = NDArray[np.float64]

FIRST, LAST = 0.1, 0.5  # the parts of a walk that Geweke compares
CALM = 3.0  # standard errors between them: with ten series, one in forty passes it by chance
ALIKE = 1.1  # Gelman and Rubin: at most so far apart are walks that see the same web
ENOUGH = 100  # independent moves: a share of one half is then known to a tenth
FRESH = 0.5  # of the last moves lead to new pages: the walk has only begun to know this web
HOSTS_WATCHED = 5  # the most visited ones; each is a series of its own
ONE_PLACE = 0.5  # of the time at one host is told, even if that is how the web is
ROUNDING = 1e-12  # of a sum of doubles
MOST_LOOKED_AT = 1 << 16  # values of a series; a transform of them takes some milliseconds
FEWEST = 20  # moves, below which nothing can be said


def long_run_variance(series: Series) -> float:
    """The variance of the sum of a series, divided by its length, dependence included.

    Geyer's initial positive sequence: sums of two neighbouring autocovariances of a reversible walk
    are positive and falling, so the first that are not are noise.
    """
    if len(series) > MOST_LOOKED_AT:  # means of blocks have the same long-run variance
        block = -(-len(series) // MOST_LOOKED_AT)
        whole_blocks = series[: len(series) // block * block]
        return block * long_run_variance(whole_blocks.reshape(-1, block).mean(axis=1))
    size = len(series)
    centred = series - series.mean()
    whole = np.fft.rfft(centred, 1 << (2 * size - 1).bit_length())
    covariances = np.fft.irfft(whole * np.conj(whole))[:size] / size
    pairs = covariances[: size - size % 2].reshape(-1, 2).sum(axis=1)
    ends = np.flatnonzero(pairs <= 0)
    pairs = np.minimum.accumulate(pairs[: ends[0]] if len(ends) else pairs)
    return max(float(2 * pairs.sum() - covariances[0]), float(covariances[0]) / size)


def correlation_time(series: Series) -> float:
    """Of how many moves only one counts; 1 if they are independent."""
    if len(series) < FEWEST or is_still(series):
        return 1.0
    return max(1.0, long_run_variance(series) / float(series.var()))


def is_still(series: Series) -> bool:
    """Whether it never changes, rounding aside."""
    return float(np.ptp(series)) <= ROUNDING * float(np.abs(series).max())


def geweke(series: Series) -> float:
    """How many standard errors lie between the beginning and the end of a walk."""
    first, last = series[: int(len(series) * FIRST)], series[int(len(series) * (1 - LAST)) :]
    if len(first) < FEWEST or is_still(series):
        return 0.0
    spread = long_run_variance(first) / len(first) + long_run_variance(last) / len(last)
    gap = abs(float(first.mean() - last.mean()))
    return gap / spread**0.5 if spread > 0 else 0.0


def gelman_rubin(walks: Sequence[Series]) -> float:
    """How much wider all walks together are spread than each by itself; 1 if not at all."""
    size = min(map(len, walks), default=0)
    if len(walks) < 2 or size < FEWEST:  # noqa: PLR2004 - one walk cannot disagree
        return 1.0
    cut = np.stack([walk[-size:] for walk in walks])
    if is_still(cut):
        return 1.0
    within = float(cut.var(axis=1, ddof=1).mean())
    between = float(cut.mean(axis=1).var(ddof=1))
    if all(map(is_still, cut)):
        return float("inf")
    # What moves that depend on each other add to the spread of the means is no disagreement.
    noise = float(np.mean([long_run_variance(row) / size for row in cut]))
    return float(((size - 1) / size + max(0.0, between - noise) / within) ** 0.5)


class HostShare(NamedTuple):
    """A host, and the share of all moves that it takes once degrees are corrected."""

    host: str
    share: float


@dataclass(frozen=True, slots=True)
class WalkDiagnosis:
    """What the course of walks says."""

    moves: int
    pages: int
    """Different pages they have visited, burn-in left out."""
    effective: float
    """Moves that count: all of them, divided by the correlation time."""
    correlation_time: float
    geweke: float
    """The largest of all series."""
    gelman_rubin: float
    new_at_end: float
    """The share of the last tenth of moves that led to new pages."""
    gap: float
    """An estimate of the spectral gap of the walk without loops, by its slowest series.

    As far as what is seen is concerned: slower series may be hidden.
    """
    hosts: tuple[HostShare, ...]
    has_converged: bool
    words: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return values | {"hosts": [place._asdict() for place in self.hosts]}


def diagnose(trails: Sequence[Trail], hosts: Sequence[str]) -> WalkDiagnosis:
    """Look at the course of walks over the same web; `hosts` names the host of each page."""
    trails = [trail for trail in trails if len(trail)]
    moves = sum(map(len, trails))
    if not moves:
        return WalkDiagnosis(0, 0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, (), False, (NO_MOVES,))
    numbers, names = _numbered(hosts)
    places = _places(trails, numbers, names)
    every = list(_series(trails, numbers, [names.index(place.host) for place in places]))
    slowest = max(correlation_time(walk) for series in every for walk in series)
    pages = len(np.unique(np.concatenate([trail.pages for trail in trails])))
    ends = np.concatenate([trail.is_new[-max(1, len(trail) // 10) :] for trail in trails])
    figures = _WalkFigures(
        moves,
        moves / slowest,
        max(geweke(walk) for series in every for walk in series),
        max(gelman_rubin(series) for series in every),
        float(ends.mean()),
    )
    words = (*_complaints(figures, len(trails)), *_remarks(places))
    return WalkDiagnosis(
        moves,
        pages,
        figures.effective,
        slowest,
        figures.geweke,
        figures.gelman_rubin,
        figures.new_at_end,
        2 / (slowest + 1),  # a series that decays as l^t has the correlation time (1 + l) / (1 - l)
        tuple(places),
        not any(_complaints(figures, len(trails))),
        words or (LONG_ENOUGH,),
    )


NO_MOVES = ConvergenceText.NO_MOVES.of()
LONG_ENOUGH = ConvergenceText.LONG_ENOUGH.of()


class _WalkFigures(NamedTuple):
    moves: int
    effective: float
    geweke: float
    gelman_rubin: float
    new_at_end: float


def _complaints(figures: _WalkFigures, walks: int) -> Iterator[str]:
    """Why the walk has not run long enough."""
    if figures.effective < ENOUGH:
        yield ConvergenceText.FEW_STEPS.of(
            moves=figures.moves, effective=figures.effective, least=ENOUGH
        )
    if figures.geweke > CALM:
        yield ConvergenceText.UNSETTLED.of(errors=figures.geweke)
    if figures.gelman_rubin > ALIKE:
        yield ConvergenceText.DISAGREE.of(value=figures.gelman_rubin)
    if figures.new_at_end > FRESH:
        yield ConvergenceText.STILL_NEW.of(share=figures.new_at_end)
    if walks == 1 and figures.moves < FEWEST:
        yield ConvergenceText.TOO_SHORT.of()


def _remarks(places: Sequence[HostShare]) -> Iterator[str]:
    """What should be known, though it need not be wrong."""
    for place in places:
        if place.share > ONE_PLACE and place.host:
            yield ConvergenceText.ONE_PLACE.of(share=place.share, host=place.host)


def _numbered(hosts: Sequence[str]) -> tuple[NDArray[np.int64], list[str]]:
    names = list(dict.fromkeys(hosts))
    places = {name: number for number, name in enumerate(names)}
    return np.array([places[host] for host in hosts], np.int64), names


def _places(
    trails: Sequence[Trail], numbers: NDArray[np.int64], names: Sequence[str]
) -> list[HostShare]:
    """The hosts at which most of the time was spent."""
    pages = np.concatenate([trail.pages for trail in trails])
    weights = np.concatenate([trail.weights for trail in trails])
    time = np.bincount(numbers[pages], weights, len(names)) / weights.sum()
    most = np.argsort(-time, kind="stable")[:HOSTS_WATCHED]
    return [HostShare(names[each], float(time[each])) for each in most if time[each] > 0]


def _series(
    trails: Sequence[Trail], numbers: NDArray[np.int64], watched: Sequence[int]
) -> Iterator[list[Series]]:
    """What is watched along the walks: how long they stay, and whether they are at a host."""
    yield [trail.weights for trail in trails]
    for host in watched:
        yield [(numbers[trail.pages] == host) * trail.weights for trail in trails]
