"""What has a visit brought, in the light of those before? New, changed, unchanged or gone."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.worker_report import EndedVisit

NO_PAGE: Final = frozenset({"redirect", "sitemap"})
GONE_REASONS: Final = frozenset({"http_404", "http_410"})


class PageChange(StrEnum):
    """What became of a page; by these names they are counted."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    GONE = "gone"


class TakenVisit(NamedTuple):
    """A visit as it is to be recorded."""

    ended: EndedVisit
    change: PageChange | None = None
    """None if it says nothing of a page."""
    url: str = ""
    """Where the body lies in the archive; empty: under the URL of the page itself."""
    at: float = 0.0
    """When it was archived."""


def take_visit(errand: Errand, ended: EndedVisit, first: KnownContent | None) -> TakenVisit:
    """What a visit has brought; `first` says where its body was archived, if that was before."""
    before = errand.before
    if ended.kind != "fetched" or ended.reason in NO_PAGE:
        is_gone = ended.reason in GONE_REASONS or ended.reason == "redirect"
        if before is None or not is_gone:
            return TakenVisit(ended)
        if ended.reason in GONE_REASONS:  # the detail of a redirect is where it leads to
            ended = ended._replace(detail=f"gone, was there on {_day(before.seen_at)}")
        return TakenVisit(ended, PageChange.GONE)
    if before is not None and ended.reason == PageChange.UNCHANGED:
        return TakenVisit(ended, PageChange.UNCHANGED)
    url, at = ("", ended.at) if first is None else (first.url, first.at)
    if before is None:
        return TakenVisit(ended, PageChange.NEW, url, at)
    told = ended if ended.detail else ended._replace(detail="changed")
    return TakenVisit(told, PageChange.CHANGED, url, at)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
