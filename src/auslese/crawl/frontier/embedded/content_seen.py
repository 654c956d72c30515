"""Has this content been seen before? Asked for every page, before it is archived.

Contents are known by the Rabin fingerprint of their normal form, modulo a polynomial that was
drawn for this collection and that no server can know: so none can make two pages that are taken
for one. A frontier begun before there were fingerprints knows its contents by SHA-1; they are
found under that name for ever, and everything new has a fingerprint.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from auslese.crawl.frontier.embedded.ledger import open_ledger
from auslese.crawl.frontier.frontier import KnownContent
from auslese.crawl.traps.normal_form import normal_form
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE, RabinFingerprinter

MAPPED_BYTES = 1 << 30  # of the frontier, read without a call for every page of it
LOOK_SECONDS = 0.2  # one reading transaction for many questions: 6 instead of 36 µs for each

FIND = "SELECT url, key, at, payload FROM content WHERE digest = ?"

FindContent = Callable[[bytes], KnownContent | None]


class SeenContent(NamedTuple):
    """What is known of a content."""

    name: bytes
    """By which the frontier knows it, now or from now on; empty: it is never a copy."""
    earlier: KnownContent | None = None
    """Where the very same body was archived before."""


def draw_modulus(db: sqlite3.Connection) -> None:
    """Draw the modulus of a frontier that has none; one statement, so all of it or nothing."""
    if db.execute("SELECT 1 FROM meta WHERE name = 'modulus'").fetchone() is None:
        db.execute(
            "INSERT INTO meta SELECT 'modulus', ? UNION ALL"
            " SELECT 'content_by_sha1', 'yes' WHERE EXISTS (SELECT 1 FROM content)",
            (f"{random_irreducible(DEGREE):x}",),
        )


class SeenContentFinder:
    """Answers for one worker."""

    def __init__(
        self,
        find: FindContent,
        modulus: int,
        *,
        also_by_sha1: bool = False,
        rest: Callable[[], None] = lambda: None,
    ) -> None:
        """Ask `find` for contents and bodies by their names."""
        self._find = find
        self.rest = rest
        """Lets go of what it reads; while it does not, the frontier's log only grows."""
        self._fingerprint = RabinFingerprinter(modulus).fingerprint
        self._also_by_sha1 = also_by_sha1

    def __call__(self, content: bytes, digest: bytes, payload: bytes) -> SeenContent:
        """Tell what is known of a content; `digest` is its SHA-1, `payload` that of its body."""
        name = self._fingerprint(normal_form(content))
        known = self._find(name)
        if known is None and self._also_by_sha1:
            known = self._find(digest)
            name = name if known is None else digest
        if known is not None and known.payload != payload:
            known = same_body(self._find, payload)
        return SeenContent(name, known)


def same_body(find: FindContent, payload: bytes) -> KnownContent | None:
    """Where a body was archived that is not the first one with its content."""
    known = find(payload)
    return known if known is not None and known.payload == payload else None


def open_content_finder(frontier_file: Path) -> SeenContentFinder:
    """Ask the recorded part of the frontier, without the coordinator."""
    db = open_ledger(frontier_file)
    db.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
    meta = dict(db.execute("SELECT name, value FROM meta"))
    looked_at = 0.0

    def rest() -> None:
        if db.in_transaction:
            db.execute("COMMIT")

    def find(name: bytes) -> KnownContent | None:
        nonlocal looked_at
        if monotonic() - looked_at > LOOK_SECONDS:
            rest()
        if not db.in_transaction:
            db.execute("BEGIN")
            looked_at = monotonic()
        row = db.execute(FIND, (name,)).fetchone()
        return KnownContent(*row) if row else None

    by_sha1 = "content_by_sha1" in meta
    return SeenContentFinder(find, int(meta["modulus"], 16), also_by_sha1=by_sha1, rest=rest)
