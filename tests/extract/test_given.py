"""A document given in a line of JSON is read as it is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.document_reader import Source, read_document
from auslese.extract.given_document import (
    UnfitDocumentError,
    given_document_reading,
    parse_given_document,
)
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.url import Url

URL = Url("http://files.import.invalid/1")


def read(line: bytes) -> Document | Unreadable:
    return read_document(Source(URL, line, GIVEN_DOCUMENT))


def document(**fields: object) -> Document:
    got = read(json.dumps(fields).encode())
    assert isinstance(got, Document)
    return got


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Z")), max_size=300))
def test_no_word_of_a_given_text_is_lost(text: str) -> None:
    got = document(title="t", text=text)

    assert got.text.split() == text.split()


@given(st.lists(st.text(alphabet="ab-. 1>#`*|", min_size=1, max_size=60), max_size=12))
def test_no_line_is_taken_for_decoration(lines: list[str]) -> None:
    got = document(title="t", text="\n".join(lines))

    assert got.text.split() == "\n".join(lines).split()


def test_what_is_known_of_a_document_is_told() -> None:
    got = document(
        title=" On  wings ",
        text="Air.",
        author=["A. One", "B. Two"],
        date="2024-05-31",
        language="DE",
    )

    assert got.about.title == "On wings"
    assert got.about.author == "A. One, B. Two"
    assert got.about.date == "2024-05-31"
    assert got.about.language == "de"


def test_a_language_may_be_called_lang() -> None:
    assert document(text="x", lang="ar").about.language == "ar"


def test_blank_lines_separate_and_broken_lines_are_joined() -> None:
    wrapped = "\n".join(["all work and no play makes for a line of about this length"] * 3)

    got = document(text=f"{wrapped}\n\nA second paragraph.")

    assert [len(each.text.split("\n")) for each in got.paragraphs] == [1, 1]


@pytest.mark.parametrize(
    "text", ["<rss> is a format", "%PDF-1.4", "https://jsonfeed.org/version/1"]
)
def test_what_a_text_tells_of_is_not_what_it_is(text: str) -> None:
    assert document(text=text).text == text


def test_a_document_without_text_is_empty_but_keeps_its_title() -> None:
    got = document(title="Nothing more", text="")

    assert got.about.title == "Nothing more"
    assert got.problem is not None
    assert got.problem.why is ReadProblem.EMPTY


def test_half_a_character_is_replaced_and_a_pair_is_joined() -> None:
    one, line = parse_given_document(rb'{"text": "\ud83d\ude00 \ud800 end"}')

    assert one.text == "\N{GRINNING FACE} � end"
    assert parse_given_document(line)[0] == one


def test_what_other_programs_write_instead_of_json_is_mended() -> None:
    one, line = parse_given_document(b'\xef\xbb\xbf{"id": 1, "weight": NaN, "text": "a\x00b\x07"}')

    assert one.text == "a\x00b\x07"
    assert read(line) == document(text="ab")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"text": "\xff"}', "not UTF-8 at byte 11"),
        (b'{"text": 5}', "Expected `str | null`, got `int`"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"text": "a"', "no line of JSON"),
        (b"<html>", "no line of JSON"),
        (b"", "no line of JSON"),
        (b'{"text": "\x00', "no line of JSON"),
    ],
)
def test_a_line_that_is_no_document_says_why(line: bytes, why: str) -> None:
    with pytest.raises(UnfitDocumentError) as problem:
        parse_given_document(line)

    assert why in str(problem.value)
    assert isinstance(read(line or b" "), Unreadable)


@given(st.binary(max_size=200))
def test_no_bytes_stop_the_reader(line: bytes) -> None:
    read(line)
    read(b'{"text": "' + line + b'"}')


def test_a_title_and_a_language_are_seen_at_the_first_look() -> None:
    seen = given_document_reading(b'{"title": "A  title", "text": "x", "language": "pt_br"}')

    assert (seen.media_type, seen.title, seen.language) == (GIVEN_DOCUMENT, "A title", "pt-BR")
