"""The demo web as a whole: every host, and what it answers.

A small multilingual web computed from a seed. Nothing is stored and nothing is fetched; the guide
`docs/guides/demo.md` says what lies where.
"""

from auslese.demo.demo_answers import PLAIN, DemoResponse, content
from auslese.demo.demo_site import DemoSite
from auslese.demo.sites.bench import bench
from auslese.demo.sites.events import events
from auslese.demo.sites.library import library
from auslese.demo.sites.magazine import magazine
from auslese.demo.sites.mirror import mirror
from auslese.demo.sites.museum import museum
from auslese.demo.sites.university import university
from auslese.demo.world import LIBRARY, MAGAZINE, MUSEUM, UNIVERSITY, UNIVERSITY_ALIAS, World

_START_HOSTS = (UNIVERSITY, MUSEUM, MAGAZINE, LIBRARY)
_NO_SUCH_HOST = "There is no such host in the demo web.\n"


class DemoWeb:
    """About 300 pages on seven hosts, made in memory; the same seed gives the same web."""

    def __init__(self, port: int, seed: int = 1997) -> None:
        self._world = World(port, seed)
        school = university(self._world)
        others = (museum, magazine, library, events, bench)
        sites = (school, *(build(self._world) for build in others), mirror(self._world, school))
        self._sites = {site.host: site for site in sites}
        self._sites[UNIVERSITY_ALIAS] = school

    def answer(self, host: str, path: str) -> DemoResponse:
        """What the host, with or without its port, answers to a request for path and query."""
        site = self._sites.get(host.partition(":")[0].lower())
        return site.answer(path) if site else content(_NO_SUCH_HOST, PLAIN, 404)

    def start_urls(self) -> list[str]:
        """The four pages to start from; every page can be reached from any, one by a sitemap."""
        return [self._world.url(host) for host in _START_HOSTS]

    def allow_rules(self) -> list[str]:
        """The host names that belong to the web."""
        return list(self._sites)

    @property
    def page_count(self) -> int:
        """How many HTML pages there are: traps, closed pages, aliases and redirects not counted."""
        return sum(self.page_counts().values())

    def page_counts(self) -> dict[str, int]:
        """HTML pages per host, counted as in `page_count`."""
        return {site.host: len(self._urls(site)) for site in self._sites.values()}

    def page_urls(self) -> list[str]:
        """The addresses of all pages that `page_count` counts."""
        return [url for host in self.page_counts() for url in self._urls(self._sites[host])]

    def _urls(self, site: DemoSite) -> list[str]:
        return [self._world.url(site.host, path) for path in site.pages]
