"""Persons and names as others read them."""

import csv
import json
from io import StringIO

import pytest

from auslese.export.people_files import (
    COLUMNS,
    harmless_cell,
    iri,
    name_begin,
    page_entry,
    person_line,
    table_head,
    table_row,
)
from auslese.export.qlever_files import PageRecords, tagger_of
from auslese.text.words import words_of

PERSON = dict.fromkeys(COLUMNS, "") | {
    "name": 'Hans "H." Müller',
    "emails": ["a@b", "c@d"],
    "role": "=1+1",
    "is_home": True,
    "best_score": 0.5,
    "phones": ["+49 761 1"],
}


def test_a_line_of_names_is_that_of_the_seed() -> None:
    line = (
        name_begin("<Dennis_Armbruster>")
        + page_entry("http://a/", (12.5, 3.0, 0.7), is_first=True)
        + page_entry("http://b/", (1.0, 0.25), is_first=False)
    )

    assert line == b"<Dennis_Armbruster>\thttp://a/ (12.5,3,0.7) http://b/ (1,0.25)"


def test_the_table_is_read_by_others() -> None:
    rows = list(csv.DictReader(StringIO((table_head() + table_row(PERSON)).decode())))

    assert rows[0]["name"] == 'Hans "H." Müller'
    assert (rows[0]["emails"], rows[0]["phones"]) == ("a@b; c@d", "+49 761 1")
    assert (rows[0]["is_home"], rows[0]["best_score"]) == ("true", "0.5")


def test_no_cell_is_a_formula() -> None:
    assert b"'=1+1" in table_row(PERSON)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(1)", "'@SUM(1)"),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        ("+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"),
        ("+49 761 203-1234", "+49 761 203-1234"),
        ("Müller-Weber", "Müller-Weber"),
        ("", ""),
    ],
)
def test_a_cell_is_no_formula_and_a_number_stays_one(text: str, cell: str) -> None:
    assert harmless_cell(text) == cell


def test_a_person_is_a_line_whatever_the_name() -> None:
    line = person_line({"name": "a\nb\u2028\ud800"})

    assert line.count(b"\n") == 1
    assert json.loads(line)["name"].startswith("a\nb")


def test_what_may_not_stand_in_an_iri_is_encoded() -> None:
    assert iri('http://a/ö|"<> {}\\^`\n') == "http://a/ö%7C%22%3C%3E%20%7B%7D%5C%5E%60%0A"


# -- QLever ---------------------------------------------------------------------------------------


def test_words_are_tagged_as_the_documentation_of_qlever_has_it() -> None:
    tagger = tagger_of([("<Alexander_Fleming>", ["Alexander Fleming", "Fleming"])], words_of)
    text = "In 1928, Fleming discovered penicillin."

    record = PageRecords("http://a/", tagger).record(17, text, words_of(text))

    assert record.words.decode().splitlines() == [
        "In\t0\t17\t1",
        "1928\t0\t17\t1",
        "Fleming\t0\t17\t1",
        "<Alexander_Fleming>\t1\t17\t1",
        "discovered\t0\t17\t1",
        "penicillin\t0\t17\t1",
    ]
    assert record.document == b"17\tIn 1928, Fleming discovered penicillin.\n"


def test_each_word_of_a_name_has_the_tag_and_no_title_has_it() -> None:
    tagger = tagger_of([("<Hans_Müller>", ["Hans Müller", "H. Müller"])], words_of)
    text = "Herr Prof. Hans Müller, Müller, Hans und H. Müller"

    tags = dict(enumerate(zip(words_of(text), tagger.tags(words_of(text)), strict=True)))

    assert [word for word, tag in tags.values() if not tag] == ["Herr", "Prof", "und"]


def test_the_longest_form_of_a_name_counts() -> None:
    names = [("<Hans_Müller>", ["Hans Müller"]), ("<Hans_Müller_Weber>", ["Hans Müller Weber"])]

    assert (
        tagger_of(names, words_of).tags(["Hans", "Müller", "Weber"]) == ["<Hans_Müller_Weber>"] * 3
    )


def test_no_triple_of_a_page_is_there_twice() -> None:
    records = PageRecords("http://a/", tagger_of([("<A_B>", ["A B"])], words_of))

    first = records.record(1, "A B and A B", ["A", "B", "and", "A", "B"]).triples
    second = records.record(2, "A B", ["A", "B"]).triples
    third = records.record(3, "nobody", ["nobody"]).triples

    assert first == (
        b"<A_B> <appears-in> <http://a/> .\n"
        b"<QLever-internal-function/record-1> <source-url> <http://a/> .\n"
    )
    assert second == b"<QLever-internal-function/record-2> <source-url> <http://a/> .\n"
    assert third == b""
