"""Hostile office files: they end in bounded time and memory, with a reason or with some text."""

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.extract.office_reading import URL, problem_of, read
from tests.extract.office_writer import (
    docx,
    epub,
    open_document,
    pptx,
    relations,
    shape,
    word_p,
    word_table,
    xlsx,
    zipped,
)

from auslese.extract.document_reader import read_document
from auslese.extract.office.office_package import OfficePackage
from auslese.extract.office.office_xml import OfficeRoom
from auslese.extract.office.zip_directory import zip_directory
from auslese.extract.page_links import links_of
from auslese.extract.source import Source
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.media_names import DOCX, RTF

MEGA = 1 << 20
ROW = '<row><c t="n"><v>1</v></c><c t="n"><v>2</v></c></row>'


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zipped({"word/document.xml": bytes(60 * MEGA)})

    assert len(bomb) < MEGA
    assert problem_of(bomb) == (ReadProblem.TOO_LARGE, "unpacks to too much", DOCX)


def test_members_that_share_their_bytes_gain_nothing() -> None:
    """Each of a thousand names unpacks the same bytes; the parts that are read are counted."""
    words = zlib.compress(b"<worksheet/>" + b" <!-- many words -->" * (MEGA // 10), 9)[2:-4]
    name = b"xl/workbook.xml"
    member = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, 0, len(words), 0, len(name), 0)
    file = member + name + words
    entries = b"".join(
        struct.pack(
            "<4sHHHHHHIIIHHHHHII",
            *(b"PK\1\2", 20, 20, 0, 8, 0, 0, 0, len(words), 0, len(each), 0, 0, 0, 0, 0, 0),
        )
        + each
        for each in (b"xl/sheet%d.xml" % number for number in range(1_000))
    )
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1_000, 1_000, len(entries), len(file), 0)

    package = OfficePackage(file + entries + end, OfficeRoom())

    unpacked = [len(package.content(f"xl/sheet{number}.xml")[0]) for number in range(1_000)]
    assert sum(unpacked) == OfficeRoom().bytes
    assert unpacked[0] > MEGA
    assert package.room.is_cut


def test_a_sheet_of_too_many_cells_is_read_to_where_there_is_room() -> None:
    document = read(xlsx({"A": ROW * 120_000}))

    assert document.is_cut
    assert 30_000 < len(document.paragraphs) < 120_000


def test_a_book_of_too_many_letters_is_cut() -> None:
    chapter = "<p>" + "a word or two of it. " * 40_000 + "</p>"

    document = read(epub(dict.fromkeys("abcde", chapter)))

    assert document.is_cut
    assert 2_000_000 < sum(len(each.text) for each in document.paragraphs) <= 3_000_000


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE w [<!ENTITY a "word"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE w [<!ENTITY % a SYSTEM "http://b.example/a.dtd"> %a;]>',
    ],
)
def test_entities_are_refused(declaration: str) -> None:
    file = zipped({"word/document.xml": f"{declaration}<w>&b;</w>"})

    assert problem_of(file) == (ReadProblem.BROKEN, "it declares entities of its own", DOCX)


def test_elements_nested_too_deeply_are_refused() -> None:
    assert problem_of(docx("<w:p>" * 5_000 + "</w:p>" * 5_000)).detail == "nested too deeply"
    assert problem_of(b"{\\rtf1 " + b"{" * 5_000).detail == "nested too deeply"


def test_macros_are_not_touched_and_what_lies_elsewhere_is_not_fetched() -> None:
    spaces = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    file = zipped(
        {
            "_rels/.rels": relations(("d", "officeDocument", "word/document.xml")),
            "word/_rels/document.xml.rels": relations(
                ("t", "attachedTemplate", "file:///etc/passwd"), ("s", "styles", "../../../etc/s")
            ),
            "word/document.xml": f'<w:body xmlns:w="{spaces}">{word_p("Just text.")}</w:body>',
            "word/vbaProject.bin": b"\xd0\xcf\x11\xe0 not a macro",
        }
    )

    assert [each.text for each in read(file).paragraphs] == ["Just text."]


