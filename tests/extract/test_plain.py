"""Plain text is read in paragraphs, as a person would."""

import pytest

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Document, ParagraphKind
from auslese.records.url import Url

URL = Url("http://a.example/readme.txt")
TEXT, LINE, LIST, CODE, TABLE, HEADING = (
    ParagraphKind.TEXT,
    ParagraphKind.LINE,
    ParagraphKind.LIST,
    ParagraphKind.CODE,
    ParagraphKind.TABLE,
    ParagraphKind.HEADING,
)


def read(text: str, declared: str = "text/plain") -> Document:
    found = read_document(Source(URL, text.encode(), declared))
    assert isinstance(found, Document)
    return found


def kinds_and_texts(text: str) -> list[tuple[ParagraphKind, str]]:
    return [(each.kind, each.text) for each in read(text).paragraphs]


WRAPPED = """\
This paragraph was broken into lines by a program, so that
it fits on a page of paper; a reader sees a single one, and
here it ends.
"""


def test_lines_broken_to_fit_a_page_are_joined() -> None:
    assert kinds_and_texts(WRAPPED) == [(TEXT, " ".join(WRAPPED.split()))]


def test_blank_lines_and_page_breaks_separate() -> None:
    assert len(read(f"{WRAPPED}\n  \t\n\n{WRAPPED}\f{WRAPPED}").paragraphs) == 3


def test_lines_that_are_meant_as_lines_stay() -> None:
    verses = "Roses are red,\nviolets are blue.\nPlain text is plain,\nand this is, too."

    assert kinds_and_texts(verses) == [(TEXT, verses)]


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [("a well-", "known", "a well-known"), ("Haupt-", "und Nebensache", "Haupt- und Nebensache")],
)
def test_a_word_with_a_hyphen_goes_on_in_the_next_line(
    before: str, after: str, joined: str
) -> None:
    words = "many words that fill the line up to its very end with "

    assert joined in read(f"{words}{before}\n{after} {words}\n").text


def test_list_items_are_paragraphs_with_the_lines_that_belong_to_them() -> None:
    text = "To do:\n- first thing,\n  which goes on\n- second thing\n  1) inner"

    assert kinds_and_texts(text) == [
        (TEXT, "To do:"),
        (LIST, "first thing, which goes on"),
        (LIST, "second thing"),
        (LIST, "inner"),
    ]


def test_programs_and_tables_stay_as_written() -> None:
    code = "    if x:\n        run()\n    done\n"
    text = f"Like this:\n\n{code}\nname     size\nfirst    1\nsecond   22\n"

    assert kinds_and_texts(text) == [
        (TEXT, "Like this:"),
        (CODE, "if x:\n    run()\ndone"),
        (TABLE, "name     size\nfirst    1\nsecond   22"),
    ]


def test_headings_may_be_marked_or_underlined() -> None:
    text = "Title\n=====\n\n## Part\n\n```\ncode\n\nmore\n```\n\nChapter\n-------\nText of it."

    assert kinds_and_texts(text) == [
        (HEADING, "Title"),
        (HEADING, "Part"),
        (CODE, "code\n\nmore"),
        (HEADING, "Chapter"),
        (TEXT, "Text of it."),
    ]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("A Short Guide\n\n" + WRAPPED, "A Short Guide"),
        ("# Guide #\n" + WRAPPED, "Guide"),
        (WRAPPED, ""),
        ("This is a sentence.\n\n" + WRAPPED, ""),
        ("- item\n- item\n", ""),
    ],
)
def test_the_title_is_the_first_line_if_it_looks_like_one(text: str, title: str) -> None:
    assert read(text).about.title == title


def test_quoted_mail_is_text() -> None:
    quoted = "".join(f"> {line}\n" for line in WRAPPED.splitlines())

    assert kinds_and_texts(quoted) == kinds_and_texts(WRAPPED)


def test_what_terminals_leave_behind_is_no_text() -> None:
    before = f"{WRAPPED}\n" * 10  # by its beginning it is known as text

    text = read(before + "N\bNA\bAM\bME\bE\n\n\x1b[1mbold\x1b[0m words\x07.").visible_text

    assert text.endswith("here it ends.\nNAME\nbold words.")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(ends: str) -> None:
    assert read(WRAPPED.replace("\n", ends)).text == " ".join(WRAPPED.split())


@pytest.mark.parametrize("declared", ["text/plain", "text/markdown", ""])
def test_relatives_of_plain_text_are_read_the_same_way(declared: str) -> None:
    assert read("# Guide\n\nWords.", declared).about.title == "Guide"


def test_a_line_of_signs_is_no_paragraph() -> None:
    assert kinds_and_texts("Words here.\n\n* * *\n\n--------\n\nMore words.") == [
        (TEXT, "Words here."),
        (TEXT, "More words."),
    ]
