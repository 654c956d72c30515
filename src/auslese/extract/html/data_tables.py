"""Which tables of a page hold data, and which only lay it out?

A layout table is as if it were not there: what stands in it is judged by itself. The rows of a
data table become one paragraph each.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from auslese.extract.html.page_sheet import BlockSheet

NOWHERE = -1
CELLS = frozenset(("td", "th"))
HEADS = frozenset(("th", "thead", "caption"))
LONG_CELL = 200  # letters; a cell of a data table is shorter
LONG_VALUE = 60  # letters; with a single row to judge by, a cell that may be a sentence is none
FEWEST_ROWS = 2  # with two cells or more; of one row only short plain cells are data


class TableCell(NamedTuple):
    """Where in which table a block stands."""

    table: int
    row: int
    cell: int


def data_cells(sheet: BlockSheet) -> dict[int, TableCell]:
    """The cells of all blocks that stand in data tables, by the number of the block."""
    if "table" not in sheet.where.tags:
        return {}
    cells = _cells_of_places(sheet)
    blocks = {
        block: cells[place]
        for block, place in enumerate(sheet.places)
        if cells[place].table != NOWHERE
    }
    data = _data_tables(sheet, blocks, cells)
    return {block: cell for block, cell in blocks.items() if cell.table in data}


def _cells_of_places(sheet: BlockSheet) -> list[TableCell]:
    """The innermost table, row and cell of each place."""
    found: list[TableCell] = []
    for number, (tag, parent) in enumerate(zip(sheet.where.tags, sheet.where.parents, strict=True)):
        around = found[parent] if number else TableCell(NOWHERE, NOWHERE, NOWHERE)
        if tag == "table":
            around = TableCell(number, number, NOWHERE)
        elif tag == "tr":
            around = TableCell(around.table, number, NOWHERE)
        elif tag in CELLS:
            around = around._replace(cell=number)
        found.append(around)
    return found


def _data_tables(
    sheet: BlockSheet, blocks: dict[int, TableCell], cells: list[TableCell]
) -> set[int]:
    where = sheet.where
    around_others = {
        cells[where.parents[number]].table
        for number, tag in enumerate(where.tags)
        if tag == "table"
    }
    headed = {cells[place].table for place, tag in enumerate(where.tags) if tag in HEADS}
    letters: defaultdict[int, Counter[TableCell]] = defaultdict(Counter)
    several: set[int] = set()
    linked: Counter[int] = Counter()
    for block, cell in blocks.items():
        if cell in letters[cell.table]:
            several.add(cell.table)
        letters[cell.table][cell] += len(sheet.texts[block])
        linked[cell.table] += sheet.linked[block]
    return {
        table
        for table, counts in letters.items()
        if table not in around_others
        and (
            _holds_data(counts, table in headed)
            or (table not in several and _is_data_row(counts, linked[table]))
        )
    }


def _holds_data(letters: Counter[TableCell], is_headed: bool) -> bool:
    """Tell data from layout by the cells' letters."""
    if _full_rows(letters) < FEWEST_ROWS:
        return False
    in_long_cells = sum(count for count in letters.values() if count > LONG_CELL)
    return is_headed or in_long_cells * 2 < letters.total()


def _is_data_row(letters: Counter[TableCell], linked: int) -> bool:
    """Tell a single row of data from columns of a page, and from a menu; of one text to a cell."""
    if len({cell.row for cell in letters if cell.cell != NOWHERE}) != 1:
        return False
    is_short = max(letters.values()) <= LONG_VALUE
    return is_short and _full_rows(letters) == 1 and linked * 2 < letters.total()


def _full_rows(letters: Counter[TableCell]) -> int:
    """How many rows have two cells or more."""
    return sum(count > 1 for count in Counter(cell.row for cell in letters).values())


def row_texts(sheet: BlockSheet, cells: dict[int, TableCell], blocks: list[int]) -> Iterator[str]:
    """The texts of the cells of one row, those of the same cell joined."""
    of_cell: dict[int, list[str]] = {}
    for block in blocks:
        of_cell.setdefault(cells[block].cell, []).append(sheet.texts[block].replace("\n", " "))
    return (" ".join(texts) for texts in of_cell.values())
