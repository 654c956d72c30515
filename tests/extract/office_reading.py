"""Reading office files in tests."""

from auslese.extract.document_reader import read_document
from auslese.extract.page_links import links_of
from auslese.extract.source import Source
from auslese.records.document import Document, Unreadable
from auslese.records.reading import Links
from auslese.records.url import Url

URL = Url("http://a.example/dir/paper")


def read(body: bytes, declared: str = "", day: str = "") -> Document:
    document = read_document(Source(URL, body, declared, day=day))

    assert isinstance(document, Document), document
    return document


def problem_of(body: bytes, declared: str = "") -> Unreadable:
    problem = read_document(Source(URL, body, declared))

    assert isinstance(problem, Unreadable), problem
    return problem


def links(body: bytes) -> list[tuple[str, str]]:
    found = links_of(Source(URL, body))

    assert isinstance(found, Links), found
    return list(zip(found.urls, found.anchors, strict=True))


def told(document: Document) -> list[tuple[str, str]]:
    """Kind and text of each paragraph; what is not main in brackets."""
    return [
        (each.kind.value, each.text if each.is_main else f"[{each.text}]")
        for each in document.paragraphs
    ]
