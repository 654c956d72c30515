"""How do the URLs of two copies differ: in where they begin, or in a mark for printing?

http://a.example/docs/x.html   http://b.example/old/docs/x.html    the rest is docs/x.html
http://a.example/print/x       http://a.example/x                  one side within the other
http://a.example/x?print=1     http://a.example/x                  a mark at the end
"""

import re
from typing import NamedTuple

AUTHORITY = len("https://")  # in "http://h/" the first slash after the host is not before this
MOST_LEVELS = 6  # folders of the rest that are looked at; a mirror deeper down is rare
LONGEST_MARK = 40  # letters
# English, German, French and Spanish, Italian, Portuguese: as scripts call their print versions.
_IS_FOR_PRINT = re.compile(
    r"(?<![a-z])(?:print|druck|impr|stampa|versao-para)[a-z]*", re.IGNORECASE
).search


class MirrorSide(NamedTuple):
    """Pages of which all URLs begin so, and end so."""

    prefix: str
    """Up to a slash: a host or a folder."""
    ending: str = ""
    """What the path ends with; `?print=1` if it is among the parameters. Mostly empty."""

    def __str__(self) -> str:
        return f"{self.prefix}*{self.ending}" if self.ending else self.prefix

    def holds(self, url: str) -> bool:
        """Whether a URL is of this side, whatever it is beside that."""
        return url.startswith(self.prefix) and ends_so(url, self.ending)

    def is_within(self, other: "MirrorSide") -> bool:
        """Whether its pages lie among those of the other side."""
        return self.prefix.startswith(other.prefix) and (
            self.prefix != other.prefix or bool(self.ending)
        )

    @property
    def is_for_print(self) -> bool:
        """Whether its name says so."""
        path = self.prefix[self.prefix.find("/", AUTHORITY) :]
        return _IS_FOR_PRINT(path + self.ending) is not None


class MirrorSides(NamedTuple):
    """Two sides that may be mirrors; where one is within the other, it is `a`."""

    a: MirrorSide
    b: MirrorSide


class UrlDifference(NamedTuple):
    """Where two URLs part, and what they have in common."""

    sides: MirrorSides
    rest: str


def ends_so(url: str, ending: str) -> bool:
    """Whether the path of a URL ends with this, or its query has these parameters."""
    if not ending:
        return True
    path, _, query = url.partition("?")
    if ending[0] == "?":
        return set(ending[1:].split("&")) <= set(query.split("&"))
    return path.endswith(ending)


def counterpart(url: str, source: MirrorSide, target: MirrorSide) -> str:
    """The URL that a page of one side has on the other."""
    path, _, query = url.partition("?")
    if source.ending[:1] == "?":
        marks = source.ending[1:].split("&")
        query = "&".join(each for each in query.split("&") if each not in marks)
    else:
        path = path[: len(path) - len(source.ending)]
    if target.ending[:1] == "?":
        query = "&".join(filter(None, [query, target.ending[1:]]))
    else:
        path += target.ending
    return target.prefix + path[len(source.prefix) :] + (f"?{query}" if query else "")


def url_difference(one: str, other: str) -> UrlDifference | None:
    """How two URLs differ; None if they have not the same rest behind different beginnings."""
    one_path, _, one_query = one.partition("?")
    other_path, _, other_query = other.partition("?")
    if one_query != other_query:
        return _by_parameters(one_path, one_query, other_query) if one_path == other_path else None
    begins = _without_same_end(one_path, other_path)
    if begins is None:
        return _by_ending(one_path, other_path)
    if begins[0] == begins[1]:
        return None
    return UrlDifference(
        _in_order(MirrorSide(begins[0]), MirrorSide(begins[1])), one[len(begins[0]) :]
    )


def _without_same_end(one: str, other: str) -> tuple[str, str] | None:
    """Both paths without the names at their ends that are equal; None if not even the last is."""
    one_host, other_host = _host(one), _host(other)
    same = 0
    while True:
        one_slash = one.rindex("/", 0, len(one) - same)
        other_slash = other.rindex("/", 0, len(other) - same)
        if one[one_slash : len(one) - same] != other[other_slash : len(other) - same]:
            break
        same = len(one) - one_slash
        if one_slash < one_host or other_slash < other_host:
            break
    if not same:
        return None
    same -= 1  # the slash stays in front
    return one[: len(one) - same], other[: len(other) - same]


def _host(url: str) -> int:
    """Where the path begins, behind its slash."""
    return url.index("/", AUTHORITY) + 1


def _by_parameters(path: str, one_query: str, other_query: str) -> UrlDifference | None:
    one, other = (dict.fromkeys(query.split("&")) for query in (one_query, other_query))
    one_mark = "&".join(each for each in one if each not in other)
    other_mark = "&".join(each for each in other if each not in one)
    host = path[: _host(path)]
    marks = [f"?{mark}" if mark else "" for mark in (one_mark, other_mark)]
    return _marked(host, path[len(host) :], marks[0], marks[1])


def _by_ending(one: str, other: str) -> UrlDifference | None:
    host = one[: _host(one)]
    letters = enumerate(zip(one, other, strict=False))
    same = next((at for at, (a, b) in letters if a != b), min(len(one), len(other)))
    if same < len(host):
        return None
    return _marked(host, one[len(host) : same], one[same:], other[same:])


def _marked(host: str, rest: str, one: str, other: str) -> UrlDifference | None:
    """Two URLs of a host of which one has a mark for printing; None if not exactly one."""
    if max(len(one), len(other)) > LONGEST_MARK:
        return None
    for_print = [_IS_FOR_PRINT(mark) is not None for mark in (one, other)]
    if for_print[0] == for_print[1]:
        return None
    if for_print[1]:
        one, other = other, one
    return UrlDifference(MirrorSides(MirrorSide(host, one), MirrorSide(host, other)), rest)


def _in_order(one: MirrorSide, other: MirrorSide) -> MirrorSides:
    if one.is_within(other) or other.is_within(one):
        return MirrorSides(*sorted((one, other), key=lambda side: -len(side.prefix)))
    return MirrorSides(*sorted((one, other)))


def levels(found: UrlDifference) -> list[MirrorSides]:
    """The sides, and those of each folder of the rest below them, the highest first."""
    sides, rest = found
    if sides.a.ending or sides.b.ending:
        return [sides]
    path, slash, found_levels = rest.partition("?")[0], 0, [sides]
    turns = sides.a.is_within(sides.b)  # below them neither side is within the other any more
    while (slash := path.find("/", slash) + 1) and len(found_levels) <= MOST_LEVELS:
        below = MirrorSide(sides.a.prefix + path[:slash]), MirrorSide(sides.b.prefix + path[:slash])
        found_levels.append(_in_order(*below) if turns else MirrorSides(*below))
    return found_levels
