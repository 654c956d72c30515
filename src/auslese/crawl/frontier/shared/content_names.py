"""Contents in a shared frontier: the modulus that names them, and who finds them there."""

from contextlib import closing
from time import monotonic
from weakref import finalize

from auslese.crawl.frontier.seen_content import ContentNaming, KnownContent, SeenContentFinder
from auslese.crawl.frontier.shared.database_link import (
    DatabaseLink,
    LinkPatience,
    SharedFrontierLostError,
)
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.text.polynomials import random_irreducible
from auslese.text.rabin import DEGREE

NO_PATIENCE = LinkPatience(connecting=1.0, answer=2.0, silence=2.0, in_all=0.0)
SILENT_SECONDS = 2.0  # after a question that had no answer; as long as none is asked, none waits
FIND = "SELECT url, key, at, payload FROM content WHERE digest = $1"


def find_content(link: DatabaseLink, name: bytes) -> KnownContent | None:
    """Where the content or body of this name was archived first, as far as that is recorded."""
    row = link.retried(lambda: link.row(FIND, name))
    return KnownContent(*row) if row else None


def open_shared_contents(place: DatabasePlace) -> SeenContentFinder:
    """Ask the recorded part of the frontier over a connection of one's own."""
    with closing(DatabaseLink(place, "auslese contents")) as link:
        naming = link.retried(lambda: read_naming(link))
    return SeenContentFinder(ContentAsking(place), naming)


class ContentAsking:
    """Asks for contents beside the fetching; what cannot be answered soon is taken for new.

    That costs a body archived twice. To wait for a database would cost all the hosts that are with
    this worker, and the frontier decides in the end which page is the copy.
    """

    def __init__(self, place: DatabasePlace) -> None:
        """Nothing is asked yet."""
        self._link = DatabaseLink(place, "auslese contents", NO_PATIENCE)
        self._silent_until = 0.0
        finalize(self, self._link.drop)  # nobody says good-bye who only asks

    def __call__(self, name: bytes) -> KnownContent | None:
        """Where the content or body of this name was archived first, if that is known in time."""
        if monotonic() < self._silent_until:
            return None
        try:
            return find_content(self._link, name)
        except SharedFrontierLostError:
            self._silent_until = monotonic() + SILENT_SECONDS
            return None


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
