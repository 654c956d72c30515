"""Terminal and page say the same about a query, and what they say is what the parser did."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from auslese.cli.searching.answer_words import answer_report
from auslese.records.answer import Answer, SearchQuery
from auslese.records.query import QueryNoteReason
from auslese.search.query.query_parser import parse
from auslese.wording.query_notes import NOTES, describe_note, note_parts

NOTE_LIST = re.compile(r'<ul class="notes">(.*?)</ul>', re.DOTALL)
NOTE = re.compile(r"<li>(.*?)</li>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
QUERIES = ('"bee hive', "(bee hive", "bee) hive", '"" bee', "bee AND", "colour:red", "depth:5..2")


def notes_of_page(page: str) -> list[str]:
    found = NOTE_LIST.search(page)
    return [unescape(TAG.sub("", each)) for each in NOTE.findall(found[1])] if found else []


@pytest.mark.parametrize("text", QUERIES)
def test_terminal_and_page_say_the_same_of_a_query(client: TestClient, text: str) -> None:
    notes = parse(text).notes
    answer = Answer(SearchQuery(text), text, {}, notes, 0, ())
    lines = [line.strip() for line in answer_report(answer)]
    page = client.get("/search", params={"q": text, "lang": "en"}).text

    assert notes
    on_page = notes_of_page(page)
    assert on_page[: len(notes)] == [describe_note(note) for note in notes]
    assert all(more.startswith("No page has") for more in on_page[len(notes) :])
    assert all(describe_note(note) in lines for note in notes)


def test_a_quotation_mark_without_its_partner_is_left_out_and_so_it_is_said() -> None:
    alone, without = parse('"bee hive'), parse("bee hive")
    (note,) = alone.notes

    assert alone.tree == without.tree
    assert note.reason is QueryNoteReason.QUOTE
    assert "left out" in describe_note(note, "en")
    assert "weggelassen" in describe_note(note, "de")


def test_every_note_has_both_languages_with_the_same_places() -> None:
    assert set(NOTES) == set(QueryNoteReason)
    assert [
        reason
        for reason, (english, german) in NOTES.items()
        if english == german or english.count("{}") != german.count("{}") or not german
    ] == []


def test_what_somebody_typed_stands_apart_in_a_note() -> None:
    (note,) = parse("depth:5..2").notes

    assert note_parts(note) == ("The bounds of ", "depth:5..2", " were swapped.")
