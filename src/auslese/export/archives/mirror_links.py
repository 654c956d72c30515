"""A page as it was served, with other addresses in its links; all else stays byte for byte.

Tags are looked for as browsers do, so nothing is touched in comments, scripts and texts. What is
written is ASCII. Pages in charsets in which ASCII is not ASCII are read and written as a whole.
"""

import codecs
import html
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from auslese.export.archives.mirror_styles import rewritten_style

Link = Callable[[str], str | None]
"""What becomes of an address as it is written; None: it stays."""

LINKS: dict[str, frozenset[str]] = {
    "a": frozenset({"href"}),
    "area": frozenset({"href"}),
    "audio": frozenset({"src"}),
    "base": frozenset({"href"}),
    "body": frozenset({"background"}),
    "button": frozenset({"formaction"}),
    "embed": frozenset({"src"}),
    "form": frozenset({"action"}),
    "frame": frozenset({"src"}),
    "iframe": frozenset({"src"}),
    "image": frozenset({"href", "xlink:href"}),
    "img": frozenset({"src", "srcset", "lowsrc"}),
    "input": frozenset({"src", "formaction"}),
    "link": frozenset({"href", "imagesrcset"}),
    "meta": frozenset({"content"}),
    "object": frozenset({"data"}),
    "script": frozenset({"src"}),
    "source": frozenset({"src", "srcset"}),
    "table": frozenset({"background"}),
    "td": frozenset({"background"}),
    "th": frozenset({"background"}),
    "track": frozenset({"src"}),
    "tr": frozenset({"background"}),
    "use": frozenset({"href", "xlink:href"}),
    "video": frozenset({"src", "poster"}),
}
SETS = frozenset({"srcset", "imagesrcset"})
# What links hang on, and checks that a file which was changed, or has no origin, cannot pass.
CHECKS = frozenset({"integrity", "crossorigin"})
REMOVED = {"base": frozenset({"href"}), "link": CHECKS, "script": CHECKS}
RAW = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is no markup."""
OPENING = re.compile(
    rf"<(?:(!--)|({'|'.join(sorted({*LINKS, *RAW}, key=len, reverse=True))})(?=[\s/>]))",
    re.IGNORECASE,
)
BASE = re.compile(r"<base[\s/>]", re.IGNORECASE)
ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s=/>]++|=[^\s=/>]*+)"""
    r"""(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+"""
)
END_OF_TAG = re.compile(r"[\s/]*+>")
ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in RAW}
REFRESH = re.compile(r"(\s*+[0-9.]++\s*+[;,]?\s*+url\s*+=\s*+['\"]?)([^'\"]++)", re.IGNORECASE)
CANDIDATE = re.compile(r"([\s,]*+)(\S++)((?:[^,(]|\([^)]*+\)?)*+)")
META_CHARSET = re.compile(rb"<meta\s[^>]*?charset\s*+=\s*+[\"']?\s*+([\w.:-]++)", re.IGNORECASE)
HEAD = re.compile(rb"<head(?:\s[^>]*+)?>", re.IGNORECASE)
DOCTYPE = re.compile(rb"\s*+<!doctype[^>]*+>", re.IGNORECASE)
GLANCE = 1024  # bytes in which browsers look for the charset
MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
OTHER_THAN_ASCII = ("utf-16", "utf-32", "utf-7", "iso2022", "hz")


class _Attribute(NamedTuple):
    name: str
    value: str
    start: int
    end: int
    """Of the value with its quotes."""
    begin: int
    """Of the whole attribute."""


class LinkWriter(NamedTuple):
    """What becomes of the addresses of a page."""

    rebased: Callable[[str], None]
    """Hears what the page says its links hang on, before any link is asked for."""
    link: Link
    outward: Link
    """The same for what cannot be in a folder: forms."""


def rewritten_page(page: bytes, charset: str, writer: LinkWriter) -> bytes:
    """The page with other addresses."""
    name = codec_of(charset)
    if name.startswith(OTHER_THAN_ASCII):
        try:
            text = page.decode(name)
        except UnicodeError:
            return page
        return _Rewriting(text, writer, "").text().encode(name, "xmlcharrefreplace")
    return _Rewriting(page.decode("latin-1"), writer, name).text().encode("latin-1")


def codec_of(charset: str) -> str:
    """The name by which Python knows a charset; that of windows-1252 if it knows none."""
    try:
        return codecs.lookup(charset or "utf-8").name
    except LookupError:
        return "cp1252"


def with_charset(page: bytes, charset: str) -> bytes:
    """The page with a note on its charset, if it has none that says the same.

    Often only a header said it, which no file has.
    """
    if not charset or page.startswith(MARKS) or codec_of(charset).startswith(OTHER_THAN_ASCII):
        return page
    found = META_CHARSET.search(page, 0, GLANCE)
    if found and codec_of(found[1].decode("latin-1")) == codec_of(charset):
        return page
    before = HEAD.search(page, 0, GLANCE) or DOCTYPE.match(page)
    place = before.end() if before else 0
    return b'%b<meta charset="%b">%b' % (
        page[:place],
        charset.encode("ascii", "ignore"),
        page[place:],
    )


