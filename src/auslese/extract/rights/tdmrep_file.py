"""What does `/.well-known/tdmrep.json` reserve, and for which paths? TDMRep, W3C CG, 2024.

The file is a list of rules; of those whose `location` fits a path, the first counts. A rule without
a location, as many files have it, is for the whole site. What cannot be read states nothing.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from auslese.records.rights.page_rights import Permission

MOST_RULES = 500  # of one file; the largest that were seen have some ten
LONGEST_LOCATION = 2_048  # letters; no URL is longer
LONGEST_POLICY = 500
EVERYWHERE = "/"
RESERVED, NOT_RESERVED = ("1", "1.0", "true"), ("0", "0.0", "false")


class TdmRule(NamedTuple):
    """One rule."""

    location: str
    """A pattern of paths, as in robots.txt."""
    permission: Permission
    policy: str
    """Where a licence can be had; empty if nothing is said."""


class TdmFile(NamedTuple):
    """What a file states."""

    rules: tuple[TdmRule, ...] = ()
    unread: int = 0
    """Rules, or files, that have no meaning."""


def read_tdmrep(text: str) -> TdmFile:
    """The rules of a file, in their order."""
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return TdmFile(unread=1)
    entries = [found] if isinstance(found, dict) else found
    if not isinstance(entries, list):
        return TdmFile(unread=1)
    rules = [list(_rule(entry)) for entry in entries[:MOST_RULES]]
    read = tuple(rule for found in rules for rule in found)
    return TdmFile(read, sum(1 for found in rules if not found))


def _rule(entry: Any) -> Iterator[TdmRule]:
    if not isinstance(entry, dict):
        return
    entry = {str(name).strip().lower(): value for name, value in entry.items()}
    location, policy = entry.get("location", EVERYWHERE), entry.get("tdm-policy")
    said = entry.get("tdm-reservation")
    reservation = str(said).strip().lower() if isinstance(said, int | float | str) else ""
    if not isinstance(location, str) or not 0 < len(location) <= LONGEST_LOCATION:
        return
    policy = policy.strip()[:LONGEST_POLICY] if isinstance(policy, str) else ""
    if reservation in RESERVED:
        yield TdmRule(location, Permission.CONDITIONAL if policy else Permission.RESERVED, policy)
    elif reservation in NOT_RESERVED:
        yield TdmRule(location, Permission.ALLOWED, policy)
