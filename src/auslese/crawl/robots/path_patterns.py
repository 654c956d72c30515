"""Which paths does a pattern mean, as robots.txt and its kin write them (RFC 9309, 2.2.3)?

`*` stands for anything, `$` at the end for the end of the path. Parts between stars are looked for
from left to right, which needs no second try: a pattern made to be slow costs its own length.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from auslese.crawl.robots.robots_rules import in_one_spelling

Ruled = TypeVar("Ruled")


class PathPattern(NamedTuple):
    """A pattern, ready to be compared with paths in one spelling."""

    beginning: str
    parts: tuple[str, ...]
    """To be found one after the other behind it."""
    end: str
    """How the path must end, if `is_whole`."""
    is_whole: bool
    rank: int
    """How many letters were written: of several that fit, the longest counts."""

    @classmethod
    def of(cls, written: str) -> "PathPattern":
        """The pattern that somebody wrote; it need not begin with a slash."""
        whole = written[-1:] == "$"
        pieces = [in_one_spelling(piece) for piece in written[: -1 if whole else None].split("*")]
        end = pieces.pop() if whole and len(pieces) > 1 else ""
        is_whole = whole and (bool(end) or "*" not in written)  # behind a last star all may follow
        return cls(pieces[0], tuple(filter(None, pieces[1:])), end, is_whole, len(written))

    def fits(self, path: str) -> bool:
        """Whether a path (with its query, in one spelling) is meant."""
        if not path.startswith(self.beginning):
            return False
        at = len(self.beginning)
        for part in self.parts:
            at = path.find(part, at)
            if at < 0:
                return False
            at += len(part)
        if not self.is_whole:
            return True
        return path.endswith(self.end, at) if self.end else at == len(path)


def longest_fitting(rules: Iterable[tuple[PathPattern, Ruled]], path: str) -> Sequence[Ruled]:
    """What is ruled by the longest of the patterns that fit; of equally long ones all."""
    best, found = -1, list[Ruled]()
    for pattern, ruled in rules:
        if pattern.rank < best or not pattern.fits(path):
            continue
        if pattern.rank > best:
            best, found = pattern.rank, []
        found.append(ruled)
    return found
