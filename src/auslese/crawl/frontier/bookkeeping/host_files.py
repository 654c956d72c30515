"""What robots.txt and its sisters tell of a host: ports, rules, files on the use of pages."""

from collections.abc import Iterable

from auslese.crawl.frontier.lease import is_rights_file
from auslese.crawl.frontier.row_staging import RightsFileRow
from auslese.records.url import Url, host_of

USUAL_PORTS = {"http": 80, "https": 443}


def robots_by_host(rows: Iterable[tuple[str, str, float]]) -> dict[str, tuple[str, float]]:
    """The text of each host's robots.txt, and when it was asked, of rows in the order of time."""
    return {
        host_of_origin(origin): (text, at)
        for origin, text, at in rows
        if not is_rights_file(origin)
    }


def ports_of_hosts(origins: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """At which ports each host was asked, in order: it has a robots.txt for each of them."""
    found: dict[str, set[int]] = {}
    for origin in origins:
        if not is_rights_file(origin):
            host, port = _place_of_origin(origin)
            found.setdefault(host, set()).add(port)
    return {host: tuple(sorted(ports)) for host, ports in found.items()}


def rights_files_by_host(
    rows: Iterable[tuple[str, int, float, str]],
) -> dict[str, tuple[RightsFileRow, ...]]:
    """The files of each host on the use of its pages, of rows in the order of their addresses."""
    found: dict[str, list[RightsFileRow]] = {}
    for row in rows:
        if is_rights_file(row[0]):
            found.setdefault(host_of(Url(row[0])), []).append(RightsFileRow(*row))
    return {host: tuple(files) for host, files in found.items()}


def host_of_origin(origin: str) -> str:
    """The host name in `scheme://host:port`."""
    return _place_of_origin(origin)[0]


def _place_of_origin(origin: str) -> tuple[str, int]:
    scheme, _, place = origin.partition("://")
    host, _, port = place.rpartition(":")
    is_said = port.isdigit() and bool(host)
    return (host, int(port)) if is_said else (place, USUAL_PORTS.get(scheme, 0))
