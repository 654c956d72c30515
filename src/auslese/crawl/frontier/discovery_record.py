"""How was what we know found? Counted while the crawl goes on; forecasts are made from it."""

from typing import Protocol

from auslese.crawl.forecast.forecast import CrawlSurvey


class DiscoveryRecord(Protocol):
    """URLs by depth, and milestones; its price does not grow with the number of URLs."""

    def survey(self) -> CrawlSurvey:
        """What is known of the crawl at this moment, and what was last kept of it."""
        ...

    def keep(self, survey: CrawlSurvey) -> None:
        """Keep what only the running crawl can tell, for those who read the frontier."""
        ...
