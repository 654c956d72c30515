"""What a worker is given: a host for a while, and what to fetch there."""

from typing import NamedTuple

from auslese.records.visit import Visit


class LastVisit(NamedTuple):
    """What the last visit to a page brought; a server may answer that it is still so."""

    etag: str
    modified: str
    """The Last-Modified field as the server wrote it."""
    payload: bytes
    """Digest of the body as it came, before unpacking."""
    url: str
    """Where that body was archived: this page, or another with the same content."""
    at: float
    """When it was archived."""
    digest: bytes = b""
    """The name of the content; empty if the page was."""
    seen_at: float = 0.0
    """When the page was last there."""


class Errand(NamedTuple):
    """One leased visit."""

    id: int
    """The frontier's number for this URL."""
    visit: Visit
    tries: int
    """How often it was tried before, in vain."""
    before: LastVisit | None = None
    """Set when we come back to a page that we have."""
    look_first: bool = False
    """Ask for the header alone first: URLs of this shape often are what we do not want."""
    suspect: bool = False
    """Of a shape that may be a trap: the report is to hold a sketch of its text."""


class RobotsNote(NamedTuple):
    """What an origin's robots.txt said when we last asked."""

    origin: str
    status: int
    """HTTP status; 0 if there was no answer."""
    text: str
    at: float
    """Seconds since 1970."""
    until: float = 0.0
    """How long it may be used, in seconds since 1970."""


def is_rights_file(note_name: str) -> bool:
    """Whether a note is of such a file and not of a robots.txt, which has an origin for a name."""
    return note_name.count("/") > len("//")


class Lease(NamedTuple):
    """A host that is ours for a while, and what to fetch there."""

    host: str
    host_id: int
    token: int
    seconds: float
    """How long it is ours, counted from before we asked."""
    delay: float
    failures: int
    """Failures of the host itself in a row."""
    errands: list[Errand]
    robots: list[RobotsNote]
    address: str = ""
    """The address that is ours with the host, and no other host's; empty if none is known yet."""
    resolved_at: float = 0.0
    """When the name was last resolved, in seconds since 1970."""
    errors: float = 0.0
    """How much of its error budget the host has used up."""
    has_answered: bool = False
    """Something came from it once."""
    unverified: bool = False
    """Its certificate is known not to verify, and the presence takes it nevertheless."""
