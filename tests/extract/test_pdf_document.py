"""A PDF read as a person would read it, or a reason why not."""

import subprocess
import sys
import zlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.demo.documents import pdf as demo_pdf
from auslese.extract import pdf_bombs, pdf_document, pdfium
from auslese.extract.document import read_document
from auslese.extract.pdf_document import pdf_links
from auslese.extract.source import Source
from auslese.records.document import Links
from auslese.records.text import Document, Paragraph, ParagraphKind, Problem, Unreadable
from auslese.records.url import Url
from tests.extract.pdf_writer import Leaf, Line, Link, flow, pdf_file, stream

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


# -- paragraphs -----------------------------------------------------------------------------------


def test_lines_become_paragraphs_and_divided_words_are_whole() -> None:
    lines = [
        "The first line of a paragraph that goes on for quite a while be-",
        "cause it has more to say than would fit into one line of a page.",
        "",
        "The second one stands apart and is full of words of every kind,",
        "until it ends.",
    ]

    document = read(pdf_file([Leaf(flow(lines))]))

    assert texts(document) == [
        "The first line of a paragraph that goes on for quite a while because it has more to say "
        "than would fit into one line of a page.",
        "The second one stands apart and is full of words of every kind, until it ends.",
    ]
    assert {paragraph.kind for paragraph in document.paragraphs} == {ParagraphKind.TEXT}


def test_an_indented_line_begins_a_paragraph() -> None:
    lines = flow(filled("One", 6))
    lines[3] = lines[3]._replace(x=lines[3].x + 15)

    assert len(texts(read(pdf_file([Leaf(lines)])))) == 2


def test_a_line_that_is_not_full_ends_its_paragraph() -> None:
    lines = flow([*filled("One", 2), "and its end.", *filled("Two", 3)])

    assert [text[-4:] for text in texts(read(pdf_file([Leaf(lines)])))] == ["end.", "rd w"]


def test_headings_lists_code_and_captions_are_told_apart() -> None:
    lines = [
        Line(60, 780, "A large heading", 16),
        Line(60, 750, "1.1 A bold heading of the usual size", 10, "F2"),
        *flow(filled("Some text", 2), top=735),
        Line(60, 690, "• a point of a list that is not quite short"),
        Line(60, 676, "• another point of the same list"),
        Line(60, 640, "for word in words:", 10, "F3"),
        Line(60, 626, "    count(word)", 10, "F3"),
        Line(60, 590, "Figure 3: what can be seen in it"),
        Line(60, 550, "Bonn, 1949"),
    ]

    paragraphs = read(pdf_file([Leaf(lines)])).paragraphs

    assert [paragraph.kind for paragraph in paragraphs] == [
        ParagraphKind.HEADING,
        ParagraphKind.HEADING,
        ParagraphKind.TEXT,
        ParagraphKind.LIST,
        ParagraphKind.LIST,
        ParagraphKind.CODE,
        ParagraphKind.CAPTION,
        ParagraphKind.LINE,
    ]
    assert paragraphs[5].text == "for word in words:\ncount(word)"


def test_a_paragraph_goes_on_overleaf() -> None:
    pages = [
        Leaf([*flow(["This sentence has its end on"]), Line(290, 40, "1")]),
        Leaf([*flow(["the next page and no sooner."]), Line(290, 40, "2")]),
    ]

    document = read(pdf_file(pages))

    assert texts(document) == ["This sentence has its end on the next page and no sooner."]


def test_running_titles_and_page_numbers_are_not_main() -> None:
    pages = [
        Leaf(
            [
                Line(60, 810, f"Report of the year 1999, page {number}"),
                *flow([f"{word} tells of many things that stand", f"nowhere but {word}."], top=600),
                Line(290, 30, f"- {number} -"),
            ]
        )
        for number, word in enumerate(("Alpha", "Beta", "Gamma", "Delta", "Eta"), 1)
    ]

    document = read(pdf_file(pages))

    aside = [paragraph.text for paragraph in document.paragraphs if not paragraph.is_main]
    assert len(aside) == 10
    assert {text.rstrip("12345") for text in aside[::2]} == {"Report of the year 1999, page "}
    assert not any("Report" in text or "- 3 -" in text for text in texts(document))
    assert "Gamma tells of many things" in document.text


def test_running_titles_that_change_with_the_chapter_are_not_main() -> None:
    chapters = ["Cats", "Cats", "Cats", "Dogs", "Dogs", "Dogs", "Mice"]
    pages = [
        Leaf([Line(60, 810, chapter), *flow([f"Page {number}: the text of it, at length."])])
        for number, chapter in enumerate(chapters)
    ]

    document = read(pdf_file(pages))

    assert [text for text in texts(document) if not text.startswith("Page")] == []


