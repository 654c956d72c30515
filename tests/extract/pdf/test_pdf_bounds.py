"""No PDF takes all time or all memory."""

import subprocess
import sys
import zlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.extract.pdf_reading import URL, filled, problem_of, read
from tests.extract.pdf_writer import Leaf, Link, flow, pdf_file, stream

from auslese.extract.document_reader import read_document
from auslese.extract.pdf import pdf_bombs, pdf_document, pdfium
from auslese.extract.pdf.pdf_document import pdf_links
from auslese.extract.source import Source
from auslese.records.document import Document, ReadProblem, Unreadable

# -- bounds ---------------------------------------------------------------------------------------


def test_a_long_pdf_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_document, "MOST_PAGES", 3)
    pages = [Leaf(flow([f"Page number {number} has text."], top=600)) for number in range(5)]

    document = read(pdf_file(pages))

    assert document.is_cut
    assert "number 2" in document.text
    assert "number 3" not in document.text


def test_a_page_of_too_many_letters_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_document, "MOST_LETTERS", 100)

    document = read(pdf_file([Leaf(flow(filled("x", 50)))]))

    assert document.is_cut
    assert 0 < len(document.text) <= 100


def test_a_page_of_too_many_drawings_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfium, "MOST_OBJECTS", 10)
    pages = [Leaf(flow(["a"] * 20)), Leaf(flow(["The second page."]))]

    document = read(pdf_file(pages))

    assert (document.text, document.is_cut) == ("The second page.", True)


def test_what_unpacks_to_too_much_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_bombs, "MOST_UNPACKED", 1 << 20)
    bomb = zlib.compress(b" " * (20 << 20), 9)
    body = pdf_file([Leaf([])]) + b"9 0 obj\n" + stream(b"/Filter/FlateDecode", bomb) + b"\nendobj"

    assert problem_of(body).why is ReadProblem.TOO_LARGE


def test_one_command_a_million_times_is_not_opened() -> None:
    content = stream(b"/Filter/FlateDecode", zlib.compress(b"q\n" * 1_000_000, 9))
    body = pdf_file([Leaf([])]) + b"9 0 obj\n" + content + b"\nendobj"

    assert problem_of(body).why is ReadProblem.TOO_LARGE


def test_what_is_packed_within_packed_is_not_opened() -> None:
    inner = zlib.compress(zlib.compress(b" " * (100 << 20), 9), 9)
    twice = stream(b"/Filter[/FlateDecode/FlateDecode]", inner)
    thrice = stream(b"/Filter[/FlateDecode/FlateDecode/FlateDecode]", b"")

    for content in (twice, thrice):
        body = pdf_file([Leaf([])]) + b"9 0 obj\n" + content + b"\nendobj"
        assert problem_of(body).why is ReadProblem.TOO_LARGE


