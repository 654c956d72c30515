"""How deep are the tags of a page nested? An estimate, which is rather too high than too low.

Follows the HTML standard, section 13.2, as far as it decides which elements stay open: some end
where others begin, end tags do not reach over certain borders, and `<b>` and its like, if nobody
closed them, are opened anew in every paragraph. Builds nothing, and looks at no more than the
innermost elements, so that its time grows with the length of the page alone.
"""

import re
from collections.abc import Iterator

from auslese.extract.html.attribute_floods import ATTRIBUTE_PATTERN

MOST_EQUAL = 3
NEAR = 60  # elements; to look farther is dear
DEAR = 20  # steps of the parser that take as long as one of ours
MOST_STEPS = 20_000_000  # half a second of the parser's work

# Comments of all kinds, sections, tags.
_TOKEN = re.compile(
    rf"""<(?:!--(?:-?>|.*?(?:--!?>|\Z))|(?P<section>!\[CDATA\[)[^>]*+>?|[!?][^>]*+>?|/(?![a-zA-Z])[^>]*+>?
    |(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?:{ATTRIBUTE_PATTERN})*+[\s/]*+>?)""",
    re.DOTALL | re.VERBOSE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _words(
    "area base basefont bgsound br col embed frame hr img image input keygen link meta param source"
    " track wbr"
)
ROOTS = _words("html head body frameset")  # there is one of each, wherever else they are written
FORMATTING = _words("a b big code em font i nobr s small strike strong tt u")
RAW = _words("script style textarea title xmp iframe noembed noframes")
HEADINGS = _words("h1 h2 h3 h4 h5 h6")
# Elements that end a paragraph where they begin.
BLOCKS = HEADINGS | _words(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure"
    " footer header hgroup main menu nav ol p search section summary ul pre listing form plaintext"
    " xmp hr table li dd dt"
)
# Over these no end tag of an ordinary element reaches.
SPECIAL = BLOCKS | _words(
    "applet body button caption colgroup frameset head html iframe marquee noembed noframes"
    " noscript object script select style tbody td template textarea tfoot th thead title tr"
)
# Over these no end tag at all reaches, but those of tables.
BORDERS = _words("applet caption html marquee object select table td template th")
LIST_BORDERS = BORDERS | {"ol", "ul"}
PARAGRAPH, PARAGRAPH_BORDERS = frozenset(("p",)), BORDERS | {"button"}
FORMATTING_ENDS_IN = _words("applet caption marquee object td template th")
# Not blocks, though special: what was not closed before is opened anew in front of them.
AMONG_TEXT = _words("applet button marquee object select")
# Of the others the end tag reaches over no special element.
ENDING_ALL_WITHIN = (BLOCKS - {"hr", "xmp", "plaintext"}) | AMONG_TEXT
PARTS_OF_TABLES = _words("caption colgroup tbody td tfoot th thead tr")
# Drawings and formulas have rules of their own; within these of their elements are those of HTML.
HTML_AGAIN = {
    "svg": _words("foreignobject desc title"),
    "math": _words("mi mo mn ms mtext annotation-xml"),
}
FOREIGN = frozenset(HTML_AGAIN)
FOREIGN_BORDERS = frozenset().union(*HTML_AGAIN.values())
# Elements that end a drawing.
BREAKING_OUT = _words(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li"
    " listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
PASSING = SPECIAL - {"address", "div", "p"}
# What ends where one of these begins, and what keeps it from being found.
ENDED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), PASSING - {"li"}),
    "dd": (_words("dd dt"), PASSING - {"dd", "dt"}),
    "dt": (_words("dd dt"), PASSING - {"dd", "dt"}),
    "a": (frozenset(("a",)), SPECIAL),
    "nobr": (frozenset(("nobr",)), SPECIAL),
    "button": (frozenset(("button",)), BORDERS),
    "td": (_words("td th"), _words("table template html tr")),
    "th": (_words("td th"), _words("table template html tr")),
    "tr": (frozenset(("tr",)), _words("table template html")),
    **dict.fromkeys(
        ("tbody", "thead", "tfoot"), (_words("tbody thead tfoot"), _words("table template html"))
    ),
}
_IN_ROW = {"table": ("tbody", "tr"), **dict.fromkeys(("tbody", "thead", "tfoot"), ("tr",))}
IMPLIED: dict[str, dict[str, tuple[str, ...]]] = {
    "td": _IN_ROW,
    "th": _IN_ROW,
    "tr": {"table": ("tbody",)},
}
"""What is opened around a cell or a row that stands immediately in one of these."""
ENDED = ""
INNERMOST = dict.fromkeys(HEADINGS, HEADINGS) | {
    "option": frozenset(("option",)),
    "optgroup": _words("option optgroup"),
}


