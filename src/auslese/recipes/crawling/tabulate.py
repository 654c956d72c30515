"""Writes what the crawl has recorded into the tables, segment by segment."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.row_staging import OutcomeRow, RightsFileRow, RowStaging
from auslese.records.page import Page
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of, key_of
from auslese.store.tables import parquet_segments as tables
from auslese.store.tables.segment_files import drop_segments_from, numbers_of

MILLISECONDS = 1000
FED_TABLES = ("pages", "links", "outcomes")
KeepSegment = Callable[[str, int], None]
"""Brings a segment of a table, by its number, wherever else it is to be before it is recorded."""


def kept_here(table: str, number: int) -> None:
    """Bring a segment nowhere else."""


class RowWriter:
    """Feeds pages, links and outcomes into their tables."""

    def __init__(
        self, staging: RowStaging, folder: Path, keep_segment: KeepSegment = kept_here
    ) -> None:
        """Write below this folder; files left over from a crash are removed first."""
        self._staging = staging
        self._keep_segment = keep_segment
        self._folder = folder
        self._unpack = msgspec.msgpack.Decoder(Page).decode
        staging.begin_behind(
            {table: max(numbers_of(folder, table), default=0) for table in FED_TABLES}
        )
        for table in FED_TABLES:
            drop_segments_from(folder, table, self._staging.next_number(table))

    def write_rows(self) -> None:
        """Write everything that waits."""
        while self._write_pages():
            pass
        while self._write_links():
            pass
        while self._write_outcomes():
            pass

    def _write_pages(self) -> bool:
        last, rows = self._staging.pages()
        if not rows:
            return False
        columns = page_columns([(self._unpack(row), copy_of) for row, copy_of in rows])
        self._write("pages", [tables.to_ipc("pages", columns)], last)
        return True

    def _write_links(self) -> bool:
        last, batches = self._staging.links()
        if not batches:
            return False
        self._write("links", batches, last)
        return True

    def _write_outcomes(self) -> bool:
        rows = list(self._staging.outcomes())
        if not rows:
            return False
        columns = outcome_columns([row for _, row in rows])
        self._write("outcomes", [tables.to_ipc("outcomes", columns)], rows[-1][0])
        return True

    def _write(self, table: str, batches: list[bytes], last: int) -> None:
        number = self._staging.next_number(table)
        if tables.write_segment(self._folder, table, number, batches):
            self._keep_segment(table, number)
        self._staging.forget(table, number, last)


class Tabulator:
    """Feeds pages, links and outcomes into their tables, and the sites as a whole."""

    def __init__(
        self, frontier: CrawlFrontier, folder: Path, keep_segment: KeepSegment = kept_here
    ) -> None:
        """Write below this folder."""
        self._frontier = frontier
        self._rows = RowWriter(frontier.staging, folder, keep_segment)
        self._folder = folder

    def write_all(self) -> None:
        """Write everything that waits, and the sites as they are now."""
        self._rows.write_rows()
        self._write_sites()

    def _write_sites(self) -> None:
        rows = self._frontier.site_rows()
        columns: dict[str, list[object]] = (
            {name: [row[place] for row in rows] for place, name in enumerate(type(rows[0])._fields)}
            if rows
            else {}
        )
        if not rows:
            return
        columns["site"] = [registrable_domain(row.host) for row in rows]
        for name in ("robots_at", "last_access", "next_access"):
            columns[name] = [_milliseconds(getattr(row, name)) for row in rows]
        columns["rights_files"] = [[_file_row(file) for file in row.rights_files] for row in rows]
        tables.replace_table(self._folder, "sites", columns)


def _file_row(file: RightsFileRow) -> dict[str, object]:
    return file._asdict() | {"at": _milliseconds(file.at) or 0}


def _milliseconds(seconds: float | None) -> int | None:
    return round(seconds * MILLISECONDS) if seconds else None


def page_columns(rows: list[tuple[Page, int | None]]) -> dict[str, list[object]]:
    """The columns of these pages, each with the page that it is a copy of."""
    columns: dict[str, list[object]] = {
        name: [page[place] for page, _ in rows] for place, name in enumerate(Page._fields)
    }
    columns["fetched_at"] = [round(page.fetched_at * MILLISECONDS) for page, _ in rows]
    columns["copy_of"] = [copy_of for _, copy_of in rows]
    return columns


def outcome_columns(rows: list[OutcomeRow]) -> dict[str, list[object]]:
    """The columns of these outcomes."""
    columns: dict[str, list[object]] = {
        name: [row[place] for row in rows] for place, name in enumerate(OutcomeRow._fields)
    }
    columns["id"] = [key_of(Url(row.url)) for row in rows]
    columns["host"] = [host_of(Url(row.url)) for row in rows]
    columns["ended_at"] = [round(row.ended_at * MILLISECONDS) for row in rows]
    return columns
