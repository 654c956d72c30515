"""Plain text: paragraphs out of lines, as a reader sees them.

Blank lines separate. Lines that were broken to fit a page are joined again, lines that are meant as
lines (verses, addresses, tables, programs) stay.
"""

import re
from collections.abc import Iterator
from itertools import islice

from auslese.extract.html.reading_bounds import bounded_text
from auslese.extract.page_reader import declared_charset
from auslese.extract.source import Source
from auslese.records.document import (
    Document,
    DocumentMetadata,
    Paragraph,
    ParagraphKind,
    ReadProblem,
    Unreadable,
)
from auslese.wording.outcome_sentences import UnreadReason

PLAIN_TYPES = (
    "text/plain",
    "text/markdown",
    "text/x-markdown",
    "text/x-rst",
    "text/x-web-markdown",
)
MOST_LINES = 150_000  # half a second; a book has 40,000
LONGEST_TITLE = 120
LONGEST_HEADING = 80
TAB = 8

# What programs for terminals leave behind: overstruck letters, colours, other control characters.
_OVERSTRUCK = re.compile(r"[^\n]\x08")
_ESCAPED = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]")
_CONTROL = dict.fromkeys((*range(9), 0x0B, *range(0x0E, 0x20), 0x7F))
_LINE_END = re.compile(r"\r\n?|\u2028|\x85")
PARAGRAPH_END = re.compile(r"\n(?:[^\S\n]*+\n)++|[\f\u2029]\n*+")
_UNDERLINE = re.compile(r"\s*([=\-~^*#_+])\1{2,}\s*")
_MARKED_HEADING = re.compile(r"#{1,6}\s+(.*?)(?:\s+#+)?")
_ITEM = re.compile(r"\s*(?:[-*+•·‣◦–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_QUOTED = re.compile(r"\s*>+ ?")
_GAP = re.compile(r"\S(?: {3,}|\t+)\S")
_RULED = re.compile(r"\s*\|.*\|\s*|\s*[+|][-=+|\s]*[-=][-=+|\s]*")
_FENCE = re.compile(r"^[^\S\n]*(?:```|~~~)", re.M)
_SENTENCE_END = re.compile(r"[.!?:;,…][\"'”’»)\]]*$")
# A line is full if it is at least this long, in parts of the longest one of its paragraph: the next
# word did not fit.
FULL = 0.75
NARROWEST = 30  # letters of a line that was broken to fit a page
CODE_INDENT = 4
JOINS = frozenset(("und", "oder", "bis", "and", "or", "to", "et", "ou", "y", "e"))


def read_plain(source: Source, media_type: str) -> Document | Unreadable:
    """Read a plain text."""
    page = bounded_text(source.body, declared_charset(source.header), source.url)
    text, has_more = first_lines(tidy(page.text))
    paragraphs = tuple(paragraphs_of(text))
    if not paragraphs:
        return Unreadable(ReadProblem.EMPTY, UnreadReason.NO_TEXT.text(), media_type)
    about = DocumentMetadata(_title(paragraphs[0]))
    return Document(media_type, page.charset, about, paragraphs, is_cut=has_more or page.is_cut)


def paragraphs_of(text: str) -> Iterator[Paragraph]:
    """The paragraphs of a text in which lines end with a line feed."""
    fenced: list[str] = []
    for block in PARAGRAPH_END.split(text):
        if fenced or _FENCE.match(block):
            opening = 0 if fenced else 1
            fenced.append(block)
            if len(_FENCE.findall(block)) > opening:
                yield from _fenced("\n\n".join(fenced))
                fenced = []
        elif any(map(str.isalnum, block)):
            yield from _block(block)
    if fenced:
        yield from _fenced("\n\n".join(fenced))


def tidy(text: str) -> str:
    """The text without what programs for terminals leave behind, its lines ending alike."""
    if "\x08" in text:
        text = _OVERSTRUCK.sub("", text)
    if "\x1b" in text:
        text = _ESCAPED.sub("", text)
    if not text.isprintable():
        text = _LINE_END.sub("\n", text).translate(_CONTROL)
    return text


def first_lines(text: str) -> tuple[str, bool]:
    """As many lines as we read, and whether there are more."""
    if text.count("\n") <= MOST_LINES:
        return text, False
    ends = (found.start() for found in re.finditer("\n", text))
    return text[: next(islice(ends, MOST_LINES, None))], True


def _title(first: Paragraph) -> str:
    """The first line, if it looks like a title."""
    if first.kind not in (ParagraphKind.HEADING, ParagraphKind.LINE):
        return ""
    return first.text if len(first.text) <= LONGEST_TITLE and "\n" not in first.text else ""


def _fenced(block: str) -> Iterator[Paragraph]:
    lines = [line for line in block.split("\n") if not _FENCE.match(line)]
    if code := "\n".join(lines).strip("\n"):
        yield Paragraph(code, ParagraphKind.CODE, True)


def _block(block: str) -> Iterator[Paragraph]:
    """The paragraphs between two blank lines: mostly one."""
    lines = block.rstrip().split("\n")
    if (heading := _heading(lines)) is not None:
        text, rest = heading
        yield Paragraph(text, ParagraphKind.HEADING, True)
        lines = rest
    if not lines:
        return
    if all(map(_QUOTED.match, lines)):
        lines = [_QUOTED.sub("", line, count=1) for line in lines]
    if _is_table(lines):
        yield Paragraph(_as_written(lines), ParagraphKind.TABLE, True)
    elif _is_code(lines):
        yield Paragraph(_as_written(lines), ParagraphKind.CODE, True)
    elif any(map(_ITEM.match, lines)) and (_ITEM.match(lines[0]) or _many_items(lines)):
        yield from _items(lines)
    else:
        yield from _running(lines)


def _heading(lines: list[str]) -> tuple[str, list[str]] | None:
    """A heading that is marked or underlined, and the lines behind it."""
    first = lines[0].strip()
    if found := _MARKED_HEADING.fullmatch(first):
        return _single(found[1]), lines[1:]
    if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]) and first and len(first) <= LONGEST_TITLE:
        return _single(first), lines[2:]
    return None


