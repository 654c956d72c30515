"""What became of pages, in the words that a walk understands.

A page's way on are its links that a crawl would follow and that the rules take in; what a page says
for machines alone (canonical URL, translations, sitemaps) is no link. Live, they come with the
reports of workers; after a restart they are read from the tables. Both ways give the same pages in
the same order, so that a walk made again takes the same way.
"""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec

from auslese.crawl.frontier.crawl_state import is_page
from auslese.crawl.frontier.url_trace import UrlOutcome
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.crawl.scope.host_aliases import under_host
from auslese.records.fetch import Refusal, Refused
from auslese.records.page import Page
from auslese.records.reading import may_follow
from auslese.records.url import Url, canonical, key_of
from auslese.sample.random_walk import DeadEnd, MovedPage, NeighbourLookup, Neighbours
from auslese.store.collection import Collection
from auslese.store.lookups.walk_lookups import links_of_pages, pages_with_directive
from auslese.store.tables.parquet_segments import from_ipc
from auslese.store.tables.sql_views import connect

MACHINE_RELATIONS = ("canonical", "sitemap")
ALTERNATE = "alternate"
NOFOLLOW = "nofollow"
MOST_INCOMING = 100  # in-links of one page that are noted: ten times what a walk draws at most

InLinks = Callable[[str], Sequence[str]]


class WalkedPages:
    """Links of the pages that were fetched, and in-links that an index knows of them."""

    def __init__(self, refuse: Callable[[Url, int], Refused | None], into: InLinks) -> None:
        """`refuse` says why a URL is not to be fetched; None if it is."""
        self._refuse = refuse
        self._into = into
        self._links: dict[int, tuple[str, ...]] = {}
        self._unpack = msgspec.msgpack.Decoder(Page).decode

    def take(self, report: WorkerReport) -> None:
        """Learn from what a worker reports."""
        closed = {
            page.id
            for page in (self._unpack(ended.page) for ended in report.ended if ended.page)
            if NOFOLLOW in page.directives.split(",")
        }
        if report.links:
            self._add(from_ipc(report.links, ("source", "url", "rel")), closed)

    def read(self, collection: Collection) -> None:
        """Learn from the tables."""
        with connect(collection) as tables:
            closed = pages_with_directive(tables, NOFOLLOW)
            self._add(links_of_pages(tables), closed)

    def _add(self, rows: Iterable[tuple[int, str, str]], closed: set[int]) -> None:
        found: dict[int, set[str]] = defaultdict(set)
        for source, url, rel in rows:
            if source not in closed and _is_way_on(rel) and not self._refuse(Url(url), 1):
                found[source].add(url)
        self._links |= {source: tuple(sorted(urls)) for source, urls in found.items()}

    def lookup_of(self, url: str, outcome: UrlOutcome) -> NeighbourLookup:
        """What came of a page that ended in this way."""
        kind, reason, detail = outcome
        if is_page(kind, reason):
            return Neighbours(self._links.get(key_of(Url(url)), ()), self._into(url))
        if reason == "redirect":
            target = canonical(detail)
            return MovedPage(target) if target else DeadEnd("failed: redirect to nowhere")
        if reason == Refusal.ALIAS:
            return MovedPage(under_host(Url(url), detail))
        return DeadEnd(f"{kind}: {reason}")


def _is_way_on(rel: str) -> bool:
    return may_follow(rel) and rel not in MACHINE_RELATIONS and not rel.startswith(ALTERNATE)


class IncomingNotes:
    """In-links that an index gave, noted before they are used: asked again it may know others."""

    def __init__(self, path: Path, ask: InLinks) -> None:
        """Read the notes; what a kill left unfinished is cut off."""
        self._ask = ask
        self._notes: dict[str, tuple[str, ...]] = {}
        whole = 0
        with suppress(FileNotFoundError):
            for line in path.read_bytes().splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    break
                url, *into = json.loads(line)
                self._notes[url] = tuple(into)
                whole += len(line)
        self._file = path.open("ab")
        self._file.truncate(whole)

    def __call__(self, url: str) -> Sequence[str]:
        """The in-links of a page."""
        known = self._notes.get(url)
        if known is None:
            known = self._notes[url] = _some(self._ask(url), url)
            self._file.write(json.dumps([url, *known]).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        return known

    def close(self) -> None:
        """Close the file of notes."""
        self._file.close()


def _some(urls: Sequence[str], page: str) -> tuple[str, ...]:
    found = sorted(set(urls))
    if len(found) > MOST_INCOMING:
        found = sorted(Random(page).sample(found, MOST_INCOMING))
    return tuple(found)
