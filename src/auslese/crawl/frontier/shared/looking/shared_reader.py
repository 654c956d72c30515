"""Where does the crawl stand, and what became of this URL? Looks at a shared frontier.

Every question is one look at one moment, over a connection of its own: so counts agree with each
other, however many machines record meanwhile.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from auslese.crawl.frontier.bookkeeping.crawl_sums import crawl_state_of
from auslese.crawl.frontier.bookkeeping.host_files import ports_of_hosts
from auslese.crawl.frontier.crawl_state import PAGE_REASONS, BusyHost, CrawlState, TrapRow
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.shared.database_link import DatabaseLink, LinkPatience
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.looking.shared_fates import SharedFates, trace_in
from auslese.crawl.frontier.shared.schema_versions import read_version
from auslese.crawl.frontier.shared.shared_discovery import read_survey, read_tally
from auslese.crawl.frontier.url_trace import UrlFates, UrlTrace
from auslese.crawl.recrawl.recrawl_values import RecrawlStatus
from auslese.records.url import Url

ONE_MOMENT = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
LOOKING = LinkPatience(in_all=10.0)  # somebody sits there and waits
MOMENTS = """
    SELECT at FROM (SELECT at, kind, reason FROM outcome ORDER BY seq DESC LIMIT $1) AS latest
    WHERE kind = 'fetched' AND reason = ANY($2::text[]) ORDER BY at
"""
BUSY_COLUMNS = """
    name, known, failures, delay, last_access, next_at, (worker IS NOT NULL)::integer
    FROM host WHERE asked > 0
"""
ORIGINS = """
    SELECT origin FROM unnest($1::text[]) AS start JOIN robots
    ON origin >= start AND origin < start || ';'
"""
UNREACHABLE = """
    SELECT name, since, failures, next_at, outage.reason, outage.detail,
        (SELECT count(*) FROM waiting WHERE waiting.host_id = host.id), ended, answered
    FROM outage JOIN host ON host.id = outage.host_id
"""


class SharedReader:
    """Keeps the promises of `FrontierReader` on PostgreSQL."""

    def __init__(self, place: DatabasePlace) -> None:
        """Look at this schema, which need not be there yet."""
        self._place = place

    @contextmanager
    def _looking(self) -> Iterator[DatabaseLink | None]:
        """The frontier at one moment; None if there is none yet."""
        with closing(DatabaseLink(self._place, "auslese reader", LOOKING)) as link:
            if link.retried(lambda: read_version(link)) == 0:
                yield None
                return
            with link.transaction(ONE_MOMENT):
                yield link

    def has_begun(self) -> bool:
        """Whether a crawl or an import has ever begun here."""
        with self._looking() as link:
            return link is not None

    def verify(self) -> bool:
        """Whether the server keeps checksums of all that it writes, and looks at them itself."""
        with self._looking() as link:
            return link is not None and link.value("SHOW data_checksums") == "on"

    def crawl_state(self) -> CrawlState:
        """How far the crawl has come."""
        with self._looking() as link:
            if link is None:
                return CrawlState()
            known, hosts = _sums(link)
            return crawl_state_of(known, read_tally(link), hosts, read_survey(link))

    def trace(self, url: Url) -> UrlTrace:
        """What became of a URL, and how we came to it."""
        with self._looking() as link:
            return UrlTrace(url, found=False) if link is None else trace_in(link, url)

    @contextmanager
    def fates(self) -> Iterator[UrlFates]:
        """Open it for questions about very many URLs."""
        with self._looking() as link:
            yield SharedFates(link)

    def traps(self) -> list[TrapRow]:
        """The shapes of URLs that were taken for traps, the largest first."""
        with self._looking() as link:
            rows = (
                link.rows(
                    "SELECT host, name, state, kind, why, found, fetched, refused FROM shape"
                    " WHERE state IN ('throttled', 'stopped') ORDER BY found DESC, host, name"
                )
                if link
                else []
            )
            return [TrapRow(*row) for row in rows]

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        with self._looking() as link:
            hosts = [UnreachableHost(*row) for row in link.rows(UNREACHABLE)] if link else []
            return sorted(hosts, key=lambda host: (-host.waiting, host.host))

    def recrawl_status(self, now: float, rest: float) -> RecrawlStatus:
        """When it was last crawled, and how much has rested long enough to be seen again."""
        with self._looking() as link:
            return RecrawlStatus() if link is None else _recrawl_status(link, now, rest)

    def page_moments(self, latest: int) -> list[float]:
        """When the pages among so many of the latest outcomes came, the earliest first."""
        with self._looking() as link:
            rows = link.rows(MOMENTS, latest, list(PAGE_REASONS)) if link else []
            return [at for (at,) in rows]

    def busiest_hosts(self, most: int) -> list[BusyHost]:
        """The hosts that we talk to now, then those with the most pages."""
        with self._looking() as link:
            if link is None:
                return []
            rows = link.rows(
                f"SELECT {BUSY_COLUMNS} ORDER BY worker IS NULL, known DESC, name LIMIT $1", most
            )
            hosts = [BusyHost(*row) for row in rows]
            starts = [f"{how}://{host.host}" for host in hosts for how in ("http", "https")]
            ports = ports_of_hosts(origin for (origin,) in link.rows(ORIGINS, starts))
            return [host._replace(ports=ports.get(host.host, ())) for host in hosts]


def _sums(link: DatabaseLink) -> tuple[int, int]:
    """How many URLs were ever taken in, and how many hosts were asked."""
    known, hosts = link.rows(
        "SELECT coalesce(sum(urls), 0)::bigint, coalesce(sum(hosts_asked), 0)::bigint FROM opener"
    )[0]
    return known, hosts


# -- coming back ----------------------------------------------------------------------------------


def _recrawl_status(link: DatabaseLink, now: float, rest: float) -> RecrawlStatus:
    """How much is due, without looking at every page: outcomes are in the order of their time."""
    last = link.value("SELECT coalesce(max(coalesce(ended, started)), 0) FROM run")
    ended = link.value("SELECT coalesce(sum(n), 0)::bigint FROM tally WHERE kind = 'fetched'")
    nowhere = link.value(
        "SELECT coalesce(sum(known), 0)::bigint FROM host WHERE name LIKE '%.invalid'"
    )
    somewhere = (
        " AND NOT EXISTS (SELECT 1 FROM host WHERE host.id = host_id AND name LIKE '%.invalid')"
    )
    resting = link.value(
        "SELECT count(*) FROM outcome WHERE seq >= $1 AND kind = 'fetched'"
        + (somewhere if nowhere else ""),
        _first_after(link, now - rest),
    )
    waiting = link.value("SELECT coalesce(sum(again), 0)::bigint FROM opener")
    gone = link.value("SELECT count(*) FROM page WHERE gone_at IS NOT NULL")
    return RecrawlStatus(last, max(0, ended - nowhere - resting), waiting, gone)


def _first_after(link: DatabaseLink, at: float) -> int:
    """The number from which on outcomes are later than this, by halving."""
    high = link.value("SELECT coalesce(max(seq), 0) + 1 FROM outcome")
    low = 0
    while low < high:
        middle = (low + high) // 2
        row = link.row("SELECT seq, at FROM outcome WHERE seq >= $1 ORDER BY seq LIMIT 1", middle)
        if row is None or row[1] > at:
            high = middle
        else:
            low = row[0] + 1
    return int(low)
