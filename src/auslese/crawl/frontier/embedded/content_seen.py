"""Contents in the frontier's file: the modulus that names them, and who finds them there."""

import sqlite3
from pathlib import Path
from time import monotonic

from auslese.crawl.frontier.embedded.frontier_file import open_ledger
from auslese.crawl.frontier.seen_content import ContentNaming, KnownContent, SeenContentFinder
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE

MAPPED_BYTES = 1 << 30  # of the frontier, read without a call for every page of it
LOOK_SECONDS = 0.2  # one reading transaction for many questions: 6 instead of 36 µs for each

FIND = "SELECT url, key, at, payload FROM content WHERE digest = ?"


def draw_modulus(db: sqlite3.Connection) -> None:
    """Draw the modulus of a frontier that has none; one statement, so all of it or nothing."""
    if db.execute("SELECT 1 FROM meta WHERE name = 'modulus'").fetchone() is None:
        db.execute(
            "INSERT INTO meta SELECT 'modulus', ? UNION ALL"
            " SELECT 'content_by_sha1', 'yes' WHERE EXISTS (SELECT 1 FROM content)",
            (f"{random_irreducible(DEGREE):x}",),
        )


def read_naming(db: sqlite3.Connection) -> ContentNaming:
    """How contents are named here; the modulus must have been drawn."""
    meta = dict(db.execute("SELECT name, value FROM meta"))
    return ContentNaming(int(meta["modulus"], 16), "content_by_sha1" in meta)


def open_content_finder(frontier_file: Path) -> SeenContentFinder:
    """Ask the recorded part of the frontier, without the coordinator."""
    db = open_ledger(frontier_file)
    db.execute(f"PRAGMA mmap_size = {MAPPED_BYTES}")
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

    return SeenContentFinder(find, read_naming(db), rest)
