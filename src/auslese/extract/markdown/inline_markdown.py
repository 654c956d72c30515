"""One block of a page as a line of Markdown: emphasis, links, code, pictures, line breaks.

Markers are written only where a reader of Markdown takes them for such: not before a blank, and not
between a letter and a sign. White space that stands inside of them on the page goes outside.
"""

import re
from collections.abc import Callable
from string import punctuation
from typing import NamedTuple
from unicodedata import category

from resiliparse.parse.html import DOMNode

from auslese.extract.html.page_sheet import SOFT_HYPHEN
from auslese.extract.markdown.markdown_escapes import (
    SIGNS,
    code_span,
    escaped,
    escaped_start,
    may_have_target,
    target,
)
from auslese.extract.markdown.markup_walk import CLOSING, LINE, MarkupBlock, single_spaced
from auslese.extract.markdown.plain_markdown import plain_line

MARKERS = {"em": "*", "strong": "**", "del": "~~"}
LONGEST_ALT = 300  # letters; longer ones are descriptions, which stand in the table `images`
HARD_BREAK = "  \n"
ONLY_LINKS = frozenset(("a", f"{CLOSING}a"))
FRAGMENT = re.compile(r"#[A-Za-z0-9._:~%-]{1,200}\Z")  # which place of a page is meant
TINY = ("0", "1")  # pixels: pictures that count visitors

Resolve = Callable[[str], str]
"""Where an address on the page leads; empty if nowhere, or if that is too much."""


class InlineForm(NamedTuple):
    """What may stand in a line."""

    resolve: Resolve
    one_line: bool = False
    """Whether line breaks are blanks, as in headings and in tables."""
    in_table: bool = False
    left_out: frozenset[str] = frozenset()
    """Marks that are not wanted, as those of emphasis in a heading."""


class _OpenMark:
    """A marker that has begun, and where it stands in the line; -1 before it is written."""

    __slots__ = ("at", "begin", "end", "is_start", "is_void", "what")

    def __init__(self, what: str, ends: tuple[str, str], *, is_void: bool) -> None:
        self.what = what
        self.begin, self.end = ends
        self.is_void = is_void
        """Within one of its kind, or where nobody would take it for a marker."""
        self.at = -1
        self.is_start = False
        """Whether it stands at the start of a line."""


def inline_markdown(block: MarkupBlock, form: InlineForm) -> str:
    """The block as Markdown; several lines if the page has line breaks."""
    if not block.marks:
        return plain_line(block.text, in_table=form.in_table)
    brackets = may_have_target(block.text)
    if ONLY_LINKS.issuperset([what for _, what, _ in block.marks]):
        return _linked_text(block, form, brackets=brackets)
    line = _Line(form, brackets=brackets)
    place = 0
    for at, what, node in block.marks:
        if at > place:
            line.add_text("".join(block.texts[place:at]))
            place = at
        line.add_mark(what, node)
    line.add_text("".join(block.texts[place:]))
    return line.finished()


def _linked_text(block: MarkupBlock, form: InlineForm, *, brackets: bool) -> str:
    """The same for a block that has nothing but links, as most have: in a third of the time."""
    texts, place = block.texts, 0
    texts = texts if block.is_single else tuple(map(_with_gaps, texts))
    has_signs = SIGNS.search(block.text) is not None
    pieces: list[str] = []
    link: DOMNode | None = None
    for at, what, node in block.marks:
        if at > place:
            text = texts[place] if at == place + 1 else "".join(texts[place:at])
            place = at
            if link is not None:
                _add_link(pieces, text, link_ends(link, form.resolve))
            else:
                pieces.append(escaped(text, brackets=brackets) if has_signs else text)
        link = node if what == "a" else None
    pieces.append(escaped("".join(texts[place:]), brackets=brackets))  # a link would have ended
    line = "".join(pieces).strip()
    line = line.replace("  ", " ") if "  " in line else line
    return escaped_start(line.replace("|", "\\|") if form.in_table else line)


def _with_gaps(text: str) -> str:
    """A text with single white space, also where it begins and ends; without soft hyphens."""
    if text.isprintable() and "  " not in text:
        return text
    words = " ".join(text.replace(SOFT_HYPHEN, "").split())
    return f"{' ' * text[0].isspace()}{words}{' ' * text[-1].isspace()}"


