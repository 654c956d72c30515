"""A forecast every few seconds while a crawl runs, at a price that stays small."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from time import monotonic, perf_counter

from auslese.crawl.forecast.forecast import forecast
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.worker.coordinator import Progress
from auslese.recipes.settings.crawl_settings import LimitsSection

LOOK_SECONDS = 5.0
LOOK_SHARE = 100  # a look takes at most a hundredth of the time: a million hosts take a while
RATE_LOOKS = 12  # the rate is that of the last minute
MOST_HOSTS = 20


class Forecaster:
    """Looks ahead for those who watch a crawl."""

    def __init__(self, frontier: CrawlFrontier, limits: LimitsSection) -> None:
        """Nothing was looked at yet."""
        self._frontier = frontier
        self._limits = limits
        self._looks: deque[tuple[float, int]] = deque(maxlen=RATE_LOOKS)
        self._next = 0.0

    def before(self, show: Callable[[Progress], None]) -> Callable[[Progress], None]:
        """What shows progress, with a forecast put into it now and then."""

        def show_with_forecast(progress: Progress) -> None:
            if monotonic() >= self._next:
                self.look(progress)
            show(progress)

        return show_with_forecast

    def look(self, progress: Progress) -> None:
        """Put a forecast into the progress, and keep what it is made from."""
        began = perf_counter()
        survey = self._frontier.discovery.survey()
        self._looks.append((progress.seconds, survey.now.visited))
        pages = self._limits.pages
        survey = replace(
            survey,
            hosts=self._frontier.host_work(MOST_HOSTS),
            rate=self._rate() or survey.rate,
            deepest=self._limits.depth,
            pages_left=None if pages is None else max(0, pages - progress.pages),
        )
        progress.forecast = forecast(survey)
        self._frontier.discovery.keep(survey)
        self._next = monotonic() + max(LOOK_SECONDS, LOOK_SHARE * (perf_counter() - began))

    def _rate(self) -> float:
        """Visits a second; 0 if it cannot be told yet."""
        (first_at, first), (last_at, last) = self._looks[0], self._looks[-1]
        return (last - first) / (last_at - first_at) if last_at > first_at else 0.0