def page_with(contents: bytes, objects: Sequence[bytes], resources: bytes = b"") -> bytes:
    """A PDF of one page; the further objects have the numbers from 4 on."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents %b/Resources<<%b>>>>"
    head = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    every = [*head, page % (contents, resources), *objects]
    body = b"".join(b"%d 0 obj\n%b\nendobj\n" % each for each in enumerate(every, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF"


HELVETICA = b"/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
HELLO = b"BT /F 12 Tf 10 700 Td (Hello) Tj ET "


def nested_forms(depth: int, width: int, names: bytes = b"/Resources<<%b>>") -> bytes:
    """A page that draws a form several times, which draws a form several times, and so on."""
    objects = [stream(b"", b"/X5 Do " * width)]
    for number in range(5, 5 + depth):
        is_last = number == 4 + depth
        content = HELLO if is_last else b"/X%d Do " % (number + 1) * width
        inner = HELVETICA + b"/XObject<</X%d %d 0 R>>" % (number + 1, number + 1)
        own = names % inner if b"%b" in names else b""
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]" + own
        objects.append(stream(form, content))
    every = b"".join(b"/X%d %d 0 R" % (each, each) for each in range(5, 5 + depth))
    return page_with(b"4 0 R", objects, HELVETICA + b"/XObject<<%b>>" % every)


@pytest.mark.parametrize("is_apart", [False, True])
@pytest.mark.parametrize("filler", [b" ", b"0 0 m "])
def test_one_stream_a_thousand_times_is_not_opened(filler: bytes, is_apart: bool) -> None:
    content = stream(b"/Filter/FlateDecode", zlib.compress(filler * (900_000 // len(filler)), 9))
    named = b"[" + b"4 0 R " * 1_000 + b"]"
    body = page_with(b"5 0 R" if is_apart else named, [content, named])

    assert len(content) < 2_000
    assert problem_of(body).why is ReadProblem.TOO_LARGE
    assert "repeats" in problem_of(body).detail


def test_many_small_streams_that_hold_much_are_not_opened() -> None:
    content = stream(b"/Filter/FlateDecode", zlib.compress(b" " * 900_000, 9))
    named = b"".join(b"%d 0 R " % number for number in range(4, 24))

    assert problem_of(page_with(b"[" + named + b"]", [content] * 20)).why is ReadProblem.TOO_LARGE


@pytest.mark.parametrize("names", [b"/Resources<<%b>>", b""])
@pytest.mark.parametrize("depth", [4, 6])
def test_forms_that_draw_forms_that_draw_forms_are_not_opened(depth: int, names: bytes) -> None:
    problem = problem_of(nested_forms(depth, 20, names))

    assert problem.why is ReadProblem.TOO_LARGE
    assert "forms" in problem.detail


def test_a_form_that_draws_itself_is_not_opened() -> None:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X 5 0 R>>>>"
    objects = [stream(b"", b"/X Do"), stream(form, b"/X Do /X Do")]
    body = page_with(b"4 0 R", objects, b"/XObject<</X 5 0 R>>")

    assert "forms" in problem_of(body).detail


@pytest.mark.parametrize(("depth", "width"), [(1, 300), (2, 20), (6, 1), (6, 2)])
def test_forms_within_bounds_are_read(depth: int, width: int) -> None:
    assert "Hello" in read(nested_forms(depth, width)).visible_text


def test_a_page_may_wrap_its_content_in_streams_it_uses_again() -> None:
    objects = [stream(b"", b"q "), stream(b"", b"Q "), stream(b"", HELLO)]
    body = page_with(b"[4 0 R 6 0 R 5 0 R 4 0 R 6 0 R 5 0 R]", objects, HELVETICA)

    assert "Hello" in read(body).visible_text


def test_a_picture_that_is_drawn_as_content_is_no_picture() -> None:
    bomb = stream(b"/Subtype/Image/Filter/FlateDecode", zlib.compress(b"q " * 1_000_000, 9))

    assert problem_of(page_with(b"4 0 R", [bomb])).why is ReadProblem.TOO_LARGE


def test_packed_pictures_are_no_bombs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_bombs, "MOST_UNPACKED", 1 << 20)
    picture = zlib.compress(b" " * (20 << 20), 9)
    image = stream(b"/Subtype /Image /Filter/FlateDecode", picture)
    body = pdf_file([Leaf(flow(["Text."]))]) + b"9 0 obj\n" + image + b"\nendobj"

    assert read(body).text == "Text."


def test_a_crawl_does_not_load_pdfium() -> None:
    code = (
        "import sys; from auslese.extract import document_reader, page_reader; "
        "page_reader.read_page('http://a.example/', b'%PDF-1.4', 'application/pdf', b''); "
        "print('pypdfium2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "False\n"


WHOLE = pdf_file(
    [Leaf(flow(filled("One", 4)), [Link((0, 0, 9, 9), "/x")]), Leaf(flow(filled("Two", 3)))],
    {"Title": "Title", "CreationDate": "D:2004"},
    b"/Lang(de)",
)
places = st.integers(0, len(WHOLE) - 1)
changes = st.lists(st.tuples(places, st.binary(min_size=1, max_size=6)), max_size=8)


@given(changes, places)
@settings(max_examples=200)
def test_no_change_of_bytes_stops_the_reading(
    written: list[tuple[int, bytes]], length: int
) -> None:
    body = bytearray(WHOLE)
    for place, piece in written:
        body[place : place + len(piece)] = piece
    body[:5] = b"%PDF-"

    for each in (bytes(body), bytes(body[:length])):
        source = Source(URL, b"%PDF-" + each[5:], "application/pdf")
        assert isinstance(read_document(source), Document | Unreadable)
        pdf_links(URL, source.body)
