"""Sentences as files for each top-level domain."""

from auslese.export.sentence_files import (
    FiledSentence,
    domain_files,
    plain_line,
    plain_word_line,
    word_line,
)

A, B = "http://a.de/", "http://b.de/"


def test_a_page_is_named_once_and_its_sentences_follow() -> None:
    rows = [
        FiledSentence("de", A, "Eins ist\nein Satz."),
        FiledSentence("de", A, "Zwei."),
        FiledSentence("de", B, "Drei."),
        FiledSentence("org", "http://c.org/", "Vier."),
    ]

    files = [(file.name, b"".join(file).decode()) for file in domain_files(rows, None)]

    assert files == [
        ("de.txt", f"URL: {A}\nSEN: Eins ist ein Satz.\nSEN: Zwei.\nURL: {B}\nSEN: Drei.\n"),
        ("org.txt", "URL: http://c.org/\nSEN: Vier.\n"),
    ]


def test_the_cap_is_never_passed_and_what_it_leaves_out_is_counted() -> None:
    rows = [FiledSentence("de", A, f"Satz {number}.") for number in range(10)]
    whole = b"".join(next(domain_files(rows, None)))
    line = len(b"SEN: Satz 0.\n")

    for cap in range(len(whole) + 2):
        file = next(domain_files(rows, cap))
        written = b"".join(file)
        assert whole.startswith(written)
        assert len(written) == file.bytes <= cap
        assert file.sentences + file.left_out == 10
        assert not file.left_out or cap - file.bytes < line + len(f"URL: {A}\n")


def test_half_a_character_does_not_stop_the_export() -> None:
    rows = [FiledSentence("de", A, "Halb \ud800 da.")]

    assert b"".join(next(domain_files(rows, None))).endswith(b"SEN: Halb ? da.\n")


def test_lines_of_words_have_those_of_two_letters_or_more_between_colons() -> None:
    rows = [FiledSentence("de", A, "Er sah: 3 E-Mails, a\nund Öl."), FiledSentence("de", A, "Ja.")]

    file = next(domain_files(rows, None, word_line))

    assert b"".join(file).decode() == f"URL:{A}\nSEN:Er:sah:E-Mails:und:Öl\nSEN:Ja\n"


def test_plain_lines_have_sentences_alone() -> None:
    rows = [FiledSentence("de", A, "Er sah: 3 E-Mails,\na."), FiledSentence("de", B, "Ja.")]

    assert b"".join(next(domain_files(rows, None, plain_line))) == b"Er sah: 3 E-Mails, a.\nJa.\n"
    words = b"".join(next(domain_files(rows, None, plain_word_line)))
    assert words == b"Er sah E-Mails\nJa\n"
