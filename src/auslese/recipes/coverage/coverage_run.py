"""Compares a list of URLs with what a crawl holds: the share, and the reason of every miss."""

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import BinaryIO

import numpy as np

from auslese.crawl.frontier.crawl_state import PAGE_REASONS
from auslese.crawl.frontier.url_trace import UrlFate, UrlFates
from auslese.recipes.coverage.coverage_report import CoverageReport
from auslese.recipes.coverage.miss_reasons import MissReasons, is_held
from auslese.recipes.coverage.missed_url import MissedUrl
from auslese.recipes.coverage.url_list import UrlListError, urls_in
from auslese.recipes.coverage.url_spellings import compared_form, twin_spellings
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.system.key_set import KeySet

CHUNK = 4_000  # URLs that are looked up together; more is no quicker, and costs memory
LISTING = "expected URLs, one a line"

NoteMiss = Callable[[MissedUrl], object]


def measure_coverage(
    collection: Collection, file: BinaryIO, name: str, note_miss: NoteMiss = lambda _: None
) -> CoverageReport:
    """How much of a list the collection holds; every miss is told as it is found."""
    started = perf_counter()
    settings, reader = settings_of(collection), frontier_of(collection).reader()
    state = reader.crawl_state()
    pages = sum(state.outcomes.get(f"fetched.{reason}", 0) for reason in PAGE_REASONS)
    report = CoverageReport(pages=pages)
    with reader.fates() as fates:
        comparison = _Comparison(
            report, fates, MissReasons(settings, fates, state, reader.unreachable())
        )
        urls = urls_in(file, name, report.counts)
        while chunk := list(islice(urls, CHUNK)):
            for missed in comparison.take(chunk):
                report.note_miss(missed)
                note_miss(missed)
    _refuse_emptiness(report, name)
    report.seconds = perf_counter() - started
    return report


def _refuse_emptiness(report: CoverageReport, name: str) -> None:
    """A list without a URL has no share: say what it holds instead."""
    if report.listed:
        return
    if report.counts.no_urls:
        line = report.counts.examples[0]
        raise UrlListError(f"none of the lines of {name} is a URL, as: {line}\n{LISTING}")
    raise UrlListError(f"{name} has no URL in it; {LISTING}")


class _Comparison:
    """Looks chunks of a list up."""

    def __init__(self, report: CoverageReport, fates: UrlFates, reasons: MissReasons) -> None:
        self._report = report
        self._fates = fates
        self._reasons = reasons
        self._compared = KeySet()

    def take(self, urls: list[Url]) -> Iterator[MissedUrl]:
        """Count what is held of these URLs, and give the rest."""
        fresh = self._without_duplicates(urls)
        self._report.listed += len(fresh)
        unfound = [
            (url, fate)
            for url, fate in zip(fresh, self._fates.fates_of(fresh), strict=True)
            if not self._noted(fate)
        ]
        twins = [twin_spellings(url) for url, _ in unfound]
        known = iter(self._fates.fates_of([twin for each in twins for twin in each]))
        for (url, fate), spellings in zip(unfound, twins, strict=True):
            found = [other for other in islice(known, len(spellings)) if other]
            if not self._noted(next(filter(is_held, found), None)):
                yield self._reasons.missed(url, fate or (found[0] if found else None))

    def _noted(self, fate: UrlFate | None) -> bool:
        """Count a URL if it is held."""
        if fate is None or not is_held(fate):
            return False
        self._report.held += 1
        self._report.copies += fate.reason == "copy"
        return True

    def _without_duplicates(self, urls: list[Url]) -> list[Url]:
        forms = (key_of(Url(compared_form(url))) for url in urls)
        is_new = self._compared.add(np.fromiter(forms, np.int64, len(urls)))
        fresh = [url for url, new in zip(urls, is_new.tolist(), strict=True) if new]
        self._report.counts.duplicates += len(urls) - len(fresh)
        return fresh