def test_a_watermark_is_not_main() -> None:
    pages = [
        Leaf([Line(150, 400, "DRAFT", 90), *flow([f"What stands on page {number} of it."])])
        for number in range(4)
    ]

    document = read(pdf_file(pages))

    assert "DRAFT" not in document.text
    assert document.about.title != "DRAFT"


def columns(count: int) -> tuple[list[Line], list[Line]]:
    left = flow([f"left {place} words of one column in a row" for place in range(count)])
    right = flow(
        [f"right {place} words of the other column here" for place in range(count)], left=310
    )
    return left, right


@pytest.mark.parametrize("is_across", [False, True])
def test_two_columns_are_read_one_after_the_other(is_across: bool) -> None:
    left, right = columns(30)
    pairs = [line for pair in zip(left, right, strict=True) for line in pair]
    lines = pairs if is_across else [*left, *right]

    text = read(pdf_file([Leaf([Line(60, 810, "A title over both", 18), *lines])])).text

    words = text.split()
    assert words.index("left") < words.index("right")
    assert [word for word in words if word in ("left", "right")] == ["left"] * 30 + ["right"] * 30


def test_a_table_is_not_taken_for_columns() -> None:
    rows = [
        line
        for place in range(30)
        for line in (
            Line(60, 780 - 14 * place, f"item {place}"),
            Line(310, 780 - 14 * place, f"{place}.50 EUR"),
        )
    ]

    assert "item 3 3.50 EUR" in read(pdf_file([Leaf(rows)])).text.replace("\n", " ")


def test_signs_are_those_a_person_would_type() -> None:
    assert pdf_document.tidy("ef\ufb01cient o\ufb03ce\u00a0f\u00a8ur") == "efficient office für"


# -- about ----------------------------------------------------------------------------------------


def test_what_a_pdf_says_about_itself_is_kept() -> None:
    info = {
        "Title": "Über die  Wärme",
        "Author": "A. Nobody",
        "Subject": "All about it",
        "Keywords": "heat; cold,warmth",
        "CreationDate": "D:20040531120000+02'00'",
        "ModDate": "D:20050102",
    }

    about = read(pdf_file([Leaf(flow(["Text."]))], info, b"/Lang(de-DE)")).about

    assert (about.title, about.author, about.description) == (
        "Über die Wärme",
        "A. Nobody",
        "All about it",
    )
    assert (about.keywords, about.language) == ("heat, cold, warmth", "de-DE")
    assert (about.date, about.modified) == ("2004-05-31", "2005-01-02")


@pytest.mark.parametrize("made_up", ["", "untitled", "Microsoft Word - draft_3.doc", "x.dvi", "42"])
def test_a_title_nobody_gave_is_taken_from_the_page(made_up: str) -> None:
    lines = [
        Line(60, 800, "A report of the institute", 10),
        Line(60, 760, "On the Movement", 20),
        Line(60, 736, "of Small Bodies", 20),
        *flow(filled("text", 5), top=700),
    ]

    about = read(pdf_file([Leaf(lines)], {"Title": made_up})).about

    assert about.title == "On the Movement of Small Bodies"


def test_the_name_of_a_program_is_no_part_of_a_title() -> None:
    body = pdf_file([Leaf(flow(["Text."]))], {"Title": "Microsoft Word - Report of the year"})

    assert read(body).about.title == "Report of the year"


@pytest.mark.parametrize("date", ["D:00000000", "D:20041399", "yesterday", "D:1", "D:19010101"])
def test_a_date_that_is_none_is_left_out(date: str) -> None:
    assert read(pdf_file([Leaf(flow(["Text."]))], {"CreationDate": date})).about.date == ""


def test_half_a_letter_in_the_data_of_a_pdf_does_no_harm() -> None:
    body = pdf_file([Leaf(flow(["Text."]))], {"Title": "The title"})
    broken = body.replace("The".encode("utf-16-be").hex().encode(), b"d8000068d800")

    assert broken != body
    assert read(broken).about.title.endswith("title")


# -- links ----------------------------------------------------------------------------------------


def test_links_come_with_their_words() -> None:
    lines = flow(["See the next page for more."])
    links = [
        Link((80, 776, 150, 792), "next.pdf"),
        Link((0, 0, 10, 10), "http://b.example/"),
        Link((0, 0, 9, 9), "mailto:me@b.example"),
    ]

    found = pdf_links(URL, pdf_file([Leaf(lines, links)]))

    assert isinstance(found, Links)
    assert found.urls == ["http://a.example/dir/next.pdf", "http://b.example/"]
    assert "next page" in found.anchors[0]
    assert found.anchors[1] == ""


def test_an_address_without_scheme_is_one_of_the_web() -> None:
    found = pdf_links(URL, pdf_file([Leaf([], [Link((0, 0, 9, 9), "www.b.example/x")])]))

    assert isinstance(found, Links)
    assert found.urls == ["http://www.b.example/x"]


