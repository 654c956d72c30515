"""Rich text: groups, code pages, what is skipped."""

import pytest
from tests.extract.office_reading import links, problem_of, read, told

from auslese.records.document import ReadProblem
from auslese.records.media_names import RTF

SENTENCE = "The mill stands by the river, and nobody has seen it turn for many years."


def rtf(body: str, head: str = r"\ansi\ansicpg1252\deff0") -> bytes:
    return (r"{\rtf1" + head + "\n" + body + "}").encode("latin-1")


def text_of(body: str, head: str = r"\ansi\ansicpg1252") -> str:
    return "\n".join(text for _, text in told(read(rtf(body, head))))


def test_paragraphs_end_where_the_file_says() -> None:
    document = read(rtf(rf"{SENTENCE}\par Bonn, 1949\par\par{{\b The wheel}}\par"))

    assert document.media_type == RTF
    assert told(document) == [("text", SENTENCE), ("line", "Bonn, 1949"), ("heading", "The wheel")]


def test_styles_tell_headings_titles_and_captions() -> None:
    styles = (
        r"{\stylesheet{\s0 Normal;}{\s1\f1\b heading 1;}{\s5 Title;}{\s6 caption;}"
        r"{\*\cs10 Default;}}"
    )
    body = (
        rf"{styles}\pard\s5 The Mill\par\pard\s1 Its wheel\par\pard {SENTENCE}\par"
        r"\pard\s6 Figure 1: the wheel\par\pard\outlinelevel2 Its stones\par"
        r"\pard{\listtext\'b7\tab}a point\par"
    )
    document = read(rtf(body))

    assert document.about.title == "The Mill"
    assert told(document) == [
        ("heading", "The Mill"),
        ("heading", "Its wheel"),
        ("text", SENTENCE),
        ("caption", "Figure 1: the wheel"),
        ("heading", "Its stones"),
        ("list", "a point"),
    ]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"M\'fchle", "Mühle"),
        (r"M\u252?hle", "Mühle"),
        (r"{\uc0 M\u252 hle}", "Mühle"),
        (r"{\uc2 M\u252\'c3\'bchle}", "Mühle"),
        (r"\u-10179?\u-8704?", "\U0001f600"),
        (r"\u128512?", "\U0001f600"),
        (r"\u-10179?x", "x"),
        (r"a\~b\_c\-d \{e\} f\\g", "a b-cd {e} f\\g"),
        (r"\ldblquote a\rdblquote  \endash  b\emdash c", "“a” – b—c"),
        (r"one\tab two\line three", "one two\nthree"),
        (r"one {\v hidden }two", "one two"),
        (r"one{\*\unknown not this} two", "one two"),
        (r"one{\*\bkmkstart mark}{\pict\wmetafile8 0102{\bin3 }}}}} two", "one two"),
        (r"one {\header Head}{\footer Foot}{\annotation No}two", "one two"),
        ("one\r\n two\\\nthree", "one two\nthree"),
    ],
)
def test_letters_are_those_that_a_reader_sees(body: str, text: str) -> None:
    assert text_of(body) == text


def test_fonts_tell_the_code_page_of_their_letters() -> None:
    fonts = (
        r"{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 M;}}"
    )

    assert text_of(fonts + r"{\f0 M\'fchle} {\f1\'cc\'e5\'eb} {\f2\'93\'fa}") == "Mühle Мел 日"


def test_the_code_page_of_the_file_counts() -> None:
    assert text_of(r"\'cc\'e5\'eb", r"\ansi\ansicpg1251") == "Мел"
    assert text_of(r"\'8a", r"\mac") == "ä"
    assert text_of(r"\'fc", r"\ansi\ansicpg99999") == "ü"


def test_a_row_of_a_table_is_a_paragraph() -> None:
    rows = "".join(
        rf"\trowd\cellx1\cellx2\pard\intbl {one}\cell {two}\cell\row "
        for one, two in (("Year", "Turns"), ("1948", "7"), ("1949", "0"))
    )

    assert told(read(rtf(rf"{rows}\pard {SENTENCE}\par"))) == [
        ("table", "Year\tTurns"),
        ("table", "1948\t7"),
        ("table", "1949\t0"),
        ("text", SENTENCE),
    ]


def test_links_and_notes_are_found() -> None:
    body = (
        r'It turns {\field{\*\fldinst HYPERLINK "https://b.example/a"}{\fldrslt the {\b mill}}}'
        r"{\footnote \pard\plain See the old map.} no more.\par"
    )

    assert links(rtf(body)) == [("https://b.example/a", "the mill")]
    assert text_of(body) == "It turns the mill no more.\nSee the old map."


def test_the_data_about_a_file_are_told() -> None:
    info = (
        r"{\info{\title On mills}{\author A. Mill}{\creatim\yr2021\mo3\dy4\hr5}"
        r"{\revtim\yr2022\mo13\dy1}{\keywords wheel, stone}{\*\company no}}\deflang1031 "
    )

    about = read(rtf(info + SENTENCE)).about

    assert (about.title, about.author, about.keywords) == ("On mills", "A. Mill", "wheel, stone")
    assert (about.date, about.modified, about.language) == ("2021-03-04", "", "de")


def test_what_is_no_rich_text_is_broken() -> None:
    assert problem_of(b"<p>Log in</p>", "application/rtf") == (
        ReadProblem.BROKEN,
        "no RTF that can be read",
        RTF,
    )


@pytest.mark.parametrize(
    "flood", ["{", "}", r"\bin99999999 ", r"\'", r"{\*\x ", r"\u1", "\\", "\n"]
)
def test_a_flood_takes_no_longer_than_its_length(flood: str) -> None:
    body = rtf(flood * 200_000 + "word")

    assert read(body) if flood in ("}", "\n") else True