def _is_table(lines: list[str]) -> bool:
    gaps = sum(1 for line in lines if _GAP.search(line) or _RULED.fullmatch(line))
    return len(lines) > 1 and 2 * gaps > len(lines)


def _is_code(lines: list[str]) -> bool:
    """Whether all of it is indented, and not evenly, as a program is."""
    if len(lines) <= 1 or not all(line[:1] in " \t" for line in lines):
        return False
    indents = [_indent(line) for line in lines]
    rest = indents[1:]
    return min(indents) >= CODE_INDENT and (max(rest) > min(rest)) and not is_broken(lines)


def _indent(line: str) -> int:
    line = line.expandtabs(TAB)
    return len(line) - len(line.lstrip())


def _many_items(lines: list[str]) -> bool:
    return sum(1 for line in lines if _ITEM.match(line)) > 1


def _items(lines: list[str]) -> Iterator[Paragraph]:
    """List items, each with the lines that belong to it; what stands before them is text."""
    item: list[str] = []
    kind = ParagraphKind.TEXT
    for line in lines:
        if _ITEM.match(line):
            if item:
                yield Paragraph(_joined(item), kind, True)
            item, kind = [_ITEM.sub("", line, count=1)], ParagraphKind.LIST
        else:
            item.append(line)
    yield Paragraph(_joined(item), kind, True)


def _running(lines: list[str]) -> Iterator[Paragraph]:
    if len(lines) > 1 and not is_broken(lines):
        text = "\n".join(filter(None, map(_single, lines)))
    else:
        text = _joined(lines)
    if not text:
        return
    is_line = len(text) <= LONGEST_HEADING and not _SENTENCE_END.search(text)
    yield Paragraph(text, ParagraphKind.LINE if is_line else ParagraphKind.TEXT, True)


def is_broken(lines: list[str]) -> bool:
    """Whether lines were broken to fit a page: all but the last are about equally full."""
    lengths = [len(line.strip()) for line in lines]
    longest = max(lengths)
    if longest < NARROWEST:
        return False
    full = sum(length >= FULL * longest for length in lengths[:-1])
    return full >= FULL * (len(lengths) - 1)


def _joined(lines: list[str]) -> str:
    parts: list[str] = []
    for line in map(_single, lines):
        if parts and line and not _ends_in_hyphen(parts[-1], line):
            parts.append(" ")
        parts.append(line)
    return "".join(parts).strip()


def _ends_in_hyphen(before: str, line: str) -> bool:
    """Whether a word with a hyphen goes on in the next line, as `well-` and `known` do."""
    if before[-1:] != "-" or not before[-2:-1].isalpha() or not line[0].islower():
        return False
    return line.split(maxsplit=1)[0] not in JOINS


def _single(line: str) -> str:
    """White space made single."""
    return " ".join(line.split())


def _as_written(lines: list[str]) -> str:
    least = min((_indent(line) for line in lines if line.strip()), default=0)
    return "\n".join(line.expandtabs(TAB)[least:].rstrip() for line in lines).strip("\n")
