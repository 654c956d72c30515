"""Hosts that cannot be reached, in a shared frontier: since when, and why."""

from collections.abc import Sequence

from auslese.crawl.frontier.outage import HostTrouble, UnreachableHost
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.host_names import clean_text

_NOTE = """
INSERT INTO outage AS known (host_id, since, reason, detail, answered)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT (host_id) DO UPDATE
SET reason = excluded.reason, detail = excluded.detail, answered = excluded.answered, ended = 0
RETURNING since
"""
_READ = """
SELECT host.name, since, failures, next_at, reason, detail,
    (SELECT count(*) FROM waiting WHERE host_id = host.id AND NOT id = ANY(host.leased)),
    ended, answered
FROM outage JOIN host ON host.id = outage.host_id
"""
# Politeness still holds: nobody is asked before the pause after the last access is over.
_RETRY = """
UPDATE host SET failures = 0, next_at = CASE WHEN worker IS NULL
    THEN least(next_at, last_access + greatest($1, coalesce(delay, 0))) ELSE next_at END
WHERE id IN (SELECT host_id FROM outage) RETURNING id
"""


def note_outage(link: DatabaseLink, host_id: int, trouble: HostTrouble, now: float) -> float:
    """Write down that a host could not be reached; since when."""
    detail = clean_text(trouble.detail)
    told = (str(trouble.reason), detail, trouble.has_answered)
    return float(link.value(_NOTE, host_id, now, *told))


def note_ended(link: DatabaseLink, host_id: int, ended: int) -> None:
    """Write down how many URLs ended because of it."""
    link.run("UPDATE outage SET ended = $2 WHERE host_id = $1", host_id, ended)


def end_outages(link: DatabaseLink, host_ids: Sequence[int]) -> None:
    """Write down that these hosts answer again."""
    if host_ids:
        link.run("DELETE FROM outage WHERE host_id = ANY($1::bigint[])", list(host_ids))


def retry_outages(link: DatabaseLink, delay: float) -> list[int]:
    """Let all of them be tried as soon as politeness allows; the hosts, to be reckoned anew."""
    hosts = [host for (host,) in link.rows(_RETRY, delay)]
    if hosts:
        link.run(
            "UPDATE waiting SET not_before = 0"
            " WHERE host_id = ANY($1::bigint[]) AND not_before > 0",
            hosts,
        )
        link.run("DELETE FROM outage WHERE host_id = ANY($1::bigint[])", hosts)
    return hosts


def read_outages(link: DatabaseLink) -> list[UnreachableHost]:
    """The hosts that cannot be reached, those with the most waiting first."""
    hosts = [UnreachableHost(*row) for row in link.rows(_READ)]
    return sorted(hosts, key=lambda host: (-host.waiting, host.host))
