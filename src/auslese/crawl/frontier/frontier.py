"""The frontier: every URL we know, what became of it, and which host may be asked next.

The life of a URL:

    unknown ──add──► waiting ──lease──► leased ──complete──► ended (one outcome, with its reason)
                        ▲                  │
                        └── lease lost, ───┘
                            or to be tried again

Three verbs, always in batches: `add`, `lease`, `complete`.

A **lease** gives one worker one politeness key (a host) with a bundle of its best URLs, for a
limited time, under a **fencing token**. One key is leased to one worker at a time, so nobody else
can ask that host: politeness holds by construction. A worker reads its own clock *before* it asks
and starts no request later than `seconds` after that (the self-fence). A completion is one
transaction guarded by the tokens; bodies are in the archive before. So a worker that dies or hangs
costs its bundle a lease time, nothing is lost and nothing is recorded twice.

All that is said to a frontier is said in these protocols:

    frontier         Frontier         the verbs, for who hands out work
                     CrawlFrontier    the verbs and all that a crawl asks beside them
                     NearCopyRemarks  pages that say nearly what another one says
    run_record       RunRecord        runs, and how far their archive segments are recorded
    row_staging      RowStaging       rows on their way into tables
    discovery_record DiscoveryRecord  how what we know was found, for forecasts
    revisit_record   RevisitRecord    what coming back has brought
    url_trace        UrlOutcomes      what became of single URLs that somebody waits for
    arrivals         Arrivals         pages that came without being asked for
    seen_content     ContentLookup    has this content been seen before? asked by workers
    frontier_reader  FrontierReader   status, counts and the life of a URL, also while a crawl runs
    opening          FrontierStore    opens all of them

A store is a folder beside `embedded` (SQLite, one writing process) and a line in `opening`; it must
pass `tests/crawl/frontier_conformance.py` unchanged.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.frontier.discovery_record import DiscoveryRecord
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.revisit_record import RevisitRecord
from auslese.crawl.frontier.row_staging import RowStaging, SiteRow
from auslese.crawl.frontier.run_record import RunRecord
from auslese.crawl.frontier.url_trace import UrlOutcomes
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan
from auslese.records.url import Url
from auslese.records.visit import Visit


class Frontier(Protocol):
    """What who hands out work needs of a frontier; all times are the frontier's own clock."""

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs and say how many were new; refused ones are new only as outcomes."""
        ...

    def lease(
        self, worker: int, hosts: int, urls: int | None = None, known: bool = False
    ) -> list[Lease]:
        """Give up to `hosts` permitted hosts to this worker, the most promising first.

        With `urls`, at most so many URLs in all: a limit of pages then holds exactly. With `known`,
        only hosts that have answered once.
        """
        ...

    def complete(self, report: WorkerReport) -> bool:
        """Record the report; False, and nothing is recorded, if one of its leases is not valid."""
        ...

    def release(self, worker: int, died_reading: int = 0) -> int:
        """Take back the leases of a worker known to be dead; the number of hosts freed.

        `died_reading` is the URL in whose content it died: it gets one more chance.
        """
        ...

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased; None if nothing waits (leased hosts aside)."""
        ...

    def holds_back(self) -> bool:
        """Whether hosts that may be asked are held back: better ones are expected (focus)."""
        ...

    def waits_for_hours(self) -> bool:
        """Whether the next host to be leased is one whose hours are closed."""
        ...

    def waits_for_host(self) -> UnreachableHost | None:
        """The next host to be leased, if it could not be reached when it was last tried."""
        ...

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        ...

    def retry_unreachable(self) -> int:
        """Let hosts that could not be reached be tried at once; the number of such hosts.

        Politeness still holds. Their patience begins anew, as it does when a frontier is opened.
        """
        ...

    @property
    def waiting(self) -> int:
        """URLs that wait; with those leased and those ended they are all that were ever seen."""
        ...

    @property
    def leased(self) -> int:
        """URLs that are with a worker now."""
        ...

    @property
    def hosts_leased(self) -> int:
        """Hosts that are with a worker now."""
        ...


class NearCopyRemarks(Protocol):
    """Pages that say nearly what another one says, remarked while the crawl goes on."""

    @property
    def count(self) -> int:
        """Near copies found since the frontier was opened."""
        ...

    def listen(self) -> dict[int, Url]:
        """Ask to be told: pages by key and what they nearly repeat, from the next report on.

        Who has asked takes out what it has read.
        """
        ...


class CrawlFrontier(Frontier, Protocol):
    """A frontier opened for a crawl: the verbs, and what is asked of it at the edges of a crawl.

    What a killed crawl left behind is put right before anything can be asked: its leases have
    ended, what was not done waits again, each host still has its pause, rules that have changed
    are applied to what is undecided, and visits again are planned if they are wanted.
    """

    @property
    def plan(self) -> RecrawlPlan | None:
        """What came of planning to come back; None if that was not wanted."""
        ...

    @property
    def writer(self) -> int:
        """The number of who has opened it, among all who may have it open at the same time."""
        ...

    @property
    def runs(self) -> RunRecord:
        """Runs, and how far their archive segments are recorded."""
        ...

    @property
    def staging(self) -> RowStaging:
        """The rows that wait for their tables."""
        ...

    @property
    def near_copies(self) -> NearCopyRemarks:
        """Near copies, if such are told at all."""
        ...

    @property
    def discovery(self) -> DiscoveryRecord:
        """What forecasts are made from."""
        ...

    @property
    def revisits(self) -> RevisitRecord:
        """What coming back has brought."""
        ...

    @property
    def urls(self) -> UrlOutcomes:
        """What became of single URLs."""
        ...

    def site_rows(self) -> list[SiteRow]:
        """What is known of every host now."""
        ...

    def outcome_counts(self) -> Counter[tuple[str, str]]:
        """How many URLs ended in which way so far, by kind and reason."""
        ...

    def hosts_asked(self) -> int:
        """Count the hosts that we have ever talked to."""
        ...

    def host_work(self, most: int) -> list[HostWork]:
        """The hosts with the most work ahead."""
        ...
