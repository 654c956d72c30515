"""Configurations of Hoover, the crawler of 1997: property lists, read and written.

Hoover kept to hosts and paths that contain one of the given texts anywhere, and to none of the
excluded ones. Here each of these texts becomes a regular expression of a fixed shape, so that the
way back is certain.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from auslese.crawl.scope.rules import RuleKind, UrlRule, parse_rule
from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.presence_sheet import (
    PresenceExport,
    PresenceSheet,
    canonical_starts,
    including_rules,
    inexpressible_error,
    omission_notes,
)
from auslese.recipes.presences.property_list import (
    PropertyList,
    parse_property_list,
    property_list_text,
)
from auslese.records.errors import SettingsError

IN_HOST = "re:^https?://[^/:]*"
IN_PATH = "re:^https?://[^/]*(?=/).*"
FROM_HOST_TO_PATH = "[^/]*(?=/).*"
EVERYTHING = "re:^https?://"

DOCUMENT_KEYS = {"urls", "general"}
GENERAL_KEYS = {
    "useragentname", "useragentmail", "databasename", "httpproxy",
    "includehosts", "excludehosts", "includepaths", "excludepaths",
}  # fmt: skip
PRODUCT_NAME = re.compile(r"[A-Za-z0-9_-]*")  # of `Hoover/0.1` only the word is known to robots.txt

Dictionary = Mapping[str, PropertyList]
HostAndPath = tuple[str | None, str | None]
"""What a URL has to contain in its host and in its path; None for anything."""


def read_hoover(text: str) -> PresenceSheet:
    """Return the presence of a Hoover configuration; keys it does not know are told, not minded."""
    document = _dictionary(parse_property_list(text), "the configuration")
    general = _dictionary(document.get("general", {}), "general")
    hosts = [host.lower() for host in _texts(general, "includehosts")]
    return PresenceSheet(
        Presence(
            name=_text(general, "databasename"),
            start=canonical_starts(_texts(document, "urls")),
            scope="none",
            allow=tuple(_include_rules(hosts, _texts(general, "includepaths"))),
            deny=tuple(_exclude_rules(general)),
        ),
        agent=(PRODUCT_NAME.match(_text(general, "useragentname")) or [""])[0],
        contact=_text(general, "useragentmail"),
        proxy=_proxy(general.get("httpproxy")),
        ignored=(*_others(document, DOCUMENT_KEYS), *_others(general, GENERAL_KEYS)),
    )


def _dictionary(value: PropertyList, name: str) -> Dictionary:
    if not isinstance(value, dict):
        raise SettingsError(f"expected a dictionary in braces for {name}")
    return value


def _others(entries: Dictionary, known: set[str]) -> Iterator[str]:
    return (key for key in entries if key not in known)


def _text(entries: Dictionary, key: str) -> str:
    value = entries.get(key, "")
    if not isinstance(value, str):
        raise SettingsError(f"expected a text for {key}")
    return value.strip()


def _texts(entries: Dictionary, key: str) -> list[str]:
    value = entries.get(key, [])
    values = value if isinstance(value, list) else [value]
    texts = [one.strip() for one in values if isinstance(one, str)]
    if len(texts) != len(values):
        raise SettingsError(f"expected a list of texts for {key}")
    return list(dict.fromkeys(texts))


def _proxy(value: PropertyList | None) -> str:
    if value is None:
        return ""
    entries = _dictionary(value, "httpproxy")
    host, port = _text(entries, "host"), _text(entries, "port")
    return f"http://{host}:{port}" if port else f"http://{host}"


def _include_rules(hosts: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    """Give a rule for every pair of a host text and a path text: Hoover asked for both."""
    return map(_rule_for, product(hosts or (None,), paths or (None,)))


def _exclude_rules(general: Dictionary) -> Iterator[str]:
    for host in _texts(general, "excludehosts"):
        yield _rule_for((host.lower(), None))
    for path in _texts(general, "excludepaths"):
        yield _rule_for((None, path))


def _rule_for(contained: HostAndPath) -> str:
    host, path = contained
    if host is None:
        return EVERYTHING if path is None else IN_PATH + re.escape(path)
    return (
        IN_HOST
        + re.escape(host)
        + (FROM_HOST_TO_PATH + re.escape(path) if path is not None else "")
    )


def write_hoover(sheet: PresenceSheet) -> PresenceExport:
    """Return the presence as a Hoover configuration, with what Hoover understands differently."""
    includes = [_contained(rule) for rule in including_rules(sheet.presence)]
    excludes = [_contained(parse_rule(text)) for text in sheet.presence.deny]
    hosts, paths = _as_lists(includes)
    general: dict[str, PropertyList] = {
        **_who(sheet),
        "includehosts": [*hosts],
        "excludehosts": [host for host, path in excludes if host is not None],
        "includepaths": [*paths],
        "excludepaths": [path for host, path in excludes if path is not None],
    }
    document: PropertyList = {"urls": [*sheet.presence.start], "general": general}
    if any(None not in both for both in excludes):
        raise inexpressible_error("hoover", ["deny rules for a host and a path together"])
    return PresenceExport(property_list_text(document) + "\n", tuple(_notes(sheet.presence)))


def _who(sheet: PresenceSheet) -> dict[str, PropertyList]:
    proxy = sheet.proxy.partition("://")[2].rstrip("/")
    host, _, port = proxy.rpartition(":") if proxy.rpartition(":")[2].isdigit() else (proxy, "", "")
    address: dict[str, PropertyList] = {"host": host, **({"port": port} if port else {})}
    texts = {
        "databasename": sheet.presence.name,
        "useragentname": sheet.agent,
        "useragentmail": sheet.contact,
    }
    known = {key: text for key, text in texts.items() if text}
    return {**known, **({"httpproxy": address} if proxy else {})}


def _contained(rule: UrlRule) -> HostAndPath:
    """Return what the URLs of a rule contain, as near as Hoover can be told."""
    near = {
        RuleKind.HOST: rule.host,
        RuleKind.DOMAIN: rule.host,
        RuleKind.SUFFIX: f".{rule.host}",
        RuleKind.COUNTRY: f".{rule.host}",
    }
    if rule.look in near:
        return near[rule.look], None
    both = _read_shape(rule.text)
    if both is None:
        raise inexpressible_error("hoover", [str(rule)])
    return both


def _read_shape(text: str) -> HostAndPath | None:
    """Return what `_rule_for` was given to make this text; None if it made no such text."""
    if text.startswith(IN_PATH):
        both: HostAndPath = (None, _unescaped(text.removeprefix(IN_PATH)))
    elif text.startswith(IN_HOST):
        host, between, path = text.removeprefix(IN_HOST).partition(FROM_HOST_TO_PATH)
        both = (_unescaped(host), _unescaped(path) if between else None)
    else:
        both = (None, None)
    return both if _rule_for(both) == text else None


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _as_lists(includes: list[HostAndPath]) -> tuple[list[str], list[str]]:
    """Return the two lists whose pairs are exactly these; others cannot be said."""
    hosts = list(dict.fromkeys(host for host, _ in includes))
    paths = list(dict.fromkeys(path for _, path in includes))
    mixed = (None in hosts and len(hosts) > 1) or (None in paths and len(paths) > 1)
    if not includes or mixed or set(includes) != set(product(hosts, paths)):
        raise inexpressible_error("hoover", ["this mixture of hosts and paths to take in"])
    return [host for host in hosts if host is not None], [
        path for path in paths if path is not None
    ]


def _notes(presence: Presence) -> Iterator[str]:
    for rule in (*including_rules(presence), *map(parse_rule, presence.deny)):
        if rule.look is not RuleKind.EXPRESSION:
            yield f"{rule}: Hoover looks for the text anywhere in the host"
    yield from omission_notes(presence)
