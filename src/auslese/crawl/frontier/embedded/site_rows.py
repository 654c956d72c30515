"""The site record (H3): what we know of every host, as a row."""

import sqlite3
from collections.abc import Mapping

from auslese.crawl.frontier.lease import is_rights_file
from auslese.crawl.frontier.roster import Host
from auslese.crawl.frontier.row_staging import RightsFileRow, SiteRow
from auslese.crawl.frontier.worker_report import HostNote
from auslese.records.url import Url, host_of

USUAL_PORTS = {"http": 80, "https": 443}


def write_site(db: sqlite3.Connection, host: Host, note: HostNote, now: float) -> None:
    """Write down what is known of a host after a report; belongs into a transaction."""
    db.execute(
        "UPDATE host SET delay = ?, failures = ?, errors = ?, unverified = ?, address = ?,"
        " resolved_at = ?, asked = asked + ?, bytes = bytes + ?, seconds = seconds + ?,"
        " last_access = CASE ? WHEN 0 THEN last_access ELSE ? END WHERE id = ?",
        (
            host.delay,
            host.failures,
            host.errors,
            host.unverified,
            host.address,
            host.resolved_at,
            note.asked,
            note.size,
            note.seconds,
            note.asked,
            now,
            host.id,
        ),
    )


def read_sites(db: sqlite3.Connection, waiting: Mapping[int, int]) -> list[SiteRow]:
    """All sites; `waiting` says how many URLs of each host are still to be fetched."""
    robots = {
        host_of_origin(origin): (text, at)
        for origin, text, at in db.execute("SELECT origin, text, at FROM robots ORDER BY at")
        if not is_rights_file(origin)
    }
    rows = db.execute(
        "SELECT host.id, host.name, host.address, coalesce(main.name, ''), coalesce(host.delay, 0),"
        " host.last_access, host.next_at, host.bytes / max(host.seconds, 1e-6), host.known,"
        " host.failures FROM host LEFT JOIN host AS main ON main.id = host.alias_of"
        " ORDER BY host.id"
    )
    ports, files = ports_by_host(db), _rights_files(db)
    sites = []
    for number, name, *where, delay, last, next_at, rate, known, failures in rows:
        text, at = robots.get(name, ("", None))
        unknown = waiting.get(number, 0)
        clocks = (delay, last, next_at, rate)
        row = (name, *where, text, at, *clocks, known, unknown, failures)
        kept = (ports.get(name, ()), files.get(name, ()))
        sites.append(SiteRow._make((*row, *kept)))
    return sites


def ports_by_host(db: sqlite3.Connection) -> dict[str, tuple[int, ...]]:
    """At which ports each host was asked, in order: it has a robots.txt for each of them."""
    found: dict[str, set[int]] = {}
    for (origin,) in db.execute("SELECT origin FROM robots"):
        if not is_rights_file(origin):
            host, port = _place_of_origin(origin)
            found.setdefault(host, set()).add(port)
    return {host: tuple(sorted(ports)) for host, ports in found.items()}


def _rights_files(db: sqlite3.Connection) -> dict[str, tuple[RightsFileRow, ...]]:
    """The files of each host on the use of its pages, in the order of their addresses."""
    found: dict[str, list[RightsFileRow]] = {}
    for row in db.execute("SELECT origin, status, at, text FROM robots ORDER BY origin"):
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
