"""How many connections fit into the files that a worker may open."""

from typing import NamedTuple

OWN_FILES = 16  # archive and index of it, frontier, certificates, libcurl's own; twice what is used
FILES_OF_A_HOST = 2  # libcurl's connection, and our copy of it while a request is under way
MOST_NAMES = 64
MOST_IDLE = 400
SHARE_OF_NAMES = 6  # a sixth of the files for names that are being resolved


class ConnectionBounds(NamedTuple):
    """What a worker does at once at most."""

    hosts: int
    names: int
    """Names that are being resolved."""
    idle: int
    """Connections that are kept for the next request to the same host."""


def connection_bounds(files: int, hosts_wanted: int) -> ConnectionBounds:
    """Bounds so that all of it fits into so many files; one of each at least."""
    room = files - OWN_FILES
    names = _within(room // SHARE_OF_NAMES, MOST_NAMES)
    hosts = _within((room - names) * 3 // 4 // FILES_OF_A_HOST, hosts_wanted)
    idle = _within(room - names - hosts * FILES_OF_A_HOST, MOST_IDLE)
    return ConnectionBounds(hosts, names, idle)


def _within(number: int, most: int) -> int:
    return max(1, min(number, most))
