"""Hosts that cannot be reached: what a worker says of one, and what the frontier knows of it."""

from typing import NamedTuple


class HostTrouble(NamedTuple):
    """Why a host could not be reached just now; what waits there keeps waiting."""

    kind: str
    """refused or failed: how all ends that waits there, if the host stays as it is."""
    reason: str
    detail: str
    origin: str
    has_answered: bool = False
    """It was well once: such a host is waited for, and its silence may be our own."""


class UnreachableHost(NamedTuple):
    """A host that could not be reached when it was last tried."""

    host: str
    since: float
    """When it was first found so, in seconds since 1970."""
    tries: int
    """Tries in vain, one after the other."""
    next_try: float
    reason: str
    detail: str
    waiting: int
    """URLs that wait there."""
    ended: int = 0
    """URLs that ended because it stayed so."""
    has_answered: bool = False