class _Rewriting:
    """One page at work."""

    def __init__(self, text: str, writer: LinkWriter, charset: str) -> None:
        """Of the charset in which the values are, if the text is its bytes as letters."""
        self._text = text
        self._writer = writer
        self._charset = charset
        self._changes: list[tuple[int, int, str]] = []

    def text(self) -> str:
        if BASE.search(self._text):
            self._take_base()
        for name, attributes, end in self._tags():
            self._take(name, attributes)
            if name == "style":
                self._take_style(end)
        return self._changed()

    def _take_base(self) -> None:
        """Say what links hang on: the first that the page names."""
        bases = (attributes for name, attributes, _ in self._tags() if name == "base")
        hrefs = (each.value for each in chain.from_iterable(bases) if each.name == "href")
        href = next(hrefs, "")
        if href:
            self._writer.rebased(self._plain(href))

    def _tags(self) -> Iterator[tuple[str, list[_Attribute], int]]:
        """The tags of interest, in order, each with where it ends."""
        place = 0
        while found := OPENING.search(self._text, place):
            if found[1]:
                place = self._text.find("-->", found.end())
                if place < 0:
                    return
                continue
            name = found[2].lower()
            attributes, place = self._attributes(found.end())
            yield name, attributes, place
            if name in ENDS:
                end = ENDS[name].search(self._text, place)
                if end is None:
                    return
                place = end.end()

    def _attributes(self, place: int) -> tuple[list[_Attribute], int]:
        attributes: list[_Attribute] = []
        while not (end := END_OF_TAG.match(self._text, place)):
            found = ATTRIBUTE.match(self._text, place)
            if found is None:  # a tag that does not end is none
                return [], len(self._text)
            place = found.end()
            number = found.lastindex or 1
            quotes = 1 < number < len(found.groups())
            start, stop = found.start(number) - quotes, found.end(number) + quotes
            value = found[number] if number > 1 else ""
            attributes.append(_Attribute(found[1].lower(), value, start, stop, found.start(1)))
        return attributes, end.end()

    def _take(self, name: str, attributes: list[_Attribute]) -> None:
        is_refresh = any(
            each.name == "http-equiv" and each.value.lower() == "refresh" for each in attributes
        )
        wanted = LINKS.get(name, frozenset())
        for each in attributes:
            if each.name in REMOVED.get(name, frozenset()):
                self._changes.append((each.begin, each.end, ""))
            elif each.name in wanted and (name != "meta" or is_refresh):
                self._replace(each, self._value(each))
            elif each.name == "style":
                self._replace(each, self._style(each))

    def _value(self, attribute: _Attribute) -> str | None:
        """What an attribute says now; None if it stays."""
        plain = self._plain(attribute.value)
        if attribute.name in SETS:
            return CANDIDATE.sub(self._candidate, plain)
        if attribute.name == "content":
            return REFRESH.sub(self._refresh, plain, count=1)
        outward = attribute.name in ("action", "formaction")
        return (self._writer.outward if outward else self._writer.link)(plain.strip())

    def _candidate(self, found: re.Match[str]) -> str:
        address = found[2].rstrip(",")
        commas = found[2][len(address) :]
        return f"{found[1]}{self._writer.link(address) or address}{commas}{found[3]}"

    def _refresh(self, found: re.Match[str]) -> str:
        return found[1] + (self._writer.link(found[2].strip()) or found[2])

    def _style(self, attribute: _Attribute) -> str | None:
        plain = self._plain(attribute.value)
        style = rewritten_style(plain, self._writer.link)
        return style if style != plain else None

    def _take_style(self, begin: int) -> None:
        end = ENDS["style"].search(self._text, begin)
        stop = end.start() if end else len(self._text)
        style = self._text[begin:stop]
        self._changes.append((begin, stop, rewritten_style(style, self._writer.link)))

    def _replace(self, attribute: _Attribute, value: str | None) -> None:
        if value is not None and attribute.value:
            self._changes.append((attribute.start, attribute.end, f'"{self._written(value)}"'))

    def _written(self, value: str) -> str:
        """A value as markup; letters beyond ASCII as references, which mean the same everywhere."""
        return html.escape(value).encode("ascii", "xmlcharrefreplace").decode()

    def _plain(self, value: str) -> str:
        """A value as it is meant."""
        if self._charset and not value.isascii():
            value = value.encode("latin-1").decode(self._charset, "replace")
        return html.unescape(value) if "&" in value else value

    def _changed(self) -> str:
        pieces, place = list[str](), 0
        for begin, end, text in self._changes:
            pieces += (self._text[place:begin], text)
            place = end
        return "".join([*pieces, self._text[place:]])