class Nesting:
    """The elements that are open."""

    def __init__(self) -> None:
        self.steps = 0
        """Sum of the depths of all tags."""
        self.reopened = 0
        """Elements that were opened anew."""
        self.stack: list[str] = []
        # The formatting elements among them, place by place, and those that are to be opened anew.
        self._formatting: list[_Formatting | None] = []
        self._closed: list[_Formatting] = []
        self._outer: list[list[_Formatting]] = []
        self._equal: dict[str, list[_Formatting]] = {}
        self._foreign = 0  # open drawings and formulas
        self._skipped = 0  # up to where the text is that of a script or the like
        self._blind = 0  # up to where end tags may be text

    def walk(self, text: str) -> Iterator[int]:
        """Go through a page; gives the place of each tag after it was taken in."""
        behind = 0
        for token in _TOKEN.finditer(text):
            place, name = token.start(), token["name"]
            if place < self._skipped:
                continue
            if name is None:
                if token["section"] and self._foreign and place >= self._blind:
                    self._blind = text.find("]]>", place) % (len(text) + 1)
                continue
            if place > behind and self._closed:
                self._reopen()
            behind = token.end()
            self._take(name.lower(), token)
            yield place

    def _take(self, name: str, token: re.Match[str]) -> None:
        self.steps += len(self.stack)
        if not token["end"]:
            self._open(name, token[0])
            if name in RAW and not self._foreign and not self._is_near("select"):
                self._skipped = _end_of_raw(token.string, name, token.end())
        elif token.start() >= self._blind:
            self._close(name)

    def _is_foreign(self) -> bool:
        """Whether the innermost element belongs to a drawing or a formula."""
        seen: list[str] = []
        for name in reversed(self.stack[-NEAR:]):
            if name in HTML_AGAIN:
                return HTML_AGAIN[name].isdisjoint(seen)
            seen.append(name)
        return len(self.stack) > NEAR  # rather too deep than not deep enough

    def _open(self, name: str, tag: str) -> None:
        if self._foreign and self._draw(name, tag):
            return
        if name in PARTS_OF_TABLES and not self._is_near("table", "template"):
            return
        self._end_others(name)
        if name in IMPLIED and self.stack:
            for around in IMPLIED[name].get(self.stack[-1], ()):
                self._push(around)
        if name not in VOID and name not in ROOTS:
            self._push(name, tag if name in FORMATTING else "")

    def _draw(self, name: str, tag: str) -> bool:
        """Take in a tag of a drawing; whether it is one. Others end the drawing."""
        while self._is_foreign():
            if name not in BREAKING_OUT:
                if not tag.endswith("/>"):
                    self._push(name)
                return True
            if not self._end_nearest(FOREIGN, frozenset()):
                break
        return False

    def _end_others(self, name: str) -> None:
        """End what ends where this begins, or open anew what is to stand around it."""
        if name in INNERMOST:
            if self.stack and self.stack[-1] in INNERMOST[name]:
                self._pop_to(len(self.stack) - 1)
        elif name in ENDED_BY:
            self._end_nearest(*ENDED_BY[name])
        if name in BLOCKS:
            self._end_nearest(PARAGRAPH, PARAGRAPH_BORDERS)
        elif self._closed and (name not in SPECIAL or name in AMONG_TEXT):
            self._reopen()

    def _push(self, name: str, tag: str = "") -> None:
        formatting = None
        if tag:
            formatting = _Formatting(name, tag)
            equal = self._equal.setdefault(tag, [])
            equal.append(formatting)
            if len(equal) > MOST_EQUAL:
                equal.pop(0).is_active = False
        if name in FORMATTING_ENDS_IN:
            self._outer.append(self._closed)
            self._closed = []
        self._foreign += name in FOREIGN
        self.stack.append(name)
        self._formatting.append(formatting)

    def _is_near(self, *names: str) -> bool:
        near = self.stack[-NEAR:]
        return any(name in near for name in names)

    def _end_nearest(self, names: frozenset[str], borders: frozenset[str]) -> bool:
        """End the innermost of these, with all that is in it, unless a border stands before it."""
        stack = self.stack
        if self._foreign:
            borders = (borders | FOREIGN_BORDERS) - names
        last = len(stack) - 1
        for place in range(last, -1, -1):
            if stack[place] in names:
                self._pop_to(place)
                return True
            if stack[place] in borders or self.steps > MOST_STEPS:
                return False
            if last - place > NEAR:
                self.steps += DEAR
        return False

    def _close(self, name: str) -> None:
        if name == "form" or name in FORMATTING:
            self._take_out(name)
            return
        if name in ("table", "template"):
            borders: frozenset[str] = frozenset()
        elif name in PARTS_OF_TABLES:
            borders = frozenset(("table", "template"))
        elif name == "li":
            borders = LIST_BORDERS
        elif name == "p":
            borders = PARAGRAPH_BORDERS
        else:
            borders = BORDERS if name in ENDING_ALL_WITHIN else SPECIAL
        names = HEADINGS if name in HEADINGS else frozenset((name,))
        self._end_nearest(names, borders - names)

    def _take_out(self, name: str) -> None:
        """End one element, and leave open what was opened in it."""
        if name in FORMATTING and self._forget(name):
            return
        stack = self.stack
        for place in range(len(stack) - 1, max(len(stack) - NEAR, 0) - 1, -1):
            if stack[place] == name:
                self._end(self._formatting[place])
                if name == "form":  # what is open in it stays in it
                    stack[place] = ENDED
                else:
                    del stack[place], self._formatting[place]
                return
            if stack[place] in BORDERS:
                return

    def _forget(self, name: str) -> bool:
        """An end tag of a formatting element that is not open: it will not be opened anew."""
        closed = self._closed
        for place in range(len(closed) - 1, max(len(closed) - NEAR, 0) - 1, -1):
            if closed[place].name == name and closed[place].is_active:
                self._end(closed.pop(place))
                return True
        return False

    def _end(self, formatting: "_Formatting | None") -> None:
        if formatting is not None and formatting.is_active:
            formatting.is_active = False
            self._equal[formatting.tag].remove(formatting)

    def _pop_to(self, place: int) -> None:
        """End an element and all within; formatting elements within will be opened anew."""
        stack = self.stack
        again: list[_Formatting] = []
        while len(stack) > place:
            name, formatting = stack.pop(), self._formatting.pop()
            self._foreign -= name in FOREIGN
            if name in FORMATTING_ENDS_IN and self._outer:
                for lost in (*again, *self._closed):
                    self._end(lost)
                again = []
                self._closed = self._outer.pop()
            elif len(stack) == place:
                self._end(formatting)
            elif formatting is not None and formatting.is_active:
                again.append(formatting)
        self._closed.extend(reversed(again))

    def _reopen(self) -> None:
        closed, self._closed = self._closed, []
        self.reopened += len(closed)
        for formatting in closed:
            if formatting.is_active:
                self.stack.append(formatting.name)
                self._formatting.append(formatting)


class _Formatting:
    """A `<b>` or the like, which is opened anew until its end tag comes."""

    __slots__ = ("is_active", "name", "tag")

    def __init__(self, name: str, tag: str) -> None:
        self.name = name
        self.tag = tag
        self.is_active = True


def _end_of_raw(text: str, name: str, begin: int) -> int:
    """Where the text of a script or the like ends."""
    found = _RAW_ENDS[name].search(text, begin)
    return found.start() if found else len(text)


_RAW_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.I) for name in RAW}
