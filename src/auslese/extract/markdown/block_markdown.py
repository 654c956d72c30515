"""Blocks of a main text as Markdown: paragraphs, headings, lists within lists, quotations, tables.

What one block stands in is read from the page; which blocks there are was decided before.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from auslese.extract.markdown.fence_language import fence_language
from auslese.extract.markdown.inline_markdown import (
    InlineForm,
    Resolve,
    inline_markdown,
)
from auslese.extract.markdown.kept_blocks import KeptBlock
from auslese.extract.markdown.markdown_escapes import LAST_SIGNS, fence_for
from auslese.extract.markdown.markdown_tables import TableCellText, pipe_table
from auslese.extract.markdown.markup_box import (
    CODE_BOXES,
    HEADINGS,
    LISTS,
    MOST_NESTED,
    MarkupBox,
)
from auslese.extract.markdown.plain_markdown import plain_line
from auslese.records.document import ParagraphKind

LOOSE = frozenset(("li", "dt", "dd"))
BETWEEN = "\n\n"
NO_EMPHASIS = frozenset(("strong", "em"))
LONGEST_NUMBER = 999_999_999  # of an item: CommonMark, section 5.2


class MarkdownPart:
    """An element with what of the main text stands in it."""

    __slots__ = ("box", "is_data", "parts")

    def __init__(self, box: MarkupBox | None) -> None:
        """Nothing stands in it so far."""
        self.box = box
        self.parts: list[MarkdownPart | KeptBlock] = []
        self.is_data = False
        """Whether it is a table that the reader took for one of data."""

    @property
    def tag(self) -> str:
        """What it is; empty for the page."""
        return self.box.tag if self.box else ""


def markdown_of_blocks(kept: Iterable[KeptBlock], resolve: Resolve) -> str:
    """The main text, from these blocks."""
    writer = _Writer(resolve)
    return BETWEEN.join(writer.texts_of(_nested(kept)))


def _nested(kept: Iterable[KeptBlock]) -> MarkdownPart:
    """The blocks in the elements in which they stand on the page."""
    root = MarkdownPart(None)
    open_parts = [root]
    last: MarkupBox | None = None
    for each in kept:
        if each.block is not None and each.block.box is not last:
            last = each.block.box
            _go_into(_path_of(last), open_parts)
        open_parts[-1].parts.append(each)
        if each.stretch.kind == ParagraphKind.TABLE:
            _mark_data(open_parts)
    return root


def _go_into(path: Sequence[MarkupBox], open_parts: list[MarkdownPart]) -> None:
    """Close the elements that a block does not stand in any more, and open those it does."""
    depth = 0
    while depth < min(len(path), len(open_parts) - 1):
        if open_parts[depth + 1].box is not path[depth]:
            break
        depth += 1
    del open_parts[depth + 1 :]
    for box in path[depth:]:
        part = MarkdownPart(box)
        open_parts[-1].parts.append(part)
        open_parts.append(part)


def _path_of(box: MarkupBox) -> list[MarkupBox]:
    """The elements around a block, from the outside in; not more than anybody reads."""
    path: list[MarkupBox] = []
    step: MarkupBox | None = box
    while step is not None and step.around is not None:
        path.append(step)
        step = step.around
    return path[::-1][:MOST_NESTED]


def _mark_data(open_parts: Sequence[MarkdownPart]) -> None:
    for part in reversed(open_parts):
        if part.tag == "table":
            part.is_data = True
            return


class _Writer:
    """Writes the parts of one page."""

    def __init__(self, resolve: Resolve) -> None:
        self._plain = InlineForm(resolve)
        self._heading = InlineForm(resolve, one_line=True, left_out=NO_EMPHASIS)
        self._term = InlineForm(resolve, one_line=True, left_out=NO_EMPHASIS)
        self._cell = InlineForm(resolve, one_line=True, in_table=True)

    def texts_of(self, part: MarkdownPart) -> list[str]:
        """What stands in an element, as blocks of Markdown."""
        texts: list[str] = []
        loose: list[MarkdownPart | KeptBlock] = []  # items without a list around them
        for each in part.parts:
            if isinstance(each, MarkdownPart) and each.tag in LOOSE:
                loose.append(each)
                continue
            if loose:
                texts.append(self._items(loose))
                loose = []
            texts += self._texts_within(each)
        if loose:
            texts.append(self._items(loose))
        return _with_distinct_lists(texts)

    def _texts_within(self, each: "MarkdownPart | KeptBlock") -> Iterable[str]:
        if isinstance(each, KeptBlock):
            text = self._line(each, self._plain)
            return (text,) if text else ()
        return WRITERS.get(each.tag, _Writer.texts_of)(self, each)

    def _line(self, kept: KeptBlock, form: InlineForm) -> str:
        if kept.block is None:
            return plain_line(kept.stretch.text, in_table=form.in_table)
        return inline_markdown(kept.block, form)

    def headings(self, part: MarkdownPart) -> Iterable[str]:
        """A heading, in one line; several if the page has several blocks in it."""
        signs = "#" * HEADINGS[part.tag]
        for each in _blocks_in(part):
            if text := self._line(each, self._heading):
                yield f"{signs} {LAST_SIGNS.sub(lambda found: chr(92) + found[0], text)}"

    def quote(self, part: MarkdownPart) -> Iterable[str]:
        """A quotation, each line of it behind its sign."""
        if text := BETWEEN.join(self.texts_of(part)):
            yield "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))

    def code(self, part: MarkdownPart) -> Iterable[str]:
        """A program between fences, with its language if the page says it."""
        pieces = ["".join(each.block.texts) for each in _blocks_in(part) if each.block]
        pieces += [each.stretch.text for each in _blocks_in(part) if not each.block]
        text = "\n".join(piece.strip("\r\n").rstrip() for piece in pieces)
        if text.strip():
            fence = fence_for(text)
            language = fence_language(part.box.node) if part.box else ""
            yield f"{fence}{language}\n{text}\n{fence}"

    def list_of(self, part: MarkdownPart) -> Iterable[str]:
        """A list with or without numbers."""
        if text := self._items(part.parts, is_numbered=part.tag == "ol", box=part.box):
            yield text

    def definitions(self, part: MarkdownPart) -> Iterable[str]:
        """Terms with what is said of each."""
        if text := self._items(part.parts):
            yield text

    def _items(
        self,
        parts: Iterable["MarkdownPart | KeptBlock"],
        *,
        is_numbered: bool = False,
        box: MarkupBox | None = None,
    ) -> str:
        """Items of a list, each behind its sign; a definition stands in the item of its term."""
        items: list[tuple[str, list[str]]] = []
        for each in parts:
            if isinstance(each, MarkdownPart) and each.tag == "dt":
                items.append(("-", self._terms(each)))
                continue
            texts = list(self._texts_within(each))
            is_item = isinstance(each, MarkdownPart) and each.tag == "li"
            if items and not is_item:
                items[-1][1].extend(texts)
            elif texts:
                number = each.box.items if isinstance(each, MarkdownPart) and each.box else 1
                items.append((_sign(number, box) if is_numbered else "-", texts))
        return _listed([(sign, texts) for sign, texts in items if texts])

    def _terms(self, part: MarkdownPart) -> list[str]:
        texts = (self._line(each, self._term) for each in _blocks_in(part))
        return [f"**{text}**" for text in texts if text]

    def table(self, part: MarkdownPart) -> Iterable[str]:
        """A table of data; what stands in another one is told without it."""
        if not part.is_data:
            return self.texts_of(part)
        rows: dict[int, list[TableCellText]] = {}
        captions: list[str] = []
        for each in _blocks_in(part):
            cell = _cell_of(each)
            text = self._line(each, self._cell)
            if cell is None or cell.around is None:
                captions.append(text)
                continue
            found = TableCellText(cell.items, text, is_head=cell.tag == "th")
            rows.setdefault(id(cell.around), []).append(found)
        return [*captions, pipe_table(list(rows.values()))]


WRITERS: Mapping[str, Callable[[_Writer, MarkdownPart], Iterable[str]]] = {
    "blockquote": _Writer.quote,
    "table": _Writer.table,
    "dl": _Writer.definitions,
    **dict.fromkeys(HEADINGS, _Writer.headings),
    **dict.fromkeys(LISTS, _Writer.list_of),
    **dict.fromkeys(CODE_BOXES, _Writer.code),
}
"""What writes an element; what stands in any other is written as if that were not there."""


def _blocks_in(part: MarkdownPart) -> Iterable[KeptBlock]:
    """All blocks in an element, however deep."""
    for each in part.parts:
        if isinstance(each, KeptBlock):
            yield each
        else:
            yield from _blocks_in(each)


def _cell_of(kept: KeptBlock) -> MarkupBox | None:
    box = kept.block.box if kept.block else None
    while box is not None and box.tag not in ("td", "th"):
        box = box.around
    return box


def _sign(number: int, box: MarkupBox | None) -> str:
    """The number of an item, with what the list begins with."""
    text = (box.node.getattr("start") or "") if box is not None and box.node is not None else ""
    begin = int(text[:9]) if text.isascii() and text.isdigit() else 1
    return f"{min(begin + max(number, 1) - 1, LONGEST_NUMBER)}."


def _listed(items: Sequence[tuple[str, list[str]]]) -> str:
    lines = [f"{sign} {_indented(_item_text(texts), len(sign) + 1)}" for sign, texts in items]
    is_loose = any(BETWEEN in line for line in lines)
    return (BETWEEN if is_loose else "\n").join(lines)


def _item_text(texts: Sequence[str]) -> str:
    """What stands in an item; a list within it follows its line at once."""
    text = texts[0]
    for each in texts[1:]:
        text += (
            f"\n{each}" if each.startswith(("- ", "1. ")) and "\n" not in text else BETWEEN + each
        )
    return text


def _indented(text: str, blanks: int) -> str:
    gap = "\n" + " " * blanks
    return text.replace("\n", gap).replace(f"{gap}\n", "\n\n") if "\n" in text else text


def _with_distinct_lists(texts: list[str]) -> list[str]:
    """Give a list other signs than the list before it has, or both would be one."""
    lists = [at for at, text in enumerate(texts) if text.startswith("- ")]
    for before, at in pairwise(lists):
        if at == before + 1 and texts[before].startswith("- "):
            texts[at] = _with_sign(texts[at], "-", "*")
    return texts


def _with_sign(text: str, old: str, new: str) -> str:
    return "\n".join(
        f"{new}{line[1:]}" if line.startswith(f"{old} ") else line for line in text.split("\n")
    )
