"""Phrases: whole runs of words, as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.topics.phrases import LONGEST_PHRASE, PhraseBounds, TextToLabel, phrases_of


def spelled(
    texts: list[str], language: str = "en", *, shared_lines_once: bool = True
) -> dict[str, int]:
    """All words and phrases, with the number of texts that have each."""
    bounds = PhraseBounds(shared_lines_once=shared_lines_once)
    found = phrases_of([TextToLabel("", text, language) for text in texts], bounds)
    often = found.held.texts_with
    return {found.spelled(place): int(often[place]) for place in range(len(found.lengths))}


def test_a_phrase_neither_begins_nor_ends_with_a_stop_word() -> None:
    found = spelled(["the state of the union is"] * 2, shared_lines_once=False)

    assert found == {"state": 2, "union": 2, "state of the union": 2}


@pytest.mark.parametrize("between", [". ", ",", "\n", " - ", " (", ": ", '"', "\u3002", "; "])
def test_no_phrase_goes_over_the_end_of_a_sentence_or_line(between: str) -> None:
    found = spelled([f"red{between}wine"] * 2, shared_lines_once=False)

    assert found == {"red": 2, "wine": 2}


def test_four_words_that_all_say_something_are_a_sentence() -> None:
    found = spelled(["bees build wax cells", "council of the union"] * 2, shared_lines_once=False)

    assert "council of the union" in found
    assert "bees build wax" in found
    assert "bees build wax cells" not in found


def test_what_stands_in_one_text_only_is_left_out() -> None:
    assert spelled(["red wine red wine", "white snow"]) == {}


def test_forms_of_a_word_are_one_and_it_is_spelled_as_most_texts_do() -> None:
    found = spelled(
        ["Die Deutsche Bahn", "der Deutschen Bahn", "bei der Deutschen Bahn"], language="de"
    )

    assert found == {"Deutschen": 3, "Bahn": 3, "Deutschen Bahn": 3}


def test_each_text_is_read_in_its_own_language() -> None:
    texts = [TextToLabel("", "war Musik", "de"), TextToLabel("", "the war Musik", "en")]
    found = phrases_of(texts, PhraseBounds(least=1))

    assert {found.spelled(place) for place in range(len(found.lengths))} == {
        "Musik",
        "war",
        "war Musik",
    }
    often = found.held.texts_with
    assert {found.spelled(place): int(often[place]) for place in range(len(often))}["Musik"] == 2


def test_a_title_weighs_more() -> None:
    found = phrases_of([TextToLabel("Wine", "snow", ""), TextToLabel("", "wine snow", "")])
    sums = found.held.dense().sum(axis=0)
    weights = {found.spelled(place): sums[place] for place in range(2)}

    assert weights["snow"] < max(weights.values())


def test_a_line_that_texts_share_counts_once() -> None:
    signature = "John Doe, Acme Corporation"
    texts = [f"wine number {number}\n> {signature}" for number in range(4)]

    assert "Acme Corporation" not in spelled(texts)
    assert spelled(texts, shared_lines_once=False)["Acme Corporation"] == 4


def test_addresses_and_file_names_are_no_words() -> None:
    texts = [f"see www.example.org or mail joe@example.org about read_me.txt {n}" for n in "ab"]

    assert set(spelled(texts)) == {"mail"}


def test_years_end_no_phrase_but_short_numbers_do() -> None:
    assert set(spelled(["Windows 95", "the Windows 95", "Windows 1995", "windows 1995"])) == {
        "Windows",
        "Windows 95",
    }


def test_chinese_is_written_without_blanks() -> None:
    assert "北京" in spelled(["北京大学", "北京很大"], language="zh")


def test_words_of_nearly_all_texts_begin_no_phrase_in_a_language_without_a_list() -> None:
    texts = [f"qua {word} nok" for word in ("wine", "snow", "ship", "tree") for _ in range(4)]

    found = spelled(texts, language="xx", shared_lines_once=False)

    assert set(found) == {"wine", "snow", "ship", "tree"}


TEXT = st.builds(
    TextToLabel, st.text(max_size=30), st.text(max_size=80), st.sampled_from(["", "de"])
)


@given(st.lists(TEXT, max_size=6))
def test_any_text_has_phrases_of_bounded_length_that_it_holds(texts: list[TextToLabel]) -> None:
    found = phrases_of(texts, PhraseBounds(least=1))

    assert found.held.shape == (len(texts), len(found.lengths))
    assert all(1 <= length <= LONGEST_PHRASE for length in found.lengths)
    assert all(found.spelled(place).strip() for place in range(len(found.lengths)))
    assert all(found.held.texts_with >= 1)


def test_cut_words_are_no_words() -> None:
    text = "Ost- und Westbahn, (ver)kaufte Haus, Schüler*innen der Stadt, Verwal-\ntungen, -einfuhr"
    found = spelled([text, f"{text}."], language="de", shared_lines_once=False)

    assert set(found) == {"Westbahn", "Haus", "Stadt"}


def test_a_number_behind_a_little_word_is_part_of_no_name() -> None:
    found = spelled(["Plants on 14 hills", "the plants on 14 hills"])

    assert set(found) == {"Plants", "plants", "hills"} & set(found)
    assert found


def test_the_little_words_of_every_language_of_a_page_are_silent() -> None:
    english = "and then the kernel was not what it is before you came to the root of the system"
    texts = [f"le noyau est dans la base de Debian {n}\n{english} {n}" for n in "abcde"]

    found = set(spelled(texts, language="fr", shared_lines_once=False))

    assert {"noyau", "kernel", "system"} <= found
    assert found.isdisjoint({"the", "and", "of the", "was", "it", "then"})


def test_in_german_what_is_written_small_is_no_name() -> None:
    texts = ["Der Riesling gedeiht dort, in alten Hausgärten wirft jeder Berg Schatten"] * 2
    found = set(spelled(texts, language="de", shared_lines_once=False))

    assert found == {
        "Riesling",
        "Hausgärten",
        "alten Hausgärten",
        "Berg Schatten",
        "Berg",
        "Schatten",
    }


def test_a_word_that_begins_sentences_is_no_noun() -> None:
    texts = [f"Neue Häuser {n}. Das neue Haus und die neue Stadt {n}." for n in "ab"]
    found = spelled(texts, language="de", shared_lines_once=False)

    assert "Neue" not in found
    assert "neue" not in found


def test_pieces_of_sentences_are_no_phrases() -> None:
    texts = [
        f"This module provides a parser {n}. It provides the tree {n}. Water and left {n}."
        for n in "abc"
    ]
    found = set(spelled(texts, shared_lines_once=False))

    assert {"module", "parser", "tree"} <= found
    assert found.isdisjoint({"module provides", "provides", "Water and left"})
