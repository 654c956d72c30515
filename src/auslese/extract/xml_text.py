"""XML that is no page: feeds, DocBook, data. Its text, element by element.

What stands in an element is a paragraph of its own, but within running text (`<para>with an
<emphasis>inner</emphasis> element</para>`) it belongs to it. Text that is itself HTML, as in feeds,
is read as such. Attributes, instructions and what else nobody reads are left out.
"""

import re
from collections.abc import Iterator
from itertools import islice

from resiliparse.parse.html import HTMLTree

from auslese.extract.html.page_sheet import lay_flat, visible_text
from auslese.extract.lists.xml_outline import decode_xml, plain
from auslese.extract.page_reader import declared_charset
from auslese.extract.sniff import ATOM, RSS, XML, XML_TYPES, list_type, shown_head
from auslese.extract.source import Source
from auslese.extract.tidying import visible_line
from auslese.records.document import (
    Document,
    DocumentMetadata,
    Paragraph,
    ParagraphKind,
    ReadProblem,
    Unreadable,
)
from auslese.text.words import count_words
from auslese.wording.outcome_sentences import UnreadReason

# As in the outline of lists: what has no end goes on to the end of the text, nothing is given back.
TAG = re.compile(
    r"""<(?:
      !\[CDATA\[(?P<raw>.*?)(?:\]\]>|\Z)
    | !--.*?(?:-->|\Z)
    | \?.*?(?:\?>|\Z)
    | !(?:DOCTYPE|doctype)[^<>\[]*+(?:\[.*?(?:\]\s*+>|\Z)|>|\Z)
    | /(?P<end>[A-Za-z_][\w:.-]{0,99}+)[^<>]*+>
    | (?P<name>[A-Za-z_][\w:.-]{0,99}+)(?P<attributes>(?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>
    )""",
    re.VERBOSE | re.DOTALL,
)
HTML_IN_TEXT = re.compile(
    r"</?(?:p|br|div|a|b|i|em|strong|ul|ol|li|h[1-6]|img|span|table)\b[^<>]*>"
)
READ_TYPES = (*XML_TYPES, RSS, ATOM)
TITLES = frozenset(("title", "name", "heading"))
MOST_TAGS = 200_000  # half a second of work; a book has fewer
MOST_PARAGRAPHS = 40_000  # as of an HTML page
LONGEST_TITLE = 500
DEEPEST = 100  # elements within elements; what lies deeper belongs to the last of them
RUNNING_WORDS = 5  # of a paragraph that is no value of a field


def read_xml(source: Source, media_type: str) -> Document | Unreadable:
    """Read an XML file that is no page; a sitemap has addresses and no text."""
    if list_type(shown_head(source.body)) == XML:
        return Unreadable(ReadProblem.UNKNOWN_TYPE, media_type, media_type)
    charset, text = decode_xml(source.body, declared_charset(source.header))
    walk = _XmlText()
    found = list(islice(walk.paragraphs(text), MOST_PARAGRAPHS + 1))
    paragraphs = tuple(_paragraph(tag, words) for tag, words in found[:MOST_PARAGRAPHS])
    if not paragraphs:
        return Unreadable(ReadProblem.EMPTY, UnreadReason.NO_TEXT.text(), media_type)
    titles = (words for tag, words in found if tag in TITLES)
    about = DocumentMetadata(visible_line(next(titles, ""))[:LONGEST_TITLE].rstrip())
    is_cut = walk.is_cut or len(found) > MOST_PARAGRAPHS
    return Document(media_type, charset, about, paragraphs, is_cut=is_cut)


def _paragraph(tag: str, words: str) -> Paragraph:
    if tag in TITLES:
        return Paragraph(words, ParagraphKind.HEADING, True)
    is_running = count_words(words) >= RUNNING_WORDS
    return Paragraph(words, ParagraphKind.TEXT if is_running else ParagraphKind.LINE, True)


class _XmlText:
    """Goes through the tags of a file from left to right, whatever is wrong with them."""

    def __init__(self) -> None:
        self.is_cut = False
        self._open: list[tuple[str, list[str]]] = [("", [])]

    def paragraphs(self, text: str) -> Iterator[tuple[str, str]]:
        """What each element says, and how it is called."""
        at = 0
        for number, tag in enumerate(TAG.finditer(text)):
            self._say(text[at : tag.start()])
            at = tag.end()
            if number >= MOST_TAGS:
                self.is_cut = True
                break
            yield from self._take(tag)
        self._say(text[at:] if not self.is_cut else "")
        while len(self._open) > 1:
            yield from self._end()

    def _take(self, tag: re.Match[str]) -> Iterator[tuple[str, str]]:
        if tag["raw"] is not None:
            self._open[-1][1].append(tag["raw"])
        elif tag["end"]:
            yield from self._close(_local(tag["end"]))
        elif tag["name"] and not tag["attributes"].endswith("/") and len(self._open) < DEEPEST:
            yield from self._before(self._open[-1])
            self._open.append((_local(tag["name"]), []))

    def _say(self, text: str) -> None:
        if "&" in text:
            text = plain(f".{text}.")[1:-1]  # characters for their names, with the blanks around it
        self._open[-1][1].append(text)

    def _close(self, name: str) -> Iterator[tuple[str, str]]:
        """Leave an element, and those in it that were not closed; a stray end means nothing."""
        if any(name == each for each, _ in self._open[1:]):
            while self._open[-1][0] != name:
                yield from self._end()
            yield from self._end()

    def _end(self) -> Iterator[tuple[str, str]]:
        name, parts = self._open.pop()
        around = self._open[-1][1]
        if any(part.strip() for part in around):  # it stands amid a text
            around += parts
        else:
            yield from _pieces(name, parts)

    def _before(self, element: tuple[str, list[str]]) -> Iterator[tuple[str, str]]:
        """What an element says before a line that another one begins is by itself."""
        name, parts = element
        is_new_line = bool(parts) and "\n" in parts[-1] and not parts[-1].strip()
        if is_new_line and any(part.strip() for part in parts):
            yield from _pieces(name, parts)
            parts.clear()


def _local(name: str) -> str:
    """The name without the prefix of its vocabulary."""
    return name.lower().rpartition(":")[2]


def _pieces(name: str, parts: list[str]) -> Iterator[tuple[str, str]]:
    """A text, block by block if it is HTML."""
    text = "".join(parts)
    if HTML_IN_TEXT.search(text):
        body = HTMLTree.parse(text).body
        lines = visible_text(lay_flat(body)).split("\n") if body is not None else []
    else:
        lines = [" ".join(text.split())]
    yield from ((name, line) for line in lines if any(map(str.isalnum, line)))
