"""Which URLs belong to the presence, and which rule says so?

Deny beats everything; then the allow rules take in; then the scope that follows from the start
pages; what nothing takes in stays outside.

Every new link is asked for, so most of the work is done once per host: its *plan* holds the few
tests that look at the path, and the verdict if none of them speaks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from auslese.crawl.scope.rule_book import UrlRuleBook, UrlTest
from auslese.crawl.scope.rule_book import Verdict as Verdict
from auslese.crawl.scope.rules import BOTH_SCHEMES, RuleKind, UrlRule, address_in, parse_rule
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of, origin_of
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.rule_sentences import RuleDescription

ScopeName = Literal["domain", "host", "prefix", "none"]

# 250 bytes and a key each, so some 60 MB at most; crawls of ten million URLs meet fewer hosts.
MAX_PLANS = 200_000

NOTHING = Verdict(False, RuleDescription.NOTHING.of())
START_PAGE = Verdict(True, RuleDescription.START_PAGE.of())


COUNTRY_GROUPS = {
    "german": (".de", ".at", ".ch", ".leo.org"),
    "american": (".edu", ".mil", ".com", ".net"),
}
"""Names for more than a country, as Hoover (1997) took them in by de and us."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A chosen part of the web."""

    name: str = ""
    start: tuple[Url, ...] = ()
    scope: ScopeName = "domain"
    """What the start pages take in around them."""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    """Short for allow rules: `de` for `country:de`, `german` for several."""
    max_depth: int | None = None
    """How many links away from the start pages; None for no limit."""
    unverified_tls: bool = False
    """Pages of hosts whose certificate cannot be verified are taken."""


class _HostPlan(NamedTuple):
    """What is left to ask about the URLs of one host."""

    tests: tuple[UrlTest, ...]
    otherwise: Verdict


class Scope:
    """The rules of a presence, made ready to be asked millions of times."""

    def __init__(self, presence: Presence) -> None:
        self._starts = frozenset(presence.start) if presence.scope == "none" else frozenset()
        self._start_hosts = frozenset(map(host_of, self._starts))
        self._deny = UrlRuleBook(_rules("deny", presence.deny))
        self._allow = UrlRuleBook(_rules("allow", [*presence.allow, *country_rules(presence)]))
        self._own = UrlRuleBook(_own_rules(presence))
        self._plans: dict[str, _HostPlan] = {}
        self.needs_address = self._deny.needs_address or self._allow.needs_address
        """Are there rules that only work when the address of a host is told?"""

    def verdict(self, url: Url, address: str | None = None) -> Verdict:
        """Is this URL inside, and which rule says so?

        `address` is the one the host resolved to, as far as it is known.
        """
        key = origin_of(url)
        if address and self.needs_address:
            key = f"{key} {address}"
        plan = self._plans.get(key) or self._new_plan(key, host_of(url), address or "")
        for test in plan.tests:
            if verdict := test(url):
                return verdict
        return plan.otherwise

    def _new_plan(self, key: str, host: str, address: str) -> _HostPlan:
        if len(self._plans) >= MAX_PLANS:
            self._plans.clear()
        plan = self._plans[key] = self._plan_for(host, address_in(host) or address)
        return plan

    def _plan_for(self, host: str, address: str) -> _HostPlan:
        if denied := self._deny.for_host(host, address):
            return _HostPlan((), denied)
        tests = self._deny.for_urls(host, address)
        if allowed := self._allow.for_host(host, address):
            return _HostPlan(tests, allowed)
        tests += self._start_test(host) + self._allow.for_urls(host, address)
        if inside := self._own.for_host(host, address):
            return _HostPlan(tests, inside)
        return _HostPlan(tests + self._own.for_urls(host, ""), NOTHING)

    def _start_test(self, host: str) -> tuple[UrlTest, ...]:
        """Return the test that lets start pages in where no scope surrounds them."""
        if host not in self._start_hosts:
            return ()
        return (lambda url: START_PAGE if url in self._starts else None,)


def compile_scope(presence: Presence) -> Scope:
    """Return what answers for the URLs of this presence; a bad rule is a SettingsError."""
    return Scope(presence)


def _rules(
    side: Literal["allow", "deny"], texts: Iterable[str]
) -> Iterator[tuple[UrlRule, Verdict]]:
    for text in texts:
        rule = parse_rule(text)
        yield rule, Verdict(side == "allow", rule_on_side(side, rule))


def rule_on_side(side: Literal["allow", "deny"], rule: UrlRule) -> CodedSentence:
    """A rule in words, with what it does."""
    form = RuleDescription.ALLOW if side == "allow" else RuleDescription.DENY
    return form.of(rule=rule.described())


def country_rules(presence: Presence) -> Iterator[str]:
    """The rules that the countries of a presence are short for."""
    for country in presence.countries:
        yield from COUNTRY_GROUPS.get(country, (f"country:{country}",))


def _own_rules(presence: Presence) -> Iterator[tuple[UrlRule, Verdict]]:
    for rule in scope_rules(presence):
        why = RuleDescription.SCOPE.of(scope=presence.scope, rule=rule.text)
        yield rule, Verdict(True, why)


def scope_rules(presence: Presence) -> Iterator[UrlRule]:
    """Give the rules that follow from the start pages, each once."""
    if presence.scope != "none":
        yield from dict.fromkeys(map(_OWN_RULE[presence.scope], presence.start))


def _domain_rule(url: Url) -> UrlRule:
    domain = registrable_domain(host_of(url))
    return UrlRule(domain, RuleKind.DOMAIN, host=domain)


def _host_rule(url: Url) -> UrlRule:
    return UrlRule(host_of(url), RuleKind.HOST, host=host_of(url))


def _folder_rule(url: Url) -> UrlRule:
    """Return the rule for everything beside and below a page, under http and https alike."""
    page = url.partition("?")[0].partition("://")[2]
    folder = page[: page.rindex("/") + 1]
    starts = tuple(f"{scheme}://{folder}" for scheme in BOTH_SCHEMES)
    return UrlRule(folder, RuleKind.PREFIX, host=host_of(url), starts=starts)


_OWN_RULE = {"domain": _domain_rule, "host": _host_rule, "prefix": _folder_rule}


def _read_unread_suffixes() -> frozenset[str]:
    lines = Path(__file__).with_name("unread_suffixes.txt").read_text("utf-8").splitlines()
    groups = (line.partition(":")[2] for line in lines if not line.startswith("#"))
    return frozenset(suffix for group in groups for suffix in group.split())


UNREAD_SUFFIXES = _read_unread_suffixes()


def suffix_refused(url: Url) -> str:
    """Return the ending of the path if it names a kind of file we do not read, else nothing."""
    path = url.partition("?")[0]
    suffix = path[path.rfind(".") + 1 :].lower()
    return suffix if suffix in UNREAD_SUFFIXES else ""
