"""Pages as the finder sees them: title and visible text by our own extraction."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.people_web.university_web import MadePage, UniversityWeb

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Document
from auslese.records.url import canonical

HTML_HEADER = b"content-type: text/html; charset=utf-8\r\n"
NOWHERE = "http://page.invalid/"


class PageText(NamedTuple):
    """What is read of a page."""

    url: str
    title: str
    text: str
    language: str = ""


def made_texts(web: UniversityWeb) -> dict[tuple[str, str], PageText]:
    """All pages of the made university."""
    return {place: _made_text(page) for place, page in web.pages.items()}


def _made_text(page: MadePage) -> PageText:
    header = f"content-type: {page.media_type}\r\n".encode()
    media_type = page.media_type.partition(";")[0]
    return _read(page.url(), page.sent(), media_type, header)._replace(language=page.language)


def webkb_texts(data: Path) -> list[tuple[dict[str, Any], PageText]]:
    """All pages of webkb, with their rows."""
    return [
        (row, _read(row["url"], row["html"].encode("utf-8", "replace"), "text/html", HTML_HEADER))
        for row in rows_of(data / "webkb")
    ]


def _read(url: str, body: bytes, media_type: str, header: bytes) -> PageText:
    known = canonical(url) or canonical(NOWHERE)
    assert known is not None
    found = read_document(Source(known, body, media_type, header))
    if isinstance(found, Document):
        return PageText(url, found.about.title, found.visible_text)
    return PageText(url, "", "")


def rows_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a set."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
