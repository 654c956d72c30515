"""Rows of a table of the collection in files for others: JSON lines, commas, Parquet."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import left_out_lines
from auslese.recipes.exporting.page_source import selection_of
from auslese.recipes.rights.permitted_pages import permitted_pages
from auslese.recipes.wrappers.hidden_values import hidden_record_ids
from auslese.records.errors import SettingsError
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection
from auslese.store.exports.bounded_tables import bounded_tables, planned_as_written
from auslese.store.exports.row_queries import row_queries
from auslese.store.exports.table_choice import (
    ADDRESSES,
    is_of_pages,
    pages_of_rows,
    require_table,
)
from auslese.store.exports.table_pieces import (
    TablePiece,
    csv_pieces,
    jsonl_pieces,
    parquet_pieces,
)
from auslese.store.lookups.people_lookups import hidden_people
from auslese.store.lookups.table_rows import RowSelection
from auslese.store.people.hidden_columns import hidden_columns
from auslese.store.people_book import PeopleBook
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection
from auslese.wording.figures import plural

PAGES, RECORDS = "pages", "records"
NO_ROWS = "no row fits: nothing was written but what every file of this format has"


class TableExportSummary(NamedTuple):
    """What was written."""

    table: str
    rows: int
    left_out: Mapping[str, int]
    """How many pages stayed here, by reason."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""
        return {"table": self.table, "rows": self.rows, "left_out": dict(self.left_out)}

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        written = f"{plural(self.rows, 'row')} of {self.table}" if self.rows else NO_ROWS
        return "\n".join([written, *left_out_lines(self.left_out, options)])


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> TableExportSummary:
    """Write the rows into a file that is called like the table."""
    with (folder / f"{_table_of(options)}.{options.form}").open("xb") as file:
        return to_stream(collection, file.write, options)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> TableExportSummary:
    """Write the rows piece by piece."""
    rows = 0
    with bounded_tables(collection) as tables:
        chosen = _chosen(collection, tables, options)
        with planned_as_written(tables):
            for piece in _pieces(tables, chosen.queries, options):
                write(piece.data)
                rows += piece.rows
                options.progress(rows, 0)
    return TableExportSummary(_table_of(options), rows, chosen.left_out)


class _ChosenRows(NamedTuple):
    """Queries for the rows, and the pages that are not among them."""

    queries: list[str]
    left_out: Mapping[str, int]


def _chosen(collection: Collection, tables: Connection, options: ExportOptions) -> _ChosenRows:
    table = _table_of(options)
    selection = selection_of(collection, tables, options)
    if options.no_copies:
        require_groups(collection)
    is_chosen = bool(
        selection.pages or selection.languages or selection.no_copies or selection.ids is not None
    )
    require_table(table, of_pages=is_chosen)
    pages, left_out = "", dict[str, int]()
    if is_of_pages(table):
        pages = pages_of_rows(tables, selection)
        if options.profile not in (RightsProfile.INTERNAL, RightsProfile.URLS_ONLY):
            permitted = permitted_pages(tables, options.profile, options.use, pages)
            pages, left_out = permitted.query, dict(permitted.left_out)
    opt_outs = PeopleBook(collection.path).opt_outs
    rows = RowSelection(
        table,
        _columns_of(options),
        pages,
        hidden_people(tables, opt_outs),
        hidden_columns(tables, table, opt_outs),
        hidden_record_ids(collection) if table == RECORDS else (),
        of_pages_alone=is_chosen,
    )
    order = selection.ids if is_of_pages(table) else None
    return _ChosenRows(row_queries(collection, tables, rows, order or ()), left_out)


def _table_of(options: ExportOptions) -> str:
    """The table that is meant; of addresses alone that of pages."""
    return PAGES if options.profile == RightsProfile.URLS_ONLY else options.table


def _columns_of(options: ExportOptions) -> tuple[str, ...]:
    if options.profile != RightsProfile.URLS_ONLY:
        return options.columns
    if more := [name for name in options.columns if name not in ADDRESSES]:
        raise SettingsError(
            f"the profile {options.profile} does not tell {', '.join(more)};"
            f" it tells {', '.join(ADDRESSES)}"
        )
    return options.columns or ADDRESSES


def _pieces(tables: Connection, queries: list[str], options: ExportOptions) -> Iterator[TablePiece]:
    if options.form == "parquet":
        columns = {column.name: column for column in TABLES[_table_of(options)].columns}
        return parquet_pieces(tables, queries, columns)
    return csv_pieces(tables, queries) if options.form == "csv" else jsonl_pieces(tables, queries)
