"""Is this URL to be fetched? Every reason not to, in one place, before and at the connection."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from auslese.crawl.fetch.public_addresses import is_public
from auslese.crawl.scope.scope import NOTHING, Presence, compile_scope, suffix_refused
from auslese.crawl.traps.shape_book import ShapeBookSettings
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.recipes.crawling.contact import needs_contact
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of
from auslese.wording.outcome_sentences import OutcomeDetail
from auslese.wording.rule_sentences import RuleDescription

# Where the ending is not the name of the media type itself, as it is for png, gif, webp and avif.
PICTURE_SUFFIXES = {"jpeg": ("jpg", "jpeg"), "svg+xml": ("svg",), "tiff": ("tif", "tiff")}
Network = IPv4Network | IPv6Network
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


class Admission:
    """The rules of one collection, made ready."""

    def __init__(self, settings: Settings) -> None:
        """Compile the presence and its limits."""
        self._scope = compile_scope(settings.presence)
        self._longest = settings.limits.url_length
        self._deepest = settings.presence.max_depth
        self._named = tuple(_named_networks(settings.presence))
        self._stays_here = not settings.politeness.contact and not needs_contact(settings.presence)
        self._pictures = frozenset(_picture_suffixes(settings.crawl.types))
        self._traps = TrapDetector(trap_settings(settings), datetime.now(UTC).year)
        rules = repr((settings.presence, self._longest, settings.traps, *sorted(self._pictures)))
        self.fingerprint = sha256(rules.encode()).hexdigest()
        """Changes when the rules change."""

    def refusal(self, url: Url, depth: int) -> str:
        """Why the URL is not to be fetched, as `reason: detail`; empty if it is."""
        if len(url) > self._longest:
            why = OutcomeDetail.TOO_LONG.text(letters=len(url), most=self._longest)
            return f"{Refusal.LENGTH}: {why}"
        verdict = self._scope.verdict(url)
        undecided = verdict == NOTHING and self._scope.needs_address  # its address may take it in
        if not verdict.allowed and not undecided:
            return f"{Refusal.SCOPE}: {verdict.rule}"
        if (suffix := suffix_refused(url)) and suffix not in self._pictures:
            return f"{Refusal.SUFFIX}: .{suffix}"
        if self._deepest is not None and depth > self._deepest:
            why = OutcomeDetail.TOO_DEEP.text(depth=depth, most=self._deepest)
            return f"{Refusal.DEPTH}: {why}"
        return self._traps.refusal(url) if depth else ""  # a start page is meant as it is

    def denies(self, url: Url) -> bool:
        """Whether a deny rule names the URL; what pages load beside themselves is asked this."""
        return self._scope.verdict(url).rule.startswith("deny:")

    def refuse_at(self, url: Url, address: str) -> Refused | None:
        """Why the rules about addresses keep the URL out, its host being there; None if not."""
        if not self._scope.needs_address:
            return None
        verdict = self._scope.verdict(url, address)
        if verdict.allowed:
            return None
        why = RuleDescription.AT_ADDRESS.text(rule=verdict.rule, address=address)
        return Refused(Refusal.SCOPE, why)

    def refuse_address(self, url: Url, address: str) -> Refused | None:
        """Why nothing may be asked at this address for the URL's sake; None if it may."""
        if refused := self.refuse_at(url, address):
            return refused
        number = ip_address(address)
        if self._stays_here and not number.is_loopback:  # a robots.txt may be redirected anywhere
            return Refused(Refusal.ADDRESS, OutcomeDetail.OTHER_MACHINE.text(address=address))
        if is_public(address) or any(number in network for network in self._named):
            return None
        return Refused(Refusal.ADDRESS, OutcomeDetail.NOT_PUBLIC.text(address=address))


def _picture_suffixes(media_types: Iterable[str]) -> Iterator[str]:
    """The endings of the pictures that are wanted; by default none are."""
    for media_type in media_types:
        kind, _, name = media_type.partition("/")
        if kind == "image":
            yield from PICTURE_SUFFIXES.get(name, (name,))


def trap_settings(settings: Settings) -> TrapSettings:
    """Return what is taken for a trap."""
    traps = settings.traps
    return TrapSettings(traps.mode, traps.allow, traps.path_segments, traps.years_ahead)


def book_settings(settings: Settings) -> ShapeBookSettings:
    """Return what the frontier is to learn from the shapes of URLs."""
    remember = settings.crawl.remember_types
    fingerprint = repr((settings.traps, remember, settings.crawl.types))
    digest = sha256(fingerprint.encode()).hexdigest()
    return ShapeBookSettings(trap_settings(settings), remember, digest)


def _named_networks(presence: Presence) -> Iterator[Network]:
    """The private places that the presence itself names, by number or as localhost."""
    for host in map(host_of, presence.start):
        yield from _networks_of(host)
    for rule in presence.allow:
        yield from _networks_of(rule)


def _networks_of(text: str) -> Iterator[Network]:
    if text == "localhost" or text.endswith(".localhost"):  # RFC 6761: always this machine
        yield from LOOPBACK
        return
    try:
        yield ip_network(text.strip("[]"), strict=False)
    except ValueError:
        return
