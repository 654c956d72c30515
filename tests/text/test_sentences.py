"""Sentences end where a reader says they end."""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.text.gold import paragraphs, score

from auslese.text.sentences import split_sentences

FLOORS = {
    "sentences.de.txt": 0.995,
    "sentences.en.txt": 0.995,
    "sentences.de.aside.txt": 0.985,
    "sentences.en.aside.txt": 0.985,
}
A_MEGABYTE = 1_000_000


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_borders_are_found_as_well_as_ever(name: str, floor: float) -> None:
    assert score(split_sentences, name).f1 >= floor


def test_the_cases_are_as_many_as_the_page_about_them_says() -> None:
    counts = {name: sum(map(len, paragraphs(name))) for name in FLOORS}

    assert counts["sentences.de.txt"] + counts["sentences.de.aside.txt"] >= 250
    assert counts["sentences.en.txt"] + counts["sentences.en.aside.txt"] >= 200


# Two sentences, parted by | where they are parted.
PARTED = [
    "Er kam, sah usw.|Der Rest ist bekannt.",
    "Das war 1990.|Kinder lachten.",
    "Sie sagte: „Komm!“|Er kam.",
    "(Das war ein Satz.)|Das ist noch einer.",
    "Es gilt: 1. Alle kommen.|2. Niemand geht.",
    "Das steht dort.[1]|Es ist falsch.",
    "Er ging.|– Dann kam sie.",
    "I saw the U.S.|It was big.",
    "iPods are old.|iPhones are not.",
    "hallo du.|wie geht es dir?",
    "Вот он пришёл.|Потом он ушёл.",
    "Il est parti !|« Enfin ! »",
    "¿Qué hora es?|Son las dos.",
    "这是一个句子。|这是另一个。",
    "これは文です。|これもそうです！",
    "यह एक वाक्य है।|यह दूसरा है।",
    "هل هذا سؤال؟|نعم هو كذلك.",
    "Սա նախադասություն է։|Սա էլ։",
    "ይህ ዓረፍተ ነገር ነው።|ይህም ነው።",
]
# Single sentences.
WHOLE = [
    "Am 3. Oktober kam er.",
    "Im 19. Jahrhundert war es so.",
    "Friedrich II. von Preußen spielte Flöte.",
    "Herr Dr. h. c. Müller kam.",
    "Er mag z. B. Äpfel, d. h. Obst.",
    "Es kostet ca. 5 Mio. Euro.",
    "„Komm!“, sagte er.",
    '"Come!" she said.',
    '"Stop!" John said.',
    "J. S. Bach und C. P. E. Bach kamen.",
    "Die Seite www.example.de/a.html ist neu.",
    "Schreiben Sie an a.b@example.de heute.",
    "Er zahlte 3.50 Euro.",
    "Der Film (Hilfe! Ich komme!) war gut.",
    "Vom 8.–10. Mai ist zu.",
    "Es war Beethovens 9. Sinfonie.",
    "1. Einleitung und Ziel",
    "Das war [...] Unsinn.",
    "See Fig. 3 and No. 5.",
    "Mr. Smith et al. saw it.",
    "M. Dupont est venu.",
    "El Sr. García llegó.",
    "Был 1990 г. и т. д. и т. п. здесь.",
    "「来て！」と彼は言った。",
    "...",
    "!",
]


@pytest.mark.parametrize("text", PARTED)
def test_two_sentences_are_parted(text: str) -> None:
    expected = text.split("|")
    glue = "" if text[0] in "这こ" else " "

    assert split_sentences(glue.join(expected)) == expected


@pytest.mark.parametrize("text", WHOLE)
def test_one_sentence_stays_whole(text: str) -> None:
    assert split_sentences(text) == [text]


def test_the_language_decides_what_a_number_with_a_stop_is() -> None:
    text = "Kapitel der 5. Reise"

    assert len(split_sentences(text, "de")) == 1
    assert len(split_sentences(text, "en")) == 2


def test_an_empty_line_ends_a_sentence_and_a_line_break_does_not() -> None:
    assert split_sentences("Ein Satz\nüber zwei Zeilen\n \nUnd ein Rest") == [
        "Ein Satz über zwei Zeilen",
        "Und ein Rest",
    ]


@pytest.mark.parametrize("text", ["", " \n ", "\u00a0"])
def test_nothing_has_no_sentences(text: str) -> None:
    assert split_sentences(text) == []


@settings(max_examples=300)
@given(st.text(alphabet="aA1.!?…\"'„“»«()[] \n\tz. B。」।", max_size=60) | st.text(max_size=60))
def test_no_letter_is_lost_and_none_added(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


HOSTILE = ["abc ", ".", ". ", "a. ", "A. ", "(A. ", '."', ".[1]", "。」", "（。", "1. ", "z. B. "]


@pytest.mark.parametrize("piece", [*HOSTILE, "\n ", "( ", "? (", "„A.“ ", "; Α", "Dr. "])
def test_a_hostile_text_takes_time_by_its_length_only(piece: str) -> None:
    """With anything that grows with the square, a megabyte would take hours."""
    text = piece * (A_MEGABYTE // len(piece))
    began = process_time()

    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())
    assert process_time() - began < 30.0
