"""Contents in a shared frontier: the modulus that names them, and who finds them there."""

from auslese.crawl.frontier.seen_content import ContentNaming, KnownContent, SeenContentFinder
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE

FIND = "SELECT url, key, at, payload FROM content WHERE digest = $1"


def find_content(link: DatabaseLink, name: bytes) -> KnownContent | None:
    """Where the content or body of this name was archived first, as far as that is recorded."""
    row = link.retried(lambda: link.row(FIND, name))
    return KnownContent(*row) if row else None


def open_shared_contents(place: DatabasePlace) -> SeenContentFinder:
    """Ask the recorded part of the frontier over a connection of one's own."""
    link = DatabaseLink(place, "auslese contents")
    naming = link.retried(lambda: read_naming(link))
    return SeenContentFinder(lambda name: find_content(link, name), naming)


def draw_modulus(link: DatabaseLink) -> None:
    """Draw the modulus of a frontier that has none; of several who do, the first one counts."""
    if not link.value("SELECT 1 FROM meta WHERE name = 'modulus'"):
        link.run(
            "INSERT INTO meta VALUES ('modulus', $1) ON CONFLICT (name) DO NOTHING",
            f"{random_irreducible(DEGREE):x}",
        )


def read_naming(link: DatabaseLink) -> ContentNaming:
    """How contents are named here; the modulus must have been drawn."""
    meta = dict(map(tuple, link.rows("SELECT name, value FROM meta")))
    return ContentNaming(int(meta["modulus"], 16), "content_by_sha1" in meta)
