"""Paragraphs of which only the kind is known, as Markdown: PDFs, office files, given texts."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from auslese.extract.markdown.markdown_escapes import (
    LAST_SIGNS,
    escaped,
    escaped_start,
    fence_for,
    may_have_target,
)
from auslese.extract.markdown.markdown_tables import TableCellText, pipe_table
from auslese.records.document import ParagraphKind

CELL_BORDER = "\t"
HEADING = "## "  # nobody knows of which order; the first is that of the title
BULLET = re.compile(r"[•◦▪‣·∙*–—-]\s+")
LAST_COLUMN = 49  # as in tables of pages


def paragraphs_in_markdown(paragraphs: Iterable[tuple[str, str]]) -> str:
    """The paragraphs, given with their kinds, as Markdown."""
    parts = [
        part
        for kind, group in groupby(paragraphs, lambda pair: pair[0])
        for part in _parts(kind, [text for _, text in group])
    ]
    return "\n\n".join(filter(None, parts))


def plain_line(text: str, *, in_table: bool = False) -> str:
    """A text with single blanks, in one line, as Markdown."""
    line = escaped_start(escaped(text, brackets=may_have_target(text)))
    return line.replace("|", "\\|") if in_table else line


def _parts(kind: str, texts: list[str]) -> Iterator[str]:
    if kind == ParagraphKind.LIST:
        yield "\n".join(f"- {_line(BULLET.sub('', text, count=1))}" for text in texts)
    elif kind == ParagraphKind.TABLE:
        yield pipe_table([_row(text) for text in texts])
    elif kind == ParagraphKind.CODE:
        code = "\n".join(texts)
        fence = fence_for(code)
        yield f"{fence}\n{code}\n{fence}"
    elif kind == ParagraphKind.HEADING:
        for text in texts:
            yield HEADING + LAST_SIGNS.sub(r"\\\g<0>", _line(text))
    else:
        yield from map(_lines, texts)


def _line(text: str, *, in_table: bool = False) -> str:
    return plain_line(" ".join(text.split()), in_table=in_table)


def _row(text: str) -> list[TableCellText]:
    cells = text.split(CELL_BORDER)
    return [
        TableCellText(min(column, LAST_COLUMN), _line(cell, in_table=True), is_head=False)
        for column, cell in enumerate(cells)
    ]


def _lines(text: str) -> str:
    """A paragraph, a line of it where the page has one."""
    return "  \n".join(map(_line, filter(str.strip, text.split("\n"))))
