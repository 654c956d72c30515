"""A PDF read as a person would read it, or a reason why not."""

import pytest
from tests.extract.pdf_reading import URL, filled, problem_of, read, texts
from tests.extract.pdf_writer import Leaf, Line, Link, flow, pdf_file

from auslese.demo.demo_documents import pdf as demo_pdf
from auslese.extract.pdf import pdf_document
from auslese.extract.pdf.pdf_document import pdf_links
from auslese.records.document import Paragraph, ParagraphKind, ReadProblem, Unreadable
from auslese.records.reading import Links

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
    assert problem.why is ReadProblem.BROKEN


# -- outcomes -------------------------------------------------------------------------------------


def test_the_demo_pdf_is_read() -> None:
    document = read(demo_pdf("A title", ["Some words about it."], "http://b.example/"))

    assert document.about.title == "A title"
    assert document.paragraphs[0] == Paragraph("A title", ParagraphKind.HEADING, True)


def test_a_pdf_that_needs_a_password_is_an_outcome() -> None:
    body = pdf_file([Leaf(flow(["Secret."]))], password="secret")

    assert problem_of(body).why is ReadProblem.ENCRYPTED


def test_a_pdf_that_is_encrypted_without_a_password_is_read() -> None:
    body = pdf_file([Leaf(flow(["No secret."]))], {"Title": "Open"}, password="")

    assert (read(body).text, read(body).about.title) == ("No secret.", "Open")


@pytest.mark.parametrize("body", [b"%PDF-", b"%PDF-1.4\n%%EOF", b"%PDF-1.7" + b"\0" * 2000])
def test_a_broken_pdf_is_an_outcome(body: bytes) -> None:
    assert problem_of(body).why is ReadProblem.BROKEN


def test_a_pdf_without_pages_is_broken() -> None:
    assert problem_of(pdf_file([])).why is ReadProblem.BROKEN


def test_a_pdf_without_text_is_a_document_that_says_so() -> None:
    document = read(pdf_file([Leaf([])], {"Title": "Scanned book"}))

    assert document.about.title == "Scanned book"
    assert document.paragraphs == ()
    assert document.problem == Unreadable(
        ReadProblem.EMPTY, "no text: probably scanned", "application/pdf"
    )


def test_a_pdf_whose_letters_mean_nothing_says_so() -> None:
    document = read(pdf_file([Leaf([Line(60, 700, "\x01\x02\x03\x05\x06 \x07\x0e\x0f" * 5)])]))

    assert document.problem
    assert document.text == ""
