"""The shape of a URL: what it has in common with the thousands that one script makes.

    /news/2024/05/17/rain.html     /news/{n}/{n}/{n}/rain.html
    /item/9f86d081884c7d65         /item/{id}
    /blog/how-we-came-to-the-sea   /blog/{slug}
    /list?color=red&page=7         /list?color&page

Numbers, ids made by machines and long slugs become classes; of a query the names stay. Another port
is another site, and stands in front. A URL belongs to its shape and to a **family** of shapes: all
queries of one path (`/list?*`), all that follows an id (`/s/{id}/*`), or all pages of one folder
that have nothing variable in their names (`/docs/*`).
"""

import re
from functools import lru_cache
from typing import NamedTuple

from auslese.records.url import Url

AUTHORITY = len("https://")  # in "http://h/" the first slash after the host is not before this
NUMBER, ID, SLUG = "{n}", "{id}", "{slug}"
LONGEST_SHAPE = 200  # letters; longer ones are cut, so that hostile paths cost no memory
MOST_NAMES = 20  # parameters of a query that are looked at
LONGEST_PLAIN = 40  # letters of a path segment that somebody still calls a page by
SHORTEST_ID = 16  # letters and digits
SLUG_JOINS = 3  # hyphens that make four words: a title, not a name

_LOOKS_VARIABLE = re.compile(r"[0-9]|[^/]{41}|(?:[^/_-]*[_-]){3}").search
_DIGITS = re.compile(r"[0-9]+")
# As in records.url: 16 letters and digits with two runs of digits are no word of any language.
_MACHINE_MADE = re.compile(
    r"\(?(?:[A-Za-z]\()?(?:(?=[^0-9]*[0-9])[0-9a-f]{16,}"
    r"|(?=[^0-9]*[0-9]+[^0-9]+[0-9])[0-9a-z]{16,})\)*",
    re.IGNORECASE,
).fullmatch
_PORT = re.compile(r":[0-9]+\Z").search
_HAS_ID = re.compile(r"=[0-9A-Za-z-]{16,}(?:&|\Z)").search
_SUFFIX = re.compile(r"\.([A-Za-z][A-Za-z0-9]{0,4})\Z").search


class Shape(NamedTuple):
    """Where a URL belongs; either may be empty."""

    own: str
    """The shape itself; empty if nothing in the URL is variable."""
    family: str
    """What contains it and its kin; empty if there is nothing between it and the host."""
    suffix: str = ""
    """The ending of the path, as `pdf`."""
    parameters: tuple[str, ...] = ()
    """The query in its parts."""
    skeleton: str = ""
    """The URL without its ids: two URLs that differ in a session number only have the same."""


def _shape_of(url: Url) -> Shape:
    slash = url.index("/", AUTHORITY)
    port = _PORT(url, AUTHORITY, slash)
    at = port[0] if port else ""
    path, _, query = url[slash:].partition("?")
    suffix = _SUFFIX(path)
    ending = suffix[1].lower() if suffix else ""
    general = (_general(path) if _LOOKS_VARIABLE(path) else path)[:LONGEST_SHAPE]
    if query:
        parameters = tuple(query.split("&", MOST_NAMES)[:MOST_NAMES])
        names = "&".join(dict.fromkeys([each.partition("=")[0] for each in parameters]))
        own, family = f"{at}{general}?{names}"[:LONGEST_SHAPE], f"{at}{general}?*"
        return Shape(own, family, ending, parameters, _without_ids(path, general, query))
    folder = _folder_of(general)
    family = at + folder if folder else ""
    if general == path:
        return Shape("", family, ending)
    skeleton = _without_ids(path, general, "") if ID in general else ""
    return Shape(at + general, family, ending, (), skeleton)


# Between a lease and its report the same URL is asked for twice; 16 bundles on 100 hosts are few.
shape_of = lru_cache(maxsize=8192)(_shape_of)
"""Return the shape of a URL; its host is left to the caller."""


def suffix_of(url: Url) -> str:
    """Return the ending of the path, as `pdf`; empty if it has none."""
    found = _SUFFIX(url.partition("?")[0])
    return found[1].lower() if found else ""


def _general(path: str) -> str:
    return "/".join(map(_class_of, path[:2048].split("/")))


def _without_ids(path: str, general: str, query: str) -> str:
    """Return path and query without ids; empty if they have none."""
    if ID in general:
        path = "/".join(ID if _is_id(segment) else segment for segment in path[:2048].split("/"))
    elif len(query) < SHORTEST_ID or not _HAS_ID(query):
        return ""
    pairs = (each.partition("=") for each in query.split("&", MOST_NAMES))
    values = "&".join(f"{name}={ID if _is_id(value) else value}" for name, _, value in pairs)
    skeleton = f"{path}?{values}"
    return skeleton if ID in skeleton else ""


def _is_id(text: str) -> bool:
    return len(text) >= SHORTEST_ID and _MACHINE_MADE(text.replace("-", "")) is not None


def _class_of(segment: str) -> str:
    if not segment or (segment.isalpha() and len(segment) <= LONGEST_PLAIN):
        return segment  # most of them: nothing in it can vary
    if segment.isdigit():
        return NUMBER
    if _is_id(segment):
        return ID
    joins = segment.count("-") + segment.count("_")
    if joins >= SLUG_JOINS or len(segment) > LONGEST_PLAIN:
        suffix = _SUFFIX(segment)
        return SLUG + (suffix[0].lower() if suffix else "")
    return _DIGITS.sub(NUMBER, segment)


def _folder_of(general: str) -> str:
    """Return the family of a path: what follows its first id, or its folder."""
    start, mark, rest = general.partition(f"/{ID}/")
    if mark and rest:
        return f"{start}{mark}*"
    folder = general[: general.rfind("/", 0, -1) + 1]
    if "{" in general[len(folder) :]:
        return ""
    return f"{folder}*" if folder not in ("", "/") else ""


def allow_rule(host: str, shape: str) -> str:
    """Return a rule for the fixed beginning of a shape, for whom it is no trap."""
    start = shape.partition("{")[0].partition("?")[0].partition("*")[0]
    return f"{host}{start}"
