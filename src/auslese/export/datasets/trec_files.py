"""A test collection as TREC has it: documents, topics, and which documents are relevant for which.

    <DOC>                              1 0 -8437159028231 2
    <DOCNO>-8437159028231</DOCNO>      topic, 0, document, grade
    <TEXT> …

Anserini, PyTerrier, ir_datasets and Indri read documents in that form ("trectext") or as lines of
JSON with `id` and `contents`. Documents go by the ids of their pages.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from auslese.records.exported_page import ExportContext, ExportedPage

GRADE_STEPS = 4
"""Raters give 0 to 1 in quarters; TREC has whole numbers, so 0 to 4."""
_UNFIT = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no room for, and carriage returns: some readers take the text for XML."""


class TrecTopic(NamedTuple):
    """What documents are rated for."""

    number: int
    title: str
    criteria: str = ""
    """When a document is relevant, in words."""


class TrecRating(NamedTuple):
    """What was said of a document, from 0 to 1."""

    topic: int
    document: str
    grade: float


def trectext_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """The documents between tags; what would be a tag in a text is escaped."""
    for page in pages:
        yield _bytes(
            f"<DOC>\n<DOCNO>{page.id}</DOCNO>\n<URL>{_plain(page.url)}</URL>\n"
            f"<DATE>{_plain(page.date)}</DATE>\n<LANGUAGE>{_plain(page.language)}</LANGUAGE>\n"
            f"<TITLE>{_plain(page.title)}</TITLE>\n<TEXT>\n{_plain(page.text)}\n</TEXT>\n</DOC>\n"
        )


def json_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """A line of JSON for each document; `contents` has title and text."""
    for page in pages:
        document = {
            "id": str(page.id),
            "contents": "\n".join(filter(None, (page.title, page.text))),
            "url": page.url,
            "title": page.title,
            "date": page.date,
            "language": page.language,
        }
        yield _bytes(json.dumps(document, ensure_ascii=False) + "\n")


def topic_pieces(topics: Iterable[TrecTopic]) -> Iterator[bytes]:
    """The topics between tags that do not end, as TREC writes them since 1992."""
    for topic in topics:
        yield _bytes(
            f"<top>\n\n<num> Number: {topic.number}\n<title> {_line(topic.title)}\n\n"
            f"<desc> Description:\n{_line(topic.title)}\n\n"
            f"<narr> Narrative:\n{_line(topic.criteria)}\n\n</top>\n\n"
        )


def query_pieces(topics: Iterable[TrecTopic]) -> Iterator[bytes]:
    """A line for each topic: number, tab, query."""
    for topic in topics:
        yield _bytes(f"{topic.number}\t{' '.join(topic.title.split())}\n")


def qrels_pieces(ratings: Iterable[TrecRating]) -> Iterator[bytes]:
    """A line for each rating, `topic 0 document grade` with grades from 0 to 4."""
    for rating in ratings:
        grade = round(rating.grade * GRADE_STEPS)
        yield _bytes(f"{rating.topic} 0 {rating.document} {grade}\n")


def _plain(text: str) -> str:
    return escape(_UNFIT.sub(" ", text))


def _line(text: str) -> str:
    return " ".join(_plain(text).split())


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
