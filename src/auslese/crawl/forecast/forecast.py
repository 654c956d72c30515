"""How many pages are still to come, and how sure is that?

Pages by depth follow a bell. Past its maximum every URL that is visited brings less than one new
URL, so the end can be seen. What is measured here is that number, the harvest: how it has fallen
so far says how it goes on falling. `docs/methods/forecast.md` tells how well that works.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp, expm1, log, log1p, sqrt
from typing import NamedTuple

from auslese.crawl.forecast.brake import HostBrake, HostWork, slowest
from auslese.wording.crawl_sentences import ForecastBasis

FEWEST_VISITS = 32  # a harvest of fewer visits is mostly chance
# The bell has turned when a visit brings clearly less than one new URL. In UNICO's example the
# first depth after the maximum has a quarter less than the maximum. On generated and real webs
# 0.8 left 4 % of forecasts wrong by more than a factor of two; 0.95 left 7 %.
TURNED_BELOW = 0.8
# Parts of the crawl so far over which the harvest is watched, and in how many steps each.
WINDOWS = ((0.7, 6), (0.5, 4), (0.35, 3))
LATEST = WINDOWS[-1]
YIELD_PART = 0.2  # the last fifth of all visits says what share of URLs are pages
MOST_TIMES_VISITED = 3.0  # a bell that has turned holds no more than that beyond what was visited
STEEPEST = 50.0  # guards exp() where a harvest is extrapolated
MOST_LAYERS = 500
FEWEST_GAIN = 0.5  # half a URL stands for none where a logarithm is taken
# The interval reaches from e^-below to e^above times the forecast. Both were fitted so that one
# truth of ten lies under it and one over it: the parts are what no forecast escapes, chance in
# small numbers, estimates that disagree, URLs that turn out not to be pages, and how far beyond
# what was visited we have to look.
ALWAYS, BY_CHANCE = 0.05, 0.6
ABOVE_BY_RANGE, ABOVE_BY_REACH = 0.15, 0.3
BELOW_BY_RANGE, BELOW_BY_LOSS = 0.35, 1.5


class Milestone(NamedTuple):
    """How far the crawl was at one moment."""

    visited: int
    """URLs that were let in and have ended."""
    found: int
    """URLs that were let in."""
    pages: int


NOWHERE = Milestone(0, 0, 0)


@dataclass(frozen=True, slots=True)
class CrawlSurvey:
    """What is known of a crawl at one moment; a list by depth may be shorter than the others."""

    now: Milestone = NOWHERE
    milestones: Sequence[Milestone] = ()
    """Earlier moments, the earliest first."""
    bell: Sequence[int] = ()
    """URLs that were let in, by depth."""
    waiting: Sequence[int] = ()
    """Those of them that wait or are under way, by depth."""
    hosts: Sequence[HostWork] = ()
    """Hosts with the most work ahead."""
    rate: float = 0.0
    """Visits a second, as measured; 0 if not known."""
    deepest: int | None = None
    """Limit of depth."""
    pages_left: int | None = None
    """Limit of pages: how many more it leaves."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Pages still to come."""

    remaining: int = 0
    low: int = 0
    high: int | None = None
    """None: nobody can tell."""
    basis: str = ""
    seconds: float | None = None
    """How long that takes; None if nothing was measured yet."""
    brake: str = ""
    """What sets that time, in words."""
    peak: int | None = None
    """Depth of the bell's maximum, once it has turned."""
    slowest: Sequence[HostBrake] = field(default_factory=tuple)
    """Hosts that take longest."""


def forecast(survey: CrawlSurvey) -> Forecast:
    """What is still to come, as far as what is known goes."""
    waiting = sum(survey.waiting)
    if not waiting:
        begun = survey.now.found > 0
        if begun:
            done = ForecastBasis.ALL_DONE.of()
            return Forecast(0, 0, 0, done, 0.0, peak=_peak(survey))
        return Forecast(basis=ForecastBasis.NOTHING_YET.of())
    if survey.now.visited < FEWEST_VISITS:
        return _at_least(survey, ForecastBasis.TOO_EARLY.of())
    harvest = fit_harvest(survey, *LATEST).at(survey.now.visited)
    if harvest >= TURNED_BELOW:
        return _at_least(survey, ForecastBasis.STILL_GROWING.of(harvest=harvest))
    return _after_the_maximum(survey, harvest)


def _at_least(survey: CrawlSurvey, basis: str) -> Forecast:
    waiting = sum(survey.waiting)
    low = round(waiting * page_yield(survey))
    return _timed(survey, Forecast(low, low, None, basis), waiting)


def _median(estimates: Sequence[float]) -> float:
    """That of `statistics`, which takes longer to import than a forecast to make."""
    ordered, middle = sorted(estimates), len(estimates) // 2
    return (ordered[middle] + ordered[~middle]) / 2


def _after_the_maximum(survey: CrawlSurvey, harvest: float) -> Forecast:
    waiting = sum(survey.waiting)
    pages_per_url = page_yield(survey)
    estimates = estimates_of(survey)
    urls = _median(estimates)
    pages = urls * pages_per_url
    doubt = ALWAYS + BY_CHANCE / sqrt(pages + 1)
    spread = log(max(estimates) / min(estimates))
    above = doubt + ABOVE_BY_RANGE * spread + ABOVE_BY_REACH * log1p(urls / survey.now.visited)
    below = doubt + BELOW_BY_LOSS * (1 - pages_per_url)
    low = pages_per_url * exp(-below) * max(urls * exp(-BELOW_BY_RANGE * spread), waiting)
    peak = _peak(survey)
    basis = ForecastBasis.TURNED.of(
        peak=peak, waiting=waiting, harvest=harvest, share=pages_per_url
    )
    whole = Forecast(round(pages), int(low), int(pages * exp(above)) + 1, basis, peak=peak)
    return _timed(survey, whole, urls)


