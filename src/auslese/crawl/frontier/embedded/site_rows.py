"""The site record (H3): what we know of every host, as a row."""

import sqlite3
from collections.abc import Mapping

from auslese.crawl.frontier.bookkeeping.host_files import (
    ports_of_hosts,
    rights_files_by_host,
    robots_by_host,
)
from auslese.crawl.frontier.roster import Host
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.worker_report import HostNote


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
    robots = robots_by_host(db.execute("SELECT origin, text, at FROM robots ORDER BY at"))
    rows = db.execute(
        "SELECT host.id, host.name, host.address, coalesce(main.name, ''), coalesce(host.delay, 0),"
        " host.last_access, host.next_at, host.bytes / max(host.seconds, 1e-6), host.known,"
        " host.failures FROM host LEFT JOIN host AS main ON main.id = host.alias_of"
        " ORDER BY host.id"
    )
    ports = ports_by_host(db)
    files = rights_files_by_host(
        db.execute("SELECT origin, status, at, text FROM robots ORDER BY origin")
    )
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
    return ports_of_hosts(origin for (origin,) in db.execute("SELECT origin FROM robots"))
