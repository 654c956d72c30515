"""Bytes become the text that was meant, whatever is declared."""

import base64
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.charset.charset_detection import decode_text, known_charset
from auslese.extract.charset.charset_guess import CharsetHints, likely_charset

CASES = Path(__file__).parents[1] / "cases" / "sentences.tsv"
DATA = Path(__file__).parents[4] / "shared" / "data"
SHARED = DATA / "extraction_snippets" / "pages.jsonl.gz"
MARK = "\ufeff"


def read_cases() -> list[tuple[str, str, str]]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(charset, language, text) for language, all_, text in rows for charset in all_.split()]


SENTENCES = read_cases()
LABELS = {"mac-roman": "macintosh", "mac-cyrillic": "x-mac-cyrillic"}
GERMAN = SENTENCES[0][2]
# Where two charsets hardly differ, the commoner one is a fair guess: the text is nearly the same.
NEAR = {"iso8859-15", "iso8859-13"}


def page(text: str, charset: str, meta: str = "") -> bytes:
    head = f'<meta charset="{meta}">' if meta else ""
    return f"<html><head>{head}<title>x</title></head><p class=y>{text}</p></html>".encode(charset)


def body_of(page: str) -> str:
    return page.partition("<p class=y>")[2].partition("</p>")[0]


@pytest.mark.parametrize(("charset", "language", "text"), SENTENCES)
@pytest.mark.parametrize("declared", ["header", "meta", "nowhere", "as utf-8", "as iso-8859-1"])
def test_a_page_is_read_in_its_charset(
    charset: str, language: str, text: str, declared: str
) -> None:
    label = LABELS.get(charset, charset)
    header = {"header": label, "as utf-8": "utf-8", "as iso-8859-1": "iso-8859-1"}.get(declared, "")
    body = page(text, charset, label if declared == "meta" else "")

    assert body_of(decode_text(body, header)[1]) == text


def test_a_declaration_decides_what_the_bytes_do_not() -> None:
    body = page("Preis: 5 \xa4", "latin-1")

    assert "5 ¤" in decode_text(body, "iso-8859-1")[1]
    assert "5 €" in decode_text(body, "iso-8859-15")[1]


def test_one_letter_does_not_overrule_a_declaration() -> None:
    assert decode_text("Größe".encode("cp1252"), "windows-1252")[1] == "Größe"
    assert decode_text("Привет".encode("koi8-r"), "koi8-r")[1] == "Привет"
    assert decode_text("łąka".encode("iso8859-2"), "iso-8859-2")[1] == "łąka"


@pytest.mark.parametrize(
    ("body", "language", "domain", "text"),
    [
        ("Šiauliai, žemė".encode("cp1257"), "lt", "", "Šiauliai, žemė"),
        ("őz és fű".encode("iso8859-2"), "hu", "hu", "őz és fű"),
        ("Şişli".encode("cp1254"), "", "tr", "Şişli"),
    ],
)
def test_language_and_domain_help_where_there_is_little_text(
    body: bytes, language: str, domain: str, text: str
) -> None:
    markup = b"<html lang=%s><p>" % language.encode() + body

    assert decode_text(markup, "", f"http://www.a.{domain}/")[1].endswith(text)


@pytest.mark.parametrize("declared", ["", "iso-8859-1", "windows-1251", "shift_jis", "utf-16"])
def test_valid_utf_8_is_utf_8(declared: str) -> None:
    for _, _, text in SENTENCES:
        assert decode_text(text.encode(), declared) == ("utf-8", text)


def test_a_rare_letter_in_utf_8_does_not_overrule_what_is_declared() -> None:
    assert decode_text("NESTL\xc9\xae".encode("latin-1"), "iso-8859-1")[1] == "NESTLÉ®"


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", MARK])
def test_two_bytes_a_letter_are_seen_in_every_script(charset: str, mark: str) -> None:
    for _, _, text in SENTENCES:
        body = (mark + page(text, "utf-8").decode()).encode(charset)
        assert body_of(decode_text(body, "utf-8")[1]) == text


@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1"])
def test_utf_8_with_foreign_bytes_in_it_keeps_all_its_letters(declared: str) -> None:
    body = GERMAN.encode() + " Fußnote für Ärzte ".encode("cp1252") + GERMAN.encode()

    assert decode_text(body, declared)[1] == f"{GERMAN} Fußnote für Ärzte {GERMAN}"


def test_a_page_cut_in_the_middle_of_a_letter_is_read_to_there() -> None:
    assert decode_text("Größe, Maß und Zahl ü".encode()[:-1], "") == (
        "utf-8",
        "Größe, Maß und Zahl ",
    )


@pytest.mark.parametrize(("charset", "language", "text"), SENTENCES)
def test_text_that_went_through_utf_8_twice_is_repaired(
    charset: str, language: str, text: str
) -> None:
    if language in ("de", "fr", "es", "pt", "sv", "ru"):
        twice = text.encode().decode("cp1252", "surrogateescape")
        broken = twice.encode("utf-8", "surrogatepass")
        if b"\xed\xb2" not in broken:
            assert decode_text(broken, "utf-8")[1] == text


@pytest.mark.parametrize(
    "text",
    [
        "Aus ü wird Ã¼, aus ö wird Ã¶, aus ä wird Ã¤, aus ß wird ÃŸ: größere Fehler für Übende.",
        "SÃO PAULO – Não à toa, a população não dorme; manhã, irmã, maçã.",
        "Ã¼ Ã¶",
    ],
)
def test_text_that_tells_of_broken_letters_is_left_alone(text: str) -> None:
    assert decode_text(text.encode(), "utf-8")[1] == text


@pytest.mark.parametrize(
    ("label", "charset"),
    [
        ("ISO-8859-1", "cp1252"),
        (" latin1 ", "cp1252"),
        ("ISO-8859-9", "cp1254"),
        ("gb2312", "gb18030"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc_kr"),
        ("x-mac-cyrillic", "mac-cyrillic"),
        ("tis-620", "cp874"),
        ("utf-7", ""),
        ("unicode_escape", ""),
        ("rot13", ""),
        ("", ""),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(label: str, charset: str) -> None:
    assert known_charset(label) == charset


DECLARATIONS = st.sampled_from(["", "utf-8", "utf-16", "iso-8859-1", "gbk", "big5", "iso-2022-jp"])


@given(st.binary(max_size=400), DECLARATIONS | st.text(max_size=20))
def test_any_bytes_become_text_that_can_be_written(body: bytes, declared: str) -> None:
    decode_text(body, declared)[1].encode()


@given(st.lists(st.binary(max_size=9), max_size=30), DECLARATIONS)
def test_any_bytes_in_a_page_become_text_that_can_be_written(
    parts: list[bytes], declared: str
) -> None:
    body = b"<html lang=de><meta charset=koi8-r><p>" + "ü".encode().join(parts)

    decode_text(body, declared, "http://a.ru/")[1].encode()


@given(st.binary(min_size=1, max_size=200))
def test_a_guess_is_a_charset_that_python_knows(body: bytes) -> None:
    body.decode(likely_charset(body, CharsetHints()), "replace")


@pytest.mark.skipif(not SHARED.exists(), reason="the shared pages are not here")
def test_real_pages_that_are_not_utf_8_have_all_their_letters() -> None:
    with gzip.open(SHARED) as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if "html_b64" in row]
    texts = [decode_text(base64.b64decode(row["html_b64"]), "", row["url"])[1] for row in rows]
    found = [piece in text for row, text in zip(rows, texts, strict=True) for piece in row["with"]]

    assert not any("\ufffd" in text for text in texts)
    assert sum(found) >= 0.92 * len(found)