def _add_link(pieces: list[str], text: str, ends: tuple[str, str]) -> None:
    """Add the text of a link; blanks stay outside of it."""
    words = text.strip()
    if not ends[0] or not words:
        pieces.append(escaped(text, brackets=True))
        return
    no_picture(pieces)
    begin, end = ends
    words = escaped(words, brackets=True)
    if len(words) < len(text):
        begin, end = " " * text[0].isspace() + begin, end + " " * text[-1].isspace()
    pieces.append(f"{begin}{words}{end}")


def no_picture(pieces: list[str]) -> None:
    """Escape an exclamation mark before a link, with which it would be a picture."""
    if pieces and pieces[-1].endswith("!"):
        pieces[-1] = f"{pieces[-1][:-1]}\\!"


def link_ends(node: DOMNode, resolve: Resolve) -> tuple[str, str]:
    """What begins and what ends a link; nothing for one that leads nowhere, or on its own page."""
    href = node.getattr("href") or ""
    url = "" if href[:1] == "#" else resolve(href)
    if not url:
        return "", ""
    found = FRAGMENT.search(href) if "#" in href else None
    return "[", f"]({target(url)}{found[0] if found else ''})"


def picture_markdown(node: DOMNode, resolve: Resolve) -> str:
    """A picture; empty if it has no address, or nothing to see."""
    if node.getattr("width") in TINY or node.getattr("height") in TINY:
        return ""
    url = resolve(node.getattr("src") or "") or resolve(node.getattr("data-src") or "")
    alt = single_spaced((node.getattr("alt") or "")[: 2 * LONGEST_ALT])[:LONGEST_ALT].rstrip()
    return f"![{escaped(alt, brackets=True)}]({target(url)})" if url else ""


