"""Who opens a shared frontier: a row for each name, and the leases that an earlier holder left."""

from time import monotonic, sleep

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.records.errors import LockedError
from auslese.wording.fleet.cluster_sentences import SharedFrontierProblem

UNNAMED = "unnamed"
CLAIM_SECONDS = 20.0
"""So long a name may seem taken by a crawl that is dead: until the server has noticed the cut."""
LOOK_AGAIN_SECONDS = 0.02
_ENROL = """
INSERT INTO opener (name, opened_at) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET opened_at = excluded.opened_at RETURNING id
"""


def enrol(link: DatabaseLink, name: str, now: float) -> int:
    """The number of who opens under this name, from now on."""
    return int(link.value(_ENROL, name or UNNAMED, now))


def claim_name(link: DatabaseLink, opener: int) -> None:
    """Be the only one who is open under this name; LockedError if somebody else is.

    The lock of the collection sees to that on one machine; this does if a folder is shared.
    """
    until = monotonic() + CLAIM_SECONDS
    while not link.retried(lambda: link.claim(opener)):
        if monotonic() > until:
            raise LockedError(SharedFrontierProblem.NAME_TAKEN.of(place=link.place.shown))
        sleep(LOOK_AGAIN_SECONDS)
