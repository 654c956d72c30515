"""Reading PDFs in tests."""

from auslese.extract.document_reader import read_document
from auslese.extract.source import Source
from auslese.records.document import Document, Unreadable
from auslese.records.url import Url

URL = Url("http://a.example/dir/paper.pdf")


def read(body: bytes) -> Document:
    document = read_document(Source(URL, body, "application/pdf"))

    assert isinstance(document, Document), document
    return document


def problem_of(body: bytes) -> Unreadable:
    problem = read_document(Source(URL, body, "application/pdf"))

    assert isinstance(problem, Unreadable)
    assert problem.media_type == "application/pdf"
    return problem


def texts(document: Document) -> list[str]:
    return [paragraph.text for paragraph in document.paragraphs if paragraph.is_main]


def filled(start: str, count: int, width: int = 60) -> list[str]:
    """Lines that are as good as full."""
    line = f"{start} " + "word " * width
    return [line[:width].rstrip() for _ in range(count)]
