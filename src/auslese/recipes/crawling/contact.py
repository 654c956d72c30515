"""Who answers for this crawl? Nobody is asked for pages before that is known."""

import os
from ipaddress import ip_address
from pathlib import Path

from auslese.crawl.scope.rules import RuleKind, UrlRule, address_in, parse_rule
from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_settings import user_file
from auslese.records.errors import PolicyError
from auslese.records.url import host_of

NAMED_LOOKS = (RuleKind.HOST, RuleKind.DOMAIN, RuleKind.SUFFIX, RuleKind.PREFIX)
HOW_TO_TELL = """\
no contact is set, and no crawl of the public web begins without one: who runs a site must be able
to ask you about it. A mail address or a web page will do. Set it in one of these ways:
  --contact crawler@example.org                     for this call
  AUSLESE_CONTACT=crawler@example.org               in the environment
  [politeness]
  contact = "crawler@example.org"                   in {settings}
  the same two lines                                in {user}, for all collections
`auslese about` writes a page about your crawl that can be the contact."""


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


def lacks_contact(presence: Presence, contact: str) -> bool:
    """Whether a contact is needed and missing."""
    return not contact and needs_contact(presence)


def require_contact(settings: Settings, file: Path) -> None:
    """Refuse to crawl for nobody; `file` is where the settings come from."""
    if lacks_contact(settings.presence, settings.politeness.contact):
        raise no_contact(file)


def no_contact(file: Path) -> PolicyError:
    """The refusal, with all ways to mend it."""
    user = user_file(os.environ) or "~/.config/auslese/config.toml"
    return PolicyError(HOW_TO_TELL.format(settings=file, user=user))
