"""Makes news of what came: kept in the archive, read, its links reported."""

from hashlib import sha1
from time import time

from auslese.crawl.conditional import NOT_MODIFIED
from auslese.crawl.content_seen import Seen
from auslese.crawl.fetch import Request
from auslese.crawl.frontier import Ended, Errand, Known
from auslese.crawl.keeping import Capture, Exchange, rendered_in
from auslese.crawl.outbox import Outbox
from auslese.crawl.parts import ErrandSettings, Parts
from auslese.crawl.rows import (
    Taken,
    ended_at_redirect,
    ended_in_vain,
    ended_unchanged,
    ended_unindexed,
    ended_with_page,
    log_line,
    page_row,
    stream_line,
)
from auslese.crawl.session import Session
from auslese.crawl.sitemaps import ended_with_sitemap, is_misnamed, pardoned, sitemap_visits
from auslese.records.document import Link, Reading, may_follow
from auslese.records.fetch import Failed, Fetched, Refusal, Refused
from auslese.records.url import Url, canonical, host_of, key_of
from auslese.records.visit import SITEMAP_BUCKETS, Visit

RECENT_URLS = 100_000  # just seen, with their keys: keeps most links out of the reports
LONGEST_DETAIL = 500
LONGEST_TARGET = 2048  # of a redirect, in its detail; the default of limits.url_length
MOVED = 300
NEVER_SEEN = Seen(b"")
SKETCHED = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


