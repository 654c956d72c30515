"""Who opens a shared frontier: a row for each name, and the leases that an earlier holder left."""

from auslese.crawl.frontier.shared.database_link import DatabaseLink

UNNAMED = "unnamed"
_ENROL = """
INSERT INTO opener (name, opened_at) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET opened_at = excluded.opened_at RETURNING id
"""


def enrol(link: DatabaseLink, name: str, now: float) -> int:
    """The number of who opens under this name, from now on."""
    return int(link.value(_ENROL, name or UNNAMED, now))
