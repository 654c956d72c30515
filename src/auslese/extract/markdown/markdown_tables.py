"""Tables of data as GitHub's Markdown writes them."""

from collections.abc import Sequence
from typing import NamedTuple


class TableCellText(NamedTuple):
    """A piece of text in a cell of a row."""

    column: int
    text: str
    is_head: bool


def pipe_table(rows: Sequence[Sequence[TableCellText]]) -> str:
    """A table; its first row is the head if it has only cells of a head, else there is none."""
    filled = [_filled(row) for row in rows]
    wide = max(map(len, filled), default=0)
    if not wide:
        return ""
    is_headed = all(cell.is_head for cell in rows[0])
    head, body = (filled[0], filled[1:]) if is_headed else ([], filled)
    lines = [_line([*head, *[""] * (wide - len(head))]), _line(["---"] * wide), *map(_line, body)]
    return "\n".join(lines)


def _filled(row: Sequence[TableCellText]) -> list[str]:
    """The texts of a row, column by column, up to the last that has one."""
    cells = [""] * (max((cell.column for cell in row), default=-1) + 1)
    for cell in row:
        cells[cell.column] = f"{cells[cell.column]} {cell.text}".strip()
    return cells


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
