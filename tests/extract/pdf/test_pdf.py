"""Where a PDF points, whatever its bytes are."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.demo.demo_documents import pdf as demo_pdf
from auslese.extract.page_reader import read_page
from auslese.extract.pdf import pdf_links as pdf
from auslese.extract.pdf.pdf_links import pdf_uris
from auslese.records.url import Url

URL = Url("http://a.example/dir/paper.pdf")
HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"


def annotation(string: bytes) -> bytes:
    return b"<</Type/Annot/Subtype/Link/A<</S/URI/URI%b>>>>" % string


def pdf_of(*objects: bytes, end: bytes = b"trailer<</Root 1 0 R>>") -> bytes:
    numbered = (b"%d 0 obj\n%b\nendobj\n" % entry for entry in enumerate(objects, 1))
    return b"%PDF-1.5\n" + b"".join(numbered) + end


def stream_of(dictionary: bytes, content: bytes) -> bytes:
    return b"<<%b/Length %d>>\nstream\r\n%b\nendstream" % (dictionary, len(content), content)


def test_a_link_of_a_pdf_is_found() -> None:
    body = demo_pdf("Title", ["Some words."], "http://b.example/next")

    assert list(pdf_uris(body)) == ["http://b.example/next"]


def test_links_in_object_streams_are_found() -> None:
    objects = b"1 0 2 60 " + annotation(b"(http://b.example/1)") + annotation(b"(/2)")
    packed = stream_of(b"/Type/ObjStm/Filter/FlateDecode/N 2", zlib.compress(objects))

    assert list(pdf_uris(pdf_of(packed))) == ["http://b.example/1", "/2"]


def test_other_streams_are_left_closed() -> None:
    text = b"BT (/URI) Tj ET " + annotation(b"(http://b.example/)")
    plain = stream_of(b"", text)
    packed = stream_of(b"/Filter/FlateDecode", zlib.compress(text))
    after = annotation(b"(http://c.example/)")

    assert list(pdf_uris(pdf_of(plain, packed, after))) == ["http://c.example/"]


@pytest.mark.parametrize(
    ("string", "address"),
    [
        (rb"(http://b.example/a\(b\))", "http://b.example/a(b)"),
        (b"(http://b.example/a(b)c)", "http://b.example/a(b)c"),
        (rb"(http://b.example/\101\\)", "http://b.example/A\\"),
        (b"(http://b.example/a\\\nb)", "http://b.example/ab"),
        (b" <687474703a2f2f62 2e6578616d706c652f>", "http://b.example/"),
        (b"<6>", ""),
        (b"(\xfe\xff\x00/\x00\xfc)", "/ü"),
        ("(http://b.example/ü)".encode(), "http://b.example/ü"),
        (b"(www.b.example/x)", "http://www.b.example/x"),
    ],
)
def test_strings_are_read_as_pdf_writes_them(string: bytes, address: str) -> None:
    assert list(pdf_uris(pdf_of(annotation(string)))) == [address]


def test_an_encrypted_pdf_has_no_links_for_us() -> None:
    body = pdf_of(annotation(b"(\x8f\x01\x02)"), end=b"trailer<</Root 1 0 R/Encrypt 9 0 R>>")

    assert list(pdf_uris(body)) == []


def test_a_pdf_cut_short_is_read_to_where_it_ends() -> None:
    objects = stream_of(b"/Type/ObjStm/Filter/FlateDecode", zlib.compress(b"x" * 9999))
    body = pdf_of(annotation(b"(http://b.example/)"), objects)

    assert list(pdf_uris(body[:-80])) == ["http://b.example/"]


def test_no_more_is_unpacked_than_there_is_room_for() -> None:
    bomb = zlib.compress(b" " * pdf.MOST_UNPACKED + annotation(b"(http://b.example/)"), 9)
    objects = stream_of(b"/Type/ObjStm/Filter/FlateDecode", bomb)

    assert list(pdf_uris(pdf_of(objects, objects, annotation(b"(/x)")))) == ["/x"]


def test_a_pdf_of_countless_links_is_read_to_its_limit() -> None:
    body = pdf_of(*[annotation(b"(/x)")] * (pdf.MOST_LINKS + 9))

    assert len(list(pdf_uris(body))) == pdf.MOST_LINKS


@pytest.mark.parametrize(
    "flood", [b"/URI(", b"/URI(()", b"/URI<", b">>\nstream\n", b"/URI((\\)", b">> ", b"endstream"]
)
def test_a_hostile_pdf_takes_no_longer_than_its_length(flood: bytes) -> None:
    assert list(pdf_uris(b"%PDF-" + flood * 200_000)) == []


def test_a_pdf_is_read_as_a_page_without_a_title() -> None:
    body = pdf_of(*map(annotation, (b"(next.html)", b"(mailto:me@b.example)", b"(next.html)")))

    reading = read_page(URL, body, "application/pdf", HEADER)

    assert (reading.media_type, reading.title) == ("application/pdf", "")
    assert reading.links.urls == ["http://a.example/dir/next.html"]
    assert reading.skipped == 1


def test_what_a_header_says_of_a_pdf_counts() -> None:
    header = HEADER[:-2] + b"X-Robots-Tag: noindex\r\nLink: </paper>; rel=canonical\r\n\r\n"

    reading = read_page(URL, b"%PDF-1.4", "application/pdf", header)

    assert reading.directives.noindex_by == "X-Robots-Tag"
    assert reading.canonical == "http://a.example/paper"


pieces = st.lists(
    st.sampled_from([b"/URI(", b")", b"\\", b"<</Type/ObjStm>>stream\n", b"endstream", b"/URI<6"])
    | st.sampled_from([zlib.compress(b"/URI(x)"), b"/Encrypt", b">", b"\xfe\xff\xd8\x00"])
    | st.binary(max_size=20),
    max_size=15,
).map(b"".join)


@given(pieces)
def test_no_bytes_stop_the_reading_of_a_pdf(body: bytes) -> None:
    reading = read_page(URL, b"%PDF-" + body, "application/pdf", HEADER)

    assert reading.media_type == "application/pdf"
    assert all(url.startswith("http") for url in reading.links.urls)
