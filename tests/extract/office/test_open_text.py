"""A text of OpenDocument, and a book, read as a person would read them."""

from tests.extract.office_reading import links, problem_of, read, told
from tests.extract.office_writer import epub, open_document

from auslese.records.document import ReadProblem
from auslese.records.media_names import EPUB, ODT

SENTENCE = "The mill stands by the river, and nobody has seen it turn for many years."
STYLES = (
    '<style:style style:name="P1" style:parent-style-name="Title"/>'
    '<style:style style:name="P2" style:parent-style-name="Preformatted_20_Text"/>'
    '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
)


def test_a_text_is_read_with_its_kinds() -> None:
    body = (
        '<text:p text:style-name="P1">The Mill</text:p>'
        "<text:table-of-content><text:index-body><text:p>Its wheel 3</text:p></text:index-body>"
        "</text:table-of-content>"
        '<text:h text:outline-level="1">Its <text:span>wheel</text:span></text:h>'
        f"<text:p>{SENTENCE}</text:p>"
        "<text:list><text:list-item><text:p>a point</text:p></text:list-item></text:list>"
        '<text:p text:style-name="P2">for stone in mill:</text:p>'
        '<text:p text:style-name="P2"><text:s text:c="4"/>turn(stone)</text:p>'
        '<text:p text:style-name="Illustration">Figure 1: the wheel</text:p>'
        '<text:p><text:span text:style-name="T1">Its stones</text:span></text:p>'
    )

    document = read(open_document("text", body, styles=STYLES))

    assert document.media_type == ODT
    assert document.about.title == "The Mill"
    assert told(document) == [
        ("heading", "The Mill"),
        ("list", "[Its wheel 3]"),
        ("heading", "Its wheel"),
        ("text", SENTENCE),
        ("list", "a point"),
        ("code", "for stone in mill:\n    turn(stone)"),
        ("caption", "Figure 1: the wheel"),
        ("heading", "Its stones"),
    ]


def test_notes_follow_and_annotations_and_deletions_do_not() -> None:
    body = (
        "<text:tracked-changes><text:p>It was deleted.</text:p></text:tracked-changes>"
        "<text:p>It turns<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>See the old map.</text:p></text:note-body></text:note> no"
        "<office:annotation><text:p>Is that so?</text:p></office:annotation> more.</text:p>"
        '<text:section text:display="none"><text:p>It is hidden.</text:p></text:section>'
    )

    assert [text for _, text in told(read(open_document("text", body)))] == [
        "It turns no more.",
        "See the old map.",
    ]


def test_links_and_data_of_a_text_are_found() -> None:
    body = f'<text:p>{SENTENCE} <text:a xlink:href="../up.html">the <text:s/>mill</text:a></text:p>'
    meta = (
        "<dc:title>On mills</dc:title><meta:initial-creator>A. Mill</meta:initial-creator>"
        "<dc:creator>Somebody else</dc:creator><meta:keyword>wheel</meta:keyword>"
        "<meta:keyword>stone</meta:keyword><dc:language>de-DE</dc:language>"
        "<meta:creation-date>2021-03-04T10:00:00</meta:creation-date>"
        "<dc:date>2022-05-06T10:00:00</dc:date>"
    )
    file = open_document("text", body, meta=meta)
    about = read(file).about

    assert links(file) == [("http://a.example/up.html", "the mill")]
    assert (about.title, about.author, about.keywords) == ("On mills", "A. Mill", "wheel, stone")
    assert (about.date, about.modified, about.language) == ("2021-03-04", "2022-05-06", "de-DE")


def test_an_encrypted_text_says_that_it_needs_a_password() -> None:
    file = open_document("text", "", manifest="<file-entry><encryption-data/></file-entry>")

    assert problem_of(file) == (ReadProblem.ENCRYPTED, "a password is needed", ODT)


# -- books ----------------------------------------------------------------------------------------

CHAPTER = f"<h1>The {{}} chapter</h1><p>{SENTENCE}</p>"


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    chapters = {"two": CHAPTER.format("second"), "one": CHAPTER.format("first"), "nav": "<p>no</p>"}
    meta = (
        "<dc:title>On mills</dc:title><dc:creator>A. Mill</dc:creator><dc:creator>B. Stone"
        "</dc:creator><dc:date>2021-03-04</dc:date><dc:language>en</dc:language>"
    )

    document = read(epub(chapters, spine=("one", "two"), meta=meta))

    assert document.media_type == EPUB
    assert told(document) == [
        ("heading", "The first chapter"),
        ("text", SENTENCE),
        ("heading", "The second chapter"),
        ("text", SENTENCE),
    ]
    assert (document.about.title, document.about.author) == ("On mills", "A. Mill, B. Stone")
    assert (document.about.date, document.about.language) == ("2021-03-04", "en")


def test_only_links_out_of_a_book_are_its_links() -> None:
    chapter = '<p><a href="two.xhtml">next</a> <a href="https://b.example/">the mill</a></p>'

    assert links(epub({"one": chapter})) == [("https://b.example/", "the mill")]


def test_a_book_whose_chapters_are_encrypted_is_not_read_but_its_fonts_may_be() -> None:
    one = {"one": CHAPTER.format("first")}

    assert problem_of(epub(one, encrypted="OPS/text/one.xhtml")).why is ReadProblem.ENCRYPTED
    assert len(read(epub(one, encrypted="OPS/fonts/a.otf")).paragraphs) == 2


def test_a_book_without_chapters_is_broken() -> None:
    assert problem_of(epub({})) == (ReadProblem.BROKEN, "it has no main part", EPUB)
