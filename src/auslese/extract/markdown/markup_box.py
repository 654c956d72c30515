"""What a block of a page stands in, as far as Markdown has a form for it."""

from resiliparse.parse.html import DOMNode

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset(("ul", "ol", "menu", "dir"))
CODE_BOXES = frozenset(("pre", "listing", "xmp", "plaintext"))
CELLS = frozenset(("td", "th"))
BOXES = (
    frozenset((*HEADINGS, "li", "dl", "dt", "dd", "blockquote", "table", "tr", "thead"))
    | LISTS
    | CODE_BOXES
    | CELLS
)
# Deeper ones are as if they were not there: nobody reads a list of the twelfth order, and each
# order indents all lines within.
MOST_NESTED = 16
MOST_COLUMNS = 50  # of a table; further cells stand in the last
MOST_ROWS_SPANNED = 1_000  # by one cell; the HTML standard allows 65,534


class MarkupBox:
    """An element that Markdown has a form for, with what it must know of its place."""

    __slots__ = (
        *("_outer_table", "around", "cells", "is_cell", "is_code", "items", "node"),
        *("rows", "tag"),
    )

    def __init__(self, tag: str, node: DOMNode | None, around: "MarkupBox | None") -> None:
        """Made by `within`, but for the outermost."""
        self.tag = tag
        self.node = node
        self.around = around
        self.is_code: bool = tag in CODE_BOXES or (around.is_code if around else False)
        self.is_cell: bool = tag in CELLS or (around.is_cell if around else False)
        self.items = 0
        """Items begun in a list; in a cell, its column; in an item, its number."""
        self.cells = 0
        """Columns that a row has filled so far."""
        self.rows: dict[int, int] = {}
        """Of a table: rows for which a column is still filled by a cell of a row above."""
        # No box holds itself: the tree of a page that the garbage collector has to take apart
        # makes the parser (Resiliparse 1.1.0) die of the next page.
        self._outer_table = around.table if around else None

    @property
    def table(self) -> "MarkupBox | None":
        """The table around, or itself."""
        return self if self.tag == "table" else self._outer_table

    def within(self, tag: str, node: DOMNode) -> "MarkupBox":
        """The box of an element that begins in this one."""
        box = MarkupBox(tag, node, self)
        if tag == "li" and self.tag in LISTS:
            self.items += 1
            box.items = self.items
        elif tag in CELLS:
            self._place(box)
        elif tag == "tr" and (table := self.table) is not None:
            table.rows = {column: left - 1 for column, left in table.rows.items() if left > 1}
        return box

    def _place(self, cell: "MarkupBox") -> None:
        """Give a cell its column in this row, behind those that are filled from above."""
        rows = self.table.rows if self.table is not None else {}
        while self.cells in rows:
            self.cells += 1
        cell.items = self.cells
        end = min(self.cells + span_of(cell.node, "colspan", MOST_COLUMNS), MOST_COLUMNS)
        high = span_of(cell.node, "rowspan", MOST_ROWS_SPANNED)
        if high > 1:
            rows |= dict.fromkeys(range(self.cells, end), high)
        self.cells = end


def span_of(node: DOMNode | None, attribute: str, most: int) -> int:
    """How many columns or rows a cell takes."""
    text = (node.getattr(attribute) or "") if node is not None else ""
    return min(max(int(text[:6]), 1), most) if text.isascii() and text.isdigit() else 1
