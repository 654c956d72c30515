"""The outline of an XML file: its head and its entries, whatever else is wrong with it.

Sitemaps and feeds are lists: a head, and entries with a few fields. A parser that insists on
well-formed XML stops at the first `&` that somebody forgot to escape, and one that knows document
types can be made to unfold entities without end. This one reads tags and text from left to right,
knows no entities but characters, and never stops at a mistake.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from auslese.extract.charset.charset_detection import decode_text
from auslese.extract.sniff import LOOK, shown_charset

DEEPEST = 100  # elements within elements; feeds with a page in each entry have some thirty
MOST_TAGS = 1_500_000  # more than 50,000 entries have with ten fields each; 2 to 4 s
MOST_FIELDS = 5_000  # of one entry: a thousand pictures, the most a page may name, with captions
LONGEST_TAG = 8_192  # letters of attributes that are read
MOST_NAMES = 10_000  # remembered in one spelling; honest files have fifty

# The end of a comment, CDATA section or instruction that does not come is the end of the text, and
# nothing once matched is given back (*+): the time grows with the length and not faster.
TOKEN = re.compile(
    r"""<(?:
      (?P<name>[A-Za-z_][\w:.-]{0,99}+)(?P<attributes>(?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>
        (?P<text>[^<]*+)(?P<closed></(?P=name)\s*+>)?
    | /(?P<end>[A-Za-z_][\w:.-]{0,99}+)[^<>]*+>
    | !\[CDATA\[(?P<raw>.*?)(?:\]\]>|\Z)(?P<after_raw>[^<]*+)
    | !--.*?(?:-->|\Z)(?P<after_comment>[^<]*+)
    | \?.*?(?:\?>|\Z)
    | !(?:DOCTYPE|doctype)[^<>\[]*+(?:\[.*?(?:\]\s*+>|\Z)|>|\Z)
    | (?P<stray>[^<]*+)
    )""",
    re.VERBOSE | re.DOTALL,
)
ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
XML_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})")

# What each vocabulary is called here, whatever prefix a file gives it.
PREFIXES = {
    "http://www.google.com/schemas/sitemap-news/0.9": "news",
    "http://www.google.com/schemas/sitemap-image/1.1": "image",
    "http://www.google.com/schemas/sitemap-video/1.1": "video",
    "http://www.w3.org/1999/xhtml": "xhtml",
    "http://www.w3.org/2005/atom": "atom",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/rss/1.0/": "",
    "http://www.sitemaps.org/schemas/sitemap/0.9": "",
}


class XmlValue(NamedTuple):
    """One element without others in it."""

    attributes: str
    """As written; `attributes_in` reads them."""
    text: str
    """As written; `plain` reads it."""


XmlFields = dict[str, list[XmlValue]]
"""Elements by name, or by `parent/name` if they are not children of the entry itself."""


class XmlEntry(NamedTuple):
    """One entry, or the head of the file, which comes last and has the kind of its root."""

    kind: str
    fields: XmlFields
    bases: tuple[str, ...] = ()
    """What `xml:base` says, from the outside in."""

    def text(self, *names: str) -> str:
        """The text of the first of these fields that has any."""
        for name in names:
            for value in self.fields.get(name, ()):
                if text := plain(value.text):
                    return text
        return ""


def read_entries(text: str, kinds: frozenset[str]) -> Iterator[XmlEntry]:
    """Give the entries of these kinds, in order, and at last the head."""
    walk = _XmlWalk(kinds)
    for token in TOKEN.finditer(text):
        walk.tags += 1
        if walk.tags > MOST_TAGS or len(walk.stack) > DEEPEST:
            break
        if walk.step(token) and walk.entry is not None:
            yield walk.entry
            walk.entry = None
    if (unfinished := walk.unfinished()) is not None:
        yield unfinished
    yield XmlEntry(walk.root, walk.head, tuple(walk.head_bases))


def attributes_in(text: str) -> dict[str, str]:
    """The attributes of a tag by name, in lower case."""
    found = ATTRIBUTE.findall(text[:LONGEST_TAG])
    return {name.lower(): plain(double or single) for name, double, single in found}


def plain(text: str) -> str:
    """The text that is meant: characters for their names, no white space around it."""
    if "&" in text:
        text = REFERENCE.sub(lambda found: unescape(found[0]), text)
    return text.strip()


def decode_xml(body: bytes, declared_charset: str) -> tuple[str, str]:
    """Charset and text; the server's word comes before that of the file (RFC 7303, 3.2)."""
    charset_name = declared_charset
    if not charset_name and not shown_charset(body) and (found := XML_ENCODING.search(body[:LOOK])):
        charset_name = found[1].decode("ascii")
    return decode_text(body, charset_name)


class _XmlWalk:
    """Where we are in the file."""

    def __init__(self, kinds: frozenset[str]) -> None:
        self._kinds = kinds
        self._names: dict[str, str] = {}
        self._prefixes: dict[str, str] = {}
        self._entry_depth = 0
        self._entry_bases: tuple[str, ...] = ()
        self._noted = 0
        self._texts: list[str] = []
        self._attributes = ""
        self._is_leaf = False
        self._bases: list[tuple[int, str]] = []
        self.tags = 0
        self.stack: list[str] = []
        self.root = ""
        self.head: XmlFields = {}
        self.head_bases: list[str] = []
        self.entry: XmlEntry | None = None
        self._fields = self.head

    def step(self, token: re.Match[str]) -> bool:
        """Take in one token; whether that was the end of an entry."""
        name, attributes, text, closed, end = token.group(1, 2, 3, 4, 5)
        if name is not None:
            self._open(name, attributes, text, bool(closed) or attributes[-1:] == "/")
            return False
        if end is not None:
            return self._close(self._names.get(end) or self._normal(end))
        if self._is_leaf:
            self._continue(token)
        return False

    def unfinished(self) -> XmlEntry | None:
        """The entry in whose middle the file was cut off, with those fields that came whole."""
        if not self._entry_depth:
            return None
        return XmlEntry(self.stack[self._entry_depth - 1], self._fields, self._entry_bases)

    def _continue(self, token: re.Match[str]) -> None:
        raw, stray = token["raw"], token["stray"]
        if raw is not None:
            self._texts += (raw, token["after_raw"])
        elif stray is not None:
            self._texts += ("<", stray)
        else:
            self._texts.append(token["after_comment"] or "")

    def _open(self, written: str, attributes: str, text: str, closed: bool) -> None:
        if "xml" in attributes:
            self._learn(attributes)
        if not self.stack and not self.root:
            self._prefixes[written.rpartition(":")[0].lower()] = ""
            self.root = self._normal(written)
        name = self._names.get(written) or self._normal(written)
        if closed:
            self._note(name, attributes, text)
            self._is_leaf = False
            return
        self.stack.append(name)
        self._texts, self._attributes, self._is_leaf = [text], attributes, True
        if not self._entry_depth and name in self._kinds:
            self._entry_depth, self._fields, self._noted = len(self.stack), {}, 0
            self._entry_bases = tuple(base for _, base in self._bases)

    def _close(self, name: str) -> bool:
        stack = self.stack
        if not stack or name not in stack:
            return False
        while stack[-1] != name:
            stack.pop()
            self._is_leaf = False
        stack.pop()
        if self._is_leaf:
            self._note(name, self._attributes, "".join(self._texts))
            self._is_leaf = False
        while self._bases and self._bases[-1][0] > len(stack):
            self._bases.pop()
        if len(stack) >= self._entry_depth:
            return False
        self.entry = XmlEntry(name, self._fields, self._entry_bases)
        self._entry_depth, self._fields = 0, self.head
        return True

    def _note(self, name: str, attributes: str, text: str) -> None:
        self._noted += 1
        if self._noted > MOST_FIELDS:
            return
        if self.stack and len(self.stack) != (self._entry_depth or 1):
            name = f"{self.stack[-1]}/{name}"
        self._fields.setdefault(name, []).append(XmlValue(attributes, text))

    def _normal(self, written: str) -> str:
        """The name in lower case, with our prefix for its vocabulary."""
        prefix, _, local = written.lower().rpartition(":")
        prefix = self._prefixes.get(prefix, prefix)
        name = f"{prefix}:{local}" if prefix else local
        if len(self._names) >= MOST_NAMES:
            self._names.clear()
        self._names[written] = name
        return name

    def _learn(self, attributes: str) -> None:
        """Take in what a tag says of prefixes and bases."""
        for name, value in attributes_in(attributes).items():
            if name.startswith("xmlns:") and value.lower() in PREFIXES:
                self._prefixes.setdefault(name[6:], PREFIXES[value.lower()])
                self._names.clear()
            elif name == "xml:base" and not attributes.endswith("/"):
                self._bases.append((len(self.stack) + 1, value))
                if not self.stack:
                    self.head_bases.append(value)
