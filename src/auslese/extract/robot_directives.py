"""What may a robot do with this page? META robots, X-Robots-Tag, and opt-outs.

Words that forbid add up, wherever they stand; words that permit (`all`, `index`, `follow`) take
nothing back. What is said to another robot is not ours. Sources: docs/methods/directives.md.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import inf

from auslese.extract import robot_headers as header
from auslese.extract.header_links import HeaderLink, parse_links
from auslese.extract.reading_options import PageReadOptions
from auslese.extract.robot_headers import HeaderField
from auslese.records.reading import NO_DIRECTIVES, Directives
from auslese.records.rights.rights_vocabulary import RSL
from auslese.records.url import Url, canonical

EVERYBODY = frozenset({"robots", "*"})
RULES: dict[str, tuple[str, ...]] = {
    word: (word,)
    for word in ("noindex", "nofollow", "noarchive", "nosnippet", "noimageindex", "notranslate")
}
RULES |= {"none": ("noindex", "nofollow"), "nocache": ("noarchive",)}
OPTOUTS = frozenset({"noai", "noimageai", "noml"})
EXPIRY, SNIPPET = "unavailable_after", "max-snippet"
VALUED = frozenset({EXPIRY, SNIPPET, "max-image-preview", "max-video-preview"})

LONGEST_VALUE = 4_000  # letters of one tag or line; all words there are have fewer than 300
LONGEST_DATE = 60
LONGEST_POLICY = 500
RSL_TYPE = "application/rsl+xml"
MOST_LICENCES = 5  # pages name one
LONGEST_LICENCE = 500
WEEKDAY = re.compile(r"[A-Za-z]+\Z").match
RESERVED_USE = re.compile(r"([\w-]+)\s*=\s*(?:n|no|\?0|0|false)\Z", re.IGNORECASE).match


class DirectiveCollector:
    """Collects what is said about a page until all of it is known."""

    def __init__(self, options: PageReadOptions, url: Url | None = None) -> None:
        """Listen to what is said to everybody and to the agent of this wish."""
        self.options, self.url = options, url
        self.names = EVERYBODY | {options.agent.lower()}
        self._rules: set[str] = set()
        self._optouts: set[str] = set()
        self._snippet = inf
        self._policy = ""
        self._licences: dict[str, None] = {}
        self._noindex_by = ""
        self._until, self._until_by = inf, ""

    def take_fields(self, fields: Iterable[HeaderField]) -> None:
        """Take in what a header says."""
        for name, value in fields:
            if name == header.ROBOTS:
                self.take_rules(value, "X-Robots-Tag")
            elif name in header.SIGNALS:
                self._take_signal(name, value)
            elif name == header.LINK:
                for link in parse_links(value):
                    self.take_licence(link)
            else:
                self.take_reservation(name, value)

    def take_rules(self, text: str, by: str) -> None:
        """Take in a list such as `noindex, otherbot: nofollow`; `by` is where it stands."""
        ours = True
        for name, value in _statements(text[:LONGEST_VALUE]):
            if name and name not in VALUED:
                ours = name.partition("/")[0] in self.names
            elif ours and name:
                self._take_valued(name, value, by)
            elif ours:
                for word in value.replace(";", " ").split():
                    self._take_word(word, by)

    def _take_word(self, word: str, by: str) -> None:
        for rule in RULES.get(word, ()):
            self._rules.add(rule)
            if rule == "noindex":
                self._noindex_by = self._noindex_by or by
        if word in OPTOUTS:
            self._optouts.add(word)

    def _take_valued(self, name: str, value: str, by: str) -> None:
        if name == SNIPPET and value.isdecimal() and value.isascii():  # -1 is: as much as you like
            self._snippet = min(self._snippet, int(value[:9]))
        elif name == EXPIRY:
            moment = read_moment(value)
            if moment is None:
                self._rules.add(EXPIRY)  # nothing that we can obey, but it was said
            elif moment < self._until:
                self._until, self._until_by = moment, by

    def take_reservation(self, name: str, value: str) -> None:
        """Take in a field of the TDM Reservation Protocol; others are passed over."""
        if name == header.TDM_RESERVATION and value.strip() == "1":
            self._optouts.add(header.TDM_RESERVATION)
        elif name == header.TDM_POLICY:
            self._policy = value.strip()[:LONGEST_POLICY].replace(",", "%2C").replace(" ", "%20")

    def take_licence(self, link: HeaderLink) -> None:
        """Take in a link to an RSL licence for this page; others are passed over."""
        is_licence = link.media_type == RSL_TYPE and "license" in link.rel.split()
        if not is_licence or link.anchor is not None or len(self._licences) >= MOST_LICENCES:
            return
        address = canonical(link.target, self.url)
        if address is not None and len(address) <= LONGEST_LICENCE:
            self._licences[address.replace(",", "%2C")] = None

    def _take_signal(self, name: str, value: str) -> None:
        """Take in the uses that `Content-Signal: search=yes, ai-train=no` reserves."""
        for part in value[:LONGEST_VALUE].split(","):
            if found := RESERVED_USE(part.strip()):
                self._optouts.add(f"{name}:{found[1].lower()}")

    def forbids(self, rule: str) -> bool:
        """Tell whether this rule was said so far."""
        return rule in self._rules

    def directives(self) -> Directives:
        """All of it as one value."""
        is_silent = not (self._rules or self._optouts or self._licences)
        if is_silent and self._snippet == self._until == inf:
            return NO_DIRECTIVES  # as nearly every page
        rules = set(self._rules)
        if self._snippet < inf:
            rules.add(f"{SNIPPET}:{self._snippet}" if self._snippet else "nosnippet")
        if self._until < inf:
            rules.discard(EXPIRY)
            rules.add(f"{EXPIRY}:{datetime.fromtimestamp(self._until, UTC):%Y-%m-%dT%H:%M:%SZ}")
        optouts = set(self._optouts)
        if self._policy and header.TDM_RESERVATION in optouts:
            optouts.add(f"{header.TDM_POLICY}={self._policy}")
        optouts |= {f"{RSL}={address}" for address in self._licences}
        return Directives(
            tuple(sorted(rules)),
            tuple(sorted(optouts)),
            self._noindex_by,
            self._until,
            self._until_by,
        )


def _statements(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a list: words without a name, values with theirs, names of robots alone.

    A date may have a comma after its weekday; it stays in one piece.
    """
    parts = deque(text.split(","))
    while parts:
        part = parts.popleft()
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in VALUED:
            if name == EXPIRY and parts and WEEKDAY(value.strip()):
                value = f"{value},{parts.popleft()}"
            yield name, value.strip()
        elif colon and _is_robot(name):
            yield name, ""
            parts.appendleft(value)
        else:
            yield "", name


def _is_robot(name: str) -> bool:
    """Tell a name from a rule with a stray colon, and from the hours of a date."""
    return name not in RULES and name not in OPTOUTS and not name[:1].isdecimal()


def read_moment(text: str) -> float | None:
    """A date as RFC 822, RFC 850 or ISO 8601 writes it, in seconds since 1970; None if it is none.

    Without a zone it is taken as UTC.
    """
    text = text.strip()[:LONGEST_DATE]
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = read(text)
            seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
            datetime.fromtimestamp(seconds, UTC)  # its zone may lead out of all calendars
            return seconds
        except (ValueError, OverflowError, TypeError, IndexError):
            continue
    return None
