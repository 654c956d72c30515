"""Makes news of pages that arrive from files: kept in the archive, read, recorded in batches.

The order is that of a worker: a body is in the archive and synced to disk before the frontier
records that it is there. So a kill costs the batch at hand, and the same files bring it again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha1
from time import time
from typing import NamedTuple

from auslese.crawl.arrivals import ArrivalBook, Arrived, Standing
from auslese.crawl.content_seen import Seen
from auslese.crawl.frontier import Errand, SegmentMark
from auslese.crawl.keeping import Exchange, Keeper
from auslese.crawl.outbox import Outbox
from auslese.crawl.rows import Taken, ended_with_page, page_row
from auslese.records.document import Reading, may_follow
from auslese.records.fetch import Fetched, Refusal, Refused
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import PLAIN_BUCKET, Visit

BATCH_PAGES = 4_000  # a second: what a kill may cost
BATCH_BYTES = 1 << 25
BATCH_FOUND = 50_000
MILLISECOND = 0.001


class Taking(StrEnum):
    """What becomes of an arrival, if it is not refused for what it says."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    OLDER = "older"  # than what the collection has
    REPEATED = "repeated"  # the same files have something else under its name
    EMPTY = "empty"  # nothing to keep
    CRASHED = "crashed"  # the reader died of it


class Arrival(NamedTuple):
    """A page from a file, as if it had just been fetched."""

    url: Url
    fetched: Fetched
    where: str
    """Where in which file it stands."""
    at: float = 0.0
    """When it was fetched, if the file tells that; 0 if not, then it is of today."""
    name: str | None = None
    """What it is called there."""
    content_type: str = ""
    """Set if it came without HTTP around it: what it is, with its charset."""


@dataclass(frozen=True, slots=True)
class ReceivingParts:
    """What a receiver is made of; the recipe puts it together."""

    keeper: Keeper
    read: Callable[[Url, Fetched], Reading]
    refuse: Callable[[Url, int], str]
    """Why a URL at a depth is not to be fetched, as `reason: detail`; empty if it is."""
    seen: Callable[[Arrival, bytes, bytes], Seen]
    """What is known of a content, given its SHA-1 and that of its body as it came."""
    pack_links: Callable[[dict[str, list[int] | list[str]]], bytes]
    media_types: frozenset[str]


class Receiver:
    """Takes in arrivals one by one and records them in batches."""

    def __init__(self, book: ArrivalBook, parts: ReceivingParts) -> None:
        """Nothing has arrived yet."""
        self._book = book
        self._parts = parts
        self._outbox = Outbox()
        self._arrived: dict[int, Arrived] = {}
        self._bytes = 0

    def take(self, arrival: Arrival) -> Taking | Refused:
        """Take in a page: new, changed, as it was, or why it is not taken.

        It is recorded with its batch, and safe when that is.
        """
        fetched = arrival.fetched
        if not fetched.body:
            return Taking.EMPTY
        if key_of(arrival.url) in self._arrived:  # once more in the same batch
            self.record()
        standing = self._book.standing(arrival.url)
        payload = sha1(fetched.raw_body).digest()
        if standing.is_there and standing.payload == payload:
            return self._leave(standing)
        if late := self._is_late(arrival, standing):
            return late
        is_packed = fetched.body is not fetched.raw_body
        digest = sha1(fetched.body).digest() if is_packed else payload
        seen = self._parts.seen(arrival, digest, payload)
        if seen.name and standing.is_there and standing.content in (seen.name, digest):
            return self._leave(standing)
        try:
            reading = self._parts.read(arrival.url, fetched)
        except Exception:  # whatever a parser dies of, the pages behind this one are taken
            return Taking.CRASHED
        if refused := self._refusal(reading, arrival):
            return refused
        self._keep(arrival, standing, reading, (digest, payload, seen))
        return Taking.NEW if standing.before is None else Taking.CHANGED

    def _leave(self, standing: Standing) -> Taking:
        """Leave as it is what says the same."""
        self._book.mark(standing.visit.key)
        return Taking.SAME

    def _is_late(self, arrival: Arrival, standing: Standing) -> Taking | None:
        """Why something else under a known name is not taken.

        Without a moment of its own, what comes first counts: the same files, imported again, must
        not change anything.
        """
        if standing.before is None:
            return None
        if not arrival.at:
            return Taking.REPEATED if standing.is_marked else None
        return Taking.OLDER if arrival.at < standing.before.seen_at else None

    def _refusal(self, reading: Reading, arrival: Arrival) -> Refused | None:
        """Why this is nothing that we keep, now that we see what it is."""
        if reading.media_type not in self._parts.media_types or reading.kind == "sitemap":
            return Refused(Refusal.TYPE, reading.media_type)
        if said_by := reading.directives.refusal(arrival.at or time()):
            return Refused(Refusal.NOINDEX, said_by)
        return None

    def _keep(
        self,
        arrival: Arrival,
        standing: Standing,
        reading: Reading,
        names: tuple[bytes, bytes, Seen],
    ) -> None:
        fetched, (digest, payload, seen) = arrival.fetched, names
        errand = Errand(0, standing.visit, 0, standing.before)
        # Tables tell visits to one page apart by their moments.
        at = arrival.at or time()
        if standing.before is not None:
            at = max(at, standing.before.seen_at + MILLISECOND)
        capture = self._parts.keeper.keep(
            Exchange(
                arrival.url,
                at,
                b"",
                fetched.header_bytes,
                fetched.raw_body,
                fetched.status,
                fetched.media_type,
                fetched.address,
                payload,
                seen.earlier,
                content_type=arrival.content_type,
            )
        )
        taken = Taken(fetched, reading, capture, at, digest, payload, seen.name)
        page = page_row(errand, taken)._replace(name=arrival.name)
        ended = ended_with_page(errand, 0, taken, page)
        ended = ended._replace(detail=f"imported from {arrival.where}")
        self._arrived[standing.visit.key] = Arrived(errand, ended)
        self._follow(standing.visit, reading, at)
        self._bytes += len(fetched.raw_body)
        if (
            len(self._arrived) >= BATCH_PAGES
            or self._bytes >= BATCH_BYTES
            or len(self._outbox.found) >= BATCH_FOUND
        ):
            self.record()

    def _follow(self, visit: Visit, reading: Reading, at: float) -> None:
        """Take note of the links: rows of the links table, and URLs to know."""
        links, depth = reading.links, visit.depth + 1
        if not links.urls:
            return
        targets = [key_of(url) for url in links.urls]
        self._outbox.links.add(visit.key, links, targets, at)
        if reading.directives.nofollow:
            return
        for url, key, rel in zip(links.urls, targets, links.rels, strict=True):
            if may_follow(rel):
                why = self._parts.refuse(url, depth)
                self._outbox.found.append(
                    Visit(url, key, host_of(url), depth, PLAIN_BUCKET, visit.key, 0, why)
                )

    def record(self) -> None:
        """Bring what has arrived to disk and record it."""
        self._settle(self._parts.keeper.sync())

    def close(self) -> None:
        """Record the rest; the archive segment is finished."""
        self._settle(self._parts.keeper.close())

    def _settle(self, segments: list[SegmentMark]) -> None:
        rows = self._outbox.links
        links = self._parts.pack_links(rows.columns()) if rows.source else b""
        report = self._outbox.report(0, [], segments, links)
        self._book.record(list(self._arrived.values()), report)
        self._outbox = Outbox()
        self._arrived.clear()
        self._bytes = 0
