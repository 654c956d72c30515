"""A URL in its one spelling, and what can be read off it.

The standard's parser (url-py) does the heavy part; after it one regular expression tells whether
any of our own rules has something left to do. The rules and their reasons: docs/methods/urls.md.
"""

import re
from functools import lru_cache
from itertools import filterfalse, product
from pathlib import Path
from string import ascii_letters, digits, hexdigits
from typing import NewType
from urllib.parse import quote, unquote_to_bytes

from url import URL, URLError
from xxhash import xxh3_64_intdigest

from auslese.records.whatwg import standard_href
from auslese.records.whatwg import standard_parts as standard_parts

Url = NewType("Url", str)
"""An http or https address as `canonical` writes it: ASCII, no fragment, no user."""

_UNPARSED = (URLError, UnicodeEncodeError)  # the second: lone surrogates

# Every address pays for this match, so it accepts only what needs none of our rules: a host
# without trailing dot, escapes in capitals that hide no unreserved character, no ";", no query.
_CLEAN = re.compile(
    r"(https?://[a-z0-9._-]*+(?<!\.)(?::[0-9]+)?/"
    r"(?:[A-Za-z0-9!$&'()*+,\-./:=@\[\]_|~]++"
    r"|%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[BCDF]))*+)"
    r"(?:#|\Z)"
).match
_PARTS = re.compile(r"(https?://)(?:[^/@]*@)?([^/]*)([^?#]*)\??([^#]*)").match
_TRAILING_DOTS = re.compile(r"\.+(?=(?::[0-9]+)?\Z)")
_PATH_SESSION = re.compile(r";jsessionid=[^/;]*", re.IGNORECASE)

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2}|)")
UNRESERVED = ascii_letters + digits + "-._~"  # RFC 3986, section 2.3
_TIDY_ESCAPES = {
    high + low: chr(code) if chr(code := int(high + low, 16)) in UNRESERVED else f"%{code:02X}"
    for high, low in product(hexdigits, repeat=2)
}
_TIDY_ESCAPES[""] = "%25"  # a stray % means itself; left alone it could join a decoded digit


def canonical(text: str, base: str | None = None) -> Url | None:
    """Return the one spelling under which we know this address, or None if it is none of the web.

    `base` is the page on which a relative address was found.
    """
    try:
        href = str(URL.parse(text) if base is None else _parsed_base(base).join(text))
    except _UNPARSED:
        return _canonical_by_the_book(text, base)
    clean = _CLEAN(href)
    return Url(clean[1]) if clean else _tidied(href)


def whole_href(text: str, base: str) -> str | None:
    """Return an address of a page as a browser would follow it, nothing of it tidied."""
    try:
        return str(_parsed_base(base).join(text))
    except _UNPARSED:
        return standard_href(text, base)


def _canonical_by_the_book(text: str, base: str | None) -> Url | None:
    """Return what `canonical` should where url-py gives up but the standard may not."""
    href = standard_href(text, base)
    return None if href is None else _tidied(href)


# Three bases a page (itself, its folder, its host) and few pages at a time.
_parsed_base = lru_cache(maxsize=128)(URL.parse)


def _tidied(href: str) -> Url | None:
    """Return the standard's spelling brought under our own rules; None for another scheme."""
    parts = _PARTS(href)
    if parts is None:
        return None
    scheme, place, path, query = parts.groups()
    if "%" in path or "^" in path:
        path = _tidied_escapes(path).replace("^", "%5E")  # as the standard has it, not yet url-py
    if query:
        query = _tidied_query(query)
    rest = f"{path}?{query}" if query else path
    if ";" in path or place.endswith(".") or ".:" in place:
        return _without_dots_and_session(scheme, place, rest)
    return Url(f"{scheme}{place}{rest}")


def _without_dots_and_session(scheme: str, place: str, rest: str) -> Url | None:
    """Return the address without the dots after its host and the session in its path.

    What is left may read anew (`/..;jsessionid=1/` steps up, `0x7f.1..` is a number), so it is
    parsed again; at the second look there is nothing left to cut.
    """
    path, mark, query = rest.partition("?")
    cut_path = _PATH_SESSION.sub("", path)
    cut_place = _TRAILING_DOTS.sub("", place)
    if not cut_place or cut_place.startswith(":"):
        return None
    if (cut_place, cut_path) == (place, path):
        return Url(f"{scheme}{place}{rest}")
    return canonical(f"{scheme}{cut_place}{cut_path}{mark}{query}")


def _tidied_escapes(text: str) -> str:
    return _ESCAPE.sub(_tidied_escape, text)


def _tidied_escape(match: re.Match[str]) -> str:
    return _TIDY_ESCAPES[match[1]]


def _tidied_query(query: str) -> str:
    if "%" in query:
        query = _tidied_escapes(query)
    if "&" not in query:
        return "" if _is_noise(query) else query
    return "&".join(sorted(filterfalse(_is_noise, query.split("&")), key=_name_of))


def _name_of(parameter: str) -> str:
    return parameter.partition("=")[0]


_LONGEST_NAME = 40  # twice the longest in tracking.txt; what is longer is data


def _is_noise(parameter: str) -> bool:
    """Tell whether the parameter marks a visitor or a campaign, or is empty."""
    name, _, value = parameter.partition("=")
    if len(name) > _LONGEST_NAME:
        return False
    needs_machine_value = _noise_rule(name)
    if needs_machine_value is None:
        return not parameter
    return not needs_machine_value or _is_machine_made(value)


