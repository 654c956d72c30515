"""Could a crawl ask any other machine than this one?"""

from ipaddress import ip_address

from auslese.crawl.scope.rules import RuleKind, UrlRule, address_in, parse_rule
from auslese.crawl.scope.scope import Presence
from auslese.records.url import host_of

NAMED_LOOKS = (RuleKind.HOST, RuleKind.DOMAIN, RuleKind.SUFFIX, RuleKind.PREFIX)


def needs_contact(presence: Presence) -> bool:
    """Whether a crawl could ask any other machine than this one.

    It could not if all start pages and all allow rules name loopback addresses, `localhost` or
    names below it (RFC 6761, 6.3). Of a pattern or an expression nobody can tell.
    """
    if presence.countries:
        return True
    hosts = map(host_of, presence.start)
    rules = map(parse_rule, presence.allow)
    return not (all(map(is_this_machine, hosts)) and all(map(_stays_here, rules)))


def is_this_machine(host: str) -> bool:
    """Whether the host is this machine by its name or number."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = address_in(host)
    return bool(address) and ip_address(address).is_loopback


def _stays_here(rule: UrlRule) -> bool:
    if rule.network is not None:
        return rule.network.is_loopback
    return rule.look in NAMED_LOOKS and is_this_machine(rule.host)
