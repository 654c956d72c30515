"""Which office file is it? Its content tells, in a crawl too."""

import pytest
from tests.extract.office_writer import docx, epub, open_document, pptx, shape, word_p, xlsx, zipped

from auslese.extract.document_reader import read_document
from auslese.extract.page_reader import read_page
from auslese.extract.reading_options import PageReadOptions
from auslese.extract.sniff import true_type
from auslese.extract.source import Source
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.media_names import DOCX, EPUB, ODP, ODS, ODT, PPTX, RTF, XLSX
from auslese.records.url import Url

URL = Url("http://a.example/dir/paper")
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
FILES = {
    DOCX: docx(word_p("word")),
    XLSX: xlsx({"A": ""}),
    PPTX: pptx((shape("word"),)),
    ODT: open_document("text", ""),
    ODS: open_document("spreadsheet", ""),
    ODP: open_document("presentation", ""),
    EPUB: epub({"one": "<p>word</p>"}),
    RTF: rb"{\rtf1 word}",
}


def stream(name: str) -> bytes:
    return OLE + name.encode("utf-16-le") + bytes(500)


@pytest.mark.parametrize("declared", ["", "text/html", "application/zip", "application/msword"])
@pytest.mark.parametrize("media_type", FILES)
def test_an_office_file_is_known_whatever_the_server_says(media_type: str, declared: str) -> None:
    assert true_type(FILES[media_type], declared) == media_type


@pytest.mark.parametrize(
    ("body", "declared", "media_type"),
    [
        (zipped({"a.txt": "word"}), DOCX, "application/zip"),
        (zipped({"swordfish/a.xml": "word"}), "", "application/zip"),
        (FILES[ODT].replace(b"opendocument.text", b"opendocument.base"), "", "application/zip"),
        (FILES[DOCX][:-50], "", DOCX),
        (FILES[EPUB][:-50], "", EPUB),
        (zipped({"a.txt": "word" * 99})[:-40], DOCX, DOCX),
        (stream("WordDocument"), "text/html", "application/msword"),
        (stream("Workbook"), "", "application/vnd.ms-excel"),
        (stream("PowerPoint Document"), "", "application/vnd.ms-powerpoint"),
        (OLE, "application/msword", "application/x-ole-storage"),
        (stream("EncryptedPackage"), DOCX, DOCX),
        (b"words", "text/rtf", RTF),
    ],
)
def test_what_only_looks_like_one_is_none(body: bytes, declared: str, media_type: str) -> None:
    assert true_type(body, declared) == media_type


@pytest.mark.parametrize(
    ("body", "why", "detail"),
    [
        (stream("WordDocument"), ReadProblem.UNKNOWN_TYPE, "before 2007 (application/msword)"),
        (stream("EncryptedPackage"), ReadProblem.ENCRYPTED, "a password is needed"),
    ],
)
def test_an_old_or_locked_file_says_what_to_do(body: bytes, why: ReadProblem, detail: str) -> None:
    problem = read_document(Source(URL, body, DOCX))

    assert isinstance(problem, Unreadable)
    assert problem.why is why
    assert detail in problem.detail


def test_a_crawl_learns_title_language_links_and_beginning_of_an_office_file() -> None:
    about = "<dc:title>On mills</dc:title><dc:language>de</dc:language>"
    body = (
        '<w:p><w:hyperlink r:id="l1"><w:r><w:t>the mill</w:t></w:r></w:hyperlink></w:p>'
        '<w:p><w:hyperlink r:id="l2"><w:r><w:t>mail</w:t></w:r></w:hyperlink></w:p>'
    )
    file = docx(body, about=about, links={"l1": "next.html", "l2": "mailto:a@b.example"})
    header = b"HTTP/1.1 200 OK\r\nX-Robots-Tag: nofollow\r\n\r\n"

    reading = read_page(URL, file, "application/octet-stream", header, PageReadOptions(excerpt=8))

    assert reading.media_type == DOCX
    assert (reading.title, reading.language) == ("On mills", "de")
    assert list(zip(reading.links.urls, reading.links.anchors, strict=True)) == [
        ("http://a.example/dir/next.html", "the mill")
    ]
    assert reading.skipped == 1
    assert reading.excerpt == "the mill"
    assert reading.directives.nofollow


def test_a_broken_office_file_is_a_page_without_links_to_a_crawl() -> None:
    reading = read_page(URL, FILES[DOCX][:-50], DOCX, b"")

    assert (reading.media_type, len(reading.links)) == (DOCX, 0)
