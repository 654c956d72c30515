"""Snippets show why a page was found, whatever its text is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_index import some_compounds

from auslese.records.answer import SnippetPiece, marks_of
from auslese.search.answer.marking import marks_for_query
from auslese.search.answer.snippets import ELLIPSIS, LENGTH, bare_letters, snippet_of
from auslese.search.index.term_forms import TermMaker
from auslese.search.query.query_parser import parse

LANGUAGES = ("de", "en")
FILLING = "Hier steht nichts. " * 40


def shown(query: str, text: str, language: str = "de") -> tuple[SnippetPiece, ...]:
    wanted = marks_for_query(parse(query).tree, TermMaker(some_compounds), LANGUAGES)
    return snippet_of(text, wanted, language)


def marks(query: str, text: str, language: str = "de") -> list[str]:
    return [piece.text for piece in shown(query, text, language) if piece.is_found]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("Komponisten", "Ein Komponist und die Komposition.", ["Komponist"]),
        ("Haus", "Die Häuser am Haus, kein Haushalt.", ["Häuser", "Haus"]),
        ("haus", "Ein Hausboot", ["Hausboot"]),
        ("MÜLLER", "Frau Müller und Herr Muller", ["Müller", "Muller"]),
        ("Strasse", "In der Straße", ["Straße"]),
        ("Straße", "In der Strasse", ["Strasse"]),
        ("E-Mail", "Eine E-Mail und Mail", ["E-Mail"]),
        ("komp*", "Komponist kompliziert Haus", ["Komponist", "kompliziert"]),
        ('"altes haus"', "Ein altes Haus", ["altes", "Haus"]),
        ("東京大学", "これは東京大学です", ["東京大学"]),
        ("東京大学", "これは東京です", ["東京"]),
        ("เดินทาง", "การเดินทางไป", ["เดินทาง"]),
        ("haus -boot", "haus und boot", ["haus"]),
        ("title:haus lang:de", "haus de", ["haus"]),
        ("*", "haus", []),
        ("(.*)+", "aaaa (.*)+", []),
    ],
)
def test_forms_of_what_was_asked_for_are_marked(query: str, text: str, found: list[str]) -> None:
    assert marks(query, text) == found


def test_a_form_is_marked_in_texts_of_its_language_alone() -> None:
    assert marks("happiness", "She is happy", "en") == ["happy"]
    assert marks("happiness", "She is happy", "de") == []
    assert marks("bees", "les abeilles, be bee bees", "fr") == ["bees"]


def test_the_piece_with_most_different_words_is_shown() -> None:
    text = f"Haus Haus Haus. {FILLING} Das Haus hat eine Orgel. {FILLING}"

    assert marks("haus orgel", text) == ["Haus", "Orgel"]
    assert shown("haus orgel", text)[0].text.startswith(ELLIPSIS)
    assert shown("haus orgel", text)[-1].text.endswith(ELLIPSIS)


def test_a_page_without_any_of_the_words_shows_how_it_begins() -> None:
    told = "".join(piece.text for piece in shown("orgel", FILLING))

    assert told.startswith("Hier steht nichts.")
    assert len(told) <= LENGTH + 10


def test_marks_are_told_by_their_places() -> None:
    told = shown("haus", f"{FILLING}\n\nEin   Haus. {FILLING}")
    text = "".join(piece.text for piece in told)

    assert [text[begin:end] for begin, end in marks_of(told)] == ["Haus"]


PIECES = st.sampled_from(
    ["Haus", "häuser", "boot", "東京", "大学", "ไทย", "İ", "ß", "a\u0301", " ", ". ", "\n", "\x00",
     "<b>", "x" * 300, "e-mail", "ﬃ", "🏠"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=120).map("".join) | st.text(max_size=300)
QUERIES = st.lists(PIECES, max_size=4).map(" ".join) | st.text(max_size=20)


@given(QUERIES, TEXTS)
def test_any_text_has_a_snippet_of_its_own_words_that_is_not_too_long(
    query: str, text: str
) -> None:
    told = shown(query, text)
    whole = "".join(piece.text for piece in told)

    assert len(whole) <= LENGTH + 2 * len(f"{ELLIPSIS} ")
    stripped = whole.removeprefix(f"{ELLIPSIS} ").removesuffix(f" {ELLIPSIS}")
    assert "".join(stripped.split()) in "".join(text.split()) + ELLIPSIS
    assert all(piece.text for piece in told)


@given(TEXTS)
def test_bare_letters_are_as_many_as_the_letters(text: str) -> None:
    assert len(bare_letters(text)) == len(text)
