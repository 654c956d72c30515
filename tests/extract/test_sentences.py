"""The sentences of a document's running text."""

import pytest

from auslese.extract.document_reader import Source, read_document
from auslese.extract.document_sentences import Sentence, sentences_of, unwrapped
from auslese.extract.sentence_rules import SentenceRules
from auslese.records.document import Document, Paragraph, ParagraphKind
from auslese.records.url import Url


def document(*paragraphs: tuple[str, ParagraphKind, bool]) -> Document:
    return Document("text/html", paragraphs=tuple(Paragraph(*each) for each in paragraphs))


def running(text: str) -> Document:
    return document((text, ParagraphKind.TEXT, True))


def test_only_running_main_text_has_sentences() -> None:
    page = document(
        ("Diese Überschrift hat auch fünf Wörter.", ParagraphKind.HEADING, True),
        ("Das hier steht leider nur am Rand.", ParagraphKind.TEXT, False),
        ("Dies ist ein Satz im Text. Dies ist noch ein zweiter.", ParagraphKind.TEXT, True),
        ("Dieser Satz steht in einer Liste.", ParagraphKind.LIST, True),
    )

    assert sentences_of(page) == [
        Sentence(1, "Dies ist ein Satz im Text.", 6),
        Sentence(1, "Dies ist noch ein zweiter.", 5),
    ]
    assert [each.paragraph for each in sentences_of(page, main_only=False)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (SentenceRules(), ["Eins zwei drei vier fünf.", "Ein Satz mit sieben Wörtern ist da."]),
        (SentenceRules(min_words=6), ["Ein Satz mit sieben Wörtern ist da."]),
        (SentenceRules(max_words=5), ["Eins zwei drei vier fünf."]),
        (SentenceRules(longest_word=6), ["Eins zwei drei vier fünf."]),
        (SentenceRules(shortest_word=5), []),
        (SentenceRules(min_words=1, longest_word=3), []),
        (SentenceRules(min_words=1, max_words=1), ["Kurz."]),
    ],
)
def test_the_rules_choose(rules: SentenceRules, kept: list[str]) -> None:
    page = running("Eins zwei drei vier fünf. Kurz. Ein Satz mit sieben Wörtern ist da.")

    assert [each.text for each in sentences_of(page, rules)] == kept


def test_a_key_or_a_path_is_no_sentence() -> None:
    assert sentences_of(running(f"Hier sind fünf Wörter und {'x' * 51}.")) == []


def test_soft_hyphens_are_dropped() -> None:
    page = running("Dies ist ein Satz mit Trenn\u00adstellen.")

    assert sentences_of(page) == [Sentence(0, "Dies ist ein Satz mit Trennstellen.", 6)]


def test_the_language_is_that_of_the_document_not_of_the_paragraph() -> None:
    page = document(
        ("Das ist der Text und er ist nicht von uns.", ParagraphKind.TEXT, True),
        ("Beethovens 9. Sinfonie erklang gestern Abend.", ParagraphKind.TEXT, True),
    )

    assert sentences_of(page)[1].text == "Beethovens 9. Sinfonie erklang gestern Abend."


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ein Satz.", ["Ein Satz."]),
        ("Kurz\nund klein", ["Kurz und klein"]),
        ("Öffnungszeiten\nMontag bis Freitag", ["Öffnungszeiten", "Montag bis Freitag"]),
        (
            "Diese Zeile ist so lang, dass sie von Hand\nUmbrochen wurde.\nEnde",
            ["Diese Zeile ist so lang, dass sie von Hand Umbrochen wurde.", "Ende"],
        ),
    ],
)
def test_a_line_break_parts_unless_the_line_was_full(text: str, parts: list[str]) -> None:
    assert list(unwrapped(text)) == parts


def test_a_page_gives_its_sentences() -> None:
    html = "<h1>Fonts</h1><p><b>F</b>onts machen am 3. Mai z. B. große <i>P</i>robleme. Ja!</p>"
    page = read_document(Source(Url("http://a.example/"), html.encode(), "text/html"))

    assert isinstance(page, Document)
    (sentence,) = sentences_of(page)
    assert sentence[1:] == ("Fonts machen am 3. Mai z. B. große Probleme.", 9)