class PageTaker:
    """Takes in answers and collects what is to be reported of them."""

    def __init__(self, settings: ErrandSettings, parts: Parts) -> None:
        """Nothing to report yet."""
        self._settings = settings
        self._parts = parts
        self._recent: dict[Url, int] = {}
        self.outbox = Outbox()

    def end(
        self, session: Session, errand: Errand, outcome: Refused | Failed, again_in: float = -1.0
    ) -> None:
        """End an errand that brought nothing."""
        ended = ended_in_vain(errand, session.lease.host_id, outcome, time())
        self._note(ended._replace(again_in=again_in), errand)

    def _note(self, ended: Ended, errand: Errand) -> None:
        self.outbox.ended.append(ended)
        if self._settings.log:
            self.outbox.log.append(log_line(ended, errand))

    def take_fetched(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        """Make news of an answer that is kept."""
        at, host_id = time(), session.lease.host_id
        if fetched.status == NOT_MODIFIED and errand.before is not None:
            self._end_not_modified(session, errand, request, fetched)
        elif fetched.status >= MOVED:
            self.archive(request, fetched, at)
            self._end_redirect(session, errand, fetched, at)
        else:
            taken = self._keep(request, errand, fetched, at)
            if taken.reading.kind == "sitemap":
                self._take_sitemap(host_id, errand, taken)
            elif refused := self._unwanted(errand, taken):
                self.end(session, errand, refused)
            else:
                self._take_page(host_id, errand, taken)

    def _take_sitemap(self, host_id: int, errand: Errand, taken: Taken) -> None:
        reading = taken.reading
        self.outbox.found.extend(sitemap_visits(errand.visit, reading, self._parts))
        self.outbox.hints.extend((key_of(url), at) for url, at in reading.modified)
        self._note(ended_with_sitemap(errand, host_id, taken), errand)

    def _unwanted(self, errand: Errand, taken: Taken) -> Refused | None:
        """Why this is nothing that we read, now that we see what it is."""
        media_type = taken.reading.media_type
        if is_misnamed(errand.visit, taken.reading):
            return Refused(Refusal.TYPE, f"no sitemap, but {media_type}")
        if media_type in self._settings.media_types:
            return None
        said = taken.fetched.media_type or "nothing"
        return Refused(Refusal.TYPE, f"{media_type}, though the server says {said}")

    def _take_page(self, host_id: int, errand: Errand, taken: Taken) -> None:
        refused_by = taken.reading.directives.refusal(taken.at)
        if refused_by:
            self._follow(errand.visit, taken, keep=False)
            self._note(ended_unindexed(errand, host_id, taken, refused_by), errand)
            return
        if self._is_as_before(errand, taken):
            ended = ended_unchanged(errand, host_id, taken.fetched, taken.at, "same content")
            self._note(ended, errand)
            return
        self._follow(errand.visit, taken, keep=True)
        page = page_row(errand, taken)
        ended = ended_with_page(errand, host_id, taken, page)
        if errand.suspect or (self._settings.sketch_all and page.media_type in SKETCHED):
            sketch = self._parts.sketch(errand.visit.url, taken.fetched.content)
            ended = ended._replace(sketch=sketch)
        self._note(ended, errand)
        if self._settings.stream:
            self.outbox.lines.append(stream_line(page, taken))

    def _is_as_before(self, errand: Errand, taken: Taken) -> bool:
        """Whether a page we come back to says what it said."""
        # A frontier of old times knows the content by its SHA-1.
        return errand.before is not None and errand.before.digest in (taken.content, taken.digest)

    def _end_not_modified(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        """Archive an answer without a body as one that points to the body we have."""
        at, before = time(), errand.before
        assert before is not None
        known = Known(before.url, errand.visit.key, before.at, before.payload)
        self.archive(request, fetched, at, before.payload, known)
        host_id = session.lease.host_id
        self._note(ended_unchanged(errand, host_id, fetched, at, "not modified"), errand)

    def _keep(self, request: Request, errand: Errand, fetched: Fetched, at: float) -> Taken:
        """Archive the page and read it."""
        payload = sha1(fetched.raw_body).digest()
        content = fetched.content
        digest = payload if content is fetched.raw_body else sha1(content).digest()
        seen = self._parts.seen(content, digest, payload) if fetched.body else NEVER_SEEN
        # The same content in another body is kept in full, to be replayed as it came.
        capture = self.archive(request, fetched, at, payload, seen.earlier)
        reading = self._read(errand.visit, fetched)
        return Taken(fetched, reading, capture, at, digest, payload, seen.name)

    def _read(self, visit: Visit, fetched: Fetched) -> Reading:
        if visit.bucket in SITEMAP_BUCKETS:
            reading = self._parts.read_sitemap(visit.url, fetched)
            if reading.kind != "page" or not visit.hops:
                return reading
        return self._parts.read(visit.url, fetched)  # sent elsewhere, we may have come to a page

    def archive(
        self,
        request: Request,
        answer: Fetched | Failed,
        at: float,
        payload: bytes = b"",
        earlier: Known | None = None,
    ) -> Capture:
        """Keep what came, if anything did."""
        if not answer.header_bytes or request.head_only:
            return Capture("", 0, 0)
        return self._parts.keeper.keep(
            Exchange(
                request.url,
                at,
                self._parts.fetcher.request_bytes(request),
                answer.header_bytes,
                answer.raw_body,
                answer.status,
                answer.media_type if isinstance(answer, Fetched) else "",
                answer.address if isinstance(answer, Fetched) else "",
                payload or sha1(answer.raw_body).digest(),
                earlier,
                rendered_in(answer),
            )
        )

    # -- where it leads ---------------------------------------------------------------------------

    def _end_redirect(self, session: Session, errand: Errand, fetched: Fetched, at: float) -> None:
        """A redirect is an outcome; where it points to is a visit of its own."""
        visit = errand.visit
        target = canonical(fetched.location, visit.url)
        if target is not None and target != visit.url:
            self.outbox.found.append(self._redirected(visit, target))
        where = target[:LONGEST_TARGET] if target else fetched.location[:LONGEST_DETAIL]
        host_id = session.lease.host_id
        self._note(ended_at_redirect(errand, host_id, fetched, where, at), errand)

    def _redirected(self, visit: Visit, target: Url) -> Visit:
        hops = visit.hops + 1
        why = pardoned(self._parts.refuse(target, visit.depth), visit.bucket)
        if hops > self._settings.redirects:
            why = f"{Refusal.REDIRECTS}: {hops} in a row"
        key, host = key_of(target), host_of(target)
        return Visit(target, key, host, visit.depth, visit.bucket, visit.key, hops, why)

    def _follow(self, visit: Visit, taken: Taken, *, keep: bool) -> None:
        """Report the links that may be followed and that we have not just reported.

        All of them are rows for the links table, if the page is to be kept.
        """
        reading = taken.reading
        if len(self._recent) > RECENT_URLS:
            self._recent.clear()
        recent, targets, fresh, links = self._recent, [], [], reading.links
        nofollow = reading.directives.nofollow
        for place, url in enumerate(links.urls):
            key = recent.get(url)
            if key is None:
                key = key_of(url)
                if not nofollow and may_follow(links.rels[place]):
                    recent[url] = key
                    fresh.append(place)
            targets.append(key)
        if keep:
            self.outbox.links.add(visit.key, links, targets, taken.at)
        for place in fresh:
            self.outbox.found.append(self._found(visit, links[place], targets[place]))

    def _found(self, visit: Visit, link: Link, key: int) -> Visit:
        depth = visit.depth + 1
        bucket, why = self._parts.bucket(link), self._parts.refuse(link.url, depth)
        return Visit(link.url, key, host_of(link.url), depth, bucket, visit.key, 0, why)
