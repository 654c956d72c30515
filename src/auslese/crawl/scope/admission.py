"""Is this URL to be fetched? Every reason not to, in one place, before and at the connection."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from auslese.crawl.fetch.public_addresses import is_public
from auslese.crawl.scope.scope import NOTHING, Presence, compile_scope, suffix_refused
from auslese.crawl.scope.this_machine import needs_contact
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of
from auslese.wording.outcome_sentences import OutcomeDetail
from auslese.wording.rule_sentences import RuleDescription

# Where the ending is not the name of the media type itself, as it is for png, gif, webp and avif.
PICTURE_SUFFIXES = {"jpeg": ("jpg", "jpeg"), "svg+xml": ("svg",), "tiff": ("tif", "tiff")}
Network = IPv4Network | IPv6Network
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@dataclass(frozen=True, slots=True)
class AdmissionOptions:
    """The rules of one collection."""

    presence: Presence
    traps: TrapSettings = field(default_factory=TrapSettings)
    fingerprint: str = ""
    """A name for all of the rules; other rules have another."""
    url_length: int = 2048
    """Letters of a URL at most."""
    media_types: tuple[str, ...] = ()
    """That are kept; pictures are fetched only if theirs is among them."""
    has_contact: bool = False
    """Whether somebody answers for the crawl."""


class Admission:
    """The rules of one collection, made ready."""

    def __init__(self, options: AdmissionOptions) -> None:
        """Compile the presence and its limits."""
        presence = options.presence
        self._scope = compile_scope(presence)
        self._longest = options.url_length
        self._deepest = presence.max_depth
        self._named = tuple(_named_networks(presence))
        self._stays_here = not options.has_contact and not needs_contact(presence)
        self._pictures = frozenset(picture_suffixes(options.media_types))
        self._traps = TrapDetector(options.traps, datetime.now(UTC).year)
        self.fingerprint = options.fingerprint
        """Changes when the rules change."""

    def refusal(self, url: Url, depth: int) -> Refused | None:
        """Why the URL is not to be fetched; None if it is."""
        if len(url) > self._longest:
            detail = OutcomeDetail.TOO_LONG.text(letters=len(url), most=self._longest)
            return Refused(Refusal.LENGTH, detail)
        verdict = self._scope.verdict(url)
        undecided = verdict == NOTHING and self._scope.needs_address  # its address may take it in
        if not verdict.allowed and not undecided:
            return Refused(Refusal.SCOPE, str(verdict.rule))  # the bare text: it goes to disk
        if (suffix := suffix_refused(url)) and suffix not in self._pictures:
            return Refused(Refusal.SUFFIX, f".{suffix}")
        if self._deepest is not None and depth > self._deepest:
            detail = OutcomeDetail.TOO_DEEP.text(depth=depth, most=self._deepest)
            return Refused(Refusal.DEPTH, detail)
        return self._traps.refusal(url) if depth else None  # a start page is meant as it is

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


def picture_suffixes(media_types: Iterable[str]) -> Iterator[str]:
    """The endings of the pictures that are wanted; by default none are."""
    for media_type in media_types:
        kind, _, name = media_type.partition("/")
        if kind == "image":
            yield from PICTURE_SUFFIXES.get(name, (name,))


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