def _read_noise_names() -> tuple[dict[str, bool], tuple[str, ...]]:
    """Return the names with whether the value must look machine-made, and the beginnings."""
    lines = Path(__file__).with_name("tracking.txt").read_text("utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    names = {name: bool(when) for name, *when in words if not name.endswith("*")}
    return names, tuple(name[:-1] for name, *_ in words if name.endswith("*"))


_NOISE_NAMES, _NOISE_BEGINNINGS = _read_noise_names()


@lru_cache(maxsize=4096)
def _noise_rule(name: str) -> bool | None:
    """Return whether the value counts before this name is dropped; None: it never is."""
    name = name.lower()
    return False if name.startswith(_NOISE_BEGINNINGS) else _NOISE_NAMES.get(name)


# 16 hexadecimal digits are 64 bits, the least a session id should have (OWASP). Among other
# letters a second run of digits is asked for, so that `session=summerschool2024munich` stays.
_MACHINE_MADE = re.compile(
    r"(?=[^0-9]*[0-9])[0-9a-f]{16,}|(?=[^0-9]*[0-9]+[^0-9]+[0-9])[0-9a-z]{16,}", re.IGNORECASE
)


def _is_machine_made(value: str) -> bool:
    return _MACHINE_MADE.fullmatch(value.replace("-", "")) is not None


# Some 12 MB with hrefs as they are; the bound keeps hostile ones below 100 MB.
_LONGEST_REMEMBERED = 128
_remembered = lru_cache(maxsize=2**15)(canonical)
_PATH_STARTS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%")


class HrefResolver:
    """Reads the hrefs of one page; what pages of one folder or host share is worked out once."""

    __slots__ = ("_base", "_folder", "_longest_remembered", "_root")

    def __init__(self, base: Url) -> None:
        self._base = base
        self._folder = base[: base.partition("?")[0].rfind("/") + 1]
        self._root = origin_of(base) + "/"
        self._longest_remembered = _LONGEST_REMEMBERED if len(base) <= _LONGEST_REMEMBERED else -1

    def resolve(self, href: str) -> Url | None:
        """Return what `canonical(href, base)` returns, faster."""
        if len(href) > self._longest_remembered:
            return canonical(href, self._base)
        start = href[:1]
        if start == "/":
            return _remembered(href, self._root)
        if href.startswith(("https://", "http://")):
            return _remembered(href)
        if start in _PATH_STARTS and ":" not in href:
            return _remembered(href, self._folder)
        return canonical(href, self._base)  # "", "?x", "http:x" and the like hang on the whole base


_AUTHORITY = len("https://")  # in "http://h/" the first slash after the host stands here as well
_SIGN = 2**63


def key_of(url: Url) -> int:
    """Return the URL's 64-bit name: signed, never 0, the same on every machine."""
    digest = xxh3_64_intdigest(url.encode())
    return (digest if digest < _SIGN else digest - 2 * _SIGN) or 1


def origin_of(url: Url) -> str:
    """Return scheme, host and port, as `https://example.org:8080`."""
    return url[: url.index("/", _AUTHORITY)]


def path_of(url: Url) -> str:
    """Return path and query, as a request line has them."""
    return url[url.index("/", _AUTHORITY) :]


def host_of(url: Url) -> str:
    """Return the host without port; an IPv6 address keeps its brackets."""
    return _host_and_port(url)[0]


def _host_and_port(url: Url) -> tuple[str, str]:
    place = url.split("/", 3)[2]
    if ":" not in place or place[-1] == "]":
        return place, ""
    host, _, port = place.rpartition(":")
    return host, port


_WWW = re.compile(r"\Awww[0-9]*\.")
_ASP_SESSION = re.compile(r"(?<=/)\((?:(?:[a-z]\([0-9a-z]{24}\))+|[0-9a-z]{24})\)/(?=[^?]+\.aspx)")
_SURT_SAFE = "".join(sorted(set(map(chr, range(0x21, 0x7F))) - set("#%")))  # visible ASCII

_ESCAPE_LEVELS = 10  # honest pages escape an escape once or twice; without end a hostile one stalls


def surt_of(url: Url) -> str:
    """Return the sort key of web archives, as `com,example)/path?x=1`.

    It is the text that the tools around CDXJ make, so that they find our pages: no scheme, no www,
    all in lower case, escapes undone as far as they go, no slash at the end.
    """
    host, port = _host_and_port(url)
    labels = _WWW.sub("", host.strip("[]"))
    path, _, query = path_of(url).partition("?")
    surt = ",".join(reversed(labels.split("."))) + (f":{port})" if port else ")")
    surt += _surt_path(path)
    return f"{surt}?{_surt_query(query)}" if query else surt


def _surt_path(path: str) -> str:
    steps: list[str] = []
    for step in _unescaped(path).lower().split("/")[1:]:
        if step == ".." and steps:
            steps.pop()
        elif step != ".":
            steps.append(step)
    path = "/" + "/".join([*filter(None, steps[:-1]), *steps[-1:]])
    path = _ASP_SESSION.sub("", path)
    return path[:-1] if len(path) > 1 and path.endswith("/") else path


def _surt_query(query: str) -> str:
    parameters = _unescaped(query).lower().split("&")
    return "&".join(sorted(parameters, key=lambda parameter: parameter.split("=", 1)))


def _unescaped(text: str) -> str:
    """Return the text with escapes undone, also escaped ones, and only the needed redone."""
    if "%" not in text:
        return text
    plain, before = text.encode(), b""
    for _ in range(_ESCAPE_LEVELS):
        plain, before = unquote_to_bytes(plain), plain
        if plain == before:
            break
    return quote(plain, _SURT_SAFE)