def test_links_of_what_cannot_be_opened_are_an_outcome() -> None:
    problem = pdf_links(URL, b"%PDF-1.4 nothing")

    assert isinstance(problem, Unreadable)
    assert problem.why is Problem.BROKEN


# -- outcomes -------------------------------------------------------------------------------------


def test_the_demo_pdf_is_read() -> None:
    document = read(demo_pdf("A title", ["Some words about it."], "http://b.example/"))

    assert document.about.title == "A title"
    assert document.paragraphs[0] == Paragraph("A title", ParagraphKind.HEADING, True)


def test_a_pdf_that_needs_a_password_is_an_outcome() -> None:
    body = pdf_file([Leaf(flow(["Secret."]))], password="secret")

    assert problem_of(body).why is Problem.ENCRYPTED


def test_a_pdf_that_is_encrypted_without_a_password_is_read() -> None:
    body = pdf_file([Leaf(flow(["No secret."]))], {"Title": "Open"}, password="")

    assert (read(body).text, read(body).about.title) == ("No secret.", "Open")


@pytest.mark.parametrize("body", [b"%PDF-", b"%PDF-1.4\n%%EOF", b"%PDF-1.7" + b"\0" * 2000])
def test_a_broken_pdf_is_an_outcome(body: bytes) -> None:
    assert problem_of(body).why is Problem.BROKEN


def test_a_pdf_without_pages_is_broken() -> None:
    assert problem_of(pdf_file([])).why is Problem.BROKEN


def test_a_pdf_without_text_is_a_document_that_says_so() -> None:
    document = read(pdf_file([Leaf([])], {"Title": "Scanned book"}))

    assert document.about.title == "Scanned book"
    assert document.paragraphs == ()
    assert document.problem == Unreadable(
        Problem.EMPTY, "no text: probably scanned", "application/pdf"
    )


def test_a_pdf_whose_letters_mean_nothing_says_so() -> None:
    document = read(pdf_file([Leaf([Line(60, 700, "\x01\x02\x03\x05\x06 \x07\x0e\x0f" * 5)])]))

    assert document.problem
    assert document.text == ""


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

    assert problem_of(body).why is Problem.TOO_LARGE


def test_one_command_a_million_times_is_not_opened() -> None:
    content = stream(b"/Filter/FlateDecode", zlib.compress(b"q\n" * 1_000_000, 9))
    body = pdf_file([Leaf([])]) + b"9 0 obj\n" + content + b"\nendobj"

    assert problem_of(body).why is Problem.TOO_LARGE


def test_what_is_packed_within_packed_is_not_opened() -> None:
    inner = zlib.compress(zlib.compress(b" " * (100 << 20), 9), 9)
    twice = stream(b"/Filter[/FlateDecode/FlateDecode]", inner)
    thrice = stream(b"/Filter[/FlateDecode/FlateDecode/FlateDecode]", b"")

    for content in (twice, thrice):
        body = pdf_file([Leaf([])]) + b"9 0 obj\n" + content + b"\nendobj"
        assert problem_of(body).why is Problem.TOO_LARGE


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
    assert problem_of(body).why is Problem.TOO_LARGE
    assert "repeats" in problem_of(body).detail


def test_many_small_streams_that_hold_much_are_not_opened() -> None:
    content = stream(b"/Filter/FlateDecode", zlib.compress(b" " * 900_000, 9))
    named = b"".join(b"%d 0 R " % number for number in range(4, 24))

    assert problem_of(page_with(b"[" + named + b"]", [content] * 20)).why is Problem.TOO_LARGE


@pytest.mark.parametrize("names", [b"/Resources<<%b>>", b""])
@pytest.mark.parametrize("depth", [4, 6])
def test_forms_that_draw_forms_that_draw_forms_are_not_opened(depth: int, names: bytes) -> None:
    problem = problem_of(nested_forms(depth, 20, names))

    assert problem.why is Problem.TOO_LARGE
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

    assert problem_of(page_with(b"4 0 R", [bomb])).why is Problem.TOO_LARGE


def test_packed_pictures_are_no_bombs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_bombs, "MOST_UNPACKED", 1 << 20)
    picture = zlib.compress(b" " * (20 << 20), 9)
    image = stream(b"/Subtype /Image /Filter/FlateDecode", picture)
    body = pdf_file([Leaf(flow(["Text."]))]) + b"9 0 obj\n" + image + b"\nendobj"

    assert read(body).text == "Text."


def test_a_crawl_does_not_load_pdfium() -> None:
    code = (
        "import sys; from auslese.extract import document, page; "
        "page.read_page('http://a.example/', b'%PDF-1.4', 'application/pdf', b''); "
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
