"""A document of Word read as a person would read it."""

import pytest
from tests.extract.office_reading import links, read, told
from tests.extract.office_writer import docx, word_p, word_style, word_table

from auslese.records.media_names import DOCX

SENTENCE = "The mill stands by the river, and nobody has seen it turn for many years."
STYLES = (
    word_style("berschrift1", "heading 1")
    + word_style("Titel", "Title")
    + word_style("Kapitel", "Kapitel", "berschrift1")
    + word_style("Stufe", "Stufe", more='<w:outlineLvl w:val="1"/>')
    + word_style("Beschriftung", "caption")
    + word_style("Code", "Source Code")
    + word_style("Verzeichnis1", "toc 1")
    + word_style("Punkt", "Punkt", more="<w:numPr/>")
)


def test_paragraphs_are_what_their_styles_are_in_any_language() -> None:
    body = (
        word_p("The Mill", "Titel")
        + word_p("Where it stands 3", "Verzeichnis1")
        + word_p("Where it stands", "berschrift1")
        + word_p("Its wheel", "Kapitel")
        + word_p("Its stones", "Stufe")
        + word_p(SENTENCE)
        + word_p("a point", more="<w:numPr/>")
        + word_p("another", "Punkt")
        + word_p("Figure 1: the wheel", "Beschriftung")
        + word_p("for stone in mill:", "Code")
        + word_p("    turn(stone)", "Code")
        + word_p("Bonn, 1949")
    )

    document = read(docx(body, styles=STYLES))

    assert document.media_type == DOCX
    assert document.about.title == "The Mill"
    assert told(document) == [
        ("heading", "The Mill"),
        ("list", "[Where it stands 3]"),
        ("heading", "Where it stands"),
        ("heading", "Its wheel"),
        ("heading", "Its stones"),
        ("text", SENTENCE),
        ("list", "a point"),
        ("list", "another"),
        ("caption", "Figure 1: the wheel"),
        ("code", "for stone in mill:\n    turn(stone)"),
        ("line", "Bonn, 1949"),
    ]


def test_a_short_bold_line_is_a_heading() -> None:
    body = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>The wheel</w:t></w:r></w:p>" + word_p(SENTENCE)

    assert told(read(docx(body)))[0] == ("heading", "The wheel")


def test_a_row_of_a_data_table_is_a_paragraph() -> None:
    body = word_table(("Year", "Turns"), ("1948", "7"), ("1949", "0")) + word_p(SENTENCE)

    assert told(read(docx(body))) == [
        ("table", "Year\tTurns"),
        ("table", "1948\t7"),
        ("table", "1949\t0"),
        ("text", SENTENCE),
    ]


def test_a_table_that_only_lays_out_texts_is_not_there() -> None:
    longer = " ".join([SENTENCE] * 4)

    assert told(read(docx(word_table((longer, "Note"), (longer, "Note"))))) == [
        ("text", longer),
        ("line", "Note"),
        ("text", longer),
        ("line", "Note"),
    ]


def test_links_lead_where_the_file_says_and_fields_say_it_too() -> None:
    body = (
        '<w:p><w:hyperlink r:id="l1"><w:r><w:t>the </w:t></w:r><w:r><w:t>mill</w:t></w:r>'
        '</w:hyperlink><w:hyperlink w:anchor="here"><w:r><w:t>below</w:t></w:r></w:hyperlink></w:p>'
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK '
        '"https://b.example/field"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/>'
        '</w:r><w:r><w:t>a field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        '<w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>'
    )
    file = docx(body, links={"l1": "next.html"})

    assert links(file) == [
        ("http://a.example/dir/next.html", "the mill"),
        ("https://b.example/field", "a field"),
    ]
    assert [text for _, text in told(read(file))] == ["the millbelow", "a field", "7"]


def test_what_was_deleted_hidden_or_moved_away_is_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>It turns</w:t></w:r><w:del><w:r><w:delText> no more</w:delText></w:r>"
        "</w:del><w:moveFrom><w:r><w:t> gone</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>, again"
        "</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t> hidden</w:t></w:r><w:r><w:t>."
        "</w:t></w:r></w:p>"
    )

    assert told(read(docx(body)))[0][1] == "It turns, again."


def test_notes_stand_at_the_end() -> None:
    notes = (
        '<w:footnote w:type="separator"><w:p><w:r><w:t>line</w:t></w:r></w:p></w:footnote>'
        f"<w:footnote>{word_p('See the old map.')}</w:footnote>"
    )
    body = word_p(SENTENCE) + word_p("The last paragraph stands here.")

    assert [text for _, text in told(read(docx(body, notes=notes)))] == [
        SENTENCE,
        "The last paragraph stands here.",
        "See the old map.",
    ]


def test_blanks_breaks_and_signs_are_as_a_reader_sees_them() -> None:
    body = (
        "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t>one</w:t><w:tab/>"
        "<w:t>two</w:t><w:br/><w:t>three</w:t><w:br w:type='page'/><w:t>four</w:t>"
        "<w:noBreakHyphen/><w:t>five\u00adsix</w:t></w:r></w:p>"
    )

    assert told(read(docx(body)))[0][1] == "one two\nthree four-fivesix"


def test_the_data_about_a_document_are_told() -> None:
    about = (
        "<dc:title>On mills</dc:title><dc:creator>A. Mill;python-docx</dc:creator>"
        "<cp:keywords>wheel; stone</cp:keywords><dc:description>What turns.</dc:description>"
        "<dcterms:created>2021-03-04T10:00:00Z</dcterms:created>"
        "<dcterms:modified>2022-05-06T10:00:00Z</dcterms:modified><dc:language>en-GB</dc:language>"
    )

    told_about = read(docx(word_p(SENTENCE), about=about)).about

    assert told_about.title == "On mills"
    assert told_about.author == "A. Mill"
    assert (told_about.date, told_about.modified) == ("2021-03-04", "2022-05-06")
    assert told_about.keywords == "wheel, stone"
    assert told_about.description == "What turns."
    assert told_about.language == "en-GB"


def test_the_language_of_the_styles_counts_if_nothing_else_is_said() -> None:
    styles = '<w:docDefaults><w:lang w:val="de-DE"/></w:docDefaults>'

    assert read(docx(word_p(SENTENCE), styles=styles)).about.language == "de-DE"


@pytest.mark.parametrize(
    ("title", "moment", "expected"),
    [
        ("Dokument1", "2013-12-23T23:15:00Z", ("", "")),  # python-docx's own template
        ("entwurf.docx", "2031-01-01T00:00:00Z", ("", "")),  # younger than the day it came
        ("Microsoft Word - On mills", "2020-01-01T00:00:00Z", ("On mills", "2020-01-01")),
    ],
)
def test_what_programs_write_of_themselves_is_not_believed(
    title: str, moment: str, expected: tuple[str, str]
) -> None:
    about = f"<dc:title>{title}</dc:title><dcterms:created>{moment}</dcterms:created>"

    found = read(docx(word_p(SENTENCE), about=about), day="2026-01-01").about

    assert (found.title, found.date) == expected


def test_a_second_form_of_a_text_box_is_left_out() -> None:
    box = f"<w:txbxContent>{word_p('A text in a box.')}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>Beside a box.</w:t></w:r><w:r><w:AlternateContent><w:Choice>"
        f"{box}</w:Choice><w:Fallback>{box}</w:Fallback></w:AlternateContent></w:r></w:p>"
    )

    assert sorted(text for _, text in told(read(docx(body)))) == [
        "A text in a box.",
        "Beside a box.",
    ]