class _Line:
    """A line that is being written."""

    def __init__(self, form: InlineForm, *, brackets: bool) -> None:
        self._form = form
        self._brackets = brackets
        self._out: list[str] = []
        self._gap = ""  # a blank or a line break, before the next letter
        self._open: list[_OpenMark] = []
        self._ending: list[_OpenMark] = []  # closed, and not written before the next letter
        self._code = 0  # open code elements
        self._code_run = 0  # number of the outermost of them
        self._span_run = 0  # that of the code span that is written last
        self._code_text = ""  # of the code span that is written last
        self._code_at = -1
        self._last = ""  # the last letter

    def add_text(self, text: str) -> None:
        """Add letters as the page has them."""
        if not text:
            return
        if SOFT_HYPHEN in text:
            text = text.replace(SOFT_HYPHEN, "")
        words = text.split()
        if not words:
            self._gap = self._gap or " "
            return
        if text[0].isspace():
            self._gap = self._gap or " "
        joined = " ".join(words)
        if self._code:
            self._write_code(joined)
        else:
            self._write(self._escaped(joined), joined[0], joined[-1])
        self._gap = " " if text[-1].isspace() else ""

    def add_mark(self, what: str, node: DOMNode) -> None:
        """Add what stands between letters."""
        if what == LINE:
            self._gap = " " if self._form.one_line else HARD_BREAK
        elif what == "img":
            self._add_picture(node)
        elif what in self._form.left_out or what.removeprefix(CLOSING) in self._form.left_out:
            return
        elif what == "code":
            self._code += 1
            self._code_run += self._code == 1
        elif what == f"{CLOSING}code":
            self._code = max(self._code - 1, 0)
        elif what.startswith(CLOSING):
            self._end(what.removeprefix(CLOSING))
        else:
            self._begin(what, node)

    def _begin(self, what: str, node: DOMNode) -> None:
        ends = link_ends(node, self._form.resolve) if what == "a" else (MARKERS[what],) * 2
        is_within = any(each.what == what for each in self._open)
        is_in_code = bool(self._code) and what in MARKERS  # code has no emphasis
        self._open.append(_OpenMark(what, ends, is_void=is_within or is_in_code or not ends[0]))

    def finished(self) -> str:
        """The line, all of its markers closed."""
        while self._open:
            self._finish(self._open.pop())
        self._write_ends(" ")
        return "".join(self._out)

    def _end(self, what: str) -> None:
        """End the innermost mark of this kind."""
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].what == what:
                self._finish(self._open.pop(at))
                return

    def _finish(self, mark: _OpenMark) -> None:
        if mark.at >= 0 and not mark.is_void:
            self._ending.append(mark)

    def _add_picture(self, node: DOMNode) -> None:
        picture = picture_markdown(node, self._form.resolve)
        if picture:
            self._write(picture, "!", ")")
            self._gap = ""

    def _escaped(self, text: str) -> str:
        is_linked = any(each.what == "a" and not each.is_void for each in self._open)
        text = escaped(text, brackets=self._brackets or is_linked)
        return text.replace("|", "\\|") if self._form.in_table else text

    def _write_code(self, text: str) -> None:
        is_next = bool(self._out) and self._code_at == len(self._out) - 1
        is_open = any(each.at < 0 and not each.is_void for each in self._open)
        is_one = not self._gap or self._span_run == self._code_run
        if is_next and is_one and not self._ending and not is_open:
            self._code_text += (self._gap and " ") + text
            self._out[-1] = self._span(self._code_text)
            return
        self._write(self._span(text), "`", "`")
        self._code_at, self._code_text = len(self._out) - 1, text
        self._span_run = self._code_run

    def _span(self, text: str) -> str:
        return code_span(text.replace("|", "\\|") if self._form.in_table else text)

    def _write(self, text: str, first: str, last: str) -> None:
        """Write letters, and before them all markers and the gap that waited for them."""
        is_start = not self._out or self._gap == HARD_BREAK
        begins = [mark for mark in self._open if mark.at < 0 and not mark.is_void]
        if self._ending and not self._gap:
            self._join(begins)
        self._write_ends(self._gap or first)
        if self._out and self._gap:
            self._out.append(self._gap)
            self._last = " "
        for mark in begins:
            if mark.at < 0:
                mark.is_start = is_start
            is_start = not self._write_begin(mark, first) and is_start
        self._out.append(escaped_start(text) if is_start else text)
        self._last = last

    def _join(self, begins: list[_OpenMark]) -> None:
        """Let a marker go on that would end and begin again at once; others do not begin.

        Of two markers side by side nobody could tell which begins and which ends.
        """
        for mark in begins:
            if mark.what == "a" or not self._ending or self._ending[-1].what == "a":
                return
            if self._ending[-1].what == mark.what:
                earlier = self._ending.pop()
                mark.at, mark.is_start = earlier.at, earlier.is_start
            else:
                mark.is_void = True

    def _write_begin(self, mark: _OpenMark, first: str) -> bool:
        """Write the beginning of a marker if it would be taken for one; whether it was written."""
        if mark.at >= 0 or mark.is_void:
            return False
        if mark.what in MARKERS and not is_marker(mark.what, self._last, first):
            mark.is_void = True
            return False
        if mark.what == "a":
            no_picture(self._out)
        mark.at = len(self._out)
        self._out.append(mark.begin)
        self._last = mark.begin[-1]
        return True

    def _write_ends(self, behind: str) -> None:
        """Write the ends of markers, now that it is known what stands behind them."""
        for mark in self._ending:
            if mark.what in MARKERS and not is_marker(mark.what, behind[:1], self._last):
                self._take_back(mark)
                continue
            self._out.append(mark.end)
            self._last = mark.end[-1]
        self._ending.clear()

    def _take_back(self, mark: _OpenMark) -> None:
        """Take the beginning of a marker back that nobody would take for ended."""
        self._out[mark.at] = ""
        if mark.is_start:
            at = next(at for at in range(mark.at, len(self._out)) if self._out[at])
            self._out[at] = escaped_start(self._out[at])


def is_marker(what: str, outside: str, inside: str) -> bool:
    """Whether a marker between these letters is taken for one (CommonMark, section 6.2).

    Within a word only `**` is written: a single star may end what another one began.
    """
    if not inside or inside.isspace():
        return False
    if not outside or outside.isspace():
        return True
    if outside.isalnum():
        return what == "strong" and inside.isalnum()
    return inside.isalnum() or outside in punctuation or category(outside)[0] == "P"
