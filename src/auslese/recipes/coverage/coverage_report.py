"""What came of comparing a list of URLs with a crawl, in bounded memory however long the list."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from auslese.recipes.coverage.missed_url import MissedUrl
from auslese.recipes.coverage.url_list import ListCounts

MOST_GROUPS = 20_000  # some 20 MB; a list of a million hosts has more, and nobody reads them
MOST_MISSES = 1_000  # told one by one in the report; `--misses` writes all
MOST_EXAMPLES = 3  # of a group
OTHER_HOSTS = ""
DIGITS = 6

GroupKey = tuple[str, str, str]


@dataclass(slots=True)
class MissGroup:
    """Misses of one host for one reason."""

    reason: str
    host: str
    """Empty for all hosts behind the first many."""
    remedy: str
    setting: str
    value: str
    misses: int = 0
    examples: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """As JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class CoverageReport:
    """How much of a list a crawl holds."""

    counts: ListCounts = field(default_factory=ListCounts)
    listed: int = 0
    """Different URLs on the list."""
    held: int = 0
    copies: int = 0
    """Of the held ones: pages with the content of another."""
    elsewhere: int = 0
    """Of the missed ones: their page is held under another address."""
    pages: int = 0
    """Pages of the crawl."""
    misses: list[MissedUrl] = field(default_factory=list)
    """The first of them."""
    seconds: float = 0.0
    _groups: dict[GroupKey, MissGroup] = field(default_factory=dict)
    _hosts: Counter[str] = field(default_factory=Counter)

    @property
    def missed(self) -> int:
        """How many the crawl does not hold."""
        return self.listed - self.held

    @property
    def share(self) -> float:
        """The coverage, between 0 and 1."""
        return self.held / self.listed if self.listed else 0.0

    @property
    def share_with_elsewhere(self) -> float:
        """The same, with what is held under another address."""
        return (self.held + self.elsewhere) / self.listed if self.listed else 0.0

    def note_miss(self, missed: MissedUrl) -> None:
        """Take notice of a miss."""
        self.elsewhere += bool(missed.held_as)
        if len(self.misses) < MOST_MISSES:
            self.misses.append(missed)
        group = self._group_of(missed)
        group.misses += 1
        if len(group.examples) < MOST_EXAMPLES:
            group.examples.append(missed.url)
        self._hosts[group.host] += 1

    def groups(self) -> list[MissGroup]:
        """The misses by reason and host, the largest group first."""
        return sorted(self._groups.values(), key=lambda it: (-it.misses, it.reason, it.host))

    def hosts(self) -> list[tuple[str, int]]:
        """Hosts with misses, those with the most first."""
        named = ((host, misses) for host, misses in self._hosts.items() if host)
        return sorted(named, key=lambda it: (-it[1], it[0]))

    def _group_of(self, missed: MissedUrl) -> MissGroup:
        remedy = missed.remedy
        key = (missed.reason, missed.host, str(remedy.words))
        if key not in self._groups and len(self._groups) >= MOST_GROUPS:
            key = (missed.reason, OTHER_HOSTS, "")
        found = self._groups.get(key)
        if found is None:
            setting = remedy.setting if key[2] else ""
            found = MissGroup(*key, setting, remedy.value if setting else "")
            self._groups[key] = found
        elif found.value != remedy.value:  # as start pages: each is one
            found.value = ""
        return found

    def as_json(self) -> dict[str, Any]:
        """As `coverage --json` prints it."""
        return {
            "listed": self.listed,
            "held": self.held,
            "missed": self.missed,
            "share": round(self.share, DIGITS),
            "percent": round(100 * self.share, 2),
            "held_elsewhere": self.elsewhere,
            "percent_with_elsewhere": round(100 * self.share_with_elsewhere, 2),
            "copies": self.copies,
            "pages": self.pages,
            "duplicates": self.counts.duplicates,
            "comments": self.counts.comments,
            "no_urls": self.counts.no_urls,
            "no_url_examples": self.counts.examples,
            "groups": [group.as_json() for group in self.groups()[:MOST_MISSES]],
            "hosts": [{"host": host, "misses": n} for host, n in self.hosts()[:MOST_MISSES]],
            "misses": [missed.as_json() for missed in self.misses],
            "seconds": round(self.seconds, 3),
        }
