"""The settings of a crawl: which part of the web, how far, how politely, and what is kept."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from auslese.crawl.scope.scope import ScopeName
from auslese.crawl.traps.url_traps import TrapMode
from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning
from auslese.records.media_names import OFFICE_TYPES
from auslese.records.url import Url


@dataclass(frozen=True, slots=True)
class PresenceSection:
    """Which part of the web is meant."""

    name: Annotated[str, SettingMeaning(kinds.NAME, "What people call this part of the web.")] = ""
    start: Annotated[tuple[Url, ...], SettingMeaning(kinds.STARTS, "Where the crawl begins.")] = ()
    scope: Annotated[
        ScopeName,
        SettingMeaning(
            kinds.SCOPE,
            "What the start pages take in: all hosts of their domains, their hosts, their "
            "folders, or nothing beyond what `allow` names.",
        ),
    ] = "domain"
    allow: Annotated[tuple[str, ...], SettingMeaning(kinds.RULES, "Rules that take in more.")] = ()
    deny: Annotated[
        tuple[str, ...], SettingMeaning(kinds.RULES, "Rules that keep out; they beat all others.")
    ] = ()
    countries: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.COUNTRIES,
            'Countries to take in; `["de"]` is short for `country:de`, `["german"]` and '
            '`["american"]` for some endings.',
        ),
    ] = ()
    unverified_tls: Annotated[
        bool,
        SettingMeaning(kinds.YES_NO, "Take pages of hosts whose certificate cannot be verified."),
    ] = False


@dataclass(frozen=True, slots=True)
class LimitsSection:
    """Where a crawl ends; "none" stands for no limit."""

    depth: Annotated[
        int | None,
        SettingMeaning(
            kinds.or_none(kinds.number(0)),
            "Links away from the start pages; 0 means the start pages alone.",
        ),
    ] = None
    pages: Annotated[
        int | None, SettingMeaning(kinds.or_none(kinds.number(1)), "Pages that one crawl fetches.")
    ] = None
    time: Annotated[
        timedelta | None,
        SettingMeaning(kinds.or_none(kinds.DURATION), "How long one crawl may run."),
    ] = None
    body_bytes: Annotated[int, SettingMeaning(kinds.SIZE, "Longest page, after decoding.")] = (
        10_000_000
    )
    free_disk: Annotated[
        int | None,
        SettingMeaning(
            kinds.or_none(kinds.SIZE),
            "A crawl stops when less than this is free on the disk of the collection.",
        ),
    ] = 1_000_000_000
    url_length: Annotated[
        int, SettingMeaning(kinds.number(16, 65536), "Longest URL, in letters.")
    ] = 2048
    redirects: Annotated[
        int, SettingMeaning(kinds.number(0, 100), "Redirects to follow one after the other.")
    ] = 10
    urls: Annotated[
        int, SettingMeaning(kinds.number(1), "URLs to remember; a guard against traps.")
    ] = 50_000_000


@dataclass(frozen=True, slots=True)
class PolitenessSection:
    """How we behave towards hosts."""

    agent: Annotated[str, SettingMeaning(kinds.AGENT, "Name by which robots.txt knows us.")] = (
        "Auslese"
    )
    contact: Annotated[
        str, SettingMeaning(kinds.CONTACT, "Whom to ask about the crawl; sent with every request.")
    ] = ""
    delay: Annotated[
        timedelta,
        SettingMeaning(
            kinds.DURATION, "Pause between two requests to one host, unless it asks for more."
        ),
    ] = timedelta(seconds=1)
    address_delay: Annotated[
        timedelta | None,
        SettingMeaning(
            kinds.or_none(kinds.DURATION),
            "Pause between two requests to one address, which hosts may share; "
            '"none" for the same as `delay`, 0 for hosts that do not mind each other.',
        ),
    ] = None
    response_factor: Annotated[
        int,
        SettingMeaning(
            kinds.number(0, 100),
            "A host that took s seconds to answer rests for this times s, if that is longer.",
        ),
    ] = 2
    error_budget: Annotated[
        int,
        SettingMeaning(kinds.number(1), "Errors in a row after which a host is left alone."),
    ] = 50
    strict_robots: Annotated[
        bool,
        SettingMeaning(kinds.YES_NO, "Fetch nothing where robots.txt itself is locked (401, 403)."),
    ] = False
    own_sites: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.HOSTS,
            "Hosts that are yours: robots.txt is not asked there. The delay is kept all the same.",
        ),
    ] = ()
    hours: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.HOURS, "When hosts may be asked, by the clock where they stand; empty for always."
        ),
    ] = ()
    time_zone: Annotated[
        str,
        SettingMeaning(
            kinds.TIME_ZONE, "The clock of hosts whose name does not tell their country."
        ),
    ] = "UTC"
    time_zones: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.TIME_ZONES, "The clocks of hosts, and all below them, that you know better."
        ),
    ] = ()


PAGE_TYPES = (
    "text/html",
    "application/xhtml+xml",
    "application/pdf",
    "text/plain",
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/xml",
    "text/xml",
    *OFFICE_TYPES,
    "text/rtf",
)


@dataclass(frozen=True, slots=True)
class CrawlSection:
    """How the work is done."""

    workers: Annotated[
        int,
        SettingMeaning(
            kinds.number(0, 1024), "Processes that fetch; 0 for one per processor core."
        ),
    ] = 0
    hosts_at_once: Annotated[
        int,
        SettingMeaning(kinds.number(1, 900), "Hosts that one worker talks to at the same time."),
    ] = 100
    bytes_under_way: Annotated[
        int,
        SettingMeaning(
            kinds.SIZE,
            "Bytes of answers that one worker holds at the same time, coming in or waiting to be "
            "read; what is beyond waits at its server.",
        ),
    ] = 128_000_000
    connect_timeout: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "Patience for a connection.")
    ] = timedelta(seconds=10)
    request_timeout: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "Patience for a whole answer.")
    ] = timedelta(seconds=30)
    retries: Annotated[
        int, SettingMeaning(kinds.number(0, 100), "Further tries after a failure that may pass.")
    ] = 5
    patience: Annotated[
        timedelta,
        SettingMeaning(
            kinds.DURATION,
            "How long a host that has answered before may be out of reach until what waits there "
            "is given up.",
        ),
    ] = timedelta(hours=6)
    longest_pause: Annotated[
        timedelta,
        SettingMeaning(
            kinds.DURATION,
            "Longest pause between two tries of a host that cannot be reached; the pauses double.",
        ),
    ] = timedelta(minutes=30)
    types: Annotated[tuple[str, ...], SettingMeaning(kinds.MEDIA_TYPES, "Media types to keep.")] = (
        PAGE_TYPES
    )
    cookies: Annotated[
        tuple[str, ...],
        SettingMeaning(kinds.HOSTS, "Hosts that get their cookies back, for the time of a crawl."),
    ] = ()
    credentials: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.CREDENTIALS,
            "User names for origins, each with the environment variable that holds the password.",
        ),
    ] = ()
    script_links: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO, "Follow addresses that are written out in scripts and JSON as well."
        ),
    ] = False
    sitemaps: Annotated[
        Literal["listed", "probe", "off"],
        SettingMeaning(
            kinds.SITEMAPS,
            "Sitemaps to ask for: those that robots.txt lists, or, if it lists none, also those "
            "under the usual names (`probe`), or none (`off`).",
        ),
    ] = "listed"
    rights_files: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Ask each host for `/.well-known/tdmrep.json` and for the RSL licences it names: what "
            "pages may be used for. One more request for most hosts.",
        ),
    ] = True
    remember_types: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Learn from the answers which URLs are of types not to be kept, and ask for the "
            "header first, or not at all, where that is likely.",
        ),
    ] = True
    proxy: Annotated[
        str, SettingMeaning(kinds.PROXY, "Proxy for all requests; empty for none.")
    ] = ""
    render: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.RULES, "Rules that tell which pages a browser renders before they are read."
        ),
    ] = ()
    render_timeout: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "Patience for the scripts of one page.")
    ] = timedelta(seconds=60)
    browser: Annotated[
        str,
        SettingMeaning(
            kinds.PATH, "Program that renders; empty for a Chromium in the search path."
        ),
    ] = ""
    log: Annotated[
        str,
        SettingMeaning(
            kinds.PATH,
            "File for one JSON line per event, seen from the collection; empty for none.",
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class RecrawlSection:
    """How `crawl --again` comes back to pages that are known."""

    budget: Annotated[
        int | None,
        SettingMeaning(
            kinds.or_none(kinds.number(1)),
            "URLs to ask for again in one round, the most likely changed first.",
        ),
    ] = None
    rest: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "How long a page is left alone after a visit.")
    ] = timedelta(hours=1)


READERS_MODES = {"owner": 0o600, "group": 0o640, "everyone": 0o644}


@dataclass(frozen=True, slots=True)
class ArchiveSection:
    """How pages are kept."""

    segment_bytes: Annotated[
        int,
        SettingMeaning(
            kinds.SIZE, "Size at which a new WARC file begins; about 1 GB is customary."
        ),
    ] = 1_000_000_000
    readers: Annotated[
        Literal["owner", "group", "everyone"],
        SettingMeaning(
            kinds.READERS,
            "Who may read the files of the archive: rights 0600, 0640 or 0644, less the umask.",
        ),
    ] = "group"

    @property
    def mode(self) -> int:
        """The rights of new files."""
        return READERS_MODES[self.readers]


@dataclass(frozen=True, slots=True)
class TrapsSection:
    """Endless pages: what is taken for them, and what is done about it."""

    mode: Annotated[
        TrapMode,
        SettingMeaning(
            kinds.TRAP_MODE,
            "Fetch no more of a trap, fetch it after everything else, or do not look for traps.",
        ),
    ] = "stop"
    allow: Annotated[
        tuple[str, ...], SettingMeaning(kinds.RULES, "Rules that name what is no trap.")
    ] = ()
    path_segments: Annotated[
        int, SettingMeaning(kinds.number(1, 1000), "Segments of a path beyond which it is a trap.")
    ] = 20
    years_ahead: Annotated[
        int,
        SettingMeaning(kinds.number(0, 10_000), "Years from now to which calendars are followed."),
    ] = 5


@dataclass(frozen=True, slots=True)
class FrontierSection:
    """Where the frontier is; `auslese frontier move` brings it from one place to the other."""

    store: Annotated[
        str,
        SettingMeaning(
            kinds.FRONTIER_STORE,
            "In what the frontier is kept: embedded, a file in the collection for one machine; "
            "postgresql, a database that machines share.",
        ),
    ] = "embedded"
    url: Annotated[
        str,
        SettingMeaning(
            kinds.DATABASE,
            "Where that database is, with a schema for each collection. The password comes from "
            "PGPASSWORD or ~/.pgpass.",
        ),
    ] = ""
    lease: Annotated[
        timedelta,
        SettingMeaning(
            kinds.DURATION,
            "How long a host stays with a machine that says nothing any more, before another one "
            "may ask it; never less than four times the longest request.",
        ),
    ] = timedelta(seconds=120)
