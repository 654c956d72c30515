"""Makes news of what came: kept in the archive, read, its links reported."""

from collections.abc import Sequence
from hashlib import sha1
from time import time

from auslese.crawl.fetch.conditional_requests import NOT_MODIFIED
from auslese.crawl.fetch.fetcher import Request
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.seen_content import KnownContent, SeenContent
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.robots.sitemap_requests import (
    ended_with_sitemap,
    is_misnamed,
    sitemap_visits,
    without_suffix_refusal,
)
from auslese.crawl.traps.url_traps import framed_page
from auslese.crawl.worker.exchange_keeper import CapturePosition, Exchange, rendered_in
from auslese.crawl.worker.link_focus import DROPPED, JudgeablePage, UnjudgedPage
from auslese.crawl.worker.outbox import Outbox
from auslese.crawl.worker.report_rows import (
    ArchivedPage,
    ended_at_redirect,
    ended_unchanged,
    ended_unindexed,
    ended_with_page,
    ended_without_page,
    log_line,
    pack,
    page_row,
    stream_line,
    unpack_page,
)
from auslese.crawl.worker.session import Session
from auslese.crawl.worker.worker_parts import ErrandSettings, WorkerParts
from auslese.records.fetch import Failed, Fetched, Refusal, Refused
from auslese.records.page import Page
from auslese.records.reading import Link, Links, Reading, may_follow
from auslese.records.rights.rights_vocabulary import named_licences
from auslese.records.url import Url, canonical, host_of, key_of
from auslese.records.visit import BUCKETS, FOCUS_BUCKETS, SITEMAP_BUCKETS, Visit
from auslese.wording.outcome_sentences import OutcomeDetail, belied_type

RECENT_URLS = 100_000  # just seen, with their keys: keeps most links out of the reports
LONGEST_DETAIL = 500
LONGEST_REL = 100
LONGEST_TARGET = 2048  # of a redirect, in its detail; the default of limits.url_length
MOVED = 300
MOMENT_DIGITS = 3  # of seconds: tables and archive keep milliseconds, and agree on them
NEVER_SEEN = SeenContent(b"")
SKETCHED = frozenset({"text/html", "application/xhtml+xml", "text/plain"})


