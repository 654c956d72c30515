"""A page with what a wrapper found in colour: no scripts, no styles, no addresses of the page.

Only the texts of the page, its blocks and its tables are shown, in elements without attributes, so
nothing that stands on it can act or be fetched. Links are text.
"""

from collections.abc import Sequence
from html import escape

from auslese.extract.html.page_sheet import INLINE_KINDS, KINDS
from auslese.extract.wrappers.page_tree import PageElement
from auslese.extract.wrappers.wrapped_records import WrappedRecord

COLOURS = (
    "#ffe08a", "#a7e3a1", "#a8d1ff", "#ffb3b3", "#d9b8ff", "#8fe0d8", "#ffc48a", "#e3d5a3",
)  # fmt: skip
SHOWN_TAGS = frozenset(
    [
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "pre",
        "blockquote",
        "b",
        "strong",
        "i",
        "em",
    ]
)
STYLE = (
    "body{font-family:sans-serif;margin:1.5em;line-height:1.4}"
    "mark{padding:0 .15em;border-radius:.2em}"
    ".record{outline:2px solid #888;outline-offset:2px;margin:.6em 0;display:block}"
    "tr.record{display:table-row}td.record,th.record{display:table-cell}li.record{display:list-item}"
    ".legend{position:sticky;top:0;background:#fff;border-bottom:1px solid #888;padding:.4em 0}"
    "td,th{border:1px solid #ccc;padding:.2em .5em}"
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def coloured_page(page: PageElement, records: Sequence[WrappedRecord], title: str) -> str:
    """The page as HTML, each field in a colour of its own, each record outlined."""
    names = list(dict.fromkeys(value.name for record in records for value in record.values))
    colours = {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(names)}
    legend = " ".join(_mark(escape(name), name, colours[name]) for name in names)
    body = _Colouring(records, colours).shown(page)
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f'<p class="legend">{escape(title)}: {len(records)} records. {legend}</p>\n'
        f"{body}\n</body></html>\n"
    )


def _mark(text: str, name: str, colour: str) -> str:
    return f'<mark style="background:{colour}" title="{escape(name)}">{text}</mark>'


class _Colouring:
    """Which elements have which colours."""

    def __init__(self, records: Sequence[WrappedRecord], colours: dict[str, str]) -> None:
        self._colours = colours
        self._blocks = {id(each) for record in records for each in record.block}
        self._values: dict[int, list[tuple[str, str]]] = {}
        for record in records:
            for value in record.values:
                found = (value.name, value.value)
                self._values.setdefault(id(value.element), []).append(found)

    def shown(self, element: PageElement) -> str:
        """An element and all in it."""
        within = "".join(
            self._text(child, element) if isinstance(child, str) else self.shown(child)
            for child in element.children
        )
        if values := self._whole(element):
            name = values[0][0]
            within = _mark(within, ", ".join(each for each, _ in values), self._colours[name])
        if element.tag == "br":
            return "<br>"
        tag = _tag_of(element)
        if id(element) in self._blocks and element.parent is not None:
            return f'<{tag} class="record">{within}</{tag}>\n'
        return within if tag == "span" else f"<{tag}>{within}</{tag}>\n"

    def _whole(self, element: PageElement) -> list[tuple[str, str]]:
        """The values that are all of the element's text, or stand in it in pieces."""
        own = [each for each in element.children if isinstance(each, str)]
        values = self._values.get(id(element), [])
        return [each for each in values if not any(each[1] in text for text in own)]

    def _text(self, text: str, element: PageElement) -> str:
        """A text, what of it is a value being marked, each once."""
        waiting = self._values.get(id(element), [])
        for place, (name, value) in enumerate(waiting):
            at = _place_of(value, text)
            if at >= 0:
                del waiting[place]
                marked = _mark(escape(value), name, self._colours[name])
                before, behind = text[:at], text[at + len(value) :]
                return self._text(before, element) + marked + self._text(behind, element)
        return escape(text)


def _place_of(value: str, text: str) -> int:
    """Where a value stands in a text, as whole words if it does; -1 if nowhere."""
    at = text.find(value)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(value) : at + len(value) + 1]
        if not any(map(str.isalnum, around)):
            return at
        at = text.find(value, at + 1)
    return text.find(value)


def _tag_of(element: PageElement) -> str:
    if element.tag in SHOWN_TAGS:
        return element.tag
    return "span" if KINDS.get(element.tag) in INLINE_KINDS else "div"
