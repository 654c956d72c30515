"""Which sitemaps are asked for, and what becomes of what they name.

robots.txt names sitemaps, these name pages or further sitemaps. Both are visits like any other:
the presence decides about them, robots.txt is obeyed, politeness holds. A sitemap is known as such
by its bucket (see `records.visit`). It leaves no page and no links behind, only visits.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.worker.report_rows import ArchivedPage
from auslese.records.fetch import Refusal, Refused
from auslese.records.reading import Link, Reading
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import (
    INDEXED_BUCKET,
    LATE_BUCKET,
    SITEMAP_BUCKET,
    SITEMAP_BUCKETS,
    Visit,
)
from auslese.wording.outcome_sentences import OutcomeDetail

LARGEST_SITEMAP = 52_428_800  # bytes, unpacked; the protocol's own limit
MOST_AT_ONCE = 2  # of them in one worker: one with what is made of it took 400 MB at the worst
MOST_LISTED = 100  # by one robots.txt; more belong into an index
# So many sitemaps of one index are asked for before the pages of the host, half a minute's worth;
# an archive of ten thousand must not keep a crawl from its pages for hours.
EARLY_CHILDREN = 30
USUAL_PLACES = ("/sitemap.xml", "/sitemap_index.xml")

Refuse = Callable[[Url, int], Refused | None]


class LinkJudge(Protocol):
    """Those parts of a worker that judge links."""

    @property
    def refuse(self) -> Refuse:
        """Why a URL at a depth is not to be fetched."""
        ...

    @property
    def bucket(self) -> Callable[[Link], int]:
        """How much a link promises."""
        ...


def named_visits(origin: str, listed: Sequence[Url], which: str, refuse: Refuse) -> Iterator[Visit]:
    """The sitemaps to ask for, now that we know which ones an origin's robots.txt lists."""
    if which == "off":
        return
    via = key_of(Url(f"{origin}/robots.txt"))
    if not listed and which == "probe":
        listed, via = [Url(origin + place) for place in USUAL_PLACES], 0
    for url in listed[:MOST_LISTED]:
        yield _sitemap(url, 0, SITEMAP_BUCKET, via, refuse)


def sitemap_visits(visit: Visit, reading: Reading, judge: LinkJudge) -> Iterator[Visit]:
    """What a sitemap names: pages one link further away, and sitemaps as far away as itself."""
    children = 0
    for place in range(len(reading.links)):
        link = reading.links[place]
        if link.rel == "sitemap":
            children += 1
            bucket = _bucket_below(visit.bucket, children)
            yield _sitemap(link.url, visit.depth, bucket, visit.key, judge.refuse)
        else:
            depth, key = visit.depth + 1, key_of(link.url)
            bucket, refused = judge.bucket(link), judge.refuse(link.url, depth)
            yield Visit(link.url, key, host_of(link.url), depth, bucket, visit.key, 0, refused)


def _bucket_below(bucket: int, child: int) -> int:
    """Where the n-th sitemap waits that one in this bucket names; 0: nowhere."""
    if bucket == LATE_BUCKET:
        return 0
    return INDEXED_BUCKET if bucket != INDEXED_BUCKET and child <= EARLY_CHILDREN else LATE_BUCKET


def _sitemap(url: Url, depth: int, bucket: int, via: int, refuse: Refuse) -> Visit:
    refused = without_suffix_refusal(refuse(url, depth), bucket)
    if not bucket:
        refused = Refused(Refusal.DEPTH, OutcomeDetail.NESTED_INDEX.text())
    return Visit(url, key_of(url), host_of(url), depth, bucket or LATE_BUCKET, via, 0, refused)


def without_suffix_refusal(refused: Refused | None, bucket: int) -> Refused | None:
    """The refusal without that by suffix, if it is a sitemap: those may end in .gz."""
    is_by_suffix = refused is not None and refused.why is Refusal.SUFFIX
    return None if is_by_suffix and bucket in SITEMAP_BUCKETS else refused


def is_misnamed(visit: Visit, reading: Reading) -> bool:
    """Whether this should be a sitemap and is none: an error page that says it is none, mostly.

    Where a redirect led is another matter: that may be the site's first page, and is taken as one.
    """
    return visit.bucket in SITEMAP_BUCKETS and reading.kind == "page" and not visit.hops


def ended_with_sitemap(errand: Errand, host_id: int, archived: ArchivedPage) -> EndedVisit:
    """The end of a visit that brought a sitemap."""
    fetched, reading = archived.fetched, archived.reading
    sitemaps = reading.links.rels.count("sitemap")
    counts = {
        OutcomeDetail.PAGES: len(reading.links) - sitemaps,
        OutcomeDetail.SITEMAPS: sitemaps,
        OutcomeDetail.LEFT_OUT: reading.skipped,
    }
    detail = ", ".join(what.text(number=n) for what, n in counts.items() if n)
    detail = detail or OutcomeDetail.NAMES_NOTHING.text()
    return EndedVisit(
        errand.id,
        host_id,
        "fetched",
        "sitemap",
        detail,
        fetched.status,
        archived.at,
        fetched.seconds,
        len(fetched.raw_body),
    )