class PageProcessor:
    """Takes in answers and collects what is to be reported of them."""

    def __init__(self, settings: ErrandSettings, parts: WorkerParts) -> None:
        """Nothing to report yet."""
        self._settings = settings
        self._parts = parts
        self._recent: dict[Url, int] = {}
        self._unfollowed: set[Url] = set()
        self._poor: dict[Url, int] = {}
        """Of the recent ones, those that wait in a bucket than which there are better ones."""
        self._open: list[tuple[Visit, Link]] = []
        """Of the page at hand, to be judged with it."""
        self._unjudged: list[UnjudgedPage] = []
        self._licences: list[Url] = []
        self.outbox = Outbox()

    def end(
        self, session: Session, errand: Errand, outcome: Refused | Failed, again_in: float = -1.0
    ) -> None:
        """End an errand that brought nothing."""
        ended = ended_without_page(errand, session.lease.host_id, outcome, time())
        self._note(ended._replace(again_in=again_in), errand)

    def _note(self, ended: EndedVisit, errand: Errand) -> None:
        self.outbox.ended.append(ended)
        if self._settings.log:
            self.outbox.log.append(log_line(ended, errand))

    def take_fetched(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        """Make news of an answer that is kept."""
        at, host_id = round(time(), MOMENT_DIGITS), session.lease.host_id
        if fetched.status == NOT_MODIFIED and errand.before is not None:
            self._end_not_modified(session, errand, request, fetched)
        elif fetched.status >= MOVED:
            self.archive(request, fetched, at)
            self._end_redirect(session, errand, fetched, at)
        else:
            archived = self._keep(request, errand, fetched, at)
            if archived.reading.kind == "sitemap":
                self._take_sitemap(host_id, errand, archived)
            elif refused := self._unwanted(errand, archived):
                self.end(session, errand, refused)
            else:
                self._take_page(host_id, errand, archived)

    def _take_sitemap(self, host_id: int, errand: Errand, archived: ArchivedPage) -> None:
        reading = archived.reading
        self.outbox.found.extend(sitemap_visits(errand.visit, reading, self._parts))
        self.outbox.hints.extend((key_of(url), at) for url, at in reading.modified)
        self._note(ended_with_sitemap(errand, host_id, archived), errand)

    def _unwanted(self, errand: Errand, archived: ArchivedPage) -> Refused | None:
        """Why this is nothing that we read, now that we see what it is."""
        media_type = archived.reading.media_type
        if is_misnamed(errand.visit, archived.reading):
            return Refused(Refusal.TYPE, OutcomeDetail.NO_SITEMAP.text(media_type=media_type))
        if media_type in self._settings.media_types:
            return None
        return Refused(Refusal.TYPE, belied_type(media_type, archived.fetched.media_type))

    def _take_page(self, host_id: int, errand: Errand, archived: ArchivedPage) -> None:
        refused_by = archived.reading.directives.refusal(archived.at)
        if refused_by:
            self._follow(errand.visit, archived, None)
            self._note(ended_unindexed(errand, host_id, archived, refused_by), errand)
            return
        if self._is_as_before(errand, archived):
            ended = ended_unchanged(errand, host_id, archived.fetched, archived.at, "same content")
            self._note(ended, errand)
            return
        page = page_row(errand, archived)
        self._follow(errand.visit, archived, page)
        ended = ended_with_page(errand, host_id, archived, page)
        if errand.suspect or (self._settings.sketch_all and page.media_type in SKETCHED):
            sketch = self._parts.sketch(errand.visit.url, archived.fetched.content)
            ended = ended._replace(sketch=sketch)
        self._note(ended, errand)
        if self._settings.stream:
            if self._parts.focus is not None:
                self.judge_pages()
                page = unpack_page(self.outbox.ended[-1].page)
            self.outbox.lines.append(stream_line(page, archived))

    def _is_as_before(self, errand: Errand, archived: ArchivedPage) -> bool:
        """Whether a page we come back to says what it said."""
        # A frontier of old times knows the content by its SHA-1.
        return errand.before is not None and errand.before.digest in (
            archived.content,
            archived.digest,
        )

    def _end_not_modified(
        self, session: Session, errand: Errand, request: Request, fetched: Fetched
    ) -> None:
        """Archive an answer without a body as one that points to the body we have."""
        at, before = round(time(), MOMENT_DIGITS), errand.before
        assert before is not None
        known = KnownContent(before.url, errand.visit.key, before.at, before.payload)
        self.archive(request, fetched, at, before.payload, known)
        host_id = session.lease.host_id
        self._note(ended_unchanged(errand, host_id, fetched, at, "not modified"), errand)

    def _keep(self, request: Request, errand: Errand, fetched: Fetched, at: float) -> ArchivedPage:
        """Archive the page and read it."""
        payload = sha1(fetched.raw_body).digest()
        content = fetched.content
        digest = payload if content is fetched.raw_body else sha1(content).digest()
        seen = self._parts.seen(content, digest, payload) if fetched.body else NEVER_SEEN
        # The same content in another body is kept in full, to be replayed as it came.
        capture = self.archive(request, fetched, at, payload, seen.earlier)
        reading = self._read(errand.visit, fetched)
        self._licences += named_licences(reading.directives.optouts)
        return ArchivedPage(fetched, reading, capture, at, digest, payload, seen.name)

    def take_licences(self) -> list[Url]:
        """The licences that pages have named since this was asked last."""
        taken, self._licences = self._licences, []
        return taken

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
        earlier: KnownContent | None = None,
    ) -> CapturePosition:
        """Keep what came, if anything did."""
        if not answer.header_bytes or request.head_only:
            return CapturePosition("", 0, 0)
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
        refused = without_suffix_refusal(self._parts.refuse(target, visit.depth), visit.bucket)
        if hops > self._settings.redirects:
            refused = Refused(Refusal.REDIRECTS, OutcomeDetail.REDIRECTS.text(hops=hops))
        key, host = key_of(target), host_of(target)
        return Visit(target, key, host, visit.depth, visit.bucket, visit.key, hops, refused)

    def _follow(self, visit: Visit, archived: ArchivedPage, page: Page | None) -> None:
        """Report the links that may be followed and that we have not just reported.

        All of them are rows for the links table, if the page is to be kept.
        """
        reading = archived.reading
        if len(self._recent) > RECENT_URLS:
            self._recent.clear()
            self._poor.clear()
        recent, targets, fresh, links = self._recent, [], [], reading.links
        # What is to be judged may be dropped, and then the next page that names it is asked, too.
        here = recent if self._parts.focus is None else dict[Url, int]()
        nofollow = reading.directives.nofollow
        for place, url in enumerate(links.urls):
            key = recent.get(url) or here.get(url)
            if key is None:
                key = key_of(url)
                is_followed = not nofollow and may_follow(links.rels[place])
                if is_followed:
                    here[url] = key
                fresh.append((place, is_followed))
            targets.append(key)
        if page is not None:
            self.outbox.links.add(visit.key, links, targets, archived.at)
        for place, is_followed in fresh:
            report = self._report if is_followed else self._report_unfollowed
            report(visit, links[place], targets[place])
        if self._parts.focus is not None:
            self._look_again(visit, reading, targets)
            self._put_off(visit, reading, page, targets)

    def _look_again(self, visit: Visit, reading: Reading, targets: Sequence[int]) -> None:
        """Let links be judged that lead to what waits in a poor place: they may promise more."""
        links, again = reading.links, set[Url]()
        if reading.directives.nofollow or not self._poor:
            return
        for place, url in enumerate(links.urls):
            bucket = self._poor.get(url)
            if bucket is not None and url not in again and may_follow(links.rels[place]):
                again.add(url)
                key, host = targets[place], host_of(url)
                found = Visit(url, key, host, visit.depth + 1, bucket, visit.key)
                self._open.append((found, links[place]))

    def _put_off(self, visit: Visit, reading: Reading, page: Page | None, named: list[int]) -> None:
        """Let a page and its open links wait for a judgement."""
        visits = [found for found, _ in self._open]
        read = JudgeablePage(
            visit.url,
            visit.bucket,
            reading.excerpt,
            [link for _, link in self._open],
            visit.key,
            [found.key for found in visits],
            named,
            _tag_paths(reading.links, self._open),
            reading.title,
            reading.language,
        )
        self._open.clear()
        self._unjudged.append(UnjudgedPage(read, visits, page, len(self.outbox.ended)))

    def judge_pages(self) -> None:
        """Say where the links of the last pages wait, and note at each page what it is worth.

        To be called before every report, and while the ends of these pages are in the outbox.
        """
        focus, unjudged = self._parts.focus, self._unjudged
        if focus is None or not unjudged:
            return
        self._unjudged = []
        for one, judged in zip(unjudged, focus.judge([one.page for one in unjudged]), strict=True):
            scores = judged.scores or [0.0] * len(judged.buckets)
            for visit, bucket, score in zip(one.visits, judged.buckets, scores, strict=True):
                if bucket < self._poor.get(visit.url, BUCKETS):
                    self._place(visit, bucket, score, focus.razor)
            if one.row is not None:
                row = one.row._replace(
                    focus_score=judged.score, focus_by=focus.name, focus_reward=judged.reward
                )
                ended = self.outbox.ended[one.place]
                self.outbox.ended[one.place] = ended._replace(page=pack(row))

    def _place(self, visit: Visit, bucket: int, score: float, razor: float) -> None:
        """Report a link with its bucket, unless it was reported for one that is as good."""
        if bucket == DROPPED:
            if visit.url not in self._poor:
                detail = OutcomeDetail.OFF_TOPIC.text(score=score, razor=razor)
                refused = Refused(Refusal.FOCUS, detail)
                self.outbox.found.append(visit._replace(bucket=FOCUS_BUCKETS[-1], refused=refused))
            return
        self._recent[visit.url] = visit.key
        if bucket > FOCUS_BUCKETS[0]:
            self._poor[visit.url] = bucket
        else:
            self._poor.pop(visit.url, None)
        self.outbox.found.append(visit._replace(bucket=bucket))

    def _report(self, visit: Visit, link: Link, key: int) -> None:
        """Report where a link leads; if that is a frameset, the page that it shows too."""
        found = self._found(visit, link, key)
        self._take_found(found, link)
        if found.refused and found.refused.why is Refusal.TRAP:
            self._report_framed(visit, link)

    def _report_unfollowed(self, visit: Visit, link: Link, key: int) -> None:
        """Report a link that is not to be followed, once: its target is known and refused."""
        if link.url in self._recent or link.url in self._unfollowed:
            return
        if len(self._unfollowed) > RECENT_URLS:
            self._unfollowed.clear()
        self._unfollowed.add(link.url)
        found = self._found(visit, link, key)
        refused = found.refused or Refused(Refusal.NOFOLLOW, link.rel[:LONGEST_REL])
        self.outbox.found.append(found._replace(refused=refused))

    def _report_framed(self, visit: Visit, link: Link) -> None:
        """Report the page that a frameset is to show, in place of the frameset."""
        shown = framed_page(link.url)
        if shown is not None and shown not in self._recent:
            key = self._recent[shown] = key_of(shown)
            self._take_found(self._found(visit, link._replace(url=shown), key), link)

    def _take_found(self, found: Visit, link: Link) -> None:
        if found.refused or self._parts.focus is None:
            self.outbox.found.append(found)
        else:
            self._open.append((found, link))

    def _found(self, visit: Visit, link: Link, key: int) -> Visit:
        depth = visit.depth + 1
        bucket, refused = self._parts.bucket(link), self._parts.refuse(link.url, depth)
        return Visit(link.url, key, host_of(link.url), depth, bucket, visit.key, 0, refused)


def _tag_paths(links: Links, wanted: Sequence[tuple[Visit, Link]]) -> list[str]:
    """In which tags these of the links stand: each where it stands first; none if nobody knows."""
    if not links.tag_paths:
        return []
    paths: dict[Url, str] = {}
    for url, path in zip(links.urls, links.tag_paths, strict=False):
        paths.setdefault(url, path)
    return [paths.get(link.url, "") for _, link in wanted]
