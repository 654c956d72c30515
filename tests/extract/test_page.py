"""Any body is read as what it really is, and none can stop us."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.page_reader import declared_charset, read_page
from auslese.records.reading import Reading
from auslese.records.url import Url

URL = Url("http://a.example/dir/page")


def header(content_type: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: %b\r\n\r\n" % content_type


@pytest.mark.parametrize(
    ("content_type", "charset"),
    [
        (b"text/html; charset=UTF-8", "utf-8"),
        (b'text/html;charset="iso-8859-1"', "iso-8859-1"),
        (b"text/html; Charset = 'koi8-r'", "koi8-r"),
        (b"text/html; a=b; charset=gbk; c=d", "gbk"),
        (b"text/html", ""),
        (b"text/html; charset=", ""),
        (b"text/html; charset=\xff", ""),
    ],
)
def test_the_charset_the_server_names_is_found(content_type: bytes, charset: str) -> None:
    assert declared_charset(header(content_type)) == charset


def test_only_the_content_type_is_asked_for_the_charset() -> None:
    assert declared_charset(b"HTTP/1.1 200 OK\r\nX-Content-Type: a; charset=gbk\r\n\r\n") == ""


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml"])
def test_html_is_read(media_type: str) -> None:
    reading = read_page(URL, b"<title>T</title><a href=x>", media_type, header(b"text/html"))

    assert (reading.media_type, reading.title, len(reading.links)) == (media_type, "T", 1)


def test_html_that_nobody_calls_html_is_read_as_well() -> None:
    assert read_page(URL, b"<!doctype html><title>T</title>", "", b"").title == "T"


@pytest.mark.parametrize(
    ("body", "media_type"), [(b"%PDF-1.7", "application/pdf"), (b"words", "text/plain")]
)
def test_of_what_has_no_links_only_the_kind_is_told(body: bytes, media_type: str) -> None:
    assert read_page(URL, body, media_type, b"") == Reading(media_type)


markup = st.lists(
    st.sampled_from(["<a href='", "x", "'>", "</a>", "<base href=//b/c>", "<iframe src=y>", "<!--"])
    | st.sampled_from(["<title>", "</title>", "<html lang=de>", "\x00", "&#xD800;", "<svg><a>"]),
    max_size=12,
).map(lambda words: "".join(words).encode())
charsets = st.sampled_from(
    ["utf-8", "utf-16", "iso-8859-1", "shift_jis", "iso-2022-jp", "undefined", "idna", "x-none"]
) | st.text("abcdefghijklmnopqrstuvwxyz0123456789-_", max_size=12)


@given(st.one_of(st.binary(max_size=300), markup), charsets, st.sampled_from(["text/html", ""]))
def test_no_bytes_and_no_charset_stop_the_reading(body: bytes, charset: str, said: str) -> None:
    reading = read_page(URL, body, said, header(b"text/html; charset=" + charset.encode()))

    body.decode(reading.charset or "utf-8", "replace")  # what a streamed page is made with
    for place in range(len(reading.links)):
        assert reading.links[place].url.startswith("http")
