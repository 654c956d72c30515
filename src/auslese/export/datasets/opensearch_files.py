"""Pages as bulk actions for OpenSearch and Elasticsearch, with the mapping of their index.

    {"index": {"_index": "mine", "_id": "1234"}}
    {"url": "http://a.example/", "title": "A title", "text": "…"}

`mapping.json` is the body with which the index is made, and every `bulk-….ndjson` that of one
request to `_bulk`. An action says its id, so a file that is sent twice changes nothing.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC
from typing import Any

from auslese.records.exported_page import ExportContext, ExportedPage

MAPPING_FILE = "mapping.json"
FILE_BYTES = 10_000_000
"""Of a bulk file, but for one longer page: servers take 100 MB in one request (the default of
`http.max_content_length`), and their makers advise 5 to 15 MB."""
LONGEST_INDEX = 255  # bytes of the name of an index
LONGEST_KEYWORD = 8191  # letters: Lucene takes terms of 32,766 bytes, four of them a letter
KEYWORD: Mapping[str, Any] = {"type": "keyword", "ignore_above": LONGEST_KEYWORD}
TEXT: Mapping[str, Any] = {"type": "text"}
DAY: Mapping[str, Any] = {
    "type": "date",
    "format": "yyyy-MM-dd||yyyy-MM||yyyy",
    "ignore_malformed": True,
}
FIELDS: Mapping[str, Mapping[str, Any]] = {
    "url": KEYWORD,
    "host": KEYWORD,
    "title": TEXT,
    "description": TEXT,
    "keywords": TEXT,
    "author": KEYWORD,
    "site_name": KEYWORD,
    "date": DAY,
    "modified": DAY,
    "fetched_at": {"type": "date"},
    "language": KEYWORD,
    "media_type": KEYWORD,
    "page_type": KEYWORD,
    "depth": {"type": "integer"},
    "words": {"type": "integer"},
    "bytes": {"type": "long"},
    "rank": {"type": "double"},
    "copy_of": KEYWORD,
    "text": TEXT,
}
"""What is said of a page; empty values are left out."""
_UNFIT = re.compile(r"[^a-z0-9._-]+")


def index_name(collection: str) -> str:
    """A name that an index may have, made of that of a collection."""
    name = _UNFIT.sub("-", collection.lower()).strip("-_.")
    return name[:LONGEST_INDEX] or "collection"


def mapping_bytes() -> bytes:
    """The body of the request that makes the index; a field that it does not name is refused."""
    body = {"mappings": {"dynamic": "strict", "properties": FIELDS}}
    return json.dumps(body, indent=2).encode() + b"\n"


def opensearch_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """Two lines for each page: what is to be done, and the page."""
    index = index_name(context.collection)
    for page in pages:
        action = {"index": {"_index": index, "_id": str(page.id)}}
        yield _line(action) + _line(_document(page))


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The mapping and the bulk files; take all pieces of a file before the next one."""
    yield MAPPING_FILE, [mapping_bytes()]
    actions = _Actions(opensearch_pieces(context, pages))
    number = 1
    while actions.are_left():
        yield f"bulk-{number:05}.ndjson", actions.of_one_file()
        number += 1


class _Actions:
    """Actions, handed out file by file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._next: bytes | None = next(pieces, None)

    def are_left(self) -> bool:
        """Whether there are any that no file has."""
        return self._next is not None

    def of_one_file(self) -> Iterator[bytes]:
        """One action at least, and as many as fit into a request."""
        length = 0
        while self._next is not None:
            length += len(self._next)
            if length > FILE_BYTES and length > len(self._next):
                return
            piece, self._next = self._next, next(self._pieces, None)
            yield piece


def _document(page: ExportedPage) -> dict[str, Any]:
    told = {name: getattr(page, name) for name in FIELDS}
    told["fetched_at"] = page.fetched_at.astimezone(UTC).isoformat(timespec="milliseconds")
    told["copy_of"] = None if page.copy_of is None else str(page.copy_of)
    return {name: value for name, value in told.items() if value not in ("", None)}


def _line(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"