def test_a_member_that_needs_a_password_says_so() -> None:
    file = bytearray(docx(word_p("word")))
    place = file.find(b"PK\1\2")
    while place >= 0:
        file[place + 8] |= 1
        place = file.find(b"PK\1\2", place + 1)

    assert problem_of(bytes(file)).why is ReadProblem.ENCRYPTED


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (docx(word_p("word"))[:-30], "no ZIP file that can be opened"),
        (docx("<w:p>"), "XML: mismatched tag"),
        (zipped({"word/other.xml": "<w/>"}), ""),
    ],
)
def test_a_broken_file_is_a_reason(body: bytes, detail: str) -> None:
    outcome = read_document(Source(URL, body, DOCX))

    if isinstance(outcome, Unreadable):
        assert outcome.why is ReadProblem.BROKEN
        assert detail in outcome.detail
    else:
        assert outcome.problem is not None


def test_the_names_of_members_are_found_whatever_their_case() -> None:
    found = zip_directory(zipped({"Word\\Document.xml": "<w/>"}))

    assert found is not None
    assert "word/document.xml" in found
    assert found.read("WORD/document.xml", 2) == (b"<w", True)


WHOLE = (
    docx(word_p("A text.") + word_table(("a", "b"), ("c", "d")), links={"l": "http://b.example/"}),
    xlsx({"A": ROW}, strings="<si><t>a</t></si>"),
    pptx((shape("A text."),)),
    open_document("text", "<text:p>A text.</text:p>"),
    epub({"one": "<p>A text.</p>"}),
)
RICH = (
    rb"{\rtf1\ansi{\fonttbl{\f0\fcharset204 A;}}\pard\intbl a\cell b\cell\row\pard\u-10179?"
    rb'\bin3 abc{\field{\*\fldinst HYPERLINK "x"}{\fldrslt y}}{\footnote z}}'
)
changes = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.binary(min_size=1, max_size=6)), min_size=1, max_size=8
)


@given(st.sampled_from(WHOLE), changes, st.integers(0, 1 << 16))
@settings(max_examples=150)
def test_no_change_of_bytes_stops_the_reading(
    whole: bytes, written: list[tuple[int, bytes]], length: int
) -> None:
    body = bytearray(whole)
    for place, piece in written:
        place %= len(body)
        body[place : place + len(piece)] = piece

    for each in (bytes(body), bytes(body[: length % len(body)])):
        source = Source(URL, b"PK\3\4" + each[4:], DOCX)
        assert isinstance(read_document(source), Document | Unreadable)
        links_of(source)


@given(st.sampled_from(WHOLE), st.integers(0, 20), changes)
@settings(max_examples=150)
def test_no_change_within_a_part_stops_the_reading(
    whole: bytes, number: int, written: list[tuple[int, bytes]]
) -> None:
    found = zip_directory(whole)
    assert found is not None
    parts = {member.name: found.read(member.name, MEGA).content for member in found.members}
    first = parts.pop("mimetype", b"").decode()
    name = sorted(parts)[number % len(parts)]
    body = bytearray(parts[name])
    for place, piece in written:
        place %= len(body)
        body[place : place + len(piece)] = piece
    source = Source(URL, zipped({**parts, name: bytes(body)}, first), DOCX)

    assert isinstance(read_document(source), Document | Unreadable)
    links_of(source)


@given(changes)
@settings(max_examples=150)
def test_no_change_of_bytes_stops_the_reading_of_rich_text(
    written: list[tuple[int, bytes]],
) -> None:
    body = bytearray(RICH)
    for place, piece in written:
        place %= len(body)
        body[place : place + len(piece)] = piece

    outcome = read_document(Source(URL, bytes(body), RTF))

    assert isinstance(outcome, Document | Unreadable)
    assert not isinstance(outcome, Unreadable) or outcome.why is not ReadProblem.CRASHED
