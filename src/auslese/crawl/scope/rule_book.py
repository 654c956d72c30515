"""Many rules, sorted so that one look at the host answers most of them."""

import re
from collections.abc import Callable, Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

from auslese.crawl.scope.rules import Network, RuleKind, UrlRule, address_in
from auslese.records.suffixes import registrable_domain

EXPRESSION_REACH = 2048  # letters of a URL shown to expressions: the default of limits.url_length


class Verdict(NamedTuple):
    """Inside or outside, and the rule that decided."""

    allowed: bool
    rule: str


UrlTest = Callable[[str], Verdict | None]


class UrlRuleBook:
    """The rules of one list, each with the verdict it leads to; the first that fits is given."""

    def __init__(self, rules: Iterable[tuple[UrlRule, Verdict]]) -> None:
        self._hosts: dict[str, Verdict] = {}
        self._domains: dict[str, Verdict] = {}
        self._suffixes: dict[str, Verdict] = {}
        self._turned: list[tuple[str, Verdict]] = []
        self._networks: list[tuple[Network, Verdict]] = []
        self._prefixes: dict[str, list[tuple[UrlRule, Verdict]]] = {}
        self._expressions: list[UrlTest] = []
        for rule, verdict in rules:
            self._add(rule, verdict)

    def _add(self, rule: UrlRule, verdict: Verdict) -> None:
        if rule.starts:
            self._prefixes.setdefault(rule.host, []).append((rule, verdict))
        elif rule.network is not None:
            self._networks.append((rule.network, verdict))
        elif rule.expression is not None:
            self._expressions.append(_expression_test(rule.look, rule.expression, verdict))
        elif rule.look is RuleKind.SURT:
            self._turned.append((rule.host, verdict))
        else:
            self._names(rule.look).setdefault(rule.host, verdict)

    def _names(self, look: RuleKind) -> dict[str, Verdict]:
        return {RuleKind.HOST: self._hosts, RuleKind.DOMAIN: self._domains}.get(
            look, self._suffixes
        )

    @property
    def needs_address(self) -> bool:
        """Could the address of a host that has a name change a verdict?"""
        return bool(self._networks) or any(map(address_in, self._prefixes))

    def for_host(self, host: str, address: str) -> Verdict | None:
        """Return the verdict on all URLs of this host, if there is one."""
        return (
            self._hosts.get(host)
            or self._by_domain(host)
            or self._by_suffix(host)
            or self._by_turned(host)
            or self._by_network(address)
        )

    def _by_domain(self, host: str) -> Verdict | None:
        return self._domains.get(registrable_domain(host)) if self._domains else None

    def _by_suffix(self, host: str) -> Verdict | None:
        while host and self._suffixes:
            if verdict := self._suffixes.get(host):
                return verdict
            host = host.partition(".")[2]
        return None

    def _by_turned(self, host: str) -> Verdict | None:
        turned = _turned_round(host) if self._turned else ""
        return next((verdict for start, verdict in self._turned if turned.startswith(start)), None)

    def _by_network(self, address: str) -> Verdict | None:
        number = _number_of(address) if self._networks else None
        if number is None:
            return None
        return next((verdict for network, verdict in self._networks if number in network), None)

    def for_urls(self, host: str, address: str) -> tuple[UrlTest, ...]:
        """Return the tests that every URL of this host has to be put to."""
        rules = self._prefixes.get(host, [])
        spelled = f"[{address}]" if ":" in address else address
        if spelled != host:
            rules = rules + self._prefixes.get(spelled, [])
        starts = tuple(_starts_at(host, rules))
        return (*((_prefix_test(starts),) if starts else ()), *self._expressions)


def _turned_round(host: str) -> str:
    """Return the host as a SURT begins: `de,tum,www,`; addresses are not turned."""
    return host if address_in(host) else ",".join(reversed(host.split("."))) + ","


def _number_of(address: str) -> IPv4Address | IPv6Address | None:
    try:
        number = ip_address(address)
    except ValueError:
        return None
    return getattr(number, "ipv4_mapped", None) or number


def _starts_at(
    host: str, rules: Iterable[tuple[UrlRule, Verdict]]
) -> Iterator[tuple[str, Verdict]]:
    """Give how URLs of this host begin under rules that may name it by its address."""
    for rule, verdict in rules:
        for start in rule.starts:
            yield start.replace(f"://{rule.host}", f"://{host}", 1), verdict


def _prefix_test(starts: tuple[tuple[str, Verdict], ...]) -> UrlTest:
    texts = tuple(start for start, _ in starts)

    def test(url: str) -> Verdict | None:
        if not url.startswith(texts):  # one call for all of them; hardly ever true
            return None
        return next(verdict for start, verdict in starts if url.startswith(start))

    return test


def _expression_test(look: RuleKind, expression: re.Pattern[str], verdict: Verdict) -> UrlTest:
    if look is RuleKind.PATTERN:
        match = expression.match
        return lambda url: verdict if match(url) else None
    search = expression.search
    return lambda url: verdict if search(url, 0, EXPRESSION_REACH) else None
