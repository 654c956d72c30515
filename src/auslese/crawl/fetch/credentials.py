"""Which password goes where? To the very origin it was given for, and nowhere else.

A line of the settings names an origin, a user and the environment variable that holds the
password. An origin is scheme, host and port: what was given for https is never sent by http, and
what was given for a host goes neither to its neighbours nor to where it redirects to, because a
redirect is a visit of its own with a URL of its own.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping

from auslese.records.errors import SettingsError
from auslese.records.url import Url, canonical, origin_of, path_of

EXPECTED = 'credentials like "https://intranet.example.org USER VARIABLE"'
_WORDS = 3
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read_line(words: str) -> str:
    """A line of `crawl.fetch.credentials` in its plain spelling.

    The complaint does not repeat the line: somebody may have written the password itself.
    """
    parts = words.split()
    url = canonical(parts[0]) if parts else None
    if url is None or path_of(url) != "/" or "@" in words.partition(" ")[0]:
        raise SettingsError(f"expected {EXPECTED}, found another beginning")
    if len(parts) != _WORDS or ":" in parts[1]:  # RFC 7617, 2: no colon in the name of a user
        raise SettingsError(f"expected {EXPECTED}, found something else for {origin_of(url)}")
    if not _VARIABLE.fullmatch(parts[2]):
        expected = "the name of an environment variable that holds the password"
        raise SettingsError(f"expected {expected} for {origin_of(url)}, found something else")
    return f"{origin_of(url)} {parts[1]} {parts[2]}"


class Credentials:
    """The header lines that open a door, by origin."""

    def __init__(self, lines: Iterable[str], environ: Mapping[str, str]) -> None:
        """Take the passwords out of the environment; one that is missing is a SettingsError."""
        self._lines = dict(_opened(read_line(line), environ) for line in lines)

    def header_lines(self, url: Url) -> tuple[str, ...]:
        """What a request for this URL carries."""
        return self._lines.get(origin_of(url), ())


def _opened(line: str, environ: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    origin, user, variable = line.split(" ")
    password = environ.get(variable, "")
    if not password:
        raise SettingsError(
            f"crawl.credentials: the environment variable {variable}, which should hold the"
            f" password of {user} for {origin}, is not set"
        )
    token = b64encode(f"{user}:{password}".encode()).decode("ascii")
    return origin, (f"Authorization: Basic {token}",)
