"""Which rule of robots.txt speaks about this path? The longest that fits it (RFC 9309, 2.2.2).

Patterns know two signs: `*` stands for anything, `$` at the end for the end of the path. They are
cut at the stars and their parts looked for from left to right, which needs no second try: a file
made to be slow costs its own length, not a power of it.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from auslese.records.url import UNRESERVED

INDEX_PAGE = "/index.htm"  # also .html: allowing it allows its folder, as Google's matcher has it

_ESCAPE = r"%[0-9A-Fa-f]{2}"
_ESCAPED_OR_WIDE = re.compile(rf"{_ESCAPE}|[^\x00-\x7f]+")
# What structures a URL differs from its escape: "%2F" is not "/". All else is the same escaped.
_ESCAPED_OR_ODD = re.compile(rf"{_ESCAPE}|[^A-Za-z0-9\-._~/?&=+;%]+")
_ESCAPED_UNRESERVED = {f"%{ord(letter):02X}": letter for letter in UNRESERVED}


RobotsRule = tuple[bool, str]
"""Whether it allows, and what; no class of its own, since a file may have ten thousands."""


def as_written(pattern: str) -> str:
    """Return the pattern with its escapes in capitals and escapes for what is not ASCII.

    So Google's matcher compares it, with a URL that is left as it came.
    """
    if pattern.isascii() and "%" not in pattern:
        return pattern
    return _ESCAPED_OR_WIDE.sub(_escaped, pattern)


def in_one_spelling(text: str) -> str:
    """Return path or pattern so spelled that equal ones are equal (RFC 9309, 2.2.2).

    Escaped letters, digits and `-._~` become themselves, characters without a meaning of their own
    in URLs become escapes. For both sides of the comparison.
    """
    return _ESCAPED_OR_ODD.sub(_respelled, text)


def _escaped(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "%":
        return found.upper()
    return "".join(f"%{octet:02X}" for octet in found.encode("utf-8", "surrogatepass"))


def _respelled(match: re.Match[str]) -> str:
    escaped = _escaped(match)
    return _ESCAPED_UNRESERVED.get(escaped, escaped)


class _StarredPattern(NamedTuple):
    """A pattern with stars, but for what stands before the first."""

    rank: int
    parts: tuple[str, ...]
    """To be found one after the other."""
    end: str
    """How the path must end; empty if that is all the same."""


class RobotsRuleSet:
    """All rules for one robot, laid out so that a path meets few of them.

    A rule's rank is twice the length of its pattern, and one more if it allows: the highest rank
    decides, and its last bit is the answer.
    """

    __slots__ = ("_by_beginning", "_exact", "_lengths", "_starred", "_starred_lengths")

    def __init__(
        self, rules: Iterable[RobotsRule], spell: Callable[[str], str] = as_written
    ) -> None:
        """Compile the rules; `spell` writes the parts of a pattern as paths will be written."""
        self._by_beginning: dict[str, int] = {}
        self._exact: dict[str, int] = {}
        self._starred: dict[str, list[_StarredPattern]] = {}
        for allow, pattern in dict.fromkeys(rules):
            self._add(allow, as_written(pattern), spell)
            if allow and INDEX_PAGE in pattern:
                folder, _, name = pattern.rpartition("/")
                if f"/{name}".startswith(INDEX_PAGE):
                    self._add(allow, as_written(f"{folder}/$"), spell)
        for starred in self._starred.values():
            starred.sort(key=lambda rule: -rule.rank)
        self._lengths = sorted({len(beginning) for beginning in self._by_beginning})
        self._starred_lengths = sorted({len(beginning) for beginning in self._starred})

    def _add(self, allow: bool, pattern: str, spell: Callable[[str], str]) -> None:
        if not pattern:
            return  # "Disallow:" forbids nothing
        rank = 2 * len(pattern) + allow
        whole = pattern[-1] == "$"
        first, star, rest = (pattern[:-1] if whole else pattern).partition("*")
        if rest.strip("*"):
            self._add_starred(rank, [spell(part) for part in (first, *rest.split("*"))], whole)
            return
        place = self._exact if whole and not star else self._by_beginning
        first = spell(first)
        if rank > place.get(first, 0):
            place[first] = rank

    def _add_starred(self, rank: int, parts: list[str], whole: bool) -> None:
        first, *middle = parts
        end = middle.pop() if whole else ""
        starred = _StarredPattern(rank, tuple(filter(None, middle)), end)
        self._starred.setdefault(first, []).append(starred)

    def allows(self, path: str) -> bool:
        """Whether a path (with its query, beginning with a slash) may be fetched."""
        best = max(self._exact.get(path, 0), 1)  # 1: no rule speaks of it, so it is allowed
        longest = len(path)
        by_beginning = self._by_beginning
        for length in self._lengths:
            if length > longest:
                break
            rank = by_beginning.get(path[:length], 0)
            if rank > best:
                best = rank
        for length in self._starred_lengths:
            if length > longest:
                break
            best = self._best_starred(path, length, best)
        return bool(best & 1)

    def _best_starred(self, path: str, length: int, best: int) -> int:
        """Return the highest rank, at least `best`, of the patterns that begin so."""
        for rank, parts, end in self._starred.get(path[:length], ()):
            if rank <= best:
                break
            at = length
            for part in parts:
                at = path.find(part, at)
                if at < 0:
                    break
                at += len(part)
            else:
                if not end or path.endswith(end, at):
                    return rank
        return best
