"""Contents of a shared frontier: which of those in a report were seen before."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.shared.content_names import find_content
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.records.visit import Visit

FIND_ALL = "SELECT digest, url, key, at, payload FROM content WHERE digest = ANY($1::bytea[])"
KEEP_ALL = """
    INSERT INTO content (digest, key, url, at, payload)
    SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::float8[], $5::bytea[])
    ON CONFLICT (digest) DO NOTHING
"""

Named = tuple[bytes, Visit, EndedVisit]
"""A name of the content or the body that a visit brought."""


class SeenBefore(NamedTuple):
    """Where a content was seen first, and where this very body; perhaps on this page.

    None where this is the first time.
    """

    first: KnownContent | None = None
    body: KnownContent | None = None


class SharedContents:
    """Says of the contents of a report which were seen before, and remembers the others."""

    def __init__(self, link: DatabaseLink) -> None:
        """Look at an open frontier."""
        self._link = link

    def find(self, name: bytes) -> KnownContent | None:
        """Where the content or body of this name was archived first."""
        return find_content(self._link, name)

    def seen_before(self, ended: Sequence[tuple[Visit, EndedVisit]]) -> list[SeenBefore]:
        """What is known of the contents of these visits, in their order; in a transaction.

        A body that is not the first with its content is remembered, too, so that it is archived
        once. If somebody else reports the same content in this moment, one of the two waits for
        the other and finds it.
        """
        named = [(end.digest, visit, end) for visit, end in ended if end.digest]
        firsts = self._first(named)
        others = [
            (end.payload, visit, end)
            for name, visit, end in named
            if firsts[name].payload != end.payload
        ]
        bodies = self._first(others)
        return [_seen(visit, end, firsts, bodies) for visit, end in ended]

    def _first(self, named: Iterable[Named]) -> dict[bytes, KnownContent]:
        """Who came first under each of these names; now, if nobody had come before."""
        news: dict[bytes, tuple[bytes, int, str, float, bytes]] = {}
        for name, visit, ended in named:
            news.setdefault(name, (name, visit.key, visit.url, ended.at, ended.payload))
        if not news:
            return {}
        known = self._known(list(news))
        # In the order of names: two reports never wait for each other in turn.
        unknown = [news[name] for name in sorted(news.keys() - known.keys())]
        if unknown:
            self._link.run(KEEP_ALL, *map(list, zip(*unknown, strict=True)))
            known |= self._known([row[0] for row in unknown])
        return known

    def _known(self, names: list[bytes]) -> dict[bytes, KnownContent]:
        return {name: KnownContent(*row) for name, *row in self._link.rows(FIND_ALL, names)}


def _seen(
    visit: Visit,
    ended: EndedVisit,
    firsts: dict[bytes, KnownContent],
    bodies: dict[bytes, KnownContent],
) -> SeenBefore:
    """Whoever is the first itself finds nothing but itself."""
    if not ended.digest:
        return SeenBefore()
    first = firsts[ended.digest]
    if _is_own(first, visit, ended):
        return SeenBefore()
    if first.payload == ended.payload:
        return SeenBefore(first, first)
    body = bodies[ended.payload]
    is_other = body.payload == ended.payload and not _is_own(body, visit, ended)
    return SeenBefore(first, body if is_other else None)


def _is_own(known: KnownContent, visit: Visit, ended: EndedVisit) -> bool:
    return (known.key, known.at, known.payload) == (visit.key, ended.at, ended.payload)
