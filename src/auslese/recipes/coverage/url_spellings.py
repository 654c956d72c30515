"""Which URLs are the same to somebody who compares lists: www, the scheme and a last slash aside.

The names of twins are those of the seed (Bumüller 2019, 5.1): www, ww2, ww3, and none of them.
"""

import re

from auslese.records.url import Url

SCHEMES = ("https://", "http://")
TWINS = ("", "www.", "ww2.", "ww3.")
_PARTS = re.compile(r"https?://(?:www\.|ww2\.|ww3\.)?([^/]*)(.*)", re.DOTALL)


def compared_form(url: Url) -> str:
    """What two URLs have in common that a list takes for one."""
    place, rest = _place_and_rest(url)
    return place + rest


def twin_spellings(url: Url) -> list[Url]:
    """All URLs that are compared as this one, itself first."""
    place, rest = _place_and_rest(url)
    endings = (rest, f"{rest}/") if rest else ("/",)
    others = (
        Url(f"{scheme}{twin}{place}{ending}")
        for scheme in SCHEMES
        for twin in TWINS
        for ending in endings
    )
    return list(dict.fromkeys((url, *others)))


def _place_and_rest(url: Url) -> tuple[str, str]:
    """Host and port without their prefix, and what is behind them without a slash at its end."""
    found = _PARTS.fullmatch(url)
    if found is None:  # no URL is without a host
        return "", url
    place, rest = found.groups()
    return place, rest.removesuffix("/")
