"""What a worker is made of, and how it runs its errands."""

from collections.abc import Callable
from dataclasses import dataclass, field

from auslese.crawl.fetch.fetcher import Fetcher
from auslese.crawl.fetch.name_resolver import NameResolver
from auslese.crawl.frontier.seen_content import SeenContent
from auslese.crawl.politeness.pace import Pace, Patience
from auslese.crawl.worker.exchange_keeper import Keeper
from auslese.crawl.worker.link_focus import LinkFocus
from auslese.records.fetch import Fetched, Refused
from auslese.records.reading import Link, Reading
from auslese.records.url import Url


@dataclass(frozen=True, slots=True)
class WorkerParts:
    """What a worker is made of; the recipe puts it together."""

    fetcher: Fetcher
    keeper: Keeper
    read: Callable[[Url, Fetched], Reading]
    refuse: Callable[[Url, int], Refused | None]
    """Why a URL at a depth is not to be fetched; None if it is."""
    bucket: Callable[[Link], int]
    seen: Callable[[bytes, bytes, bytes], SeenContent]
    """What is known of a content, its SHA-1 and that of its body as it came."""
    pack_links: Callable[[dict[str, list[int] | list[str]]], bytes]
    mark_reading: Callable[[int], None]
    """Tells the coordinator's shared memory which URL is being read, in case we die of it."""
    focus: LinkFocus | None = None
    """Says how much links promise, in place of `bucket`; None: the crawl has no topic."""
    refuse_at: Callable[[Url, str], Refused | None] = lambda url, address: None
    """Why a URL is not to be fetched from the address that its host is known to have."""
    resolver: NameResolver | None = None
    """None: whoever fetches finds the addresses, as a proxy does."""
    refuse_address: Callable[[Url, str], Refused | None] = lambda url, address: None
    """Why nothing may be asked at an address for this URL's sake."""
    read_sitemap: Callable[[Url, Fetched], Reading] = lambda url, got: Reading(got.media_type)
    """Reads what the site itself calls a sitemap."""
    sketch: Callable[[Url, bytes], int] = lambda url, body: 0
    """64 bits that are alike for texts that are alike."""
    has_room_for: Callable[[Url], bool] = lambda url: True
    """Whether this URL can be worked on now; if not, the host waits a little."""
    rest: Callable[[], None] = lambda: None
    """Lets go of what `seen` reads; called with every report, as a worker may then be idle."""


@dataclass(frozen=True, slots=True)
class ErrandSettings:
    """How errands are run."""

    agent: str
    """The name by which robots.txt knows us."""
    body_bytes: int = 10_000_000
    redirects: int = 10
    media_types: frozenset[str] = frozenset()
    patience: Patience = field(default_factory=Patience)
    pace: Pace = field(default_factory=Pace)
    unverified_tls: bool = False
    """Whether a host whose certificate does not verify may be asked nevertheless."""
    share_addresses: bool = True
    """Whether hosts may be asked beside others at their address."""
    strict_robots: bool = False
    """Stay away from where we may not even see robots.txt."""
    own_sites: frozenset[str] = frozenset()
    """Hosts at which robots.txt is not asked, because they are the user's own."""
    sketch_all: bool = False
    """Whether every page is sketched, and not suspects alone."""
    stream: bool = False
    log: bool = False
    sitemaps: str = "listed"
    """Which to ask for: listed (by robots.txt), probe (also under the usual names), off."""
    rights_files: bool = False
    """Whether to ask for files that say what pages may be used for."""
