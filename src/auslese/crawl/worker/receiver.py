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

from auslese.crawl.frontier.arrivals import ArchivedArrival, Arrivals, KnownUrl
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.seen_content import SeenContent
from auslese.crawl.frontier.worker_report import SegmentMark
from auslese.crawl.worker.exchange_keeper import Exchange, Keeper
from auslese.crawl.worker.outbox import Outbox
from auslese.crawl.worker.report_rows import ArchivedPage, ended_with_page, page_row
from auslese.records.fetch import Fetched, Refusal, Refused
from auslese.records.reading import Reading, may_follow
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import PLAIN_BUCKET, Visit
from auslese.wording.outcome_sentences import OutcomeDetail

BATCH_PAGES = 4_000  # a second: what a kill may cost
BATCH_BYTES = 1 << 25
BATCH_FOUND = 50_000
LONGEST_REL = 100  # as in a crawl
MILLISECOND = 0.001


class ArrivalOutcome(StrEnum):
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
class ReceiverParts:
    """What a receiver is made of; the recipe puts it together."""

    keeper: Keeper
    read: Callable[[Url, Fetched], Reading]
    refuse: Callable[[Url, int], Refused | None]
    """Why a URL at a depth is not to be fetched; None if it is."""
    seen: Callable[[Arrival, bytes, bytes], SeenContent]
    """What is known of a content, given its SHA-1 and that of its body as it came."""
    pack_links: Callable[[dict[str, list[int] | list[str]]], bytes]
    media_types: frozenset[str]


class Receiver:
    """Takes in arrivals one by one and records them in batches."""

    def __init__(self, book: Arrivals, parts: ReceiverParts) -> None:
        """Nothing has arrived yet."""
        self._book = book
        self._parts = parts
        self._outbox = Outbox()
        self._arrived: dict[int, ArchivedArrival] = {}
        self._bytes = 0

    def take(self, arrival: Arrival) -> ArrivalOutcome | Refused:
        """Take in a page: new, changed, as it was, or why it is not taken.

        It is recorded with its batch, and safe when that is.
        """
        fetched = arrival.fetched
        if not fetched.body:
            return ArrivalOutcome.EMPTY
        if key_of(arrival.url) in self._arrived:  # once more in the same batch
            self.record()
        known_url = self._book.known_url(arrival.url)
        payload = sha1(fetched.raw_body).digest()
        if known_url.is_there and known_url.payload == payload:
            return self._leave(known_url)
        if late := self._is_late(arrival, known_url):
            return late
        is_packed = fetched.body is not fetched.raw_body
        digest = sha1(fetched.body).digest() if is_packed else payload
        seen = self._parts.seen(arrival, digest, payload)
        if seen.name and known_url.is_there and known_url.content in (seen.name, digest):
            return self._leave(known_url)
        try:
            reading = self._parts.read(arrival.url, fetched)
        except Exception:  # whatever a parser dies of, the pages behind this one are taken
            return ArrivalOutcome.CRASHED
        if refused := self._refusal(reading, arrival):
            return refused
        self._keep(arrival, known_url, reading, (digest, payload, seen))
        return ArrivalOutcome.NEW if known_url.before is None else ArrivalOutcome.CHANGED

    def _leave(self, known_url: KnownUrl) -> ArrivalOutcome:
        """Leave as it is what says the same."""
        self._book.mark(known_url.visit.key)
        return ArrivalOutcome.SAME

    def _is_late(self, arrival: Arrival, known_url: KnownUrl) -> ArrivalOutcome | None:
        """Why something else under a known name is not taken.

        Without a moment of its own, what comes first counts: the same files, imported again, must
        not change anything.
        """
        if known_url.before is None:
            return None
        if not arrival.at:
            return ArrivalOutcome.REPEATED if known_url.is_marked else None
        return ArrivalOutcome.OLDER if arrival.at < known_url.before.seen_at else None

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
        known_url: KnownUrl,
        reading: Reading,
        names: tuple[bytes, bytes, SeenContent],
    ) -> None:
        fetched, (digest, payload, seen) = arrival.fetched, names
        errand = Errand(0, known_url.visit, 0, known_url.before)
        # Tables tell visits to one page apart by their moments.
        at = arrival.at or time()
        if known_url.before is not None:
            at = max(at, known_url.before.seen_at + MILLISECOND)
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
        archived = ArchivedPage(fetched, reading, capture, at, digest, payload, seen.name)
        page = page_row(errand, archived)._replace(name=arrival.name)
        ended = ended_with_page(errand, 0, archived, page)
        ended = ended._replace(detail=OutcomeDetail.IMPORTED.text(source=arrival.where))
        self._arrived[known_url.visit.key] = ArchivedArrival(errand, ended)
        self._follow(known_url.visit, reading, at)
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
        nofollow = reading.directives.nofollow
        for url, key, rel in zip(links.urls, targets, links.rels, strict=True):
            refused = self._parts.refuse(url, depth)
            if refused is None and (nofollow or not may_follow(rel)):
                refused = Refused(Refusal.NOFOLLOW, rel[:LONGEST_REL])
            self._outbox.found.append(
                Visit(url, key, host_of(url), depth, PLAIN_BUCKET, visit.key, 0, refused)
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