def _timed(survey: CrawlSurvey, whole: Forecast, urls: float) -> Forecast:
    """The forecast within its limit of pages, and how long it takes to visit so many URLs."""
    left, high = survey.pages_left, whole.high
    basis, remaining, low = whole.basis, whole.remaining, whole.low
    if left is not None and left < remaining:
        urls *= left / remaining
        basis = ForecastBasis.LIMITED.of(pages=remaining, basis=basis)
        remaining, low, high = left, min(low, left), left
    time = slowest(survey.hosts, urls, sum(survey.waiting), survey.rate)
    return Forecast(remaining, low, high, basis, time.seconds, time.brake, whole.peak, time.hosts)


def _peak(survey: CrawlSurvey) -> int:
    """The depth with the most URLs."""
    return max(range(len(survey.bell)), key=survey.bell.__getitem__, default=0)


class CrawlCourse:
    """The course of a crawl, from its start to now: what it had after so many visits."""

    def __init__(self, survey: CrawlSurvey) -> None:
        """Join the milestones."""
        start = Milestone(0, sum(survey.bell[:1]), 0)
        earlier = (point for point in survey.milestones if 0 < point.visited < survey.now.visited)
        self._points = [start, *earlier, survey.now]
        self._visited = [point.visited for point in self._points]

    def found(self, visited: float) -> float:
        """URLs let in by then."""
        return self._between(visited, [point.found for point in self._points])

    def pages(self, visited: float) -> float:
        """Pages that had come by then."""
        return self._between(visited, [point.pages for point in self._points])

    def _between(self, visited: float, values: Sequence[int]) -> float:
        right = min(max(bisect_right(self._visited, visited), 1), len(values) - 1)
        span = self._visited[right] - self._visited[right - 1]
        share = (visited - self._visited[right - 1]) / span if span else 1.0
        return values[right - 1] + share * (values[right] - values[right - 1])


# -- estimates ------------------------------------------------------------------------------------


def estimates_of(survey: CrawlSurvey) -> list[float]:
    """How many URLs are still to be visited, estimated in four ways; the median is the best."""
    waiting = float(sum(survey.waiting))
    most = max(waiting, MOST_TIMES_VISITED * survey.now.visited)
    several = [symmetric_estimate(survey)]
    several += [estimate_to_come(survey, fit_harvest(survey, *window), most) for window in WINDOWS]
    return [min(max(urls, waiting), most) for urls in several]


def symmetric_estimate(survey: CrawlSurvey) -> float:
    """The rule of UNICO: as many come after the maximum as came before it."""
    peak = _peak(survey)
    before = sum(survey.bell[:peak])
    return 2.0 * before + sum(survey.bell[peak : peak + 1]) - survey.now.visited


class HarvestCurve(NamedTuple):
    """New URLs per visit, as it falls: e^(level + slope · visits), the law of random links."""

    level: float
    slope: float

    def at(self, visited: float) -> float:
        """New URLs that one visit brings after so many others."""
        return exp(min(self.level + self.slope * visited, STEEPEST))

    def between(self, first: float, last: float) -> float:
        """New URLs that all visits between these two bring."""
        fall = self.slope * (last - first)
        mean = expm1(fall) / fall if fall else 1.0
        return self.at(first) * mean * (last - first)


def fit_harvest(survey: CrawlSurvey, part: float, steps: int) -> HarvestCurve:
    """Fit the harvest to the last part of the crawl, cut into equal steps."""
    visited, course = survey.now.visited, CrawlCourse(survey)
    size = visited * part / steps
    ends = [visited - size * step for step in range(steps, -1, -1)]
    gains = [course.found(last) - course.found(first) for first, last in pairwise(ends)]
    weights = [max(gain, 1.0) for gain in gains]
    points = [
        (weight, end + size / 2, log(max(gain, FEWEST_GAIN) / size))
        for weight, end, gain in zip(weights, ends, gains, strict=False)
    ]
    middle = sum(weight * x for weight, x, _ in points) / sum(weights)
    height = sum(weight * y for weight, _, y in points) / sum(weights)
    spread = sum(weight * (x - middle) ** 2 for weight, x, _ in points)
    slope = sum(weight * (x - middle) * (y - height) for weight, x, y in points) / spread
    slope = min(slope, 0.0)  # a harvest that grows is chance: there is only so much to find
    return HarvestCurve(height - slope * middle, slope)


def estimate_to_come(survey: CrawlSurvey, harvest: HarvestCurve, most: float) -> float:
    """Visit what waits, then what that brings, depth after depth; URLs in all, at most so many."""
    total, visited, fresh = 0.0, float(survey.now.visited), 0.0
    for depth in range(len(survey.waiting) + MOST_LAYERS):
        here = fresh + sum(survey.waiting[depth : depth + 1])
        total += here
        if total >= most or (depth >= len(survey.waiting) and here < FEWEST_GAIN):
            break
        within = survey.deepest is None or depth < survey.deepest
        fresh = min(harvest.between(visited, visited + here), most) if within else 0.0
        visited += here
    return min(total, most)


def page_yield(survey: CrawlSurvey) -> float:
    """The share of visited URLs that are pages, in the last fifth of all visits."""
    now = survey.now
    overall = now.pages / now.visited if now.visited else 1.0
    begin = now.visited * (1 - YIELD_PART)
    recent = now.pages - CrawlCourse(survey).pages(begin)
    return min(1.0, (recent + overall) / (now.visited - begin + 1))
