"""`auslese language`: one line out for each line in, and tables for people."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.running import AUSLESE, auslese, auslese_json, environment, run_auslese

from auslese.analyse.language.language_candidates import restrict_model
from auslese.analyse.language.recogniser import shipped_recogniser

GERMAN = "Dies ist ein deutscher Satz."
FRENCH = "Le musée est ouvert tous les jours sauf le lundi, de dix heures à dix-huit heures."
ENGLISH = "The museum is open every day except on Mondays, from ten to six o'clock."
KEYS = ["id", "language", "confidence", "alternatives", "running_text"]


def said(data: bytes, *options: str) -> list[str]:
    """The lines that the filter prints."""
    done = run_auslese("language", "detect", *options, data=data)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode("utf-8").split("\n")[:-1]


def asked(*questions: object, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The answers; a question is an object, or a line as it is."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in questions]
    answers = [json.loads(line) for line in said(b"\n".join(lines) + b"\n", *options)]
    assert len(answers) == len(questions)
    return answers


# -- the contract ---------------------------------------------------------------------------------


def test_a_german_sentence_is_german() -> None:
    (told,) = asked({"id": "a7", "text": GERMAN})

    assert list(told) == KEYS
    assert (told["id"], told["language"]) == ("a7", "de")
    assert told["confidence"] >= 0.98
    assert told["alternatives"][0] == ["de", told["confidence"]]


def test_plain_lines_give_language_confidence_and_text() -> None:
    rows = [line.split("\t") for line in said(f"{GERMAN}\r\n\n{ENGLISH}\tand more\n".encode())]

    assert [(row[0], row[2]) for row in rows] == [
        ("de", GERMAN),
        ("unknown", ""),
        ("en", f"{ENGLISH} and more"),
    ]
    assert all(0 <= float(row[1]) <= 1 for row in rows)


def test_what_is_json_but_no_object_is_a_plain_line() -> None:
    assert [line.split("\t")[2] for line in said(b'"text"\n[1]\n12')] == ['"text"', "[1]", "12"]


def test_the_order_is_kept_with_several_processes() -> None:
    texts = {"de": GERMAN, "fr": FRENCH, "en": ENGLISH}
    questions = [
        {"id": number, "text": texts[("de", "fr", "en")[number % 3]]} for number in range(5_000)
    ]

    answers = asked(*questions, options=("--workers", "2"))

    assert [told["id"] for told in answers] == list(range(5_000))
    assert [told["language"] for told in answers[:3]] == ["de", "fr", "en"]


def test_a_line_is_answered_before_the_next_one_comes() -> None:
    filtering = subprocess.Popen(
        [*AUSLESE, "language", "detect"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    assert filtering.stdin is not None
    assert filtering.stdout is not None
    with filtering:
        for text, language in ((GERMAN, b"de"), (FRENCH, b"fr")):
            filtering.stdin.write(text.encode() + b"\n")
            filtering.stdin.flush()
            assert filtering.stdout.readline().startswith(language + b"\t")
        filtering.stdin.close()
    assert filtering.returncode == 0


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ({"id": 1}, 1),
        ({"id": 2, "text": None}, 2),
        ({"id": 3, "text": 7}, 3),
        ({"id": [4], "text": ["a"]}, [4]),
        ({"id": 5, "text": "a", "hint": 3}, 5),
        (b'{"id": 6, "text": "a"', None),
        (b"{", None),
        (b'{"id": NaN, "text": "a"}', None),
        (b"{" + b'"a":{' * 100_000, None),
        (b'{"\xff": "\xfe"', None),
    ],
)
def test_a_line_without_a_text_gives_an_error_and_stops_nothing(line: object, name: object) -> None:
    bad, good = asked(line, {"id": "after", "text": GERMAN})

    assert list(bad) == [*KEYS, "error", "problem"]
    assert (bad["id"], bad["language"], bad["problem"]) == (name, "unknown", "question")
    assert good["language"] == "de"


def test_odd_letters_and_long_texts_are_texts() -> None:
    half, null, long = asked(
        b'{"id": "\\ud800", "text": "\\udc00 Dies ist ein deutscher Satz. \\ud83d"}',
        {"id": "\0", "text": f"\0\x1b {GERMAN} \0"},
        {"id": 3, "text": f"{GERMAN} " * 100_000},
    )

    assert [told["language"] for told in (half, null, long)] == ["de", "de", "de"]
    assert (half["id"], null["id"]) == ("\ud800", "\0")
    (plain,) = said(f"{GERMAN}\x1b[31m\0\n".encode())
    assert plain.endswith("\\x1b[31m\\x00")


def test_a_hint_counts_a_little() -> None:
    word = {"text": "Kultur"}
    without, german, danish = asked(word, word | {"hint": "de-CH"}, word | {"hint": "da"})
    (english,) = asked({"text": ENGLISH, "hint": "de"})

    def share(told: dict[str, Any], code: str) -> float:
        return float(dict(map(tuple, told["alternatives"]))[code])

    assert share(german, "de") > share(without, "de") > share(danish, "de")
    assert english["language"] == "en"


# -- options --------------------------------------------------------------------------------------


def test_only_candidates_are_named() -> None:
    (told,) = asked({"text": GERMAN}, options=("--languages", "fr, nl"))

    assert {code for code, _ in told["alternatives"]} == {"fr", "nl"}


def test_unknown_candidates_are_told_with_those_there_are() -> None:
    done = auslese("language", "detect", "--languages", "de,klingon", code=2)

    assert "there is no language 'klingon' in the model; there are af, a" in done.stderr


def test_a_text_in_two_languages_is_told_with_its_spans() -> None:
    text = f"{GERMAN}\n\n{FRENCH} {ENGLISH}"
    (told,) = asked({"id": 1, "text": text}, options=("--mix",))

    spans = [(span["language"], text[span["start"] : span["end"]]) for span in told["spans"]]
    assert spans == [("de", GERMAN), ("fr", FRENCH), ("en", ENGLISH)]
    assert [code for code, _ in told["mix"]] == ["fr", "en", "de"]
    assert sum(share for _, share in told["mix"]) == pytest.approx(1.0, abs=0.001)
    assert list(told) == [*KEYS, "mix", "spans"]
    assert asked({"id": 1, "text": text}, options=("--paragraphs",)) == [told]


def test_a_plain_line_in_two_languages_has_both_in_its_row() -> None:
    (line,) = said(f"{FRENCH} {ENGLISH}\n".encode(), "--mix")

    assert line.startswith("fr:0.5")
    assert ",en:0.4" in line


def test_a_model_of_ones_own_is_used_and_what_is_none_is_told(tmp_path: Path) -> None:
    restrict_model(shipped_recogniser().model, ["da", "nl"]).save(tmp_path / "own")

    (told,) = asked({"text": GERMAN}, options=("--model", str(tmp_path / "own")))
    assert {code for code, _ in told["alternatives"]} == {"da", "nl"}
    listed = auslese_json("language", "list", "--model", tmp_path / "own")
    assert [row["language"] for row in listed["languages"]] == ["da", "nl"]
    done = auslese("language", "detect", "--model", tmp_path, code=2)
    assert "is no model of languages" in done.stderr


def test_the_list_has_names_and_sizes_of_dictionaries() -> None:
    rows = {row["language"]: row for row in auslese_json("language", "list")["languages"]}

    assert (rows["de"]["english"], rows["de"]["german"]) == ("German", "Deutsch")
    assert rows["de"]["words"] > 1_000
    assert set(rows) == set(shipped_recogniser().languages)
    assert all(row["english"] != code for code, row in rows.items())


# -- files ----------------------------------------------------------------------------------------


def test_files_are_told_in_a_table(tmp_path: Path) -> None:
    plain, page = tmp_path / "plain.txt", tmp_path / "page.html"
    plain.write_text(FRENCH, "latin-1")
    page.write_text(f"<html lang=fr><title>x</title><p>{GERMAN}<p>{GERMAN}", "utf-8")

    lines = auslese("language", "detect", plain, page).stdout.splitlines()

    assert lines[0].split() == ["file", "language", "confidence", "runner-up", "running", "text"]
    assert "French · Französisch" in lines[1]
    assert "German · Deutsch" in lines[2]


def test_the_spans_of_a_file_are_shown_with_their_beginnings(tmp_path: Path) -> None:
    file = tmp_path / "mixed.txt"
    file.write_text(f"{GERMAN}\n\n{FRENCH} {ENGLISH}\n", "utf-8")

    told = auslese("language", "detect", "--mix", file).stdout

    assert "fr 4" in told.splitlines()[1]
    assert "Le musée est ouvert tous les jours" in told
    (line,) = auslese("language", "detect", "--mix", "--json", file).stdout.splitlines()
    assert [span["language"] for span in json.loads(line)["spans"]] == ["de", "fr", "en"]


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    missing = auslese("language", "detect", tmp_path / "none.txt", code=3)
    (tmp_path / "odd.zip").write_bytes(b"PK\x03\x04 and so on")
    odd = auslese("language", "detect", tmp_path / "odd.zip", code=1)

    assert "there is no file" in missing.stderr
    assert "there is no reader for it" in odd.stderr


def test_a_text_without_words_has_no_likely_languages() -> None:
    for told in asked({"text": ""}, {"text": "12 + 13"}):
        assert (told["language"], told["alternatives"]) == ("unknown", [])


def test_a_file_that_is_not_there_does_not_hide_what_was_told_of_others(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(FRENCH, "utf-8")

    done = run_auslese("language", "detect", letter, tmp_path / "missing.txt")

    assert b"there is no file" in done.stderr
    assert b"French" in done.stdout
    assert done.returncode != 0
