"""Damaged segments of the crawl's own tables, made again from what else there is.

outcomes  from the frontier, which knows how every URL ended
pages     from the outcomes, which say what was visited when, and the archive
links     from the pages and the archive

What sound segments have is left there: only the rows that are nowhere else are made. A segment is
replaced at once, when all of its rows are there.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from shutil import copyfile
from typing import Any, NamedTuple, TypeVar

import numpy as np

from auslese.crawl.frontier.row_staging import OutcomeRow, RowStaging
from auslese.crawl.worker.outbox import LinkRows
from auslese.recipes.checking.archived_reading import ArchiveReader, PageReadAgain
from auslese.recipes.checking.focus_again import FocusAgain, RowAgain
from auslese.recipes.crawling.tabulate import MILLISECONDS, outcome_columns, page_columns
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.plain_rows import NO_MOMENT, plain_rows, segment_numbers, segment_rows
from auslese.store.tables.segment_files import drop_segment, numbers_of, segment_path
from auslese.system.key_set import Keys, KeySet
from auslese.system.seals.damaged_file import DamagedFileError

OUTCOMES, PAGES, LINKS = "outcomes", "pages", "links"
KEPT_AS = ".damaged"
"""Behind the name of a segment of which rows are lost: what is left of it may be of use."""
ODD = np.int64(0x9E3779B97F4A7C15 - (1 << 64))  # 2^64 / golden ratio: spreads moments over all bits
MOMENTS = {OUTCOMES: ("id", "ended_at"), PAGES: ("id", "fetched_at"), LINKS: ("source", "seen_at")}
"""By which columns the rows of a visit are known."""
NO_ROW = frozenset({"redirect", "sitemap", "unchanged"})
"""What is fetched and gets no row in the table of pages."""
BATCH = 1000  # pages whose rows or links are one batch of Arrow
VISITED = ("id", "url", "depth", "via", "hops", "ended_at", "status", "kind", "reason", "detail")
ROWS_OF = ("id", "url", "depth", "via", "fetched_at", "status", "links")
NAMED = ("id", "fetched_at", "name")
PLACES = ("segment", "record_offset", "record_length")


Row = TypeVar("Row")


class RecordedVisit(NamedTuple):
    """A visit that brought a page, as a table knows it."""

    visit: Visit
    at: int
    """In milliseconds since 1970."""
    status: int
    copy_of: int | None = None
    capture: CaptureLocation | None = None
    """Where the archive has it, if the table says so."""


class CrawlTables:
    """Makes damaged segments of one collection again; whoever calls it holds the collection."""

    def __init__(self, collection: Collection) -> None:
        """Nothing is read yet."""
        self._collection = collection
        self._folder = collection.tables
        self._reader = ArchiveReader(collection)
        self.unscored = 0
        """Pages made again whose score by the focus of their crawl could not be."""

    def rebuild_outcomes(self, damaged: Sequence[int], staging: RowStaging) -> list[str]:
        """Make segments of outcomes again from the frontier."""
        known = self._known(OUTCOMES, damaged)
        missing: list[OutcomeRow] = []
        last = 0
        while rows := list(staging.outcomes_after(last)):
            last = rows[-1][0]
            keys = [key_of(Url(row.url)) for _, row in rows]
            moments = [round(row.ended_at * MILLISECONDS) for _, row in rows]
            missing += [rows[place][1] for place in _lacking(known, keys, moments)]

        def batches(some: Sequence[OutcomeRow]) -> Iterator[bytes]:
            yield to_ipc(OUTCOMES, outcome_columns(list(some)))

        self._write(OUTCOMES, damaged, missing, batches)
        return []

    def rebuild_pages(self, damaged: Sequence[int]) -> list[str]:
        """Make segments of pages again; the URLs of those that the archive has lost."""
        lost: list[str] = []
        names, focus = self._names(damaged), FocusAgain(self._collection, damaged)
        reader = ArchiveReader(self._collection, focus.letters)

        def batches(some: Sequence[RecordedVisit]) -> Iterator[bytes]:
            for first in range(0, len(some), BATCH):
                read: list[tuple[RecordedVisit, RowAgain]] = []
                for one in some[first : first + BATCH]:
                    found = reader.visited(one.visit, one.at, one.status)
                    if found is None:
                        lost.append(one.visit.url)
                        continue
                    name = names.get((one.visit.key, one.at), found.page.name)
                    found = found._replace(page=found.page._replace(name=name))
                    read.append((one, RowAgain(one.visit.key, one.at, found)))
                pages = focus.scored([row for _, row in read])
                copies = [one.copy_of for one, _ in read]
                yield to_ipc(PAGES, page_columns(list(zip(pages, copies, strict=True))))

        missing = self._missing(PAGES, damaged, self._visits())
        self._write(PAGES, damaged, missing, batches, lost)
        self.unscored = focus.unscored
        return lost

    def rebuild_links(self, damaged: Sequence[int]) -> list[str]:
        """Make segments of links again; the URLs of pages that the archive has lost."""
        lost: list[str] = []

        def batches(some: Sequence[RecordedVisit]) -> Iterator[bytes]:
            for first in range(0, len(some), BATCH):
                rows = LinkRows()
                for one in some[first : first + BATCH]:
                    found = self._of_row(one)
                    if found is None:
                        lost.append(one.visit.url)
                        continue
                    links = found.reading.links
                    targets = [key_of(url) for url in links.urls]
                    rows.add(one.visit.key, links, targets, one.at / MILLISECONDS)
                yield to_ipc(LINKS, rows.columns())

        missing = self._missing(LINKS, damaged, self._linking())
        self._write(LINKS, damaged, missing, batches, lost)
        return lost

    def _of_row(self, one: RecordedVisit) -> PageReadAgain | None:
        assert one.capture is not None
        return self._reader.captured(one.visit, one.capture, one.at, one.status)

    # -- which visits have no rows ----------------------------------------------------------------

    def _visits(self) -> Iterator[RecordedVisit]:
        """All visits that brought a page, as outcomes tell them, in their order."""
        for row in plain_rows(self._folder, OUTCOMES, VISITED):
            if row["kind"] == "fetched" and row["reason"] not in NO_ROW:
                copy_of = key_of(Url(row["detail"])) if row["reason"] == "copy" else None
                yield RecordedVisit(_visit(row), row["ended_at"], row["status"], copy_of)

    def _linking(self) -> Iterator[RecordedVisit]:
        """All pages with links, as the table of pages tells them, in their order."""
        for row in plain_rows(self._folder, PAGES, (*ROWS_OF, *PLACES)):
            if row["links"]:
                capture = CaptureLocation(*(row[name] for name in PLACES))
                yield RecordedVisit(_visit(row), row["fetched_at"], row["status"], None, capture)

    def _missing(
        self, table: str, damaged: Sequence[int], visits: Iterator[RecordedVisit]
    ) -> list[RecordedVisit]:
        """Those of these visits of which no sound segment of a table has rows."""
        known, all_of_them = self._known(table, damaged), list(visits)
        keys, moments = [one.visit.key for one in all_of_them], [one.at for one in all_of_them]
        return [all_of_them[place] for place in _lacking(known, keys, moments)]

    def _known(self, table: str, damaged: Sequence[int]) -> KeySet:
        """The visits that sound segments of a table have rows of."""
        known = KeySet()
        for number in numbers_of(self._folder, table):
            if number not in damaged:
                known.add(_keys(*segment_numbers(self._folder, table, number, MOMENTS[table])))
        return known

    def _names(self, damaged: Sequence[int]) -> dict[tuple[int, int], str]:
        """What imported pages were called, as far as that can still be read."""
        names: dict[tuple[int, int], str] = {}
        for number in damaged:
            with suppress(DamagedFileError):
                for row in segment_rows(self._folder, PAGES, number, NAMED):
                    if row["name"] is not None:
                        names[row["id"], row["fetched_at"]] = row["name"]
        return names

    # -- writing ----------------------------------------------------------------------------------

    def _write(
        self,
        table: str,
        damaged: Sequence[int],
        rows: Sequence[Row],
        batches: Callable[[Sequence[Row]], Iterator[bytes]],
        lost: Sequence[str] = (),
    ) -> None:
        """Put the missing rows in the place of the damaged segments, in their order."""
        bounds = np.linspace(0, len(rows), len(damaged) + 1).astype(int).tolist()
        for number, (begin, end) in zip(sorted(damaged), pairwise(bounds), strict=True):
            before, made = len(lost), list(batches(rows[begin:end]))
            if len(lost) > before:
                path = segment_path(self._folder, table, number)
                copyfile(path, path.with_name(path.name + KEPT_AS))
            if not write_segment(self._folder, table, number, made):
                drop_segment(self._folder, table, number)


def _visit(row: dict[str, Any]) -> Visit:
    url = Url(row["url"])
    hops = row.get("hops", 0)
    return Visit(url, row["id"], host_of(url), row["depth"], via=row["via"], hops=hops)


def _keys(keys: Keys, moments: Keys) -> Keys:
    """One number for a page and a moment; the set takes no 0."""
    with np.errstate(over="ignore"):
        both: Keys = keys ^ (moments * ODD)
    return np.where(both == 0, np.int64(1), both)


def _lacking(known: KeySet, keys: Sequence[int], moments: Sequence[int]) -> list[int]:
    """The places of what is not known, once each."""
    pages, at = np.array(keys, np.int64), np.array(moments, np.int64)
    is_unknown = known.lacks(_keys(pages, np.full_like(at, NO_MOMENT)))
    return np.flatnonzero(known.add(_keys(pages, at)) & is_unknown).tolist()
