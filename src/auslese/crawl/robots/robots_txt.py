"""robots.txt read: groups, rules, wishes, sitemaps (RFC 9309). Nothing in it can raise.

Where the RFC leaves room, or sites write what it does not foresee, we read as Google's parser
does, because that is what site owners test against; docs/methods/robots.md has the list.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from auslese.crawl.robots.robots_extensions import (
    RobotsPreferenceLine,
    RobotsPreferences,
    read_preferences,
)
from auslese.crawl.robots.robots_rules import RobotsRule, RobotsRuleSet, as_written

ANYBODY = "*"
LONGEST_LINE = 8 * 2083 - 1  # bytes; the rest is cut off, as by Google
WIDEST_LETTER = 4  # bytes in UTF-8
MOST_SITEMAPS = 500
MOST_LICENCES = 10  # sites name one; each is a request

BLANKS = " \t\v\f"
NAME = re.compile(r"[A-Za-z_-]*")  # RFC 9309, 2.2.1; "FooBot/1.2" is FooBot
TWO_WORDS = re.compile(r"([^ \t]+)[ \t]+([^ \t]+)")
MARK = re.compile("\ufeff|\udcef\udcbb?")  # the byte order mark, also the beginning of one
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
LOST_OCTET = re.compile("[\udc80-\udcff]")  # how Python writes an octet that is not UTF-8

# How keys begin, misspelt ones as Google accepts them. The order counts for nothing but speed.
KEYS = {
    "disallow": ("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"),
    "allow": ("allow",),
    "user-agent": ("user-agent", "useragent", "user agent"),
    "sitemap": ("sitemap", "site-map"),
    "crawl-delay": ("crawl-delay", "crawldelay", "crawl delay"),
    "request-rate": ("request-rate",),
    "visit-time": ("visit-time",),
    "content-signal": ("content-signal",),
    "content-usage": ("content-usage",),
    "license": ("license",),
}

USAGE_KINDS = ("content-signal", "content-usage")

Line = TypeVar("Line", RobotsRule, RobotsPreferenceLine)


@dataclass(frozen=True, slots=True)
class RobotsGroup(Generic[Line]):
    """Lines and whom they are for."""

    names: list[str] = field(default_factory=list)
    """In small letters; `*` stands for everybody who is not named in another group."""
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RobotsTxt:
    """What a robots.txt says."""

    groups: list[RobotsGroup[RobotsRule]]
    preferences: list[RobotsGroup[RobotsPreferenceLine]]
    """Grouped apart: RFC 9309 lets rules alone end a list of names, people let any line do so."""
    sitemaps: tuple[str, ...]
    """Absolute http and https addresses as written, of the first 500 lines."""
    licences: tuple[str, ...] = ()
    """Where RSL licences are, for all robots alike: addresses, or paths of this host."""
    _compiled: dict[str, RobotsRuleSet] = field(default_factory=dict, compare=False, repr=False)

    def allows(self, url: str, agent: str) -> bool:
        """Whether a robot of this name may fetch the URL, both taken as they are written."""
        rules = self._compiled.get(agent)
        if rules is None:
            rules = self._compiled[agent] = self.rules_for(agent)
        return rules.allows(path_in(url))

    def rules_for(self, agent: str, spell: Callable[[str], str] = as_written) -> RobotsRuleSet:
        """Return the rules for a robot of this name, all its groups merged."""
        groups = self.groups_for(agent)
        return RobotsRuleSet((rule for group in groups for rule in group.lines), spell)

    def groups_for(self, agent: str) -> list[RobotsGroup[RobotsRule]]:
        """Return the groups that name this robot, or those for everybody."""
        return _chosen(self.groups, agent)

    def preferences_for(self, agent: str) -> RobotsPreferences:
        """Return what else a robot of this name is asked for."""
        return read_preferences(
            preference for group in _chosen(self.preferences, agent) for preference in group.lines
        )

    def usage_lines(self, name: str) -> Iterator[RobotsPreferenceLine]:
        """Lines on what pages may be used for, to a robot of this very name, or to everybody."""
        for group in self.preferences:
            if name.lower() in group.names:
                yield from (line for line in group.lines if line.kind in USAGE_KINDS)


def _chosen(groups: list[RobotsGroup[Line]], agent: str) -> list[RobotsGroup[Line]]:
    """Return the groups that name this robot, or those for everybody."""
    name = agent.lower() if agent.isascii() else None
    named = [group for group in groups if name in group.names]
    return named or [group for group in groups if ANYBODY in group.names]


def text_of(body: bytes) -> str:
    """Return a file as text that can be kept; octets that are not UTF-8 become escapes.

    In a rule that is what they would have become anyway.
    """
    if body[:2] in UTF16_MARKS and b"\0" in body[2:4]:
        return body.decode("utf-16", "replace")
    return _without_lost_octets(body.decode("utf-8", "surrogateescape"))


def _without_lost_octets(text: str) -> str:
    unmarked = MARK.sub("", text, count=1) if MARK.match(text) else text
    if unmarked.isascii():
        return unmarked
    return LOST_OCTET.sub(lambda lost: f"%{ord(lost[0]) - 0xDC00:02X}", unmarked)


def parse_robots(text: str) -> RobotsTxt:
    """Read a robots.txt; what has no meaning is passed over."""
    reader = _RobotsReader()
    for key, value in _records(text):
        if key == "disallow":
            reader.take_rule((False, value))
        elif key == "allow":
            reader.take_rule((True, value))
        elif key == "user-agent":
            reader.take_name(_name_in(value))
        elif key == "sitemap":
            reader.take_sitemap(value)
        elif key == "license":
            reader.take_licence(value)
        else:
            reader.take_preference(RobotsPreferenceLine(key, value))
    return RobotsTxt(
        reader.groups, reader.preferences, tuple(reader.sitemaps), tuple(reader.licences)
    )


class _RobotsReader:
    """Where we are in a file: a list of names goes on until a line for them has come."""

    def __init__(self) -> None:
        self.groups: list[RobotsGroup[RobotsRule]] = []
        # What is wished before anybody is named is wished of all.
        self.preferences: list[RobotsGroup[RobotsPreferenceLine]] = [RobotsGroup([ANYBODY])]
        self.sitemaps: dict[str, None] = {}
        self.licences: dict[str, None] = {}
        self._rules: list[RobotsRule] = []
        """Of the last group, or of nobody as long as nobody is named."""
        self._after_wish = True

    def take_name(self, name: str) -> None:
        if self._rules or not self.groups:
            self._rules = []
            self.groups.append(RobotsGroup(lines=self._rules))
            self._after_wish = True
        if self._after_wish:
            self.preferences.append(RobotsGroup())
            self._after_wish = False
        self.groups[-1].names.append(name)
        self.preferences[-1].names.append(name)

    def take_rule(self, rule: RobotsRule) -> None:
        self._rules.append(rule)

    def take_preference(self, preference: RobotsPreferenceLine) -> None:
        self.preferences[-1].lines.append(preference)
        self._after_wish = True

    def take_sitemap(self, address: str) -> None:
        if _is_absolute(address) and len(self.sitemaps) < MOST_SITEMAPS:
            self.sitemaps[address] = None

    def take_licence(self, address: str) -> None:
        is_address = _is_absolute(address) or address.startswith("/")
        if is_address and len(self.licences) < MOST_LICENCES:
            self.licences[address] = None


def _is_absolute(address: str) -> bool:
    return address[: len("https://")].lower().startswith(("http://", "https://"))


def _records(text: str) -> Iterator[tuple[str, str]]:
    """Yield key and value of the lines that mean something."""
    kinds: dict[str, str] = {}
    for line in _lines(text):
        name, colon, value = line.partition(":")
        if not colon:  # often forgotten
            words = TWO_WORDS.fullmatch(line.strip(BLANKS))
            if words is None:
                continue
            name, value = words.groups()
        key = kinds.get(name)
        if key is None:
            key = kinds[name] = _key_in(name.strip(BLANKS).lower())
        if key:
            yield key, value.strip(BLANKS)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines without comments, without what follows a NUL, and not too long."""
    for line in _without_lost_octets(text).replace("\r", "\n").split("\n"):
        if len(line) * WIDEST_LETTER > LONGEST_LINE:
            octets = line.encode("utf-8", "surrogatepass")
            line = text_of(octets[:LONGEST_LINE])
        for sign in "\0#":
            if sign in line:
                line = line[: line.index(sign)]
        if line:
            yield line


def _key_in(name: str) -> str:
    for key, beginnings in KEYS.items():
        if name.startswith(beginnings):
            return key
    return ""


def _name_in(value: str) -> str:
    """Return the name in a user-agent line, in small letters; empty if there is none."""
    if value[:1] == ANYBODY and value[1:2] in ("", *BLANKS):
        return ANYBODY
    name = NAME.match(value)
    return name[0].lower() if name else ""


_PATH_BEGINS = re.compile("[/?;]")


def path_in(url: str) -> str:
    """Return path and query of any text meant as a URL, without fragment; always with a slash."""
    plain = url.partition("#")[0]
    begin = len("//") if url.startswith("//") else 0
    first = _PATH_BEGINS.search(plain, begin)
    scheme = plain.find("://", begin)
    if first and 0 <= scheme < first.start():
        first = _PATH_BEGINS.search(plain, scheme + len("://"))
    if first is None:
        return "/"
    path = plain[first.start() :]
    return path if path[0] == "/" else f"/{path}"
