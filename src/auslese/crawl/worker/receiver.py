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
from auslese.crawl.frontier.worker_report import EndedVisit, SegmentMark
from auslese.crawl.worker.exchange_keeper import CapturePosition, Exchange, Keeper, rendered_in
from auslese.crawl.worker.outbox import Outbox
from auslese.crawl.worker.report_rows import (
    ArchivedPage,
    ended_at_redirect,
    ended_with_page,
    ended_without_page,
    page_row,
)
from auslese.records.fetch import Failed, Failure, Fetched, Refusal, Refused
from auslese.records.reading import Reading, may_follow
from auslese.records.url import Url, canonical, host_of, key_of
from auslese.records.visit import PLAIN_BUCKET, Visit
from auslese.wording.outcome_sentences import OutcomeDetail

BATCH_PAGES = 4_000  # a second: what a kill may cost
BATCH_BYTES = 1 << 25
BATCH_FOUND = 50_000
LONGEST_REL = 100  # as in a crawl
LONGEST_TARGET = 500  # of a redirect to what is no address
MOVED = 300
FAILED = 400
MILLISECOND = 0.001
MOMENT_DIGITS = 3  # of seconds: tables and archive keep milliseconds, and agree on them


class ArrivalOutcome(StrEnum):
    """What becomes of an arrival, if it is not refused for what it says."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    OLDER = "older"  # than what the collection has
    REPEATED = "repeated"  # the same files have something else under its name
    EMPTY = "empty"  # nothing to keep
    CRASHED = "crashed"  # the reader died of it
    REDIRECT = "redirect"  # it leads elsewhere
    GONE = "gone"  # a page of the collection is there no more


class Arrival(NamedTuple):
    """A page from a file, as if it had just been fetched; or what came in the place of one."""

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
    redirects: int = 10
    """How many in a row are followed."""


class Receiver:
    """Takes in arrivals one by one and records them in batches."""

    def __init__(self, book: Arrivals, parts: ReceiverParts) -> None:
        """Nothing has arrived yet."""
        self._book = book
        self._parts = parts
        self._outbox = Outbox()
        self._arrived: dict[int, ArchivedArrival] = {}
        self._bytes = 0

    def take(self, arrival: Arrival) -> ArrivalOutcome | Refused | Failed:
        """Take in a page: new, changed, as it was, or why it is not taken.

        It is recorded with its batch, and safe when that is.
        """
        if key_of(arrival.url) in self._arrived:  # once more in the same batch
            self.record()
        known_url = self._book.known_url(arrival.url)
        if arrival.fetched.status >= FAILED:
            return self._take_gone(arrival, known_url)
        if arrival.fetched.status >= MOVED:
            return self._take_redirect(arrival, known_url)
        return self._take_page(arrival, known_url)

    def _take_page(self, arrival: Arrival, known_url: KnownUrl) -> ArrivalOutcome | Refused:
        fetched = arrival.fetched
        if not fetched.body:
            return ArrivalOutcome.EMPTY
        payload = sha1(fetched.raw_body).digest()
        if known_url.is_there and known_url.payload == payload:
            return self._leave(known_url)
        if late := self._is_late(arrival, known_url):
            return late
        content = fetched.content
        digest = payload if content is fetched.raw_body else sha1(content).digest()
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
        if not known_url.ended_at:
            return None
        if not arrival.at:
            return ArrivalOutcome.REPEATED if known_url.is_marked else None
        return ArrivalOutcome.OLDER if arrival.at < known_url.ended_at else None

    def _take_redirect(self, arrival: Arrival, known_url: KnownUrl) -> ArrivalOutcome:
        """Record that a URL leads elsewhere; where to is a URL to know."""
        fetched, visit = arrival.fetched, known_url.visit
        target = canonical(fetched.location, visit.url)
        where = str(target) if target else fetched.location[:LONGEST_TARGET]
        if known_url.leads_to == where:
            return self._leave(known_url)
        if late := self._is_late(arrival, known_url):
            return late
        at = _moment_of(arrival, known_url)
        self._archive(arrival, at, sha1(fetched.raw_body).digest(), SeenContent(b""))
        errand = Errand(0, visit, 0, known_url.before)
        self._end(errand, ended_at_redirect(errand, 0, fetched, where, at), arrival)
        if target is not None and target != visit.url:
            self._outbox.found.append(self._redirected(visit, target))
        return ArrivalOutcome.REDIRECT

    def _redirected(self, visit: Visit, target: Url) -> Visit:
        """Where a redirect leads, as a crawl knows it."""
        hops, refused = visit.hops + 1, self._parts.refuse(target, visit.depth)
        if hops > self._parts.redirects:
            refused = Refused(Refusal.REDIRECTS, OutcomeDetail.REDIRECTS.text(hops=hops))
        key, host = key_of(target), host_of(target)
        return Visit(target, key, host, visit.depth, PLAIN_BUCKET, visit.key, hops, refused)

    def _take_gone(self, arrival: Arrival, known_url: KnownUrl) -> ArrivalOutcome | Failed:
        """Record that a page is there no more; of a page we never had it is only an error."""
        fetched = arrival.fetched
        failed = Failed(
            Failure.HTTP,
            status=fetched.status,
            header_bytes=fetched.header_bytes,
            raw_body=fetched.raw_body,
        )
        if known_url.before is None:
            return failed
        if not known_url.is_there and not known_url.leads_to:
            return self._leave(known_url)
        if late := self._is_late(arrival, known_url):
            return late
        at = _moment_of(arrival, known_url)
        self._archive(arrival, at, sha1(fetched.raw_body).digest(), SeenContent(b""))
        errand = Errand(0, known_url.visit, 0, known_url.before)
        self._end(errand, ended_without_page(errand, 0, failed, at), arrival)
        return ArrivalOutcome.GONE

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
        at = _moment_of(arrival, known_url)
        capture = self._archive(arrival, at, payload, seen)
        archived = ArchivedPage(fetched, reading, capture, at, digest, payload, seen.name)
        page = page_row(errand, archived)._replace(name=arrival.name)
        ended = ended_with_page(errand, 0, archived, page)
        ended = ended._replace(detail=OutcomeDetail.IMPORTED.text(source=arrival.where))
        self._follow(known_url.visit, reading, at)
        self._end(errand, ended, arrival)

    def _archive(
        self, arrival: Arrival, at: float, payload: bytes, seen: SeenContent
    ) -> CapturePosition:
        fetched = arrival.fetched
        return self._parts.keeper.keep(
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
                rendered_in(fetched),
                arrival.content_type,
            )
        )

    def _end(self, errand: Errand, ended: EndedVisit, arrival: Arrival) -> None:
        """Let it be recorded with its batch, and the batch once it is large."""
        self._arrived[errand.visit.key] = ArchivedArrival(errand, ended)
        self._bytes += len(arrival.fetched.raw_body)
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


def _moment_of(arrival: Arrival, known_url: KnownUrl) -> float:
    """When it was there: tables tell visits to one page apart by their moments."""
    at = arrival.at or time()
    if known_url.ended_at:
        at = max(at, known_url.ended_at + MILLISECOND)
    return round(at, MOMENT_DIGITS)
