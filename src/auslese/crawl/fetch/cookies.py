"""Cookies, for the hosts that the settings name, and for the time of a crawl.

RFC 6265 made narrower: a cookie goes back to the very host that set it, whatever its Domain says,
and only the hosts that are named have any. They live in the memory of one worker; nothing of them
is written down.
"""

import re
from collections.abc import Iterable
from email.utils import mktime_tz, parsedate_tz
from typing import NamedTuple
from urllib.parse import urlsplit

from auslese.records.url import Url, host_of

# RFC 6265, 6.1 wants room for these; ten kilobytes is what servers usually take as one header line.
MOST_COOKIES = 50
LONGEST_COOKIE = 4096
LONGEST_LINE = 10_000
LONGEST_DATE = 64
MAX_AGE = re.compile(r"-?[0-9]{1,12}")
FOREVER = float("inf")


class Cookie(NamedTuple):
    """One cookie of a host."""

    name: str
    value: str
    path: str
    secure: bool
    until: float

    @property
    def size(self) -> int:
        """Letters it takes in a request."""
        return len(self.name) + len(self.value) + len("=; ")


class CookieJar:
    """The cookies of the hosts that may have any."""

    def __init__(self, hosts: Iterable[str]) -> None:
        """Begin without cookies."""
        self._jars: dict[str, dict[tuple[str, str], Cookie]] = {host: {} for host in hosts}

    def take(self, url: Url, header: bytes, now: float) -> None:
        """Keep what the header of an answer from this URL sets."""
        jar = self._jars.get(host_of(url))
        if jar is None:
            return
        for line in header.split(b"\n"):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"set-cookie" and len(value) <= LONGEST_COOKIE:
                cookie = read_cookie(value.decode("latin-1"), url, now)
                if cookie is not None:
                    _keep(jar, cookie, now)

    def header_lines(self, url: Url, now: float) -> tuple[str, ...]:
        """What a request for this URL carries."""
        jar = self._jars.get(host_of(url))
        if not jar:
            return ()
        path, secure = _path_of(url), url.startswith("https:")
        fitting = [
            cookie
            for cookie in jar.values()
            if cookie.until > now and _is_below(path, cookie.path) and (secure or not cookie.secure)
        ]
        fitting.sort(key=lambda cookie: -len(cookie.path))  # RFC 6265, 5.4: longer paths first
        line = "; ".join(f"{cookie.name}={cookie.value}" for cookie in fitting)
        return (f"Cookie: {line}",) if line else ()


def _keep(jar: dict[tuple[str, str], Cookie], cookie: Cookie, now: float) -> None:
    """Put it in; one that is over is a farewell, and the oldest make room."""
    jar.pop((cookie.name, cookie.path), None)
    if cookie.until <= now:
        return
    jar[cookie.name, cookie.path] = cookie
    while len(jar) > MOST_COOKIES or sum(kept.size for kept in jar.values()) > LONGEST_LINE:
        del jar[next(iter(jar))]


def read_cookie(text: str, url: Url, now: float) -> Cookie | None:
    """Return the cookie a Set-Cookie line means, or None if it is not to be kept."""
    pair, *attributes = text.split(";")
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not (name and equals and (name + value).isascii() and (name + value).isprintable()):
        return None
    given = dict(_attribute(attribute) for attribute in attributes)
    secure = "secure" in given
    if secure and not url.startswith("https:"):
        return None
    if not _is_own_domain(given.get("domain", ""), host_of(url)):
        return None
    path = given.get("path", "")
    path = path if path.startswith("/") else _path_of(url).rpartition("/")[0] or "/"
    return Cookie(name, value, path, secure, _until(given, now))


def _attribute(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip().lower(), value.strip()


def _is_own_domain(domain: str, host: str) -> bool:
    domain = domain.removeprefix(".").lower()
    return not domain or host == domain or host.endswith(f".{domain}")


def _until(given: dict[str, str], now: float) -> float:
    """When it ends; Max-Age beats Expires, and what cannot be read is not said."""
    if age := MAX_AGE.fullmatch(given.get("max-age", "")):
        return now + int(age[0])
    date = parsedate_tz(given.get("expires", "")[:LONGEST_DATE])
    try:
        return FOREVER if date is None else mktime_tz(date)
    except (ValueError, OverflowError):
        return FOREVER


def _is_below(path: str, folder: str) -> bool:
    """RFC 6265, 5.1.4."""
    return path.startswith(folder) and (
        folder.endswith("/") or path[len(folder) :][:1] in ("", "/")
    )


def _path_of(url: Url) -> str:
    return urlsplit(url).path or "/"
