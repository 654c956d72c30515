"""Sessions of the UNICO web robot (2004): lines under headings, read and written.

    # Name der Institution:
    # Start-URL:
    # Restrictions:          what to keep to; a star stands for one part of an address
    # Ausschluss:            what to leave out
    # Bemerkung:

The robot compared numeric addresses, so rules about addresses are kept as such and work as soon as
the address of a host is known. A file may hold many sessions; each begins with its name.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
from auslese.records.errors import SettingsError

# How headings begin, in small letters; people wrote them in more than one way.
HEADINGS = {
    "name": "name",
    "start": "start",
    "restriction": "allow",
    "ausschluss": "deny",
    "bemerkung": "remark",
}
SCHEME = re.compile(r"^(?:https?|\*)\*?://", re.IGNORECASE)
STARRED_ADDRESS = re.compile(r"(\d{1,3})\.(\d{1,3}|\*)\.(\d{1,3}|\*)\.\*")
BITS_PER_PART = 8
STAR_SUFFIX = re.compile(r"\*\.([^*?]+)")


class _UnicoLine(NamedTuple):
    """A line with the heading above it."""

    heading: str
    text: str


def read_unico(text: str) -> list[PresenceSheet]:
    """Return the presences of a session file."""
    sessions: list[list[_UnicoLine]] = []
    for line in _lines(text):
        if not sessions or (line.heading == "name" and sessions[-1][-1].heading != "name"):
            sessions.append([])
        sessions[-1].append(line)
    return [_sheet(session) for session in sessions]


def _lines(text: str) -> Iterator[_UnicoLine]:
    heading = ""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("#"):
            heading = _heading(words)
        elif words and not heading:
            raise SettingsError(f"line {number}: expected a heading like # Start-URL:")
        elif words:
            yield _UnicoLine(heading, words)


def _heading(words: str) -> str:
    """Return what a heading is about; one that is unknown stands for itself."""
    bare = words.strip("#: \t").casefold()
    return next((key for start, key in HEADINGS.items() if bare.startswith(start)), bare or "#")


def _sheet(session: Sequence[_UnicoLine]) -> PresenceSheet:
    found: dict[str, list[str]] = {}
    for line in session:
        found.setdefault(line.heading, []).append(line.text)
    allow = tuple(dict.fromkeys(map(_rule_of, found.get("allow", []))))
    return PresenceSheet(
        Presence(
            name=" ".join(found.get("name", [])),
            start=canonical_starts(found.get("start", [])),
            scope="none" if allow else "domain",
            allow=allow,
            deny=tuple(dict.fromkeys(map(_rule_of, found.get("deny", [])))),
        ),
        remark="\n".join(found.get("remark", [])),
        ignored=tuple(heading for heading in found if heading not in HEADINGS.values()),
    )


def _rule_of(line: str) -> str:
    """Return the rule for a line such as http://131.159.*.*/ or http://www.example.org/cgi-bin."""
    bare = SCHEME.sub("", line.replace("\\*", "*"))
    host, _, path = bare.partition("/")
    if path in ("", "*"):
        return _rule_of_host(host)
    return bare if "*" not in bare or bare.endswith("*") else f"{bare}*"


def _rule_of_host(host: str) -> str:
    if STARRED_ADDRESS.fullmatch(host) and re.fullmatch(r"[^*]*[.*]*", host):
        parts = [part for part in host.split(".") if part != "*"]
        zeros = ["0"] * (4 - len(parts))
        return f"{'.'.join(parts + zeros)}/{BITS_PER_PART * len(parts)}"
    if suffix := STAR_SUFFIX.fullmatch(host):
        return f".{suffix[1]}"
    return f"{host}/*" if "*" in host else host


def write_unico(sheet: PresenceSheet) -> PresenceExport:
    """Return the presence as a session file, with what it says differently."""
    presence = sheet.presence
    allow, deny = list(including_rules(presence)), [parse_rule(text) for text in presence.deny]
    sections = {
        "Name der Institution": [presence.name],
        "Start-URL": presence.start,
        "Restrictions": _written(allow),
        "Ausschluss": _written(deny),
        "Bemerkung": sheet.remark.splitlines(),
    }
    text = "".join(
        f"# {head}:\n" + "".join(f"{line}\n" for line in lines) for head, lines in sections.items()
    )
    return PresenceExport(text, (*_notes([*allow, *deny]), *omission_notes(presence)))


def _written(rules: list[UrlRule]) -> list[str]:
    lines = [_line_of(rule) for rule in rules]
    if missing := [str(rule) for rule, line in zip(rules, lines, strict=True) if line is None]:
        raise inexpressible_error("unico", missing)
    return [line for line in lines if line is not None]


def _line_of(rule: UrlRule) -> str | None:
    """Return the line for a rule, as near as the format comes; None if it has no words for it."""
    match rule.look:
        case RuleKind.HOST:
            return f"http://{rule.host}/"
        case RuleKind.DOMAIN | RuleKind.SUFFIX | RuleKind.COUNTRY:
            return f"http://*.{rule.host}/"
        case RuleKind.ADDRESS:
            return _address_line(rule)
        case RuleKind.PREFIX:
            return "http://" + SCHEME.sub("", rule.starts[0])
        case RuleKind.PATTERN if rule.text.endswith("*"):
            return "http://" + SCHEME.sub("", rule.text)
    return None


def _address_line(rule: UrlRule) -> str | None:
    network = rule.network
    if network is None or network.version != 4 or network.prefixlen % BITS_PER_PART:  # noqa: PLR2004
        return None
    known = network.prefixlen // BITS_PER_PART
    parts = str(network.network_address).split(".")[:known] + ["*"] * (4 - known)
    return f"http://{'.'.join(parts)}/" if known else None


def _notes(rules: list[UrlRule]) -> Iterator[str]:
    for rule in rules:
        back = _rule_of(_line_of(rule) or "")
        if back != rule.text:
            yield f"{rule} is written as {back}"
