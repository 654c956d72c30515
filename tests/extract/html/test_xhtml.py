"""XHTML is read as what it means, though the parser knows HTML alone."""

import pytest

from auslese.extract.document_reader import Source, read_document
from auslese.extract.html.xhtml import as_html
from auslese.extract.page_reader import read_page
from auslese.extract.sniff import HTML, XHTML
from auslese.records.document import Document
from auslese.records.url import Url

URL = Url("http://a.example/")
PAGE = (
    b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Mill</title>'
    b'<script type="text/javascript" src="a.js" /></head><body><p>The mill stands still.</p>'
    b'<p><a name="x"/>It <a href="/more">turned</a> for two hundred years.</p></body></html>'
)


def test_what_follows_a_script_that_is_ended_at_once_is_read() -> None:
    document = read_document(Source(URL, PAGE, XHTML))

    assert isinstance(document, Document)
    assert "It turned for two hundred years." in document.visible_text
    assert read_page(URL, PAGE, XHTML, b"").links.urls == ["http://a.example/more"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("<script/>", "<script></script>"),
        ("<script src='a/b.js' async />", "<script src='a/b.js' async></script>"),
        ("<br/><img src='x'/>", "<br/><img src='x'/>"),
        ("<a href=x/>", "<a href=x/>"),
        ('<p title="a > b"/>', '<p title="a > b"></p>'),
    ],
)
def test_only_elements_that_html_would_leave_open_get_an_end(written: str, meant: str) -> None:
    assert as_html(written) == meant


def test_html_is_left_as_it_is() -> None:
    document = read_document(Source(URL, b"<div/><p>One</p>", HTML))

    assert isinstance(document, Document)
    assert document.visible_text == "One"


def test_a_page_full_of_beginnings_takes_no_long_time() -> None:
    assert as_html("<p a='1' " * 200_000).count("</p>") == 0
