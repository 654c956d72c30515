"""Documents in the rows of a table: CSV, TSV and their like, whatever parts the cells.

The heads of the columns say what a cell is: the names of a line of JSON, or some that others use.
Where no head names an address, the first column that holds one does.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from auslese.crawl.worker.receiver import Arrival
from auslese.extract.given_document import GivenDocument
from auslese.recipes.importing.input_files import Input
from auslese.recipes.importing.json_documents import (
    ImportOrigin,
    RefusedDocument,
    given_arrival,
)

SEPARATED_ENDS = frozenset((".csv", ".tsv", ".tab"))
DELIMITERS = ",;\t|"
OTHER_NAMES = {
    "link": "url",
    "href": "url",
    "address": "url",
    "uri": "url",
    "content": "text",
    "body": "text",
    "headline": "title",
    "heading": "title",
    "lang": "language",
    "published": "date",
    "authors": "author",
}
"""What others call these columns; taken if no column has the name itself."""
NAMES = frozenset(field.name for field in msgspec.structs.fields(GivenDocument))
CONTENTS = frozenset(("text", "html", "title"))
LISTS = frozenset(("paragraphs", "stretches"))  # as JSON in a cell
WEB_ADDRESS = re.compile(r"https?://[^\s/]", re.I)
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
OLD_CHARSET = "cp1252"  # what spreadsheets of old write, and ISO 8859-1 within it
LONGEST_LETTER = 4  # bytes in UTF-8: so much of the beginning may be half a letter
MOST_COLUMNS = 1_000
# The library's own bound is one for each cell, 128 KB; ours is one for each row.
csv.field_size_limit((1 << 31) - 1)


class _TooLongError(Exception):
    pass


class SeparatedRow(NamedTuple):
    """A row of a table, or why it cannot be read."""

    line: int
    """At which it begins."""
    cells: list[str]
    problem: str = ""


class _Lines:
    """The lines of a text; what belongs to one row is bounded."""

    def __init__(self, text: io.TextIOWrapper, longest: int) -> None:
        self._text = text
        self._longest = longest
        self._taken = 0
        self.number = 0

    def begin_row(self) -> int:
        """The number of the line that comes next."""
        self._taken = 0
        return self.number + 1

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._text.readline(self._longest + 1)
        if not line:
            raise StopIteration
        self.number += 1
        self._taken += len(line)
        if self._taken > self._longest:
            while line and line[-1] not in "\r\n":
                line = self._text.readline(self._longest)
            raise _TooLongError
        return line


class Columns(NamedTuple):
    """What the cells of a table are."""

    names: list[str]
    has_head: bool

    @property
    def has_documents(self) -> bool:
        """Whether they hold more than addresses."""
        return not CONTENTS.isdisjoint(self.names)

    def fields(self, cells: list[str]) -> dict[str, str]:
        """What a row says, by the names of the columns; empty cells say nothing."""
        return {name: cell for name, cell in zip(self.names, cells, strict=False) if cell}


def separated_rows(file: Input, longest: int) -> Iterator[SeparatedRow]:
    """The rows of a table that hold anything, the heads among them."""
    start = file.beginning()
    text = io.TextIOWrapper(file.stream, charset_of(start), errors="surrogateescape", newline="")
    lines = _Lines(text, longest)
    delimiter = ""
    try:
        while True:
            number = lines.begin_row()
            delimiter = delimiter or delimiter_of(text_of(start))
            try:
                for cells in csv.reader(lines, delimiter=delimiter):
                    if any(cells):
                        yield SeparatedRow(number, [_mended(cell) for cell in cells[:MOST_COLUMNS]])
                    number = lines.begin_row()
                return
            except _TooLongError:
                yield SeparatedRow(number, [], f"longer than {longest:,} letters: an open quote?")
            except csv.Error as error:
                yield SeparatedRow(number, [], str(error))
    finally:
        text.detach()


def charset_of(start: bytes) -> str:
    """In which charset a text that begins so is written."""
    for mark, charset in MARKS:
        if start.startswith(mark):
            return charset
    try:
        start[: max(len(start) - LONGEST_LETTER, 0)].decode()
    except UnicodeDecodeError as error:
        if error.start < len(start) - 2 * LONGEST_LETTER:
            return OLD_CHARSET
    return "utf-8"


def text_of(start: bytes) -> str:
    """The first line of a text that begins so."""
    text = start.decode(charset_of(start), "replace").lstrip("\r\n")
    return text.splitlines()[0] if text else ""


def delimiter_of(line: str) -> str:
    """What parts the cells of this line: that which makes the most known names, or cells."""

    def worth(delimiter: str) -> tuple[int, int]:
        try:
            cells = next(csv.reader([line], delimiter=delimiter), [])
        except csv.Error:
            return 0, 0
        return sum(_name_of(cell) in NAMES for cell in cells), len(cells)

    return max(DELIMITERS, key=worth)


def has_known_head(start: bytes) -> bool:
    """Whether a text that begins so is a table with a column for addresses or contents."""
    line = text_of(start)
    names = {_name_of(cell) for cell in next(csv.reader([line], delimiter=delimiter_of(line)), [])}
    return bool(names & (CONTENTS | {"url"})) and not line.lstrip().startswith(("{", "["))


def columns_of(first: list[str], second: list[str]) -> Columns:
    """What the columns are, as the first row says, or else what stands in them."""
    if any(map(WEB_ADDRESS.match, first)):  # no heads: there is an address at once
        return Columns(_with_address([""] * len(first), first), has_head=False)
    own = [cell.strip().lower().replace("-", "_").replace(" ", "_") for cell in first]
    names = [
        OTHER_NAMES[name] if OTHER_NAMES.get(name) not in (None, *own) else name for name in own
    ]
    return Columns(names if "url" in names else _with_address(names, second), has_head=True)


def _with_address(names: list[str], cells: list[str]) -> list[str]:
    for place, cell in enumerate(cells[: len(names)]):
        if names[place] not in NAMES and WEB_ADDRESS.match(cell.strip()):
            return [*names[:place], "url", *names[place + 1 :]]
    return names


def table_rows(file: Input, longest: int) -> Iterator[tuple[SeparatedRow, Columns | None]]:
    """The rows behind the heads with what their columns are; None for one that cannot be read."""
    columns: Columns | None = None
    first: SeparatedRow | None = None
    for row in separated_rows(file, longest):
        if row.problem:
            yield row, None
        elif first is None:
            first = row
        else:
            if columns is None:
                columns = columns_of(first.cells, row.cells)
                if not columns.has_head:
                    yield first, columns
            yield row, columns
    if first is not None and columns is None:
        columns = columns_of(first.cells, [])
        if not columns.has_head:
            yield first, columns


def read_separated(file: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The documents of a table, row by row."""
    addresses = 0
    for row, columns in table_rows(file, origin.longest):
        where = f"{origin.source}:{row.line}"
        if columns is None:
            yield RefusedDocument(where, "line", row.problem)
        elif columns.has_documents:
            yield given_arrival(_fields(columns.fields(row.cells)), where, origin)
        elif "url" in columns.names:
            addresses += 1
        else:
            yield RefusedDocument(where, "line", 'expected a column "url", "text" or "html"')
    if addresses:
        yield addresses_alone(origin.source, addresses)


def addresses_alone(source: str, number: int) -> RefusedDocument:
    """What to do with addresses alone."""
    told = f"{number:,} without texts; --as-starts makes them start pages of a crawl"
    return RefusedDocument(source, "addresses", told)


def _fields(cells: dict[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = dict(cells)
    for name in LISTS & fields.keys():
        try:
            fields[name] = msgspec.json.decode(fields[name])
        except (msgspec.DecodeError, RecursionError):
            del fields[name]
    return fields


def _name_of(cell: str) -> str:
    name = cell.strip().lower()
    return OTHER_NAMES.get(name, name)


def _mended(cell: str) -> str:
    """A cell whose bytes are not those of its file's charset, read as spreadsheets of old wrote."""
    try:
        cell.encode()
    except UnicodeEncodeError:
        return cell.encode("utf-8", "surrogateescape").decode(OLD_CHARSET, "replace")
    return cell
