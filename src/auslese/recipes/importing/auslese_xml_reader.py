"""Documents in XML: as `auslese export DIR xml` writes them, and as UNICO did (Nitsche 2004).

Read as it comes, one page in memory at a time. A file that declares entities, or names one that
is not of XML itself, is not read on: no such file comes from us, and they are bombs.
"""

import re
from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from auslese.crawl.worker.receiver import Arrival
from auslese.recipes.importing.input_files import Input
from auslese.recipes.importing.json_documents import (
    ImportOrigin,
    RefusedDocument,
    given_arrival,
)

READ_BYTES = 1 << 16
DEEPEST = 8  # elements within each other: we write five
GLANCE_BYTES = 1 << 12
OUR_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:<\?xml[^>]{0,200}\?>|<!--[^>]{0,500}-->|\s)*+"
    rb"<(?:!DOCTYPE\s+(?:collection|university)\b|university>|collection [^>]{0,500}made-at=)"
)
PAGES = {"page": "collection", "htmldata": "university"}
"""Elements with a page, and what they stand in."""
OURS = ("url", "title", "author", "description", "keywords", "site-name", "text", "rest")
OF_UNICO = ("ranking", "pagerank", "date", "depth", "length", "anchortext", "data")
TEXTS = frozenset((*OURS, *OF_UNICO))
NAMES = {
    "site-name": "site_name",
    "data": "text",
    "fetched-at": "fetched_at",
    "page-type": "page_type",
    "media-type": "media_type",
    "copy-of": "copy_of",
}
"""What is called otherwise in a line of JSON."""
NO_DATE = "0"


PAGE_DEPTH = 2  # a page stands in the root
COST_OF_STRETCH = 20  # letters that a paragraph counts beside its own, or empty ones were free


class _RefusedXmlError(Exception):
    pass


def is_document_xml(start: bytes) -> bool:
    """Whether a file that begins so holds documents in XML."""
    return OUR_ROOT.match(start[:GLANCE_BYTES]) is not None


def read_document_xml(file: Input, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The documents of a file."""
    reader, number = _PageReader(origin.longest), 0
    is_open = True
    while is_open:
        data = file.stream.read1(READ_BYTES)
        problem, is_open = reader.feed(data), bool(data)
        for fields in reader.take():
            number += 1
            yield given_arrival(fields, f"{origin.source}:page {number}", origin)
        if problem:
            yield RefusedDocument(f"{origin.source}:page {number + 1}", "damaged", problem)
            return


class _PageReader:
    """Makes pages of elements."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._path: list[str] = []
        self._page: dict[str, Any] | None = None
        self._text: list[str] = []
        self._letters = 0
        self._place = 0
        self._silent = 0
        self._done: list[dict[str, Any]] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.SkippedEntityHandler = self._refuse_entity

    def feed(self, data: bytes) -> str:
        """Read on; why that is not possible, if it is not."""
        self._silent += len(data)
        try:
            self._parser.Parse(data, not data)
        except _RefusedXmlError as error:
            return str(error)
        except expat.ExpatError as error:
            return f"no XML: {error}"
        if self._silent > self._longest:
            return f"something longer than {self._longest:,} bytes"
        return ""

    def take(self) -> list[dict[str, Any]]:
        """The pages since the last time."""
        done, self._done = self._done, []
        return done

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._silent = 0
        self._path.append(name)
        if len(self._path) > DEEPEST:
            raise _RefusedXmlError("elements are nested too deeply")
        if PAGES.get(name) == self._path[0] and self._page is None:
            self._letters = sum(map(len, attributes.values()))
            self._page = {NAMES.get(key, key): value for key, value in attributes.items()}
            self._page["paragraphs"] = []
        elif self._page is not None and name in TEXTS and len(self._path) == PAGE_DEPTH + 1:
            self._text, self._place = [], 0
        elif self._page is not None and name == "p" and self._path[-2] == "text":
            kind = attributes.get("kind", "text")
            self._page["paragraphs"].append({"start": self._place, "end": 0, "kind": kind})
            self._count(COST_OF_STRETCH)

    def _add(self, text: str) -> None:
        self._silent = 0
        is_wanted = len(self._path) > PAGE_DEPTH and self._path[PAGE_DEPTH] in TEXTS
        if self._page is not None and is_wanted:
            self._count(len(text))
            self._place += len(text)
            self._text.append(text)

    def _count(self, letters: int) -> None:
        self._letters += letters
        if self._letters > self._longest:
            raise _RefusedXmlError(f"a page longer than {self._longest:,} letters")

    def _end(self, name: str) -> None:
        self._path.pop()
        if self._page is None:
            return
        if name in TEXTS and len(self._path) == PAGE_DEPTH:
            self._page[NAMES.get(name, name)] = "".join(self._text)
        elif name == "p" and self._path[-1] == "text":
            self._page["paragraphs"][-1]["end"] = self._place
        elif name in PAGES and len(self._path) == PAGE_DEPTH - 1:
            self._done.append(_document(self._page, name))
            self._page = None

    def _refuse_entity(self, *of: object) -> None:
        raise _RefusedXmlError("it declares or names entities")


def _document(page: dict[str, Any], element: str) -> dict[str, Any]:
    """A page as a line of JSON has it."""
    if element == "page":
        return page
    fields = {name: text.strip() for name, text in page.items() if isinstance(text, str)}
    fields.pop("id", None)  # only a number within its file
    if fields.get("date") == NO_DATE:
        del fields["date"]
    return fields
