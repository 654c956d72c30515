"""Every setting there is: key, kind, default and what it is for, in one place.

The JSON schema, the reference page, `auslese config show` and all checks are made from these
classes; a new setting is one more field.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from auslese.crawl.scope.scope import Presence, ScopeName
from auslese.crawl.traps.url_traps import TrapMode
from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.search_settings import SearchSection
from auslese.recipes.settings.serve_settings import ServeSection as ServeSection
from auslese.recipes.settings.setting_meaning import SettingMeaning as SettingMeaning
from auslese.recipes.settings.value_kinds import SettingKind, UnfitError, near_miss
from auslese.records.errors import SettingsError
from auslese.records.url import Url

OriginName = Literal["flag", "env", "file", "user", "default"]
VARIABLE_PREFIX = "AUSLESE_"


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
            kinds.COUNTRIES, 'Countries to take in; `["de"]` is short for `country:de`.'
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
    connect_timeout: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "Patience for a connection.")
    ] = timedelta(seconds=10)
    request_timeout: Annotated[
        timedelta, SettingMeaning(kinds.DURATION, "Patience for a whole answer.")
    ] = timedelta(seconds=30)
    retries: Annotated[
        int, SettingMeaning(kinds.number(0, 100), "Further tries after a failure that may pass.")
    ] = 5
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


@dataclass(frozen=True, slots=True)
class ArchiveSection:
    """How pages are kept."""

    segment_bytes: Annotated[
        int,
        SettingMeaning(
            kinds.SIZE, "Size at which a new WARC file begins; about 1 GB is customary."
        ),
    ] = 1_000_000_000


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
class ReadingSection:
    """How pages are read."""

    while_crawling: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Read pages beside the crawl, whenever the tables have grown, and the rest at its end.",
        ),
    ] = False
    min_words: Annotated[
        int, SettingMeaning(kinds.number(1, 1000), "Words of a sentence, at the least.")
    ] = 5
    max_words: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Words of a sentence, at the most.")
    ] = 100
    shortest_word: Annotated[
        int, SettingMeaning(kinds.number(1, 100), "Letters of what counts as a word of a sentence.")
    ] = 1
    longest_word: Annotated[
        int,
        SettingMeaning(
            kinds.number(1, 100_000), "Letters of a word; what has a longer one is no sentence."
        ),
    ] = 50
    leave_out_manuals: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.MANUALS,
            "Programs from whose manuals no sentences and pictures are taken: javadoc, doxygen and "
            "others, or `all` of them.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class LanguageSection:
    """Which languages `auslese analyse` tells."""

    model: Annotated[
        str,
        SettingMeaning(
            kinds.LANGUAGE_MODEL,
            "What languages are known by: the model that comes with Auslese, or the one in "
            "`models/language/` that was trained on this collection.",
        ),
    ] = "shipped"
    candidates: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.LANGUAGES, "The only languages that can be meant; all of the model if empty."
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class DuplicatesSection:
    """Which pages are taken for copies of each other."""

    threshold: Annotated[
        float,
        SettingMeaning(
            kinds.share(0.05),
            "How alike the texts of two near copies are at the least: runs of words that both "
            "have, as a share of all they have.",
        ),
    ] = 0.8
    words: Annotated[int, SettingMeaning(kinds.number(1, 20), "Words of such a run.")] = 5
    recall: Annotated[
        float,
        SettingMeaning(
            kinds.share(0.5, 0.9999),
            "Share of the pairs just as alike as the threshold that must be found; more of those "
            "above it are.",
        ),
    ] = 0.99
    near_while_crawling: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Sketch every page as it comes and say which ones are nearly copies of another.",
        ),
    ] = False
    fold_mirrors: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Let the pages of an original stand for those of its mirrors, short ones too.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class TopicsSection:
    """How pages are put into clusters of alike ones."""

    clusters: Annotated[
        int,
        SettingMeaning(
            kinds.number(0, 10_000),
            "How many clusters; 0 for the root of half the number of pages, 250 at the most.",
        ),
    ] = 0
    method: Annotated[str, SettingMeaning(kinds.CLUSTERING, "How clusters are found.")] = (
        "communities"
    )
    similarity: Annotated[
        str,
        SettingMeaning(
            kinds.SIMILARITY, "How texts are compared; `communities` compares by cosine only."
        ),
    ] = "cosine"
    seed: Annotated[int, SettingMeaning(kinds.number(0), "The same gives the same clusters.")] = 0


class SettingOrigin(NamedTuple):
    """Where a value came from."""

    name: OriginName
    place: str = ""
    """File and line, or the name of the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a collection can be told."""

    presence: Presence = field(default_factory=Presence)
    limits: LimitsSection = field(default_factory=LimitsSection)
    politeness: PolitenessSection = field(default_factory=PolitenessSection)
    crawl: CrawlSection = field(default_factory=CrawlSection)
    again: RecrawlSection = field(default_factory=RecrawlSection)
    archive: ArchiveSection = field(default_factory=ArchiveSection)
    traps: TrapsSection = field(default_factory=TrapsSection)
    reading: ReadingSection = field(default_factory=ReadingSection)
    language: LanguageSection = field(default_factory=LanguageSection)
    duplicates: DuplicatesSection = field(default_factory=DuplicatesSection)
    topics: TopicsSection = field(default_factory=TopicsSection)
    serve: ServeSection = field(default_factory=ServeSection)
    search: SearchSection = field(default_factory=SearchSection)
    origins: Mapping[str, SettingOrigin] = field(default_factory=dict, compare=False)
    """Where each value came from, by its key (`politeness.delay`)."""


TABLES: Mapping[str, type[Any]] = MappingProxyType(
    {
        "presence": PresenceSection,
        "limits": LimitsSection,
        "politeness": PolitenessSection,
        "crawl": CrawlSection,
        "again": RecrawlSection,
        "archive": ArchiveSection,
        "traps": TrapsSection,
        "reading": ReadingSection,
        "language": LanguageSection,
        "duplicates": DuplicatesSection,
        "topics": TopicsSection,
        "serve": ServeSection,
        "search": SearchSection,
    }
)


class Setting(NamedTuple):
    """The definition of one setting."""

    table: str
    name: str
    kind: SettingKind
    default: Any
    help: str

    @property
    def key(self) -> str:
        """Its name in messages and flags, as `politeness.delay`."""
        return f"{self.table}.{self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"{VARIABLE_PREFIX}{self.table}_{self.name}".upper()


def _settings_of(table: str, parts: type[Any]) -> list[Setting]:
    meanings = get_type_hints(parts, include_extras=True)
    return [
        Setting(table, part.name, *_kind_default_help(meanings[part.name], part.default))
        for part in fields(parts)
    ]


def _kind_default_help(meaning: Any, default: object) -> tuple[SettingKind, object, str]:
    (means,) = meaning.__metadata__
    return means.kind, default, means.help


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.key: setting
        for table, parts in TABLES.items()
        for setting in _settings_of(table, parts)
    }
)


def setting_of(key: str) -> Setting:
    """Return the definition of a setting."""
    if key not in SETTINGS:
        raise SettingsError(f"there is no setting {key}{near_miss(key, SETTINGS)}")
    return SETTINGS[key]


def read_values(where: str, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the values by their keys as the house works with them, or complain about all."""
    read: dict[str, Any] = {}
    complaints: list[str] = []
    for key, value in values.items():
        try:
            read[key] = setting_of(key).kind.read(value)
        except UnfitError as problem:
            complaints += [f"{where}, {key}: {complaint}" for complaint in problem.args]
    if complaints:
        raise SettingsError("\n".join(complaints))
    return read
