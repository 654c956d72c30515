"""Which clock hangs on the wall where a host stands? Guessed from its name, or told.

The name of a country's domain tells its time zone by `zone.tab` of the tz database (as the package
`tzdata` ships it), which lists the zones of each country. Servers may stand elsewhere than their
name says; who knows better says so in `politeness.time_zones`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from json import dumps
from zoneinfo import ZoneInfo

from auslese.records.errors import SettingsError
from auslese.records.url import canonical, host_of

EXPECTED_ZONE = 'a time zone like "Europe/Berlin"'
EXPECTED_ENTRY = 'a host and its time zone like "example.org Europe/Berlin"'

# zone.tab goes through a large country from one end to the other; where its first zone is not
# that of most people, this is.
MAIN_ZONES: Mapping[str, str] = {
    "AU": "Australia/Sydney",
    "BR": "America/Sao_Paulo",
    "CA": "America/Toronto",
    "RU": "Europe/Moscow",
    "UA": "Europe/Kyiv",
    "UZ": "Asia/Tashkent",
}
# Domains that are not spelled like their country in ISO 3166, or belong to one without saying so.
COUNTRY_OF: Mapping[str, str] = {
    "ac": "SH",
    "edu": "US",
    "eu": "BE",
    "gov": "US",
    "mil": "US",
    "uk": "GB",
}
# Countries' domains that are used all over the world; so Google Search treats them ("Managing
# multi-regional and multilingual sites", on generic country-code domains).
USED_EVERYWHERE = frozenset(
    {"ad", "ai", "as", "bz", "cc", "cd", "co", "dj", "fm", "io", "la", "me", "ms", "nu", "sc", "sr"}
    | {"su", "tk", "tv", "ws"}
)


def read_zone(name: str) -> str:
    """The name of a time zone, if there is such a one."""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):  # OSError: the name of a folder of zones, as "Europe"
        raise SettingsError(f"expected {EXPECTED_ZONE}, found {_quoted(name)}") from None


def read_entry(words: str) -> str:
    """One line of `politeness.time_zones` in its plain spelling: a host, a blank, a zone."""
    host, _, zone = words.strip().partition(" ")
    url = canonical(f"http://{host.removeprefix('*').removeprefix('.')}/")
    if url is None or not zone or "/" in host:
        raise SettingsError(f"expected {EXPECTED_ENTRY}, found {_quoted(words)}")
    return f"{host_of(url)} {read_zone(zone.strip())}"


def _quoted(words: str) -> str:
    return dumps(words, ensure_ascii=False)


class HostTimeZones:
    """Says which time zone a host is taken to be in."""

    def __init__(self, entries: Iterable[str] = (), otherwise: str = "UTC") -> None:
        """Know better for some hosts; `otherwise` is for those whose name says nothing."""
        self._told = dict(read_entry(entry).split(" ") for entry in entries)
        self._otherwise = otherwise

    def of(self, host: str) -> str:
        """The name of its zone; what is told of the longest part of its name counts."""
        labels = host.split(".")
        for first in range(len(labels)):
            if zone := self._told.get(".".join(labels[first:])):
                return zone
        ending = labels[-1]
        if ending in USED_EVERYWHERE:
            return self._otherwise
        return country_zones().get(COUNTRY_OF.get(ending, ending.upper()), self._otherwise)


@cache
def country_zones() -> Mapping[str, str]:
    """One zone for each country, by its two letters."""
    # Late, for it imports much that most who read settings do not need.
    files = import_module("importlib.resources").files
    table: str = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    zones: dict[str, str] = {}
    for country, _, zone, *_ in rows:
        zones.setdefault(country, zone)
    return {**zones, **MAIN_ZONES}
