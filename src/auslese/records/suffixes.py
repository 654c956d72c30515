"""Which part of a host's name did its owner register? Answered by the public suffix list.

Both sections of the list count, the registries' and the private one: what lies below
`anna.github.io` and `bert.github.io` belongs to two people as much as what lies below `anna.de`
and `bert.de`, and a crawl that starts at one tenant of a host must not spread over all of them.
"""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from publicsuffixlist import PSLFILE
from url import URL

_NUMERIC_HOST = re.compile(r"\[.*\]|[0-9]+(?:\.[0-9]+){3}")

# A worker meets the same few hosts over and over; an entry takes about 200 bytes.
_REMEMBERED_HOSTS = 2**15
_LONGEST_HOST = 253  # RFC 1035, written without the final dot; longer names are nobody's


class _SuffixRules(NamedTuple):
    """The list by kind of rule, each name in Unicode and in ASCII."""

    plain: frozenset[str]
    wild: frozenset[str]
    """What follows `*.`: each label before it makes a suffix, and the bare name is one as well."""
    exceptions: frozenset[str]
    """What follows `!`: registrable although a wildcard covers it."""
    most_labels: int
    """Labels of the longest rule; no need to look at longer endings."""


def registrable_domain(host: str) -> str:
    """Return the name someone registered: `example.co.uk` of `www.shop.example.co.uk`.

    A host below nobody's name stands for itself: an address, a bare suffix, a malformed name.
    """
    return _split(host)[0] if len(host) <= _LONGEST_HOST else host


def public_suffix(host: str) -> str:
    """Return the ending below which anyone may register, as `co.uk`; "" where there is none."""
    return _split(host)[1] if len(host) <= _LONGEST_HOST else ""


@lru_cache(maxsize=_REMEMBERED_HOSTS)
def _split(host: str) -> tuple[str, str]:
    """Return the registrable domain and the public suffix."""
    labels = host.lower().split(".")
    count = _suffix_labels(labels)
    suffix = ".".join(labels[-count:]) if count else ""
    domain = ".".join(labels[-count - 1 :]) if 0 < count < len(labels) else host
    return domain, suffix


def _suffix_labels(labels: list[str]) -> int:
    """Return how many labels the suffix has; 0 for addresses and malformed names."""
    if not all(labels) or _NUMERIC_HOST.fullmatch(".".join(labels)):
        return 0
    rules = _rules()
    for count in range(min(len(labels), rules.most_labels), 0, -1):
        ending = ".".join(labels[-count:])
        if ending in rules.exceptions:
            return count - 1
        if ending in rules.wild:
            return min(count + 1, len(labels))
        if ending in rules.plain:
            return count
    return 1  # the list's own default: an unknown top-level domain is a suffix


@cache
def _rules() -> _SuffixRules:
    """Return the list, read at first use, so that who needs no suffix does not pay for it."""
    lines = Path(PSLFILE).read_text("utf-8").splitlines()
    rules = [line.split()[0] for line in lines if line.strip() and not line.startswith("//")]
    exceptions = [rule[1:] for rule in rules if rule.startswith("!")]
    wild = [rule[2:] for rule in rules if rule.startswith("*.")]
    plain = [rule for rule in rules if not rule.startswith(("!", "*."))]
    return _SuffixRules(
        _both_spellings(plain),
        _both_spellings(wild),
        _both_spellings(exceptions),
        max(rule.count(".") for rule in rules) + 1,
    )


def _both_spellings(names: list[str]) -> frozenset[str]:
    """Return the names in Unicode and as our URLs spell them."""
    ascii_names = (
        URL.parse(f"http://{name}").host_str or name for name in names if not name.isascii()
    )
    return frozenset(names).union(ascii_names)
